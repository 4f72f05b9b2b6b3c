//! `korrel sample`: instances drawn at random, as a stream.

use korrel::question::SpecCommand;
use korrel::question::by_value::ByValue;
use korrel::question::sample::{Drawing, SampleOutcome, Urns, WeighedInstances, sample, weighed};
use korrel::question::smaller::smaller_scope;
use korrel_enumerate::heap::{self, Draw, Heading, Schema, Status, TraceHeading};
use korrel_enumerate::{Extras, Unwritten};
use korrel_lang::visible::visible;
use korrel_sat::Step;

use crate::commands::shared::question::{
    answered, asked, can_verify, caution, classes, limited, meaning, problem, quiet_problem, wrong,
};
use crate::commands::stream::{StreamSubject, TOOL, ending, identity, schema, status};
use crate::flags::{SampleFlags, SolverFlag};
use crate::limits::Stop;
use crate::messages::error::Error;
use crate::messages::exit::Exit;
use crate::messages::reporter::Reporter;
use crate::messages::tell::tell;
use crate::output::frame::StreamFrame;
use crate::output::lines::Lines;

pub fn run(flags: &SampleFlags, report: &Reporter) -> Result<Exit, Error> {
    if flags.question.solver != SolverFlag::Enumerator {
        return Err(Error::usage("`--solver` lists, and nothing is listed to draw from"));
    }
    let stop = limited(Stop::new(), flags.limits.timeout, flags.limits.memory)?;
    let asked = flags.naming.applied(asked(&flags.question, report)?)?;
    let schema = schema(&asked, &flags.question, report)?;
    stop.heed(Stop::tell);
    let problem = match &flags.weight {
        None => problem(&asked, &flags.question, report, &stop)?,
        // The warnings are given for the command and the weight together.
        Some(_) => quiet_problem(&asked, &flags.question, &stop)?,
    };
    if flags.stream.verify {
        can_verify(&asked, &problem)?;
    }
    let (meaning, classes) = (meaning(&flags.question), classes(&flags.question));
    let effort = stop.effort();
    let parts = match &flags.weight {
        None => Some(vec![WeighedInstances { weight: 1, asked: asked.clone() }]),
        Some(weight) => {
            let by = ByValue::new(&asked, weight)?;
            caution(&by.whole, flags.question.overflow, report, &stop)?;
            let parts = by.parts(&asked, &problem)?;
            answered(weighed(&asked, parts, weight, meaning, classes, &effort), &stop)?
        }
    };
    let extras =
        Extras { verify: flags.stream.verify, keys: flags.stream.keys, ..Extras::default() };
    let drawing = Drawing { meaning, classes, schema: &schema, extras, seed: flags.seed };
    let drawn = match &parts {
        None => SampleOutcome::GivenUp,
        Some(parts) => {
            let write = |mut urns: Urns<'_>| {
                let header = (!flags.stream.bare).then(|| header(&asked, flags, &schema));
                Ok(draw(flags, &mut urns, StreamFrame::new(Lines::stdout(), header), &stop))
            };
            answered(sample(parts, drawing, &effort, write), &stop)?
        }
    };
    match drawn {
        SampleOutcome::Done(exit) => exit,
        SampleOutcome::GivenUp => Ok(given_up(flags, &asked, &stop)),
        SampleOutcome::Nothing => {
            stop.take_over();
            let what = if flags.weight.is_some() { "no instance has a weight" } else { NONE };
            report.note(what);
            Ok(Exit::Failure)
        }
    }
}

const NONE: &str = "no instance exists within the scope";

/// Writes as many as are wanted.
fn draw(
    flags: &SampleFlags,
    urns: &mut Urns<'_>,
    mut frame: StreamFrame,
    stop: &Stop,
) -> Result<Exit, Error> {
    stop.heed(ending(&frame, None, None));
    frame.begin()?;
    for id in 0..flags.limit {
        if stop.is_raised() {
            break;
        }
        match urns.draw() {
            Ok(body) => frame.add(Some(&id.into()), b"", body)?,
            Err(Unwritten::Stopped) => break,
            Err(Unwritten::Wrong(fault)) => return Err(wrong(&fault)),
        }
    }
    stop.take_over();
    if frame.count() == flags.limit {
        frame.end(Status::Limit)?;
        return Ok(Exit::Success);
    }
    frame.end(status(Step::Stopped, stop))?;
    Ok(if flags.stream.bare { stop.tell() } else { stop.exit() })
}

/// Reports the reason why nothing is drawn, and the instances that could be.
fn given_up(flags: &SampleFlags, asked: &SpecCommand, stop: &Stop) -> Exit {
    let (question, effort) = (&flags.question, stop.effort());
    let smaller = smaller_scope(asked, meaning(question), classes(question), &effort);
    stop.take_over();
    if stop.is_raised() {
        return stop.tell();
    }
    let instead = match smaller {
        Some(scope) => format!("`--scope \"{}\"` does", visible(&scope)),
        None => "a smaller `--scope` may do".to_owned(),
    };
    tell(format_args!("there are too many kinds of instances to draw exactly; {instead}"));
    Exit::Incomplete
}

fn header(asked: &SpecCommand, flags: &SampleFlags, schema: &Schema) -> String {
    let command = asked.spec.text(&asked.command);
    let heading = Heading {
        question: &identity(asked, &flags.question, StreamSubject::Instances),
        symmetry: flags.question.symmetry.name(),
        sample: Some(Draw { seed: flags.seed, weight: flags.weight.as_deref() }),
        traces: TraceHeading::of(&asked.spec.model, &asked.command),
        ..Heading::plain(TOOL, &asked.spec.name, &command)
    };
    heap::header(schema, &heading)
}
