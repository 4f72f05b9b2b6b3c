//! `korrel sql cover` and `korrel sql mutants`.
//!
//! The witness knows nothing of how the program rewrites a query. It has a query as its parts, and SQLite evaluates each predicate as
//! a column over the rows of its clause. What the predicates say together, and which one decides, follows from SQL's three
//! truth values here. It looks at all databases with up to two rows in each table, by brute force.
//!
//! `KORREL_RANDOM_SEED=9 cargo test -p korrel --test program suites`

use std::collections::{BTreeMap, BTreeSet};

use rusqlite::Connection;
use rusqlite::types::Value;
use serde_json::Value as Json;

use crate::program::{Run, file, korrel, path, root};

const SCHEMA: &str = "CREATE TABLE t (a INTEGER, b INTEGER); CREATE TABLE u (c INTEGER);";

/// A condition over predicates, which are numbered.
enum Tree {
    Atom(usize),
    Not(Box<Tree>),
    And(Box<Tree>, Box<Tree>),
    Or(Box<Tree>, Box<Tree>),
}

impl Tree {
    fn text(&self, atoms: &[String]) -> String {
        match self {
            Tree::Atom(at) => atoms[*at].clone(),
            Tree::Not(of) => format!("NOT ({})", of.text(atoms)),
            Tree::And(a, b) => format!("({}) AND ({})", a.text(atoms), b.text(atoms)),
            Tree::Or(a, b) => format!("({}) OR ({})", a.text(atoms), b.text(atoms)),
        }
    }

    fn value(&self, truths: &[Option<bool>]) -> Option<bool> {
        match self {
            Tree::Atom(at) => truths[*at],
            Tree::Not(of) => of.value(truths).map(|truth| !truth),
            Tree::And(a, b) => match (a.value(truths), b.value(truths)) {
                (Some(false), _) | (_, Some(false)) => Some(false),
                (Some(true), Some(true)) => Some(true),
                _ => None,
            },
            Tree::Or(a, b) => match (a.value(truths), b.value(truths)) {
                (Some(true), _) | (_, Some(true)) => Some(true),
                (Some(false), Some(false)) => Some(false),
                _ => None,
            },
        }
    }

    fn holds(&self, truths: &[Option<bool>]) -> bool {
        self.value(truths) == Some(true)
    }

    /// Whether this predicate decides if it holds.
    fn decides(&self, atom: usize, truths: &[Option<bool>]) -> bool {
        let with = |truth| {
            let mut truths = truths.to_vec();
            truths[atom] = Some(truth);
            self.holds(&truths)
        };
        with(true) != with(false)
    }
}

/// Conditions of one clause, in the order in which they are asked, and their predicates.
#[derive(Default)]
struct Clause {
    atoms: Vec<String>,
    trees: Vec<Tree>,
}

impl Clause {
    fn text(&self, at: usize) -> String {
        self.trees[at].text(&self.atoms)
    }

    /// What a row says: of each predicate of a condition before which none holds, what it is, if it decides.
    fn told(&self, kind: &str, truths: &[Option<bool>], into: &mut BTreeSet<Met>) {
        for tree in &self.trees {
            for (at, atom) in self.atoms.iter().enumerate() {
                if tree.decides(at, truths) {
                    let truth = match truths[at] {
                        Some(true) => "true",
                        Some(false) => "false",
                        None => "unknown",
                    };
                    into.insert((kind.to_owned(), format!("{atom} is {truth}")));
                }
            }
            if tree.holds(truths) {
                return;
            }
        }
    }

    fn goals(&self, kind: &str, into: &mut BTreeSet<Met>) {
        for atom in &self.atoms {
            let truths: &[&str] = match atom.ends_with("NULL") {
                true => &["true", "false"],
                false => &["true", "false", "unknown"],
            };
            into.extend(truths.iter().map(|t| (kind.to_owned(), format!("{atom} is {t}"))));
        }
    }
}

/// The clause and the text of an obligation.
type Met = (String, String);

struct Query {
    join: Option<(&'static str, Clause)>,
    filter: Option<Clause>,
    having: Option<Clause>,
    case: Option<Clause>,
}

const JOINED: &str = "JOIN u: two rows are joined";
const LEFT: &str = "JOIN u: a row before it has no partner";
const RIGHT: &str = "JOIN u: a row of it has no partner";

impl Query {
    fn random(random: &mut Random) -> Query {
        let columns: &[&str] = &["a", "b", "c"];
        let join = (random.below(3) > 0).then(|| {
            let word = ["JOIN", "LEFT JOIN"][random.below(2)];
            (word, random.clause(columns, 1))
        });
        let columns = if join.is_some() { columns } else { &columns[..2] };
        let filter = (random.below(4) > 0).then(|| random.clause(columns, 1));
        let having = (random.below(3) == 0).then(|| random.clause(&["a", "count(*)", "max(b)"], 1));
        let case = (having.is_none() && random.below(2) == 0).then(|| random.clause(columns, 2));
        Query { join, filter, having, case }
    }

