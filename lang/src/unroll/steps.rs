//! How long the traces are that a command asks for: in states, as scopes have it, and in the calls between them.

use std::fmt::{Display, Formatter, Result};

use super::STEPS;
use crate::model::{Command, Model, TraceKind};

/// The least and the greatest number of states that are tried.
///
/// Invariant: 1 ≤ least ≤ greatest.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Steps {
    pub least: u32,
    pub greatest: u32,
}

impl Steps {
    /// Those of a command, or `None` if it is about single states.
    pub fn of(model: &Model, command: &Command) -> Option<Steps> {
        model.is_temporal(command).then(|| {
            let least = command.scope.steps.map_or(1, |steps| steps.min);
            Steps { least, greatest: Steps::greatest(model, command).max(least) }
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
        Steps { least: states, greatest: states }
    }
}

/// `1..4 states, 0..3 calls`: k states are k − 1 calls.
impl Display for Steps {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        let said = |f: &mut Formatter<'_>, least: u32, greatest: u32, name: &str| match greatest {
            1 if least == 1 => write!(f, "1 {name}"),
            _ if least == greatest => write!(f, "{least} {name}s"),
            _ => write!(f, "{least}..{greatest} {name}s"),
        };
        said(f, self.least, self.greatest, "state")?;
        f.write_str(", ")?;
        said(f, self.least - 1, self.greatest - 1, "call")
    }
}

#[cfg(test)]
mod tests {
    use super::Steps;

    /// If this failed, a report would be off by one between states and calls.
    #[test]
    fn k_states_are_one_call_less() {
        let said = |least, greatest| Steps { least, greatest }.to_string();
        assert_eq!(said(1, 4), "1..4 states, 0..3 calls");
        assert_eq!(said(3, 3), "3 states, 2 calls");
        assert_eq!(said(2, 2), "2 states, 1 call");
        assert_eq!(said(1, 1), "1 state, 0 calls");
        assert_eq!(said(1, 2), "1..2 states, 0..1 calls");
    }
}
