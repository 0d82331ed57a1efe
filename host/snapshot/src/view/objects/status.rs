//! The parts of `status` that many kinds share: conditions and the generation that the controller saw.

use crate::Snapshot;
use crate::object::*;
use crate::text::{Int, List};
use crate::view::convert;
use sdo_model::call::price;
use sdo_model::contract::types;
use sdo_model::{Call, Kind, Stop};

stored! {
    /// What of a custom resource follows the conventions of `status`.
    struct Conventional {
        pub status: ConventionalStatus,
    }

    struct ConventionalStatus {
        pub observed_generation: Option<Int>,
        pub conditions: List<Condition>,
    }
}

impl Snapshot {
    /// `status.conditions` of any object that `call` may read.
    pub(super) fn seen_conditions(&self, call: &mut Call, id: u32) -> Result<Vec<types::Condition>, Stop> {
        if let Some(custom) = self.seen::<Untyped>(call, id) {
            return Ok(convert::conditions(&conventional(call, custom)?.conditions));
        }
        let conditions = call.may_read_id(id).then(|| self.typed_conditions(id)).flatten();
        Ok(conditions.map(convert::conditions).unwrap_or_default())
    }

    fn typed_conditions(&self, id: u32) -> Option<&[Condition]> {
        macro_rules! of {
            ($($type:ident)*) => {
                match Kind::of_id(id)?.0 {
                    $(Kind::$type => self.by_id::<$type>(id).map(|object| &*object.status.conditions),)*
                    _ => None,
                }
            };
        }
        of! {
            Pod Service Node Namespace PersistentVolumeClaim Deployment ReplicaSet StatefulSet DaemonSet Job
            HorizontalPodAutoscaler PodDisruptionBudget APIService CustomResourceDefinition
        }
    }

    /// `status.observedGeneration` of any object that `call` may read; `None` when its kind has none.
    pub(super) fn observed_generation(&self, call: &mut Call, id: u32) -> Result<Option<i64>, Stop> {
        if let Some(custom) = self.seen::<Untyped>(call, id) {
            return Ok(conventional(call, custom)?.observed_generation.map(Int::get));
        }
        macro_rules! of {
            ($($type:ident)*) => {
                match Kind::of_id(id).map(|(kind, _)| kind) {
                    $(Some(Kind::$type) => self.seen::<$type>(call, id).map(|object| object.status.observed_generation.get()),)*
                    _ => None,
                }
            };
        }
        Ok(of! { Deployment ReplicaSet StatefulSet DaemonSet HorizontalPodAutoscaler PodDisruptionBudget })
    }
}

/// Reads the conventional part of a custom resource, each byte paid for.
fn conventional(call: &mut Call, custom: &Untyped) -> Result<ConventionalStatus, Stop> {
    let json = custom.json.as_str();
    call.charge((json.len() as u64).saturating_mul(price::BYTE))?;
    Ok(serde_json::from_str::<Conventional>(json)
        .map(|object| object.status)
        .unwrap_or_default())
}
