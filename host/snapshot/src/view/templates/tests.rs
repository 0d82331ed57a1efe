use super::*;
use crate::view::fixture::snapshot;
use sdo_model::KindSet;
use sdo_model::contract::templates::{EnvSource, ProbeKind};
use sdo_model::contract::types::{ContainerRole, SelectorOperator};

const DEPLOYMENT: u32 = (Kind::Deployment as u32) << 24;
const POD: u32 = (Kind::Pod as u32) << 24;

fn deployment(spec: &str) -> String {
    format!(
        r#"{{"apiVersion":"apps/v1","kind":"Deployment","metadata":{{"namespace":"shop","name":"web"}},
        "spec":{{"template":{{"metadata":{{"labels":{{"app":"web"}}}},"spec":{spec}}}}}}}"#
    )
}

fn pod(spec: &str) -> String {
    format!(
        r#"{{"apiVersion":"v1","kind":"Pod","metadata":{{"namespace":"shop","name":"web-1","labels":{{"app":"web"}}}},"spec":{spec}}}"#
    )
}

const SETTINGS: &str = r#"{"apiVersion":"v1","kind":"ConfigMap","metadata":{"namespace":"shop","name":"settings"},
    "data":{"DB_HOST":"db","url":"http://user:hunter2@api/"}}"#;

fn env(call: &mut Call, container: &str) -> Vec<(String, String)> {
    let json = deployment(&format!(r#"{{"containers":[{container}]}}"#));
    let secret = r#"{"apiVersion":"v1","kind":"Secret","metadata":{"namespace":"shop","name":"keys"},"data":{"TOKEN":"aHVudGVyMg=="}}"#;
    let snapshot = snapshot(&[&json, SETTINGS, secret]);
    let all = Templates::env(&snapshot, call, &[DEPLOYMENT]).unwrap().remove(0);
    all.into_iter()
        .map(|variable| (variable.name, variable.value))
        .collect()
}

fn told(variables: &[(String, String)]) -> Vec<(&str, &str)> {
    variables
        .iter()
        .map(|(name, value)| (name.as_str(), value.as_str()))
        .collect()
}

#[test]
fn references_are_resolved_with_what_stands_before_them() {
    let variables = env(
        &mut Call::unlimited(),
        r#"{"name":"app","envFrom":[{"configMapRef":{"name":"settings"}}],"env":[
        {"name":"LATER","value":"$(HOST):$(PORT)"},{"name":"PORT","value":"5432"},
        {"name":"DSN","value":"db://$(DB_HOST):$(PORT)/$$(PORT)"},
        {"name":"NS","valueFrom":{"fieldRef":{"fieldPath":"metadata.namespace"}}},{"name":"FULL","value":"db.$(NS).svc"}]}"#,
    );
    assert_eq!(
        told(&variables),
        [
            ("DB_HOST", "db"),
            ("url", "http://user:***@api/"),
            ("LATER", "$(HOST):$(PORT)"),
            ("PORT", "5432"),
            ("DSN", "db://db:5432/$(PORT)"),
            ("NS", ""),
            ("FULL", "db.shop.svc")
        ]
    );
}

#[test]
fn credentials_are_masked_and_secret_values_are_never_there() {
    let variables = env(
        &mut Call::unlimited(),
        r#"{"name":"app","envFrom":[{"secretRef":{"name":"keys"},"prefix":"X_"}],"env":[
        {"name":"DB_PASSWORD","value":"hunter2"},{"name":"COPY","value":"pw=$(DB_PASSWORD)"},
        {"name":"KEY","valueFrom":{"secretKeyRef":{"name":"keys","key":"TOKEN"}}},{"name":"USES","value":"a$(KEY)b$(X_TOKEN)"}]}"#,
    );
    assert_eq!(told(&variables)[0], ("X_TOKEN", ""));
    assert!(!format!("{variables:?}").contains("hunter2") && !format!("{variables:?}").contains("aHVudGVyMg"));
    assert_eq!(told(&variables)[4], ("USES", "a$(KEY)b$(X_TOKEN)"));
}

#[test]
fn a_later_entry_overrides_and_an_unreadable_map_gives_no_value() {
    let container = r#"{"name":"app","envFrom":[{"configMapRef":{"name":"settings"}}],"env":[{"name":"DB_HOST","value":"other"},
        {"name":"URL","valueFrom":{"configMapKeyRef":{"name":"settings","key":"url"}}}]}"#;
    assert_eq!(told(&env(&mut Call::unlimited(), container))[1], ("DB_HOST", "other"));
    let mut call = Call::new(u64::MAX, KindSet::EMPTY.with(Kind::Deployment));
    assert_eq!(told(&env(&mut call, container)), [("DB_HOST", "other"), ("URL", "")]);
}

