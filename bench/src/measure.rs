//! One row of the table.
//!
//! The machine's speed drifts while it is measured, by half on a shared one. What is compared is
//! therefore measured in turns: Korrel, generator, Korrel, generator, …; each pair gives a ratio, and
//! medians are reported. To measure one program thrice and then the other is what this replaces: the
//! ratio is then that of two moods of the machine. More repetitions would not repair that, and three
//! are the fewest that outvote one disturbance.

use std::path::Path;
use std::process::Command;

use clap::ValueEnum;

use crate::cases::Case;
use crate::child::{self, ProcessCost};
use crate::generators::Structure;

const ROUNDS: usize = 3;

/// Seconds of CPU time, and bytes.
pub struct BenchRow {
    pub translation: f64,
    pub search: f64,
    pub find: f64,
    pub peak: u64,
    pub generator: Option<TimeRatio>,
}

pub struct TimeRatio {
    pub seconds: f64,
    /// The time of `korrel find` divided by this, both without what it takes to start; none where the generator takes
    /// less than a millisecond.
    pub ratio: Option<f64>,
}

/// A generator that takes less, in seconds, is not compared with.
const LEAST: f64 = 0.001;

/// # Errors
/// That a program fails, or that it finds another number of instances than there are.
pub fn measure(case: &Case, korrel: &Path) -> Result<BenchRow, String> {
    let rounds: Vec<Round> =
        (0..ROUNDS).map(|_| Round::run(case, korrel)).collect::<Result<_, _>>()?;
    let median_of = |value: &dyn Fn(&Round) -> f64| median(rounds.iter().map(value).collect());
    let generator = case.generator.map(|_| TimeRatio {
        seconds: median_of(&Round::generator_seconds),
        ratio: rounds.iter().map(Round::ratio).collect::<Option<_>>().map(median),
    });
    Ok(BenchRow {
        translation: median_of(&|round| round.translation.seconds),
        // The two are processes of their own, and noise may exceed the difference.
        search: median_of(&|round| (round.count.seconds - round.translation.seconds).max(0.0)),
        find: median_of(&|round| round.find.seconds),
        peak: rounds.iter().map(|round| round.find.peak).max().expect("there are rounds"),
        generator,
    })
}

struct Round {
    translation: ProcessCost,
    count: ProcessCost,
    find: ProcessCost,
    generator: Option<GeneratorCost>,
}

#[derive(Clone, Copy)]
struct GeneratorCost {
    /// At its least size.
    start: ProcessCost,
    whole: ProcessCost,
}

impl Round {
    fn run(case: &Case, korrel: &Path) -> Result<Round, String> {
        let ask = |command, flag| question(case, korrel, command, flag);
        let ((), translation) = child::run(&mut ask("count", Some("--dry-run")), child::nothing)?;
        let mut listed = ask("count", None);
        listed.args(["--method", "list"]);
        let (found, count) = child::run(&mut listed, child::number)?;
        check(case, "korrel count", found)?;
        let (found, find) = child::run(&mut ask("find", Some("--bare")), child::lines)?;
        check(case, "korrel find", found)?;
        let generator = case.generator.map(|generator| generate(case, generator)).transpose()?;
        Ok(Round { translation, count, find, generator })
    }

    fn generator_seconds(&self) -> f64 {
        self.generator.expect("asked for where there is a generator").whole.seconds
    }

    fn ratio(&self) -> Option<f64> {
        let generator = self.generator?;
        let generated = generator.whole.seconds - generator.start.seconds;
        let found = self.find.seconds - self.translation.seconds;
        (generated >= LEAST).then_some(found / generated)
    }
}

fn question(case: &Case, korrel: &Path, command: &str, flag: Option<&str>) -> Command {
    let mut korrel = Command::new(korrel);
    korrel.arg(command).arg(&case.spec);
    match case.command {
        "" => korrel.args(["--scope", case.scope]),
        label => korrel.arg(label),
    };
    korrel.args(flag);
    korrel
}

/// In a process of its own, like Korrel: this program once more.
fn generate(case: &Case, generator: (Structure, usize, usize)) -> Result<GeneratorCost, String> {
    let (structure, size, values) = generator;
    let (_, start) = generated((structure, 1, 1))?;
    let (found, whole) = generated((structure, size, values))?;
    check(case, "the generator", found)?;
    Ok(GeneratorCost { start, whole })
}

fn generated(generator: (Structure, usize, usize)) -> Result<(u64, ProcessCost), String> {
    let this = std::env::current_exe().map_err(|error| format!("korrel-bench: {error}"))?;
    let (structure, size, values) = generator;
    let name = structure.to_possible_value().expect("no structure is hidden");
    let mut command = Command::new(this);
    command.args(["generate", name.get_name(), &size.to_string()]);
    command.args(structure.has_values().then(|| values.to_string()));
    child::run(&mut command, child::lines)
}

fn check(case: &Case, program: &str, found: u64) -> Result<(), String> {
    if found == case.known {
        return Ok(());
    }
    Err(format!("{program} found {found} {}, but there are {}", case.title(), case.known))
}

/// The middle one of an odd number of values.
fn median(mut values: Vec<f64>) -> f64 {
    values.sort_by(f64::total_cmp);
    values[values.len() / 2]
}
