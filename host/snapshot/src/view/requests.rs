//! What a pod asks of a node, added up as the scheduler does.

use crate::object::{Container, Pod, PodSpec, Resources};
use crate::text::{Amount, Table, Text};
use std::collections::BTreeMap;

/// Thousandths of each resource's base unit, by resource name.
pub(crate) type Sum = BTreeMap<Text, i64>;

/// What `spec` asks for: main containers and sidecars run together; each init container runs beside the sidecars that
/// started before it; the larger of both counts, plus overhead. Requests of the pod as a whole replace the sum.
pub(crate) fn of_spec(spec: &PodSpec) -> Sum {
    let mut together = Sum::new();
    spec.containers
        .iter()
        .for_each(|container| add(&mut together, &of_container(container)));
    let mut sidecars = Sum::new();
    let mut starting = Sum::new();
    for container in &spec.init_containers {
        let mut step = of_container(container);
        if container.is_sidecar() {
            add(&mut together, &step);
            add(&mut sidecars, &step);
            step = sidecars.clone();
        } else {
            add(&mut step, &sidecars);
        }
        raise(&mut starting, &step);
    }
    raise(&mut together, &starting);
    if let Some(whole) = &spec.resources {
        together.extend(of_resources(whole));
    }
    add(&mut together, &amounts(&spec.overhead));
    together
}

/// What a running pod holds: what it asks for, or what its containers still have where that is more, as after a resize.
pub(crate) fn of_pod(pod: &Pod, asked: &Sum) -> Sum {
    let running = pod
        .status
        .container_statuses
        .iter()
        .filter_map(|status| status.resources.as_ref());
    let mut held = Sum::new();
    running.for_each(|resources| add(&mut held, &amounts(&resources.requests)));
    let mut all = asked.clone();
    raise(&mut all, &held);
    all
}

/// Adds `more` to `sum`, saturating.
pub(crate) fn add(sum: &mut Sum, more: &Sum) {
    for (name, milli) in more {
        let entry = sum.entry(name.clone()).or_default();
        *entry = entry.saturating_add(*milli);
    }
}

fn raise(sum: &mut Sum, other: &Sum) {
    for (name, milli) in other {
        let entry = sum.entry(name.clone()).or_default();
        *entry = (*entry).max(*milli);
    }
}

fn of_container(container: &Container) -> Sum {
    of_resources(&container.resources)
}

/// Requests; where only a limit is written it is the request, too.
fn of_resources(resources: &Resources) -> Sum {
    let mut sum = amounts(&resources.limits);
    sum.extend(amounts(&resources.requests));
    sum
}

fn amounts(table: &Table<Amount>) -> Sum {
    table
        .iter()
        .filter_map(|(name, amount)| Some((name.clone(), amount.milli?)))
        .collect()
}

/// An amount the way Kubernetes writes it: `1500m` of cpu, `512Mi` of memory, `4` of devices.
pub(crate) fn shown(resource: &str, milli: i64) -> String {
    if milli % 1000 != 0 {
        return format!("{milli}m");
    }
    let units = milli / 1000;
    if !is_bytes(resource) || units == 0 {
        return units.to_string();
    }
    let power = BINARY.iter().rposition(|(_, size)| units % size == 0);
    match power.and_then(|power| BINARY.get(power)) {
        Some((suffix, size)) => format!("{}{suffix}", units / size),
        None => units.to_string(),
    }
}

/// What is wanted and what there is, short enough to be compared at a glance; exact where both would look the same.
pub(crate) fn readable(resource: &str, wants: i64, has: i64) -> (String, String) {
    let short = |milli: i64| {
        let exact = shown(resource, milli);
        let large = BINARY.iter().rev().find(|(_, size)| milli / 1000 >= *size);
        match large {
            Some((suffix, size)) if is_bytes(resource) => {
                let hundredths = i128::from(milli) * 100 / (i128::from(*size) * 1000);
                let text = format!("{}.{:02}", hundredths / 100, hundredths % 100);
                format!("{}{suffix}", text.trim_end_matches('0').trim_end_matches('.'))
            }
            _ => exact,
        }
    };
    match (short(wants), short(has)) {
        (wanted, there) if wanted == there => (shown(resource, wants), shown(resource, has)),
        both => both,
    }
}

const BINARY: &[(&str, i64)] = &[
    ("Ki", 1 << 10),
    ("Mi", 1 << 20),
    ("Gi", 1 << 30),
    ("Ti", 1 << 40),
    ("Pi", 1 << 50),
];

fn is_bytes(resource: &str) -> bool {
    let name = resource
        .strip_prefix("requests.")
        .or_else(|| resource.strip_prefix("limits."))
        .unwrap_or(resource);
    matches!(name, "memory" | "ephemeral-storage" | "storage") || name.starts_with("hugepages-")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cpu(spec: &str) -> i64 {
        let spec: PodSpec = serde_json::from_str(spec).unwrap();
        of_spec(&spec).get("cpu").copied().unwrap_or_default()
    }

    #[test]
    fn init_containers_count_only_where_they_ask_for_more() {
        let spec = |init: &str| {
            format!(
                r#"{{"initContainers":[{{"name":"i","resources":{{"requests":{{"cpu":"{init}"}}}}}}],"containers":[
                {{"name":"a","resources":{{"requests":{{"cpu":"1"}}}}}},{{"name":"b","resources":{{"limits":{{"cpu":"500m"}}}}}}]}}"#
            )
        };
        assert_eq!(cpu(&spec("1")), 1500);
        assert_eq!(cpu(&spec("2")), 2000);
    }

    #[test]
    fn a_sidecar_runs_beside_everything_that_starts_after_it() {
        let spec = r#"{"initContainers":[
            {"name":"early","resources":{"requests":{"cpu":"3"}}},
            {"name":"side","restartPolicy":"Always","resources":{"requests":{"cpu":"1"}}},
            {"name":"late","resources":{"requests":{"cpu":"2500m"}}}],
            "containers":[{"name":"a","resources":{"requests":{"cpu":"1"}}}],"overhead":{"cpu":"100m"}}"#;
        assert_eq!(cpu(spec), 3600);
    }

    #[test]
    fn requests_of_the_whole_pod_replace_the_sum() {
        let spec = r#"{"resources":{"requests":{"cpu":"4"}},"containers":[{"name":"a","resources":{"requests":{"cpu":"1"}}}]}"#;
        assert_eq!(cpu(spec), 4000);
    }

    #[test]
    fn amounts_are_written_with_the_largest_exact_unit() {
        assert_eq!(shown("cpu", 1500), "1500m");
        assert_eq!(shown("cpu", 64_000), "64");
        assert_eq!(shown("memory", 8 * (1 << 30) * 1000), "8Gi");
        assert_eq!(shown("memory", 1_000_000_000), "1000000");
        assert_eq!(shown("nvidia.com/gpu", 4000), "4");
    }

    #[test]
    fn compared_amounts_are_short_and_never_look_equal() {
        let mib = 1000 << 20;
        assert_eq!(
            readable("memory", 16 * 1024 * mib, 16_393_204 * 1024 * 1000),
            ("16Gi".into(), "15.63Gi".into())
        );
        assert_eq!(
            readable("memory", 16 * 1024 * mib, 16_384 * mib - 1000),
            ("16Gi".into(), "15.99Gi".into())
        );
        assert_eq!(
            readable("memory", 1025 * 1024 * mib, 1025 * 1024 * mib - 1000).1,
            "1100585369599"
        );
        assert_eq!(readable("cpu", 64_000, 7_910), ("64".into(), "7910m".into()));
    }
}
