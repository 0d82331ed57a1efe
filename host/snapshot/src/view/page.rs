//! What every `query`, `count` and batch does alike: narrow, charge, test, cut into pages.

use crate::Snapshot;
use crate::store::Listed;
use sdo_model::call::Price;
use sdo_model::contract::types::ObjectId;
use sdo_model::{Call, Kind, Stop};
use std::marker::PhantomData;
use std::ops::Range;

/// The most rows of one page, and the most ids of one batch.
pub(crate) const MOST: usize = 1000;

/// The parts that the filters of all interfaces share. [`named!`] makes one from a filter of the contract.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Named<'a> {
    pub(crate) namespace: Option<&'a str>,
    pub(crate) name: Option<&'a str>,
    pub(crate) labels: &'a [(String, String)],
    pub(crate) limit: u32,
    pub(crate) after: Option<ObjectId>,
}

/// [`Named`] of a filter with the fields `namespace`, `name`, `labels`, `limit` and `after`; with `cluster` behind the
/// filter, of one without a namespace.
macro_rules! named {
    ($filter:expr) => {
        $crate::view::page::Named {
            namespace: $filter.namespace.as_deref(),
            ..$crate::view::page::named!($filter, cluster)
        }
    };
    ($filter:expr, cluster) => {
        $crate::view::page::Named {
            namespace: None,
            name: $filter.name.as_deref(),
            labels: &$filter.labels,
            limit: $filter.limit,
            after: $filter.after,
        }
    };
}
pub(crate) use named;

/// A question for the objects of one kind.
///
/// ```text
/// Query::<Service>::new(self, named!(filter)).page(call, |id, service| keep?, |id, service| row)
/// ```
pub(crate) struct Query<'a, T> {
    snapshot: &'a Snapshot,
    named: Named<'a>,
    within: Option<&'a [u32]>,
    sieve: Option<&'a dyn Fn(usize) -> bool>,
    kind: PhantomData<T>,
}

impl<'a, T: Listed> Query<'a, T> {
    /// A question for all objects of the kind that `named` lets through.
    pub(crate) fn new(snapshot: &'a Snapshot, named: Named<'a>) -> Self {
        Self {
            snapshot,
            named,
            within: None,
            sieve: None,
            kind: PhantomData,
        }
    }

    /// Looks only at the objects at these places, ascending: what an index already knows. `None` takes nothing away.
    pub(crate) fn within(mut self, indexes: impl Into<Option<&'a [u32]>>) -> Self {
        self.within = indexes.into();
        self
    }

    /// Looks only at the objects at places that pass: what a column answers without a look at the object.
    pub(crate) fn sieve(mut self, passes: &'a dyn Fn(usize) -> bool) -> Self {
        self.sieve = Some(passes);
        self
    }

