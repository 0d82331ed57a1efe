//! What the watches say, taken into the replica.

use super::Core;
use sdo_api::metrics::words::{Relist, WatchEvent};
use sdo_live::{Batch, Reason, Update, What};
use sdo_model::Kind;
use sdo_snapshot::GroupVersionKind;
use std::time::Instant;

impl Core {
    pub(super) fn update(&mut self, update: Update) {
        let before = self.replica.changes().objects;
        let mut arrived = Instant::now();
        match update {
            Update::Clock(unix, at) => self.clock.told(unix, at),
            Update::Version(version) => self.replica.version(&version),
            Update::Begin(resource, reason) => {
                self.parts.metrics.relist(word(reason));
                self.replica.begin(&resource);
            }
            Update::Page(resource, json) => {
                if let Err(error) = self.replica.page(&resource, &json) {
                    tracing::warn!(resource = resource.coverage(), %error, "watch.page");
                }
            }
            Update::End(resource) => {
                self.replica.end(&resource);
                self.awaited.remove(&resource.coverage());
            }
            Update::Events(resource, batch, at) => {
                self.events(&resource, &batch);
                arrived = at;
            }
            Update::Back(resource) => self.replica.cover(&resource, sdo_model::State::Complete, ""),
            Update::Lost(resource, state, reason) => {
                self.replica.cover(&resource, state, &reason);
                self.awaited.remove(&resource.coverage());
            }
            Update::Gone(resource, reason) => {
                self.replica.forget(&resource, &reason);
                self.awaited.remove(&resource.coverage());
            }
        }
        let changes = self.replica.changes();
        if changes.objects != before || (!changes.is_empty() && self.window.due().is_none()) {
            self.window.open(arrived);
        }
    }

    fn events(&mut self, resource: &GroupVersionKind, batch: &Batch) {
        let kind = resource.typed().unwrap_or(Kind::Custom);
        for (what, json) in batch.iter() {
            match what {
                What::Is => {
                    self.replica.put(resource, json);
                    self.parts.metrics.watch_event(kind, WatchEvent::Modified);
                }
                What::Gone => {
                    self.replica.remove(resource, json);
                    self.parts.metrics.watch_event(kind, WatchEvent::Deleted);
                }
            }
        }
    }
}

fn word(reason: Reason) -> Relist {
    match reason {
        Reason::First => Relist::First,
        Reason::Expired => Relist::Expired,
        Reason::Invalid => Relist::Invalid,
        Reason::Retry => Relist::Retry,
    }
}
