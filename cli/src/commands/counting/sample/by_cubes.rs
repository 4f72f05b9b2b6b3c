//! `--not-uniform`: instances from parts of the list that are chosen at random.

use korrel_enumerate::heap::{Schema, Status};
use korrel_enumerate::{Extras, Instances, Problem, Records, Strategy, Unwritten};
use korrel_sat::counter::Dice;
use korrel_sat::{Step, Var};

use serde_json::Map;

use super::{NONE, header};
use crate::commands::find::status;
use crate::commands::shared::question::{AskedCommand, classes, wrong};
use crate::flags::SampleFlags;
use crate::limits::stop::Stop;
use crate::messages::error::Error;
use crate::messages::exit::Exit;
use crate::messages::reporter::Reporter;
use crate::messages::tell::tell;
use crate::output::frame::StreamFrame;
use crate::output::lines::Lines;

/// # Errors
/// A construct that cannot be translated; output that cannot be written; an instance that does not
/// satisfy the spec.
pub fn run(
    flags: &SampleFlags,
    asked: &AskedCommand,
    problem: &Problem<'_>,
    schema: &Schema,
    stop: &Stop,
    report: &Reporter,
) -> Result<Exit, Error> {
    let strategy = Strategy { classes: classes(&flags.question), ..Strategy::default() };
    let mut instances = Instances::new(problem, strategy, stop.effort())
        .map_err(|mistake| Error::about(&asked.spec, mistake))?;
    let extras = Extras { verify: flags.verify, keys: flags.keys, ..Extras::default() };
    let mut records = Records::new(problem, schema, extras, &mut instances, &stop.effort())
        .map_err(|mistake| Error::about(&asked.spec, mistake))?;
    let Some(stream) = instances.stream() else {
        stop.take_over();
        if stop.is_raised() {
            return Ok(stop.tell());
        }
        report.note(NONE);
        return Ok(Exit::Failure);
    };
    let header = (!flags.bare).then(|| header(asked, flags, schema));
    let mut frame = StreamFrame::new(Lines::stdout(), header);
    frame.tell(Map::from_iter([("uniform".to_owned(), false.into())]));
    frame.begin()?;
    let mut write = |frame: &mut StreamFrame, stream: &korrel_enumerate::Stream<'_>| {
        let (walk, id) = (stream.walk(), frame.count());
        let cells = walk.translation().cells.len() as u32;
        let values: Vec<bool> = (0..cells).map(|var| walk.value(Var::new(var))).collect();
        match records.values_body(walk.translation(), &values) {
            Ok(body) => {
                frame.add(Some(&id.into()), b"", body).map_err(|error| Some(Error::from(error)))
            }
            Err(Unwritten::Stopped) => Err(None),
            Err(Unwritten::Wrong(fault)) => Err(Some(wrong(&fault))),
        }
    };
    let mut dice = Dice::new(flags.seed);
    let drawn = stream.draw_by_cubes(flags.limit, &mut dice, |stream| write(&mut frame, stream));
    stop.take_over();
    match drawn {
        Err(Some(error)) => return Err(error),
        Ok(true) => {
            frame.end(Status::Limit)?;
            return Ok(Exit::Success);
        }
        Ok(false) if !stop.is_raised() => {
            frame.end(Status::Limit)?;
            tell("most parts of the list are empty, and no more instances were met");
            return Ok(Exit::Incomplete);
        }
        Ok(false) | Err(None) => {}
    }
    frame.end(status(Step::Stopped, stop))?;
    Ok(if flags.bare { stop.tell() } else { stop.exit() })
}
