//! Serves a sample board, to look at the page: `cargo run -p sdo-api --example board -- rich 8080`.
//!
//! Boards: `rich`, `empty`, `partial`, `starting`, `many`, `hostile`. A turn is announced and the board published anew every
//! five seconds.

#[path = "../tests/sample/mod.rs"]
mod sample;

use sdo_api::{Api, Board, History, Later, Metrics, Publisher, Query, Settings, bind, channel, serve};
use sdo_model::incident::{Entry, Incident, IncidentId, Stage};
use std::env;
use std::error::Error;
use std::sync::Arc;
use std::time::Duration;

/// Keeps one closed incident, and the same history of every incident.
struct Kept {
    is_hostile: bool,
}

impl History for Kept {
    fn incident(&self, id: IncidentId) -> Later<'_, Option<Incident>> {
        Box::pin(async move { Ok((id.0 == 1).then(|| sample::incident(1, Stage::Closed))) })
    }

    fn entries(&self, id: IncidentId, _: usize) -> Later<'_, Vec<Entry>> {
        let mut entries = sample::history(id);
        if self.is_hostile {
            entries.iter_mut().for_each(|entry| entry.detail = sample::evil());
        }
        Box::pin(async { Ok(entries) })
    }

    fn incidents<'a>(&'a self, query: &'a Query) -> Later<'a, Vec<Incident>> {
        let kept = [sample::incident(1, Stage::Closed)];
        let found = kept.into_iter().filter(|incident| query.matches(incident)).collect();
        Box::pin(async { Ok(found) })
    }
}

fn board(name: &str) -> Option<fn() -> Board> {
    Some(match name {
        "rich" => sample::rich,
        "empty" => sample::empty,
        "partial" => sample::partial,
        "starting" => sample::starting,
        "many" => sample::many,
        "hostile" => sample::hostile,
        _ => return None,
    })
}

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = env::args().skip(1);
    let name = arguments.next().unwrap_or_else(|| "rich".to_owned());
    let port: u16 = arguments.next().unwrap_or_else(|| "8080".to_owned()).parse()?;
    let make = board(&name).ok_or("the board is one of: rich, empty, partial, starting, many, hostile")?;
    let settings = Settings::default();
    let listener = bind(([127, 0, 0, 1], port).into(), &settings.access).await?;
    println!("http://{}/", listener.local_addr()?);
    let (publisher, feed) = channel(make());
    tokio::spawn(live(publisher, make));
    let history = Kept {
        is_hostile: name == "hostile",
    };
    let api = Api::new(settings, feed, Arc::new(Metrics::new("0.1.0")), Arc::new(history));
    serve(listener, api, std::future::pending()).await?;
    Ok(())
}

async fn live(publisher: Publisher, make: fn() -> Board) {
    loop {
        tokio::time::sleep(Duration::from_secs(5)).await;
        let board = make();
        if let Some(incident) = board.open.first() {
            publisher.announce(&sample::entry(incident.id, sample::NOW), incident);
        }
        publisher.publish(board);
        publisher.beat();
    }
}
