//! The folder of a queue.
//!
//! | place | holds |
//! |---|---|
//! | `plan.jsonl`, `spec/` | the question, its parts, and the files of the spec |
//! | `cubes/3` | the cubes of the third shard. Where it is not, the worker cuts |
//! | `split/3-1200`, `split/3-1200-01` | nothing: the third shard has a part that begins with the cube 1200, or within it |
//! | `leases/3` | who is at the part; it is touched as long as that worker lives |
//! | `wanted/3` | nothing: somebody asks for a half of what is left of the part |
//! | `results/3.NAME.jsonl` | what a worker has found: a stream, the record of a count, or a report |
//! | `done/3`, `again/3.NAME` | the record of the result that came first, and of those that are compared with it |
//! | `ended/3` | the part has ended a worker, and how |

use std::collections::btree_map::Entry;
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::io::{self, ErrorKind, Write};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex};

use clap::FromArgMatches;
use korrel::queue::{PartName, PartRecord, PartResult, QueuePart, QueueParts, Trust, cubes_of};
use korrel::stream::{CubePlace, CubeRange, Shard, TOOL};
use korrel_lang::code;
use korrel_lang::diagnostic::Diagnostic;
use serde_json::{Value as Json, json};

use crate::flags::{CommandLine, Subcommand, help};
use crate::messages::error::{Error, shown};

pub const PLAN: &str = "plan.jsonl";
pub const SPEC: &str = "spec";
pub const CUBES: &str = "cubes";
const FOLDERS: [&str; 7] = ["split", "leases", "wanted", "results", "done", "again", "ended"];

/// The flags whose values lie in the folder.
const FLAGS_OF_PLACES: [&str; 2] = ["--prefix=", "--known="];

/// What a plan asks, in the words of the command line.
pub struct PlannedCommand {
    /// `find`, `count` or `test`.
    pub asks: String,
    words: Vec<String>,
    /// The files of the spec: their names in the words, and their places in the folder.
    files: Vec<(PathBuf, PathBuf)>,
}

pub struct QueueFolder {
    pub path: PathBuf,
    /// The plan's first line.
    pub plan: Json,
    pub command: PlannedCommand,
    /// The number of shards.
    pub shards: u32,
    /// About how many instances each has, from the first one on, as the plan says.
    estimates: Vec<u64>,
    /// The records of parts that are done, as they were read. No worker changes one.
    done: Mutex<BTreeMap<PartName, PartRecord>>,
}

impl QueueFolder {
    /// # Errors
    /// A folder without a plan, or one of another version.
    pub fn open(path: &Path) -> Result<QueueFolder, Error> {
        let place = path.join(PLAN);
        let refuse = |why: &str, help: &str| {
            let message = format!("`{}` is no queue: {why}", shown(path));
            Error::File(Diagnostic::new(code::FILE, message).help(help.to_owned()))
        };
        let text = match fs::read_to_string(&place) {
            Ok(text) => text,
            Err(error) if error.kind() == ErrorKind::NotFound => {
                let help = "`korrel plan SPEC COMMAND --cubes 64 -o FOLDER` makes one";
                return Err(refuse(&format!("it has no {PLAN}"), help));
            }
            Err(error) => return Err(refuse(&error.to_string(), "make it readable")),
        };
        let help = "make it anew by `korrel plan`";
        let first = text.lines().next().unwrap_or_default();
        let plan: Json = serde_json::from_str(first).unwrap_or_default();
        if plan["format"] != "plan/1" {
            return Err(refuse("its plan is not of the format plan/1", help));
        }
        if plan["tool"] != TOOL {
            let why = format!("its plan is of {}, and this is {TOOL}", plan["tool"]);
            return Err(refuse(&why, help));
        }
        let words = plan["words"].as_array().into_iter().flatten();
        let words: Option<Vec<String>> =
            words.map(|word| word.as_str().map(str::to_owned)).collect();
        let shards = plan["parts"].as_u64().and_then(|parts| u32::try_from(parts).ok());
        let asks = plan["asks"].as_str().filter(|asks| ["find", "count", "test"].contains(asks));
        let (Some(words), Some(shards @ 1..), Some(asks)) = (words, shards, asks) else {
            return Err(refuse("its plan lacks what is asked", help));
        };
        for folder in FOLDERS {
            let folder = path.join(folder);
            fs::create_dir_all(&folder).map_err(|error| Error::unwritable(&folder, &error))?;
        }
        let files = plan["files"].as_object().into_iter().flatten();
        let files = files.filter_map(|(name, place)| Some((name.into(), place.as_str()?.into())));
        let command = PlannedCommand { asks: asks.to_owned(), words, files: files.collect() };
        let parts = text.lines().skip(1).map(serde_json::from_str::<Json>);
        let estimates =
            parts.map(|part| part.unwrap_or_default()["estimate"].as_u64().unwrap_or(0));
        let estimates = estimates.collect();
        let done = Mutex::default();
        Ok(QueueFolder { path: path.to_owned(), plan, command, shards, estimates, done })
    }

