//! What a watch says, from the head of its answer to its end.

use super::Task;
use crate::watch::Update;
use crate::watch::body::{self, Stream};
use crate::watch::frames::{Frames, Read};
use crate::watch::health::Verb;
use crate::watch::outcome::Outcome;
use crate::watch::places::Place;
use sdo_model::Kind;
use std::sync::Arc;
use std::time::{Duration, Instant};
use tokio::sync::SemaphorePermit;

/// A server says at once that it no longer knows a place, if it does not: who is quiet for this long has accepted it.
const QUIET: Duration = Duration::from_secs(1);

/// How far a watch has come.
pub(super) enum Stage<'t> {
    /// It begins with a list, for which this is the permit.
    Listing(SemaphorePermit<'t>),
    /// It is to go on from a place. That its status is 200 says nothing: a place that is too old is refused in the first line.
    Asked,
    /// Changes come in as they happen.
    Up,
}

impl Task {
    /// Reads a watch to its end. The permit of a list goes back when that is whole.
    pub(super) async fn read(&mut self, path: &str, stage: Stage<'_>) -> Outcome {
        let client = self.tools.connection.client();
        let is_list = is_list(&stage);
        let (opened, answered) = self.patiently(body::open(&client, path, is_list)).await;
        self.tools.health.asked(Verb::Watch, answered);
        let stream = match opened {
            Ok(stream) => stream,
            Err(outcome) => return outcome,
        };
        self.tools.health.heard();
        self.tools.time(stream.time).await;
        self.hear(stream, stage).await
    }

    pub(super) async fn hear(&mut self, mut stream: Stream, mut stage: Stage<'_>) -> Outcome {
        if matches!(stage, Stage::Asked) && !self.patiently(stream.speaks_within(QUIET)).await {
            stage = Stage::Up;
            self.up().await;
        }
        let mut frames = Frames::default();
        loop {
            let is_paced = matches!(stage, Stage::Up) && matches!(self.place, Place::Typed(Kind::Lease));
            let (bytes, ended) = self.patiently(stream.some(is_paced)).await;
            let arrived = Instant::now();
            self.tools.health.received(bytes.len());
            if let Err(outcome) = self.take(&mut frames, &bytes, arrived, &mut stage).await {
                return outcome;
            }
            match ended {
                None => {}
                Some(Outcome::Ended) if matches!(stage, Stage::Asked) => {
                    return Outcome::broken("the watch ended before it began");
                }
                Some(outcome) => return outcome,
            }
        }
    }

    async fn take(
        &mut self,
        frames: &mut Frames,
        bytes: &[u8],
        arrived: Instant,
        stage: &mut Stage<'_>,
    ) -> Result<(), Outcome> {
        frames.push(bytes).map_err(Outcome::Invalid)?;
        loop {
            let read = frames.read(&self.resource.kind).map_err(Outcome::Invalid)?;
            let left = read.left;
            self.hand_on(read, arrived, stage).await?;
            if left == 0 {
                return Ok(());
            }
        }
    }

    async fn hand_on(&mut self, read: Read, arrived: Instant, stage: &mut Stage<'_>) -> Result<(), Outcome> {
        if !read.batch.is_empty() {
            self.tools.health.events(&self.coverage, read.batch.len());
            let events = Update::Events(Arc::clone(&self.resource), read.batch, arrived);
            self.tools.say(events).await;
        }
        if let Some(error) = read.error {
            return Err(Outcome::of_code(error.code, &error.message));
        }
        // In the middle of a list there is no place to go on from, and no line gives none.
        let Some(version) = read.version.filter(|_| read.end_of_list || !is_list(stage)) else {
            return Ok(());
        };
        self.version = Some(version);
        match std::mem::replace(stage, Stage::Up) {
            Stage::Up => {}
            Stage::Asked => self.up().await,
            Stage::Listing(permit) => {
                drop(permit);
                self.tools.say(Update::End(Arc::clone(&self.resource))).await;
                self.up().await;
            }
        }
        Ok(())
    }
}

fn is_list(stage: &Stage<'_>) -> bool {
    matches!(stage, Stage::Listing(_))
}