#[test]
fn values_that_double_with_each_variable_stay_small() {
    let doubling: Vec<String> = (1..40)
        .map(|n| format!(r#"{{"name":"V{n}","value":"$(V{})$(V{})"}}"#, n - 1, n - 1))
        .collect();
    let container = format!(
        r#"{{"name":"app","env":[{{"name":"V0","value":"0123456789"}},{}]}}"#,
        doubling.join(",")
    );
    assert!(
        env(&mut Call::unlimited(), &container)
            .iter()
            .all(|(_, value)| value.len() <= 4096)
    );
}

#[test]
fn a_source_says_where_a_value_comes_from() {
    let json = deployment(
        r#"{"containers":[{"name":"app","env":[{"name":"A","valueFrom":{"resourceFieldRef":{"resource":"limits.cpu"}}},
        {"name":"B","valueFrom":{"configMapKeyRef":{"name":"settings","key":"none"}}}]}]}"#,
    );
    let snapshot = snapshot(&[&json, SETTINGS]);
    let variables = Templates::env(&snapshot, &mut Call::unlimited(), &[DEPLOYMENT])
        .unwrap()
        .remove(0);
    assert_eq!(variables[0].source, EnvSource::Field("limits.cpu".to_owned()));
    assert_eq!(
        (&variables[1].source, variables[1].value.as_str()),
        (&EnvSource::ConfigMap(("settings".to_owned(), "none".to_owned())), "")
    );
}

#[test]
fn containers_come_in_spec_order_with_their_roles() {
    let json = pod(
        r#"{"hostNetwork":true,"ephemeralContainers":[{"name":"debug"}],"containers":[{"name":"app","ports":[{"containerPort":80,"hostPort":8080},{"containerPort":90}],
        "resources":{"limits":{"memory":"1Gi"}}}],"initContainers":[{"name":"proxy","restartPolicy":"Always"},{"name":"setup"}]}"#,
    );
    let containers = Templates::containers(&snapshot(&[&json]), &mut Call::unlimited(), &[POD, DEPLOYMENT]).unwrap();
    let roles: Vec<_> = containers[0].iter().map(|container| container.role).collect();
    assert_eq!(
        roles,
        [
            ContainerRole::Sidecar,
            ContainerRole::Init,
            ContainerRole::Main,
            ContainerRole::Ephemeral
        ]
    );
    let app = &containers[0][2];
    assert_eq!(
        app.ports.iter().map(|port| port.host_port).collect::<Vec<_>>(),
        [Some(8080), Some(90)]
    );
    assert_eq!(app.limits[0].milli, (1 << 30) * 1000);
    assert_eq!(containers[1], []);
}

#[test]
fn probe_ports_are_resolved_within_their_own_container() {
    let json = deployment(
        r#"{"containers":[{"name":"other","ports":[{"name":"admin","containerPort":9000}]},{"name":"app","ports":[{"name":"http","containerPort":8080}],
        "readinessProbe":{"httpGet":{"port":"http"}},"livenessProbe":{"tcpSocket":{"port":"admin"},"periodSeconds":0},
        "startupProbe":{"grpc":{"port":5000},"failureThreshold":30}}]}"#,
    );
    let probes = snapshot(&[&json])
        .probes(&mut Call::unlimited(), &[DEPLOYMENT])
        .unwrap()
        .remove(0);
    let told: Vec<_> = probes
        .iter()
        .map(|probe| {
            (
                probe.kind,
                probe.port,
                probe.port_declared,
                probe.period,
                probe.failure_threshold,
            )
        })
        .collect();
    assert_eq!(
        told,
        [
            (ProbeKind::Liveness, None, false, 10, 3),
            (ProbeKind::Readiness, Some(8080), true, 10, 3),
            (ProbeKind::Startup, Some(5000), false, 10, 30)
        ]
    );
}

#[test]
fn volumes_tell_their_source_and_every_mount() {
    let json = pod(
        r#"{"volumes":[{"name":"conf","configMap":{"name":"settings","optional":true}},{"name":"bundle","projected":{"sources":[{"configMap":{"name":"a"}},{"secret":{"name":"b","optional":true}}]}}],
        "initContainers":[{"name":"setup","volumeMounts":[{"name":"conf","mountPath":"/x","subPath":"k","readOnly":true}]}],"containers":[{"name":"app","volumeMounts":[{"name":"conf","mountPath":"/etc"}]}]}"#,
    );
    let volumes = snapshot(&[&json])
        .volumes(&mut Call::unlimited(), &[POD])
        .unwrap()
        .remove(0);
    assert_eq!(
        volumes
            .iter()
            .map(|volume| (volume.optional, volume.mounts.len()))
            .collect::<Vec<_>>(),
        [(true, 2), (false, 0)]
    );
    assert_eq!(
        (volumes[0].mounts[0].sub_path.as_str(), volumes[0].mounts[0].read_only),
        ("k", true)
    );
}

