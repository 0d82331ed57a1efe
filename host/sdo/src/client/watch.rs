//! `sdo incidents watch`: a line a turn, for as long as anybody reads. A stream that breaks is opened again where it stopped.

use super::stream::{Frame, Frames};
use super::wire::{NoAnswer, chain, harmless};
use super::words::{object, severity_of, style};
use super::{Wire, wire};
use crate::args::{Color, Form, IncidentFilter, IncidentWatch};
use crate::exit;
use crate::failure::Failure;
use crate::kubectl;
use crate::output;
use crate::render::style::HEADING;
use reqwest::Response;
use reqwest::header::HeaderValue;
use sdo_api::document::{End, Ended, Turn};
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::Value;
use std::time::Duration;
use tokio::time::{Instant, sleep, timeout};

/// A host says that it is alive every 15 s; one that is silent for three times as long is gone.
const SILENCE: Duration = Duration::from_secs(45);
/// Before the first try after a stream broke, doubled for each further one.
const FIRST_PAUSE: Duration = Duration::from_secs(1);
/// Between two tries at most.
const LONGEST_PAUSE: Duration = Duration::from_secs(30);
/// A stream that lived so long was a good one: the next is opened at once, or after the first pause.
const GOOD_LIFE: Duration = Duration::from_secs(10);
/// Bytes of a name of an event that are sent back; those of a host have some twenty.
const MAX_ID: usize = 64;

/// Runs the command and gives the exit code.
pub(super) fn run(arguments: &IncidentWatch, color: &Color) -> Result<u8, Failure> {
    let follower = Follower {
        wire: wire(&arguments.host)?,
        arguments: arguments.clone(),
        color: *color,
        last: None,
        was_connected: false,
        is_told: false,
    };
    // Writing waits for whoever reads the output, and must not keep an interrupt from being heard.
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .worker_threads(1)
        .enable_all()
        .build();
    let runtime = runtime.map_err(Failure::internal)?;
    let done = runtime.block_on(async {
        tokio::select! {
            followed = tokio::spawn(follower.follow()) => followed.map_err(Failure::internal)?,
            interrupted = tokio::signal::ctrl_c() => interrupted.map_err(Failure::internal),
        }
    });
    runtime.shutdown_background();
    done.map(|()| exit::CLEAN)
}

/// Somebody who watches.
struct Follower {
    wire: Wire,
    arguments: IncidentWatch,
    color: Color,
    /// Where the stream stands.
    last: Option<HeaderValue>,
    was_connected: bool,
    /// Whether it was said that the host is away.
    is_told: bool,
}

/// Why a stream ended.
enum Over {
    /// The reader of the output has gone.
    Unread,
    /// The host has reasons; nothing is lost.
    Ended,
    /// The connection, or the host.
    Lost(String),
}

/// A line of `-o json`.
#[derive(Serialize)]
struct Line<'f, T> {
    event: &'f str,
    #[serde(skip_serializing_if = "Option::is_none")]
    id: Option<&'f str>,
    data: T,
}

impl Follower {
    /// Follows until nobody reads any more.
    ///
    /// # Errors
    /// Nobody answers at the first try, or the host refuses for good.
    async fn follow(mut self) -> Result<(), Failure> {
        let mut pause = FIRST_PAUSE;
        loop {
            let begun = Instant::now();
            let over = match self.wire.events(self.last.as_ref()).await {
                Ok(response) => {
                    self.greet();
                    self.read(response).await?
                }
                Err(error) if self.was_connected && error.may_pass() => Over::Lost(error.words()),
                Err(error) => return Err(self.wire.failure(error)),
            };
            let was_good = begun.elapsed() >= GOOD_LIFE;
            match over {
                Over::Unread => return Ok(()),
                Over::Ended if was_good => continue,
                Over::Ended => {}
                Over::Lost(reason) => self.tell(&reason),
            }
            if was_good {
                pause = FIRST_PAUSE;
            }
            sleep(pause).await;
            pause = (pause * 2).min(LONGEST_PAUSE);
        }
    }

    fn greet(&mut self) {
        if !self.was_connected {
            output::note(
                &format!("watching {}; Ctrl-C ends it", self.wire.address()),
                &self.color,
            );
        } else if self.is_told {
            output::note("the host is back", &self.color);
        }
        self.was_connected = true;
        self.is_told = false;
    }

    /// Once, however often it is tried.
    fn tell(&mut self, reason: &str) {
        if !self.is_told {
            output::note(
                &format!("the host is away ({reason}); it is tried again until it is back"),
                &self.color,
            );
            self.is_told = true;
        }
    }

    async fn read(&mut self, mut response: Response) -> Result<Over, Failure> {
        let mut frames = Frames::default();
        loop {
            let chunk = match timeout(SILENCE, response.chunk()).await {
                Ok(Ok(Some(chunk))) => chunk,
                Ok(Ok(None)) => return Ok(Over::Lost("it ended the connection".to_owned())),
                Ok(Err(error)) => return Ok(Over::Lost(chain(error))),
                Err(_) => return Ok(Over::Lost(format!("nothing came for {} s", SILENCE.as_secs()))),
            };
            let Ok(whole) = frames.push(&chunk) else {
                return Ok(Over::Lost("it sent an event without end".to_owned()));
            };
            for frame in whole {
                if let Some(over) = self.take(&frame)? {
                    return Ok(over);
                }
            }
        }
    }