    fn from(&self) -> String {
        match &self.join {
            None => "t".to_owned(),
            Some((word, on)) => format!("t {word} u ON {}", on.text(0)),
        }
    }

    fn kept(&self) -> String {
        self.filter.as_ref().map_or_else(String::new, |clause| format!(" WHERE {}", clause.text(0)))
    }

    fn text(&self) -> String {
        let (from, kept) = (self.from(), self.kept());
        match (&self.having, &self.case) {
            (Some(having), _) => {
                format!("SELECT a, count(*) FROM {from}{kept} GROUP BY a HAVING {}", having.text(0))
            }
            (_, Some(case)) => format!(
                "SELECT b, CASE WHEN {} THEN 1 WHEN {} THEN 2 ELSE 3 END FROM {from}{kept}",
                case.text(0),
                case.text(1)
            ),
            _ => format!("SELECT a FROM {from}{kept}"),
        }
    }

    fn clauses(&self) -> impl Iterator<Item = (&'static str, &Clause)> {
        let on = self.join.as_ref().map(|(_, on)| ("on", on));
        let rest = [("where", &self.filter), ("having", &self.having), ("case", &self.case)];
        on.into_iter().chain(rest.into_iter().filter_map(|(kind, of)| Some((kind, of.as_ref()?))))
    }

    fn goals(&self) -> BTreeSet<Met> {
        let mut goals = BTreeSet::new();
        self.clauses().for_each(|(kind, clause)| clause.goals(kind, &mut goals));
        if self.join.is_some() {
            goals.extend([JOINED, LEFT, RIGHT].map(|said| ("join".to_owned(), said.to_owned())));
        }
        goals
    }

    /// What the database of a connection meets.
    fn met(&self, engine: &Connection) -> BTreeSet<Met> {
        let mut met = BTreeSet::new();
        let (from, kept) = (self.from(), self.kept());
        for (kind, clause) in self.clauses() {
            let rest = match kind {
                "on" => "t, u".to_owned(),
                "where" => from.clone(),
                "having" => format!("{from}{kept} GROUP BY a"),
                _ => format!("{from}{kept}"),
            };
            let items: Vec<String> = clause.atoms.iter().map(|atom| format!("({atom})")).collect();
            for row in rows(engine, &format!("SELECT {} FROM {rest}", items.join(", "))) {
                let truths: Vec<Option<bool>> = row.iter().map(truth).collect();
                clause.told(kind, &truths, &mut met);
            }
        }
        if let Some((_, on)) = &self.join {
            let items: Vec<String> = on.atoms.iter().map(|atom| format!("({atom})")).collect();
            let pairs =
                rows(engine, &format!("SELECT t.rowid, u.rowid, {} FROM t, u", items.join(", ")));
            let joined = pairs.iter().filter(|row| {
                let truths: Vec<Option<bool>> = row[2..].iter().map(truth).collect();
                on.trees[0].holds(&truths)
            });
            let joined: Vec<&Vec<Value>> = joined.collect();
            let is_alone = |table: &str, side: usize| {
                let all = rows(engine, &format!("SELECT rowid FROM {table}"));
                all.iter().any(|row| !joined.iter().any(|pair| pair[side] == row[0]))
            };
            let said =
                [(JOINED, !joined.is_empty()), (LEFT, is_alone("t", 0)), (RIGHT, is_alone("u", 1))];
            let said = said.into_iter().filter(|(_, is_so)| *is_so);
            met.extend(said.map(|(said, _)| ("join".to_owned(), said.to_owned())));
        }
        met
    }
}

fn truth(value: &Value) -> Option<bool> {
    match value {
        Value::Null => None,
        Value::Integer(number) => Some(*number != 0),
        other => panic!("{other:?} is no truth value"),
    }
}

fn rows(engine: &Connection, query: &str) -> Vec<Vec<Value>> {
    let mut statement = engine.prepare(query).unwrap_or_else(|why| panic!("{query}: {why}"));
    let width = statement.column_count();
    let rows = statement.query_map([], |row| (0..width).map(|at| row.get(at)).collect());
    rows.and_then(Iterator::collect).unwrap_or_else(|why| panic!("{query}: {why}"))
}

/// The bag of rows.
fn bag(engine: &Connection, query: &str) -> Vec<String> {
    let mut bag: Vec<String> = rows(engine, query).iter().map(|row| format!("{row:?}")).collect();
    bag.sort();
    bag
}

struct Random(u64);

fn seed() -> u64 {
    std::env::var("KORREL_RANDOM_SEED").map_or(7, |seed| seed.parse().expect("a number"))
}

impl Random {
    fn below(&mut self, most: usize) -> usize {
        self.0 =
            self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % most
    }

