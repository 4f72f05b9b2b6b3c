//! `conformance`: what Korrel answers, beside what Alloy answered.
//!
//! ```sh
//! cargo build --release
//! target/release/conformance                          # all rows of tests/conformance
//! target/release/conformance --timeout 10s MODELS hotel
//! ```
//!
//! `tests/conformance` holds `alloy-answers.jsonl` and `hard-answers.jsonl` (a row for each command of public
//! models, which MODELS or `../shared/conformance` has), `integer-answers.jsonl` (a row for each probe of
//! integers in `integers.als`), `temporal/answers.jsonl` (a row for each command about traces); [`rows`] says what is
//! read of them; random specs ([`random`]); and `resolution.jsonl`, what names stand for
//! ([`korrel_tests::resolution`]). Each row is one or two questions to the program `korrel` beside this one. A count is
//! listed until it is exceeded; a verdict is any instance.
//!
//! Exit code 1 if an answer differs, other than by choice ([`choice`]), else 3 if one is missing because time
//! ran out, else 0.

mod ask;
mod choice;
mod judge;
mod random;
mod report;
mod rows;
mod seconds;

use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::Mutex;
use std::time::Duration;
use std::{env, thread};

use clap::Parser;
use korrel_tests::corpora::Corpora;
use korrel_tests::resolution::Resolutions;

use ask::{Asker, Found};
use random::RandomFiles;
use report::Report;
use rows::{Asked, Question};

/// Compares Korrel's answers with Alloy's
#[derive(Parser)]
#[command(name = "conformance")]
struct Arguments {
    /// A checkout of AlloyTools/models; or a folder with answers of its own, which go before the project's
    folder: Option<PathBuf>,
    /// Only rows whose file or command contains this
    filter: Option<String>,
    /// For each question, of the clock
    #[arg(long, value_name = "TIME", default_value = "60s", value_parser = humantime::parse_duration)]
    timeout: Duration,
    /// So many questions at once
    #[arg(long, value_name = "N", default_value_t = 1)]
    jobs: usize,
    /// Korrel's seconds of CPU beside Alloy's of the clock
    #[arg(long)]
    seconds: bool,
    /// The program to ask [default: the one beside this program]
    #[arg(long, value_name = "PATH")]
    korrel: Option<PathBuf>,
}

fn main() -> ExitCode {
    let arguments = Arguments::parse();
    match run(&arguments) {
        Ok(code) => code,
        Err(message) => {
            eprintln!("error: {message}");
            ExitCode::from(2)
        }
    }
}

fn run(arguments: &Arguments) -> Result<ExitCode, String> {
    if let Some(folder) = arguments.folder.as_ref().filter(|folder| !folder.is_dir()) {
        return Err(format!("there is no folder {}", folder.display()));
    }
    let corpora = Corpora::all(arguments.folder.clone());
    let asker = Asker {
        korrel: arguments.korrel.clone().map_or_else(sibling, Ok)?,
        timeout: arguments.timeout,
    };
    let filter = arguments.filter.as_deref().unwrap_or("");
    let Asked { mut questions, missing } = Asked::of(&corpora)?;
    let mut files = RandomFiles::of(&corpora)?;
    questions.append(&mut files.questions);
    questions
        .retain(|question| question.file.contains(filter) || question.command.contains(filter));
    let mut report = Report::default();
    ask_all(&asker, &questions, arguments.jobs.max(1), |question, found| {
        if let Some(line) = report.add(question, found) {
            println!("{line}");
        }
    });
    if arguments.seconds {
        print!("{}", seconds::table(&report.times));
    }
    let resolutions = Resolutions::of(&corpora, filter)?;
    for (file, lines) in &resolutions.differ {
        lines.iter().for_each(|line| println!("{:<11} {file}: {line}", "differs"));
    }
    print!("{}", report.themes());
    println!("{}, {resolutions}", report.totals());
    if missing > 0 {
        println!(
            "{missing} rows are of models that are not here: tests/conformance/README.md says where"
        );
    }
    let code = if resolutions.differ.is_empty() { report.exit_code() } else { 1 };
    Ok(ExitCode::from(code))
}

/// Hands each answer on as soon as it and all before it are there.
fn ask_all<'q>(
    asker: &Asker,
    questions: &'q [Question],
    jobs: usize,
    mut answered: impl FnMut(&'q Question, Found),
) {
    let next = Mutex::new(questions.iter().enumerate());
    let (sender, receiver) = std::sync::mpsc::channel();
    thread::scope(|scope| {
        for _ in 0..jobs {
            let (sender, next) = (sender.clone(), &next);
            scope.spawn(move || {
                let take = || next.lock().expect("no holder of the lock panics").next();
                while let Some((at, question)) = take() {
                    sender.send((at, asker.ask(question))).expect("the receiver waits for all");
                }
            });
        }
        let mut early: Vec<Option<Found>> = questions.iter().map(|_| None).collect();
        for (due, question) in questions.iter().enumerate() {
            while early[due].is_none() {
                let (at, found) = receiver.recv().expect("each question gets an answer");
                early[at] = Some(found);
            }
            answered(question, early[due].take().expect("it has just been waited for"));
        }
    });
}

/// The program in the folder of this one.
fn sibling() -> Result<PathBuf, String> {
    let own = env::current_exe().map_err(|error| error.to_string())?;
    let korrel = own.with_file_name(format!("korrel{}", env::consts::EXE_SUFFIX));
    if korrel.is_file() {
        return Ok(korrel);
    }
    let lack = format!("there is no program {}", korrel.display());
    Err(format!("{lack}; `cargo build --release -p korrel` builds it, or name one by --korrel"))
}
