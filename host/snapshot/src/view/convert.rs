//! From stored values to the contract's: the small conversions that many interfaces share.

use crate::object::{self, Condition};
use crate::text::{Amount, Int, IntOrString, MaybeTime, Table, Text};
use sdo_model::contract::types;

/// Long texts of rows end here.
pub(crate) const KIB: usize = 1024;

/// The string of a stored text.
pub(crate) fn owned(text: &Text) -> String {
    text.as_str().to_owned()
}

/// The strings of stored texts.
pub(crate) fn owned_all(texts: &[Text]) -> Vec<String> {
    texts.iter().map(owned).collect()
}

/// `text` within `limit` bytes; what was cut ends in `…`.
pub(crate) fn within(text: &str, limit: usize) -> String {
    crate::text::cut(text, limit).into_owned()
}

/// Seconds since 1970.
pub(crate) fn time(time: MaybeTime) -> Option<types::Timestamp> {
    time.map(|time| time.unix())
}

/// Pairs in the order of their keys.
pub(crate) fn pairs(table: &Table<Text>) -> Vec<(String, String)> {
    table.iter().map(|(key, value)| (owned(key), owned(value))).collect()
}

/// Quantities by resource name, sorted.
pub(crate) fn amounts(table: &Table<Amount>) -> Vec<types::Amount> {
    let amount = |(name, amount): &(Text, Amount)| types::Amount {
        resource_name: owned(name),
        milli: amount.milli.unwrap_or_default(),
        text: owned(&amount.text),
    };
    table.iter().map(amount).collect()
}

/// A protocol; TCP where none is written.
pub(crate) fn protocol(word: &str) -> types::Protocol {
    match word {
        "UDP" => types::Protocol::Udp,
        "SCTP" => types::Protocol::Sctp,
        _ => types::Protocol::Tcp,
    }
}

/// A port by number or name; number 0 where it is neither.
pub(crate) fn port_ref(port: Option<&IntOrString>) -> types::PortRef {
    match port {
        None => types::PortRef::Number(0),
        Some(port) => match (port.number(), port) {
            (None, IntOrString::Text(name)) => types::PortRef::Name(owned(name)),
            (number, _) => types::PortRef::Number(number.unwrap_or_default().port()),
        },
    }
}

/// A number or a percentage; what is neither counts as 0.
pub(crate) fn int_or_percent(value: &IntOrString) -> types::IntOrPercent {
    match value.percent() {
        Some(percent) => types::IntOrPercent::Percent(percent),
        None => types::IntOrPercent::Number(value.number().unwrap_or_default().i32()),
    }
}

/// A condition's status.
pub(crate) fn status(condition: &Condition) -> types::ConditionStatus {
    match condition.status.as_str() {
        "True" => types::ConditionStatus::Yes,
        "False" => types::ConditionStatus::No,
        _ => types::ConditionStatus::Unknown,
    }
}

/// Conditions in their own order, messages cut at 4 KiB.
pub(crate) fn conditions(conditions: &[Condition]) -> Vec<types::Condition> {
    let condition = |condition: &Condition| types::Condition {
        name: owned(&condition.name),
        status: status(condition),
        reason: owned(&condition.reason),
        message: within(&condition.message, 4 * KIB),
        since: time(condition.last_transition_time),
    };
    conditions.iter().map(condition).collect()
}

/// A label selector.
pub(crate) fn selector(selector: &object::LabelSelector) -> types::LabelSelector {
    types::LabelSelector {
        labels: pairs(&selector.labels),
        expressions: requirements(&selector.expressions),
    }
}

/// Requirements of a selector or of node affinity.
pub(crate) fn requirements(requirements: &[object::Requirement]) -> Vec<types::Requirement> {
    let requirement = |requirement: &object::Requirement| types::Requirement {
        key: owned(&requirement.key),
        operator: operator(&requirement.operator),
        values: owned_all(&requirement.values),
    };
    requirements.iter().map(requirement).collect()
}

/// An operator. One that Kubernetes does not define reads as "in" of what is written there, which no object meets by mistake.
fn operator(word: &str) -> types::SelectorOperator {
    use types::SelectorOperator as Operator;
    match word {
        "NotIn" => Operator::NotInValues,
        "Exists" => Operator::Exists,
        "DoesNotExist" => Operator::Absent,
        "Gt" => Operator::Greater,
        "Lt" => Operator::Less,
        _ => Operator::InValues,
    }
}

/// When an object was created; the start of 1970 when the dump left it out.
pub(crate) fn created(meta: &object::Meta) -> types::Timestamp {
    meta.created.map_or(0, |time| time.unix())
}

/// Whether the controller has seen the latest spec.
pub(crate) fn observed(meta: &object::Meta, observed_generation: Int) -> bool {
    observed_generation >= meta.generation
}

/// The replicas that a workload wants; 1 when unset.
pub(crate) fn wanted(replicas: Option<Int>) -> u32 {
    replicas.map_or(1, Int::u32)
}

/// A text that programs wrote: credentials masked, within `limit` bytes.
pub(crate) fn shown(text: &str, limit: usize) -> String {
    within(&crate::redact::redact(text), limit)
}