    /// The cubes of a part, if the plan has cut it.
    ///
    /// # Errors
    /// A file that is not as the plan has written it.
    pub fn range(&self, part: QueuePart) -> Result<CubeRange, Error> {
        let PartName { shard, from } = part.name;
        let range = CubeRange::new(from, part.until);
        let place = self.path.join(CUBES).join(shard.to_string());
        let text = match fs::read_to_string(&place) {
            Err(error) if error.kind() == ErrorKind::NotFound => return Ok(range),
            text => text.map_err(|error| crate::files::read::unreadable(&place, &error))?,
        };
        let question = self.plan["question"].as_str().unwrap_or_default();
        let cubes = cubes_of(&text, question, Shard { part: shard, of: self.shards });
        cubes.map(|cubes| range.of(cubes)).ok_or_else(|| {
            let message = format!("`{}` has other cubes than the plan's", shown(&place));
            let help = "remove it, and the worker cuts the space by itself";
            Error::File(Diagnostic::new(code::FILE, message).help(help))
        })
    }

    /// The open parts in the order in which workers take them.
    pub fn open_parts(&self, parts: &QueueParts) -> Vec<QueuePart> {
        let estimate = |shard: u32| self.estimates.get(shard as usize - 1).copied();
        parts.longest_first(|shard| estimate(shard).unwrap_or(0))
    }

    /// The place of a part in one of the folders.
    pub fn place(&self, folder: &str, part: PartName) -> PathBuf {
        self.path.join(folder).join(part.to_string())
    }

    /// The place of a worker's result.
    pub fn result(&self, part: PartName, worker: &str) -> PathBuf {
        self.path.join("results").join(format!("{part}.{worker}.jsonl"))
    }

    /// The names in one of the folders.
    ///
    /// # Errors
    /// A folder that cannot be read.
    pub fn names(&self, folder: &str) -> Result<Vec<String>, Error> {
        let path = self.path.join(folder);
        let unreadable = |error: io::Error| crate::files::read::unreadable(&path, &error);
        let mut names = Vec::new();
        for entry in fs::read_dir(&path).map_err(unreadable)? {
            names.extend(entry.map_err(unreadable)?.file_name().into_string());
        }
        names.sort();
        Ok(names)
    }

    /// The parts as they are now.
    ///
    /// # Errors
    /// A folder that cannot be read, a record that is none.
    pub fn parts(&self) -> Result<(QueueParts, BTreeMap<PartName, PartRecord>), Error> {
        let part = |name: &String| name.parse::<PartName>().ok();
        let split: BTreeSet<PartName> = self.names("split")?.iter().filter_map(part).collect();
        let names: BTreeSet<PartName> = self.names("done")?.iter().filter_map(part).collect();
        let mut known = self.done.lock().expect("nobody panics with it");
        known.retain(|name, _| names.contains(name));
        for name in names {
            if let Entry::Vacant(new) = known.entry(name) {
                new.insert(self.record(&self.place("done", name))?);
            }
        }
        let done = known.clone();
        let ended = done.iter().map(|(name, record)| (*name, record.until)).collect();
        Ok((QueueParts::new(self.shards, &ended, &split), done))
    }

    /// Whom to believe of the parts that are done. `share`: per mille of the shards that two workers compute.
    ///
    /// # Errors
    /// A folder that cannot be read, a record that is none.
    pub fn trust(&self, share: u32) -> Result<Trust, Error> {
        let (parts, done) = self.parts()?;
        let said =
            parts.done.into_iter().map(|part| Ok((part, self.said(part, &done[&part.name])?)));
        let said = said.collect::<Result<Vec<_>, Error>>()?;
        let question = self.plan["question"].as_str().unwrap_or_default();
        Ok(Trust::of(question, share, said))
    }

