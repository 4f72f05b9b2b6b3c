//! `korrel sample`: instances drawn at random, as a stream.

use korrel::Step;
use korrel::question::by_value::ByValue;
use korrel::question::sample::{Drawing, SampleOutcome, Urns, sample};
use korrel::question::smaller::smaller_scope;
use korrel::question::{NoAnswer, SpecCommand};
use korrel::stream::{Status, StreamSubject};
use korrel_lang::visible::visible;

use crate::commands::shared::question::{
    answered, asked, caution, limited, settings, streamed, written,
};
use crate::commands::stream::{ending, status};
use crate::flags::{DrawingFlags, FormatFlag, SampleFlags, SampleFormatFlag, SolverFlag};
use crate::limits::Stop;
use crate::messages::error::Error;
use crate::messages::exit::Exit;
use crate::messages::reporter::Reporter;
use crate::messages::tell::tell;
use crate::output::canvas::{Canvas, Paper};
use crate::output::databases::DatabaseWriter;
use crate::output::expressions::Expressions;
use crate::output::frame::StreamFrame;
use crate::output::lines::Lines;

pub fn run(flags: &SampleFlags, report: &Reporter) -> Result<Exit, Error> {
    if flags.question.solver != SolverFlag::Enumerator {
        return Err(Error::usage("`--solver` lists, and nothing is listed to draw from"));
    }
    let stop = limited(Stop::new(), flags.limits.timeout, flags.limits.size.memory)?;
    let asked = flags.naming.applied(asked(&flags.question, report)?)?;
    let settings =
        written(settings(&flags.question), flags.stream.keyed.keys, flags.stream.judged.verify);
    let subject = StreamSubject::Drawn { seed: flags.seed, weight: flags.weight.clone() };
    let question = streamed(&asked, &settings, &flags.question, subject, report)?;
    let lines = lines(flags, &asked, report)?;
    stop.heed(Stop::tell);
    match &flags.weight {
        None => caution(&asked, &settings, report, &stop)?,
        // The warnings are given for the command and the weight together.
        Some(weight) => caution(&ByValue::new(&asked, weight)?.whole, &settings, report, &stop)?,
    };
    let (weight, schema) = (flags.weight.as_deref(), question.schema());
    let drawing = Drawing { settings: &settings, schema, weight, seed: flags.seed };
    let drawn = sample(&asked, drawing, &stop.effort(), |mut urns| {
        let header = (!flags.stream.frame.bare).then(|| question.header());
        draw(flags, &mut urns, StreamFrame::new(lines, header), &stop)
    });
    let drawn = answered(drawn, &stop)?;
    match drawn {
        SampleOutcome::Done(exit) => Ok(exit),
        SampleOutcome::GivenUp => Ok(given_up(&asked, drawing, &stop)),
        SampleOutcome::Nothing => {
            stop.take_over();
            let what = if flags.weight.is_some() { "no instance has a weight" } else { NONE };
            report.note(what);
            Ok(Exit::Failure)
        }
    }
}

/// Where the records go: to standard output, or to what writes them as statements.
fn lines(flags: &SampleFlags, asked: &SpecCommand, report: &Reporter) -> Result<Lines, Error> {
    if flags.answer.format == SampleFormatFlag::Json {
        return Ok(Lines::stdout());
    }
    if flags.stream.frame.bare {
        return Err(Error::usage("`--bare` is of records, and `--format sql` writes statements"));
    }
    // The first text is that of the spec itself.
    let databases = DatabaseWriter::of(asked.spec.texts().next().unwrap_or_default())?;
    let drawing = DrawingFlags { format: Some(FormatFlag::Sql), ..DrawingFlags::default() };
    let canvas = Canvas::new(&drawing, Paper::output(report), Expressions::none());
    Ok(Lines::on(Box::new(canvas.in_tables(databases)), false))
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
    let limit = flags.amount.limit.unwrap_or_default();
    for id in 0..limit {
        if stop.is_raised() {
            break;
        }
        match urns.draw() {
            Ok(body) => frame.add(Some(&id.into()), b"", body)?,
            Err(NoAnswer::Stopped) => break,
            Err(wrong) => return Err(wrong.into()),
        }
    }
    stop.take_over();
    if frame.count() == limit {
        frame.end(Status::Limit)?;
        return Ok(Exit::Success);
    }
    frame.end(status(Step::Stopped, stop))?;
    Ok(if flags.stream.frame.bare { stop.tell() } else { stop.exit() })
}

/// Reports the reason why nothing is drawn, and what could be.
fn given_up(asked: &SpecCommand, drawing: Drawing<'_>, stop: &Stop) -> Exit {
    let labelled = drawing.settings.clone().every_labelling();
    let settings = Drawing { settings: &labelled, ..drawing };
    let drawn = sample(asked, settings, &stop.effort(), |_| Ok::<(), NoAnswer>(()));
    let instead = if matches!(drawn, Ok(SampleOutcome::Done(()))) {
        "`--symmetry none` draws among all labellings, each as likely as any other".to_owned()
    } else {
        match smaller_scope(asked, drawing.settings, &stop.effort()) {
            Some(scope) => format!("`--scope \"{}\"` does", visible(&scope)),
            None => "a smaller `--scope` may do".to_owned(),
        }
    };
    stop.take_over();
    if stop.is_raised() {
        return stop.tell();
    }
    tell(format_args!("there are too many kinds of instances to draw exactly; {instead}"));
    Exit::Incomplete
}
