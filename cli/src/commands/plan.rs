//! `korrel plan`: a question cut into parts, in a folder from which workers take them.
//!
//! The folder holds the files of the spec, so that it can be taken elsewhere. The plan is written last: a folder without
//! one is no queue.

use std::io::Write;
use std::path::{Path, PathBuf};

use korrel::answer::Number;
use korrel::question::SpecCommand;
use korrel::stream::{StreamQuestion, StreamSubject};
use korrel_harness::counted;
use korrel_lang::code;
use korrel_lang::diagnostic::Diagnostic;
use serde_json::{Value as Json, json};

use crate::commands::shared::question::{answered, asked, limited, posed, settings, written};
use crate::commands::work::{PLAN, SPEC};
use crate::files::fresh::write_text;
use crate::files::read::load_telling;
use crate::flags::{OverflowFlag, PlanFlags, QuestionFlags, SolverFlag, SymmetryFlag, name};
use crate::limits::Stop;
use crate::messages::error::{Error, shown};
use crate::messages::exit::Exit;
use crate::messages::reporter::Reporter;

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
    let expected = answered(posed.open(), &stop)?.expected();
    let about = match expected {
        Some(expected) => Some(expected as f64),
        None => answered(posed.estimate(), &stop)?.map(|estimate| estimate.number),
    };
    let SpecCommand { spec, command } = &asked;
    let header: Json = serde_json::from_str(&question.header()).expect("we write JSON");
    let (files, moved) = moved(&flags.question)?;
    let mut words = words(&moved, &flags.question);
    words.extend(flags.keyed.keys.then(|| "--keys".to_owned()));
    let mut plan = json!({
        "kind": "plan",
        "format": "plan/1",
        "tool": header["tool"],
        "spec": spec.name,
        "command": spec.text(command),
        "question": header["question"],
        "symmetry": header["symmetry"],
        "asks": if flags.count { "count" } else { "find" },
        "words": words,
        "parts": flags.cubes,
    });
    if let Some(expected) = expected {
        plan["expected"] = json!(Number::from(&expected.into()));
    }
    let mut text = format!("{plan}\n");
    for part in 1..=flags.cubes {
        let mut line =
            json!({"kind": "part", "part": part, "cube": format!("{part}/{}", flags.cubes)});
        if let Some(about) = about {
            line["estimate"] = json!((about / f64::from(flags.cubes)).round() as u64);
        }
        text += &format!("{line}\n");
    }
    stop.take_over();
    make(&flags.output, &files, &text)?;
    std::io::stdout().lock().write_all(text.as_bytes())?;
    let folder = shown(&flags.output);
    report.note(&format!(
        "{} in `{folder}`; `korrel work {folder}` does them, in as many processes as there are, and `korrel merge {folder}` \
         puts them together",
        counted(flags.cubes as usize, "part")
    ));
    Ok(Exit::Success)
}

/// A file of the spec, and its place in the folder.
type Moved = Vec<(PathBuf, PathBuf)>;

/// The words that name the spec and the folders of modules within the queue's folder.
struct MovedSpec {
    spec: PathBuf,
    folders: Vec<PathBuf>,
    /// The trace of `--prefix`.
    prefix: Option<PathBuf>,
}

/// The files that the spec is made of, as they lie to each other.
fn moved(question: &QuestionFlags) -> Result<(Moved, MovedSpec), Error> {
    let mut told = Vec::new();
    load_telling(&question.spec, &question.language, &mut |path| told.push(path))?;
    told.extend(question.prefix.clone());
    if question.spec == Path::new("-") {
        return Err(Error::usage("a plan is of a spec in a file, not of standard input"));
    }
    let mut files = Vec::new();
    for path in told.iter().filter(|path| path.is_file()) {
        files.push(
            path.canonicalize().map_err(|error| crate::files::read::unreadable(path, &error))?,
        );
    }
    files.sort();
    files.dedup();
    let mut base = files[0].parent().unwrap_or(Path::new("/")).to_owned();
    while !files.iter().all(|file| file.starts_with(&base)) {
        base.pop();
    }
    let within = |path: &Path| {
        let path = path.canonicalize().ok()?;
        Some(Path::new(SPEC).join(path.strip_prefix(&base).ok()?))
    };
    let spec = within(&question.spec).expect("it is one of them");
    let prefix = question.prefix.as_deref().and_then(within);
    // A folder that has none of the files is needed no more.
    let folders = question.language.folders.iter().filter_map(|folder| within(folder)).collect();
    let places = files.iter().map(|file| (file.clone(), within(file).expect("it lies there")));
    Ok((places.collect(), MovedSpec { spec, folders, prefix }))
}

/// The question in the words of the command line, with the spec's place in the folder.
fn words(moved: &MovedSpec, question: &QuestionFlags) -> Vec<String> {
    let QuestionFlags { command, scope, steps, prefixes, symmetry, overflow, language, .. } =
        question;
    let path = |path: &Path| path.to_string_lossy().into_owned();
    let mut words = vec![path(&moved.spec)];
    words.extend(command.clone());
    let mut flag = |is_given: bool, text: &str| words.extend(is_given.then(|| text.to_owned()));
    flag(*prefixes, "--prefixes");
    flag(question.ignore_parameters, "--ignore-parameters");
    flag(language.strict_alloy, "--strict-alloy");
    flag(*symmetry == SymmetryFlag::None, "--symmetry=none");
    if *overflow != OverflowFlag::Forbid {
        flag(true, &format!("--overflow={}", name(*overflow)));
    }
    for (flag_name, value) in [("scope", scope), ("steps", steps)] {
        words.extend(value.as_ref().map(|value| format!("--{flag_name}={value}")));
    }
    words.extend(language.recursion.map(|depth| format!("--recursion={depth}")));
    if let Some(prefix) = &moved.prefix {
        words.extend(["--prefix".to_owned(), path(prefix)]);
    }
    words.extend(moved.folders.iter().map(|folder| format!("-I{}", path(folder))));
    words
}

/// Makes the folder. What is there already is left as it is.
fn make(folder: &Path, files: &Moved, plan: &str) -> Result<(), Error> {
    let is_empty = folder.read_dir().is_ok_and(|mut entries| entries.next().is_none());
    if folder.symlink_metadata().is_ok() && !is_empty {
        let message = format!("cannot make the queue `{}`: something is there", shown(folder));
        let mistake = Diagnostic::new(code::FILE, message)
            .help("give a folder that does not exist, or an empty one");
        return Err(Error::File(mistake));
    }
    for (from, to) in files {
        let to = folder.join(to);
        let parent = to.parent().expect("it lies in a folder");
        std::fs::create_dir_all(parent).map_err(|error| Error::unwritable(parent, &error))?;
        std::fs::copy(from, &to).map_err(|error| Error::unwritable(&to, &error))?;
    }
    write_text(Some(&folder.join(PLAN)), plan)
}
