//! Commands about traces of any number of states: `1.. steps`.
//!
//! An engine says whether there is a trace. The one that is shown is a shortest, found by the search among traces of so
//! many states, so that it looks as any other.

use korrel_enumerate::unbounded::{
    UnboundedAnswer, UnboundedMethod, UnboundedProof, UnboundedReach, unbounded,
};
use korrel_enumerate::{Meaning, Next};
use korrel_lang::model::{Command, SigId, Sizes, StepEnd, Unrolling};
use korrel_lang::spec::Spec;
use korrel_lang::unroll::STEPS;
use korrel_sat::Effort;
use korrel_translate::Scopes;

use crate::settings::Settings;

use super::NoAnswer;
use super::listing::WantedInstance;
use super::posed::PosedQuestion;

/// The reason why there is no trace, and what it is proven of.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ScopedProof {
    pub proof: UnboundedProof,
    /// `at most 3 Client`, `exactly 2 Lock`: how many objects a behaviour has of each sig for which the scope says it.
    pub scope: Vec<String>,
}

/// What is known about all traces of a command.
#[derive(Clone, Debug)]
pub enum AllTraces {
    /// There is none.
    Nothing(ScopedProof),
    /// There is one: the command for the traces of at most so many states as a shortest one has. `None` if the search for
    /// that was stopped.
    Something(Option<Box<Command>>),
    /// It was stopped before that was known.
    Stopped(UnboundedReach),
}

/// Decides whether a command has traces, of whatever number of states.
///
/// # Errors
/// A command that cannot be asked; a stop before anything was looked at.
pub fn all_traces(
    spec: &Spec,
    command: &Command,
    (meaning, method): (Meaning, UnboundedMethod),
    effort: &Effort,
) -> Result<AllTraces, NoAnswer> {
    let found = unbounded(&spec.model, command, method, meaning, effort);
    match found.map_err(|why| NoAnswer::untranslated(spec, why))? {
        UnboundedAnswer::Nothing(proof) => {
            let scope = objects(spec, command, meaning);
            Ok(AllTraces::Nothing(ScopedProof { proof, scope }))
        }
        UnboundedAnswer::Stopped(reach) => Ok(AllTraces::Stopped(reach)),
        UnboundedAnswer::Something => match shortest(spec, command, meaning, effort) {
            Ok(bounded) => Ok(AllTraces::Something(Some(Box::new(bounded)))),
            Err(NoAnswer::Stopped) => Ok(AllTraces::Something(None)),
            Err(why) => Err(why),
        },
    }
}

/// How many objects there are of the sigs for which the scope says it.
fn objects(spec: &Spec, command: &Command, meaning: Meaning) -> Vec<String> {
    let model = &spec.model;
    let scopes = Scopes::new(model, command, meaning.overflow);
    let stated = scopes.map_or_else(|_| Vec::new(), |scopes| scopes.stated(model));
    let is_said = |sig: SigId| command.scope.sigs.iter().any(|said| said.sig == sig);
    let stated =
        stated.into_iter().filter(|&(sig, Sizes { min, max, .. })| min < max || is_said(sig));
    let words = |(sig, Sizes { min, max, .. }): (SigId, Sizes)| {
        let name = &model.sigs[sig].name;
        match min {
            0 => format!("at most {max} {name}"),
            _ if min == max => format!("exactly {max} {name}"),
            _ => format!("{min} to {max} {name}"),
        }
    };
    stated.map(words).collect()
}

impl ScopedProof {
    /// `none of any length with at most 3 Client: 24 states, diameter 4; a larger scope may differ`.
    pub fn told(&self, what: &str) -> String {
        let ScopedProof { proof, scope } = self;
        match scope.is_empty() {
            true => format!("{what}: {proof}"),
            false => {
                format!("{what} with {}: {proof}; a larger scope may differ", scope.join(", "))
            }
        }
    }
}

/// The command for traces of so many states as a shortest one has. There must be one.
fn shortest(
    spec: &Spec,
    command: &Command,
    meaning: Meaning,
    effort: &Effort,
) -> Result<Command, NoAnswer> {
    let settings = Settings::of(meaning);
    let mut most = STEPS;
    loop {
        let bounded = up_to(command, most);
        let posed = PosedQuestion::new(spec, &bounded, &settings, effort)?;
        let mut listing = posed.open_for(&WantedInstance::Any)?;
        match listing.instances.next() {
            Next::Instance(instance) => {
                let traces = posed.problem.question.traces.expect("it is about traces");
                let states = traces.unrolled.length(&instance);
                return Ok(up_to(command, u32::try_from(states).expect("it is within the scope")));
            }
            Next::Exhausted => most *= 2,
            Next::Stopped => return Err(NoAnswer::Stopped),
        }
    }
}

/// The command for traces of at most so many states, which are enough.
pub fn up_to(command: &Command, most: u32) -> Command {
    let span = command.scope.steps.map_or(command.span, |steps| steps.span);
    let mut scope = command.scope.with_steps(1, most, span);
    scope.steps.iter_mut().for_each(|steps| steps.end = StepEnd::Enough);
    Command { scope, unrolled: Unrolling::default(), ..command.clone() }
}
