//! `host/sandbox/tests/view/blank.rs`: a view for tests of the sandbox that answers nothing, so that such a test needs no snapshot.

use super::model::{HEADER, params, result};
use super::shape::{Contract, camel, snake};
use std::collections::BTreeMap;
use std::fmt::Write as _;
use wit_parser::InterfaceId;

/// Interfaces that the test view answers by hand.
const ANSWERED: [&str; 5] = ["custom-resources", "leases", "pods", "secrets", "snapshot"];

pub(crate) fn files(contract: &Contract) -> BTreeMap<String, String> {
    let mut text = format!("//! Every interface that the test view does not answer: a call ends the run.\n\n{HEADER}");
    for id in &contract.cluster {
        if !contract.functions(*id).is_empty() && !ANSWERED.contains(&contract.wit_name(*id).as_str()) {
            text += &module(contract, *id);
        }
    }
    BTreeMap::from([("blank.rs".to_owned(), text)])
}

fn module(contract: &Contract, id: InterfaceId) -> String {
    let module = contract.module(id);
    let mut text = format!(
        "\nmod {module} {{\nuse sdo_model::contract::{module}::*;\nuse sdo_model::{{Call, Stop}};\n\nimpl {} for crate::view::View {{\n",
        camel(&contract.wit_name(id))
    );
    for function in contract.functions(id) {
        let list: String = params(contract, function)
            .iter()
            .map(|(_, ty)| format!(", _: {ty}"))
            .collect();
        let _ = writeln!(
            text,
            "fn {}(&self, _: &mut Call{list}) -> Result<{}, Stop> {{ Err(Stop::Exhausted) }}",
            snake(&function.name),
            result(contract, function),
        );
    }
    text + "}\n}\n"
}
