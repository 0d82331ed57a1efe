//! Candidates whose clocks run differently, over a network that delays and loses, against people who delete the lease, edit it and
//! stop processes: there are never two leaders, and after peace returns there is one.

use super::*;

const STEP: Duration = Duration::from_millis(20);
const CANDIDATES: usize = 3;
const SEEDS: u64 = 100;

/// A small generator, so that a failure can be played again from its seed.
struct Dice(u64);

impl Dice {
    fn roll(&mut self, sides: u64) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0 % sides
    }

    fn chance(&mut self, percent: u64) -> bool {
        self.roll(100) < percent
    }

    fn millis(&mut self, most: u64) -> Duration {
        Duration::from_millis(self.roll(most + 1))
    }
}

#[derive(Default)]
struct Server {
    lease: Option<Sighting>,
    writes: u32,
}

#[derive(Clone)]
enum Answer {
    Lease(Option<Sighting>),
    Written(Sighting),
    Refused,
}

impl Server {
    fn store(
        &mut self,
        holder: Option<&str>,
        uid: Option<String>,
        transitions: i32,
        claim: Option<Duration>,
    ) -> Sighting {
        self.writes += 1;
        let lease = Sighting {
            uid: uid.unwrap_or_else(|| format!("uid-{}", self.writes)),
            version: self.writes.to_string(),
            holder: holder.unwrap_or_default().to_owned(),
            claim,
            transitions,
            acquired: None,
        };
        self.lease = Some(lease.clone());
        lease
    }

    fn answer(&mut self, action: &Action) -> Answer {
        let Action::Write { draft, .. } = action else {
            return Answer::Lease(self.lease.clone());
        };
        let version = self.lease.as_ref().map(|lease| lease.version.clone());
        if version != draft.replaces {
            return Answer::Refused;
        }
        let uid = self.lease.as_ref().map(|lease| lease.uid.clone());
        let given_back = draft.holder.is_none() && draft.replaces.is_some();
        let claim = (!given_back).then_some(Terms::default().duration);
        Answer::Written(self.store(draft.holder.as_deref(), uid, draft.transitions, claim))
    }

    /// What people do to a lease.
    fn meddle(&mut self, dice: &mut Dice) {
        match (dice.roll(4), self.lease.clone()) {
            (0, _) => self.lease = None,
            (1, Some(lease)) => drop(self.store(Some(&lease.holder), Some(lease.uid), lease.transitions, lease.claim)),
            (2, Some(lease)) => drop(self.store(
                None,
                Some(lease.uid),
                lease.transitions,
                lease.claim.or(Some(Duration::from_secs(10))),
            )),
            (3, _) => drop(self.store(None, None, 0, Some(Duration::from_secs(10)))),
            _ => {}
        }
    }
}

/// A request on its way.
struct Request {
    from: usize,
    number: u64,
    action: Action,
    arrives: Duration,
    /// After it arrived.
    answer: Option<Answer>,
    returns: Duration,
    lost: bool,
}

struct Candidate {
    election: Election,
    /// Its clock, in hundredths of a percent of the true speed.
    speed: u64,
    born: Instant,
    next: Action,
    /// Number of the request that it waits for, when it was sent and until when it is waited for, by its own clock.
    waits: Option<(u64, Instant, Instant)>,
    /// It does nothing until then.
    stopped: Duration,
}

impl Candidate {
    fn clock(&self, time: Duration) -> Instant {
        self.born + time.mul_f64(self.speed as f64 / 10_000.0)
    }

    fn leads(&self, time: Duration) -> bool {
        self.election
            .leading_until()
            .is_some_and(|until| self.clock(time) < until)
    }
}

struct World {
    dice: Dice,
    time: Duration,
    server: Server,
    candidates: Vec<Candidate>,
    requests: Vec<Request>,
    numbers: u64,
}

impl World {
    fn new(seed: u64) -> Self {
        let mut dice = Dice(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1);
        let candidates = (0..CANDIDATES).map(|index| {
            // Born at different moments of their own clocks, which run up to 3 % apart from the truth.
            let born = Instant::now() + dice.millis(5_000_000);
            let election = Election::new(&format!("c{index}"), Terms::default(), born);
            Candidate {
                election,
                speed: 9_700 + dice.roll(601),
                born,
                next: Action::Read {
                    at: born + dice.millis(20_000),
                },
                waits: None,
                stopped: Duration::ZERO,
            }
        });
        let candidates = candidates.collect();
        Self {
            dice,
            time: Duration::ZERO,
            server: Server::default(),
            candidates,
            requests: Vec::new(),
            numbers: 0,
        }
    }

