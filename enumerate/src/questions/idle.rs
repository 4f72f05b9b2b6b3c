//! Parts of a spec that say nothing.
//!
//! *Problem.* A conjunct that the others imply looks like a rule and adds nothing. Often a change made it
//! needless, or it does not say what its author meant. *Choice.* A part changes nothing within a scope if
//! nothing satisfies all others and not it: one question for each part and command, with a limit in
//! conflicts, so that the answer is the same on every machine. A part that matters to one command matters.
//! Facts are judged without any goal, for they concern all commands. A `check` says nothing where nothing
//! satisfies its premise. Where arithmetic overflows a part neither holds nor fails: it then leaves
//! instances out, and matters. *Rejected.* To take parts out of the core of a refutation: a spec that has
//! instances has no refutation.

use korrel_lang::conjuncts::{Conjunct, conjuncts};
use korrel_lang::diagnostic::Diagnostic;
use korrel_lang::model::{
    Command, CommandKind, Fact, FactOrigin, Formula, FormulaKind, Model, Quantifier,
};
use korrel_lang::source::Span;
use korrel_sat::{Effort, refuted};
use korrel_translate::{Contents, Detail, TranslationFailure};

use super::combinations::UndecidedCombinations;
use super::formula::{in_all, made};
use crate::problem::{Meaning, Problem};

/// A question that takes more conflicts is not answered, and its part is taken to matter.
const CONFLICTS: u64 = 20_000;

/// The number of conjuncts that a formula is taken apart into.
const MOST: usize = 400;

/// A part that says nothing in any command that it takes part in.
#[derive(Clone, Debug)]
pub struct IdlePart {
    pub conjunct: Conjunct,
    pub idleness: Idleness,
    /// True if the part is idle only within these integers: with more of them nothing would
    /// overflow, and it might say something.
    pub overflows: bool,
}

/// The reason why it says nothing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Idleness {
    /// The other facts imply it. The fact's place in the model.
    Fact(usize),
    /// The facts and the other conjuncts of what commands ask for imply it. The first one's place.
    Goal(usize),
    /// It is checked, and nothing satisfies its premise. The command's place.
    Premise(usize),
}

/// The parts of a spec that say nothing within the scopes of these commands, or `None` if it was stopped.
///
/// # Errors
/// A construct that cannot be translated.
pub fn idle_parts(
    model: &Model,
    commands: &[Command],
    meaning: Meaning,
    effort: &Effort,
) -> Result<Option<Vec<IdlePart>>, Diagnostic> {
    let search = IdleSearch { model, commands, meaning, effort };
    let parts = search.facts().and_then(|facts| {
        let (goals, premises) = (search.goals()?, search.premises()?);
        Ok([facts, goals, premises].concat())
    });
    match parts {
        Ok(parts) => Ok(Some(parts)),
        Err(TranslationFailure::Stopped) => Ok(None),
        Err(TranslationFailure::Refused(diagnostic)) => Err(*diagnostic),
    }
}

struct IdleSearch<'a> {
    model: &'a Model,
    commands: &'a [Command],
    meaning: Meaning,
    effort: &'a Effort,
}

/// The claim that in no instance of a command formulas have these truth values.
struct Claim {
    command: Command,
    formulas: Vec<Formula>,
    truths: Vec<bool>,
}

/// The verdict on claims.
#[derive(Clone, Copy, PartialEq, Eq)]
enum JudgedClaims {
    Holds,
    /// No instance refutes them, but one might in which arithmetic overflows.
    HoldsWithinIntegers,
    /// Or it is not known.
    Fails,
}

