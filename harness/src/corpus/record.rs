//! `--record DIR`: a file for each failing input.

use std::io;
use std::path::{Path, PathBuf};

use serde_json::{Map, Value, json};

use crate::counted;
use crate::failure::FailedInput;
use crate::input::InputName;

/// Writes files. After the first that cannot be written no other is tried, and nothing but the
/// record is lost.
pub struct CorpusRecorder {
    folder: PathBuf,
    write: Write,
    written: u64,
    unwritten: u64,
    error: Option<io::Error>,
}

type Write = Box<dyn FnMut(&Path, &[u8]) -> io::Result<()>>;

impl CorpusRecorder {
    /// # Errors
    /// The folder cannot be made.
    pub fn new(folder: PathBuf) -> io::Result<CorpusRecorder> {
        std::fs::create_dir_all(&folder)?;
        Ok(CorpusRecorder::writing(folder, Box::new(write_whole)))
    }

    fn writing(folder: PathBuf, write: Write) -> CorpusRecorder {
        CorpusRecorder { folder, write, written: 0, unwritten: 0, error: None }
    }

    pub(crate) fn record(&mut self, failure: &FailedInput) {
        if self.error.is_some() {
            self.unwritten += 1;
            return;
        }
        let path = self.folder.join(file_name(&failure.op, &failure.name));
        match (self.write)(&path, recorded(failure).as_bytes()) {
            Ok(()) => self.written += 1,
            Err(error) => {
                self.unwritten += 1;
                self.error = Some(error);
            }
        }
    }

    /// The message about files that could not be written.
    pub(crate) fn problem(&self) -> Option<String> {
        let error = self.error.as_ref()?;
        let (folder, all) = (self.folder.display(), self.written + self.unwritten);
        Some(format!(
            "{} of {} could not be recorded in {folder}: {error}",
            self.unwritten,
            counted(all, "failing input")
        ))
    }
}

/// `remove.9f2c41d07ab3e815.json`, `remove.9f2c41d07ab3e815.3.json`.
fn file_name(op: &str, name: &InputName) -> String {
    let labelling = name.labelling.map_or(String::new(), |labelling| format!(".{labelling}"));
    let op = op.replace(['/', '\\'], "-");
    format!("{op}.{}{labelling}.json", name.key)
}

/// The heap of a failure, with the data that identify it.
fn recorded(failure: &FailedInput) -> String {
    let mut record = Map::new();
    record.insert("op".to_owned(), json!(failure.op));
    record.insert("key".to_owned(), json!(failure.name.to_string()));
    record.insert("cause".to_owned(), json!(failure.causes[0].text));
    let heap = failure.pre.as_object().into_iter().flatten();
    record.extend(heap.map(|(name, value)| (name.clone(), value.clone())));
    format!("{}\n", Value::Object(record))
}

/// A file is there whole or not at all.
fn write_whole(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let folder = path.parent().expect("it lies in a folder");
    let mut file = tempfile::NamedTempFile::new_in(folder)?;
    io::Write::write_all(&mut file, bytes)?;
    file.persist(path).map(drop).map_err(|error| error.error)
}

#[cfg(test)]
mod tests {
    use super::super::replay::replayed;
    use super::*;
    use crate::failure::FailureCause;

    fn failure(op: &str, key: &str) -> FailedInput {
        let record = json!({"op": op, "key": key, "id": 0, "size": 2, "causes": [{"cause": "sorted"}],
            "pre": {"roots": {"l": "L$0"}, "objects": {"L$0": {"$type": "L"}}}});
        let failure = FailedInput::read(&record).unwrap();
        assert_eq!(failure.causes, [FailureCause::plain("sorted")]);
        failure
    }

    /// If this fails, a recorded failure is not the one that is replayed.
    #[test]
    fn what_is_recorded_is_replayed() {
        let folder = tempfile::tempdir().unwrap();
        let mut recorder = CorpusRecorder::new(folder.path().join("corpus")).unwrap();
        recorder.record(&failure("sort", "ab12:3"));
        recorder.record(&failure("sort", "ab12"));
        recorder.record(&failure("remove", "ab12"));
        assert_eq!(recorder.problem(), None);
        let found = replayed(&folder.path().join("corpus")).unwrap();
        let names: Vec<String> =
            found.iter().map(|one| format!("{} {}", one.op, one.name)).collect();
        assert_eq!(names, ["remove ab12", "sort ab12:3", "sort ab12"]);
        assert_eq!(
            found[0].heap.text(),
            r#"{"roots":{"l":"L$0"},"objects":{"L$0":{"$type":"L"}}}"#
        );
    }

    /// If this fails, a full disk ends a run, or is not reported.
    #[test]
    fn a_full_disk_is_told() {
        let mut room = 1;
        let write = move |_: &Path, _: &[u8]| {
            room -= 1;
            if room >= 0 { Ok(()) } else { Err(io::ErrorKind::StorageFull.into()) }
        };
        let mut recorder = CorpusRecorder::writing("corpus".into(), Box::new(write));
        for key in ["a", "b", "c"] {
            recorder.record(&failure("sort", key));
        }
        let problem = recorder.problem().unwrap();
        assert!(
            problem.starts_with("2 of 3 failing inputs could not be recorded in corpus: "),
            "{problem}"
        );
    }
}
