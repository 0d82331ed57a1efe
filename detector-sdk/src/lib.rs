//! Write a detector: one function and a spec.
//!
//! A detector looks at a read-only snapshot of a cluster through [`cluster`] and says in a [`Report`] what is wrong. [`detector!`] turns the
//! function into a component on a Wasm target; on the machine you work on the same function runs natively against YAML fixtures
//! (`cases/NAME/{cluster.yaml,expect.yaml}`) under plain `cargo test`.
//!
//! What it deliberately does not give: a clock, randomness, files, network. "Now" is [`cluster::snapshot::now`].
//!
//! Where to start: the example in this crate's README, then [`prelude`].

#![cfg_attr(not(feature = "std"), no_std)]

extern crate alloc;

#[cfg(target_arch = "wasm32")]
#[allow(missing_docs, reason = "generated from WIT, which documents every item")]
pub mod bindings {
    //! The component's bindings, generated from WIT.
    wit_bindgen::generate!({
        path: ["../wit/cluster@0.1.0", "../wit/detector@0.1.0"],
        world: "sdo:detector/detector",
        pub_export_macro: true,
        default_bindings_module: "sdo_detector_sdk::bindings",
        additional_derives: [PartialEq, Eq],
        generate_all,
    });
}

/// What a detector can read: one module an interface of `sdo:cluster`.
#[cfg(target_arch = "wasm32")]
pub mod cluster {
    pub use crate::bindings::sdo::cluster::*;
}

#[cfg(not(target_arch = "wasm32"))]
pub use native::cluster;

/// The types of `sdo:detector`.
pub mod contract {
    #[cfg(target_arch = "wasm32")]
    pub use crate::bindings::sdo::detector::types::*;
    #[cfg(not(target_arch = "wasm32"))]
    pub use sdo_model::contract::detector::*;
}

#[cfg(target_arch = "wasm32")]
#[path = "native/defaults.rs"]
mod defaults;
#[cfg(not(target_arch = "wasm32"))]
pub mod native;
pub mod patterns;
#[path = "native/queries.rs"]
mod queries;
mod query;
mod report;
mod speech;
#[cfg(not(target_arch = "wasm32"))]
pub mod testing;

pub use query::{Query, Rows};
pub use report::{Draft, Report};
pub use speech::{counted, labelled, moment, port_text, reference, waiting_word};

/// One line for the author's eyes, shown by the host beside the run; never a finding.
pub fn log(message: &str) {
    #[cfg(target_arch = "wasm32")]
    bindings::sdo::detector::diagnostics::log(message);
    #[cfg(all(not(target_arch = "wasm32"), feature = "std"))]
    eprintln!("{message}");
}

/// Everything most detectors use.
pub mod prelude {
    pub use crate::cluster::types::*;
    pub use crate::cluster::{
        access, admission, certificates, config_maps, cron_jobs, daemon_sets, deployments, dns, endpoint_slices,
        events, horizontal_pod_autoscalers, ingresses, jobs, leases, limit_ranges, mutating_webhooks, names,
        namespaces, network_policies, nodes, objects, persistent_volume_claims, persistent_volumes,
        pod_disruption_budgets, pods, priority_classes, quantities, references, replica_sets, resource_quotas,
        scheduling, secrets, service_accounts, service_routes, services, snapshot, stateful_sets, storage_classes,
        templates, validating_webhooks, workloads,
    };
    pub use crate::contract::Severity;
    pub use crate::patterns::{self, by_owner, display, is_older, name_of, ready_pods};
    pub use crate::{Draft, Query, Report, detector};
    pub use crate::{counted, labelled, moment, port_text, reference, waiting_word};
    pub use alloc::string::{String, ToString};
    pub use alloc::vec::Vec;
    pub use alloc::{format, vec};

    /// The default of a type, for `Filter { ..default() }`.
    pub fn default<T: Default>() -> T {
        T::default()
    }
}

#[doc(hidden)]
pub mod macros {
    pub use alloc::string::String;
    pub use alloc::vec::Vec;

    /// Owned strings of a list in a spec.
    pub fn strings(items: &[&str]) -> Vec<String> {
        items.iter().map(|item| String::from(*item)).collect()
    }

    /// Sends the text of a panic to the host, once.
    #[cfg(all(target_arch = "wasm32", feature = "std"))]
    pub fn report_panics() {
        static ONCE: std::sync::Once = std::sync::Once::new();
        ONCE.call_once(|| {
            std::panic::set_hook(Box::new(|info| {
                crate::bindings::sdo::detector::diagnostics::panic_message(&std::string::ToString::to_string(info));
            }));
        });
    }

    /// Without `std` there is no panic hook.
    #[cfg(all(target_arch = "wasm32", not(feature = "std")))]
    pub fn report_panics() {}
}

/// Makes a crate a detector: its spec, its `detect` function, and a test that runs every folder under `cases/`.
///
/// ```ignore
/// detector! {
///     name: "deployment-stalled",
///     version: "0.1.0",
///     title: "A rollout does not move",
///     explanation: include_str!("../README.md"),
///     detect: detect,
/// }
/// ```
///
/// Optional, in this order before `detect`: `interval: SECONDS`, `optional_kinds: ["Event"]`, `custom_resources: ["group/Kind"]`,
/// `playbooks: ["name"]`.
#[macro_export]
macro_rules! detector {
    (
        name: $name:expr,
        version: $version:expr,
        title: $title:expr,
        explanation: $explanation:expr,
        $(interval: $interval:expr,)?
        $(optional_kinds: [$($kind:expr),* $(,)?],)?
        $(custom_resources: [$($custom:expr),* $(,)?],)?
        $(playbooks: [$($playbook:expr),* $(,)?],)?
        detect: $detect:path $(,)?
    ) => {
        /// What this detector is.
        pub fn spec() -> $crate::contract::DetectorSpec {
            #[allow(unused_mut, unused_assignments, reason = "an optional part may overwrite the default")]
            let mut interval = 60u32;
            $(interval = $interval;)?
            $crate::contract::DetectorSpec {
                name: $crate::macros::String::from($name),
                version: $crate::macros::String::from($version),
                title: $crate::macros::String::from($title),
                explanation: $crate::macros::String::from($explanation),
                interval,
                optional_kinds: $crate::macros::strings(&[$($($kind),*)?]),
                custom_resources: $crate::macros::strings(&[$($($custom),*)?]),
                playbooks: $crate::macros::strings(&[$($($playbook),*)?]),
            }
        }

        /// Runs this detector once over the current snapshot.
        pub fn run() -> $crate::contract::Report {
            let mut report = $crate::Report::default();
            $detect(&mut report);
            report.finish()
        }

        #[cfg(target_arch = "wasm32")]
        mod component {
            struct Component;

            impl $crate::bindings::Guest for Component {
                fn spec() -> $crate::contract::DetectorSpec {
                    super::spec()
                }

                fn detect() -> $crate::contract::Report {
                    $crate::macros::report_panics();
                    super::run()
                }
            }

            $crate::bindings::export!(Component with_types_in $crate::bindings);
        }

        #[cfg(all(test, not(target_arch = "wasm32")))]
        mod cases {
            #[test]
            fn every_case_gives_its_expected_verdict() {
                $crate::testing::run_cases(env!("CARGO_MANIFEST_DIR"), &super::spec(), super::run);
            }
        }
    };
}