    fn clause(&mut self, columns: &[&str], number: usize) -> Clause {
        let mut clause = Clause::default();
        for _ in 0..number {
            let first = clause.atoms.len();
            let size = 1 + self.below(3);
            while clause.atoms.len() < first + size {
                let atom = self.atom(columns);
                if !clause.atoms.contains(&atom) {
                    clause.atoms.push(atom);
                }
            }
            let mut trees: Vec<Tree> = (first..first + size).map(Tree::Atom).collect();
            while trees.len() > 1 {
                let (b, a) = (trees.pop().unwrap(), trees.remove(self.below(trees.len())));
                let tree = match self.below(2) {
                    0 => Tree::And(Box::new(a), Box::new(b)),
                    _ => Tree::Or(Box::new(a), Box::new(b)),
                };
                trees.push(if self.below(3) == 0 { Tree::Not(Box::new(tree)) } else { tree });
            }
            clause.trees.extend(trees);
        }
        clause
    }

    fn atom(&mut self, columns: &[&str]) -> String {
        let of = columns[self.below(columns.len())];
        let other = columns[self.below(columns.len())];
        let op = ["=", "<>", "<", "<=", ">", ">="][self.below(6)];
        match self.below(6) {
            0 => format!("{of} IS NULL"),
            1 => format!("{of} IS NOT NULL"),
            2 => format!("{of} IN (0, {other})"),
            3 => format!("{of} BETWEEN 0 AND {other}"),
            4 => format!("{of} {op} {other}"),
            _ => format!("{of} {op} {}", self.below(2)),
        }
    }
}

/// Rows of `t`, and rows of `u`.
type Database = (Vec<[Option<i64>; 2]>, Vec<Option<i64>>);

/// All databases with up to two rows in each table, over NULL, 0 and 1.
fn databases() -> Vec<Database> {
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

fn fill(engine: &Connection, (t, u): &Database) {
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

fn engine() -> Connection {
    let engine = Connection::open_in_memory().expect("it needs no file");
    engine.execute_batch(SCHEMA).expect("it is SQL");
    engine
}

const ASKED: [&str; 4] = ["--integers", "0..1", "--format", "json"];

/// If it failed, a tester would believe that a predicate decides where it does not, or that no database shows it.
#[test]
fn what_is_met_is_met_and_what_is_unmet_cannot_be() {
    let (all, engine, mut random) = (databases(), engine(), Random(seed()));
    let (mut met, mut unmet) = (0, 0);
    for number in 0..30 {
        let query = Query::random(&mut random);
        let text = query.text();
        let run = asked(&format!("cover{number}"), "cover", SCHEMA, &text, &ASKED);
        assert_eq!(run.code, Some(0), "{text}: {}", run.stderr);
        let (shown_ones, whole) = records(&run);
        let goals = whole["goals"].as_array().expect("goals");
        let name = |goal: &Json| -> Met {
            let word = |of: &str| goal[of].as_str().expect("a text").to_owned();
            (word("of"), word("text"))
        };
        let said: BTreeMap<Met, &str> =
            goals.iter().map(|goal| (name(goal), goal["state"].as_str().unwrap())).collect();
        let wanted = query.goals();
        assert!(said.keys().eq(wanted.iter()), "{text}: {said:#?}\n{wanted:#?}");
        let mut possible = BTreeSet::new();
        for database in &all {
            fill(&engine, database);
            possible.extend(query.met(&engine));
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
            assert_eq!(meets, query.met(&engine), "{text}: {record}");
        }
        met += possible.len();
        unmet += said.len() - possible.len();
    }
    assert!(met > 200 && unmet > 20, "{met} {unmet}");
}

/// If it failed, a mutant would be called equal that a small database tells apart.
#[test]
fn mutants_that_are_equal_are_equal_on_all_databases() {
    let (all, engine, mut random) = (databases(), engine(), Random(seed() + 4));
    let (mut killed, mut equal) = (0, 0);
    for number in 0..15 {
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
    assert!(killed > 150 && equal > 20, "{killed} {equal}");
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
    let select = file("suites", "select.sql", "SELECT 1;");
    let run = asked("select", "mutants", SHOP, PAID, &["--against", path(&select)]);
    assert_eq!(run.code, Some(2), "{}", run.stdout);
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
