//! The reasons why there is nothing, as diagnostics with their places.

use korrel_lang::code;
use korrel_lang::diagnostic::Diagnostic;
use korrel_lang::instance::Relation;
use korrel_lang::model::{
    Command, CommandKind, Count, ExprKind, Fact, FactOrigin, Formula, FormulaKind, FunctionId,
    Model, SigId, TraceKind,
};
use korrel_lang::source::Span;
use korrel_lang::spec::Spec;
use korrel_lang::unroll::{Steps, Time};
use korrel_translate::{NeededPart, PartOrigin, Question};

use super::conflict::Conflict;
use super::idle::{IdlePart, Idleness};

/// The number of parts that are shown. More would not be read.
const MOST: usize = 12;

/// The answer to a command without an instance, without reasons. Of traces it says also how long those are that
/// were tried.
pub fn nothing(model: &Model, command: &Command) -> String {
    let (what, steps) = (&command.kind, Steps::of(model, command));
    let what = match (what, &steps, command.traces) {
        (CommandKind::Check, ..) => "counterexample",
        (CommandKind::Run, None, _) => "instance",
        (CommandKind::Run, Some(_), TraceKind::Lassos) => "infinite trace",
        (CommandKind::Run, Some(_), _) => "beginning of a trace",
    };
    let of = steps.map_or(String::new(), |steps| format!(" of {steps}"));
    format!("no {what} exists within the scope{of}")
}

/// The warning that every trace ends, with the text that mends it.
pub fn ends(question: &Question<'_>) -> Diagnostic {
    let (model, command) = question.asked();
    let message = match command.kind {
        CommandKind::Run => "every trace within the scope ends",
        CommandKind::Check => "every trace within the scope ends, so every check holds",
    };
    let warning = Diagnostic::new(code::ENDS, message)
        .at(command.span, "this asks for traces that go on for ever");
    let warning = match stuttering(model) {
        Some(step) => warning.help(format!(
            "say what happens when nothing happens: `or ({step})` beside the other steps"
        )),
        None => warning.help("say what happens when nothing happens"),
    };
    let steps = Steps::of(model, command).expect("it is about traces");
    warning.help(format!("or ask for `--prefixes`, the beginnings of traces: {steps}"))
}

/// `at' = at and Token' = Token`: all that the spec itself declares to change stays as it is.
pub(crate) fn stuttering(model: &Model) -> Option<String> {
    let is_own = |sig: SigId| model.sigs[sig].path == model.sigs[sig].name;
    let sigs = model.sigs.iter().filter(|&(id, sig)| sig.is_variable && is_own(id));
    let sigs = sigs.map(|(_, sig)| format!("{0}' = {0}", sig.name));
    let fields = model.fields.iter().filter(|&(_, field)| field.is_variable && is_own(field.sig));
    let fields = fields.map(|(_, field)| {
        let is_alone = model.fields.iter().filter(|(_, one)| one.name == field.name).count() == 1;
        match is_alone {
            true => format!("{0}' = {0}", field.name),
            false => {
                let sig = &model.sigs[field.sig].name;
                format!("({sig} <: {0})' = {sig} <: {0}", field.name)
            }
        }
    });
    let all: Vec<String> = sigs.chain(fields).collect();
    (!all.is_empty()).then(|| all.join(" and "))
}

/// The warning of a check that holds only because these parts of the spec contradict each other.
pub fn contradiction(question: &Question<'_>, found: Option<&Conflict>) -> Diagnostic {
    let message = "no instance satisfies the facts within the scope, so every check holds";
    let warning = Diagnostic::new(code::VACUOUS, message);
    let warning = match found.filter(|found| !found.parts.is_empty()) {
        None => warning.at(question.command.span, "this check says nothing"),
        Some(found) => explained_by(warning, places(question, found), found),
    };
    warning.help("`run {}` shows an instance of the facts, once there is one")
}

/// The restriction of a claim that overflows could refute.
pub const WITHIN_INTEGERS: &str = "within these integers";

/// The advice that tells which instances are left out, and how to take them in.
pub const OVERFLOW_ADVICE: &str = "instances in which arithmetic overflows are left out; `--overflow wrap` takes them in, and so \
                      does a `--scope` with a range such as `0..7 Int`, in which arithmetic is exact";

impl IdlePart {
    /// The warning about the part. `commands` are those of the question.
    pub fn warning(&self, spec: &Spec, commands: &[Command]) -> Diagnostic {
        let warning = |message: &str| match self.overflows {
            true => Diagnostic::new(code::IDLE, format!("{message} {WITHIN_INTEGERS}"))
                .help(OVERFLOW_ADVICE),
            false => Diagnostic::new(code::IDLE, message.to_owned()),
        };
        let span = self.conjunct.span;
        match self.idleness {
            Idleness::Premise(at) => warning("this check holds for want of instances")
                .at(span, "nothing within the scope satisfies what this supposes")
                .help(format!("it is part of `{}`", spec.text(&commands[at]))),
            Idleness::Fact(_) => warning("a part of a fact changes nothing within the scopes")
                .at(span, "the other facts imply it"),
            Idleness::Goal(_) => warning("a conjunct changes nothing within the scopes")
                .at(span, "the facts and the other conjuncts imply it"),
        }
    }
}

/// The answer to a command that has no instance: the parts of the spec that contradict each other, or that there are
/// none to show.
pub fn explained(question: &Question<'_>, conflict: &Conflict) -> Diagnostic {
    let (model, command) = question.asked();
    let plain = nothing(model, command);
    if conflict.parts.is_empty() {
        return Diagnostic::note(plain);
    }
    let places = places(question, conflict);
    let message = match places.as_slice() {
        [_] => format!("{plain}: this cannot hold there"),
        _ => format!("{plain}: these contradict each other"),
    };
    explained_by(Diagnostic::note(message), places, conflict)
}

