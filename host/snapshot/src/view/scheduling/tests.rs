use super::*;
use crate::view::fixture::snapshot;
use RefusalReason as Why;

fn node(name: &str, labels: &str, spec: &str) -> String {
    format!(
        r#"{{"apiVersion":"v1","kind":"Node","metadata":{{"name":"{name}","labels":{{"kubernetes.io/hostname":"{name}"{labels}}}}},"spec":{spec},
        "status":{{"allocatable":{{"cpu":"4","memory":"16393204Ki","pods":"3"}}}}}}"#
    )
}

fn pod(name: &str, spec: &str) -> String {
    format!(
        r#"{{"apiVersion":"v1","kind":"Pod","metadata":{{"name":"{name}","namespace":"demo","labels":{{"app":"web"}}}},"spec":{spec},"status":{{"phase":"Running"}}}}"#
    )
}

fn on(node: &str, more: &str) -> String {
    format!(r#"{{"nodeName":"{node}"{more}}}"#)
}

fn of(objects: &[String]) -> Snapshot {
    snapshot(&objects.iter().map(String::as_str).collect::<Vec<_>>())
}

/// Why the nodes refuse pod `new`, with details.
fn refusals(snapshot: &Snapshot) -> Vec<(String, Why, String)> {
    let id = snapshot.find_id(Kind::Pod, "demo", "new").unwrap();
    let found = Scheduling::refusals(snapshot, &mut Call::unlimited(), id).unwrap();
    let name = |node| snapshot.meta(node).unwrap().name.to_string();
    found
        .into_iter()
        .map(|refusal| (name(refusal.node), refusal.reason, refusal.detail))
        .collect()
}

/// The one reason for which node `n1` refuses pod `new` with this spec beside `others`.
fn why(node_spec: &str, spec: &str, others: &[String]) -> Option<(Why, String)> {
    let objects = [
        vec![node("n1", r#","zone":"a""#, node_spec), pod("new", spec)],
        others.to_vec(),
    ]
    .concat();
    refusals(&of(&objects))
        .pop()
        .map(|(_, reason, detail)| (reason, detail))
}

fn is(reason: Why, detail: &str) -> Option<(Why, String)> {
    Some((reason, detail.to_owned()))
}

#[test]
fn labels_and_affinity_name_what_does_not_match() {
    assert_eq!(why("{}", r#"{"nodeSelector":{"zone":"a"}}"#, &[]), None);
    assert_eq!(
        why("{}", r#"{"nodeSelector":{"disktype":"ssd"}}"#, &[]),
        is(Why::NodeSelector, "disktype=ssd")
    );
    let affinity = |term: &str| {
        format!(
            r#"{{"affinity":{{"nodeAffinity":{{"requiredDuringSchedulingIgnoredDuringExecution":{{"nodeSelectorTerms":[{term}]}}}}}}}}"#
        )
    };
    let zone = r#"{"matchExpressions":[{"key":"zone","operator":"In","values":["b","c"]}]}"#;
    assert_eq!(why("{}", &affinity(zone), &[]), is(Why::NodeAffinity, "zone in (b, c)"));
    assert_eq!(why("{}", &affinity(""), &[]).unwrap().0, Why::NodeAffinity);
}

#[test]
fn taints_count_by_effect_and_cordon_stands_before_them() {
    let tainted = |effect: &str| format!(r#"{{"taints":[{{"key":"dedicated","value":"gpu","effect":"{effect}"}}]}}"#);
    assert_eq!(
        why(&tainted("NoSchedule"), "{}", &[]),
        is(Why::Taint, "dedicated=gpu:NoSchedule")
    );
    assert_eq!(why(&tainted("PreferNoSchedule"), "{}", &[]), None);
    for toleration in [
        r#"{"operator":"Exists"}"#,
        r#"{"key":"dedicated","value":"gpu"}"#,
        r#"{"key":"dedicated","operator":"Exists","effect":"NoSchedule"}"#,
    ] {
        assert_eq!(
            why(
                &tainted("NoSchedule"),
                &format!(r#"{{"tolerations":[{toleration}]}}"#),
                &[]
            ),
            None,
            "{toleration}"
        );
    }
    for toleration in [
        r#"{"key":"dedicated","value":"db"}"#,
        r#"{"key":"dedicated","operator":"Exists","effect":"NoExecute"}"#,
    ] {
        assert!(
            why(
                &tainted("NoSchedule"),
                &format!(r#"{{"tolerations":[{toleration}]}}"#),
                &[]
            )
            .is_some(),
            "{toleration}"
        );
    }
    let cordoned =
        r#"{"unschedulable":true,"taints":[{"key":"node.kubernetes.io/unschedulable","effect":"NoSchedule"}]}"#;
    assert_eq!(why(cordoned, "{}", &[]), is(Why::Unschedulable, "cordoned"));
}

fn asks(cpu: &str) -> String {
    format!(r#","containers":[{{"name":"c","resources":{{"requests":{{"cpu":"{cpu}"}}}}}}]"#)
}

#[test]
fn what_never_fits_is_told_from_what_does_not_fit_now() {
    let spec = |cpu: &str| format!("{{{}}}", asks(cpu).trim_start_matches(','));
    let others = [pod("other", &on("n1", &asks("3")))];
    assert_eq!(why("{}", &spec("1"), &others), None);
    assert_eq!(
        why("{}", &spec("1500m"), &others),
        is(Why::CpuNow, "requests 1500m cpu, the node has 1 left")
    );
    assert_eq!(
        why("{}", &spec("64"), &others),
        is(Why::CpuNever, "requests 64 cpu, the node has 4")
    );
    let gpu = r#"{"containers":[{"name":"c","resources":{"limits":{"nvidia.com/gpu":"1","cpu":"2"}}}]}"#;
    assert_eq!(
        why("{}", gpu, &others),
        is(Why::ResourceNever, "requests 1 nvidia.com/gpu, the node has 0")
    );
}

#[test]
fn a_bound_pod_is_weighed_as_if_it_had_no_place_yet() {
    let mut objects = vec![node("n1", "", "{}"), pod("new", &on("n1", &asks("3")))];
    assert_eq!(refusals(&of(&objects)), []);
    objects.push(pod("twin", &on("n1", &asks("3"))));
    assert_eq!(refusals(&of(&objects))[0].1, Why::CpuNow);
}

#[test]
fn a_taken_host_port_names_who_takes_it() {
    let ports = r#""containers":[{"name":"c","ports":[{"containerPort":80,"hostPort":8080}]}]"#;
    let others = [pod(
        "other",
        &on(
            "n1",
            r#","hostNetwork":true,"containers":[{"name":"c","ports":[{"containerPort":8080}]}]"#,
        ),
    )];
    assert_eq!(
        why("{}", &format!("{{{ports}}}"), &others),
        is(Why::HostPort, "8080/TCP taken by Pod demo/other")
    );
    assert_eq!(why("{}", "{}", &others), None);
}

#[test]
fn a_bound_volume_ties_its_pod_to_nodes() {
    let volume = r#"{"apiVersion":"v1","kind":"PersistentVolume","metadata":{"name":"pv"},"spec":{"nodeAffinity":{"required":{"nodeSelectorTerms":[
        {"matchExpressions":[{"key":"zone","operator":"In","values":["b"]}]}]}}}}"#;
    let claim = r#"{"apiVersion":"v1","kind":"PersistentVolumeClaim","metadata":{"name":"data","namespace":"demo"},"spec":{"volumeName":"pv"}}"#;
    let spec = r#"{"volumes":[{"name":"d","persistentVolumeClaim":{"claimName":"data"}}]}"#;
    let others = [volume.to_owned(), claim.to_owned()];
    assert_eq!(
        why("{}", spec, &others),
        is(Why::Volume, "the volume of claim data needs zone=b")
    );
}

fn apart(kind: &str, app: &str) -> String {
    format!(
        r#""affinity":{{"{kind}":{{"requiredDuringSchedulingIgnoredDuringExecution":[
        {{"topologyKey":"kubernetes.io/hostname","labelSelector":{{"matchLabels":{{"app":"{app}"}}}}}}]}}}}"#
    )
}

