//! How long the traces are that a command asks for: in states, as scopes have it, and in the calls between them.

use std::fmt::{Display, Formatter, Result};

use super::STEPS;
use crate::model::{Command, Model, StepEnd, StepScope, TraceKind};

/// The least and the greatest number of states that are meant.
///
/// Invariant: 1 ≤ least ≤ greatest. All infinite traces begin with 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Steps {
    pub least: u32,
    /// `None`: all infinite traces, however many states they have.
    pub greatest: Option<u32>,
}

impl Steps {
    /// Those of a command, or `None` if it is about single states.
    pub fn of(model: &Model, command: &Command) -> Option<Steps> {
        let (least, greatest) = Steps::tried(model, command)?;
        let is_bounded = |steps: StepScope| steps.end == StepEnd::Bounded;
        let is_bounded = command.scope.steps.is_none_or(is_bounded) || !model.has_variables();
        Some(Steps { least, greatest: is_bounded.then_some(greatest) })
    }

    /// The least and the greatest number of states that are looked at. They are fewer than are meant where these are enough.
    pub fn tried(model: &Model, command: &Command) -> Option<(u32, u32)> {
        model.is_temporal(command).then(|| {
            let least = command.scope.steps.map_or(1, |steps| steps.min);
            (least, Steps::greatest(model, command).max(least))
        })
    }

    /// The greatest number of states of a record.
    pub(super) fn greatest(model: &Model, command: &Command) -> u32 {
        match command.traces {
            // Where nothing changes, all states of an infinite trace are one.
            TraceKind::Lassos if !model.has_variables() => 1,
            _ => command.scope.steps.map_or(STEPS, |steps| steps.max),
        }
    }

    pub fn exactly(states: u32) -> Steps {
        Steps { least: states, greatest: Some(states) }
    }
}

/// `1..4 states, 0..3 calls`: k states are k − 1 calls. `any number of states`.
impl Display for Steps {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        let said = |f: &mut Formatter<'_>, least: u32, greatest: u32, name: &str| match greatest {
            1 if least == 1 => write!(f, "1 {name}"),
            _ if least == greatest => write!(f, "{least} {name}s"),
            _ => write!(f, "{least}..{greatest} {name}s"),
        };
        let Some(greatest) = self.greatest else { return f.write_str("any number of states") };
        said(f, self.least, greatest, "state")?;
        f.write_str(", ")?;
        said(f, self.least - 1, greatest - 1, "call")
    }
}

#[cfg(test)]
mod tests {
    use super::Steps;

    /// If this failed, a report would be off by one between states and calls.
    #[test]
    fn k_states_are_one_call_less() {
        let said = |least, greatest| Steps { least, greatest: Some(greatest) }.to_string();
        assert_eq!(said(1, 4), "1..4 states, 0..3 calls");
        assert_eq!(said(3, 3), "3 states, 2 calls");
        assert_eq!(said(2, 2), "2 states, 1 call");
        assert_eq!(said(1, 1), "1 state, 0 calls");
        assert_eq!(said(1, 2), "1..2 states, 0..1 calls");
        assert_eq!(Steps { least: 1, greatest: None }.to_string(), "any number of states");
    }
}
