//! Random SQL schemas, of which `korrel find --format sql` must list every database once.
//!
//! The witness is the engine. It creates the schema, and is given every database over the values that the spec speaks of, with
//! all constraints on. What it accepts must be listed, one of each class under renaming of the rows' keys and of values that the spec
//! calls interchangeable. What it accepts must be closed under this renaming, too, or values would be called interchangeable that
//! are not. The databases that are listed are given to the engine as the program writes them, so the order of rows and
//! the mending of rings are tried as well.
//!
//! Nothing here knows how a schema is read. Of a spec only the declarations and the comments `--@` are read.
//!
//! `KORREL_RANDOM_SPECS=300 KORREL_RANDOM_SEED=7 cargo test -p korrel --test databases -- --nocapture`

mod engine;
mod generator;
mod pictures;
#[cfg(unix)]
mod postgres;
mod spec;
mod sqlite;
mod witness;

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use engine::Engine;
use generator::{Generator, Tongue};
use spec::Meant;
use witness::{Outcome, Witness};

fn setting(name: &str, default: u64) -> u64 {
    match std::env::var(name) {
        Ok(value) => value.parse().unwrap_or_else(|_| panic!("{name} is a number, not {value}")),
        Err(_) => default,
    }
}

/// If it failed, a tester would get rows that SQLite refuses, or never see some that it takes.
#[test]
fn every_database_of_sqlite_is_listed_once() {
    let count = setting("KORREL_RANDOM_SPECS", 60);
    Suite::new(Tongue::Sqlite).run(&mut sqlite::Sqlite::default(), count);
}

/// The same for PostgreSQL, whose server the test starts: `cargo test -p korrel --test databases postgres -- --ignored`.
#[cfg(unix)]
#[test]
#[ignore = "needs PostgreSQL's initdb, postgres and psql, of 15 or later"]
fn every_database_of_postgres_is_listed_once() {
    let count = setting("KORREL_RANDOM_SPECS", 60);
    Suite::new(Tongue::Postgres).run(&mut postgres::Postgres::start(), count);
}

/// If it failed, the witness would not see a database too many. Each fact of a spec is left out in its turn. Some say what
/// others say, but not all facts of a schema do.
#[test]
fn the_witness_sees_a_fact_that_is_missing() {
    let suite = Suite::new(Tongue::Sqlite);
    // Always the same schemas, for others may have more facts that say nothing new.
    let mut generator = Generator::new(1, suite.tongue);
    let mut engine = sqlite::Sqlite::default();
    let (mut seen, mut tried) = (0, 0);
    while tried < 16 {
        let schema = generator.schema();
        let Some(spec) = suite.spec(&schema) else { continue };
        let lines: Vec<&str> = spec.lines().collect();
        let is_fact = |line: &str| line.starts_with("  no ") || line.starts_with("  all ");
        let facts: Vec<usize> = (0..lines.len()).filter(|&at| is_fact(lines[at])).collect();
        // What two rows must not be, one row cannot break.
        if schema.rows < 2 || facts.is_empty() || engine.create(&schema.statements).is_err() {
            continue;
        }
        let outcomes: Vec<Outcome> = facts
            .into_iter()
            .map(|gone| {
                let rest = lines.iter().enumerate().filter(|(at, _)| *at != gone);
                let rest: String = rest.map(|(_, line)| format!("{line}\n")).collect();
                suite.judged(&schema, &rest, &mut engine)
            })
            .collect();
        if outcomes.iter().any(|outcome| matches!(outcome, Outcome::TooMany)) {
            continue;
        }
        let is_seen = outcomes.iter().any(|outcome| matches!(outcome, Outcome::Differs(_)));
        seen += u32::from(is_seen);
        tried += 1;
    }
    assert!(seen * 8 > tried * 7, "{seen} of {tried}");
}

struct Suite {
    tongue: Tongue,
    seed: u64,
    folder: PathBuf,
}

impl Suite {
    fn new(tongue: Tongue) -> Suite {
        let seed = setting("KORREL_RANDOM_SEED", 1);
        let folder = Path::new(env!("CARGO_TARGET_TMPDIR"));
        let thread = std::thread::current();
        let name = thread.name().unwrap_or("databases").replace("::", "-");
        let folder = folder.join(format!("{name}-{seed}"));
        std::fs::create_dir_all(&folder).expect("the folder can be made");
        Suite { tongue, seed, folder }
    }

    fn run(&self, engine: &mut dyn Engine, count: u64) {
        let mut generator = Generator::new(self.seed, self.tongue);
        let (mut done, mut databases) = (0, 0);
        let mut passed_over: BTreeMap<String, u64> = BTreeMap::new();
        let mut kinds: BTreeMap<&str, u64> = BTreeMap::new();
        while done < count {
            let schema = generator.schema();
            let mut pass_over = |why: &str| *passed_over.entry(why.to_owned()).or_default() += 1;
            if let Err(why) = engine.create(&schema.statements) {
                pass_over(&format!("refused: {}", why.chars().take(60).collect::<String>()));
                continue;
            }
            let Some(spec) = self.spec(&schema) else {
                pass_over("the spec leaves something out");
                continue;
            };
            match self.judged(&schema, &spec, engine) {
                Outcome::TooMany => {
                    pass_over("too many databases");
                    continue;
                }
                Outcome::Agrees(number) => databases += number,
                Outcome::Differs(why) => panic!(
                    "seed {}, schema {done}: {why}\n{}\n{spec}",
                    self.seed,
                    schema.statements.join(";\n")
                ),
            }
            done += 1;
            for kind in &schema.features {
                *kinds.entry(kind).or_default() += 1;
            }
        }
        println!("{count} schemas, {databases} databases\n{kinds:?}\npassed over: {passed_over:?}");
        // Schemas of which next to nothing is valid would test little.
        assert!(databases > 10 * count as usize, "only {databases} databases");
    }

    fn judged(&self, schema: &generator::Schema, spec: &str, engine: &mut dyn Engine) -> Outcome {
        let meant = Meant::read(spec, schema);
        let witness = Witness { meant: &meant, schema };
        let Some(accepted) = witness.accepted(engine) else { return Outcome::TooMany };
        let file = self.folder.join("listed.als");
        std::fs::write(&file, spec).expect("the file can be written");
        let output = korrel(&["find", path(&file), "--format", "sql"]);
        if !output.status.success() && output.status.code() != Some(1) {
            return Outcome::Differs(format!("{}\n", text(&output.stderr)));
        }
        witness.judged(&accepted, &text(&output.stdout), engine)
    }

    /// The spec, if it says everything.
    fn spec(&self, schema: &generator::Schema) -> Option<String> {
        let file = self.folder.join("schema.sql");
        let text_of = schema.statements.iter().map(|one| format!("{one};\n")).collect::<String>();
        std::fs::write(&file, &text_of).expect("the file can be written");
        let rows = schema.rows.to_string();
        let dialect = self.tongue.word();
        let mut words = vec!["init", path(&file), "--dialect", dialect, "--rows", &rows];
        words.extend(["--integers", "0..1", "--text", "a", "--text", "A"]);
        let output = korrel(&words);
        assert!(output.status.success(), "{}\n{text_of}", text(&output.stderr));
        let spec = text(&output.stdout);
        (!spec.contains("-- not said: ")).then_some(spec)
    }
}

fn korrel(words: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_korrel")).args(words).output().expect("the program is built")
}

fn path(file: &Path) -> &str {
    file.to_str().expect("the folder's name is Unicode")
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8(bytes.to_vec()).expect("it is Unicode")
}
