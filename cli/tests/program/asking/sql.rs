//! `korrel sql diff`, `korrel sql check`, with the engine inside the program.

use std::collections::BTreeMap;

use serde_json::{Value as Json, json};

use crate::program::{Run, file, korrel, path, root};

const SHOP: &str = "
CREATE TABLE customer (id INTEGER PRIMARY KEY, name TEXT NOT NULL, city TEXT);
CREATE TABLE invoice (id INTEGER PRIMARY KEY, customer INTEGER REFERENCES customer, total INTEGER);
CREATE VIEW paid AS SELECT customer FROM invoice WHERE total > 0;
";

pub(super) fn asked(
    name: &str,
    question: &str,
    schema: &str,
    queries: &[&str],
    more: &[&str],
) -> Run {
    let of =
        |part: &str, text: &str| path(&file("sql", &format!("{name}-{part}.sql"), text)).to_owned();
    let schema = of("schema", schema);
    let queries: Vec<String> =
        queries.iter().enumerate().map(|(at, query)| of(&at.to_string(), query)).collect();
    let mut words = vec!["sql", question, &schema];
    words.extend(queries.iter().map(String::as_str));
    words.extend(more);
    korrel(&words)
}

pub(super) fn record(run: &Run) -> Json {
    serde_json::from_str(&run.stdout).unwrap_or_else(|_| panic!("{}{}", run.stdout, run.stderr))
}

/// The number of rows of the database that was found.
fn rows(record: &Json) -> Option<usize> {
    let tables = record["database"].as_array()?;
    Some(tables.iter().map(|table| table["rows"].as_array().map_or(0, Vec::len)).sum())
}

/// The pairs of a file: what is said of each, and the two queries.
fn pairs(text: &str) -> Vec<(String, String, [String; 2])> {
    let parts = text.split("\n\n").map(str::trim).filter(|part| part.contains(';'));
    let pair = |part: &str| {
        let mut lines = part.lines();
        let said =
            lines.next().and_then(|line| line.strip_prefix("-- ")).expect("a comment comes first");
        let (size, what) = said.split_once(": ").expect("a size comes first");
        let queries: Vec<String> = lines.map(str::to_owned).collect();
        (size.to_owned(), what.to_owned(), queries.try_into().expect("a query on each line"))
    };
    parts.map(pair).collect()
}