    /// Prints what is to be printed; why the stream is over, when it is.
    fn take(&mut self, frame: &Frame) -> Result<Option<Over>, Failure> {
        let id = frame.id.as_deref().filter(|id| id.len() <= MAX_ID);
        if let Some(id) = id.and_then(|id| HeaderValue::from_str(id).ok()) {
            self.last = Some(id);
        }
        let is_read = match frame.event.as_str() {
            "turn" => self.turn(frame)?,
            "reset" => self.reset(frame)?,
            "end" => {
                let reason = self.parsed::<End>(frame)?.reason;
                return Ok(Some(match reason {
                    Ended::Stopping => Over::Lost("it stops".to_owned()),
                    Ended::Expired | Ended::TooSlow | Ended::Missed => Over::Ended,
                }));
            }
            // A glance at the cluster, and what later hosts may have to say.
            _ => true,
        };
        Ok((!is_read).then_some(Over::Unread))
    }

    fn turn(&self, frame: &Frame) -> Result<bool, Failure> {
        let turn: Turn = self.parsed(frame)?;
        if !is_wanted(&turn, &self.arguments.filter) {
            return Ok(true);
        }
        let line = match self.arguments.output {
            Form::Text => text(&turn),
            Form::Json => json(frame, &turn)?,
        };
        self.print(&line)
    }

    /// Turns were missed. Whoever counts on having seen them all has to know.
    fn reset(&self, frame: &Frame) -> Result<bool, Failure> {
        let end: End = self.parsed(frame)?;
        match self.arguments.output {
            Form::Json => self.print(&json(frame, &end)?),
            Form::Text => {
                output::note(
                    &format!(
                        "turns were missed; `{} incidents` says how things stand",
                        kubectl::name()
                    ),
                    &self.color,
                );
                Ok(true)
            }
        }
    }

    /// False when nobody reads any more.
    fn print(&self, line: &str) -> Result<bool, Failure> {
        // Another thread takes over everything else meanwhile.
        tokio::task::block_in_place(|| output::is_read(line, &self.color))
    }

    fn parsed<T: DeserializeOwned>(&self, frame: &Frame) -> Result<T, Failure> {
        let value: Result<Value, _> = serde_json::from_str(&frame.data);
        let document = value.map(harmless).and_then(serde_json::from_value);
        document.map_err(|error| {
            let reason = format!("an event is not understood ({error}); a host of another version may send such");
            self.wire.failure(NoAnswer::Stranger(reason))
        })
    }
}

fn is_wanted(turn: &Turn, filter: &IncidentFilter) -> bool {
    severity_of(turn.severity) >= filter.severity.severity()
        && filter
            .namespace
            .as_ref()
            .is_none_or(|namespace| turn.object.namespace == *namespace)
        && filter.rule.as_ref().is_none_or(|rule| turn.rule == *rule)
}

/// `2026-11-30T18:03:05Z  opened    critical  INC-17  Node worker-3: node worker-3 has not reported for 5 minutes`.
fn text(turn: &Turn) -> String {
    let style = style(turn.severity);
    let detail = if turn.detail.is_empty() {
        &turn.summary
    } else {
        &turn.detail
    };
    format!(
        "{}  {:<8}  {style}{:<8}{style:#}  {HEADING}{}{HEADING:#}  {}: {detail}\n",
        turn.at,
        turn.turn.as_str(),
        turn.severity.as_str(),
        turn.incident,
        object(&turn.object)
    )
}

fn json(frame: &Frame, data: &impl Serialize) -> Result<String, Failure> {
    let line = Line {
        event: frame.event.as_str(),
        id: frame.id.as_deref(),
        data,
    };
    serde_json::to_string(&line)
        .map(|line| line + "\n")
        .map_err(Failure::internal)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::args::Level;
    use sdo_api::document::{Object, Severity, Stage, TurnWord};

    fn turn() -> Turn {
        Turn {
            incident: "INC-17".to_owned(),
            at: "2026-11-30T18:03:05Z".to_owned(),
            turn: TurnWord::Opened,
            detail: String::new(),
            stage: Stage::Open,
            severity: Severity::Warning,
            rule: "node-not-ready".to_owned(),
            summary: "node worker-3 has not reported for 5 minutes".to_owned(),
            object: Object {
                kind: "Node".to_owned(),
                namespace: String::new(),
                name: "worker-3".to_owned(),
            },
        }
    }

    #[test]
    fn a_turn_is_one_line_with_its_summary_where_nothing_else_is_told() {
        let line = anstream::adapter::strip_str(&text(&turn())).to_string();
        assert_eq!(
            line,
            "2026-11-30T18:03:05Z  opened    warning   INC-17  Node worker-3: node worker-3 has not reported for 5 minutes\n"
        );
    }

    #[test]
    fn a_filter_lets_pass_what_is_bad_enough_and_in_its_place() {
        let filter = |severity, namespace: Option<&str>, rule: Option<&str>| IncidentFilter {
            severity,
            namespace: namespace.map(str::to_owned),
            rule: rule.map(str::to_owned),
        };
        assert!(is_wanted(&turn(), &filter(Level::Info, None, None)));
        assert!(is_wanted(
            &turn(),
            &filter(Level::Warning, Some(""), Some("node-not-ready"))
        ));
        for other in [
            filter(Level::Critical, None, None),
            filter(Level::Info, Some("shop"), None),
            filter(Level::Info, None, Some("image-unpullable")),
        ] {
            assert!(!is_wanted(&turn(), &other), "{other:?}");
        }
    }
}