#[test]
fn what_selects_nothing_never_reads_as_everything() {
    let json = deployment(
        r#"{"affinity":{"nodeAffinity":{"requiredDuringSchedulingIgnoredDuringExecution":{"nodeSelectorTerms":[{}]}},
        "podAntiAffinity":{"requiredDuringSchedulingIgnoredDuringExecution":[{"topologyKey":"zone"},{"topologyKey":"host","labelSelector":{"matchLabels":{"app":"web"}}},
        {"topologyKey":"host","labelSelector":{},"namespaces":["elsewhere"]}]}}}"#,
    );
    let placement = snapshot(&[&json])
        .placement(&mut Call::unlimited(), &[DEPLOYMENT])
        .unwrap()
        .remove(0)
        .unwrap();
    assert_eq!(
        (
            placement.node_terms[0][0].operator,
            placement.node_terms[0][0].values.len()
        ),
        (SelectorOperator::InValues, 0)
    );
    assert_eq!(placement.affinity[0].selector.expressions[0].values.len(), 0);
    assert_eq!(
        placement
            .affinity
            .iter()
            .map(|term| term.selects_itself)
            .collect::<Vec<_>>(),
        [false, true, false]
    );
    assert_eq!(placement.scheduler, "default-scheduler");
}

#[test]
fn settings_carry_defaults_and_the_sum_of_requests() {
    let json = deployment(
        r#"{"initContainers":[{"name":"i","resources":{"requests":{"cpu":"2"}}}],"containers":[{"name":"a","resources":{"requests":{"cpu":"500m"},"limits":{"memory":"1Gi"}}},{"name":"b","resources":{"requests":{"cpu":"1"}}}]}"#,
    );
    let settings = snapshot(&[&json])
        .settings(&mut Call::unlimited(), &[DEPLOYMENT])
        .unwrap()
        .remove(0)
        .unwrap();
    let requests: Vec<_> = settings
        .requests
        .iter()
        .map(|amount| (amount.resource_name.as_str(), amount.text.as_str()))
        .collect();
    assert_eq!(requests, [("cpu", "2"), ("memory", "1Gi")]);
    assert_eq!(
        (
            settings.service_account.as_str(),
            settings.restart_policy.as_str(),
            settings.termination_grace
        ),
        ("default", "Always", 30)
    );
    assert_eq!(settings.labels, [("app".to_owned(), "web".to_owned())]);
}

mod between {
    use super::*;

    fn differences(before: &str, after: &str) -> Vec<String> {
        let set = |name: &str, spec: &str| {
            format!(
                r#"{{"apiVersion":"apps/v1","kind":"ReplicaSet","metadata":{{"namespace":"shop","name":"{name}"}},"spec":{{"template":{{"spec":{spec}}}}}}}"#
            )
        };
        let snapshot = snapshot(&[&set("a", before), &set("b", after)]);
        tell(&snapshot, Kind::ReplicaSet.id(0), Kind::ReplicaSet.id(1))
    }

    fn tell(snapshot: &Snapshot, before: u32, after: u32) -> Vec<String> {
        let all = snapshot.differences(&mut Call::unlimited(), before, after).unwrap();
        all.iter()
            .map(|one| format!("{}: {} -> {}", one.path, one.before, one.after))
            .collect()
    }