    /// The rows that one page delivers, and how many objects match altogether.
    ///
    /// # Errors
    /// [`Stop`] when the fuel does not cover looking at the candidates, or the rows.
    pub(crate) fn page<R: Price>(
        &self,
        call: &mut Call,
        mut keep: impl FnMut(ObjectId, &'a T) -> bool,
        mut row: impl FnMut(ObjectId, &'a T) -> R,
    ) -> Result<(Vec<R>, u32), Stop> {
        let limit = limit(self.named.limit);
        let from = after(T::KIND, self.named.after);
        let mut rows = Answers::new(call);
        let mut total = 0;
        self.each(call, |index, object| {
            let id = T::KIND.id(index);
            if keep(id, object) {
                total += 1;
                if rows.len() < limit && index >= from {
                    rows.push(row(id, object))?;
                }
            }
            Ok(())
        })?;
        Ok((rows.paid(call)?, total))
    }

    /// How many objects match.
    ///
    /// # Errors
    /// [`Stop`] when the fuel does not cover looking at the candidates.
    pub(crate) fn count(&self, call: &mut Call, mut keep: impl FnMut(ObjectId, &'a T) -> bool) -> Result<u32, Stop> {
        let mut total = 0;
        self.each(call, |index, object| {
            total += u32::from(keep(T::KIND.id(index), object));
            Ok(())
        })?;
        Ok(total)
    }

    /// Visits what the shared part of the filter lets through, in the order of the list, having paid for every candidate.
    fn each(&self, call: &mut Call, mut visit: impl FnMut(usize, &'a T) -> Result<(), Stop>) -> Result<(), Stop> {
        let range = self.range();
        match self.within {
            None => {
                call.scan(self.looks(range.len()))?;
                range.into_iter().try_for_each(|index| self.look(index, &mut visit))
            }
            Some(indexes) => {
                let indexes = between(indexes, &range);
                call.scan(self.looks(indexes.len()))?;
                indexes
                    .iter()
                    .try_for_each(|index| self.look(*index as usize, &mut visit))
            }
        }
    }

    /// How many looks it takes to test so many candidates: one for each label of the filter.
    fn looks(&self, candidates: usize) -> usize {
        candidates.saturating_mul(self.named.labels.len().max(1))
    }

    fn look(&self, index: usize, visit: &mut impl FnMut(usize, &'a T) -> Result<(), Stop>) -> Result<(), Stop> {
        if self.sieve.is_some_and(|passes| !passes(index)) {
            return Ok(());
        }
        match self.snapshot.at::<T>(index) {
            Some(object) if self.lets_through(object) => visit(index, object),
            _ => Ok(()),
        }
    }

    /// The stretch of the sorted list that namespace and name leave.
    fn range(&self) -> Range<usize> {
        let all = 0..self.snapshot.count(T::KIND);
        let namespace = match T::KIND {
            // Custom resources are sorted by kind first.
            Kind::Custom => return all,
            kind if kind.is_namespaced() => self.named.namespace,
            _ => Some(""),
        };
        match (namespace, self.named.name) {
            (None, _) => all,
            (Some(namespace), None) => self.snapshot.in_namespace::<T>(namespace),
            (Some(namespace), Some(name)) => match self.snapshot.find::<T>(namespace, name) {
                Some((index, _)) => index..index + 1,
                None => 0..0,
            },
        }
    }

    fn lets_through(&self, object: &T) -> bool {
        let meta = object.meta();
        // Of all other kinds only objects of that namespace are looked at.
        let elsewhere = T::KIND == Kind::Custom
            && self
                .named
                .namespace
                .is_some_and(|namespace| meta.namespace.as_str() != namespace);
        !elsewhere
            && self.named.name.is_none_or(|name| meta.name.as_str() == name)
            && self.named.labels.iter().all(|(key, value)| meta.labels.has(key, value))
    }
}

/// Answers under construction. What is handed over is charged when it is complete; building it stops as soon as that
/// would fail, so that a guest cannot make the host build what it cannot pay for.
pub(crate) struct Answers<R> {
    built: Vec<R>,
    due: u64,
    left: u64,
}

impl<R: Price> Answers<R> {
    /// No answer yet, for a call with this much fuel left.
    pub(crate) fn new(call: &Call) -> Self {
        Self {
            built: Vec::new(),
            due: 0,
            left: call.left(),
        }
    }

    /// How many there are.
    pub(crate) fn len(&self) -> usize {
        self.built.len()
    }

    /// Adds one.
    ///
    /// # Errors
    /// [`Stop`] when all of them together could not be paid for.
    pub(crate) fn push(&mut self, answer: R) -> Result<(), Stop> {
        self.due = self.due.saturating_add(answer.price());
        self.built.push(answer);
        if self.due > self.left {
            Err(Stop::Exhausted)
        } else {
            Ok(())
        }
    }

    /// All answers. They are not charged here.
    ///
    /// # Errors
    /// [`Stop`] when what was charged meanwhile leaves too little for them.
    pub(crate) fn paid(self, call: &Call) -> Result<Vec<R>, Stop> {
        if self.due > call.left() {
            Err(Stop::Exhausted)
        } else {
            Ok(self.built)
        }
    }
}

/// One answer for each id of a batch, in its order; what is past [`MOST`] ids is dropped.
///
/// # Errors
/// [`Stop`] when the fuel does not cover looking at the objects, or the answers.
pub(crate) fn answers<R: Price>(
    call: &mut Call,
    ids: &[ObjectId],
    mut answer: impl FnMut(&mut Call, ObjectId) -> Result<R, Stop>,
) -> Result<Vec<R>, Stop> {
    let ids = batch(ids);
    call.scan(ids.len())?;
    let mut answers = Answers::new(call);
    for id in ids {
        answers.push(answer(call, *id)?)?;
    }
    answers.paid(call)
}

/// The first ids of a batch; what is past [`MOST`] is dropped.
pub(crate) fn batch(ids: &[ObjectId]) -> &[ObjectId] {
    ids.get(..MOST).unwrap_or(ids)
}

/// The rows that a filter's `limit` allows.
pub(crate) fn limit(wanted: u32) -> usize {
    match wanted as usize {
        0 => MOST,
        some => some.min(MOST),
    }
}

/// Whether a predicate of a filter holds: one that is none always does.
pub(crate) fn agrees<T: PartialEq>(wanted: Option<T>, actual: T) -> bool {
    wanted.is_none_or(|wanted| wanted == actual)
}

/// The place of the first object that a page after `after` may show; past every place when `after` is of another kind.
fn after(kind: Kind, after: Option<ObjectId>) -> usize {
    match after.map(Kind::of_id) {
        None => 0,
        Some(Some((same, index))) if same == kind => index + 1,
        Some(_) => usize::MAX,
    }
}

/// The part of an ascending list that lies within `range`.
fn between<'a>(indexes: &'a [u32], range: &Range<usize>) -> &'a [u32] {
    let start = indexes.partition_point(|index| (*index as usize) < range.start);
    let end = indexes.partition_point(|index| (*index as usize) < range.end);
    indexes.get(start..end).unwrap_or_default()
}

#[cfg(test)]
mod tests;
