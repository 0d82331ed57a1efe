//! A Corefile that refuses or overrides names of Services.

use dns::{Plugin, ServerBlock};
use sdo_detector_sdk::prelude::*;

/// Services that a finding lists.
const LISTED: usize = 5;

/// A Service and its full name.
struct Named {
    id: ObjectId,
    name: String,
    address: String,
}

fn detect(report: &mut Report) {
    let blocks = dns::server_blocks();
    let suspicious = |block: &ServerBlock| block.plugins.iter().any(|plugin| answers_itself(&plugin.name));
    if !blocks.iter().any(suspicious) {
        return;
    }
    let services = named_services();
    for block in &blocks {
        for plugin in &block.plugins {
            let verdict = match plugin.name.as_str() {
                "template" => template(block, plugin, &services),
                "hosts" => hosts(block, plugin, &services),
                "rewrite" => rewrite(plugin, &services),
                _ => None,
            };
            if let Some((text, victims)) = verdict {
                tell(report, block, plugin, &text, &victims);
            }
        }
    }
}

fn answers_itself(plugin: &str) -> bool {
    matches!(plugin, "template" | "hosts" | "rewrite")
}

fn named_services() -> Vec<Named> {
    let domain = snapshot::info().cluster_domain;
    let rows: Vec<services::ServiceRow> = services::ServiceFilter::default().rows().collect();
    let ids: Vec<ObjectId> = rows.iter().map(|row| row.id).collect();
    let addresses = ids.chunks(1000).flat_map(services::addresses);
    rows.iter()
        .zip(addresses)
        .map(|(row, address)| Named {
            id: row.id,
            name: format!("{}.{}.svc.{domain}", row.name, row.namespace),
            address: address.map(|address| address.cluster_ip).unwrap_or_default(),
        })
        .collect()
}

/// `template CLASS TYPE [ZONE...]` that answers address queries with an error. What blocks only AAAA is common and right.
fn template<'a>(block: &ServerBlock, plugin: &Plugin, services: &'a [Named]) -> Option<(String, Vec<&'a Named>)> {
    let kind = plugin.args.get(1).map(String::as_str).unwrap_or("ANY");
    let code = plugin
        .block
        .iter()
        .find_map(|line| line.strip_prefix("rcode "))
        .unwrap_or_default()
        .trim();
    if !matches!(kind, "ANY" | "A") || !matches!(code, "NXDOMAIN" | "SERVFAIL" | "REFUSED") {
        return None;
    }
    let zones: &[String] = plugin
        .args
        .get(2..)
        .filter(|zones| !zones.is_empty())
        .unwrap_or(&block.zones);
    let patterns: Vec<&str> = plugin
        .block
        .iter()
        .filter_map(|line| line.strip_prefix("match "))
        .collect();
    let hit = |service: &&Named| in_zones(&service.name, zones) && matches_any(&service.name, &patterns);
    let victims: Vec<&Named> = services.iter().filter(hit).collect();
    (!victims.is_empty()).then(|| (format!("template {} answers {code}", plugin.args.join(" ")), victims))
}

fn in_zones(name: &str, zones: &[String]) -> bool {
    zones
        .iter()
        .map(|zone| zone.trim_end_matches('.').to_lowercase())
        .any(|zone| {
            zone.is_empty() || name == zone || name.strip_suffix(zone.as_str()).is_some_and(|rest| rest.ends_with('.'))
        })
}

/// Names are asked with their last dot. A pattern that cannot be read here matches nothing.
fn matches_any(name: &str, patterns: &[&str]) -> bool {
    let matches = |pattern: &&str| {
        regex_lite::Regex::new(pattern.trim().trim_matches('"')).is_ok_and(|regex| regex.is_match(&format!("{name}.")))
    };
    patterns.is_empty() || patterns.iter().any(matches)
}

