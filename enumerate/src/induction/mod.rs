//! A command about infinite traces, decided by induction: for traces of any number of states.
//!
//! *Problem.* A search for traces of so many states answers for these. *Choice.* Two searches in turns over the
//! command's system of variables ([`TraceSystem`]), each for as many steps of the solver as the other. One writes out
//! the system's steps and looks for a run that comes back: a trace. The other proves that no run makes all fair bits
//! true more than so many times, first for 0, which is a proof that nothing bad is reached, then for more
//! (`translate/system/counting.rs`). There are finitely many states. So one of them ends, if nobody stops it: a fair
//! run that comes back has some length, and where there is none, no run counts further than there are states.
//!
//! *Rejected.* The proof by a saved state that comes back (Biere, Artho, Schuppan 2002): it has twice the variables, and
//! what it finds as a counterexample the first search finds shorter. It is what other readers get (`--emit aiger`).

use korrel_lang::model::{Command, Model};
use korrel_sat::{Effort, Frames, FramesAnswer, InductiveInvariant, Lit, LoopAnswer, LoopSearch};
use korrel_translate::{SystemMeaning, TraceSystem, TranslationFailure};

use crate::problem::Meaning;

/// The answer to whether there is an infinite trace.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum InductionAnswer {
    /// There is none.
    Nothing(InductionProof),
    /// There is one of so many states or less.
    Something { states: usize },
    /// Somebody stopped it. No trace has so few states.
    Stopped { states: usize },
}

/// Why there is no trace.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct InductionProof {
    /// The number of steps that were looked at together.
    pub depth: usize,
    /// What holds in all states that are reached, in the spec's words, if it is short and about the spec's cells.
    pub invariant: Option<Vec<String>>,
}

/// The ticks of a first turn.
const TURN: u64 = 200_000;

/// Decides whether a command has an infinite trace, of whichever number of states.
///
/// # Errors
/// A command about one state, a scope that cannot be, a construct that cannot be translated, or a stop before the
/// search.
pub fn decide_by_induction(
    model: &Model,
    command: &Command,
    meaning: Meaning,
    effort: &Effort,
) -> Result<InductionAnswer, TranslationFailure> {
    Ok(Induction::new(model, command, meaning, effort)?.decide())
}

/// Both searches, which can be gone on with.
pub struct Induction {
    effort: Effort,
    system: TraceSystem,
    runs: LoopSearch,
    /// The number of rounds that no run is to exceed, and the proof of that.
    rounds: usize,
    counted: TraceSystem,
    frames: Frames,
    ticks: u64,
}

impl Induction {
    /// # Errors
    /// As [`decide_by_induction`].
    pub fn new(
        model: &Model,
        command: &Command,
        meaning: Meaning,
        effort: &Effort,
    ) -> Result<Induction, TranslationFailure> {
        let system = TraceSystem::new(model, command, meaning.overflow, effort)?;
        let runs = LoopSearch::new(system.clauses(None), effort.clone());
        let (counted, bad) = system.counted(0);
        let frames = Frames::new(counted.clauses(Some(bad)), effort.clone());
        let effort = effort.clone();
        Ok(Induction { effort, system, runs, rounds: 0, counted, frames, ticks: TURN })
    }

    /// Takes turns until there is an answer.
    pub fn decide(mut self) -> InductionAnswer {
        loop {
            if let Some(answer) = self.turn() {
                return answer;
            }
        }
    }

    /// A turn of both searches, each longer than the one before. `None` if more may be tried.
    pub fn turn(&mut self) -> Option<InductionAnswer> {
        let spent = self.frames.ticks();
        let found = self.frames.advance(self.ticks);
        let spent = self.frames.ticks() - spent;
        self.ticks += self.ticks / 8;
        match found {
            FramesAnswer::Never(invariant) => {
                let depth = invariant.depth;
                let invariant = in_words(&self.counted, &invariant);
                Some(InductionAnswer::Nothing(InductionProof { depth, invariant }))
            }
            FramesAnswer::Stopped => Some(self.stopped()),
            FramesAnswer::Open => self.look_for_runs(spent),
            FramesAnswer::Reached(_) => {
                let answer = self.look_for_runs(spent);
                if answer.is_none() {
                    self.count_further();
                }
                answer
            }
        }
    }

    fn count_further(&mut self) {
        self.rounds += 1;
        let (counted, bad) = self.system.counted(self.rounds);
        self.frames = Frames::new(counted.clauses(Some(bad)), self.effort.clone());
        self.counted = counted;
    }