#[test]
fn anti_affinity_holds_both_ways() {
    let with_rule = format!("{{{}}}", apart("podAntiAffinity", "web"));
    assert_eq!(
        why("{}", &with_rule, &[pod("other", &on("n1", ""))]),
        is(
            Why::PodAffinity,
            "keeps away from pods with app=web per kubernetes.io/hostname"
        )
    );
    let other = pod("other", &on("n1", &format!(",{}", apart("podAntiAffinity", "web"))));
    assert_eq!(
        why("{}", "{}", &[other]),
        is(
            Why::PodAffinity,
            "pods of demo keep away from pods with app=web per kubernetes.io/hostname"
        )
    );
    assert_eq!(why("{}", &with_rule, &[]), None);
}

#[test]
fn affinity_needs_company_but_the_first_of_its_own_group_may_start() {
    let spec = |app: &str| format!("{{{}}}", apart("podAffinity", app));
    assert_eq!(
        why("{}", &spec("cache"), &[]),
        is(Why::PodAffinity, "needs pods with app=cache per kubernetes.io/hostname")
    );
    assert_eq!(why("{}", &spec("web"), &[]), None);
    let objects = [
        node("n1", "", "{}"),
        node("n2", "", "{}"),
        pod("new", &spec("web")),
        pod("first", &on("n2", "")),
    ];
    assert_eq!(
        refusals(&of(&objects))
            .into_iter()
            .map(|(node, ..)| node)
            .collect::<Vec<_>>(),
        ["n1"]
    );
}

