//! `korrel sample`: instances drawn at random, as a stream.
//!
//! Exactly uniform over what `find` would list, or exactly by weight: the instances of each value of the
//! weight are a question of their own, drawn from by how many they are times the value.

use num_bigint::BigUint;

use korrel_enumerate::counting::sampling::{Prepared, Samples, pick};
use korrel_enumerate::heap::{self, Draw, Heading, Schema, Status, begin_record};
use korrel_enumerate::{Extras, Problem, Records, Unwritten};
use korrel_lang::visible::visible;
use korrel_sat::Step;
use korrel_sat::counter::{Dice, Limits, Outcome};
use korrel_translate::Untranslated;

use super::count::parts::{Part, parts};
use super::find::{StreamSubject, TOOL, identity, status};
use super::shared::question::{Asked, classes, limited, wrong};
use crate::flags::{SampleFlags, SolverFlag, SymmetryFlag};
use crate::limits::stop::Stop;
use crate::messages::error::Error;
use crate::messages::exit::Exit;
use crate::messages::reporter::Reporter;
use crate::messages::tell::tell;
use crate::output::frame::StreamFrame;
use crate::output::lines::Lines;

/// So many nodes a graph may have; it is kept as a whole.
const NODES: u64 = 1 << 22;

pub fn run(flags: &SampleFlags, report: &Reporter) -> Result<Exit, Error> {
    if flags.question.solver != SolverFlag::Enumerator {
        return Err(Error::usage("`--solver` lists, and nothing is listed to draw from"));
    }
    let stop = limited(Stop::new(), flags.timeout, flags.memory)?;
    let asked = Asked::load(&flags.question, report)?;
    let schema = schema(&asked, flags)?;
    stop.heed(Stop::tell);
    let problem = asked.problem(&flags.question, report, &stop)?;
    if flags.verify {
        asked.can_verify(&problem)?;
    }
    let parts = match &flags.weight {
        None => vec![(1, Asked { spec: asked.spec.clone(), command: asked.command.clone() })],
        Some(weight) => weighed(&asked, &problem, weight)?,
    };
    // What is drawn from borrows its problem, and that its spec.
    let mut problems = Vec::new();
    for (weight, asked) in &parts {
        problems.push((*weight, asked, asked.quiet_problem(&flags.question, &stop)?));
    }
    let mut urns = Vec::new();
    for (weight, asked, problem) in &problems {
        match urn(flags, asked, *weight, problem, &schema, &stop)? {
            Filled::With(urn) => urns.push(*urn),
            Filled::Stopped => {
                stop.take_over();
                return Ok(stop.tell());
            }
            Filled::Outgrown => {
                stop.take_over();
                return Ok(outgrown());
            }
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
    let last_words = frame.last_words();
    stop.heed(move |stop| {
        last_words(status(Step::Stopped, stop));
        stop.exit()
    });
    frame.begin()?;
    let all: BigUint = urns.iter().map(|urn| &urn.weight).sum();
    let mut dice = Dice::new(flags.seed);
    let mut line = Vec::new();
    for id in 0..flags.limit {
        if stop.is_raised() {
            break;
        }
        let urn = pick(urns, |urn| &urn.weight, &all, &mut dice);
        line.clear();
        begin_record(&mut line, id);
        match urns[urn].draw(&mut line, &mut dice) {
            Ok(()) => frame.add(&line, 1)?,
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

/// What instances of one weight are drawn from.
struct Urn<'p> {
    /// How many there are, times the weight of each.
    weight: BigUint,
    samples: Samples,
    records: Records<'p>,
}

impl Urn<'_> {
    /// The body of the line of an instance drawn at random.
    fn draw(&mut self, line: &mut Vec<u8>, dice: &mut Dice) -> Result<(), Unwritten> {
        self.samples.draw(dice);
        self.records.write_values(line, self.samples.translation(), self.samples.values())
    }
}

enum Filled<'p> {
    With(Box<Urn<'p>>),
    Outgrown,
    Stopped,
}

fn urn<'p>(
    flags: &SampleFlags,
    asked: &Asked,
    weight: u64,
    problem: &'p Problem<'p>,
    schema: &'p Schema,
    stop: &Stop,
) -> Result<Filled<'p>, Error> {
    let effort = stop.effort();
    let limits = Limits { nodes: NODES, ..Limits::within(&effort) };
    let samples = match Samples::prepare(problem, classes(&flags.question), limits, &effort) {
        Ok(Prepared { outcome: Outcome::Done(samples), .. }) => samples,
        Ok(Prepared { outcome: Outcome::Outgrown, .. }) => return Ok(Filled::Outgrown),
        Ok(Prepared { outcome: Outcome::Stopped, .. }) | Err(Untranslated::Stopped) => {
            return Ok(Filled::Stopped);
        }
        Err(Untranslated::Refused(mistake)) => return Err(Error::about(&asked.spec, *mistake)),
    };
    let extras = Extras { verify: flags.verify, keys: flags.keys, without_witnesses: true };
    let records = Records::of_models(problem, schema, extras, Some(samples.translation()), &effort)
        .map_err(|diagnostic| Error::about(&asked.spec, diagnostic))?;
    let weight = samples.count() * weight;
    Ok(Filled::With(Box::new(Urn { weight, samples, records })))
}

fn outgrown() -> Exit {
    tell(
        "there are too many kinds of instances to draw exactly; a smaller `--scope` may do, and \
         `korrel find -n` lists the first ones",
    );
    Exit::Incomplete
}

/// The instances of each weight above 0.
fn weighed(asked: &Asked, problem: &Problem<'_>, weight: &str) -> Result<Vec<(u64, Asked)>, Error> {
    let mut weighed = Vec::new();
    for Part { value, asked: part } in parts(asked, problem, weight)? {
        let weight_of = match value.as_str() {
            "true" => Ok(1),
            "false" | "none" => Ok(0),
            number => number.parse::<i64>(),
        };
        let Ok(number) = weight_of else {
            let message = format!("`{}` is no weight: `{}` is no number", visible(weight), value);
            return Err(Error::usage(message));
        };
        // A negative weight is none.
        if let Ok(number @ 1..) = u64::try_from(number) {
            weighed.push((number, part));
        }
    }
    Ok(weighed)
}

fn schema(asked: &Asked, flags: &SampleFlags) -> Result<Schema, Error> {
    let schema = Schema::of(&asked.spec, &asked.command)?;
    Ok(if flags.question.ignore_parameters { schema.ignoring_parameters() } else { schema })
}

fn header(asked: &Asked, flags: &SampleFlags, schema: &Schema) -> String {
    let heading = Heading {
        tool: TOOL,
        spec: &asked.spec.name,
        command: &asked.spec.text(&asked.command, flags.question.scope.as_deref()),
        question: &identity(asked, &flags.question, StreamSubject::Instances),
        symmetry: match flags.question.symmetry {
            SymmetryFlag::Full => "full",
            SymmetryFlag::None => "none",
        },
        shard: None,
        key: None,
        sample: Some(Draw { seed: flags.seed, weight: flags.weight.as_deref() }),
    };
    heap::header(schema, &heading)
}
