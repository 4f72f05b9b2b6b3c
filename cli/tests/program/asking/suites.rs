//! `korrel sql cover` and `korrel sql mutants`.
//!
//! The witness (`predicates.rs`) knows nothing of how the program rewrites a query. It looks at all databases with up to two rows in
//! each table, by brute force.
//!
//! `KORREL_RANDOM_SEED=9 cargo test -p korrel --test program suites`

use std::collections::{BTreeMap, BTreeSet};

use rusqlite::Connection;
use serde_json::Value as Json;

use crate::program::{Run, file, korrel, path, root};

use super::predicates::{Met, Query, Random, rows};

pub(super) const SCHEMA: &str =
    "CREATE TABLE t (a INTEGER, b INTEGER); CREATE TABLE u (c INTEGER);";

pub(super) fn seed() -> u64 {
    std::env::var("KORREL_RANDOM_SEED").map_or(7, |seed| seed.parse().expect("a number"))
}

/// The bag of rows.
pub(super) fn bag(engine: &Connection, query: &str) -> Vec<String> {
    let mut bag: Vec<String> = rows(engine, query).iter().map(|row| format!("{row:?}")).collect();
    bag.sort();
    bag
}

/// Rows of `t`, and rows of `u`.
pub(super) type Database = (Vec<[Option<i64>; 2]>, Vec<Option<i64>>);

/// All databases with up to two rows in each table, over NULL, 0 and 1.
pub(super) fn databases() -> Vec<Database> {
    const VALUES: [Option<i64>; 3] = [None, Some(0), Some(1)];
    fn bags<T: Copy>(all: &[T]) -> Vec<Vec<T>> {
        let mut bags = vec![Vec::new()];
        for (at, one) in all.iter().enumerate() {
            bags.push(vec![*one]);
            bags.extend(all[at..].iter().map(|another| vec![*one, *another]));
        }
        bags
    }
    let pairs: Vec<[Option<i64>; 2]> =
        VALUES.iter().flat_map(|a| VALUES.map(|b| [*a, b])).collect();
    let (t, u) = (bags(&pairs), bags(&VALUES));
    t.iter().flat_map(|t| u.iter().map(move |u| (t.clone(), u.clone()))).collect()
}

pub(super) fn fill(engine: &Connection, (t, u): &Database) {
    engine.execute_batch("DELETE FROM t; DELETE FROM u").expect("they are there");
    for row in t {
        let mut insert = engine.prepare("INSERT INTO t VALUES (?1, ?2)").unwrap();
        insert.execute(*row).expect("it fits");
    }
    for row in u {
        let mut insert = engine.prepare("INSERT INTO u VALUES (?1)").unwrap();
        insert.execute([row]).expect("it fits");
    }
}

/// The rows of a record.
fn shown(record: &Json) -> Database {
    let rows = |name: &str| {
        let tables = record["database"].as_array().expect("tables");
        let table = tables.iter().find(|table| table["table"] == name).expect("the table");
        table["rows"].as_array().expect("rows").clone()
    };
    let t = rows("t").iter().map(|row| [row[0].as_i64(), row[1].as_i64()]).collect();
    (t, rows("u").iter().map(|row| row[0].as_i64()).collect())
}

fn asked(name: &str, question: &str, schema: &str, query: &str, more: &[&str]) -> Run {
    let of = |part: &str, text: &str| {
        path(&file("suites", &format!("{name}-{part}.sql"), text)).to_owned()
    };
    let (schema, query) = (of("schema", schema), of("query", query));
    korrel(&[&["sql", question, &schema, &query], more].concat())
}

fn records(run: &Run) -> (Vec<Json>, Json) {
    let mut all: Vec<Json> = run.records();
    let whole = all.pop().unwrap_or_else(|| panic!("{}", run.stderr));
    (all, whole)
}

pub(super) fn engine() -> Connection {
    let engine = Connection::open_in_memory().expect("it needs no file");
    engine.execute_batch(SCHEMA).expect("it is SQL");
    engine
}

const ASKED: [&str; 4] = ["--integers", "0..1", "--format", "json"];

