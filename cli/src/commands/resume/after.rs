//! `find --after`: the point where an earlier stream was left.
//!
//! The stream may be a file of many gigabytes that was cut off anywhere, so its instances are looked
//! for from its end: the last line that is a whole instance record counts. A file may hold several
//! streams, each resumed after the one before. All their headers are read, so that a run never
//! continues the answer to another question, or another part of it.

use korrel::stream::StreamReading;
use std::fs::File;
use std::io::{self, BufRead, BufReader, Seek, SeekFrom};
use std::path::{Path, PathBuf};

use korrel::stream::{InstanceId, asks_in_parts};
use korrel_lang::code;
use korrel_lang::diagnostic::Diagnostic;
use num_bigint::BigUint;
use serde_json::{Value as Json, json};

use crate::files::last::last_line;
use crate::files::read::unreadable;
use crate::messages::error::Error;

/// The place where the search continues.
pub enum ContinueAfter {
    /// After this many instances.
    Count(InstanceId),
    /// After this instance of a file.
    Record { path: PathBuf, record: Json, id: InstanceId },
}

impl ContinueAfter {
    /// `given` is a number or a file; `header` the header that this stream has.
    ///
    /// # Errors
    /// A file that cannot be read, is no stream, or is one of something else.
    pub fn new(given: &Path, header: &str) -> Result<ContinueAfter, Error> {
        if let Some(id) = given.to_str().and_then(|text| text.parse::<InstanceId>().ok()) {
            return Ok(ContinueAfter::Count(id.plus(1)));
        }
        let unreadable = |error: io::Error| unreadable(given, &error);
        let mut file = File::open(given).map_err(unreadable)?;
        let headers = headers(given, &mut file)?;
        for theirs in &headers {
            refuse_other(given, theirs, header)?;
        }
        let is_ours = !headers.is_empty();
        let end = file.seek(SeekFrom::End(0)).map_err(unreadable)?;
        match last_line(&mut file, end, instance).map_err(unreadable)? {
            Some((record, id)) => {
                Ok(ContinueAfter::Record { path: given.to_path_buf(), record, id })
            }
            // It was cut off before the first instance, or there was none.
            None if is_ours || is_cut_record(&mut file).map_err(unreadable)? => {
                Ok(ContinueAfter::Count(0.into()))
            }
            None => Err(refuse(given, "it holds no heapgraph/1 records", HELP)),
        }
    }

    /// The id of the first instance that comes.
    pub fn first_id(&self) -> InstanceId {
        match self {
            ContinueAfter::Count(count) => count.clone(),
            ContinueAfter::Record { id, .. } => id.plus(1),
        }
    }

    /// There were too few instances to pass over: so many in all.
    pub fn beyond(&self, all: &BigUint) -> Error {
        let id = self.first_id().number() - 1u8;
        let message = format!("there is no instance with the id {id} to continue after");
        let help = match *all == BigUint::ZERO {
            false => format!("the last one has the id {}", all - 1u8),
            true => "there is no instance at all".to_string(),
        };
        Error::Usage(Diagnostic::new(code::AFTER, message).help(help))
    }
}

const HELP: &str =
    "give the output of an earlier run of the same command, or the id of an instance";

/// A file that cannot be continued.
pub fn refuse(path: &Path, why: &str, help: &str) -> Error {
    Error::File(Error::discontinued(path, why).help(help))
}

/// The headers of all streams in a file. A later one may be of another question, if somebody put two
/// streams into one file.
///
/// # Errors
/// A stream that contradicts its end record.
fn headers(path: &Path, file: &mut File) -> Result<Vec<Json>, Error> {
    let mut reader = BufReader::with_capacity(1 << 20, file);
    let (mut headers, mut line) = (Vec::new(), Vec::new());
    let (mut streams, mut is_broken) = (StreamReading::default(), false);
    while reader.read_until(b'\n', &mut line).map_err(|error| unreadable(path, &error))? > 0 {
        let record = as_record(&line);
        let text = String::from_utf8_lossy(&line);
        let fit = match record["kind"].as_str() {
            Some("header") => {
                is_broken = false;
                let fit = streams.header(&record);
                headers.push(record);
                fit
            }
            // Nobody knows how many lines were lost with the broken one.
            Some("end") if is_broken => Ok(()),
            Some("end") => streams.end(&record),
            Some("instance") => streams.instance(text.trim_end()),
            Some(_) => streams.other(),
            None => {
                is_broken = true;
                Ok(())
            }
        };
        fit.map_err(|misfit| refuse(path, &misfit.message, MISFIT))?;
        line.clear();
    }
    Ok(headers)
}

