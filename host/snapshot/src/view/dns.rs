//! `dns`.

mod corefile;

use super::page::Answers;
use crate::Snapshot;
use crate::object::ConfigMap;
use crate::text::Text;
use sdo_model::call::price;
use sdo_model::contract::dns::{Dns, Plugin, ServerBlock};
use sdo_model::{Call, Kind, Stop};

/// The namespaces in which distributions keep the cluster's DNS.
const NAMESPACES: [&str; 2] = ["kube-system", "openshift-dns"];

impl Dns for Snapshot {
    fn server_blocks(&self, call: &mut Call) -> Result<Vec<ServerBlock>, Stop> {
        let mut blocks = Answers::new(call);
        if !call.may_read(Kind::ConfigMap) {
            return blocks.paid(call);
        }
        for at in NAMESPACES
            .into_iter()
            .flat_map(|namespace| self.in_namespace::<ConfigMap>(namespace))
        {
            call.scan(1)?;
            let Some(map) = self.at::<ConfigMap>(at) else { continue };
            for (key, text) in map.data.iter().filter(|(key, _)| is_corefile(key)) {
                // Every byte is looked at once.
                call.charge((text.len() as u64).saturating_mul(price::BYTE))?;
                for server in corefile::parse(text) {
                    blocks.push(block(Kind::ConfigMap.id(at), key, server))?;
                }
            }
        }
        blocks.paid(call)
    }
}

/// `Corefile` itself, and `*.server`: what the usual Corefiles import for more zones.
fn is_corefile(key: &Text) -> bool {
    key.starts_with("Corefile") || key.ends_with(".server")
}

fn block(config_map: u32, key: &Text, server: corefile::Server) -> ServerBlock {
    let plugin = |plugin: corefile::Plugin| Plugin {
        name: plugin.name,
        args: plugin.args,
        block: plugin.block,
    };
    ServerBlock {
        config_map,
        key: key.to_string(),
        zones: server.zones,
        port: server.port,
        plugins: server.plugins.into_iter().map(plugin).collect(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::view::fixture::{snapshot, without};

    const COREDNS: &str = r#"{"apiVersion":"v1","kind":"ConfigMap","metadata":{"name":"coredns","namespace":"kube-system"},
        "data":{"Corefile":".:53 {\n    errors\n    template IN A web.demo.svc.cluster.local {\n      rcode NXDOMAIN\n    }\n}\n","NodeHosts":"10.0.0.1 node"}}"#;

    #[test]
    fn the_corefile_of_the_cluster_is_found_and_no_other() {
        let elsewhere = COREDNS.replace("kube-system", "demo");
        let blocks = Dns::server_blocks(&snapshot(&[COREDNS, &elsewhere]), &mut Call::unlimited()).unwrap();
        assert_eq!(blocks.len(), 1);
        assert_eq!((blocks[0].key.as_str(), blocks[0].port), ("Corefile", 53));
        assert_eq!(blocks[0].plugins[1].args, ["IN", "A", "web.demo.svc.cluster.local"]);
        assert_eq!(blocks[0].plugins[1].block, ["rcode NXDOMAIN"]);
    }

    #[test]
    fn without_config_maps_there_are_no_blocks() {
        assert_eq!(
            Dns::server_blocks(&without(&[COREDNS], Kind::ConfigMap), &mut Call::unlimited()),
            Ok(Vec::new())
        );
    }

    #[test]
    fn parsing_is_paid_for() {
        let spent = Dns::server_blocks(
            &snapshot(&[COREDNS]),
            &mut Call::new(price::SCAN, sdo_model::KindSet::ALL),
        );
        assert_eq!(spent, Err(Stop::Exhausted));
    }
}