    /// What all workers say of a part that is done: the one whose result came first, then those that computed it again.
    ///
    /// # Errors
    /// A folder that cannot be read, a record that is none.
    pub fn said(&self, part: QueuePart, first: &PartRecord) -> Result<Vec<PartRecord>, Error> {
        let mut said = vec![first.clone()];
        let begin = format!("{}.", part.name);
        for name in self.names("again")?.iter().filter(|name| name.starts_with(&begin)) {
            let record = self.record(&self.path.join("again").join(name))?;
            if record.until == part.until && said.iter().all(|one| one.worker != record.worker) {
                said.push(record);
            }
        }
        Ok(said)
    }

    fn record(&self, place: &Path) -> Result<PartRecord, Error> {
        let text = fs::read_to_string(place)
            .map_err(|error| crate::files::read::unreadable(place, &error))?;
        read(&text).ok_or_else(|| {
            let message = format!("`{}` is no record of a part", shown(place));
            let help = "remove it, and `korrel work` does the part again";
            Error::File(Diagnostic::new(code::FILE, message).help(help))
        })
    }
}

/// The record of a part as it stands in the folder.
pub fn text(record: &PartRecord) -> String {
    let PartResult { count, digest } = &record.result;
    let record = json!({
        "worker": record.worker, "until": record.until.json(), "count": count, "digest": digest, "seconds": record.seconds,
    });
    format!("{record}\n")
}

fn read(text: &str) -> Option<PartRecord> {
    let record: Json = serde_json::from_str(text).ok()?;
    let member = |name: &str| record[name].as_str().map(str::to_owned);
    let until = CubePlace::of_json(&record["until"])?;
    let result = PartResult { count: member("count")?, digest: member("digest")? };
    Some(PartRecord { worker: member("worker")?, until, result, seconds: member("seconds")? })
}

/// The end of a part, and its result, as the last record of its file says.
pub fn ended(record: &Json) -> (CubePlace, PartResult) {
    // A number beyond 2^53 is a text.
    let count = record["count"].as_str().map_or_else(|| record["count"].to_string(), str::to_owned);
    let digest = record["digest"].as_str().unwrap_or_default().to_owned();
    (CubePlace::of_json(&record["until"]).unwrap_or(CubePlace::END), PartResult { count, digest })
}

impl PlannedCommand {
    /// The command line of a part.
    ///
    /// # Errors
    /// Words that are no command line: somebody has changed the plan.
    pub fn line(&self, folder: &Path) -> Result<Subcommand, Error> {
        let mut words = vec!["korrel".to_owned(), self.asks.clone()];
        let mut is_driver = false;
        for word in &self.words {
            is_driver |= word == "--";
            let flag =
                FLAGS_OF_PLACES.into_iter().find(|flag| word.starts_with(flag) && !is_driver);
            words.push(match flag {
                Some(flag) => {
                    format!("{flag}{}", folder.join(&word[flag.len()..]).to_string_lossy())
                }
                None => word.clone(),
            });
        }
        let matches = help::command().try_get_matches_from(words);
        let line = matches.and_then(|matches| CommandLine::from_arg_matches(&matches));
        let mut command = match line {
            Ok(line) => line.command,
            Err(error) => {
                return Err(Error::usage(format!("the plan's words are no command line: {error}")));
            }
        };
        let files = self.files.iter().map(|(name, place)| (name.clone(), folder.join(place)));
        let files = Some(Arc::new(files.collect()));
        match &mut command {
            Subcommand::Find(find) => find.question.language.files = files,
            Subcommand::Count(count) => count.question.language.files = files,
            Subcommand::Test(test) => test.language.files = files,
            _ => return Err(Error::usage("a plan asks `find`, `count` or `test`")),
        }
        Ok(command)
    }
}

/// Makes a file with this text, which is whole from the beginning. False if there is one of the name.
pub fn make(path: &Path, text: &str) -> io::Result<bool> {
    if text.is_empty() {
        return made(fs::File::create_new(path).map(drop));
    }
    let mut beside = path.as_os_str().to_owned();
    beside.push(format!(".{}~", std::process::id()));
    let beside = PathBuf::from(beside);
    let mut file = fs::File::create(&beside)?;
    file.write_all(text.as_bytes())?;
    file.sync_all()?;
    drop(file);
    let linked = made(fs::hard_link(&beside, path));
    fs::remove_file(&beside)?;
    linked
}

fn made(made: io::Result<()>) -> io::Result<bool> {
    match made {
        Ok(()) => Ok(true),
        Err(error) if error.kind() == ErrorKind::AlreadyExists => Ok(false),
        Err(error) => Err(error),
    }
}
