//! `conformance`: what Korrel answers, beside what Alloy answered.
//!
//! ```sh
//! cargo build --release
//! target/release/conformance                          # all rows of ../shared/conformance
//! target/release/conformance --timeout 10s FOLDER hotel
//! ```
//!
//! The folder holds `models/`, `alloy-answers.jsonl` (a row for each command of public models),
//! `integer-answers.jsonl` (a row for each probe of integers in `models/integers.als`); [`rows`]
//! says what is read of them; `random.jsonl`, random specs ([`random`]); and `resolution.jsonl`, what
//! names stand for ([`resolution`]). Each row is one or two questions to the program `korrel` beside
//! this one. A count is listed until it is exceeded; a verdict is any instance.
//!
//! Exit code 1 if an answer differs, other than by choice ([`choice`]), else 3 if one is missing because time ran out, else 0; also 0
//! if there is no such folder, since the answers are no part of this repository.

mod ask;
mod choice;
mod judge;
mod random;
mod report;
mod resolution;
mod rows;
mod seconds;

use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Mutex;
use std::time::Duration;
use std::{env, thread};

use clap::Parser;

use ask::{Asker, Found};
use random::Corpus;
use report::Report;
use resolution::Resolutions;
use rows::Question;

/// Compares Korrel's answers with Alloy's
#[derive(Parser)]
#[command(name = "conformance")]
struct Arguments {
    /// Where the answers are [default: ../shared/conformance beside the workspace]
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
    let folder = arguments.folder.clone().unwrap_or_else(default_folder);
    if !folder.is_dir() {
        println!("no answers to compare with: there is no folder {}", folder.display());
        return ExitCode::SUCCESS;
    }
    match run(&arguments, folder) {
        Ok(code) => code,
        Err(message) => {
            eprintln!("error: {message}");
            ExitCode::from(2)
        }
    }
}

fn run(arguments: &Arguments, folder: PathBuf) -> Result<ExitCode, String> {
    let asker = Asker {
        korrel: arguments.korrel.clone().map_or_else(sibling, Ok)?,
        timeout: arguments.timeout,
    };
    let filter = arguments.filter.as_deref().unwrap_or("");
    let mut questions = rows::questions(&folder)?;
    let mut corpus = Corpus::of(&folder)?;
    questions.append(&mut corpus.questions);
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
    let resolutions = Resolutions::of(&folder, filter)?;
    print!("{}", report.themes());
    println!("{}, {resolutions}", report.totals());
    let code = if resolutions.any_differs() { 1 } else { report.exit_code() };
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

fn default_folder() -> PathBuf {
    let tests = Path::new(env!("CARGO_MANIFEST_DIR"));
    let around = tests.ancestors().nth(2).expect("the workspace lies in some folder");
    around.join("shared/conformance")
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
