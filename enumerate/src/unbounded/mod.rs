//! Whether a command about traces has any, however many states they have.
//!
//! *Problem.* A search among traces of so many states says nothing of longer ones. But the atoms of a scope make finitely
//! many states, so the question about all infinite traces has an answer. *Choice.* Two engines that share nothing but the
//! question. One makes the graph of states and multiplies it by an automaton (`product`), the other goes by induction
//! (`crate::induction`). They say whether there is a trace. Which one is shown is not theirs to say: the search among
//! traces of so many states finds a shortest one, and it ends, because there is one.

mod automaton;
mod ground;
mod ltl;
mod member;
mod product;
mod propositions;
mod reached;
mod renamings;
mod unmet;
mod upper;

use std::fmt::{self, Display, Formatter};

use korrel_lang::model::{Command, Model};
use korrel_sat::Effort;
use korrel_translate::TranslationFailure;

use crate::induction::{Induction, InductionAnswer, InductionProof, decide_by_induction};
use crate::problem::Meaning;

pub use unmet::{Unmet, unmet};

/// The engine that decides.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum UnboundedMethod {
    /// The one that is probably the quickest.
    #[default]
    Auto,
    /// The graph of states.
    Graph,
    /// Induction.
    Induction,
}

/// Whether there is a trace.
#[derive(Clone, Debug)]
pub enum UnboundedAnswer {
    /// No infinite trace satisfies the facts and the command's formula.
    Nothing(UnboundedProof),
    /// There is one.
    Something,
    /// It was stopped before that was known.
    Stopped(UnboundedReach),
}

/// The reason why there is no trace.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum UnboundedProof {
    /// All states that are reached were looked at. `diameter`: the steps to the farthest one.
    Graph { states: u64, diameter: u64 },
    /// What holds at first and is kept by each step.
    Induction { depth: u64, invariant: Vec<String> },
}

/// How far an engine had looked when it was stopped.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct UnboundedReach {
    pub method: UnboundedMethod,
    /// The states that were reached, if the engine counts them.
    pub states: Option<u64>,
    /// By the graph: all states that so many steps lead to were looked at. By induction: no trace has so few states.
    pub depth: u64,
}

/// Decides whether a command has a trace.
///
/// # Errors
/// A scope that cannot be, or is too large, a construct that cannot be translated, or a stop before anything was
/// looked at.
pub fn unbounded(
    model: &Model,
    command: &Command,
    method: UnboundedMethod,
    meaning: Meaning,
    effort: &Effort,
) -> Result<UnboundedAnswer, TranslationFailure> {
    if !model.has_variables() {
        return product::of_one_state(model, command, meaning, effort);
    }
    match method {
        UnboundedMethod::Auto => in_turns(model, command, meaning, effort),
        UnboundedMethod::Graph => product::decide(model, command, meaning, effort, usize::MAX),
        UnboundedMethod::Induction => by_induction(model, command, meaning, effort),
    }
}

/// The graph is given up in the first round if it has so many states, or 64 times as many steps.
const FEW_STATES: usize = 2048;

/// In each round it may have so many times more of them. It is begun anew, which costs a third more in all.
const MORE_STATES: usize = 4;

/// The turns of induction in each round, of which each is longer than the one before.
const TURNS: usize = 24;

/// Both engines in turns. What each may do in a turn is counted and not timed, so it is always the same one that
/// answers. What one of them cannot translate is left to the other.
fn in_turns(
    model: &Model,
    command: &Command,
    meaning: Meaning,
    effort: &Effort,
) -> Result<UnboundedAnswer, TranslationFailure> {
    let by_graph = |most: usize| product::decide(model, command, meaning, effort, most);
    let mut induction: Option<Induction> = None;
    let mut most = FEW_STATES;
    // How far the graph had come.
    let mut graph = None;
    let stopped = |graph: Option<UnboundedReach>| {
        graph.map(UnboundedAnswer::Stopped).ok_or(TranslationFailure::Stopped)
    };
    loop {
        match by_graph(most) {
            Ok(UnboundedAnswer::Stopped(reach)) if !effort.is_stopped() => graph = Some(reach),
            Err(TranslationFailure::Stopped) if effort.is_stopped() => return stopped(graph),
            // There are too many first states.
            Err(TranslationFailure::Stopped) => {}
            Err(TranslationFailure::Refused(why)) => {
                let refused = |failure| match failure {
                    TranslationFailure::Refused(_) => TranslationFailure::Refused(why),
                    TranslationFailure::Stopped => TranslationFailure::Stopped,
                };
                let turns = match induction {
                    Some(turns) => turns,
                    None => Induction::new(model, command, meaning, effort).map_err(refused)?,
                };
                return Ok(told(turns.decide()));
            }
            answer => return answer,
        }
        let turns = match &mut induction {
            Some(turns) => turns,
            None => match Induction::new(model, command, meaning, effort) {
                Ok(turns) => induction.insert(turns),
                Err(TranslationFailure::Refused(_)) => return by_graph(usize::MAX),
                Err(TranslationFailure::Stopped) => return stopped(graph),
            },
        };
        match (0..TURNS).find_map(|_| turns.turn()) {
            Some(InductionAnswer::Stopped { states: 0 }) => return stopped(graph),
            Some(answer) => return Ok(told(answer)),
            None => {}
        }
        most = most.saturating_mul(MORE_STATES);
    }
}

