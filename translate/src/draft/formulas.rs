//! The facts and the goal, which the spec states about an instance.

use korrel_lang::model::{Fact, FactOrigin};

use crate::circuit::Bit;
use crate::encode::{Reach, Skolems};

use super::breaking::lex_leader::adjacent_transpositions;
use super::{Cause, Contents, Draft, Root};
use crate::failure::TranslationFailure;

/// The results of translating the formulas, beside roots.
pub struct Formulas {
    /// The inputs for what an instance only has to make exist.
    pub skolems: Vec<Bit>,
    /// Nothing was left out that the formulas say.
    pub is_whole: bool,
}

impl Draft<'_> {
    /// Asserts all that the spec says. `reaches` are sets that are known to be all atoms of a class.
    ///
    /// # Errors
    /// A construct that cannot be translated, too many gates, or a stop.
    pub fn assert_formulas(
        &mut self,
        contents: Contents,
        reaches: Vec<Reach>,
    ) -> Result<Formulas, TranslationFailure> {
        let question = self.question;
        if question.is_refuted {
            self.add_roots(Cause::Goal, [Bit::FALSE]);
            return Ok(Formulas { skolems: Vec::new(), is_whole: true });
        }
        let mut encoder = self.encoder().knowing(reaches).translating(contents.detail);
        // Traces have a witness in each state: there each fact stands under a quantifier over states.
        let has_states = question.traces.is_some();
        if contents.constants && !has_states {
            encoder = encoder.showing_witnesses();
        }
        if !contents.patterns {
            encoder = encoder.trusting_no_declarations();
        }
        // Declarations first: they are short, and simplify what is written.
        let (written, declared): (Vec<_>, Vec<_>) =
            question.model.facts.iter().enumerate().partition(|(_, fact)| is_written(fact));
        let facts = declared.into_iter().chain(written);
        let facts = facts.map(|(place, fact)| (Cause::Fact(place), &fact.formula));
        let goal = match contents.constants {
            true => question.denied(contents.shortest),
            false => &question.command.goal,
        };
        let mut said = Vec::new();
        let mut refused = None;
        for (cause, formula) in facts.chain([(Cause::Goal, goal)]) {
            if contents.constants && has_states && cause == Cause::Goal {
                encoder = encoder.showing_witnesses();
            }
            match encoder.assertion(formula) {
                Ok(bit) => said.push(Root { bit, cause }),
                Err(unsupported) => {
                    refused = Some(unsupported);
                    break;
                }
            }
        }
        let is_whole = !encoder.has_left_out();
        let skolems = encoder.into_skolems();
        if let Some(unsupported) = refused {
            return Err(self.refusal(unsupported));
        }
        self.roots.extend(said);
        if contents.break_symmetry && contents.transpositions && contents.constants {
            let unused_is_least = self.symmetry.unused_is_least();
            let canonical = self.transpositions_with(&skolems, unused_is_least);
            self.add_roots(Cause::Symmetry, canonical);
        }
        Ok(Formulas { skolems: skolems.inputs, is_whole })
    }

    /// Adjacent transpositions of instances together with the witnesses that are shown, which are
    /// permuted with them. `unused_is_least`: no cell that is true first holds of an atom that is not in use.
    pub fn transpositions_with(&mut self, skolems: &Skolems, unused_is_least: bool) -> Vec<Bit> {
        let Draft { symmetry, inputs, circuit, .. } = self;
        let values = skolems.outermost.iter().flat_map(|quantifier| &quantifier.values);
        let ahead: Vec<_> = values.map(|(_, matrix)| matrix).collect();
        let are_used = |atom| if unused_is_least { Bit::TRUE } else { inputs.in_use(atom) };
        adjacent_transpositions(symmetry, |cell| inputs.cell(cell), are_used, &ahead, circuit)
    }
}

fn is_written(fact: &Fact) -> bool {
    fact.origin == FactOrigin::Written
}