impl IdleSearch<'_> {
    /// The conjuncts of facts that the others imply in the scope of every command.
    fn facts(&self) -> Result<Vec<IdlePart>, TranslationFailure> {
        let mut found = Vec::new();
        let written = self.model.facts.iter().enumerate();
        for (at, fact) in written.filter(|(_, fact)| fact.origin == FactOrigin::Written) {
            let parts = conjuncts(self.model, &fact.formula, MOST);
            for (place, conjunct) in parts.iter().enumerate() {
                let model = without(self.model, at, fact, &parts, place);
                let holds =
                    |command: &Command| Claim::of(plain(command), conjunct.formula.clone(), false);
                let claims: Vec<Claim> = self.commands.iter().map(holds).collect();
                if !is_empty(conjunct) && self.judged(&model, &claims)? == JudgedClaims::Holds {
                    found.push(IdlePart::new(conjunct.clone(), Idleness::Fact(at)));
                }
            }
        }
        Ok(found)
    }

    /// The conjuncts of what commands ask for that change nothing in any of them.
    fn goals(&self) -> Result<Vec<IdlePart>, TranslationFailure> {
        let mut candidates: Vec<(Conjunct, usize, Vec<Claim>)> = Vec::new();
        for (at, command) in self.commands.iter().enumerate() {
            if command.kind != CommandKind::Run {
                continue;
            }
            let parts = goal_conjuncts(self.model, command);
            for (place, conjunct) in parts.iter().enumerate().filter(|(_, one)| !is_empty(one)) {
                let claim = Claim {
                    command: command.clone(),
                    formulas: parts.iter().map(|part| part.formula.clone()).collect(),
                    truths: (0..parts.len()).map(|other| other != place).collect(),
                };
                let same = |(other, ..): &&mut (Conjunct, _, _)| other.span == conjunct.span;
                match candidates.iter_mut().find(same) {
                    Some((.., claims)) => claims.push(claim),
                    None => candidates.push((conjunct.clone(), at, vec![claim])),
                }
            }
        }
        let mut found = Vec::new();
        for (conjunct, first, claims) in candidates {
            if self.judged(self.model, &claims)? == JudgedClaims::Holds {
                found.push(IdlePart::new(conjunct, Idleness::Goal(first)));
            }
        }
        Ok(found)
    }

    /// The conjuncts of assertions whose premises nothing satisfies.
    fn premises(&self) -> Result<Vec<IdlePart>, TranslationFailure> {
        let mut found = Vec::new();
        for (at, command) in self.commands.iter().enumerate() {
            let FormulaKind::Not(asserted) = &command.goal.kind else { continue };
            if command.kind != CommandKind::Check {
                continue;
            }
            for conjunct in conjuncts(self.model, asserted, MOST) {
                let Some(premise) = premise(&conjunct.formula) else { continue };
                let claim = Claim::of(plain(command), premise, true);
                let judged = self.judged(self.model, &[claim])?;
                if judged != JudgedClaims::Fails {
                    let overflows = judged == JudgedClaims::HoldsWithinIntegers;
                    let part = IdlePart::new(conjunct, Idleness::Premise(at));
                    found.push(IdlePart { overflows, ..part });
                }
            }
        }
        Ok(found)
    }

    /// The verdict on all claims, as far as can be said quickly. A scope for which it cannot says
    /// nothing.
    fn judged(&self, model: &Model, claims: &[Claim]) -> Result<JudgedClaims, TranslationFailure> {
        let mut is_asked = false;
        for claim in claims {
            let asked = claim.searched();
            let problem = match Problem::unrooted(model, &asked, self.meaning, self.effort) {
                Ok(problem) => problem,
                Err(TranslationFailure::Stopped) => return Err(TranslationFailure::Stopped),
                Err(TranslationFailure::Refused(_)) => continue,
            };
            // A claim that is refuted without the constructs that have no translation is refuted
            // with them.
            let contents =
                Contents { constants: true, detail: Detail::FirstOrder, ..Contents::default() };
            let translation = problem.translate(contents, self.effort)?;
            let (answer, _) = refuted(&translation.cnf, CONFLICTS, self.effort);
            if self.effort.is_stopped() {
                return Err(TranslationFailure::Stopped);
            }
            if answer != Some(true) {
                return Ok(JudgedClaims::Fails);
            }
            is_asked = true;
        }
        if !is_asked {
            return Ok(JudgedClaims::Fails);
        }
        for claim in claims {
            if self.is_undecided(model, claim)? {
                return Ok(JudgedClaims::HoldsWithinIntegers);
            }
        }
        Ok(JudgedClaims::Holds)
    }

    fn is_undecided(&self, model: &Model, claim: &Claim) -> Result<bool, TranslationFailure> {
        let (asked, formulas) = (claim.command.asking(truth(claim.command.span)), &claim.formulas);
        let undecided =
            UndecidedCombinations::new(model, &asked, formulas, self.meaning, self.effort);
        let Ok(undecided) = undecided else { return Ok(false) };
        let truths: Vec<Option<bool>> = claim.truths.iter().copied().map(Some).collect();
        let undecided = undecided.admits(&truths);
        if self.effort.is_stopped() {
            return Err(TranslationFailure::Stopped);
        }
        Ok(undecided)
    }
}