fn by_induction(
    model: &Model,
    command: &Command,
    meaning: Meaning,
    effort: &Effort,
) -> Result<UnboundedAnswer, TranslationFailure> {
    decide_by_induction(model, command, meaning, effort).map(told)
}

fn told(answer: InductionAnswer) -> UnboundedAnswer {
    match answer {
        InductionAnswer::Nothing(InductionProof { depth, invariant }) => {
            let (depth, invariant) = (depth as u64, invariant.unwrap_or_default());
            UnboundedAnswer::Nothing(UnboundedProof::Induction { depth, invariant })
        }
        InductionAnswer::Something { .. } => UnboundedAnswer::Something,
        InductionAnswer::Stopped { states } => UnboundedAnswer::Stopped(UnboundedReach {
            method: UnboundedMethod::Induction,
            states: None,
            depth: states as u64,
        }),
    }
}

/// `312 states, diameter 12`.
impl Display for UnboundedProof {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self {
            UnboundedProof::Graph { states, diameter } => {
                write!(f, "{}, diameter {diameter}", counted(*states, "state"))
            }
            UnboundedProof::Induction { depth, invariant } => match invariant.as_slice() {
                [] => write!(f, "by induction over {}", counted(*depth, "step")),
                parts => write!(f, "by induction: always {}", parts.join(", and ")),
            },
        }
    }
}

/// `5000 states, up to 9 steps away`.
impl Display for UnboundedReach {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        if let Some(states) = self.states {
            write!(f, "{}, ", counted(states, "state"))?;
        }
        match self.method {
            UnboundedMethod::Induction if self.depth == 0 => f.write_str("at the first state"),
            UnboundedMethod::Induction => write!(f, "no trace of {}", counted(self.depth, "state")),
            _ => write!(f, "all up to {} away", counted(self.depth, "step")),
        }
    }
}

fn counted(number: u64, noun: &str) -> String {
    match number {
        1 => format!("1 {noun}"),
        _ => format!("{number} {noun}s"),
    }
}

#[cfg(test)]
mod tests {
    use korrel_lang::load::no_files;
    use korrel_lang::spec::Spec;
    use korrel_sat::Effort;
    use korrel_translate::TranslationFailure;

    use super::{UnboundedAnswer, UnboundedMethod, UnboundedProof, UnboundedReach, unbounded};
    use crate::problem::Meaning;

    /// If it failed, the past below a join would be refused, being written out for tuples that no state has.
    #[test]
    fn the_past_within_joins_is_written_out_for_what_a_state_may_hold() {
        let spec = concat!(
            include_str!("../../../specs/text_crdt.als"),
            "\nholds: check { always all disj r, s: Replica | no document[r] & ~(document[s]) }
                for exactly 2 Replica, 3 Operation, 1.. steps
            fails: check { always all disj r, s: Replica | document[r] = document[s] }
                for exactly 2 Replica, 3 Operation, 1.. steps"
        );
        let spec = Spec::read("t.als", spec, false, &mut no_files).expect("it is right");
        for (name, holds) in [("holds", true), ("fails", false)] {
            for method in [UnboundedMethod::Graph, UnboundedMethod::Induction] {
                let command = spec.command(Some(name)).expect("there is one");
                let (meaning, effort) = (Meaning::default(), Effort::default());
                let answer = unbounded(&spec.model, &command, method, meaning, &effort);
                match answer.expect("it is small") {
                    UnboundedAnswer::Nothing(_) => assert!(holds, "{name}, {method:?}"),
                    UnboundedAnswer::Something => assert!(!holds, "{name}, {method:?}"),
                    UnboundedAnswer::Stopped(reach) => panic!("nobody stops it: {reach}"),
                }
            }
        }
    }