    fn step(&mut self, trouble: bool) {
        self.time += STEP;
        if trouble && self.dice.roll(400) == 0 {
            self.server.meddle(&mut self.dice);
        }
        self.arrive();
        self.give_back(trouble);
        for index in 0..CANDIDATES {
            self.live(index, trouble);
        }
    }

    fn arrive(&mut self) {
        for request in &mut self.requests {
            if request.answer.is_none() && request.arrives <= self.time {
                request.answer = Some(self.server.answer(&request.action));
            }
        }
    }

    /// A leader ends and gives the lease back; what it sent before is still on its way.
    fn give_back(&mut self, trouble: bool) {
        if !trouble || self.dice.roll(2_000) != 0 {
            return;
        }
        let index = self.dice.roll(CANDIDATES as u64) as usize;
        let candidate = &mut self.candidates[index];
        let now = candidate.clock(self.time);
        if let Some(draft) = candidate.election.resign(now) {
            let action = Action::Write {
                at: candidate.born,
                draft,
            };
            let arrives = self.time + self.dice.millis(500);
            self.requests.push(Request {
                from: index,
                number: 0,
                action,
                arrives,
                answer: None,
                returns: arrives,
                lost: true,
            });
            self.numbers += 1;
        }
        // Another process begins in its place.
        candidate.election = Election::new(&format!("c{index}-{}", self.numbers), Terms::default(), now);
        candidate.next = Action::Read { at: now };
        candidate.waits = None;
    }

    fn live(&mut self, index: usize, trouble: bool) {
        if self.candidates[index].stopped > self.time {
            return;
        }
        if trouble && self.dice.roll(1_000) == 0 {
            self.candidates[index].stopped = self.time + self.dice.millis(20_000);
            return;
        }
        let now = self.candidates[index].clock(self.time);
        if let Some((number, asked, until)) = self.candidates[index].waits {
            let found = self
                .requests
                .iter()
                .find(|request| request.number == number && request.from == index);
            let answer = found.filter(|request| !request.lost && request.returns <= self.time);
            let answer = answer.and_then(|request| request.answer.clone());
            let candidate = &mut self.candidates[index];
            let next = match answer {
                Some(Answer::Lease(lease)) => candidate.election.observe(lease, now),
                Some(Answer::Written(lease)) => candidate.election.wrote(lease, asked, now),
                Some(Answer::Refused) => candidate.election.beaten(now),
                None if now >= until => candidate.election.failed(asked, now),
                None => return,
            };
            candidate.next = next;
            candidate.waits = None;
        }
        if self.candidates[index].next.at() <= now {
            self.send(index, now, trouble);
        }
    }

    fn send(&mut self, index: usize, now: Instant, trouble: bool) {
        self.numbers += 1;
        let slow = trouble && self.dice.chance(20);
        let latency = if slow { 12_000 } else { 50 };
        let arrives = self.time + self.dice.millis(latency);
        let candidate = &mut self.candidates[index];
        let left = candidate.election.leading_until().map(|until| until - now);
        let patience = Terms::default().patience();
        let patience = left
            .filter(|left| !left.is_zero())
            .map_or(patience, |left| left.min(patience));
        candidate.waits = Some((self.numbers, now, now + patience));
        self.requests.push(Request {
            from: index,
            number: self.numbers,
            action: candidate.next.clone(),
            arrives,
            answer: None,
            returns: arrives + self.dice.millis(latency),
            lost: trouble && self.dice.chance(10),
        });
        let time = self.time;
        self.requests
            .retain(|request| request.returns + Duration::from_secs(30) > time);
    }

    fn leaders(&self) -> usize {
        self.candidates
            .iter()
            .filter(|candidate| candidate.leads(self.time))
            .count()
    }
}

#[test]
fn there_are_never_two_leaders_and_in_peace_there_is_one() {
    let mut led = 0_u32;
    for seed in 1..=SEEDS {
        let mut world = World::new(seed);
        while world.time < Duration::from_secs(400) {
            world.step(true);
            let leaders = world.leaders();
            assert!(leaders <= 1, "seed {seed}: {leaders} leaders at {:?}", world.time);
            led += leaders as u32;
        }
        // What is still on its way arrives, who is stopped wakes, and a claim runs out.
        while world.time < Duration::from_secs(450) {
            world.step(false);
            assert!(world.leaders() <= 1, "seed {seed}: at {:?}", world.time);
        }
        for _ in 0..500 {
            world.step(false);
            assert_eq!(world.leaders(), 1, "seed {seed}: at {:?}", world.time);
        }
    }
    let share = f64::from(led) / (SEEDS as f64 * 20_000.0);
    assert!(
        share > 0.2,
        "a test in which hardly anybody leads shows nothing: {share}"
    );
}
