//! The limits of a detector, each a policy value with its unit, bounds and reason.
//!
//! The table below is the only place where a number lives: defaults, validation, the text of `policy.yaml` errors and
//! what `sdo detector inspect` prints are all read from it.

use serde::de::{Error as _, MapAccess, Visitor};
use serde::ser::SerializeMap;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use std::fmt;

/// What is known about one limit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limit {
    /// The key in `policy.yaml`.
    pub name: &'static str,
    /// What one unit of the number is.
    pub unit: &'static str,
    /// The value where no policy says otherwise.
    pub default: u64,
    /// The least value a policy may set; below it no useful detector runs.
    pub floor: u64,
    /// The greatest value a policy may set; above it the host itself is at risk.
    pub ceiling: u64,
    /// Why the limit exists and why it is this large.
    pub why: &'static str,
}

macro_rules! limits {
    ($($(#[$doc:meta])* $field:ident $unit:literal $default:literal in $floor:literal ..= $ceiling:literal, $why:literal;)*) => {
        /// What one detector may consume. Build it from [`Limits::default`] and a [`LimitsPatch`], never field by field.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        pub struct Limits {
            $($(#[$doc])* pub $field: u64,)*
        }

        /// Every limit in the order in which it is shown.
        pub const TABLE: &[Limit] = &[
            $(Limit { name: stringify!($field), unit: $unit, default: $default, floor: $floor, ceiling: $ceiling, why: $why },)*
        ];

        impl Default for Limits {
            fn default() -> Self {
                Self { $($field: $default,)* }
            }
        }

        impl Limits {
            /// The value of the limit called `name`.
            pub fn get(&self, name: &str) -> Option<u64> {
                match name {
                    $(stringify!($field) => Some(self.$field),)*
                    _ => None,
                }
            }

            fn set(&mut self, name: &str, value: u64) {
                match name {
                    $(stringify!($field) => self.$field = value,)*
                    _ => {}
                }
            }
        }
    };
}

limits! {
    /// Guest instructions plus the priced work of the host, per run.
    fuel "units" 200_000_000 in 100_000 ..= 20_000_000_000,
        "about 30 to 60 ms of guest work; the widest built-in detector needs a tenth of it on 10,000 pods";
    /// Wall time of one run, counted in ticks of 10 ms.
    deadline_ms "ms" 250 in 20 ..= 30_000,
        "fuel ends a run first on a healthy machine; the deadline ends it on a starved one";
    /// Wall time after which a run is reported as stuck in the host.
    watchdog_ms "ms" 1_000 in 100 ..= 120_000,
        "neither fuel nor the deadline interrupts host code, so a run this late is a fault of the host that a person must see";
    /// Linear memory and tables of one run, summed.
    memory_bytes "bytes" 67_108_864 in 131_072 ..= 268_435_456,
        "narrow rows keep a detector at 1 to 4 MiB; wasmtime's own limit counts per memory, this one counts them together";
    /// Linear memories of one run.
    memories "memories" 2 in 1 ..= 2,
        "a component has one; an adapter may bring a second";
    /// Table elements of one run, summed.
    table_elements "elements" 20_000 in 10 ..= 40_000,
        "one element is a function that may be called indirectly; a large detector has a few hundred";
    /// Tables of one run.
    tables "tables" 4 in 1 ..= 4,
        "a component made by wit-component has two";
    /// Core instances of one run.
    instances "instances" 8 in 1 ..= 8,
        "a component made by wit-component has four at most";
    /// Bytes that one call may carry from the guest to the host: arguments of a host call, or the findings.
    hostcall_bytes "bytes" 1_048_576 in 4_096 ..= 16_777_216,
        "the host allocates what a guest passes; wasmtime's default of 128 MiB let 100 aliased strings cost 105 MB";
    /// Live component-model handles of one run.
    handles "handles" 1_024 in 16 ..= 16_384,
        "the contract has no handles and inert WASI a handful; each costs the host memory";
    /// Findings kept of one run.
    findings "findings" 100 in 1 ..= 1_000,
        "a detector that finds more than a person can read has found one cause; the rest is cut and said to be cut";
    /// Bytes of text and evidence kept of one finding.
    finding_bytes "bytes" 16_384 in 512 ..= 262_144,
        "a summary and evidence pointers; more is a dump of the snapshot";
    /// Log lines kept of one run.
    log_lines "lines" 100 in 0 ..= 10_000,
        "enough to debug one run; past it lines are counted, not kept";
    /// Bytes of log kept of one run.
    log_bytes "bytes" 16_384 in 0 ..= 1_048_576,
        "logs are a channel out of the sandbox and are bounded like one";
    /// Size of a component.
    component_bytes "bytes" 2_097_152 in 1_024 ..= 33_554_432,
        "a Rust detector has 30 to 220 KB; components that carry a JavaScript or Python runtime need a grant of their own";
    /// CPU time of one compilation.
    compile_cpu_seconds "seconds" 5 in 1 ..= 60,
        "0.6 MB of hostile code took 40 s to compile; a Rust detector takes 0.1 s";
    /// Wall time of one compilation.
    compile_wall_seconds "seconds" 20 in 1 ..= 240,
        "the CPU limit does not count a child that sleeps or waits";
    /// Address space of the compiling child.
    compile_memory_bytes "bytes" 1_073_741_824 in 268_435_456 ..= 8_589_934_592,
        "20,000 branches cost the compiler 80 MB; the child dies alone";
    /// Size of the compiled code.
    compiled_bytes "bytes" 33_554_432 in 65_536 ..= 268_435_456,
        "compiled code is 2 to 4 times the component";
    /// Body of one core function.
    function_bytes "bytes" 131_072 in 1_024 ..= 4_194_304,
        "compile time of one function grows faster than its size";
    /// Core functions of a component.
    functions "functions" 5_000 in 10 ..= 200_000,
        "a Rust detector has a few hundred";
    /// Globals, types, imports, exports, elements and data segments of a component, each.
    definitions "definitions" 2_000 in 50 ..= 100_000,
        "each costs the host memory before anything runs; wasmparser alone would allow a million";
    /// Bytes of all data segments.
    data_bytes "bytes" 1_048_576 in 1_024 ..= 33_554_432,
        "constants and messages of a Rust detector are 10 to 60 KB";
    /// Targets of one `br_table`.
    branch_targets "targets" 4_096 in 16 ..= 65_520,
        "a jump table is copied into compiled code; wasmtime itself stops at 65,520";
    /// Nesting of one component type.
    type_depth "levels" 32 in 4 ..= 90,
        "values are read recursively; the contract's deepest type has six levels";
    /// Component types behind one type, expanded.
    type_size "types" 20_000 in 100 ..= 500_000,
        "a type that doubles at each level is small in the file and huge in the host";
}

/// Why a value of a limit was not accepted.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum LimitError {
    /// No limit has this name.
    #[error("{name}: no such limit{}", nearest.as_ref().map(|near| format!("; did you mean {near}?")).unwrap_or_default())]
    Unknown {
        /// The key as it was written.
        name: String,
        /// The nearest known name.
        nearest: Option<&'static str>,
    },
    /// The value is outside of what a policy may set.
    #[error("{name}: {value} is {side}; allowed are {floor} to {ceiling} {unit}")]
    OutOfRange {
        /// The limit.
        name: &'static str,
        /// The value as it was written.
        value: i128,
        /// Which bound it breaks, in words.
        side: &'static str,
        /// The least value.
        floor: u64,
        /// The greatest value.
        ceiling: u64,
        /// The unit of all three.
        unit: &'static str,
    },
    /// The key stands twice.
    #[error("{name}: set twice")]
    Duplicate {
        /// The limit.
        name: &'static str,
    },
}

impl Limit {
    /// The limit called `name`.
    ///
    /// # Errors
    /// [`LimitError::Unknown`] with the nearest name.
    pub fn named(name: &str) -> Result<&'static Limit, LimitError> {
        TABLE
            .iter()
            .find(|limit| limit.name == name)
            .ok_or_else(|| LimitError::Unknown {
                name: name.escape_debug().to_string(),
                nearest: crate::policy::nearest(name, TABLE.iter().map(|limit| limit.name)),
            })
    }

    /// `value`, when a policy may set it.
    ///
    /// # Errors
    /// [`LimitError::OutOfRange`] saying which bound it breaks.
    pub fn check(&self, value: i128) -> Result<u64, LimitError> {
        let (floor, ceiling) = (i128::from(self.floor), i128::from(self.ceiling));
        let side = match value {
            _ if value < 0 => "negative",
            0 if floor > 0 => "zero",
            _ if value < floor => "below the floor",
            _ if value > ceiling => "above the ceiling",
            _ => return Ok(u64::try_from(value).unwrap_or(self.ceiling)),
        };
        Err(LimitError::OutOfRange {
            name: self.name,
            value,
            side,
            floor: self.floor,
            ceiling: self.ceiling,
            unit: self.unit,
        })
    }
}

/// Some limits with new values, every one of them checked.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct LimitsPatch(Vec<(&'static str, u64)>);

impl LimitsPatch {
    /// Adds a value.
    ///
    /// # Errors
    /// The limit is unknown, set already, or the value is out of bounds.
    pub fn set(&mut self, name: &str, value: i128) -> Result<(), LimitError> {
        let limit = Limit::named(name)?;
        if self.0.iter().any(|(set, _)| *set == limit.name) {
            return Err(LimitError::Duplicate { name: limit.name });
        }
        self.0.push((limit.name, limit.check(value)?));
        Ok(())
    }

    /// `base` with the values of this patch.
    pub fn over(&self, mut base: Limits) -> Limits {
        for (name, value) in &self.0 {
            base.set(name, *value);
        }
        base
    }
}

impl Serialize for Limits {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(Some(TABLE.len()))?;
        for limit in TABLE {
            map.serialize_entry(limit.name, &self.get(limit.name))?;
        }
        map.end()
    }
}