impl IdlePart {
    fn new(conjunct: Conjunct, idleness: Idleness) -> IdlePart {
        IdlePart { conjunct, idleness, overflows: false }
    }
}

impl Claim {
    fn of(command: Command, formula: Formula, truth: bool) -> Claim {
        Claim { command, formulas: vec![formula], truths: vec![truth] }
    }

    /// The command whose instances refute it.
    fn searched(&self) -> Command {
        let each = self.formulas.iter().zip(&self.truths);
        let parts = each.map(|(formula, &holds)| made(formula, holds)).collect();
        let span = self.command.goal.span;
        self.command.asking(in_all(parts, span))
    }
}

/// An empty block, as in `run {}`: nobody meant it to say anything.
fn is_empty(conjunct: &Conjunct) -> bool {
    fn holds_nothing(formula: &Formula) -> bool {
        match &formula.kind {
            FormulaKind::Constant(true) => true,
            FormulaKind::And(parts) => parts.is_empty(),
            FormulaKind::Quantified { quantifier: Quantifier::All, body, .. }
            | FormulaKind::Let(.., body)
            | FormulaKind::In(_, body) => holds_nothing(body),
            _ => false,
        }
    }
    holds_nothing(&conjunct.formula)
}

/// The conjuncts of a command's goal, without the formulas of its parameters' ranges.
pub fn goal_conjuncts(model: &Model, command: &Command) -> Vec<Conjunct> {
    let mut all = conjuncts(model, &command.goal, MOST);
    let declared = match command.parameters.is_empty() {
        true => 0,
        false => conjuncts(model, &command.declared, MOST).len(),
    };
    all.split_off(declared)
}

/// The model without one conjunct of a fact.
fn without(model: &Model, at: usize, fact: &Fact, parts: &[Conjunct], place: usize) -> Model {
    let mut model = model.clone();
    let others = parts.iter().enumerate().filter(|(other, _)| *other != place);
    let others = others.map(|(_, conjunct)| conjunct.formula.clone()).collect();
    model.facts[at].formula = in_all(others, fact.span);
    model
}

/// A command of the same scope that asks for nothing.
fn plain(command: &Command) -> Command {
    let [declared, goal] = [truth(command.span), truth(command.span)];
    Command { kind: CommandKind::Run, parameters: Vec::new(), declared, goal, ..command.clone() }
}

fn truth(span: Span) -> Formula {
    Formula { kind: FormulaKind::Constant(true), span }
}

/// The formula that there is something to speak about: for `all x: A | P implies Q`, that P holds of some x.
/// `None` if the formula mentions nothing in particular.
pub(crate) fn premise(formula: &Formula) -> Option<Formula> {
    let span = formula.span;
    let kind = match &formula.kind {
        FormulaKind::Quantified { quantifier: Quantifier::All, declarations, body } => {
            let body = Box::new(premise(body).unwrap_or_else(|| truth(span)));
            let declarations = declarations.clone();
            FormulaKind::Quantified { quantifier: Quantifier::Some, declarations, body }
        }
        FormulaKind::Let(variable, value, body) => {
            FormulaKind::Let(*variable, value.clone(), Box::new(premise(body)?))
        }
        FormulaKind::Implies(premise, _) => return Some((**premise).clone()),
        _ => return None,
    };
    Some(Formula { kind, span })
}
