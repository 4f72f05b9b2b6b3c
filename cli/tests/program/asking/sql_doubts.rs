//! What `korrel sql` does not know: tables that no database fills, databases that the engine refuses.

use serde_json::{Value as Json, json};

use super::sql::{asked, record};
use crate::program::Run;

const SHOP: &str = "
CREATE TABLE customer (id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE,
    status TEXT NOT NULL CHECK (status IN ('active', 'blocked')));
CREATE TABLE product (sku TEXT NOT NULL CHECK (sku GLOB 'Q[0-9]*'), price INTEGER NOT NULL);
CREATE TABLE line (product TEXT NOT NULL, n INTEGER NOT NULL CHECK (n BETWEEN 100 AND 200));
";
const PRODUCT: &str = "product has no row in any database: no text meets \
    CHECK (sku GLOB 'Q[0-9]*'): give one with --text TEXT";

fn is_undecided(run: &Run) {
    assert_eq!(run.code, Some(3), "{}{}", run.stdout, run.stderr);
    assert!(run.stdout.contains("UNDECIDED: "), "{}", run.stdout);
    assert!(!run.stdout.contains("COMPLETE"), "{}", run.stdout);
}

/// If it failed, `--text` would empty the tables whose checks name other texts, and all queries be the same.
#[test]
fn values_of_the_user_stand_beside_those_that_are_named() {
    let of = |name: &str, queries: [&str; 2], more: &[&str]| {
        let run = asked(name, "diff", SHOP, &queries, more);
        assert_eq!(run.code, Some(1), "{name}: {}{}", run.stdout, run.stderr);
        run.stdout
    };
    let all = "SELECT id FROM customer";
    of("named", [all, "SELECT id FROM customer WHERE 0"], &["--text", "AB"]);
    of("check", [all, "SELECT id FROM customer WHERE status <> 'blocked'"], &["--text", "AB"]);
    of("query", [all, "SELECT id FROM customer WHERE name <> 'Ada'"], &["--text", "AB"]);
    let lines = ["SELECT n FROM line", "SELECT n FROM line WHERE n < 200"];
    of("numbers", lines, &["--integers", "0..1", "--text", "AB"]);
    // Of the values that the user says none passes, and those of the check alone do not either.
    let schema =
        "CREATE TABLE t (n TEXT NOT NULL CHECK (length(n) = 3), m INTEGER NOT NULL CHECK (m > 5));";
    let more = ["--text", "AB", "--integers", "0..1", "--format", "json"];
    let run = asked("beside", "check", schema, &["SELECT n, m FROM t"], &more);
    assert_eq!(record(&run)["results"][0]["rows"], json!([["aaa", 6]]), "{}", run.stderr);
}

/// If it failed, all queries of a table without rows would be the same, and that be called COMPLETE.
#[test]
fn a_table_without_rows_proves_nothing() {
    let queries = ["SELECT sku FROM product", "SELECT sku FROM product WHERE 1 = 0"];
    let run = asked("empty", "diff", SHOP, &queries, &[]);
    is_undecided(&run);
    assert!(run.stdout.contains(PRODUCT), "{}", run.stdout);
    assert!(run.stdout.contains("were not asked: the engine refuses them"), "{}", run.stdout);
    for (question, query) in [("check", queries[0]), ("cover", queries[1]), ("mutants", queries[0])]
    {
        let run = asked("empty1", question, SHOP, &[query], &[]);
        is_undecided(&run);
        assert!(run.stdout.contains(PRODUCT), "{question}: {}", run.stdout);
        let run = asked("empty1", question, SHOP, &[query], &["--format", "json"]);
        let last = run.stdout.lines().last().unwrap_or_default();
        let record: Json = serde_json::from_str(last).expect("it is a record");
        assert_eq!(
            (&record["status"], &record["doubts"][0]),
            (&json!("undecided"), &json!(PRODUCT))
        );
    }
    // The advice helps.
    let run = asked("given", "diff", SHOP, &queries, &["--text", "Q1"]);
    assert_eq!(run.code, Some(1), "{}{}", run.stdout, run.stderr);
    let run = asked("given", "diff", SHOP, &[queries[0], queries[0]], &["--text", "Q1"]);
    assert_eq!(run.code, Some(0), "{}{}", run.stdout, run.stderr);
}