    #[test]
    fn every_part_is_compared_by_name() {
        let before = r#"{"nodeSelector":{"disk":"ssd"},"volumes":[{"name":"conf","configMap":{"name":"one"}}],"containers":[{"name":"app","image":"web:1","args":["-v"],
            "env":[{"name":"A","value":"1"},{"name":"B","value":"2"}],"resources":{"limits":{"memory":"1Gi"},"requests":{"memory":"1Gi"}},"readinessProbe":{"httpGet":{"port":80}}}]}"#;
        let after = r#"{"nodeSelector":{"disk":"hdd"},"volumes":[{"name":"conf","configMap":{"name":"two"}}],"containers":[{"name":"app","image":"web:2","args":["-q"],
            "env":[{"name":"B","value":"2"},{"name":"A","valueFrom":{"secretKeyRef":{"name":"s","key":"k"}}}],"resources":{"limits":{"memory":"512Mi"},"requests":{"memory":"1024Mi"}},"readinessProbe":{"httpGet":{"port":81},"timeoutSeconds":5}}]}"#;
        assert_eq!(
            differences(before, after),
            [
                r#"spec.containers[app].args: ["-v"] -> ["-q"]"#,
                "spec.containers[app].env[A]: 1 -> secretKeyRef s/k",
                "spec.containers[app].image: web:1 -> web:2",
                "spec.containers[app].readinessProbe.httpGet: http://:80/ -> http://:81/",
                "spec.containers[app].readinessProbe.timeoutSeconds: 1 -> 5",
                "spec.containers[app].resources.limits[memory]: 1Gi -> 512Mi",
                "spec.nodeSelector[disk]: disk=ssd -> disk=hdd",
                "spec.volumes[conf]: configMap one -> configMap two",
            ]
        );
    }

    #[test]
    fn defaults_that_are_written_out_are_no_difference() {
        let short = r#"{"containers":[{"name":"app","ports":[{"containerPort":80}],"livenessProbe":{"httpGet":{"port":80}},"resources":{"limits":{"cpu":"1"}}}]}"#;
        let long = r#"{"schedulerName":"default-scheduler","containers":[{"name":"app","ports":[{"containerPort":80,"protocol":"TCP"}],
            "livenessProbe":{"httpGet":{"port":80,"path":"/","scheme":"HTTP"},"periodSeconds":10,"timeoutSeconds":1,"successThreshold":1,"failureThreshold":3},
            "resources":{"limits":{"cpu":"1000m"},"requests":{"cpu":"1"}}}]}"#;
        assert_eq!(differences(short, long), [""; 0]);
    }

    #[test]
    fn a_container_or_probe_of_one_side_is_told_once() {
        let both = r#"{"containers":[{"name":"app","image":"web:1"},{"name":"log","image":"log:1","env":[{"name":"A","value":"1"}]}]}"#;
        let one = r#"{"containers":[{"name":"app","image":"web:1","livenessProbe":{"tcpSocket":{"port":80}}}]}"#;
        assert_eq!(
            differences(both, one),
            [
                "spec.containers[app].livenessProbe:  -> tcpSocket :80",
                "spec.containers[log]: log:1 -> "
            ]
        );
    }

    #[test]
    fn a_sidecar_that_was_only_added_is_left_out_and_one_that_was_taken_away_is_not() {
        let plain = r#"{"containers":[{"name":"app","image":"web:1"}]}"#;
        let meshed = r#"{"initContainers":[{"name":"proxy","image":"proxy:1","restartPolicy":"Always"}],"containers":[{"name":"app","image":"web:1"}]}"#;
        assert_eq!(differences(plain, meshed), [""; 0]);
        assert_eq!(differences(meshed, plain), ["spec.initContainers[proxy]: proxy:1 -> "]);
    }

    #[test]
    fn what_admission_adds_to_a_pod_is_no_difference_to_its_template() {
        let template = r#"{"containers":[{"name":"app","image":"web:1","env":[{"name":"A","value":"1"}]}]}"#;
        let admitted = |image: &str| {
            pod(&format!(
                r#"{{"nodeName":"n1","tolerations":[{{"key":"node.kubernetes.io/not-ready","operator":"Exists","effect":"NoExecute"}}],
                "volumes":[{{"name":"kube-api-access-abcde","projected":{{}}}},{{"name":"mesh","emptyDir":{{}}}}],
                "containers":[{{"name":"app","image":"{image}","env":[{{"name":"A","value":"1"}},{{"name":"POD","value":"x"}}],"volumeMounts":[{{"name":"kube-api-access-abcde","mountPath":"/var/run"}}]}},{{"name":"istio-proxy","image":"p"}}]}}"#
            ))
        };
        let compare = |image: &str| {
            let snapshot = snapshot(&[&deployment(template), &admitted(image)]);
            [tell(&snapshot, DEPLOYMENT, POD), tell(&snapshot, POD, DEPLOYMENT)]
        };
        assert_eq!(compare("web:1"), [const { Vec::<String>::new() }; 2]);
        assert_eq!(compare("web:2")[0], ["spec.containers[app].image: web:1 -> web:2"]);
    }

    #[test]
    fn a_taken_away_variable_tells_its_value_masked() {
        let before = r#"{"containers":[{"name":"app","env":[{"name":"DB_PASSWORD","value":"hunter2"},{"name":"EMPTY","value":""}]}]}"#;
        let after = r#"{"containers":[{"name":"app"}]}"#;
        assert_eq!(
            differences(before, after),
            [
                "spec.containers[app].env[DB_PASSWORD]: *** -> ",
                r#"spec.containers[app].env[EMPTY]: "" -> "#
            ]
        );
    }

    #[test]
    fn unseen_templates_have_no_differences() {
        let json = deployment(r#"{"containers":[{"name":"app","image":"web:1"}]}"#);
        let snapshot = snapshot(&[&json, SETTINGS]);
        for other in [Kind::Deployment.id(9), Kind::ConfigMap.id(0), u32::MAX] {
            assert_eq!(tell(&snapshot, DEPLOYMENT, other), [""; 0]);
        }
    }
}
