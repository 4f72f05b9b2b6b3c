//! `solvers`: our search beside others, on the clauses of hard specs.
//!
//! ```sh
//! cargo build --release -p korrel -p korrel-bench
//! target/release/solvers            # all rows: minutes
//! target/release/solvers pigeons    # rows whose name contains this
//! target/release/solvers --models ../models
//! ```
//!
//! Each row is a command of `bench/hard.tsv`, translated by `korrel translate --emit cnf`; the programs decide the same
//! file, one after the other: our search and varisat (each in a process of its own, which is this program once
//! more), MiniSat and CaDiCaL where they are installed. Times are seconds of CPU time; a program that takes longer than the
//! limit is ended. Two different verdicts are an error (exit code 1), and a model of ours that is none. What is below a
//! hundredth of a second compares how processes start and read; a ratio counts that as nothing.

mod process;
mod rows;

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use clap::{Parser, Subcommand};
use korrel_sat::{Answer, Cdcl, Cnf, Effort, Solver, Varisat, dimacs};

use process::{SolverAnswer, Verdict};
use rows::Row;

/// Measures our search beside other solvers
#[derive(Parser)]
#[command(args_conflicts_with_subcommands = true, disable_help_subcommand = true)]
struct Flags {
    #[command(subcommand)]
    decide: Option<Decide>,
    /// Only rows whose name contains this
    filter: Option<String>,
    /// A checkout of the public models, for the rows of these
    #[arg(long, value_name = "FOLDER")]
    models: Option<PathBuf>,
    /// Seconds of CPU time for each answer
    #[arg(long, default_value_t = 60)]
    limit: u32,
    /// The program that translates [default: the one beside this program]
    #[arg(long, value_name = "PATH")]
    korrel: Option<PathBuf>,
}

#[derive(Subcommand)]
enum Decide {
    /// Decide a DIMACS file: exit code 10 if it has a model, 20 if it has none
    Ours { file: PathBuf },
    /// The same by varisat
    Varisat { file: PathBuf },
}

fn main() -> ExitCode {
    let flags = Flags::parse();
    let result = match &flags.decide {
        Some(Decide::Ours { file }) => {
            read(file).map(|cnf| decide(&cnf, Cdcl::with_clauses(&cnf, Effort::default())))
        }
        Some(Decide::Varisat { file }) => {
            read(file).map(|cnf| decide(&cnf, Varisat::with_clauses(&cnf)))
        }
        None => measure(&flags),
    };
    result.unwrap_or_else(|message| {
        eprintln!("error: {message}");
        ExitCode::from(2)
    })
}

fn read(file: &Path) -> Result<Cnf, String> {
    let text = std::fs::read_to_string(file).map_err(|error| error.to_string())?;
    dimacs::parse(&text).map_err(|error| error.to_string())
}

/// # Panics
/// If the model is none.
fn decide(cnf: &Cnf, mut solver: impl Solver) -> ExitCode {
    match solver.solve(&[]) {
        Answer::Satisfiable => {
            let holds = |lit: &korrel_sat::Lit| solver.value(lit.var()) == Some(lit.is_positive());
            assert!(cnf.clauses().all(|clause| clause.iter().any(holds)), "the model is none");
            ExitCode::from(10)
        }
        Answer::Unsatisfiable => ExitCode::from(20),
        Answer::Stopped => ExitCode::FAILURE,
    }
}

fn measure(flags: &Flags) -> Result<ExitCode, String> {
    let this = std::env::current_exe().map_err(|error| error.to_string())?;
    let korrel = flags.korrel.clone().unwrap_or_else(|| this.with_file_name("korrel"));
    let filter = flags.filter.as_deref().unwrap_or("");
    let folder = std::env::temp_dir().join(format!("korrel-solvers-{}", std::process::id()));
    std::fs::create_dir_all(&folder).map_err(|error| error.to_string())?;
    println!("{:28} {:>9} {:>9} {:>9} {:>9}", "", "ours", "varisat", "minisat", "cadical");
    let (mut ratios, mut code) = (Vec::new(), ExitCode::SUCCESS);
    let (rows, missing) = rows::all(flags.models.as_deref())?;
    let is_asked = |row: &&Row| row.name.contains(filter);
    for row in rows.iter().filter(is_asked) {
        let file = folder.join("row.cnf");
        process::translate(&korrel, row, &file)?;
        let decided = race(&this, &file, flags.limit)?;
        println!("{}", line(row, &decided));
        if differ(&decided) {
            eprintln!("error: {}: the verdicts differ", row.name);
            code = ExitCode::FAILURE;
        }
        ratios.extend(ratio(&decided));
    }
    for row in missing.iter().filter(is_asked) {
        eprintln!("note: {} is left out: there is no {}", row.name, row.spec.display());
    }
    if ratios.is_empty() {
        eprintln!("note: nothing is compared with MiniSat: no row was decided by both");
    }
    let _ = std::fs::remove_dir_all(&folder);
    summarize(ratios);
    Ok(code)
}

/// The answer of each program; none of one that is not installed.
fn race(this: &Path, file: &Path, limit: u32) -> Result<[Option<SolverAnswer>; 4], String> {
    let this = this.to_str().ok_or("the path of this program is no text")?;
    let file = file.to_str().ok_or("the path of temporary files is no text")?;
    let run = |words: &[&str]| process::decide(words, limit);
    Ok([
        run(&[this, "ours", file])?,
        run(&[this, "varisat", file])?,
        run(&["minisat", "-verb=0", file])?,
        run(&["cadical", "-q", "-n", file])?,
    ])
}

fn line(row: &Row, decided: &[Option<SolverAnswer>; 4]) -> String {
    let verdict = decided.iter().flatten().find(|one| one.verdict != Verdict::Unknown);
    let verdict = verdict.map_or("?", |one| one.verdict.name());
    let cells = decided.iter().map(|one| match one {
        None => format!("{:>9}", "-"),
        Some(SolverAnswer { verdict: Verdict::Unknown, seconds }) => {
            format!("{:>9}", format!(">{seconds:.0}"))
        }
        Some(SolverAnswer { seconds, .. }) => format!("{seconds:>9.2}"),
    });
    format!("{:28} {}  {verdict}", row.name, cells.collect::<Vec<_>>().join(" "))
}

fn differ(decided: &[Option<SolverAnswer>; 4]) -> bool {
    let says = |verdict| decided.iter().flatten().any(|one| one.verdict == verdict);
    says(Verdict::Satisfiable) && says(Verdict::Unsatisfiable)
}

/// Below this, processes start and files are read.
const LEAST: f64 = 0.01;

/// Our time divided by MiniSat's.
fn ratio(decided: &[Option<SolverAnswer>; 4]) -> Option<f64> {
    let seconds = |at: usize| decided[at].as_ref().map(|one: &SolverAnswer| one.seconds.max(LEAST));
    Some(seconds(0)? / seconds(2)?)
}

fn summarize(mut ratios: Vec<f64>) {
    ratios.sort_by(f64::total_cmp);
    if let Some(worst) = ratios.last() {
        let median = ratios[ratios.len() / 2];
        println!(
            "{} rows: {median:.2} times MiniSat in the median, {worst:.2} at worst",
            ratios.len()
        );
    }
}
