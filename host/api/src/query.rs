//! What can be asked after the `?`, and the names of incidents. What is not understood is an error that says what would be right.

use crate::history;
use crate::problem::{Problem, echo};
use axum::extract::Query;
use axum::http::Uri;
use sdo_model::finding::Severity;
use sdo_model::incident::{IncidentId, Stage};
use serde_json::{Value, json};

/// Incidents of a page when nothing is said.
const DEFAULT_LIMIT: usize = 50;
/// Incidents of a page at most: a page stays below a megabyte.
const MAX_LIMIT: usize = 500;

/// A parameter of a route.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Parameter {
    pub(crate) name: &'static str,
    pub(crate) about: &'static str,
    pub(crate) schema: fn() -> Value,
}

/// What `/v1/incidents` can be asked.
pub(crate) const INCIDENTS: &[Parameter] = &[
    Parameter {
        name: "stage",
        about: "only incidents of this stage",
        schema: || json!({"type": "string", "enum": ["open", "closed"]}),
    },
    Parameter {
        name: "severity",
        about: "only incidents at least as bad",
        schema: || json!({"type": "string", "enum": ["info", "warning", "critical"]}),
    },
    Parameter {
        name: "namespace",
        about: "only incidents about an object of this namespace",
        schema: || json!({"type": "string"}),
    },
    Parameter {
        name: "rule",
        about: "only incidents of this rule",
        schema: || json!({"type": "string"}),
    },
    Parameter {
        name: "limit",
        about: "how many at most",
        schema: || json!({"type": "integer", "minimum": 1, "maximum": MAX_LIMIT, "default": DEFAULT_LIMIT}),
    },
    Parameter {
        name: "before",
        about: "only incidents opened before this one: `next` of the page before",
        schema: || json!({"type": "string", "pattern": "^INC-[0-9]+$"}),
    },
];

/// What the page can be asked.
pub(crate) const PAGE: &[Parameter] = &[Parameter {
    name: "page",
    about: "which page of open incidents, worst first; from 1",
    schema: || json!({"type": "integer", "minimum": 1, "default": 1}),
}];

/// The parameters of a request: names that the route knows, each once.
#[derive(Clone, Debug, Default)]
pub(crate) struct Parameters(Vec<(String, String)>);

impl Parameters {
    /// Of an address.
    pub(crate) fn of(uri: &Uri, known: &[Parameter]) -> Result<Self, Problem> {
        let Ok(Query(pairs)) = Query::<Vec<(String, String)>>::try_from_uri(uri) else {
            return Err(Problem::parameter(
                "what follows the `?` is not of the form name=value&name=value",
                takes(known),
            ));
        };
        for (index, (name, _)) in pairs.iter().enumerate() {
            if known.iter().all(|parameter| parameter.name != name) {
                return Err(Problem::parameter(
                    format!("there is no parameter {}", echo(name)),
                    takes(known),
                ));
            }
            if pairs.iter().take(index).any(|(earlier, _)| earlier == name) {
                return Err(Problem::parameter(
                    format!("{} is given twice", echo(name)),
                    "give it once",
                ));
            }
        }
        Ok(Self(pairs))
    }

    fn get(&self, name: &str) -> Option<&str> {
        let pair = self.0.iter().find(|(given, _)| given == name);
        pair.map(|(_, value)| value.as_str())
    }

    /// Which incidents are asked for.
    pub(crate) fn incidents(&self) -> Result<history::Query, Problem> {
        Ok(history::Query {
            stage: self.word("stage", &[("open", Stage::Open), ("closed", Stage::Closed)])?,
            severity: self.word(
                "severity",
                &[
                    ("info", Severity::Info),
                    ("warning", Severity::Warning),
                    ("critical", Severity::Critical),
                ],
            )?,
            namespace: self.get("namespace").map(str::to_owned),
            rule: self.get("rule").map(str::to_owned),
            before: self.get("before").map(incident_id).transpose()?,
            limit: self.number("limit", MAX_LIMIT)?.unwrap_or(DEFAULT_LIMIT),
        })
    }

