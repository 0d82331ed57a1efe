//! Incidents of every sort.

use super::{DAY, HOUR, MINUTE, NOW};
use sdo_model::finding::{Effect, Evidence, Finding, ObjectName, Related, Severity};
use sdo_model::incident::{Blind, Entry, Incident, IncidentId, Mute, Stage, Turn};

/// An incident of no interest.
pub(crate) fn incident(number: u64, stage: Stage) -> Incident {
    let opened = NOW - 2 * HOUR + i64::try_from(number).unwrap_or_default();
    let closed = match stage {
        Stage::Open => None,
        Stage::Closed => Some(opened + 10 * MINUTE),
    };
    let name = format!("worker-{number}");
    let summary = format!("1 of 3 replicas of {name} cannot be scheduled: no node has 4 free CPUs");
    let primary = object("Deployment", "demo", &name);
    let mut finding = finding("no-room-for-pod", Severity::Warning, &summary, primary);
    let field = "spec.containers[0].resources.requests.cpu";
    finding.evidence = vec![fact("Pod", &format!("demo/{name}-6c9f7-q8zkd"), field, "4")];
    Incident {
        closed,
        stage,
        changed: closed.unwrap_or(opened),
        opened,
        ..of(number, finding)
    }
}

/// An entry of an incident's history.
pub(crate) fn entry(id: IncidentId, at: i64) -> Entry {
    Entry {
        incident: id,
        at,
        turn: Turn::Opened,
        detail: "node worker-3 has not reported for 5 minutes".to_owned(),
    }
}

/// The history of an incident.
pub(crate) fn history(id: IncidentId) -> Vec<Entry> {
    let turn = |ago: i64, turn: Turn, detail: &str| Entry {
        incident: id,
        at: NOW - ago,
        turn,
        detail: detail.to_owned(),
    };
    vec![
        turn(3 * HOUR, Turn::Opened, "node worker-3 has not reported for 5 minutes"),
        turn(2 * HOUR, Turn::Blinded, "Node: the API server does not answer"),
        turn(2 * HOUR - 90, Turn::Sighted, "Node: complete"),
        turn(
            HOUR,
            Turn::Changed,
            "node worker-3 has not reported for 2 hours: 14 pods are unreachable",
        ),
    ]
}

pub(super) fn worker_down() -> Incident {
    let summary = "node worker-3 has not reported for 2 hours: 14 pods are unreachable";
    let mut finding = finding(
        "node-not-ready",
        Severity::Critical,
        summary,
        object("Node", "", "worker-3"),
    );
    finding.evidence = vec![
        fact("Node", "worker-3", "status.conditions[Ready].status", "Unknown"),
        fact(
            "Node",
            "worker-3",
            "status.conditions[Ready].reason",
            "NodeStatusUnknown",
        ),
        fact(
            "Lease",
            "kube-node-lease/worker-3",
            "spec.renewTime",
            "2026-11-30T16:01:12Z",
        ),
    ];
    let suffering = (0..14).map(|number| Effect {
        object: object("Pod", "shop", &format!("checkout-5d8c7b9f6-{number:05}")),
        rule: Some("pod-unreachable".to_owned()),
        severity: Some(Severity::Warning),
        summary: Some("the pod's node does not report; its last state is 2 hours old".to_owned()),
        fingerprint: Some(format!("fp-{number}")),
    });
    let named = Effect {
        object: object("Service", "shop", "checkout"),
        rule: None,
        severity: None,
        summary: None,
        fingerprint: None,
    };
    finding.effects = suffering.chain([named]).collect();
    finding.next = vec![
        "kubectl describe node worker-3".to_owned(),
        "ssh worker-3 -- journalctl -u kubelet --since '2 hours ago'".to_owned(),
    ];
    finding.since = Some(NOW - 2 * HOUR - MINUTE);
    finding.related = vec![Related {
        object: object("Lease", "kube-node-lease", "worker-3"),
        role: "heartbeat".to_owned(),
    }];
    finding.playbooks = vec!["node-not-ready".to_owned()];
    finding.metadata = vec![("kubelet".to_owned(), "v1.36.1".to_owned())];
    Incident {
        findings: 2,
        reopened: 1,
        ..of(17, finding)
    }
}

pub(super) fn expired() -> Incident {
    let summary = "the certificate that Ingress shop/front serves for shop.example.com expired 3 days ago";
    let primary = object("Secret", "shop", "front-tls");
    let mut finding = finding("tls-certificate-expired", Severity::Critical, summary, primary);
    finding.evidence = vec![
        fact(
            "Secret",
            "shop/front-tls",
            "data[tls.crt].notAfter",
            "2026-11-27T18:00:00Z",
        ),
        fact("Ingress", "shop/front", "spec.tls[0].hosts[0]", "shop.example.com"),
    ];
    finding.next = vec!["kubectl -n shop get certificate,certificaterequest,order,challenge".to_owned()];
    finding.since = Some(NOW - 3 * DAY);
    Incident {
        blind: Some(Blind {
            since: NOW - 20 * MINUTE,
            reason: "Secret: forbidden".to_owned(),
        }),
        ..of(14, finding)
    }
}

