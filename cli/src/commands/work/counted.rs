//! The number of instances in a part, cube by cube, so that a count that was cut off goes on.

use std::fs::{self, OpenOptions};
use std::io::Write;
use std::ops::ControlFlow;
use std::path::Path;

use korrel::Step;
use korrel::stream::{CubePlace, Shard, StreamTally};
use serde_json::{Value as Json, json};

use super::folder::make;
use super::part::OwnPart;
use super::search::OpenedList;
use crate::commands::shared::question::answered;
use crate::limits::Stop;
use crate::messages::error::Error;
use crate::messages::exit::Exit;

/// The cubes that are counted: the last one, and the number in all. The digest is of the lines `CUBE COUNT`.
#[derive(Default)]
struct CountedCubes {
    last: Option<u64>,
    sum: u64,
    tally: StreamTally,
}

impl CountedCubes {
    fn add(&mut self, cube: u64, count: u64) -> String {
        let line = format!("{cube} {count}\n");
        self.tally.add(b"", format!(",{line}").as_bytes());
        (self.last, self.sum) = (Some(cube), self.sum + count);
        line
    }

    /// Those that a file has before a place, as far as its lines are whole, and the length of that. Whoever wrote it may not have
    /// known where the part ends now.
    fn read(text: &str, until: CubePlace) -> (CountedCubes, usize) {
        let (mut counted, mut length) = (CountedCubes::default(), 0);
        for line in text.split_inclusive('\n') {
            let numbers = line.strip_suffix('\n').and_then(|line| line.split_once(' '));
            let numbers =
                numbers.and_then(|(cube, count)| Some((cube.parse().ok()?, count.parse().ok()?)));
            match numbers {
                Some((cube, count)) if counted.last < Some(cube) && cube < until.cube => {
                    _ = counted.add(cube, count);
                }
                _ => break,
            }
            length += line.len();
        }
        (counted, length)
    }
}

/// Counts a part, and writes the record of that to `place`. It goes on from the cubes in `log`.
pub fn run(
    own: &OwnPart<'_>,
    shard: Shard,
    list: &mut OpenedList<'_>,
    (log, place): (&Path, &Path),
) -> Result<Exit, Error> {
    let (range, part, stop) = (&own.range, own.part, list.stop);
    stop.heed(Stop::tell);
    let unwritable = |error: std::io::Error| Error::unwritable(log, &error);
    let left = fs::read_to_string(log).unwrap_or_default();
    let (mut counted, length) = CountedCubes::read(&left, range.until());
    let mut file = OpenOptions::new().create(true).append(true).open(log).map_err(unwritable)?;
    file.set_len(length as u64).map_err(unwritable)?;
    if let Some(last) = counted.last {
        range.pass(last + 1);
    }
    answered(list.listing.restrict_to(shard, range), stop)?;
    range.begin();
    let (mut at, mut failed) = (None, None);
    let mut close = |at: Option<(u64, u64)>, counted: &mut CountedCubes| {
        let Some((cube, count)) = at else { return ControlFlow::Continue(()) };
        match file.write_all(counted.add(cube, count).as_bytes()) {
            Ok(()) => ControlFlow::Continue(()),
            Err(error) => {
                failed = Some(error);
                ControlFlow::Break(())
            }
        }
    };
    let step = list.listing.count_cubes(|cube, count| match at {
        Some((same, sum)) if same == cube => {
            at = Some((cube, sum + count));
            ControlFlow::Continue(())
        }
        before => {
            at = Some((cube, count));
            close(before, &mut counted)
        }
    });
    stop.take_over();
    let step = step.map_err(Error::from)?;
    // The last cube is not written there: what another worker has got of it may not be known yet.
    if let (Step::Exhausted, Some((cube, count))) = (step, at) {
        counted.add(cube, count);
    }
    if let Some(error) = failed {
        return Err(unwritable(error));
    }
    if step != Step::Exhausted {
        return Ok(stop.tell());
    }
    let record = list.question.count_record_of_part(shard, &counted.sum.into());
    let mut record: Json = serde_json::from_str(&record).expect("we write JSON");
    if !part.name.is_first() {
        record["from"] = part.name.from.json();
    }
    if let Some(until) = range.end() {
        record["until"] = until.json();
    }
    record["digest"] = json!(counted.tally.digest());
    make(place, &format!("{record}\n")).map_err(|error| Error::unwritable(place, &error))?;
    fs::remove_file(log).map_err(unwritable)?;
    Ok(Exit::Success)
}
