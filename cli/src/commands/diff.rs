//! `korrel diff SPEC P Q`: the instances that one predicate allows and the other does not, and the
//! reverse.

use korrel::question::{Difference, PartedQuestion, SpecCommand, ask_parts, list_side};
use korrel_enumerate::heap::{self, Heading, Schema, TraceHeading};
use korrel_enumerate::{Extras, Instances, Records, Strategy};
use korrel_lang::model::{Command, CommandKind};
use korrel_sat::Step;

use crate::commands::stream::{StreamSubject, TOOL, as_written, ending, identity, status};
use crate::flags::{DiffFlags, QuestionFlags, SolverFlag};
use crate::limits::Stop;
use crate::messages::error::Error;
use crate::messages::exit::Exit;
use crate::messages::reporter::Reporter;
use crate::output::frame::StreamFrame;
use crate::output::lines::Lines;

use super::shared::parts::remarks;
use super::shared::question::{answered, asked, can_verify, caution, classes, limited, meaning};

pub fn run(diff: &DiffFlags, report: &Reporter) -> Result<Exit, Error> {
    let stop = limited(Stop::new(), diff.limits.timeout, diff.limits.memory)?;
    let flags = question(diff);
    let mut question = Difference::new(&asked_of(diff, &flags, report)?, &diff.left, &diff.right)?;
    let asked = question.asked().clone();
    let command = Command { kind: CommandKind::Run, ..asked.command.clone() };
    let schema = Schema::of(&asked.spec, &command)?;
    let header = (!diff.stream.bare).then(|| header(&asked, &question, diff, &flags, &schema));
    let mut frame = StreamFrame::new(Lines::stdout(), header);
    stop.heed(ending(&frame, None, None));
    let (meaning, effort) = (meaning(&flags), stop.effort());
    let parts = answered(question.parts(meaning, None, &effort), &stop)?;
    let whole = SpecCommand { command: question.whole(), ..asked.clone() };
    caution(&whole, diff.overflow, report, &stop)?;
    let (step, outcomes) = ask_parts(
        &parts,
        || false,
        |part| {
            let about = |refused| Error::about(&asked.spec, refused);
            let problem = answered(asked.problem_of(&part.command, meaning, &effort), &stop)?;
            if diff.stream.verify {
                can_verify(&asked, &problem)?;
            }
            let strategy = Strategy { classes: classes(&flags), ..Strategy::default() };
            let mut instances =
                Instances::new(&problem, strategy, effort.clone()).map_err(about)?;
            let extras =
                Extras { verify: diff.stream.verify, keys: diff.stream.keys, ..Extras::default() };
            let records = Records::new(&problem, &schema, extras, &mut instances, &effort);
            let (records, said) = (records.map_err(about)?, as_written(&part.label.member()));
            frame.begin()?;
            let written = (diff.limit > 0).then_some(diff.limit);
            list_side(&mut instances, records, &schema, written, |body| {
                let id = frame.count().into();
                Ok::<_, Error>(frame.add(Some(&id), &said, body)?)
            })
        },
    )?;
    let conclusion = answered(question.conclusion(&outcomes, meaning, &effort), &stop)?;
    stop.take_over();
    frame.tell(conclusion.members());
    frame.end(status(step, &stop))?;
    remarks(&conclusion).iter().for_each(|remark| report.note(remark));
    let is_same = outcomes.iter().all(|outcome| outcome.count == 0);
    match (is_same, step) {
        (false, _) => Ok(Exit::Failure),
        (true, Step::Exhausted) if conclusion.is_undecided() => Ok(Exit::Incomplete),
        (true, Step::Exhausted) => Ok(Exit::Success),
        (true, _) => Ok(if diff.stream.bare { stop.tell() } else { stop.exit() }),
    }
}

fn question(diff: &DiffFlags) -> QuestionFlags {
    QuestionFlags {
        spec: diff.spec.clone(),
        command: diff.command.clone(),
        scope: diff.scope.clone(),
        steps: None,
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

fn header(
    asked: &SpecCommand,
    question: &Difference,
    diff: &DiffFlags,
    flags: &QuestionFlags,
    schema: &Schema,
) -> String {
    let (words, (name, what)) = (question.words(), question.header());
    let command = asked.spec.text(&asked.command);
    let heading = Heading {
        question: &identity(asked, flags, StreamSubject::Parts(&words)),
        symmetry: diff.symmetry.name(),
        asks: Some((name, &what)),
        traces: TraceHeading::of(&asked.spec.model, &asked.command),
        ..Heading::plain(TOOL, &asked.spec.name, &command)
    };
    heap::header(schema, &heading)
}
