//! Why nothing was found: the parts of the spec that contradict each other.

use korrel_enumerate::{Problem, conflict};
use korrel_lang::diagnostic::Diagnostic;
use korrel_lang::model::{CommandKind, FactOrigin};
use korrel_lang::source::Span;
use korrel_translate::Origin;

use super::question::Asked;
use crate::stop::Stop;

/// So many parts are shown; who reads more of them?
const MOST: usize = 12;

/// What to say when a command has no instance.
pub fn why(asked: &Asked, problem: &Problem<'_>, stop: &Stop) -> Diagnostic {
    let plain = match asked.command.kind {
        CommandKind::Run => "no instance exists within the scope",
        CommandKind::Check => "no counterexample exists within the scope",
    };
    if asked.command.kind == CommandKind::Check {
        // That an assertion holds needs no excuse.
        return Diagnostic::note(plain);
    }
    match conflict(problem, &stop.flag()) {
        Ok(Some(origins)) if !origins.is_empty() => explained(asked, plain, &origins),
        _ => Diagnostic::note(plain),
    }
}

fn explained(asked: &Asked, plain: &str, origins: &[Origin]) -> Diagnostic {
    let message = match origins {
        [_] => format!("{plain}: this cannot hold there"),
        _ => format!("{plain}: these contradict each other"),
    };
    let mut places: Vec<(Span, String)> = Vec::new();
    // What the command asks for comes first.
    let is_goal = |origin: &&Origin| matches!(origin, Origin::Goal(_));
    let goal = origins.iter().filter(is_goal);
    for origin in goal.chain(origins.iter().filter(|origin| !is_goal(origin))) {
        let place = place(asked, *origin);
        if !places.contains(&place) {
            places.push(place);
        }
    }
    let rest = places.len().saturating_sub(MOST);
    places.truncate(MOST);
    let mut places = places.into_iter();
    let (span, label) = places.next().expect("there is an origin");
    let mut note = Diagnostic::note(message).at(span, label);
    for (span, label) in places {
        note = note.related(span, label);
    }
    if rest > 0 {
        note = note.help(format!("{rest} more are needed for the contradiction"));
    }
    note
}

fn place(asked: &Asked, origin: Origin) -> (Span, String) {
    let (model, command) = (&asked.spec.model, &asked.command);
    match origin {
        Origin::Goal(span) => (span, "asked for".to_string()),
        Origin::Scope(sig) => {
            let span = command.scope.span.unwrap_or(command.span);
            (span, format!("the scope of `{}`", model.sigs[sig].path))
        }
        Origin::Fact(at) => {
            let fact = &model.facts[at];
            let label = match fact.origin {
                FactOrigin::Written if fact.name == "fact" => "a fact".to_string(),
                FactOrigin::Written => format!("the fact `{}`", fact.name),
                FactOrigin::Sig(sig) => format!("the declaration of `{}`", model.sigs[sig].name),
                FactOrigin::Field(field) => {
                    format!("the declaration of `{}`", model.fields[field].name)
                }
            };
            (fact.span, label)
        }
    }
}
