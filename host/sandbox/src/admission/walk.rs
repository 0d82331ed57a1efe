//! One pass over the file: lint first, so that a bomb is cut before the validator works on it, then validate.

use super::imports::Imports;
use super::lint::Lint;
use crate::limits::Limits;
use crate::log::plain;
use crate::refusal::RefusalReason;
use wasmparser::{Chunk, Error, FuncValidatorAllocations, Parser, Payload, ValidPayload, Validator, WasmFeatures};

/// Bytes kept of a validator's message; it may quote names of the component.
const MAX_MESSAGE: usize = 300;

/// What a detector may use: what stock Rust, C, JavaScript and Python toolchains emit.
const FEATURES: WasmFeatures = WasmFeatures::MUTABLE_GLOBAL
    .union(WasmFeatures::SATURATING_FLOAT_TO_INT)
    .union(WasmFeatures::SIGN_EXTENSION)
    .union(WasmFeatures::REFERENCE_TYPES)
    .union(WasmFeatures::MULTI_VALUE)
    .union(WasmFeatures::BULK_MEMORY)
    .union(WasmFeatures::FLOATS)
    .union(WasmFeatures::EXTENDED_CONST)
    .union(WasmFeatures::COMPONENT_MODEL);

/// Validates the component and extracts its imports.
pub(super) fn walk(bytes: &[u8], limits: &Limits) -> Result<Imports, RefusalReason> {
    let mut validator = Validator::new_with_features(FEATURES);
    let mut parser = Parser::new(0);
    let mut outer = Vec::new();
    let mut lint = Lint::new(limits);
    let mut allocations = FuncValidatorAllocations::default();
    let mut data = bytes;
    loop {
        let (payload, rest) = next(&mut parser, data, bytes.len())?;
        data = rest;
        lint.payload(&payload)?;
        match validator.payload(&payload).map_err(invalid)? {
            ValidPayload::Ok => {}
            ValidPayload::Parser(inner) => outer.push(std::mem::replace(&mut parser, inner)),
            ValidPayload::Func(function, body) => {
                let mut function = function.into_validator(std::mem::take(&mut allocations));
                function.validate(&body).map_err(invalid)?;
                allocations = function.into_allocations();
            }
            ValidPayload::End(types) => {
                lint.types(types.as_ref())?;
                match outer.pop() {
                    Some(parent) => parser = parent,
                    None => return Imports::read(types.as_ref(), lint.top_level()),
                }
            }
        }
    }
}

/// The next part of the file and what follows it.
fn next<'a>(parser: &mut Parser, data: &'a [u8], size: usize) -> Result<(Payload<'a>, &'a [u8]), RefusalReason> {
    // Whether a file is cut off or broken is told by asking again as if more could follow.
    let mut asked_again = parser.clone();
    let error = match parser.parse(data, true) {
        Ok(Chunk::Parsed { payload, consumed }) => return Ok((payload, data.get(consumed..).unwrap_or_default())),
        Ok(Chunk::NeedMoreData(_)) => return Err(RefusalReason::Truncated { offset: size as u64 }),
        Err(error) => error,
    };
    match asked_again.parse(data, false) {
        Ok(Chunk::NeedMoreData(_)) => Err(RefusalReason::Truncated { offset: size as u64 }),
        _ => Err(invalid(error)),
    }
}

/// A refusal in the validator's words.
pub(super) fn invalid(error: Error) -> RefusalReason {
    RefusalReason::Invalid {
        offset: error.offset(),
        message: plain(error.message(), MAX_MESSAGE),
    }
}
