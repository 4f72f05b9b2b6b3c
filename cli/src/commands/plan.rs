//! `korrel plan`: a question cut into parts, in a folder from which workers take them.
//!
//! The folder holds the files of the spec, so that it can be taken elsewhere. The plan is written last: a folder without
//! one is no queue.

use std::io::Write;
use std::path::{Path, PathBuf};

use clap::parser::ValueSource;
use korrel::answer::Number;
use korrel::question::SpecCommand;
use korrel::queue::cubes_text;
use korrel::stream::{Shard, ShardCubes, StreamQuestion, StreamSubject};
use korrel_harness::counted;
use korrel_harness::report::ReportHeading;
use korrel_lang::code;
use korrel_lang::diagnostic::Diagnostic;
use serde_json::{Map, Value as Json, json};

use crate::commands::shared::question::{answered, asked, limited, posed, settings, written};
use crate::commands::work::{CUBES, PLAN, SPEC};
use crate::files::fresh::write_text;
use crate::files::read::{load_telling, unreadable};
use crate::flags::{LanguageFlags, PlanFlags, QuestionFlags, SolverFlag, TestFlags, help};
use crate::limits::Stop;
use crate::messages::error::{Error, shown};
use crate::messages::exit::Exit;
use crate::messages::reporter::Reporter;

/// For up to so many parts the plan has the cubes, else each worker cuts its own.
const CUT: u32 = 1024;

pub fn run(flags: &PlanFlags, report: &Reporter) -> Result<Exit, Error> {
    if flags.question.solver != SolverFlag::Enumerator {
        return Err(Error::usage("only --solver enumerator can search one part: leave it out"));
    }
    let stop = limited(Stop::new(), None, None)?;
    let asked = asked(&flags.question, report)?;
    let settings = written(settings(&flags.question), flags.keyed.keys, false);
    let has_own_steps = flags.question.steps.is_some();
    let question = StreamQuestion::new(&asked, &settings, StreamSubject::Instances, has_own_steps)?;
    let posed = posed(&asked, &settings, report, &stop)?;
    // Whoever waits for a plan of hours has the time for it; a plan of nothing is one, too.
    let mut listing = answered(posed.open(), &stop)?;
    let expected = listing.expected();
    let is_cut = expected.is_none() || flags.cubes <= CUT;
    let cut = is_cut.then(|| answered(listing.cut(flags.cubes), &stop)).transpose()?.flatten();
    let estimates = match (expected, &cut) {
        (None, Some(cut)) => answered(listing.estimate_shards(cut), &stop)?,
        _ => {
            let each = expected.unwrap_or(0) as f64 / f64::from(flags.cubes);
            Some(vec![each; flags.cubes as usize])
        }
    };
    let SpecCommand { spec, command } = &asked;
    let header: Json = serde_json::from_str(&question.header()).expect("we write JSON");
    let QuestionFlags { spec: path, language, prefix, .. } = &flags.question;
    let files = QueueFiles::of(path, language, prefix.as_deref())?;
    let mut words = vec![path.to_string_lossy().into_owned()];
    words.extend(folders(language));
    words.extend(flags.question.command.clone());
    words.extend(files.word("--prefix", prefix.as_deref()));
    words.extend(given(&["prefix", "count", "cubes", "output"])?);
    let asks = if flags.count { "count" } else { "find" };
    let text = |name: &str| header[name].as_str().expect("a header says it");
    let of = [text("tool"), &spec.name, &spec.text(command), text("question")];
    let mut plan = record(asks, of, (&words, &files), flags.cubes);
    plan["symmetry"] = header["symmetry"].clone();
    if let Some(expected) = expected {
        plan["expected"] = json!(Number::from(&expected.into()));
    }
    stop.take_over();
    let cubes = cut.filter(|_| flags.cubes <= CUT).map(|cut| cut.shards()).unwrap_or_default();
    let parts = PlannedParts { number: flags.cubes, estimates, cubes };
    make(&flags.output, &files, (&plan, &parts), report)
}

