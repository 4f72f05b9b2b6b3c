//! A spec taken apart: which of its parts contradict each other?
//!
//! Each fact, each conjunct of the goal and each scope is a part. What the encoder otherwise takes for
//! granted, that a field is a function because its declaration says so, it must not here: the
//! declaration is a part like the others, and may be left out.

use korrel_lang::conjuncts::conjuncts;
use korrel_lang::model::{Command, FunctionId, Model, SigId};
use korrel_lang::source::Span;
use korrel_sat::{Cnf, Effort};

use crate::bounds::Bounds;
use crate::bounds::Cell;
use crate::circuit::matrix::Matrix;
use crate::circuit::{Bit, Circuit};
use crate::clauses::{Definitions, to_cnf};
use crate::draft::breaking::lex_leader::adjacent_transpositions;
use crate::draft::inputs::Inputs;
use crate::draft::population::{in_order, sizes};
use crate::draft::untranslated::{Untranslated, check_size, explained, untranslatable};
use crate::encode::Encoder;
use crate::scope::Scopes;
use crate::symmetry::Symmetry;

/// So many conjuncts a goal has at the most, where predicates call predicates again and again.
const MOST_CONJUNCTS: usize = 400;

/// Where a part comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Origin {
    Scope(SigId),
    /// By its place in the model's facts.
    Fact(usize),
    /// A conjunct of the command's goal, and the predicate that it is a conjunct of, if that is called.
    Goal(Span, Option<FunctionId>),
}

/// The parts of a spec, translated.
#[derive(Clone, Debug)]
pub struct Parts {
    pub origins: Vec<Origin>,
    circuit: Circuit,
    bits: Vec<Bit>,
    /// What holds of some labelling of every instance, whichever parts there are.
    always: Vec<Bit>,
    primaries: usize,
}

/// Takes a command apart. `symmetry` is to have no rooted classes: that all atoms are reached may
/// follow from a part.
///
/// # Errors
/// As [`translate`](crate::translate).
pub fn parts(
    model: &Model,
    command: &Command,
    scopes: &Scopes,
    bounds: &Bounds,
    symmetry: &Symmetry,
    effort: &Effort,
) -> Result<Parts, Untranslated> {
    let mut circuit = Circuit::within(effort);
    let inputs = Inputs::new(bounds, symmetry, &mut circuit);
    let mut always = in_order(model, &inputs, &mut circuit);
    let scoped = sizes(model, scopes, &inputs, &mut circuit).into_iter();
    let (mut origins, mut bits): (Vec<Origin>, Vec<Bit>) =
        scoped.map(|(sig, bit)| (Origin::Scope(sig), bit)).unzip();
    let interpretation = inputs.interpretation(model);
    let mut encoder =
        Encoder::new(model, interpretation, &mut circuit).showing_witnesses().doubting();
    let facts = model.facts.iter().enumerate().map(|(at, fact)| (Origin::Fact(at), &fact.formula));
    let goal = conjuncts(model, &command.goal, MOST_CONJUNCTS);
    let asked = goal.iter().map(|part| {
        let within = part.calls.last().map(|(function, _)| *function);
        (Origin::Goal(part.span, within), &part.formula)
    });
    let mut unsupported = None;
    for (origin, formula) in facts.chain(asked) {
        match encoder.formula(formula) {
            Ok(bit) => bits.push(bit),
            Err(error) => {
                unsupported = Some(error);
                break;
            }
        }
        origins.push(origin);
    }
    let skolems = encoder.into_skolems();
    if let Some(error) = unsupported {
        return Err(explained(untranslatable(error), &circuit, model, scopes));
    }
    let values = skolems.outermost.iter().flat_map(|quantifier| &quantifier.values);
    let ahead: Vec<&Matrix> = values.map(|(_, matrix)| matrix).collect();
    let bit = |cell: &Cell| inputs.cell(cell);
    always.extend(adjacent_transpositions(symmetry, bit, &ahead, &mut circuit));
    check_size(&circuit, model, command, scopes)?;
    let primaries = inputs.cells.len();
    Ok(Parts { origins, circuit, bits, always, primaries })
}

impl Parts {
    /// The clauses of some of the parts.
    pub fn cnf(&self, chosen: impl IntoIterator<Item = usize>) -> Cnf {
        let chosen = chosen.into_iter().map(|part| self.bits[part]);
        let roots: Vec<Bit> = self.always.iter().copied().chain(chosen).collect();
        to_cnf(&self.circuit, &roots, self.primaries, Definitions::OneSided).cnf
    }
}
