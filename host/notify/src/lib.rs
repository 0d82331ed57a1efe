//! Incidents out to people: Alertmanager and webhooks.
//!
//! What it does: takes turns of incidents ([`Notice`]), decides for each sink whether it is told ([`Settings`]), and delivers at least
//! once, each sink by a task of its own, with retries. What is sent carries a key that stays the same for every try. What is lost for
//! good is counted and logged ([`Host`]).
//!
//! What it deliberately does not: decide what an incident is, keep anything beyond the life of the process, follow a redirect, wait
//! for one sink before another, make the host wait.
//!
//! ```text
//!                              ┌─ ledger ─► board of alerts ─ every change, and all of them each minute ─► Alertmanager
//!  Notice ─► Notifier::notify ─┼─ ...       (what stands now; nothing to overflow)
//!                              └─ ledger ─► queue ─ one document a turn, in order, signed ─► webhook
//! ```
//!
//! Who is told what: an incident is told when it is at least as bad as the configured minimum and nothing mutes it. Once it was told,
//! its end is told too, whatever came in between: silence must not leave anybody believing in a fault that is gone. Of an incident
//! that comes and goes, only the beginning and the end of that are told; an alert about it stands still in the meantime. What waits
//! when another host begins to speak is not told at all: that host's words are newer.
//!
//! Where to start: [`Notifier`], then [`Document`] for what a webhook receives.

mod alertmanager;
mod delivery;
mod generation;
mod host;
mod ledger;
mod notice;
mod notifier;
mod settings;
mod webhook;
mod wire;

pub use host::{Host, Loss, Outcome};
pub use notice::Notice;
pub use notifier::Notifier;
pub use settings::{Address, AlertmanagerSettings, Settings, SettingsError, WebhookSettings};
pub use webhook::{Document, schema};