    /// Which page is asked for, from 1.
    pub(crate) fn page(&self) -> Result<usize, Problem> {
        Ok(self.number("page", usize::MAX)?.unwrap_or(1))
    }

    fn word<T: Copy>(&self, name: &str, words: &[(&str, T)]) -> Result<Option<T>, Problem> {
        let Some(given) = self.get(name) else {
            return Ok(None);
        };
        let word = words.iter().find(|(word, _)| *word == given);
        let Some((_, value)) = word else {
            let right: Vec<&str> = words.iter().map(|(word, _)| *word).collect();
            return Err(Problem::parameter(
                format!("{name} is {}", echo(given)),
                format!("{name} is one of: {}", right.join(", ")),
            ));
        };
        Ok(Some(*value))
    }

    fn number(&self, name: &str, max: usize) -> Result<Option<usize>, Problem> {
        let Some(given) = self.get(name) else {
            return Ok(None);
        };
        let number = digits(given).and_then(|number| usize::try_from(number).ok());
        match number.filter(|number| (1..=max).contains(number)) {
            Some(number) => Ok(Some(number)),
            None => Err(Problem::parameter(
                format!("{name} is {}", echo(given)),
                match max {
                    usize::MAX => format!("{name} is a number from 1"),
                    max => format!("{name} is a number from 1 to {max}"),
                },
            )),
        }
    }
}

/// The incident of that name.
pub(crate) fn incident_id(name: &str) -> Result<IncidentId, Problem> {
    let number = name.strip_prefix("INC-").and_then(digits);
    number.map(IncidentId).ok_or_else(|| {
        Problem::parameter(
            format!("{} is no name of an incident", echo(name)),
            "names of incidents look like INC-17",
        )
    })
}

/// A number in digits alone, without a sign.
fn digits(text: &str) -> Option<u64> {
    let is_plain = text.bytes().all(|byte| byte.is_ascii_digit());
    is_plain.then(|| text.parse().ok()).flatten()
}

fn takes(known: &[Parameter]) -> String {
    match known {
        [] => "this address takes no parameters".to_owned(),
        known => {
            let names: Vec<&str> = known.iter().map(|parameter| parameter.name).collect();
            format!("this address takes: {}", names.join(", "))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parsed(query: &str) -> Result<history::Query, Problem> {
        let uri = format!("/v1/incidents{query}").parse().unwrap();
        Parameters::of(&uri, INCIDENTS)?.incidents()
    }

    #[test]
    fn every_parameter_of_the_table_is_understood() {
        let query = parsed("?stage=open&severity=warning&namespace=demo&rule=a%2Db&limit=7&before=INC-9").unwrap();
        assert_eq!(
            query,
            history::Query {
                stage: Some(Stage::Open),
                severity: Some(Severity::Warning),
                namespace: Some("demo".to_owned()),
                rule: Some("a-b".to_owned()),
                before: Some(IncidentId(9)),
                limit: 7,
            }
        );
        assert_eq!(parsed("").unwrap().limit, DEFAULT_LIMIT);
    }

    #[test]
    fn what_is_wrong_is_said_with_what_would_be_right() {
        let cases = [
            ("?stage=opened", "stage is one of: open, closed"),
            ("?severity=fatal", "severity is one of: info, warning, critical"),
            ("?limit=0", "limit is a number from 1 to 500"),
            ("?limit=501", "limit is a number from 1 to 500"),
            ("?limit=%2B5", "limit is a number from 1 to 500"),
            ("?limit=99999999999999999999999", "limit is a number from 1 to 500"),
            ("?before=17", "names of incidents look like INC-17"),
            ("?before=INC-", "names of incidents look like INC-17"),
            ("?limit=1&limit=2", "give it once"),
            (
                "?sort=age",
                "this address takes: stage, severity, namespace, rule, limit, before",
            ),
        ];
        for (query, hint) in cases {
            let problem = parsed(query).unwrap_err();
            assert_eq!((problem.status.as_u16(), problem.hint.as_str()), (400, hint), "{query}");
        }
    }
}