/// If it failed, a check that no value meets would be told of the engine's words alone, or of the table that refers to it.
#[test]
fn a_check_that_no_value_meets_is_named() {
    let schema = "CREATE TABLE p (id INTEGER PRIMARY KEY, a TEXT NOT NULL CHECK (length(a) = 3 AND a = 'b'));
        CREATE TABLE c (p INTEGER NOT NULL REFERENCES p (id));
        CREATE TABLE free (q TEXT);";
    let run = asked("none", "diff", schema, &["SELECT p FROM c", "SELECT p FROM c WHERE 0"], &[]);
    is_undecided(&run);
    let told = "  p has no row in any database: no text meets CHECK (length(a) = 3 AND a = 'b'): \
                give one with --text TEXT\n";
    assert!(run.stdout.ends_with(told), "{}", run.stdout);
    // Of what no query reads nothing is to be told.
    let run = asked("unread", "check", schema, &["SELECT q FROM free WHERE 0"], &[]);
    assert_eq!(run.code, Some(0), "{}{}", run.stdout, run.stderr);
}

/// If it failed, the one database of a class that the engine refuses would stand for others that it takes.
#[test]
fn what_cannot_be_read_tells_values_apart() {
    let glob = "CREATE TABLE t (n TEXT NOT NULL CHECK (n GLOB '[A-Z]'));";
    let collated = "CREATE TABLE t (n TEXT NOT NULL UNIQUE COLLATE NOCASE);";
    let queries = ["SELECT count(*) FROM t", "SELECT min(1, count(*)) FROM t"];
    for (name, schema, queries) in [
        ("glob", glob, ["SELECT n FROM t", "SELECT n FROM t WHERE 0"]),
        ("collated", collated, queries),
    ] {
        let run = asked(name, "diff", schema, &queries, &[]);
        assert_eq!(run.code, Some(1), "{name}: {}{}", run.stdout, run.stderr);
    }
}

/// If it failed, a bound would be told of databases that nobody was asked of, and an advice that does not help.
#[test]
fn a_stop_says_what_was_refused() {
    let endless = "WITH RECURSIVE n (i) AS (SELECT count(*) FROM product p, line l UNION ALL SELECT i FROM n WHERE i > 0)
        SELECT i FROM n WHERE i > 1";
    let schema = SHOP.replace("sku TEXT NOT NULL", "sku TEXT");
    let run = asked("stopped", "check", &schema, &[endless], &["--timeout", "2s"]);
    is_undecided(&run);
    assert!(run.stdout.contains(" not asked: the engine refuses "), "{}", run.stdout);
    assert!(run.stdout.contains("that could be asked"), "{}", run.stdout);
    assert!(!run.stderr.contains("--rows 1"), "{}", run.stderr);
}

/// If it failed, two queries of which no small database has a row would look as if they had been compared.
#[test]
fn queries_without_a_row_are_told() {
    let told = "neither query returns a row on any of these databases";
    let diff = |name: &str, queries: [&str; 2], rows: &str, is_told: (i32, bool)| {
        let run = asked(name, "diff", "CREATE TABLE t (a INTEGER);", &queries, &["--rows", rows]);
        assert_eq!(
            (run.code, run.stderr.contains(told)),
            (Some(is_told.0), is_told.1),
            "{}",
            run.stderr
        );
        run
    };
    let [two, three] =
        [2, 3].map(|number| format!("SELECT a FROM t GROUP BY a HAVING COUNT(*) > {number}"));
    let run = diff("few", [&two, &three], "2", (0, true));
    assert!(run.stderr.contains("`--rows 3`"), "{}", run.stderr);
    let run = diff("more", [&two, &three], "3", (1, false));
    assert!(run.stdout.contains("`*`: the other result has this row"), "{}", run.stdout);
    diff("one", ["SELECT a FROM t", "SELECT a FROM t WHERE a = a OR a IS NULL"], "1", (0, false));
}

