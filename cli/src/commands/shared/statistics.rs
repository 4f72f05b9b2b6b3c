//! The size of a search, and its cost.

use std::fmt::Display;
use std::io::Write;
use std::time::{Duration, Instant};

use korrel_enumerate::{Instances, Problem};
use korrel_lang::unroll::Steps;
use korrel_lang::visible::visible;
use korrel_translate::Translation;

use crate::messages::tell::tell;

/// The duration of each stage.
#[derive(Clone, Copy)]
pub struct Timing {
    /// The time at which the present stage began.
    since: Instant,
    reading: Duration,
    translation: Duration,
}

impl Timing {
    pub fn start() -> Timing {
        Timing { since: Instant::now(), reading: Duration::ZERO, translation: Duration::ZERO }
    }

    /// The spec is read and resolved; translation begins.
    pub fn has_read(&mut self) {
        self.reading = self.since.elapsed();
        self.since = Instant::now();
    }

    /// The time since the spec was read.
    pub fn since_read(&self) -> Duration {
        self.translation + self.since.elapsed()
    }

    /// The search begins.
    pub fn has_translated(&mut self) {
        self.translation = self.since.elapsed();
        self.since = Instant::now();
    }
}

/// The processor time that the program has taken. It is the cost of what was done also on a machine that does other things
/// beside it.
pub fn processor_time() -> Duration {
    #[cfg(unix)]
    {
        let time = rustix::time::clock_gettime(rustix::time::ClockId::ProcessCPUTime);
        Duration::new(time.tv_sec.unsigned_abs(), time.tv_nsec.unsigned_abs() as u32)
    }
    #[cfg(not(unix))]
    {
        static START: std::sync::OnceLock<Instant> = std::sync::OnceLock::new();
        START.get_or_init(Instant::now).elapsed()
    }
}

/// `--dry-run`: the universe, the scopes and the sizes, on standard output.
pub fn dry_run(problem: &Problem<'_>, translation: Option<&Translation>) -> std::io::Result<()> {
    let mut out = std::io::stdout().lock();
    let universe = problem.question.bounds.universe();
    writeln!(out, "atoms: {}", universe.len())?;
    let (model, command) = problem.question.asked();
    for sig in model.top_level() {
        let sizes = problem.question.scopes.top_level(sig);
        let name = visible(&model.sigs[sig].path);
        writeln!(out, "  {name}: {}..{}", sizes.min, sizes.max)?;
    }
    if let Some((least, greatest)) = universe.integer_range() {
        writeln!(out, "  Int: {least}..{greatest}")?;
    }
    if let Some(steps) = Steps::of(model, command) {
        writeln!(out, "trace: {steps}")?;
    }
    writeln!(out, "interchangeable atoms: {}", interchangeable(problem))?;
    if let Some(translation) = translation {
        writeln!(out, "primary variables: {}", translation.cells.len())?;
        writeln!(out, "variables: {}", translation.cnf.variables())?;
        writeln!(out, "clauses: {}", translation.cnf.len())?;
    }
    Ok(())
}

fn interchangeable(problem: &Problem<'_>) -> String {
    let classes = problem.symmetry.all_classes();
    let names = |class: &Vec<korrel_lang::universe::AtomId>| {
        let name = |atom: &korrel_lang::universe::AtomId| {
            visible(&problem.question.bounds.universe().name(problem.question.model, *atom))
                .into_owned()
        };
        class.iter().map(name).collect::<Vec<_>>().join(" ")
    };
    let classes: Vec<String> = classes.map(names).collect();
    if classes.is_empty() { "none".to_string() } else { classes.join(", ") }
}

/// Prints `--stats` on standard error. Without instances nothing was listed.
pub fn print(
    problem: &Problem<'_>,
    instances: Option<&Instances<'_>>,
    count: impl Display,
    timing: Timing,
) {
    let search = timing.since.elapsed().as_secs_f64();
    tell(format_args!("atoms              {}", problem.question.bounds.universe().len()));
    if let Some(translation) = instances.and_then(Instances::translation) {
        tell(format_args!("primary variables  {}", translation.cells.len()));
        tell(format_args!("variables          {}", translation.cnf.variables()));
        tell(format_args!("clauses            {}", translation.cnf.len()));
    }
    if let Some(instances) = instances {
        let statistics = instances.statistics();
        tell(format_args!("decisions          {}", statistics.decisions));
        tell(format_args!("conflicts          {}", statistics.conflicts));
        tell(format_args!("refused            {}", statistics.refused));
        tell(format_args!("refuted early      {}", statistics.refuted_prefixes));
    }
    tell(format_args!("instances          {count}"));
    tell(format_args!("reading            {:.3} s", timing.reading.as_secs_f64()));
    tell(format_args!("translation        {:.3} s", timing.translation.as_secs_f64()));
    tell(format_args!("search             {search:.3} s"));
}