/// `hosts` lines that give a Service another address, or no `fallthrough`, so that no other name of the zone is answered.
fn hosts<'a>(block: &ServerBlock, plugin: &Plugin, services: &'a [Named]) -> Option<(String, Vec<&'a Named>)> {
    let lines = plugin
        .block
        .iter()
        .map(|line| line.split_whitespace().collect::<Vec<_>>());
    let mut victims: Vec<&Named> = Vec::new();
    for words in lines {
        let Some((address, names)) = words.split_first() else {
            continue;
        };
        let other = |service: &&Named| names.contains(&service.name.as_str()) && service.address != *address;
        victims.extend(services.iter().filter(other));
    }
    if !victims.is_empty() {
        return Some(("hosts gives another address than the Service has".to_string(), victims));
    }
    let falls = plugin.block.iter().any(|line| line.starts_with("fallthrough"));
    let zones: &[String] = plugin
        .args
        .get(1..)
        .filter(|zones| !zones.is_empty())
        .unwrap_or(&block.zones);
    let lost = services
        .iter()
        .filter(|service| !falls && in_zones(&service.name, zones))
        .collect::<Vec<_>>();
    (!lost.is_empty()).then(|| {
        (
            "hosts without fallthrough answers NXDOMAIN for every name it does not list".to_string(),
            lost,
        )
    })
}

/// `rewrite [stop|continue] name [exact|suffix] FROM TO` that takes the name of an existing Service elsewhere.
fn rewrite<'a>(plugin: &Plugin, services: &'a [Named]) -> Option<(String, Vec<&'a Named>)> {
    let words: Vec<&str> = plugin
        .args
        .iter()
        .map(String::as_str)
        .filter(|word| !matches!(*word, "stop" | "continue"))
        .collect();
    let (way, from, to) = match words.as_slice() {
        ["name", way @ ("exact" | "suffix" | "regex"), from, to, ..] => (*way, *from, *to),
        ["name", from, to] => ("exact", *from, *to),
        _ => return None,
    };
    let hit = |service: &&Named| match way {
        "suffix" => service.name.ends_with(from.trim_end_matches('.')),
        "regex" => matches_any(&service.name, &[from]),
        _ => service.name == from.trim_end_matches('.'),
    };
    let victims: Vec<&Named> = services.iter().filter(hit).collect();
    let kept = |service: &Named| service.name.ends_with(to.trim_end_matches('.')) && way == "suffix";
    let lost = victims.iter().any(|service| !kept(service));
    (lost && from != to).then(|| (format!("rewrite turns {from} into {to}"), victims))
}

fn tell(report: &mut Report, block: &ServerBlock, plugin: &Plugin, text: &str, victims: &[&Named]) {
    let first = victims.first().map(|service| service.name.clone()).unwrap_or_default();
    let more = if victims.len() > 1 {
        format!(" and {}", counted(victims.len() - 1, "other Service"))
    } else {
        String::new()
    };
    let zones = block.zones.join(" ");
    let draft = report.critical(
        block.config_map,
        format!("{} of zone {zones}: {text} for {first}{more}", block.key),
    );
    draft.apart(format!("{zones} {} {}", plugin.name, plugin.args.join(" ")));
    draft.evidence(
        block.config_map,
        format!("data[{}]", block.key),
        format!(
            "{} {} {{ {} }}",
            plugin.name,
            plugin.args.join(" "),
            plugin.block.join("; ")
        ),
    );
    for service in victims.iter().take(LISTED) {
        draft.related(service.id, "victim");
    }
    let map = reference(block.config_map);
    draft.bind("config", block.config_map);
    draft.next(format!(
        "kubectl -n {} get configmap {} -o yaml",
        map.namespace, map.name
    ));
    draft.next(format!(
        "kubectl run dns-check --rm -it --restart=Never --image=busybox -- nslookup {first}"
    ));
}

detector! {
    name: "corefile-nxdomain-in-zone",
    version: "0.1.0",
    title: "Cluster DNS refuses or overrides names of Services",
    explanation: include_str!("../README.md"),
    interval: 600,
    detect: detect,
}
