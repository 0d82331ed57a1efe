//! A certificate that an Ingress serves and browsers refuse: expired, not yet valid, or for another host.

use certificates::Certificate;
use sdo_detector_sdk::prelude::*;
use std::collections::BTreeMap;

const DAY: i64 = 86_400;
/// Seconds before its end at which a certificate should have been renewed.
const NOTICE: i64 = 14 * DAY;

/// Where a Secret is served: Ingress, field path, hosts.
type Use = (ObjectId, String, Vec<String>);

fn detect(report: &mut Report) {
    let filter = ingresses::IngressFilter {
        has_tls: Some(true),
        ..default()
    };
    let ids: Vec<ObjectId> = filter.rows().map(|row| row.id).collect();
    let mut uses: BTreeMap<ObjectId, Vec<Use>> = BTreeMap::new();
    for chunk in ids.chunks(1000) {
        for (ingress, blocks) in chunk.iter().zip(ingresses::tls(chunk)) {
            for block in blocks {
                match block.secret {
                    Some(secret) => uses
                        .entry(secret)
                        .or_default()
                        .push((*ingress, block.path, block.hosts)),
                    None if block.presence == Presence::Unknown => {
                        report.knows("Secret", &reference(*ingress).namespace);
                    }
                    None => {}
                }
            }
        }
    }
    for (secret, uses) in uses {
        let leaf = certificates::of(&[secret]).pop().unwrap_or_default().into_iter().next();
        if let Some(leaf) = leaf {
            judge(report, secret, &leaf, &uses);
        }
    }
}

/// Seconds until the certificate ends. For texts: it reads the clock, which makes the detector run at its interval.
fn left(leaf: &Certificate) -> i64 {
    leaf.not_after - snapshot::now()
}

fn judge(report: &mut Report, secret: ObjectId, leaf: &Certificate, uses: &[Use]) {
    let hosts = served(uses);
    if snapshot::has_come(leaf.not_after.saturating_add(1)) {
        let text = format!("its certificate ended {} ago; {hosts} serves it", days(-left(leaf)));
        tell(report.critical(secret, text), secret, leaf, uses).since(Some(leaf.not_after));
    } else if !snapshot::has_come(leaf.not_before) {
        let text = format!(
            "its certificate is not valid for another {}; {hosts} serves it",
            days(leaf.not_before - snapshot::now())
        );
        tell(report.critical(secret, text), secret, leaf, uses);
    } else {
        if snapshot::has_come(leaf.not_after.saturating_sub(NOTICE).saturating_add(1)) {
            let text = format!("its certificate ends in {}; {hosts} serves it", days(left(leaf)));
            tell(report.warning(secret, text), secret, leaf, uses);
        }
        judge_hosts(report, secret, leaf, uses);
    }
}

fn judge_hosts(report: &mut Report, secret: ObjectId, leaf: &Certificate, uses: &[Use]) {
    for (ingress, path, hosts) in uses {
        let uncovered = hosts
            .iter()
            .filter(|host| !host.is_empty() && certificates::covers_host(secret, host) == Some(false));
        for host in uncovered {
            let names = leaf.dns_names.join(", ");
            let text = format!(
                "its certificate is for {}, but {} serves host {host} with it",
                or_none(&names),
                name_of(*ingress)
            );
            let draft = report.warning(secret, text);
            draft
                .apart(host.clone())
                .evidence(secret, format!("{}.subjectAltName", leaf.path), or_none(&names));
            draft
                .evidence(*ingress, format!("{path}.hosts"), hosts.join(", "))
                .related(*ingress, "entrance")
                .bind("secret", secret);
            hints(draft, secret);
        }
    }
}

fn or_none(names: &str) -> String {
    if names.is_empty() {
        "no host".to_string()
    } else {
        names.to_string()
    }
}

fn served(uses: &[Use]) -> String {
    let first = uses.first().map(|(ingress, ..)| name_of(*ingress)).unwrap_or_default();
    if uses.len() > 1 {
        format!("{first} (and {} more)", uses.len() - 1)
    } else {
        first
    }
}

fn days(seconds: i64) -> String {
    match seconds / DAY {
        0 => counted((seconds / 3600).unsigned_abs() as usize, "hour"),
        days => counted(days.unsigned_abs() as usize, "day"),
    }
}

fn tell<'a>(draft: &'a mut Draft, secret: ObjectId, leaf: &Certificate, uses: &[Use]) -> &'a mut Draft {
    draft.evidence(secret, format!("{}.notAfter", leaf.path), moment(leaf.not_after));
    draft
        .evidence(secret, format!("{}.subject", leaf.path), leaf.subject.clone())
        .bind("secret", secret);
    for (ingress, path, hosts) in uses {
        draft
            .evidence(*ingress, path.clone(), hosts.join(", "))
            .related(*ingress, "entrance")
            .effects([*ingress]);
    }
    hints(draft, secret);
    draft
}

fn hints(draft: &mut Draft, secret: ObjectId) {
    let name = reference(secret);
    let pipe = "jsonpath='{.data.tls\\.crt}' | base64 -d | openssl x509 -noout -dates -ext subjectAltName";
    draft.next(format!(
        "kubectl -n {} get secret {} -o {pipe}",
        name.namespace, name.name
    ));
    draft.next(format!(
        "kubectl -n {} get certificate,certificaterequest",
        name.namespace
    ));
}

detector! {
    name: "tls-certificate-expired",
    version: "0.1.0",
    title: "A certificate that an Ingress serves is expired or does not fit",
    explanation: include_str!("../README.md"),
    interval: 3600,
    detect: detect,
}
