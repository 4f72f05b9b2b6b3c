//! `learning`: how much of the library's invariants `learn` finds again, and what `choose` makes of their mutants.
//!
//! ```sh
//! cargo build --release -p korrel-bench --bin learning
//! target/release/learning learn specs/*.als              # a row for each spec
//! target/release/learning mutants specs/*.als
//! target/release/learning apart bench/submissions/*.als  # the predicates of each file
//! ```
//!
//! `learn`: the spec's first invariant is taken away. Ten good heaps are drawn from its instances, ten bad ones from its near
//! misses, of each conjunct in turn. A conjunct is *found* if what is learnt excludes all its near misses (up to
//! 300), *same* if the whole is equal to the invariant within the scope. Then the same with questions, which the invariant
//! answers. `mutants`: of the changes of the invariant, those that are equal within the scope, and how many of these are in a
//! larger one; the set beside a greedy one; how many the first ten instances and the first near miss of each
//! conjunct kill.

mod learn;
mod mutants;

use std::process::ExitCode;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use clap::{Parser, ValueEnum};
use korrel::question::evaluation::GivenHeap;
use korrel::question::{NearMisses, PartedQuestion, ShownInstance, SpecCommand, first_instances};
use korrel_enumerate::Meaning;
use korrel_enumerate::heap::Schema;
use korrel_lang::load::no_files;
use korrel_lang::model::{CommandKind, Formula};
use korrel_lang::spec::Spec;
use korrel_sat::Effort;

/// Measures what is learnt and what is told apart
#[derive(Parser)]
struct Flags {
    what: What,
    specs: Vec<String>,
    /// Seconds for each spec
    #[arg(long, default_value_t = 120)]
    seconds: u64,
}

#[derive(Clone, Copy, ValueEnum)]
enum What {
    Learn,
    Mutants,
    Apart,
}

fn main() -> ExitCode {
    let flags = Flags::parse();
    let heading = match flags.what {
        What::Learn => learn::HEADING,
        What::Mutants => mutants::HEADING,
        What::Apart => mutants::APART,
    };
    println!("{heading}");
    println!("|{}", "---|".repeat(heading.matches('|').count() - 1));
    let mut code = ExitCode::SUCCESS;
    for path in &flags.specs {
        let row = std::thread::scope(|scope| {
            let work = || row(flags.what, path, flags.seconds);
            let thread = std::thread::Builder::new().stack_size(1 << 29).spawn_scoped(scope, work);
            thread.expect("there is room for a thread").join()
        });
        match row {
            Ok(Ok(row)) => println!("{row}"),
            Ok(Err(why)) => println!("| {} | {why} |", name(path)),
            Err(_) => code = ExitCode::FAILURE,
        }
    }
    code
}

fn row(what: What, path: &str, seconds: u64) -> Result<String, String> {
    let text = std::fs::read_to_string(path).map_err(|error| error.to_string())?;
    let spec = Spec::read(path, text, false, &mut no_files);
    let spec = spec.map_err(|mistakes| mistakes.diagnostics[0].message.to_string())?;
    let (flag, effort) = (Arc::new(AtomicBool::new(false)), Effort::default());
    let effort = effort.until(Arc::clone(&flag));
    std::thread::spawn(move || {
        std::thread::sleep(Duration::from_secs(seconds));
        flag.store(true, Ordering::Relaxed);
    });
    match what {
        What::Learn => learn::row(&name(path), &Invariant::of(spec, &effort)?, &effort),
        What::Mutants => mutants::row(&name(path), &Invariant::of(spec, &effort)?, &effort),
        What::Apart => mutants::apart(&name(path), spec, &effort),
    }
}

fn name(path: &str) -> String {
    let file = path.rsplit('/').next().unwrap_or(path);
    file.trim_end_matches(".als").to_owned()
}

/// More instances are not listed.
const LISTED: usize = 3_000;

/// More near misses of a conjunct are not listed.
const MISSES: usize = 300;

/// The predicate of a spec's commands, in the scope of the one with the most instances that are not too many.
pub struct Invariant {
    pub asked: SpecCommand,
    pub predicate: String,
    pub schema: Schema,
    pub good: Vec<ShownInstance>,
}

impl Invariant {
    fn of(spec: Spec, effort: &Effort) -> Result<Invariant, String> {
        let runs = spec.model.commands.iter().filter(|command| command.kind == CommandKind::Run);
        let of = |span| spec.model.functions.iter().find(|(_, one)| one.span == span);
        let named = runs
            .filter_map(|command| Some((of(command.goal.span)?.1.name.clone(), command.clone())));
        let named: Vec<_> = named.collect();
        let (predicate, _) = named.first().ok_or("no command runs a predicate")?.clone();
        let mut best: Option<Invariant> = None;
        for (_, command) in named.iter().filter(|(name, _)| *name == predicate) {
            if spec.model.is_temporal(command) {
                return Err("is about traces".to_owned());
            }
            let asked = SpecCommand { spec: spec.clone(), command: command.clone() };
            let schema = Schema::of(&asked.spec, &asked.command).map_err(told)?;
            let goal = asked.command.goal.clone();
            let how = (Meaning::default(), effort);
            let (good, _) = first_instances(&asked, goal, &schema, how, LISTED).map_err(told)?;
            let is_better = best.as_ref().is_none_or(|best| {
                good.len() > best.good.len() && good.len() < LISTED || best.good.len() == LISTED
            });
            if is_better {
                best = Some(Invariant { asked, predicate: predicate.clone(), schema, good });
            }
        }
        best.ok_or_else(|| "there is no command".to_owned())
    }

    /// The predicate, called with the roots.
    pub fn call(&self) -> String {
        let SpecCommand { spec, command } = &self.asked;
        let roots = command.parameters.iter().flat_map(|one| &one.variables);
        let roots: Vec<&str> = roots.map(|root| &spec.model.variables[*root].name[..]).collect();
        format!("{}[{}]", self.predicate, roots.join(", "))
    }

    /// The text and the near misses of each conjunct.
    pub fn near_misses(
        &self,
        effort: &Effort,
    ) -> Result<Vec<(String, Vec<ShownInstance>)>, String> {
        let misses = NearMisses::new(&self.asked, &self.predicate, Some(MISSES as u64));
        let mut misses = misses.map_err(told)?;
        let parts = misses.parts(Meaning::default(), None, effort).map_err(told)?;
        let mut all = Vec::new();
        for part in parts {
            let goal = part.command.goal.clone();
            let how = (Meaning::default(), effort);
            let found = first_instances(misses.asked(), goal, &self.schema, how, MISSES);
            let (_, label) = part.label.member();
            all.push((label["text"].as_str().unwrap_or("").to_owned(), found.map_err(told)?.0));
        }
        Ok(all)
    }
}

pub fn told(why: impl std::fmt::Debug) -> String {
    let text = format!("{why:?}")
        .split("Diagnostic {")
        .nth(1)
        .map_or_else(|| format!("{why:?}"), str::to_owned);
    text.chars().take(120).collect::<String>().replace('|', "\\|")
}

pub fn given(shown: &ShownInstance) -> GivenHeap {
    let text = shown.record(0);
    GivenHeap::new(serde_json::from_str(&text).expect("we write JSON"), &text, 0)
}

/// The formulas of some texts, and the spec with them.
pub fn formulas(
    asked: &SpecCommand,
    texts: &[String],
) -> Result<(Vec<Formula>, SpecCommand), String> {
    asked.formulas(texts).map_err(told)
}
