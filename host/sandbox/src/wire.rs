//! What parent and compiling child say to each other.

use crate::engine::Optimisation;
use crate::limits::Limits;

/// Bytes of a request before the component.
pub(crate) const HEAD: usize = 24;

const MAGIC: [u8; 4] = *b"sdoc";

/// Second byte of the child's answer. The first is its [`Lockdown`](crate::lockdown::Lockdown), sent before it reads a component.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub(crate) enum Status {
    /// Code follows.
    Compiled = 1,
    /// The compiler's words follow.
    Refused = 2,
    /// Memory ran out where that is not fatal.
    OutOfMemory = 3,
}

/// What the child needs to know before it reads a component.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Request {
    pub(crate) optimisation: Optimisation,
    pub(crate) cpu_seconds: u32,
    pub(crate) memory_bytes: u64,
    /// The most the child reads; with 0 it says what it gave up and ends.
    pub(crate) component_bytes: u32,
}

impl Request {
    pub(crate) fn new(optimisation: Optimisation, limits: &Limits) -> Self {
        let narrow = |value: u64| u32::try_from(value).unwrap_or(u32::MAX);
        Self {
            optimisation,
            cpu_seconds: narrow(limits.compile_cpu_seconds),
            memory_bytes: limits.compile_memory_bytes,
            component_bytes: narrow(limits.component_bytes),
        }
    }

    /// Asks for the lockdown alone.
    pub(crate) fn without_component(self) -> Self {
        Self {
            component_bytes: 0,
            ..self
        }
    }

    pub(crate) fn encode(self) -> Vec<u8> {
        let mut bytes = Vec::with_capacity(HEAD);
        bytes.extend(MAGIC);
        bytes.extend(u32::from(self.optimisation == Optimisation::Speed).to_le_bytes());
        bytes.extend(self.cpu_seconds.to_le_bytes());
        bytes.extend(self.component_bytes.to_le_bytes());
        bytes.extend(self.memory_bytes.to_le_bytes());
        bytes
    }

    /// `None` for what no parent of this build sends.
    pub(crate) fn decode(bytes: &[u8; HEAD]) -> Option<Self> {
        let word = |at: usize| bytes.get(at..at + 4)?.try_into().ok().map(u32::from_le_bytes);
        if bytes.get(..4)? != MAGIC {
            return None;
        }
        Some(Self {
            optimisation: match word(4)? {
                0 => Optimisation::None,
                1 => Optimisation::Speed,
                _ => return None,
            },
            cpu_seconds: word(8)?,
            component_bytes: word(12)?,
            memory_bytes: u64::from_le_bytes(bytes.get(16..24)?.try_into().ok()?),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_request_survives_the_wire() {
        let request = Request::new(Optimisation::Speed, &Limits::default());
        let bytes: [u8; HEAD] = request.encode().try_into().unwrap();
        assert_eq!(Request::decode(&bytes), Some(request));
        assert_eq!(Request::decode(&[0; HEAD]), None);
    }
}
