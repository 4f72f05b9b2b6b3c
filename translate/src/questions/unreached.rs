//! The question whether a class may be numbered by discovery, as clauses for a solver.

use korrel_lang::instance::Relation;
use korrel_lang::model::{Command, Declaration};
use korrel_sat::{Cnf, Effort};

use crate::bounds::{Bounds, Cell};
use crate::circuit::Bit;
use crate::draft::breaking::reached::{closed_backwards, missing, reach};
use crate::draft::{Cause, Contents, Draft};
use crate::encode::Detail;
use crate::failure::TranslationFailure;
use crate::question::Question;
use crate::symmetry::Symmetry;
use crate::symmetry::rooted::RootedClass;

/// "Some instance leaves an atom of the class unreached", in one of several ways.
#[derive(Clone, Copy, Debug)]
pub struct UnreachedQuestion<'r> {
    pub candidate: &'r RootedClass,
    /// Said by a closure: quick to refute where the spec says so itself.
    pub by_closure: bool,
    /// Asked of so much of the spec. In [`Detail::Unquantified`] the closure is opaque: inputs, the
    /// same wherever the spec mentions it.
    pub detail: Detail,
}

/// The question as clauses: if they have no model, every instance reaches all atoms.
pub struct UnreachedClauses {
    pub cnf: Cnf,
    /// Nothing was left out: a model proves that an atom can be unreached.
    pub is_whole: bool,
}

/// `symmetry` may be any in which the class is not rooted.
///
/// # Errors
/// As [`translate`](crate::translate).
pub fn unreached(
    question: &Question<'_>,
    symmetry: &Symmetry,
    asked: UnreachedQuestion<'_>,
    effort: &Effort,
) -> Result<UnreachedClauses, TranslationFailure> {
    let question = &question.within(with_only_choices(question.command, &question.bounds));
    let mut draft = Draft::new(question, symmetry, effort);
    draft.check_size()?;
    let contents = Contents { detail: asked.detail, ..Contents::default() };
    draft.assert_frame(contents);
    let is_opaque = asked.by_closure && asked.detail == Detail::Unquantified;
    let Draft { inputs, circuit, .. } = &mut draft;
    let reach = asked.by_closure.then(|| {
        let bit = |cell: &Cell| inputs.cell(cell);
        reach(asked.candidate, inputs.atoms(), &bit, is_opaque, circuit)
    });
    let reaches = reach.iter().filter(|_| is_opaque).cloned().collect();
    let formulas = draft.assert_formulas(contents, reaches)?;
    // Last, when the circuit knows what the spec says: it may be settled by that.
    let Draft { inputs, circuit, .. } = &mut draft;
    let (bit, in_use) = (|cell: &Cell| inputs.cell(cell), |atom| inputs.in_use(atom));
    let claim = match &reach {
        Some(reach) => vec![missing(reach, asked.candidate, &in_use, circuit)],
        None => closed_backwards(asked.candidate, &bit, &in_use, circuit),
    };
    let cnf = draft.clauses_with(claim)?;
    Ok(UnreachedClauses { cnf, is_whole: formulas.is_whole && !is_opaque })
}

impl Draft<'_> {
    /// The clauses of the roots and a claim about them. Only those of the claim, if it is false by
    /// itself.
    fn clauses_with(&mut self, claim: Vec<Bit>) -> Result<Cnf, TranslationFailure> {
        if claim.contains(&Bit::FALSE) {
            self.roots.clear();
        }
        self.add_roots(Cause::Claim, claim);
        let encoding = self.clauses()?;
        self.check_size()?;
        Ok(encoding.cnf)
    }
}

/// A parameter that can only be one atom is that one: `t: Tree`, where there is one tree. The search
/// would find out, but a closure from it must be seen to be the same before.
fn with_only_choices(command: &Command, bounds: &Bounds) -> Bounds {
    let is_one = |declaration: &&Declaration| declaration.range.is_one();
    let variables = command.parameters.iter().filter(is_one).flat_map(|d| &d.variables);
    let only = variables.filter_map(|&variable| {
        let relation = Relation::Variable(variable);
        let upper = &bounds.get(relation).upper;
        let tuple = upper.tuples().next().filter(|_| upper.len() == 1)?;
        Some(Cell { relation, tuple })
    });
    let only: Vec<Cell> = only.collect();
    bounds.tightened(only.iter().map(|cell| (cell, true)))
}
