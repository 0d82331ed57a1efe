//! Counts the memory and tables of a run together; wasmtime's own limits count each memory alone.

use crate::limits::Limits;
use wasmtime::ResourceLimiter;

/// Bytes that one table element costs the host.
const ELEMENT_BYTES: usize = 8;

/// That a run asked for more memory than it may have. Ends the run as [`Outcome::Memory`](crate::Outcome::Memory).
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("asked for {asked} {unit}, of which a run may have {limit}")]
pub(crate) struct MemoryExceeded {
    pub(crate) asked: u64,
    pub(crate) limit: u64,
    pub(crate) unit: &'static str,
}

/// The account of one run.
#[derive(Debug)]
pub(crate) struct Limiter {
    bytes: usize,
    peak: usize,
    elements: usize,
    max_bytes: usize,
    max_elements: usize,
    instances: usize,
    memories: usize,
    tables: usize,
}

impl Limiter {
    pub(crate) fn new(limits: &Limits) -> Self {
        let size = |limit: u64| usize::try_from(limit).unwrap_or(usize::MAX);
        Self {
            bytes: 0,
            peak: 0,
            elements: 0,
            max_bytes: size(limits.memory_bytes),
            max_elements: size(limits.table_elements),
            instances: size(limits.instances),
            memories: size(limits.memories),
            tables: size(limits.tables),
        }
    }

    /// The most bytes that memories and tables had together.
    pub(crate) fn peak(&self) -> usize {
        self.peak
    }

    fn take(&mut self, current: usize, desired: usize) -> Result<(), MemoryExceeded> {
        let total = self.bytes.saturating_sub(current).saturating_add(desired);
        if total > self.max_bytes {
            return Err(MemoryExceeded {
                asked: total as u64,
                limit: self.max_bytes as u64,
                unit: "bytes",
            });
        }
        self.bytes = total;
        self.peak = self.peak.max(total);
        Ok(())
    }
}

/// Growth past the run's limit ends the run: a guest cannot do anything sensible with a refusal, and a trap names the size.
/// Growth past a maximum that the guest itself declared answers -1, as the specification says.
impl ResourceLimiter for Limiter {
    fn memory_growing(&mut self, current: usize, desired: usize, maximum: Option<usize>) -> wasmtime::Result<bool> {
        if maximum.is_some_and(|maximum| desired > maximum && maximum < self.max_bytes) {
            return Ok(false);
        }
        self.take(current, desired)?;
        Ok(true)
    }

    fn table_growing(&mut self, current: usize, desired: usize, maximum: Option<usize>) -> wasmtime::Result<bool> {
        if maximum.is_some_and(|maximum| desired > maximum && maximum < self.max_elements) {
            return Ok(false);
        }
        let elements = self.elements.saturating_sub(current).saturating_add(desired);
        if elements > self.max_elements {
            return Err(MemoryExceeded {
                asked: elements as u64,
                limit: self.max_elements as u64,
                unit: "table elements",
            }
            .into());
        }
        self.take(
            current.saturating_mul(ELEMENT_BYTES),
            desired.saturating_mul(ELEMENT_BYTES),
        )?;
        self.elements = elements;
        Ok(true)
    }

    fn instances(&self) -> usize {
        self.instances
    }

    fn memories(&self) -> usize {
        self.memories
    }

    fn tables(&self) -> usize {
        self.tables
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn limiter() -> Limiter {
        Limiter::new(&Limits {
            memory_bytes: 1_000,
            table_elements: 10,
            ..Limits::default()
        })
    }

    #[test]
    fn two_memories_share_one_limit() {
        let mut limiter = limiter();
        assert!(limiter.memory_growing(0, 600, None).unwrap());
        let error = limiter.memory_growing(0, 600, None).unwrap_err();
        assert_eq!(
            error.downcast_ref(),
            Some(&MemoryExceeded {
                asked: 1_200,
                limit: 1_000,
                unit: "bytes"
            })
        );
        assert_eq!(limiter.peak(), 600);
    }

    #[test]
    fn tables_count_as_memory() {
        let mut limiter = limiter();
        assert!(limiter.table_growing(0, 10, None).unwrap());
        assert_eq!(limiter.peak(), 80);
        assert!(limiter.table_growing(10, 11, None).is_err());
    }

    #[test]
    fn a_maximum_of_the_guest_answers_minus_one() {
        assert!(!limiter().memory_growing(0, 600, Some(500)).unwrap());
    }
}