pub(super) fn crash_loop() -> Incident {
    let summary = "container api of Deployment shop/cart has ended 23 times with exit code 137: out of memory at its limit of 256Mi";
    let primary = object("Deployment", "shop", "cart");
    let mut finding = finding("container-crash-looping", Severity::Warning, summary, primary);
    let pod = "shop/cart-7f9d-2xkqp";
    finding.evidence = vec![
        fact("Pod", pod, "status.containerStatuses[api].restartCount", "23"),
        fact(
            "Pod",
            pod,
            "status.containerStatuses[api].lastState.terminated.reason",
            "OOMKilled",
        ),
    ];
    finding.next = vec!["kubectl -n shop logs deploy/cart -c api --previous".to_owned()];
    Incident {
        flapping: true,
        reopened: 4,
        ..of(16, finding)
    }
}

pub(super) fn port() -> Incident {
    let summary = "port http of Service web/front points to the container port www, which none of its 3 pods has";
    let primary = object("Service", "web", "front");
    of(
        15,
        finding("target-port-unresolved", Severity::Warning, summary, primary),
    )
}

pub(super) fn advice() -> Incident {
    let summary = "Deployment batch/mailer has 0 replicas, and 2 workloads name its Service";
    let primary = object("Deployment", "batch", "mailer");
    Incident {
        mute: Some(Mute {
            by: "annotation on Deployment batch/mailer".to_owned(),
            until: Some(NOW + DAY),
        }),
        ..of(
            12,
            finding("zero-replicas-with-dependents", Severity::Info, summary, primary),
        )
    }
}

/// The incident with every text replaced by `evil`.
pub(super) fn poisoned(mut incident: Incident, evil: &str) -> Incident {
    let text = || evil.to_owned();
    let name = object(evil, evil, evil);
    let finding = &mut incident.finding;
    finding.rule = text();
    finding.summary = text();
    finding.primary = name.clone();
    finding.fingerprint = text();
    finding.evidence = vec![Evidence {
        object: name.clone(),
        path: text(),
        value: text(),
    }];
    let related = Related {
        object: name.clone(),
        role: text(),
    };
    finding.related = vec![related.clone()];
    finding.bindings = vec![related];
    finding.effects = vec![Effect {
        object: name,
        rule: Some(text()),
        severity: Some(Severity::Info),
        summary: Some(text()),
        fingerprint: Some(text()),
    }];
    finding.next = vec![text()];
    finding.playbooks = vec![text()];
    finding.metadata = vec![(text(), text())];
    incident.blind = Some(Blind {
        since: NOW - MINUTE,
        reason: text(),
    });
    incident.mute = Some(Mute {
        by: text(),
        until: None,
    });
    incident
}

fn of(number: u64, finding: Finding) -> Incident {
    Incident {
        id: IncidentId(number),
        cause: finding.cause.clone(),
        stage: Stage::Open,
        finding,
        findings: 1,
        opened: NOW - 25 * MINUTE,
        changed: NOW - 20 * MINUTE,
        seen: NOW - 3,
        closed: None,
        reopened: 0,
        flapping: false,
        blind: None,
        mute: None,
    }
}

fn finding(rule: &str, severity: Severity, summary: &str, primary: ObjectName) -> Finding {
    Finding {
        rule: rule.to_owned(),
        severity,
        summary: summary.to_owned(),
        primary,
        related: Vec::new(),
        evidence: Vec::new(),
        fingerprint: "9d0c2f6be1a74c58".to_owned(),
        cause: "51ab7c09e4d2f386".to_owned(),
        effects: Vec::new(),
        next: Vec::new(),
        since: None,
        playbooks: Vec::new(),
        bindings: Vec::new(),
        metadata: Vec::new(),
    }
}

fn object(kind: &str, namespace: &str, name: &str) -> ObjectName {
    ObjectName {
        kind: kind.to_owned(),
        namespace: namespace.to_owned(),
        name: name.to_owned(),
        group: String::new(),
    }
}

/// `path` is `namespace/name`, or `name` alone.
fn fact(kind: &str, path: &str, field: &str, value: &str) -> Evidence {
    let (namespace, name) = path.split_once('/').unwrap_or(("", path));
    Evidence {
        object: object(kind, namespace, name),
        path: field.to_owned(),
        value: value.to_owned(),
    }
}