/// Limits are read as a patch over the defaults; an unknown key is an error.
impl<'de> Deserialize<'de> for Limits {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        LimitsPatch::deserialize(deserializer).map(|patch| patch.over(Limits::default()))
    }
}

impl<'de> Deserialize<'de> for LimitsPatch {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_map(PatchVisitor)
    }
}

struct PatchVisitor;

impl<'de> Visitor<'de> for PatchVisitor {
    type Value = LimitsPatch;

    fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("limits by name, e.g. `fuel: 200000000`")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<LimitsPatch, A::Error> {
        let mut patch = LimitsPatch::default();
        while let Some(name) = map.next_key::<String>()? {
            let Whole(value) = map.next_value()?;
            patch.set(&name, value).map_err(A::Error::custom)?;
        }
        Ok(patch)
    }
}

/// A whole number of any sign, so that `-1` is told from text.
struct Whole(i128);

impl<'de> Deserialize<'de> for Whole {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct WholeVisitor;
        impl Visitor<'_> for WholeVisitor {
            type Value = Whole;
            fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
                formatter.write_str("a whole number")
            }
            fn visit_i64<E>(self, value: i64) -> Result<Whole, E> {
                Ok(Whole(value.into()))
            }
            fn visit_u64<E>(self, value: u64) -> Result<Whole, E> {
                Ok(Whole(value.into()))
            }
        }
        deserializer.deserialize_any(WholeVisitor)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_default_lies_between_its_floor_and_ceiling() {
        for limit in TABLE {
            assert_eq!(limit.check(limit.default.into()), Ok(limit.default), "{}", limit.name);
            assert!(limit.why.len() > 20, "{} has no reason", limit.name);
            assert_eq!(Limits::default().get(limit.name), Some(limit.default));
        }
    }

    #[test]
    fn refuses_zero_negative_and_oversized_values_by_name() {
        for (value, words) in [
            (0, "zero"),
            (-1, "negative"),
            (1, "below the floor"),
            (i128::MAX, "above the ceiling"),
        ] {
            let text = LimitsPatch::default().set("fuel", value).unwrap_err().to_string();
            assert!(text.starts_with("fuel: ") && text.contains(words), "{text}");
        }
    }

    #[test]
    fn names_the_nearest_limit_for_an_unknown_one() {
        let text = LimitsPatch::default().set("fule", 1).unwrap_err().to_string();
        assert_eq!(text, "fule: no such limit; did you mean fuel?");
    }

    #[test]
    fn a_patch_changes_only_what_it_names() {
        let mut patch = LimitsPatch::default();
        patch.set("findings", 7).unwrap();
        assert_eq!(
            patch.over(Limits::default()),
            Limits {
                findings: 7,
                ..Limits::default()
            }
        );
    }
}
