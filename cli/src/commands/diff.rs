//! `korrel diff SPEC P Q`: the instances that one predicate allows and the other does not, and the
//! reverse.

use korrel::Step;
use korrel::question::{
    Difference, PartedQuestion, PosedQuestion, SpecCommand, ask_parts, list_side,
};
use korrel::stream::{StreamQuestion, StreamSubject, as_written};

use crate::commands::stream::{ending, status};
use crate::flags::{DiffFlags, QuestionFlags, SolverFlag};
use crate::limits::Stop;
use crate::messages::error::Error;
use crate::messages::exit::Exit;
use crate::messages::reporter::Reporter;
use crate::output::frame::StreamFrame;
use crate::output::lines::Lines;

use super::shared::question::{answered, asked, caution, limited, settings, written};

pub fn run(diff: &DiffFlags, report: &Reporter) -> Result<Exit, Error> {
    let stop = limited(Stop::new(), diff.limits.timeout, diff.limits.size.memory)?;
    let flags = question(diff);
    let mut question = Difference::new(&asked_of(diff, &flags, report)?, &diff.left, &diff.right)?;
    let asked = question.asked().clone();
    let settings = written(settings(&flags), diff.stream.keyed.keys, diff.stream.judged.verify);
    let subject = StreamSubject::of(&question);
    let stream = StreamQuestion::new(&asked, &settings, subject, false)?;
    let header = (!diff.stream.frame.bare).then(|| stream.header());
    let mut frame = StreamFrame::new(Lines::stdout(), header);
    stop.heed(ending(&frame, None, None));
    let (meaning, effort) = (settings.meaning(), stop.effort());
    let parts = answered(question.parts(meaning, None, &effort), &stop)?;
    let whole = SpecCommand { command: question.whole(), ..asked.clone() };
    caution(&whole, &settings, report, &stop)?;
    let written = diff.amount.most();
    let found = ask_parts(
        &parts,
        || false,
        |part| {
            let posed = PosedQuestion::new(&asked.spec, &part.command, &settings, &effort)?;
            let (mut listing, said) = (posed.open()?, as_written(&part.label.member()));
            frame.begin()?;
            list_side(&mut listing, stream.schema(), written, |body| {
                let id = frame.count().into();
                Ok::<_, Error>(frame.add(Some(&id), &said, body)?)
            })
        },
    );
    let (step, outcomes) = answered(found, &stop)?;
    let conclusion = answered(question.conclusion(&outcomes, meaning, &effort), &stop)?;
    stop.take_over();
    frame.tell(conclusion.members());
    frame.end(status(step, &stop))?;
    conclusion.remarks().iter().for_each(|remark| report.note(remark));
    let is_same = outcomes.iter().all(|outcome| outcome.count == 0);
    match (is_same, step) {
        (false, _) => Ok(Exit::Failure),
        (true, Step::Exhausted) if conclusion.is_undecided() => Ok(Exit::Incomplete),
        (true, Step::Exhausted) => Ok(Exit::Success),
        (true, _) => Ok(if diff.stream.frame.bare { stop.tell() } else { stop.exit() }),
    }
}

fn question(diff: &DiffFlags) -> QuestionFlags {
    QuestionFlags {
        spec: diff.spec.clone(),
        command: diff.command.clone(),
        scope: diff.scope.clone(),
        steps: None,
        prefix: None,
        prefixes: false,
        symmetry: diff.symmetry,
        ignore_parameters: false,
        solver: SolverFlag::Enumerator,
        overflow: diff.overflow,
        language: diff.language.clone(),
    }
}

/// Returns the command that is asked. If none is given, it is the first predicate's: its parameters
/// are the roots.
fn asked_of(
    diff: &DiffFlags,
    question: &QuestionFlags,
    report: &Reporter,
) -> Result<SpecCommand, Error> {
    if diff.command.is_some() {
        return asked(question, report);
    }
    let plain = QuestionFlags { scope: None, ..question.clone() };
    let first = asked(&plain, report)?;
    let is_name = |c: char| c.is_alphanumeric() || matches!(c, '_' | '\'' | '"' | '/');
    let command = match diff.left.chars().all(is_name) {
        // An unknown name is reported when it is resolved.
        true => first.spec.command(Some(&diff.left)).unwrap_or_else(|_| first.command.clone()),
        false => first.command.clone(),
    };
    let mut asked = SpecCommand { command, ..first };
    if let Some(scope) = &diff.scope {
        asked.command = asked.spec.with_scope(asked.command.clone(), "--scope", scope)?;
    }
    Ok(asked)
}
