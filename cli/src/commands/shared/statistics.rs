//! The size of a search, and its cost.

use std::fmt::Display;
use std::io::Write;
use std::time::{Duration, Instant};

use korrel::question::PosedQuestion;
use korrel::question::extent::QuestionExtent;
use korrel::question::listing::{FormulaSize, Listing};

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
pub fn dry_run(posed: &PosedQuestion<'_>, formula: Option<FormulaSize>) -> std::io::Result<()> {
    let mut out = std::io::stdout().lock();
    let QuestionExtent { atoms, sigs, integers, steps, interchangeable } = posed.extent();
    writeln!(out, "atoms: {atoms}")?;
    for (name, least, greatest) in sigs {
        writeln!(out, "  {name}: {least}..{greatest}")?;
    }
    if let Some((least, greatest)) = integers {
        writeln!(out, "  Int: {least}..{greatest}")?;
    }
    if let Some(steps) = steps {
        writeln!(out, "trace: {steps}")?;
    }
    let classes: Vec<String> = interchangeable.iter().map(|names| names.join(" ")).collect();
    let classes = if classes.is_empty() { "none".to_owned() } else { classes.join(", ") };
    writeln!(out, "interchangeable atoms: {classes}")?;
    if let Some(FormulaSize { primary, variables, clauses }) = formula {
        writeln!(out, "primary variables: {primary}")?;
        writeln!(out, "variables: {variables}")?;
        writeln!(out, "clauses: {clauses}")?;
    }
    Ok(())
}

/// Prints `--stats` on standard error. Without a listing nothing was listed.
pub fn print(
    posed: &PosedQuestion<'_>,
    listing: Option<&Listing<'_>>,
    count: impl Display,
    timing: Timing,
) {
    let search = timing.since.elapsed().as_secs_f64();
    tell(format_args!("atoms              {}", posed.atoms()));
    if let Some(FormulaSize { primary, variables, clauses }) = listing.and_then(Listing::formula) {
        tell(format_args!("primary variables  {primary}"));
        tell(format_args!("variables          {variables}"));
        tell(format_args!("clauses            {clauses}"));
    }
    if let Some(listing) = listing {
        let statistics = listing.cost();
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
