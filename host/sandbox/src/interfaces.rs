//! The interfaces of the contract, from the tables generated with it.

use sdo_model::contract::INTERFACES;
pub(crate) use sdo_model::contract::Interface;

/// The package of what can be read.
pub(crate) const CLUSTER: &str = "sdo:cluster";
/// The package of what a detector exports.
pub(crate) const DETECTOR: &str = "sdo:detector";
/// The version of both packages.
pub(crate) const VERSION: &str = "0.1.0";

/// Interfaces of `sdo:detector` that a component may import, with their functions.
const OF_DETECTOR: &[(&str, &[&str])] = &[("types", &[]), ("diagnostics", &["log", "panic-message"])];

/// The interface of `sdo:cluster` with this short name, e.g. `pods`.
pub(crate) fn named(name: &str) -> Option<&'static Interface> {
    INTERFACES.iter().find(|interface| interface.name == name)
}

/// The short names of all interfaces of `sdo:cluster`.
pub(crate) fn names() -> impl Iterator<Item = &'static str> {
    INTERFACES.iter().map(|interface| interface.name)
}

/// The functions of an interface of `sdo:detector`.
pub(crate) fn of_detector(name: &str) -> Option<&'static [&'static str]> {
    OF_DETECTOR
        .iter()
        .find(|(known, _)| *known == name)
        .map(|(_, functions)| *functions)
}

/// The name of an interface of `sdo:cluster` in a component.
pub(crate) fn full_name(short: &str) -> String {
    format!("{CLUSTER}/{short}@{VERSION}")
}
