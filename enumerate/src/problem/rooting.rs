//! The classes of atoms that may be numbered by discovery: the candidates whose atoms are all
//! reached in every instance. One question to a solver decides each.
//!
//! Parts of the spec are asked first, which are small and settle it as a rule, then the whole.
//!
//! Recognition can therefore neither lose nor repeat an instance: a class with an atom that some instance does
//! not reach keeps the lexicographic labelling. So does a candidate whose question is too hard. How hard is
//! counted in conflicts and propagations, so that the same spec always has the same labelling.

use korrel_lang::model::CommandKind;
use korrel_lang::universe::AtomId;
use korrel_sat::{Effort, is_refuted_cheaply};
use korrel_translate::{
    Detail, Question, RootedClass, Symmetry, TranslationFailure, UnreachedClauses,
    UnreachedQuestion, candidates, classes, closed_fields, unreached,
};

/// The classes of a question that are numbered by discovery.
///
/// # Errors
/// A construct that cannot be translated, too many gates, or a stop.
pub fn rooted_classes(
    question: &Question<'_>,
    with_parameters: bool,
    effort: &Effort,
) -> Result<Vec<RootedClass>, TranslationFailure> {
    let symmetry = &Symmetry::new(question, with_parameters, Vec::new(), effort)?;
    Rooting { question, symmetry, effort }.classes(with_parameters)
}

struct Rooting<'q> {
    question: &'q Question<'q>,
    /// The lexicographic labelling of all classes, as long as nothing else is known.
    symmetry: &'q Symmetry,
    effort: &'q Effort,
}

/// Each class is a question about the whole spec, and one that is refused begins all anew. Of a schema of hundreds of tables
/// each column has values of its own: none of more classes than this is asked about.
const MOST_CLASSES: usize = 100;
/// The number of the spec's closures that are tried.
const CLOSURES: usize = 3;
/// A spec that mentions the closure answers after a few. Others would not after many more.
const CONFLICTS_BY_CLOSURE: u64 = 1_000;
const CONFLICTS: u64 = 20_000;
/// A question about a large formula costs no more than this, whatever is saved.
const PROPAGATIONS: u64 = 16_000_000;

impl Rooting<'_> {
    fn classes(&self, with_parameters: bool) -> Result<Vec<RootedClass>, TranslationFailure> {
        let Question { model, command, bounds, traces, is_refuted, .. } = self.question;
        // Where no trace breaks the assertion, each question about a class would be as hard as that one.
        let is_denied = traces.is_some() && command.kind == CommandKind::Check;
        if *is_refuted || is_denied {
            return Ok(Vec::new());
        }
        let classes = classes(model, bounds);
        if classes.len() > MOST_CLASSES {
            return Ok(Vec::new());
        }
        let is_led = |class: &&Vec<AtomId>| bounds.has_leading(class);
        let mut excluded: Vec<Vec<AtomId>> = classes.iter().filter(is_led).cloned().collect();
        let mut verified: Vec<RootedClass> = Vec::new();
        loop {
            let rooted = candidates(model, command, bounds, &classes, &excluded, with_parameters);
            let is_verified =
                |candidate: &RootedClass| verified.iter().any(|v| v.atoms == candidate.atoms);
            let Some(candidate) = rooted.into_iter().find(|candidate| !is_verified(candidate))
            else {
                return Ok(verified);
            };
            let atoms = candidate.atoms.clone();
            match self.proved(candidate)? {
                Some(rooted) => verified.push(rooted),
                None => {
                    excluded.push(atoms);
                    // An atom that was reached through the class may not be reached otherwise.
                    verified.clear();
                }
            }
        }
    }

    /// The candidate, by as few rows as suffice to reach every atom, or `None` if an atom can be left
    /// unreached. First by the closures that the spec itself mentions, which is quick where they say
    /// it all. Then in general.
    fn proved(&self, candidate: RootedClass) -> Result<Option<RootedClass>, TranslationFailure> {
        let Question { model, command, .. } = self.question;
        for fields in closed_fields(model, command).iter().take(CLOSURES) {
            let narrowed = candidate.clone().through(fields);
            if !self.is_possible(&narrowed, true)? {
                return self.with_few_entries(narrowed).map(Some);
            }
        }
        let is_left = self.is_possible(&candidate, false)?;
        Ok((!is_left).then_some(candidate))
    }

    /// Leaves out the pointers from outside that are not needed: a list's `tail`, when `head` leads
    /// to all.
    fn with_few_entries(&self, rooted: RootedClass) -> Result<RootedClass, TranslationFailure> {
        let mut kept = rooted;
        for relation in kept.entries().into_iter().rev() {
            let fewer = kept.without_entry(relation);
            let leads_in = !fewer.entries().is_empty();
            if leads_in && !self.is_possible(&fewer, true)? {
                kept = fewer;
            }
        }
        Ok(kept)
    }

    /// True if some instance may leave an atom unreached, and also if the question takes more
    /// conflicts than it may cost.
    fn is_possible(
        &self,
        candidate: &RootedClass,
        by_closure: bool,
    ) -> Result<bool, TranslationFailure> {
        let conflicts = if by_closure { CONFLICTS_BY_CLOSURE } else { CONFLICTS };
        for detail in [Detail::Unquantified, Detail::Structure, Detail::Whole] {
            let asked = UnreachedQuestion { candidate, by_closure, detail };
            let UnreachedClauses { cnf, is_whole } =
                unreached(self.question, self.symmetry, asked, self.effort)?;
            let is_refuted = is_refuted_cheaply(cnf, conflicts, PROPAGATIONS, self.effort);
            if self.effort.is_stopped() {
                return Err(TranslationFailure::Stopped);
            }
            if is_refuted {
                return Ok(false);
            }
            if is_whole {
                break;
            }
        }
        Ok(true)
    }
}

#[cfg(test)]
mod tests {
    use crate::testing::problem;

    /// If it failed, a spec that writes its pointers as a function would be searched without an order of discovery,
    /// and be too large to count: with no hint, the question is too hard from eleven values on.
    #[test]
    fn pointers_may_be_written_as_a_function() {
        let json = include_str!("../../../specs/json_document.als");
        for scope in ["exactly 12 Value", "12 Value"] {
            let first = "run repOk for exactly 2 Value";
            assert!(json.contains(first));
            let spec = problem(&json.replacen(first, &format!("run repOk for {scope}"), 1));
            assert_eq!(spec.problem().symmetry.rooted.len(), 1, "{scope}");
        }
    }
}