/// A line as a record; of an instance as Korrel writes it only the kind.
fn as_record(line: &[u8]) -> Json {
    match line.starts_with(b"{\"kind\":\"instance\",") && line.ends_with(b"}\n") {
        true => json!({ "kind": "instance" }),
        false => serde_json::from_slice(line).unwrap_or_default(),
    }
}

const MISFIT: &str =
    "lines were lost, added or changed: write the stream anew, or cut it off before what is wrong";

/// True if the file was cut off within its first record.
fn is_cut_record(file: &mut File) -> io::Result<bool> {
    const BEGIN: &[u8] = b"{\"kind\":\"";
    let mut text = Vec::new();
    file.rewind()?;
    BufReader::new(file).read_until(b'\n', &mut text)?;
    let length = text.len().min(BEGIN.len());
    Ok(text[..length] == BEGIN[..length] && !text.ends_with(b"\n"))
}

/// # Errors
/// The differences between the headers: another question, an answer of another version, or a cut into
/// other shards. The path of the spec is no part of the question.
pub fn refuse_other(path: &Path, theirs: &Json, ours: &str) -> Result<(), Error> {
    if let Some(what) = asks_in_parts(theirs) {
        let help = "such a stream is written from its beginning: move the file away, and ask again";
        return Err(refuse(path, &format!("it {what}"), help));
    }
    let ours: Json = serde_json::from_str(ours).expect("we write JSON");
    for (key, what) in [("tool", "program"), ("shard", "shard"), ("cut", "cut")] {
        if theirs[key] != ours[key] {
            let why = format!("its {what} is {}, and not {}", theirs[key], ours[key]);
            return Err(refuse(path, &why, HELP));
        }
    }
    if theirs["question"] == ours["question"] {
        return Ok(());
    }
    let differs = |key: &str| match key {
        "spec" => file_name(&theirs[key]) != file_name(&ours[key]),
        _ => theirs[key] != ours[key],
    };
    let why = match ["spec", "command", "symmetry"].into_iter().find(|key| differs(key)) {
        Some(key) => format!("its {key} is {}, and not {}", theirs[key], ours[key]),
        None => "the spec or the flags have changed since it was written".to_string(),
    };
    Err(refuse(path, &why, HELP))
}

fn file_name(path: &Json) -> Option<&std::ffi::OsStr> {
    Path::new(path.as_str()?).file_name()
}

/// An instance with its id, which may be larger than a number of serde_json's.
fn instance(line: &[u8]) -> Option<(Json, InstanceId)> {
    let record: Json = serde_json::from_slice(line).ok()?;
    let id = InstanceId::of_record(line).filter(|_| record["kind"] == "instance")?;
    Some((record, id))
}

#[cfg(test)]
mod tests {
    use std::io::Cursor;

    use super::{InstanceId, instance, last_line};

    /// Cut off at any byte, a stream must be resumed after its last whole line; after an earlier one
    /// instances would come twice.
    #[test]
    fn the_last_whole_line_is_found_wherever_the_file_ends() {
        let mut text = String::from("{\"kind\":\"header\"}\n");
        let mut whole = Vec::new();
        for id in 0..40 {
            // Some lines are longer than a block.
            let filler = "x".repeat([3, 1000, 70_000][id % 3]);
            text += &format!("{{\"kind\":\"instance\",\"id\":{id},\"x\":\"{filler}\"}}");
            whole.push(text.len());
            text.push('\n');
        }
        text += "{\"kind\":\"end\",\"status\":\"limit\",\"count\":40}\n";
        let near = |cut: usize| whole.iter().any(|&end| cut.abs_diff(end) < 3);
        for cut in (0..=text.len()).filter(|&cut| near(cut) || cut % 9973 == 0 || cut == text.len())
        {
            let mut file = Cursor::new(&text.as_bytes()[..cut]);
            let found = last_line(&mut file, cut as u64, instance).expect("it is in memory");
            let expected = whole.partition_point(|&end| end <= cut).checked_sub(1);
            let id = found.map(|(_, id)| id);
            let expected = expected.map(|at| InstanceId::from(at as u64));
            assert_eq!(id, expected, "cut at {cut}");
        }
    }

    /// If it failed, a stream would begin again from its first instance.
    #[test]
    fn an_instance_with_a_large_id_is_found() {
        let text =
            "{\"kind\":\"header\"}\n{\"kind\":\"instance\",\"id\":88000000000000000000000007}\n";
        let found = last_line(&mut Cursor::new(text), text.len() as u64, instance);
        let (_, id) = found.expect("it is in memory").expect("there is an instance");
        assert_eq!(id.to_string(), "88000000000000000000000007");
    }
}