    /// Looks for runs that come back for so many ticks.
    fn look_for_runs(&mut self, ticks: u64) -> Option<InductionAnswer> {
        let end = self.runs.ticks().saturating_add(ticks.max(1));
        while self.runs.ticks() < end {
            match self.runs.advance(end - self.runs.ticks()) {
                LoopAnswer::Found { states, .. } => {
                    return Some(InductionAnswer::Something { states });
                }
                LoopAnswer::Exhausted => {
                    let depth = self.runs.states();
                    let proof = InductionProof { depth, invariant: None };
                    return Some(InductionAnswer::Nothing(proof));
                }
                LoopAnswer::Stopped => return Some(self.stopped()),
                LoopAnswer::None | LoopAnswer::Open => {}
            }
        }
        None
    }

    fn stopped(&self) -> InductionAnswer {
        InductionAnswer::Stopped { states: self.runs.states().saturating_sub(1) }
    }
}

/// An invariant of more literals than this is not shown.
const MOST_SHOWN: usize = 8;

/// The clauses of an invariant as formulas over atoms, if these are few and about cells alone. A memory that never
/// changes is taken for what it is: that the assertion was not broken so far goes without saying.
fn in_words(system: &TraceSystem, invariant: &InductiveInvariant) -> Option<Vec<String>> {
    let of = |lit: &Lit| &system.variables[lit.var().index()];
    let is_memory = |lit: &Lit| of(lit).meaning == SystemMeaning::Memory;
    let lasting: Vec<Lit> = invariant
        .clauses
        .iter()
        .filter_map(|clause| clause.as_slice().first().filter(|_| clause.len() == 1))
        .filter(|lit| is_memory(lit))
        .copied()
        .collect();
    let clauses = invariant.clauses.iter().filter(|clause| {
        let holds = |lit: &Lit| lasting.contains(lit);
        !clause.iter().any(holds)
    });
    let (mut said, mut literals) = (Vec::new(), 0);
    for clause in clauses {
        let mut parts = Vec::new();
        for lit in clause.iter().filter(|&&lit| !lasting.contains(&!lit)) {
            literals += 1;
            if is_memory(lit) || literals > MOST_SHOWN {
                return None;
            }
            parts.push(of(lit).said(lit.is_positive()));
        }
        parts.sort();
        said.push(parts.join(" or "));
    }
    said.sort();
    Some(said)
}

#[cfg(test)]
mod tests {
    use korrel_lang::load::no_files;
    use korrel_lang::spec::Spec;

    use super::*;

    fn decided(spec: &str) -> Result<InductionAnswer, TranslationFailure> {
        let spec = Spec::read("t.als", spec, false, &mut no_files).expect("it is right");
        let command = spec.command(None).expect("there is one");
        decide_by_induction(&spec.model, &command, Meaning::default(), &Effort::default())
    }

    fn invariant(spec: &str) -> Option<Vec<String>> {
        match decided(spec).expect("it is small") {
            InductionAnswer::Nothing(proof) => proof.invariant,
            other => panic!("{other:?}"),
        }
    }

    /// If it failed, a short reason would be kept from a user, or a formula shown that is none.
    #[test]
    fn a_short_invariant_is_in_the_words_of_the_spec() {
        let told = |kept: &str| {
            format!(
                "one sig A {{}} var sig P, Q in A {{}}
                 fact {{ no P + Q  always (P' = Q and Q' = Q) }} {kept}"
            )
        };
        let proof = invariant(&told("check { always no P } for 1 but 1.. steps"));
        assert_eq!(proof, Some(vec!["A$0 not in P".to_owned(), "A$0 not in Q".to_owned()]));
        let proof = invariant(&told("check { always no Q } for 1 but 1.. steps"));
        assert_eq!(proof, Some(vec!["A$0 not in Q".to_owned()]));
    }

    /// If it failed, a set that is chosen anew in each state would pass for one that later states speak of, and a trace
    /// would be found where there is none.
    #[test]
    fn a_number_is_known_to_be_read_from_a_witness() {
        for said in ["let n = #x | eventually #P != n", "eventually #P != #x"] {
            let answer = decided(&format!(
                "sig A {{}} one sig B {{}} var sig P in B {{}} fact {{ #A = 2  always (some P iff no P') }}
                 check {{ eventually (all x: set A | {said}) }} for 2 but 1.. steps"
            ));
            let Err(TranslationFailure::Refused(why)) = answer else { panic!("{answer:?}") };
            assert_eq!(why.code, Some(korrel_lang::code::UNSUPPORTED), "no scope helps: {why:?}");
        }
    }
}