/// Asks for a cover, and compares it with what the witness says of all databases. How many obligations can be met, and how many cannot.
pub(super) fn agree(
    name: &str,
    schema: &str,
    text: &str,
    wanted: &BTreeSet<Met>,
    met: &dyn Fn(&Connection) -> BTreeSet<Met>,
) -> (usize, usize) {
    let engine = engine();
    let run = asked(name, "cover", schema, text, &ASKED);
    assert_eq!(run.code, Some(0), "{text}: {}", run.stderr);
    let (shown_ones, whole) = records(&run);
    assert_eq!(whole.get("passed_over"), None, "{text}: {whole}");
    let goals = whole["goals"].as_array().expect("goals");
    let name = |goal: &Json| -> Met {
        let word = |of: &str| goal[of].as_str().expect("a text").to_owned();
        (word("of"), word("text"))
    };
    let said: BTreeMap<Met, &str> =
        goals.iter().map(|goal| (name(goal), goal["state"].as_str().unwrap())).collect();
    assert!(said.keys().eq(wanted.iter()), "{text}: {said:#?}\n{wanted:#?}");
    let mut possible = BTreeSet::new();
    for database in &databases() {
        fill(&engine, database);
        possible.extend(met(&engine));
    }
    for (goal, state) in &said {
        let wanted = if possible.contains(goal) { "met" } else { "unmet" };
        assert_eq!(*state, wanted, "{text}: {goal:?}");
    }
    for record in &shown_ones {
        fill(&engine, &shown(record));
        let meets = record["meets"].as_array().expect("numbers").iter();
        let meets: BTreeSet<Met> =
            meets.map(|at| name(&goals[at.as_u64().unwrap() as usize])).collect();
        assert_eq!(meets, met(&engine), "{text}: {record}");
    }
    (possible.len(), said.len() - possible.len())
}

/// If it failed, a tester would believe that a predicate decides where it does not, or that no database shows it.
#[test]
fn what_is_met_is_met_and_what_is_unmet_cannot_be() {
    let mut random = Random(seed());
    let (mut met, mut unmet) = (0, 0);
    for number in 0..12 {
        let query = Query::random(&mut random);
        let (name, text, goals) = (format!("cover{number}"), query.text(), query.goals());
        let counts = agree(&name, SCHEMA, &text, &goals, &|engine| query.met(engine));
        met += counts.0;
        unmet += counts.1;
    }
    assert!(met > 80 && unmet > 8, "{met} {unmet}");
}

/// If it failed, a mutant would be called equal that a small database tells apart.
#[test]
fn mutants_that_are_equal_are_equal_on_all_databases() {
    let (all, engine, mut random) = (databases(), engine(), Random(seed() + 4));
    let (mut killed, mut equal) = (0, 0);
    for number in 0..6 {
        let text = Query::random(&mut random).text();
        let run = asked(&format!("mutants{number}"), "mutants", SCHEMA, &text, &ASKED);
        assert_eq!(run.code, Some(0), "{text}: {}", run.stderr);
        let (shown_ones, whole) = records(&run);
        let goals = whole["goals"].as_array().expect("goals");
        let in_state = |state: &str| {
            let of = goals.iter().enumerate().filter(|(_, goal)| goal["state"] == state);
            of.map(|(at, goal)| (at, goal["query"].as_str().unwrap())).collect::<Vec<_>>()
        };
        let (met, unmet) = (in_state("met"), in_state("unmet"));
        assert_eq!(met.len() + unmet.len(), goals.len(), "{text}: {whole}");
        for database in &all {
            fill(&engine, database);
            let own = bag(&engine, &text);
            for (_, mutant) in &unmet {
                assert_eq!(own, bag(&engine, mutant), "{text}\n{mutant}\n{database:?}");
            }
        }
        let mut left: BTreeSet<usize> = met.iter().map(|(at, _)| *at).collect();
        for record in &shown_ones {
            fill(&engine, &shown(record));
            let own = bag(&engine, &text);
            let differs: BTreeSet<usize> = met
                .iter()
                .filter(|(_, mutant)| bag(&engine, mutant) != own)
                .map(|(at, _)| *at)
                .collect();
            let meets = record["meets"].as_array().expect("numbers").iter();
            let meets: BTreeSet<usize> = meets.map(|at| at.as_u64().unwrap() as usize).collect();
            assert_eq!(meets, differs, "{text}: {record}");
            left.retain(|at| !meets.contains(at));
        }
        assert!(left.is_empty(), "{text}: nothing kills {left:?}");
        killed += met.len();
        equal += unmet.len();
    }
    assert!(killed > 60 && equal > 8, "{killed} {equal}");
}

const SHOP: &str = "
CREATE TABLE customer (id INTEGER PRIMARY KEY, name TEXT NOT NULL, city TEXT);
CREATE TABLE invoice (id INTEGER PRIMARY KEY, customer INTEGER REFERENCES customer, total INTEGER);
";
const PAID: &str = "SELECT c.name, sum(i.total) FROM customer c JOIN invoice i ON i.customer = c.id\n\
                    WHERE i.total > 5 GROUP BY c.name;";