#[test]
fn a_hard_spread_refuses_the_fuller_domain() {
    let spread = |when: &str| {
        format!(
            r#"{{"topologySpreadConstraints":[{{"maxSkew":1,"topologyKey":"zone","whenUnsatisfiable":"{when}","labelSelector":{{"matchLabels":{{"app":"web"}}}}}}]}}"#
        )
    };
    let objects = |when: &str| {
        [
            node("n1", r#","zone":"a""#, "{}"),
            node("n2", r#","zone":"b""#, "{}"),
            node("n3", "", "{}"),
            pod("new", &spread(when)),
            pod("other", &on("n1", "")),
        ]
    };
    let found = refusals(&of(&objects("DoNotSchedule")));
    let details: Vec<_> = found
        .iter()
        .map(|(node, _, detail)| (node.as_str(), detail.as_str()))
        .collect();
    assert_eq!(details, [("n1", "maxSkew 1 per zone"), ("n3", "no label zone")]);
    assert!(refusals(&of(&objects("ScheduleAnyway"))).is_empty());
}

#[test]
fn a_full_node_takes_no_further_pod() {
    let others = ["a", "b", "c"].map(|name| pod(name, &on("n1", "")));
    assert_eq!(why("{}", "{}", &others), is(Why::PodCount, "takes 3 pods, has 3"));
}

#[test]
fn a_report_counts_reasons_and_names_the_largest_node() {
    let spec = format!(r#"{{"nodeSelector":{{"disk":"ssd"}}{}}}"#, asks("64"));
    let deployment = format!(
        r#"{{"apiVersion":"apps/v1","kind":"Deployment","metadata":{{"name":"web","namespace":"demo"}},"spec":{{"template":{{"spec":{spec}}}}}}}"#
    );
    let ssd = r#","disk":"ssd""#;
    let all = of(&[
        node("n1", ssd, "{}"),
        node("n2", ssd, "{}"),
        node("n3", "", "{}"),
        deployment,
    ]);
    let id = all.find_id(Kind::Deployment, "demo", "web").unwrap();
    let report = Scheduling::fit(&all, &mut Call::unlimited(), id).unwrap().unwrap();
    assert_eq!((report.nodes, report.fits), (3, 0));
    let counts: Vec<_> = report
        .refusals
        .iter()
        .map(|count| (count.reason, count.nodes, count.detail.as_str()))
        .collect();
    assert_eq!(
        counts,
        [
            (Why::CpuNever, 2, "requests 64 cpu, largest node has 4"),
            (Why::NodeSelector, 1, "disk=ssd")
        ]
    );
}

#[test]
fn daemons_tolerate_a_cordon_and_a_named_node_is_not_asked() {
    let of_kind = |kind: &str, spec: &str| {
        let json = format!(
            r#"{{"apiVersion":"apps/v1","kind":"{kind}","metadata":{{"name":"new","namespace":"demo"}},"spec":{{"template":{{"spec":{spec}}}}}}}"#
        );
        let all = of(&[node("n1", "", r#"{"unschedulable":true}"#), node("n2", "", "{}"), json]);
        let id = all.find_id(Kind::from_name(kind).unwrap(), "demo", "new").unwrap();
        let report = Scheduling::fit(&all, &mut Call::unlimited(), id).unwrap().unwrap();
        (report.fits, report.refusals.first().map(|count| count.reason))
    };
    assert_eq!(of_kind("DaemonSet", "{}"), (2, None));
    assert_eq!(of_kind("Deployment", "{}"), (1, Some(Why::Unschedulable)));
    assert_eq!(of_kind("Deployment", r#"{"nodeName":"n1"}"#), (1, Some(Why::NodeName)));
}

#[test]
fn without_pods_only_what_the_nodes_themselves_say_counts() {
    let all = of(&[
        node("n1", "", "{}"),
        pod("new", &on("n1", &asks("3"))),
        pod("twin", &on("n1", &asks("3"))),
    ]);
    let deployment = Kind::Deployment.id(0);
    let blind = sdo_model::KindSet::ALL.without(Kind::Pod);
    assert_eq!(
        Scheduling::fit(&all, &mut Call::new(u64::MAX, blind), deployment),
        Ok(None)
    );
    let id = all.find_id(Kind::Pod, "demo", "new").unwrap();
    assert_eq!(Scheduling::fit(&all, &mut Call::new(u64::MAX, blind), id), Ok(None));
    assert_eq!(
        Scheduling::fit(&all, &mut Call::new(100, sdo_model::KindSet::ALL), id),
        Err(Stop::Exhausted)
    );
}