/// If it failed, a wrong rewriting of a class that is known would pass, a right one be refused, or what is shown not be the
/// smallest database.
#[test]
fn known_rewritings_are_judged() {
    let folder = root().join("cli/tests/program/asking/queries");
    let read =
        |name: &str| std::fs::read_to_string(folder.join(name)).expect("it is in the repository");
    let (schema, text) = (read("schema.sql"), read("pairs.sql"));
    let mut told: BTreeMap<bool, usize> = BTreeMap::new();
    let mut wrong = Vec::new();
    for (at, (size, what, [left, right])) in pairs(&text).into_iter().enumerate() {
        let rows_each = size.parse::<usize>().unwrap_or(3).max(2).to_string();
        let more = ["--format", "json", "--rows", &rows_each];
        let run = asked(&format!("pair{at}"), "diff", &schema, &[&left, &right], &more);
        let found = match run.code {
            Some(0) => "same".to_owned(),
            Some(1) => rows(&record(&run)).map_or_else(String::new, |rows| rows.to_string()),
            _ => run.stderr.clone(),
        };
        *told.entry(size == "same").or_default() += 1;
        if found != size {
            wrong.push(format!("{what}: {found} in place of {size}"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert!(told[&true] >= 40 && told[&false] >= 40, "{told:?}");
}

#[test]
fn the_smallest_database_is_shown_with_both_results() {
    let queries = ["SELECT name FROM customer", "SELECT name FROM customer WHERE city <> 'Oslo'"];
    let run = asked("both", "diff", SHOP, &queries, &["--format", "json"]);
    assert_eq!(run.code, Some(1), "{}", run.stderr);
    let record = record(&run);
    assert_eq!((&record["kind"], &record["status"]), (&json!("diff"), &json!("found")));
    assert_eq!(rows(&record), Some(1));
    assert_eq!(record["results"][0]["rows"].as_array().map(Vec::len), Some(1));
    assert_eq!(record["results"][1]["rows"], json!([]));
    let text = asked("both", "diff", SHOP, &queries, &[]).stdout;
    assert!(
        text.starts_with("different on a database of 1 row:\n\ncustomer\n  id │ name │ city\n"),
        "{text}"
    );
    assert!(!text.contains("invoice"), "no query reads it: {text}");
}

#[test]
fn a_query_that_must_be_empty() {
    let none = "SELECT i.id FROM invoice i WHERE i.customer IS NOT NULL AND NOT EXISTS \
                (SELECT 1 FROM customer c WHERE c.id = i.customer)";
    let run = asked("none", "check", SHOP, &[none], &["--rows", "3"]);
    assert_eq!(run.code, Some(0), "{}{}", run.stdout, run.stderr);
    assert!(run.stdout.starts_with("COMPLETE: empty on all "), "{}", run.stdout);
    assert!(run.stdout.ends_with(" with up to 3 rows in each table\n"), "{}", run.stdout);
    let some = asked(
        "some",
        "check",
        SHOP,
        &["SELECT * FROM paid GROUP BY customer HAVING count(*) > 2"],
        &["--rows", "3", "--format", "json"],
    );
    assert_eq!((some.code, rows(&record(&some))), (Some(1), Some(3)), "{}", some.stdout);
}

#[test]
fn a_view_stands_for_its_query() {
    let view = "CREATE VIEW v (who) AS\nSELECT customer FROM invoice WHERE total > 0;\n";
    let run = asked("view", "diff", SHOP, &[view, "SELECT * FROM paid -- all of it"], &[]);
    assert_eq!(run.code, Some(0), "{}{}", run.stdout, run.stderr);
}

/// If it failed, a rewrite that loses its ORDER BY would be called the same without a word.
#[test]
fn an_order_of_one_side_is_told() {
    let queries = ["SELECT name FROM customer ORDER BY name", "SELECT name FROM customer"];
    let run = asked("order", "diff", SHOP, &queries, &[]);
    assert_eq!(run.code, Some(0), "{}{}", run.stdout, run.stderr);
    assert!(run.stderr.contains("order-0.sql ends with ORDER BY"), "{}", run.stderr);
    let both = asked("orders", "diff", SHOP, &[queries[0], queries[0]], &[]);
    assert!(!both.stderr.contains("ORDER BY"), "{}", both.stderr);
}

/// If it failed, a mistake in a query would pass for a right answer, or for a difference.
#[test]
fn failures_are_told() {
    let one = asked(
        "one",
        "diff",
        SHOP,
        &["SELECT abs(total) FROM invoice", "SELECT abs(total, 1) FROM invoice"],
        &[],
    );
    assert_eq!((one.code, one.stdout.as_str()), (Some(2), ""), "{}", one.stderr);
    assert!(one.stderr.contains("one-1.sql`: wrong number of arguments"), "{}", one.stderr);
    let wide = ["SELECT id FROM invoice", "SELECT id, total FROM invoice"];
    let wide = asked("wide", "diff", SHOP, &wide, &[]);
    assert_eq!((wide.code, wide.stdout.as_str()), (Some(2), ""), "{}", wide.stderr);
    assert!(wide.stderr.contains("wide-1.sql` returns 2 columns (id, total)"), "{}", wide.stderr);
    // What fails without rows alone is a difference, and so is an assertion that fails on some rows.
    let small = "SELECT abs(-9223372036854775807 - 1 + (count(*) > 0)) FROM invoice";
    let other = "SELECT 9223372036854775807 FROM invoice LIMIT 1";
    let small = asked("small", "diff", SHOP, &[small, other], &[]);
    assert_eq!(small.code, Some(1), "{}{}", small.stdout, small.stderr);
    assert!(small.stdout.starts_with("different on the empty database:"), "{}", small.stdout);
    let fails = "SELECT 1 FROM invoice WHERE total > 0 AND abs(-9223372036854775807 - total) = 0";
    let fails = asked("fails", "check", SHOP, &[fails], &[]);
    assert_eq!(fails.code, Some(1), "{}{}", fails.stdout, fails.stderr);
    assert!(fails.stdout.starts_with("fails on a database of 1 row:"), "{}", fails.stdout);
    // What overflows is only found with a row.
    let late = "SELECT sum(total * 9223372036854775807) FROM invoice";
    let late = asked(
        "late",
        "diff",
        SHOP,
        &[late, "SELECT sum(total) FROM invoice"],
        &["--format", "json"],
    );
    assert_eq!((late.code, rows(&record(&late)) > Some(0)), (Some(1), true), "{}", late.stdout);
    let both =
        asked("each", "diff", SHOP, &["SELECT nil FROM invoice", "SELECT nix FROM invoice"], &[]);
    assert_eq!(both.code, Some(2), "{}", both.stdout);
    assert!(
        both.stderr.contains("no such column: nil") && both.stderr.contains("no such column: nix"),
        "{}",
        both.stderr
    );
}

#[test]
fn what_cannot_be_asked_is_refused() {
    let refused =
        |name: &str, question: &str, schema: &str, queries: &[&str], more: &[&str], why: &str| {
            let run = asked(name, question, schema, queries, more);
            assert_eq!((run.code, run.stdout.as_str()), (Some(2), ""), "{name}: {}", run.stderr);
            assert!(run.stderr.contains(why), "{name}: {}", run.stderr);
        };
    let query = "SELECT 1 FROM customer";
    refused("number", "diff", SHOP, &[query], &[], "about two queries");
    refused("several", "check", SHOP, &["SELECT 1; SELECT 2"], &[], "there are 2 statements in it");
    refused("delete", "check", SHOP, &["DELETE FROM customer"], &[], "it begins with DELETE");
    refused("empty", "check", "-- nothing", &[query], &[], "there is no table in it");
    refused(
        "schema",
        "check",
        "CREATE TABLE t (a CHECK (nix(a)))",
        &["SELECT 1 FROM t"],
        &[],
        "refuses the schema",
    );
    refused("engine", "check", SHOP, &[query], &["--engine", "/there/is none"], "the engine: ");
    if cfg!(unix) {
        refused(
            "garbage",
            "check",
            SHOP,
            &[query],
            &["--engine", "echo nothing; true"],
            "the engine: ",
        );
        let gone = "cat > /dev/null; echo gone >&2";
        refused("gone", "check", SHOP, &[query], &["--engine", gone], "gone");
    }
    let meta = ["SELECT 1 \\gexec"];
    refused(
        "meta",
        "check",
        SHOP,
        &meta,
        &["--engine", "postgres"],
        "a command to the client is not handed on",
    );
}

#[test]
fn time_that_runs_out_is_told() {
    let endless = "WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i FROM n) SELECT i FROM n, customer WHERE i > 1";
    let run = asked("endless", "check", SHOP, &[endless], &["--timeout", "1s", "--format", "json"]);
    assert_eq!(
        (run.code, record(&run)["status"].as_str()),
        (Some(3), Some("stopped")),
        "{}",
        run.stderr
    );
}

/// If it failed, a client that takes too long would outlive the program, or keep it.
#[cfg(unix)]
#[test]
fn a_client_that_does_not_answer_is_stopped() {
    let begun = std::time::Instant::now();
    let engine = ["--engine", "sleep 100 | sleep 100; true", "--timeout", "1s"];
    let run = asked("asleep", "check", SHOP, &["SELECT 1 FROM customer"], &engine);
    assert_eq!(run.code, Some(3), "{}{}", run.stdout, run.stderr);
    assert!(begun.elapsed().as_secs() < 30);
}

/// Databases that the engine refuses are told, and are none on which the queries differ.
#[test]
fn a_schema_that_the_spec_does_not_say() {
    let schema =
        "CREATE TABLE t (id INTEGER PRIMARY KEY, a INTEGER CHECK (json_valid(a) AND a = 1));";
    let queries = ["SELECT a FROM t WHERE a = 1", "SELECT a FROM t WHERE a IS NOT NULL"];
    let run = asked("refused", "diff", schema, &queries, &["--format", "json"]);
    let record = record(&run);
    assert_eq!((run.code, &record["status"]), (Some(3), &json!("undecided")), "{}", run.stdout);
    assert!(
        record["refused"].as_u64() > Some(0) && run.stderr.contains("not said"),
        "{}{}",
        run.stdout,
        run.stderr
    );
    let statement = record["refusal"]["statement"].as_str().unwrap_or_default();
    assert!(statement.starts_with("INSERT INTO t"), "{statement}");
}

/// If it failed, a column called as a variable or a word of specs is would end in an internal error.
#[test]
fn names_of_columns_hide_nothing() {
    for name in ["r", "s", "R", "disj", "database", "univ", "Int", "row", "a b", "\u{e9}"] {
        let schema = format!(
            r#"CREATE TABLE "{name}" (id INTEGER PRIMARY KEY, "{name}" INTEGER, q INTEGER REFERENCES "{name}" (id),
                 UNIQUE ("{name}", q), CHECK ("{name}" < 5 OR q IS NULL));
               CREATE TABLE other (id INTEGER PRIMARY KEY, "{name}" INTEGER UNIQUE, "x{name}" INTEGER,
                 FOREIGN KEY ("{name}", "x{name}") REFERENCES "{name}" ("{name}", q));"#
        );
        let query = format!(r#"SELECT 1 FROM "{name}" WHERE "{name}" >= 5 AND q = 1"#);
        let run = asked("names", "check", &schema, &[&query], &["--rows", "1"]);
        assert_eq!(run.code, Some(0), "{name}: {}{}", run.stdout, run.stderr);
    }
}

/// What the files do beside tables is no part of a database.
#[test]
fn rows_and_triggers_of_the_files_are_left_out() {
    let schema = format!(
        "{SHOP} BEGIN; INSERT INTO customer VALUES (7, 'seven', NULL); COMMIT;
         CREATE TRIGGER t AFTER INSERT ON customer BEGIN DELETE FROM customer; END;"
    );
    let run = asked(
        "rows",
        "check",
        &schema,
        &["SELECT 1 FROM customer WHERE name = 'seven' AND id = 7"],
        &["--format", "json"],
    );
    assert_eq!((run.code, rows(&record(&run))), (Some(1), Some(1)), "{}{}", run.stdout, run.stderr);
}

/// The same pairs, through a client of the user: `PGHOST` and the like lead to a server.
#[test]
#[ignore = "a server of PostgreSQL: cargo test -p korrel --test program sql -- --ignored"]
fn postgres_judges_the_same() {
    let folder = root().join("cli/tests/program/asking/queries");
    let read =
        |name: &str| std::fs::read_to_string(folder.join(name)).expect("it is in the repository");
    let (schema, text) = (read("schema.sql"), read("pairs.sql"));
    let mut compared = 0;
    for (at, (size, what, [left, right])) in pairs(&text).into_iter().enumerate() {
        let run = asked(
            &format!("pg{at}"),
            "diff",
            &schema,
            &[&left, &right],
            &["--format", "json", "--engine", "postgres"],
        );
        // Some are SQLite's alone: IS between columns, division, the case of letters.
        let found = match run.code {
            Some(0) => "same".to_owned(),
            Some(1) => rows(&record(&run)).map_or_else(String::new, |rows| rows.to_string()),
            _ => continue,
        };
        compared += usize::from(found == size);
        if found != size {
            println!("{what}: {found}, and in SQLite {size}");
        }
    }
    assert!(compared > 70, "{compared}");
}

/// If it failed, what nobody can read would be taken to hold nothing, or what the engine computes to see no more of a value than
/// whether it equals another.
#[test]
fn what_is_not_read_may_see_everything() {
    let view = "CREATE TABLE t (a INTEGER, n TEXT);
        CREATE VIEW v AS SELECT a AS k FROM t WHERE n NOT GLOB 'x*';";
    let computed = "CREATE TABLE t (a INTEGER, b INTEGER AS (a % 2));";
    for (name, schema, queries) in [
        ("unread", view, ["SELECT k FROM v", "SELECT k FROM v WHERE 0"]),
        (
            "computed",
            computed,
            ["SELECT a, sum(b) FROM t GROUP BY a", "SELECT a, sum(b) FROM t GROUP BY b"],
        ),
    ] {
        let run = asked(name, "diff", schema, &queries, &["--integers", "0..2"]);
        assert_eq!(run.code, Some(1), "{name}: {}{}", run.stdout, run.stderr);
    }
    // Without a query, too: 0 and 2 have the same remainder, 0 and 1 have not.
    let schema = file("sql", "remainder.sql", computed);
    let words = ["init", path(&schema), "--rows", "1", "--integers", "0..2", "--quiet"];
    let spec = file("sql", "remainder.als", &korrel(&words).stdout);
    assert_eq!(korrel(&["count", path(&spec)]).stdout, "5\n");
}

/// If it failed, an engine that refuses everything would prove that two queries are the same.
#[test]
fn an_engine_that_takes_no_database() {
    let schema = "CREATE TABLE t (a INTEGER);
        CREATE TRIGGER never BEFORE INSERT ON t BEGIN SELECT RAISE(ABORT, 'never'); END;";
    let none = "CREATE TABLE u (b INTEGER); CREATE TABLE t (a INTEGER NOT NULL CHECK (a > 5));";
    let queries = ["SELECT 1", "SELECT 1"];
    // The empty database is taken by every engine.
    let run = asked("never", "diff", schema, &["SELECT a FROM t", "SELECT a FROM t"], &[]);
    assert_eq!(run.code, Some(0), "{}{}", run.stdout, run.stderr);
    let engine = "sh -c 'cat > /dev/null; echo Error: no >&2; exit 1'";
    let run = asked("refuses", "diff", none, &queries, &["--engine", engine]);
    assert_eq!((run.code, run.stdout.as_str()), (Some(2), ""), "{}", run.stderr);
}

/// If it failed, a text of several lines would break the spec, or become another text.
#[test]
fn texts_that_no_comment_holds() {
    let schema = "CREATE TABLE t (n TEXT NOT NULL);";
    let queries = ["SELECT n FROM t WHERE n = 'x\ny\\'", "SELECT n FROM t WHERE 0"];
    let run = asked("lines", "diff", schema, &queries, &["--format", "json"]);
    assert_eq!(run.code, Some(1), "{}{}", run.stdout, run.stderr);
    let schema = file("sql", "lines.sql", schema);
    let texts = ["--text", "a\rb\u{202e}'\\", "--text", "é"];
    let words = [&["init", path(&schema), "--rows", "1", "--quiet"], &texts[..]].concat();
    let made = korrel(&words);
    assert!(made.stdout.contains("E'a\\u{d}b\\u{202e}''\\\\', 'é'"), "{}", made.stdout);
    let spec = file("sql", "lines.als", &made.stdout);
    let found = korrel(&["find", path(&spec), "--format", "sql"]).stdout;
    assert!(found.contains("VALUES ('a\rb\u{202e}''\\');"), "{found}");
}
