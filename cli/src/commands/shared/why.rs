//! Why nothing was found: the parts of the spec that contradict each other.

use std::time::Duration;

use korrel_enumerate::{Conflict, Problem, conflict, vacuity};
use korrel_lang::code;
use korrel_lang::diagnostic::Diagnostic;
use korrel_lang::model::{Command, CommandKind, FactOrigin, Model};
use korrel_lang::source::{Sources, Span};
use korrel_translate::Origin;

use super::question::AskedCommand;
use crate::limits::stop::Stop;
use crate::messages::exit::Exit;
use crate::messages::tell::tell;

/// How many parts are shown; more would not be read.
const MOST: usize = 12;

/// What it cost to find that there is nothing.
pub struct SearchCost {
    pub time: Duration,
    pub conflicts: u64,
}

/// How much longer than the search the reasons may take; with the time that it takes to stop, it is a
/// second.
const MORE: Duration = Duration::from_millis(700);

/// What to say when a command has no instance.
pub fn why(
    asked: &AskedCommand,
    problem: &Problem<'_>,
    searched: &SearchCost,
    stop: &Stop,
) -> Diagnostic {
    let plain = plain(asked.command.kind);
    if asked.command.kind == CommandKind::Check {
        // That an assertion holds needs no excuse.
        return Diagnostic::note(plain);
    }
    let within = stop.linked();
    within.after(searched.time.saturating_add(MORE));
    within.instead(|_| {
        // It points at no place.
        tell(format_args!("{}\n", unexplained().render(&Sources::default(), false)));
        Exit::Failure
    });
    let found = conflict(&problem.question, searched.conflicts, &within.effort());
    within.take_over();
    match found {
        Ok(Some(conflict)) if !conflict.origins.is_empty() => explained(asked, plain, &conflict),
        Ok(Some(_)) | Err(_) => Diagnostic::note(plain),
        Ok(None) => unexplained(),
    }
}

fn plain(kind: CommandKind) -> &'static str {
    match kind {
        CommandKind::Run => "no instance exists within the scope",
        CommandKind::Check => "no counterexample exists within the scope",
    }
}

/// Where the reasons are harder to find than it was to find that there is nothing.
fn unexplained() -> Diagnostic {
    Diagnostic::note(plain(CommandKind::Run))
        .help("finding out which facts contradict each other would take longer than the search did")
}

/// A warning if a check without a counterexample has none because nothing satisfies the facts.
pub fn vacuous(problem: &Problem<'_>, stop: &Stop) -> Option<Diagnostic> {
    if problem.question.command.kind != CommandKind::Check {
        return None;
    }
    let origins = vacuity(&problem.question, &stop.effort()).ok()??;
    let message = "no instance satisfies the facts within the scope, so every check holds";
    let warning = Diagnostic::new(code::VACUOUS, message);
    let warning = match origins.is_empty() {
        true => warning.at(problem.question.command.span, "this check says nothing"),
        false => placed(warning, problem.question.model, problem.question.command, &origins).0,
    };
    Some(warning.help("`run {}` shows an instance of the facts, once there is one"))
}

fn explained(asked: &AskedCommand, plain: &str, conflict: &Conflict) -> Diagnostic {
    let message = match conflict.origins.as_slice() {
        [_] => format!("{plain}: this cannot hold there"),
        _ => format!("{plain}: these contradict each other"),
    };
    let note = Diagnostic::note(message);
    let (mut note, rest) = placed(note, &asked.spec.model, &asked.command, &conflict.origins);
    if rest > 0 {
        let needed = if conflict.is_minimal { "are needed" } else { "may be needed" };
        note = note.help(format!("{rest} more {needed} for the contradiction"));
    }
    if !conflict.is_minimal {
        note = note.help(
            "fewer may suffice; trying to leave out more would take longer than the search did",
        );
    }
    note
}

/// The message with the places of the parts that contradict each other; how many are not shown.
fn placed(
    message: Diagnostic,
    model: &Model,
    command: &Command,
    origins: &[Origin],
) -> (Diagnostic, usize) {
    let mut places: Vec<(Span, String)> = Vec::new();
    // What the command asks for comes first.
    let is_goal = |origin: &&Origin| matches!(origin, Origin::Goal(..));
    let goal = origins.iter().filter(is_goal);
    for origin in goal.chain(origins.iter().filter(|origin| !is_goal(origin))) {
        let place = place(model, command, *origin);
        if !places.contains(&place) {
            places.push(place);
        }
    }
    let rest = places.len().saturating_sub(MOST);
    places.truncate(MOST);
    let mut places = places.into_iter();
    let (span, label) = places.next().expect("there is an origin");
    let message = places.fold(message.at(span, label), |m, (span, label)| m.related(span, label));
    (message, rest)
}

fn place(model: &Model, command: &Command, origin: Origin) -> (Span, String) {
    match origin {
        Origin::Goal(span, None) => (span, "asked for".to_string()),
        Origin::Goal(span, Some(function)) => {
            (span, format!("asked for by `{}`", model.functions[function].name))
        }
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
