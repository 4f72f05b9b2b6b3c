//! The combinations of truth values that some formulas can have, as clauses for a solver.
//!
//! *Problem.* To see what a predicate covers, one asks which other formulas are true with it. Of the
//! thousands of combinations of a dozen formulas few are possible. *Choice.* Each formula gets an input
//! that makes it hold, and whose negation makes its negation hold. The models are listed by these inputs
//! alone, and the cells only have to exist. Formula and negation stand in one polarity each, so
//! quantifiers over sets are Skolemised as ever, and under an overflow neither holds: such an instance has
//! no combination, and is asked for by itself: which combinations could it have, were there more integers?
//! *Rejected.* A question for each combination: most have no answer, and each costs a translation.

use korrel_lang::model::{Command, Fact, FactOrigin, Formula, FormulaKind};
use korrel_sat::{Cnf, Effort, Lit, Projection};

use crate::circuit::Bit;
use crate::clauses::{Definitions, to_cnf};
use crate::draft::{Cause, Contents, Draft, Formulas};
use crate::failure::TranslationFailure;
use crate::question::Question;
use crate::symmetry::Symmetry;

/// Clauses whose models, listed by the tests, are the combinations.
#[derive(Clone, Debug)]
pub struct CombinationClauses {
    pub cnf: Cnf,
    pub projection: Projection,
    /// For each formula, the literal that says that it holds.
    pub tests: Vec<Lit>,
}

/// The combinations of formulas about the instances of a question. The meaning of the formulas must
/// not depend on how atoms are labelled.
///
/// # Errors
/// As [`translate`](crate::translate).
pub fn combinations(
    question: &Question<'_>,
    symmetry: &Symmetry,
    formulas: &[Formula],
    effort: &Effort,
) -> Result<CombinationClauses, TranslationFailure> {
    let mut testing = Testing::new(question, symmetry, formulas, effort)?;
    for [holds, fails] in testing.sides.clone() {
        testing.test(holds, fails);
    }
    testing.finish()
}

/// The same of what would be instances, were there more integers: each formula, fact and goal that neither holds
/// nor fails, for arithmetic overflows, may be taken for either, and there is one. `None` if it cannot be told,
/// because the formula stands in one polarity only. No class may be rooted: that rests on the facts.
///
/// # Errors
/// As [`translate`](crate::translate).
pub fn undecided(
    question: &Question<'_>,
    symmetry: &Symmetry,
    formulas: &[Formula],
    effort: &Effort,
) -> Result<Option<CombinationClauses>, TranslationFailure> {
    let mut model = question.model.clone();
    let is_written = |fact: &Fact| fact.origin == FactOrigin::Written;
    let facts: Vec<Fact> = model.facts.extract_if(.., |fact| is_written(fact)).collect();
    let goal = question.command.goal.clone();
    let truth = Formula { kind: FormulaKind::Constant(true), span: goal.span };
    let command = Command { goal: truth, ..question.command.clone() };
    let (scopes, bounds) = (question.scopes.clone(), question.bounds.clone());
    let weak = Question {
        model: &model,
        command: &command,
        traces: None,
        scopes,
        bounds,
        overflow: question.overflow,
        is_refuted: false,
        tried: None,
        all_tried: question.all_tried,
    };
    let required: Vec<Formula> = facts.into_iter().map(|fact| fact.formula).chain([goal]).collect();
    let all = [&required, formulas].concat();
    let mut testing = Testing::new(&weak, symmetry, &all, effort)?;
    if testing.has_own_skolems {
        return Ok(None);
    }
    let mut open = Vec::new();
    for (at, [holds, fails]) in testing.sides.clone().into_iter().enumerate() {
        match at < required.len() {
            true => testing.draft.add_roots(Cause::Claim, [!fails]),
            false => testing.test(!fails, !holds),
        }
        open.push(testing.draft.circuit.and([!holds, !fails]));
    }
    let open = testing.draft.circuit.or(open);
    testing.draft.add_roots(Cause::Claim, [open]);
    testing.finish().map(Some)
}

/// A draft of the instances, with the formulas that are tested.
struct Testing<'q> {
    draft: Draft<'q>,
    /// For each formula, the bits that say that it holds and that its negation does.
    sides: Vec<[Bit; 2]>,
    /// The bits that only have to exist beside the cells.
    skolems: Vec<Bit>,
    /// The formulas have some: their bits stand in one polarity only.
    has_own_skolems: bool,
    tests: Vec<Bit>,
}

impl<'q> Testing<'q> {
    fn new(
        question: &'q Question<'q>,
        symmetry: &'q Symmetry,
        formulas: &[Formula],
        effort: &Effort,
    ) -> Result<Testing<'q>, TranslationFailure> {
        let formulas: Vec<[Formula; 2]> = formulas.iter().map(sides).collect();
        let mut draft = Draft::new(question, symmetry, effort);
        let contents = Contents::default();
        draft.assert_frame(contents);
        let Formulas { mut skolems, .. } = draft.assert_formulas(contents, Vec::new())?;
        // The values that matter to the question say nothing of other formulas.
        let mut encoder = draft.encoder().trying(None, question.all_tried);
        let bits: Result<Vec<[Bit; 2]>, _> = formulas
            .iter()
            .map(|[holds, fails]| Ok([encoder.formula(holds)?, encoder.formula(fails)?]))
            .collect();
        let own = encoder.into_skolems().inputs;
        let sides = bits.map_err(|unsupported| draft.refusal(unsupported))?;
        let has_own_skolems = !own.is_empty();
        skolems.extend(own);
        Ok(Testing { draft, sides, skolems, has_own_skolems, tests: Vec::new() })
    }

    /// An input that claims the one, and whose negation claims the other.
    fn test(&mut self, holds: Bit, fails: Bit) {
        let Testing { draft, tests, .. } = self;
        let test = draft.circuit.input();
        let claims = [draft.circuit.implies(test, holds), draft.circuit.implies(!test, fails)];
        draft.add_roots(Cause::Claim, claims);
        tests.push(test);
    }

    fn finish(self) -> Result<CombinationClauses, TranslationFailure> {
        let Testing { draft, skolems, tests, .. } = self;
        draft.check_size()?;
        // No input is a variable that must be listed.
        let mut encoding = to_cnf(&draft.circuit, &draft.root_bits(), 0, Definitions::OneSided);
        let tests: Vec<Lit> =
            tests.iter().map(|&test| encoding.lit(&draft.circuit, test)).collect();
        let cells = draft.inputs.cells.iter().map(|cell| draft.inputs.cell(cell));
        let parameters = draft.inputs.witnesses.iter().map(|(_, bit)| *bit);
        let witnesses = cells.chain(parameters).chain(skolems);
        let witnesses = witnesses.filter_map(|bit| encoding.variable(bit)).collect();
        draft.check_size()?;
        let projection = Projection { order: tests.clone(), witnesses };
        Ok(CombinationClauses { cnf: encoding.cnf, projection, tests })
    }
}

/// A formula and its negation.
fn sides(formula: &Formula) -> [Formula; 2] {
    let kind = FormulaKind::Not(Box::new(formula.clone()));
    [formula.clone(), Formula { kind, span: formula.span }]
}