/// A queue of a test, whose report has this heading.
///
/// # Errors
/// A spec that is not in a file, a folder that is there or cannot be made.
pub fn of_test(
    test: &TestFlags,
    folder: &Path,
    heading: &ReportHeading,
    report: &Reporter,
) -> Result<Exit, Error> {
    let known = test.judging.known.as_deref();
    let files = QueueFiles::of(test.spec(), &test.language, known)?;
    let mut words = vec![test.spec().to_string_lossy().into_owned()];
    words.extend(folders(&test.language));
    words.extend(files.word("--known", known));
    words.extend(given(&["known", "plan", "cubes"])?);
    words.push("--".to_owned());
    let driver = test.driver.iter().map(|word| word.to_str().map(str::to_owned));
    let unreadable = || Error::usage("the driver's words are not in UTF-8");
    words.extend(driver.collect::<Option<Vec<_>>>().ok_or_else(unreadable)?);
    let of = [&*heading.tool, &heading.spec, &heading.scope, &heading.question];
    let plan = record("test", of, (&words, &files), test.queue.cubes);
    let parts = PlannedParts { number: test.queue.cubes, ..PlannedParts::default() };
    make(folder, &files, (&plan, &parts), report)
}

/// The first line of a plan.
fn record(
    asks: &str,
    [tool, spec, command, question]: [&str; 4],
    (words, files): (&[String], &QueueFiles),
    parts: u32,
) -> Json {
    json!({
        "kind": "plan",
        "format": "plan/1",
        "tool": tool,
        "spec": spec,
        "command": command,
        "question": question,
        "asks": asks,
        "words": words,
        "files": files.record(),
        "parts": parts,
    })
}

/// The flags with long names of this command line, as they were given, without these.
fn given(without: &[&str]) -> Result<Vec<String>, Error> {
    let command = help::command();
    let matches = command.clone().get_matches();
    let (name, matches) = matches.subcommand().expect("a command was given");
    let command = command.find_subcommand(name).expect("it is one of them");
    let mut words = Vec::new();
    for flag in command.get_arguments() {
        let id = flag.get_id().as_str();
        let is_given = matches.value_source(id) == Some(ValueSource::CommandLine);
        let Some(long) = flag.get_long().filter(|_| is_given && !without.contains(&id)) else {
            continue;
        };
        if !flag.get_action().takes_values() {
            words.push(format!("--{long}"));
        }
        for value in matches.get_raw(id).into_iter().flatten() {
            let unreadable = || Error::usage(format!("the value of --{long} is not in UTF-8"));
            let value = value.to_str().ok_or_else(unreadable)?;
            words.extend(flag.get_action().takes_values().then(|| format!("--{long}={value}")));
        }
    }
    Ok(words)
}

/// The files of a queue: what they are called, where they lie now, and their places in the folder.
struct QueueFiles(Vec<(PathBuf, PathBuf, PathBuf)>);

impl QueueFiles {
    /// The files that the spec is made of, and one beside it, as they lie to each other.
    fn of(
        spec: &Path,
        language: &LanguageFlags,
        beside: Option<&Path>,
    ) -> Result<QueueFiles, Error> {
        if spec == Path::new("-") {
            return Err(Error::usage("a plan is of a spec in a file, not of standard input"));
        }
        let mut told = Vec::new();
        load_telling(spec, language, &mut |path| told.push(path))?;
        if let Some(beside) = beside {
            let found = beside.metadata().map_err(|error| unreadable(beside, &error))?;
            if !found.is_file() {
                let why = "a plan takes a file along, and this is none: write it to one";
                return Err(Error::usage(format!("`{}`: {why}", shown(beside))));
            }
            told.push(beside.to_owned());
        }
        let mut files = Vec::new();
        for path in told.into_iter().filter(|path| path.is_file()) {
            let whole = path.canonicalize().map_err(|error| unreadable(&path, &error))?;
            files.push((path, whole));
        }
        files.sort();
        files.dedup();
        let mut base = files[0].1.parent().unwrap_or(Path::new("/")).to_owned();
        while !files.iter().all(|(_, whole)| whole.starts_with(&base)) {
            base.pop();
        }
        let placed = files.into_iter().map(|(path, whole)| {
            let place = Path::new(SPEC).join(whole.strip_prefix(&base).expect("it lies below"));
            (path, whole, place)
        });
        Ok(QueueFiles(placed.collect()))
    }

