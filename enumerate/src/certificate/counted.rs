//! A count that others can check: the terms of Burnside's sums, each with an order of decisions.
//!
//! *Problem.* That a number of instances is right is believed because witnesses agree. The symmetry of the formula is
//! proven as for a list. What is left is the number of assignments that each cycle type leaves as they are, and there is
//! no small proof of a number of models.
//!
//! *Choice.* Who checks counts again, with the formula that anybody can read. Counting is a page of code where proving is a
//! format: what is hard is to find an order of decisions in which a formula falls apart, and that is told. The numbers
//! are told, too, so that a checker names the term that is wrong.
//!
//! *Rejected.* The steps of the count as a proof (Fichte, Hecher, Roland: "Proofs for Propositional Model Counting", SAT
//! 2022; Capelli, "Knowledge Compilation Languages as Proof Systems", SAT 2019): a line for each component, of
//! which there are millions, and a checker that is no shorter than one that counts.

use std::fmt::Write as _;

use korrel_sat::counter::{CountOutcome, Limits, count_in_order};
use korrel_sat::{Effort, ProofLog};
use korrel_translate::{Cell, Permutation, TranslationFailure};
use num_bigint::BigUint;

use super::Certificate;
use crate::counting::cells;
use crate::counting::terms::{CycleTerm, sums};
use crate::problem::Problem;
use crate::search::tighten::tightened;

impl Certificate<'_> {
    /// The number of classes. The proof, which has that of its symmetry before, is whole then.
    ///
    /// # Errors
    /// A construct that cannot be translated; a stop.
    pub fn count(&self, log: &ProofLog, effort: &Effort) -> Result<BigUint, TranslationFailure> {
        let (question, symmetry) = (self.problem.question.clone(), self.symmetry.clone());
        let mut classes = BigUint::ZERO;
        for sum in sums(&Problem { question, symmetry }) {
            let mut fixed = BigUint::ZERO;
            for term in sum.terms() {
                fixed += self.fixed(&term, log, effort)? * &term.permutations;
            }
            let all = sum.permutations();
            assert!(&fixed % &all == BigUint::ZERO, "orbits are counted by whole numbers");
            classes += fixed / all;
        }
        Ok(classes)
    }

    /// The number of assignments that a permutation leaves as they are.
    fn fixed(
        &self,
        term: &CycleTerm<'_>,
        log: &ProofLog,
        effort: &Effort,
    ) -> Result<BigUint, TranslationFailure> {
        let (translation, _) = tightened(&term.problem, term.contents(), effort)?;
        let (limits, inputs) = (Limits::within(effort), cells(&translation));
        let (outcome, _) = count_in_order(&translation.cnf, &inputs, limits, effort);
        let CountOutcome::Done((number, order)) = outcome else {
            return Err(TranslationFailure::Stopped);
        };
        let decided = order.iter().map(|var| &translation.cells[var.index()]);
        let mut text = "term".to_owned();
        for lengths in &term.cycles {
            lengths.iter().for_each(|length| _ = write!(text, " {length}"));
            text.push_str(" 0");
        }
        text.push_str("\norder");
        for variable in self.decisions(&term.permutation, decided) {
            let _ = write!(text, " {variable}");
        }
        let _ = write!(text, " 0\nfixed {number}");
        log.begin(&text);
        Ok(number)
    }

    /// The least variable of each orbit of open cells: first those of these cells, then the others.
    fn decisions<'c>(
        &'c self,
        permutation: &Permutation,
        first: impl Iterator<Item = &'c Cell>,
    ) -> Vec<i64> {
        let all = &self.plain.translation.cells;
        let mut is_told = vec![false; all.len() + 1];
        let mut told = Vec::new();
        for cell in first.chain(all) {
            let variable = |cell: &Cell| self.literals.get(cell).map(|lit| lit.to_dimacs());
            let least = permutation.orbit(cell).iter().filter_map(variable).min();
            let least = least.expect("what is open in a term is open");
            if !std::mem::replace(&mut is_told[least as usize], true) {
                told.push(least);
            }
        }
        told
    }
}
