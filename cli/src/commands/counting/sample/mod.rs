//! `korrel sample`: instances drawn at random, as a stream.
//!
//! The draw is exactly uniform over the list of `find`, or exactly by weight: the instances of each
//! value of the weight are a question of their own, drawn in proportion to their number times the
//! value.

mod by_cubes;
mod smaller;
mod weights;

use num_bigint::BigUint;

use korrel_enumerate::counting::sampling::{Prepared, Samples, pick};
use korrel_enumerate::heap::{self, Draw, Heading, Schema, Status};
use korrel_enumerate::{Extras, Problem, Records, Unwritten};
use korrel_lang::visible::visible;
use korrel_sat::Step;
use korrel_sat::counter::{Dice, Limits, Outcome};
use korrel_translate::Untranslated;

use crate::commands::find::{StreamSubject, TOOL, ending, identity, schema, status};
use crate::commands::shared::question::{AskedCommand, classes, limited, wrong};
use crate::flags::{SampleFlags, SolverFlag};
use crate::limits::stop::Stop;
use crate::messages::error::Error;
use crate::messages::exit::Exit;
use crate::messages::reporter::Reporter;
use crate::messages::tell::tell;
use crate::output::frame::StreamFrame;
use crate::output::lines::Lines;
use weights::{Weights, weighed};

/// The greatest number of nodes of a graph; all of it is kept in memory.
const NODES: u64 = 1 << 22;

pub fn run(flags: &SampleFlags, report: &Reporter) -> Result<Exit, Error> {
    if flags.question.solver != SolverFlag::Enumerator {
        return Err(Error::usage("`--solver` lists, and nothing is listed to draw from"));
    }
    let stop = limited(Stop::new(), flags.timeout, flags.memory)?;
    let asked = AskedCommand::load(&flags.question, report)?;
    let schema = schema(&asked, &flags.question)?;
    stop.heed(Stop::tell);
    let problem = match &flags.weight {
        None => asked.problem(&flags.question, report, &stop)?,
        // The warnings are given for the command and the weight together.
        Some(_) => asked.quiet_problem(&flags.question, &stop)?,
    };
    if flags.verify {
        asked.can_verify(&problem)?;
    }
    if flags.not_uniform {
        return by_cubes::run(flags, &asked, &problem, &schema, &stop, report);
    }
    let parts = match &flags.weight {
        None => vec![(1, asked.again())],
        Some(weight) => match weighed(&asked, &problem, weight, flags, &stop, report)? {
            Weights::Of(parts) => parts,
            Weights::Unknown => return Ok(given_up(flags, &asked, &stop)),
        },
    };
    // An urn borrows its problem, and the problem borrows its spec.
    let mut problems = Vec::new();
    for (weight, asked) in &parts {
        problems.push((*weight, asked, asked.quiet_problem(&flags.question, &stop)?));
    }
    let mut urns = Vec::new();
    for (weight, part, problem) in &problems {
        match urn(flags, part, *weight, problem, &schema, &stop)? {
            Some(urn) => urns.push(urn),
            None => return Ok(given_up(flags, &asked, &stop)),
        }
    }
    if urns.iter().all(|urn| urn.weight == BigUint::ZERO) {
        stop.take_over();
        let what = if flags.weight.is_some() { "no instance has a weight" } else { NONE };
        report.note(what);
        return Ok(Exit::Failure);
    }
    let header = (!flags.bare).then(|| header(&asked, flags, &schema));
    draw(flags, &mut urns, StreamFrame::new(Lines::stdout(), header), &stop)
}

const NONE: &str = "no instance exists within the scope";

/// Writes as many as are wanted.
fn draw(
    flags: &SampleFlags,
    urns: &mut [Urn<'_>],
    mut frame: StreamFrame,
    stop: &Stop,
) -> Result<Exit, Error> {
    stop.heed(ending(&frame, None, None));
    frame.begin()?;
    let all: BigUint = urns.iter().map(|urn| &urn.weight).sum();
    let mut dice = Dice::new(flags.seed);
    for id in 0..flags.limit {
        if stop.is_raised() {
            break;
        }
        let urn = pick(urns, |urn| &urn.weight, &all, &mut dice);
        match urns[urn].draw(&mut dice) {
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
    Ok(if flags.bare { stop.tell() } else { stop.exit() })
}

/// The urn from which instances of one weight are drawn.
struct Urn<'p> {
    /// The number of instances, times the weight of each.
    weight: BigUint,
    samples: Samples,
    records: Records<'p>,
}

impl Urn<'_> {
    /// The body of the line of an instance drawn at random.
    fn draw(&mut self, dice: &mut Dice) -> Result<&[u8], Unwritten> {
        self.samples.draw(dice);
        self.records.values_body(self.samples.translation(), self.samples.values())
    }
}

/// The urn of a weight; `None` if limits or a stop came before.
fn urn<'p>(
    flags: &SampleFlags,
    asked: &AskedCommand,
    weight: u64,
    problem: &'p Problem<'p>,
    schema: &'p Schema,
    stop: &Stop,
) -> Result<Option<Urn<'p>>, Error> {
    let effort = stop.effort();
    let limits = Limits { nodes: NODES, ..Limits::within(&effort) };
    let samples = match Samples::prepare(problem, classes(&flags.question), limits, &effort) {
        Ok(Prepared { outcome: Outcome::Done(samples), .. }) => samples,
        Ok(_) | Err(Untranslated::Stopped) => return Ok(None),
        Err(Untranslated::Refused(mistake)) => return Err(Error::about(&asked.spec, *mistake)),
    };
    let extras = Extras { verify: flags.verify, keys: flags.keys, ..Extras::default() };
    let records = Records::of_models(problem, schema, extras, Some(samples.translation()), &effort)
        .map_err(|diagnostic| Error::about(&asked.spec, diagnostic))?;
    let weight = samples.count() * weight;
    Ok(Some(Urn { weight, samples, records }))
}

/// Reports the reason why nothing is drawn, and the instances that could be.
fn given_up(flags: &SampleFlags, asked: &AskedCommand, stop: &Stop) -> Exit {
    let smaller = smaller::scope(flags, asked, stop);
    stop.take_over();
    if stop.is_raised() {
        return stop.tell();
    }
    let instead = match smaller {
        Some(scope) => format!("`--scope \"{}\"` does", visible(&scope)),
        None => "a smaller `--scope` may do".to_owned(),
    };
    tell(format_args!(
        "there are too many kinds of instances to draw exactly; {instead}, and `--not-uniform` draws some more \
         often than others"
    ));
    Exit::Incomplete
}

fn header(asked: &AskedCommand, flags: &SampleFlags, schema: &Schema) -> String {
    let heading = Heading {
        tool: TOOL,
        spec: &asked.spec.name,
        command: &asked.spec.text(&asked.command, flags.question.scope.as_deref()),
        question: &identity(asked, &flags.question, StreamSubject::Instances),
        symmetry: flags.question.symmetry.name(),
        shard: None,
        cut: None,
        key: None,
        sample: Some(Draw {
            seed: flags.seed,
            weight: flags.weight.as_deref(),
            is_uniform: !flags.not_uniform,
        }),
        asks: None,
    };
    heap::header(schema, &heading)
}