    /// The word that names the file beside the spec, of which this is the flag.
    fn word(&self, flag: &str, beside: Option<&Path>) -> Option<String> {
        let (.., place) = self.0.iter().find(|(path, ..)| Some(path.as_path()) == beside)?;
        Some(format!("{flag}={}", place.to_string_lossy()))
    }

    /// The places by the names.
    fn record(&self) -> Json {
        let text = |path: &Path| path.to_string_lossy().into_owned();
        self.0
            .iter()
            .map(|(path, _, place)| (text(path), json!(text(place))))
            .collect::<Map<_, _>>()
            .into()
    }
}

/// The folders of modules in the words of the command line.
fn folders(language: &LanguageFlags) -> impl Iterator<Item = String> {
    language.folders.iter().map(|folder| format!("-I{}", folder.to_string_lossy()))
}

/// The parts of a plan.
#[derive(Default)]
struct PlannedParts {
    number: u32,
    /// About how many instances each has, if that is known.
    estimates: Option<Vec<f64>>,
    /// The cubes of each, or nothing where each worker cuts.
    cubes: Vec<ShardCubes>,
}

/// Makes the folder, and tells the plan. What is there already is left as it is.
fn make(
    folder: &Path,
    files: &QueueFiles,
    (plan, parts): (&Json, &PlannedParts),
    report: &Reporter,
) -> Result<Exit, Error> {
    let PlannedParts { number, estimates, cubes } = parts;
    let mut text = format!("{plan}\n");
    for part in 1..=*number {
        let mut line = json!({"kind": "part", "part": part, "cube": format!("{part}/{number}")});
        if let Some(estimates) = estimates {
            let about = estimates[part as usize - 1];
            line["estimate"] = json!(about.round() as u64);
        }
        text += &format!("{line}\n");
    }
    let is_empty = folder.read_dir().is_ok_and(|mut entries| entries.next().is_none());
    if folder.symlink_metadata().is_ok() && !is_empty {
        let message = format!("cannot make the queue `{}`: something is there", shown(folder));
        let mistake = Diagnostic::new(code::FILE, message)
            .help("give a folder that does not exist, or an empty one");
        return Err(Error::File(mistake));
    }
    for (_, from, to) in &files.0 {
        let to = folder.join(to);
        let parent = to.parent().expect("it lies in a folder");
        std::fs::create_dir_all(parent).map_err(|error| Error::unwritable(parent, &error))?;
        std::fs::copy(from, &to).map_err(|error| Error::unwritable(&to, &error))?;
    }
    let unwritable = |error| Error::unwritable(&folder.join(CUBES), &error);
    if !cubes.is_empty() {
        std::fs::create_dir_all(folder.join(CUBES)).map_err(unwritable)?;
    }
    let question = plan["question"].as_str().expect("it was put there");
    for (part, cubes) in (1..).zip(cubes) {
        let place = folder.join(CUBES).join(part.to_string());
        let text = cubes_text(question, Shard { part, of: *number }, cubes);
        std::fs::write(place, text).map_err(unwritable)?;
    }
    write_text(Some(&folder.join(PLAN)), &text)?;
    std::io::stdout().lock().write_all(text.as_bytes())?;
    let folder = shown(folder);
    report.note(&format!(
        "{} in `{folder}`; `korrel work {folder}` does them, in as many processes as there are, and `korrel merge {folder}` \
         puts them together",
        counted(*number as usize, "part")
    ));
    Ok(Exit::Success)
}