    /// If it failed, a function that is called within its own argument would be read with the atom of the inner call, and induction
    /// would find a trace that there is not.
    #[test]
    fn a_function_within_its_own_argument_has_variables_of_its_own() {
        let text = "var lone sig A {} fun h[s: set A]: set A { { x: A | s -> x in A -> A } }
            check { A = h[h[A]] } for 2 but 1.. steps";
        let spec = Spec::read("t.als", text, false, &mut no_files).expect("it is right");
        let command = spec.command(None).expect("there is one");
        for method in [UnboundedMethod::Graph, UnboundedMethod::Induction] {
            let (meaning, effort) = (Meaning::default(), Effort::default());
            let answer = unbounded(&spec.model, &command, method, meaning, &effort);
            assert!(matches!(answer, Ok(UnboundedAnswer::Nothing(_))), "{answer:?}");
        }
    }

    /// If it failed, the graph would multiply the ways in which this may come true, heed no stop meanwhile, and never let
    /// induction have its turn.
    #[test]
    fn too_many_ways_are_left_to_induction() {
        let text = "sig A {} one sig T { var p: set A, var q: set A }
            fact { always (T.p' = T.p and T.q' = T.q)  T.p = A  T.q = A }
            run { all x: A | (always x in T.p) or (always x in T.q) } for exactly 15 A, 1.. steps";
        let spec = Spec::read("t.als", text, false, &mut no_files).expect("it is right");
        let command = spec.command(None).expect("there is one");
        let decided = |method, effort: &Effort| {
            unbounded(&spec.model, &command, method, Meaning::default(), effort)
        };
        let effort = Effort::default();
        let by_graph = decided(UnboundedMethod::Graph, &effort);
        let Err(TranslationFailure::Refused(why)) = by_graph else { panic!("{by_graph:?}") };
        assert_eq!(why.code, Some(korrel_lang::code::UNSUPPORTED));
        let by_both = decided(UnboundedMethod::Auto, &effort);
        assert!(matches!(by_both, Ok(UnboundedAnswer::Something)), "{by_both:?}");
    }

    /// If it failed, the graph would list all next states of one state, or all first ones, before induction had its turn.
    #[test]
    fn too_many_steps_are_left_to_induction() {
        let spec = |declared: &str, scope: &str| {
            format!(
                "sig A {{ f: set A }} var sig P, Q{declared} in A {{}}
                 pred add[x: A] {{ x not in P and P' = P + x and Q' = Q }}
                 fact {{ no P + Q and always (some x: A | add[x] or P' = P and Q' = Q) }}
                 check {{ always (some Q implies some f) }} {scope}, 1.. steps"
            )
        };
        // Nothing is said of what R is next, or of what f is.
        for text in [
            spec(", R", "for exactly 20 A").replace("no P + Q", "no P + Q + R + A.f"),
            spec("", "for exactly 6 A"),
        ] {
            let spec = Spec::read("t.als", &text, false, &mut no_files).expect("it is right");
            let command = spec.command(None).expect("there is one");
            let (method, meaning) = (UnboundedMethod::Auto, Meaning::default());
            let found = unbounded(&spec.model, &command, method, meaning, &Effort::default());
            let Ok(UnboundedAnswer::Nothing(UnboundedProof::Induction { .. })) = found else {
                panic!("{found:?}: {text}");
            };
        }
    }

    /// If it failed, a row would speak of "1 steps", or claim more than was looked at.
    #[test]
    fn a_row_counts_as_people_do() {
        let by_induction = |depth, parts: &[&str]| {
            let invariant = parts.iter().map(|&part| part.to_owned()).collect();
            UnboundedProof::Induction { depth, invariant }.to_string()
        };
        assert_eq!(by_induction(1, &[]), "by induction over 1 step");
        assert_eq!(by_induction(2, &[]), "by induction over 2 steps");
        let parts = ["A$0 not in P", "A$0 in Q or A$0 in R"];
        let shown = "by induction: always A$0 not in P, and A$0 in Q or A$0 in R";
        assert_eq!(by_induction(2, &parts), shown);
        let graph = UnboundedProof::Graph { states: 1, diameter: 0 };
        assert_eq!(graph.to_string(), "1 state, diameter 0");
        let stopped = |method, states, depth| UnboundedReach { method, states, depth }.to_string();
        let induction = UnboundedMethod::Induction;
        assert_eq!(stopped(induction, None, 0), "at the first state");
        assert_eq!(stopped(induction, None, 1), "no trace of 1 state");
        let graph = UnboundedMethod::Graph;
        assert_eq!(stopped(graph, Some(30), 1), "30 states, all up to 1 step away");
    }
}
