//! The integers of a scope, and how many of them number a sequence.

use korrel_lang::code;
use korrel_lang::diagnostic::Diagnostic;
use korrel_lang::model::{Command, IntegerScope, Model, SequenceScope, Sig};
use korrel_lang::universe::Arithmetic;

use super::Overflow;

/// The bit width where a command states none.
const BIT_WIDTH: u32 = 4;
/// The length of the longest sequence where a command states neither that nor a default.
const SEQUENCE: u32 = 4;

/// Least and greatest integer that is an atom, and how numbers are computed. Without integers, numbers
/// have the bits that count all `atoms`.
pub(super) fn integers(
    command: &Command,
    overflow: Overflow,
    atoms: u32,
) -> ((i64, i64), Arithmetic) {
    let stated = match command.scope.integers {
        Some(IntegerScope::Range(least, greatest)) => {
            return ((least, greatest), Arithmetic::Exact);
        }
        Some(IntegerScope::BitWidth(bit_width)) => bit_width,
        None => BIT_WIDTH,
    };
    let bit_width = if stated == 0 { width_for(atoms) } else { stated };
    let arithmetic = match overflow {
        Overflow::Forbid => Arithmetic::Forbid { bit_width },
        Overflow::Wrap => Arithmetic::Wrap { bit_width },
    };
    match stated {
        0 => ((0, -1), arithmetic),
        _ => ((-(1 << (bit_width - 1)), (1 << (bit_width - 1)) - 1), arithmetic),
    }
}

/// The length of the longest sequence: stated, or else the default scope, or else 4, but never more
/// than integers can number.
///
/// # Errors
/// A stated length, or sequences without one, for which there are no integers.
pub(super) fn sequences(
    model: &Model,
    command: &Command,
    (least, greatest): (i64, i64),
) -> Result<u32, Diagnostic> {
    let is_range = matches!(command.scope.integers, Some(IntegerScope::Range(..)));
    let most = match is_range {
        true if least > 0 => 0,
        true => greatest + 1,
        // As in Alloy: the length is an integer, too.
        false => greatest,
    };
    let most = u32::try_from(most.max(0)).unwrap_or(u32::MAX);
    if let Some(stated) = command.scope.sequences {
        let is_possible = stated.max <= most;
        return is_possible.then_some(stated.max).ok_or_else(|| too_long(stated, most, is_range));
    }
    let wanted = command.scope.default.map_or(SEQUENCE, |sizes| sizes.max);
    if is_range && most == 0 && wanted > 0 && has_sequences(model, command) {
        return Err(unnumbered(command));
    }
    Ok(wanted.min(most))
}

/// True if a field or a parameter is a sequence.
fn has_sequences(model: &Model, command: &Command) -> bool {
    let parameters = command.parameters.iter().flat_map(|declaration| &declaration.variables);
    let types = model.fields.iter().map(|(_, field)| &field.ty);
    let mut types = types.chain(parameters.map(|&variable| &model.variables[variable].ty));
    types.any(|ty| ty.products.iter().any(|product| product.contains(&Sig::SEQ_INT)))
}

fn too_long(stated: SequenceScope, most: u32, is_range: bool) -> Diagnostic {
    let SequenceScope { max, span } = stated;
    let message = format!("there are no integers to number a sequence of {max}");
    let diagnostic = Diagnostic::new(code::SEQUENCE_INTEGERS, message);
    let last = max.saturating_sub(1);
    match is_range {
        true => diagnostic
            .at(span, format!("positions 0..{last} are needed"))
            .help(format!("widen the range of `Int` to hold 0..{last}, or write `{most} seq`")),
        false => diagnostic
            .at(span, format!("its length is {max}, and the greatest integer is {most}"))
            .help(format!("write `{} Int`, or `{most} seq`", width_for(max))),
    }
}

fn unnumbered(command: &Command) -> Diagnostic {
    let message = "there are no integers to number a sequence";
    Diagnostic::new(code::SEQUENCE_INTEGERS, message)
        .at(
            command.scope.span.unwrap_or(command.span),
            "without 0, no sequence has a first element",
        )
        .help("widen the range of `Int` to hold 0 and the positions after it, or write `0 seq`")
}

/// The bit width whose greatest integer is no less.
fn width_for(number: u32) -> u32 {
    u32::BITS - number.leading_zeros() + 1
}