/// A message with the places of a contradiction, and what is not said of it.
fn explained_by(
    message: Diagnostic,
    places: Vec<(Span, String)>,
    conflict: &Conflict,
) -> Diagnostic {
    let (mut note, rest) = placed(message, places);
    if rest > 0 {
        let needed = if conflict.is_minimal { "are needed" } else { "may be needed" };
        note = note.help(format!("{rest} more {needed} for the contradiction"));
    }
    if !conflict.is_minimal {
        note = note
            .help("fewer may suffice; to leave out more would take too long, or too much memory");
    }
    note
}

/// The places of the parts that contradict each other, each once. Those of the command's goal come first.
fn places(question: &Question<'_>, conflict: &Conflict) -> Vec<(Span, String)> {
    let is_goal = |origin: &PartOrigin| matches!(origin, PartOrigin::Goal(..));
    let (goal, rest): (Vec<_>, Vec<_>) =
        conflict.parts.iter().partition(|(origin, _)| is_goal(origin));
    let mut places: Vec<(Span, String)> = Vec::new();
    for (origin, needed) in goal.into_iter().chain(rest) {
        let whole = needed.is_empty().then(|| place(question, *origin));
        let parts = needed.iter().map(|part| place_within(question, *origin, *part));
        for place in whole.into_iter().chain(parts) {
            if !places.contains(&place) {
                places.push(place);
            }
        }
    }
    places
}

/// The message with the first of these places, and how many are not shown.
fn placed(message: Diagnostic, mut places: Vec<(Span, String)>) -> (Diagnostic, usize) {
    let rest = places.len().saturating_sub(MOST);
    places.truncate(MOST);
    let mut places = places.into_iter();
    let (span, label) = places.next().expect("there is an origin");
    let message = places.fold(message.at(span, label), |m, (span, label)| m.related(span, label));
    (message, rest)
}

fn place(question: &Question<'_>, origin: PartOrigin) -> (Span, String) {
    let Question { model, command, .. } = question;
    let scope = command.scope.span.unwrap_or(command.span);
    match origin {
        PartOrigin::Goal(span, function) => match name(question, function) {
            Some(name) => (span, format!("asked for by `{name}`")),
            None => (span, "asked for".to_string()),
        },
        PartOrigin::Scope(sig) if is_shape(question, sig) => (scope, of_traces(command)),
        PartOrigin::Scope(sig) => (scope, format!("the scope of `{}`", model.sigs[sig].path)),
        PartOrigin::Fact(at) => {
            let fact = &model.facts[at];
            match fact.origin {
                FactOrigin::Sig(sig) if is_shape(question, sig) => (scope, of_traces(command)),
                FactOrigin::Sig(sig) if is_multiplicity(&fact.formula) => {
                    (fact.span, format!("the multiplicity of `{}`", model.sigs[sig].name))
                }
                _ => (fact.span, of_fact(question, fact)),
            }
        }
    }
}

/// The place of a part of a part.
fn place_within(question: &Question<'_>, origin: PartOrigin, part: NeededPart) -> (Span, String) {
    let model = question.model;
    let label = match (name(question, part.function), origin) {
        (Some(name), _) => format!("in `{name}`"),
        (None, PartOrigin::Goal(_, function)) => match name(question, function) {
            Some(name) => format!("in `{name}`"),
            None => "in what is asked for".to_string(),
        },
        (None, PartOrigin::Fact(at)) => {
            let fact = &model.facts[at];
            match fact.origin {
                FactOrigin::Written => format!("in {}", of_fact(question, fact)),
                FactOrigin::Field(field) if part.span != fact.span => {
                    format!("the multiplicity of `{}`", model.fields[field].name)
                }
                FactOrigin::Sig(sig) if is_shape(question, sig) => return place(question, origin),
                _ => of_fact(question, fact),
            }
        }
        (None, PartOrigin::Scope(_)) => return place(question, origin),
    };
    (part.span, label)
}

/// The name of a predicate, as it is written.
fn name<'m>(question: &Question<'m>, function: Option<FunctionId>) -> Option<&'m str> {
    // The unrolled model has copies of predicates, `moves$2`, and predicates of its own, `$state2`.
    let name = question.model.functions[function?].name.split('$').next()?;
    (!name.is_empty()).then_some(name)
}

fn of_fact(question: &Question<'_>, fact: &Fact) -> String {
    let model = question.model;
    match fact.origin {
        FactOrigin::Written if fact.name == "fact" => "a fact".to_string(),
        FactOrigin::Written => format!("the fact `{}`", fact.name),
        FactOrigin::Sig(sig) | FactOrigin::OverTime(sig) => {
            format!("the declaration of `{}`", model.sigs[sig].name)
        }
        FactOrigin::Field(field) => format!("the declaration of `{}`", model.fields[field].name),
    }
}

/// True if this, which a sig's declaration says, is how many atoms it has.
fn is_multiplicity(formula: &Formula) -> bool {
    let FormulaKind::Count(count, of) = &formula.kind else { return false };
    *count != Count::No && matches!(of.kind, ExprKind::Sig(_))
}

/// True if no user has declared the sig: it says how many states a trace has.
fn is_shape(question: &Question<'_>, sig: SigId) -> bool {
    let time = question.traces.map(|traces| traces.unrolled.told_by(Relation::Sig(sig)).1);
    time == Some(Time::Shape)
}

fn of_traces(command: &Command) -> String {
    match command.traces {
        TraceKind::Lassos => "an infinite trace of so many states",
        TraceKind::Prefixes | TraceKind::Openings | TraceKind::Refuting | TraceKind::Maximal => {
            "so many states"
        }
    }
    .to_string()
}
