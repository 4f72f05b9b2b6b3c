//! Which combinations of truth values some formulas can have, as clauses for a solver.
//!
//! *Problem.* What a predicate covers is said by the truth of others, and of a dozen formulas few of the
//! thousands of combinations are possible. *Choice.* Each formula gets an input that makes it hold, and
//! whose negation makes its negation hold; the models are listed by these inputs alone, and the cells only
//! have to exist. Formula and negation stand in one polarity each, so quantifiers over sets are Skolemised
//! as ever, and under an overflow neither holds: such an instance has no combination. *Rejected.* A
//! question for each combination, of which most have no answer and cost a translation each.

use korrel_lang::model::{Formula, FormulaKind};
use korrel_sat::{Cnf, Effort, Lit, Projection};

use crate::circuit::Bit;
use crate::clauses::{Definitions, to_cnf};
use crate::draft::untranslated::Untranslated;
use crate::draft::{Cause, Contents, Draft, Formulas};
use crate::question::Question;
use crate::symmetry::Symmetry;

/// Clauses whose models, listed by the tests, are the combinations.
#[derive(Clone, Debug)]
pub struct Combinations {
    pub cnf: Cnf,
    pub projection: Projection,
    /// Of each formula, that it holds.
    pub tests: Vec<Lit>,
}

/// The combinations of formulas about the instances of a question. What the formulas say must not depend
/// on how atoms are labelled.
///
/// # Errors
/// As [`translate`](crate::translate).
pub fn combinations(
    question: &Question<'_>,
    symmetry: &Symmetry,
    formulas: &[Formula],
    effort: &Effort,
) -> Result<Combinations, Untranslated> {
    let sides: Vec<[Formula; 2]> = formulas.iter().map(sides).collect();
    let mut draft = Draft::new(question, symmetry, effort);
    let contents = Contents::default();
    draft.assert_frame(contents);
    let Formulas { mut skolems, .. } = draft.assert_formulas(contents, Vec::new())?;
    let mut tests = Vec::new();
    let mut encoder = draft.encoder();
    let bits: Result<Vec<[Bit; 2]>, _> = sides
        .iter()
        .map(|[holds, fails]| Ok([encoder.formula(holds)?, encoder.formula(fails)?]))
        .collect();
    skolems.extend(encoder.into_skolems().inputs);
    for [holds, fails] in bits.map_err(|unsupported| draft.refusal(unsupported))? {
        let test = draft.circuit.input();
        let claims = [draft.circuit.implies(test, holds), draft.circuit.implies(!test, fails)];
        draft.add_roots(Cause::Claim, claims);
        tests.push(test);
    }
    draft.check_size()?;
    // No input is a variable that must be listed.
    let mut encoding = to_cnf(&draft.circuit, &draft.root_bits(), 0, Definitions::OneSided);
    let tests: Vec<Lit> = tests.iter().map(|&test| encoding.lit(&draft.circuit, test)).collect();
    let cells = draft.inputs.cells.iter().map(|cell| draft.inputs.cell(cell));
    let parameters = draft.inputs.witnesses.iter().map(|(_, bit)| *bit);
    let witnesses = cells.chain(parameters).chain(skolems);
    let witnesses = witnesses.filter_map(|bit| encoding.variable(bit)).collect();
    draft.check_size()?;
    let projection = Projection { order: tests.clone(), witnesses };
    Ok(Combinations { cnf: encoding.cnf, projection, tests })
}

/// A formula and its negation.
fn sides(formula: &Formula) -> [Formula; 2] {
    let kind = FormulaKind::Not(Box::new(formula.clone()));
    [formula.clone(), Formula { kind, span: formula.span }]
}