/// If it failed, two queries would be the same that sort by columns which they do not show, and so would their mutants.
#[test]
fn keys_that_no_result_shows_are_told() {
    let schema = "CREATE TABLE task (id INTEGER PRIMARY KEY, prio INTEGER NOT NULL);";
    let diff = |name: &str, queries: [&str; 2]| asked(name, "diff", schema, &queries, &[]);
    for (name, queries, key) in [
        ("hidden", ["ORDER BY prio DESC, id", "ORDER BY prio, id"], "prio"),
        ("expression", ["ORDER BY -id", "ORDER BY id"], "-id"),
        ("one", ["ORDER BY id", "ORDER BY prio"], "prio"),
    ] {
        let queries = queries.map(|order| format!("SELECT id FROM task {order}"));
        let run = diff(name, [&queries[0], &queries[1]]);
        is_undecided(&run);
        let told = format!("rows are not compared in the order of {key}, by which `");
        assert!(run.stdout.contains(&told), "{name}: {}", run.stdout);
    }
    // No two rows are left of which a hidden key decides.
    for (name, orders) in [
        ("decided", ["ORDER BY id, prio", "ORDER BY id"]),
        (
            "alone",
            ["WHERE prio > 0 ORDER BY prio LIMIT 1", "WHERE NOT prio <= 0 ORDER BY prio LIMIT 1"],
        ),
    ] {
        let queries = orders.map(|order| format!("SELECT id FROM task {order}"));
        let run = diff(name, [&queries[0], &queries[1]]);
        assert_eq!(run.code, Some(0), "{name}: {}", run.stdout);
    }
    // What the message says to type: also of columns with one name.
    let pairs = "FROM task t JOIN task u ON t.id >= u.id";
    let run = diff("pairs", [&format!("SELECT * {pairs} ORDER BY t.prio"); 2]);
    is_undecided(&run);
    assert!(run.stdout.contains("in the order of t.prio, by which `"), "{}", run.stdout);
    let shown = ["DESC", "ASC"]
        .map(|way| format!("SELECT t.*, u.*, t.prio AS sort_key {pairs} ORDER BY sort_key {way}"));
    assert_eq!(diff("shown", [&shown[0], &shown[1]]).code, Some(1), "the order is compared");
    let mutants = |name: &str, columns: &str| {
        let query = format!("SELECT {columns} FROM task ORDER BY prio");
        asked(name, "mutants", schema, &[&query], &[])
    };
    let run = mutants("mutants-hidden", "id");
    is_undecided(&run);
    assert!(run.stdout.contains("in the order of prio, by which `"), "{}", run.stdout);
    assert_eq!(mutants("mutants-shown", "id, prio").code, Some(0));
    // The mutants of the query that sorts, where the other one does not: the record says it as the text does.
    let queries = ["SELECT id FROM task ORDER BY prio", "SELECT id FROM task"];
    for (format, place) in [("text", "but\n"), ("json", r#""doubts":["rows are not compared"#)] {
        let more = ["--mutants", "--format", format];
        let run = asked("bag-mutants", "diff", schema, &queries, &more);
        assert!(run.stdout.contains(place), "{}", run.stdout);
    }
    let bag = diff("bag", ["SELECT id FROM task", "SELECT id FROM task ORDER BY prio"]);
    assert_eq!(bag.code, Some(0), "{}", bag.stdout);
}

/// If it failed, a function would look at a part of a value that is the same in all that are tried.
#[test]
fn functions_see_values_that_differ() {
    let schema = "CREATE TABLE p (id INTEGER PRIMARY KEY, name TEXT, t TIME, d DATE, s TIMESTAMP, r REAL, b TEXT COLLATE NOCASE);";
    for (name, one, another) in [
        ("lower", "id FROM p WHERE lower(name) = 'abc'", "id FROM p WHERE name = 'abc'"),
        ("trim", "id FROM p WHERE trim(name) = 'abc'", "id FROM p WHERE name = 'abc'"),
        ("trimmed", "trim(name) FROM p", "name FROM p"),
        ("collated", "id FROM p WHERE b = 'abc'", "id FROM p WHERE b = 'abc' COLLATE BINARY"),
        ("half", "id FROM p WHERE r * 2 = 1", "id FROM p WHERE 0"),
        ("rounded", "round(r) FROM p", "CAST(r AS INTEGER) FROM p"),
        ("below", "id FROM p WHERE round(r) = 3", "id FROM p WHERE CAST(r AS INTEGER) = 3"),
        ("minutes", "strftime('%M', t) FROM p", "strftime('%S', t) || '' FROM p"),
        ("month", "strftime('%m', d) FROM p", "'01' FROM p WHERE d IS NOT NULL"),
        ("no day", "id FROM p WHERE d = '2024-01-31x'", "id FROM p WHERE 0"),
        ("year", "id FROM p WHERE strftime('%Y', d) = '2023'", "id FROM p WHERE 0"),
        (
            "day",
            "id FROM p WHERE date(s) = '2024-05-31'",
            "id FROM p WHERE s = '2024-05-31 00:00:00'",
        ),
    ] {
        let queries = [one, another].map(|text| format!("SELECT {text}"));
        let run = asked(name, "diff", schema, &[&queries[0], &queries[1]], &["--rows", "1"]);
        assert_eq!(run.code, Some(1), "{name}: {}{}", run.stdout, run.stderr);
    }
}

/// If it failed, a program would not learn what was tried, and what is not heeded.
#[test]
fn records_tell_what_was_tried_and_what_is_not_heeded() {
    let schema = "CREATE TABLE p (id INTEGER PRIMARY KEY, price DECIMAL(9, 2), d DATE, b TEXT COLLATE NOCASE);
CREATE TRIGGER kept AFTER INSERT ON p BEGIN DELETE FROM p; END;";
    let queries = ["SELECT d FROM p WHERE price > 1", "SELECT d FROM p WHERE NOT price <= 1"];
    let given = ["--rows", "1", "--format", "json", "--text", "7.25", "--text", "2024-05-31"];
    let told = asked("told", "diff", schema, &queries, &given);
    let run = &told;
    let record: serde_json::Value = serde_json::from_str(&run.stdout).expect("a record");
    assert_eq!(record["status"], "complete");
    assert_eq!(record["is_silent"], serde_json::Value::Null, "rows are returned");
    let silent = ["SELECT d FROM p WHERE price < price", "SELECT d FROM p WHERE 0"];
    let run = asked("silent", "diff", schema, &silent, &["--rows", "1", "--format", "json"]);
    assert!(run.stdout.contains(r#""is_silent":true"#), "{}", run.stdout);
    let texts = |field: &str| record[field].to_string();
    assert!(
        texts("tried").contains("7.25") && texts("tried").contains("'2024-05-31'"),
        "{}",
        run.stdout
    );
    assert!(!texts("tried").contains("2024-01-01"), "what is said stands in its place");
    // SQLite takes any text there, and a query that compares with it is not empty.
    let query = ["SELECT d FROM p WHERE d > '2024-05-31' AND d < '2024-06-01'"];
    let given = ["--rows", "1", "--text", "2024-05-31x"];
    assert_eq!(asked("x", "check", schema, &query, &given).code, Some(1));
    assert!(texts("unsaid").contains("NOCASE") && texts("unsaid").contains("triggers are off"));
}

/// If it failed, nobody would know that rows are not what a trigger makes of them.
#[test]
fn triggers_are_told() {
    let schema = format!(
        "{SHOP}CREATE TRIGGER kept AFTER INSERT ON line BEGIN DELETE FROM line; END;
CREATE TEMP TRIGGER IF NOT EXISTS gone AFTER INSERT ON line BEGIN DELETE FROM line; END;"
    );
    let run = asked("triggers", "check", &schema, &["SELECT 1 FROM line WHERE 0"], &[]);
    let told = |what: &str| run.stderr.matches(what).count();
    assert_eq!(told("sql:6: CREATE TRIGGER kept: triggers are off"), 1, "{}", run.stderr);
    assert_eq!(told("sql:7: CREATE TRIGGER gone: triggers are off"), 1, "{}", run.stderr);
}