/// If it failed, what was written would not be read, or tests would be scored wrongly.
#[test]
fn scripts_are_scored() {
    for (question, verb) in [("mutants", "kill"), ("cover", "meet")] {
        let name = |part: &str| format!("{question}-{part}");
        let made = asked(&name("made"), question, SHOP, PAID, &["--format", "sql"]);
        assert_eq!(made.code, Some(0), "{}", made.stderr);
        assert!(made.stdout.starts_with("-- database 0\n-- "), "{}", made.stdout);
        assert!(made.stdout.contains("returns ("), "{}", made.stdout);
        let tests = file("suites", &name("tests.sql"), &made.stdout);
        let score = |tests: &str, more: &[&str]| {
            let more = [&["--against", tests], more].concat();
            asked(&name("score"), question, SHOP, PAID, &more)
        };
        let whole = score(path(&tests), &[]);
        assert_eq!(whole.code, Some(0), "{}{}", whole.stdout, whole.stderr);
        let first = whole.stdout.lines().next().unwrap_or_default();
        assert!(first.starts_with(&format!("the tests {verb} ")), "{first}");
        let json = |tests: &str| records(&score(tests, &["--format", "json"]));
        let (shown_ones, all) = json(path(&tests));
        assert_eq!(all["against"]["met"], all["against"]["of"], "{all}");
        assert!(shown_ones.is_empty());
        // One database alone.
        let cut = made.stdout.find("-- database 1\n").expect("there are several");
        let part = file("suites", &name("part.sql"), &made.stdout[..cut]);
        let missing = score(path(&part), &[]);
        assert_eq!(missing.code, Some(1), "{}{}", missing.stdout, missing.stderr);
        let (shown_ones, all) = json(path(&part));
        let number = |of: &Json| of.as_u64().expect("a number");
        let missed = all["against"]["missed"].as_array().expect("numbers");
        let counted = number(&all["against"]["met"]) + missed.len() as u64;
        assert_eq!(counted, number(&all["against"]["of"]), "{all}");
        let would: BTreeSet<u64> = shown_ones
            .iter()
            .flat_map(|one| one["meets"].as_array().expect("numbers").iter().map(number))
            .collect();
        assert!(missed.iter().all(|at| would.contains(&number(at))), "{all}");
    }
}

#[test]
fn a_folder_of_scripts_is_one_suite() {
    let one = file(
        "suites/folder",
        "a.sql",
        "BEGIN; INSERT INTO customer VALUES (1, 'a', NULL); COMMIT;",
    );
    file("suites/folder", "b.sql", "INSERT INTO invoice VALUES (1, 7, 6);");
    let folder = one.parent().expect("a folder").to_owned();
    let run = asked("folder", "mutants", SHOP, PAID, &["--against", path(&folder)]);
    assert_eq!(run.code, Some(1), "{}", run.stderr);
    assert!(run.stderr.contains("b.sql: the engine refuses database 0"), "{}", run.stderr);
    assert!(run.stderr.contains("FOREIGN KEY"), "the reason: {}", run.stderr);
    let select = file("suites", "select.sql", "SELECT 1;");
    let run = asked("select", "mutants", SHOP, PAID, &["--against", path(&select)]);
    assert_eq!(run.code, Some(2), "{}", run.stdout);
}

/// If it failed, a query could lose its ORDER BY, and its tests would not say so.
#[test]
fn a_mutant_without_the_order_is_killed() {
    let query = "SELECT name FROM customer ORDER BY name;";
    let run = asked("ordered", "mutants", SHOP, query, &["--format", "json"]);
    let (shown_ones, whole) = records(&run);
    let goals = whole["goals"].as_array().expect("goals").iter();
    let order: Vec<&Json> =
        goals.filter(|goal| !goal["query"].as_str().unwrap().contains("ORDER BY")).collect();
    assert!(!order.is_empty() && order.iter().all(|goal| goal["state"] == "met"), "{whole}");
    assert!(!shown_ones.is_empty(), "{whole}");
}

#[test]
fn what_cannot_be_made_is_told() {
    let refused = |name: &str, query: &str, more: &[&str], why: &str| {
        let run = asked(name, "cover", SHOP, query, more);
        assert_eq!((run.code, run.stdout.as_str()), (Some(2), ""), "{name}: {}", run.stderr);
        assert!(run.stderr.contains(why), "{name}: {}", run.stderr);
    };
    refused("nil", "SELECT nil FROM customer WHERE nix = 1", &[], "no such column");
    refused("unread", "SELECT ~~~ FROM customer WHERE (", &[], "not understood");
    let run = asked("plain", "check", SHOP, PAID, &["--against", "x.sql"]);
    assert_eq!(run.code, Some(2));
    let endless = "WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i FROM n) SELECT i FROM n, customer WHERE i > 1";
    let run = asked("endless", "cover", SHOP, endless, &["--timeout", "1s", "--format", "json"]);
    assert_eq!(run.code, Some(3), "{}", run.stderr);
    assert_eq!(records(&run).1["status"], "stopped");
}

#[test]
#[ignore = "python3: cargo test -p korrel --test program suites -- --ignored"]
fn python_sees_each_kill() {
    let script = root().join("cli/tests/program/asking/suites.py");
    let folder = root().join("cli/tests/program/asking/queries");
    let mut python = std::process::Command::new("python3");
    let run = python.arg(script).arg(env!("CARGO_BIN_EXE_korrel")).arg(folder).output();
    let run = run.expect("python3");
    assert!(run.status.success(), "{}", String::from_utf8_lossy(&run.stderr));
}
