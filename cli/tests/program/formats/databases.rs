//! `--format sql` and csv: instances of a spec of tables as databases.

use crate::program::{file, korrel, path};

/// A table that refers to itself, one that refers to another, names that need quotes, and texts with signs of SQL.
const SHOP: &str = r#"
CREATE TABLE "order" (id INTEGER PRIMARY KEY, "part of" INTEGER REFERENCES "order" (id));
CREATE TABLE line (
  "order" INTEGER NOT NULL REFERENCES "order" (id),
  note TEXT CHECK (note <> 'x'),
  PRIMARY KEY ("order", note)
);
"#;

/// The spec of a schema, in the dialect.
fn spec(name: &str, schema: &str, dialect: &str, more: &[&str]) -> String {
    let schema = file("databases", &format!("{name}.sql"), schema);
    let rows: &[&str] = if more.contains(&"--rows") { &[] } else { &["--rows", "2"] };
    let made = [&["init", path(&schema), "--dialect", dialect], rows, more].concat();
    let made = korrel(&made);
    assert_eq!((made.code, made.stderr.as_str()), (Some(0), ""), "{name}");
    path(&file("databases", &format!("{name}.als"), &made.stdout)).to_owned()
}

/// If it failed, a script would be refused by the engine, or hold other rows than the instance.
#[test]
fn statements() {
    let texts = ["--text", "it's", "--text", ""];
    let sqlite = spec("sqlite", SHOP, "sqlite", &texts);
    let found = korrel(&["find", &sqlite, "--format", "sql"]);
    assert_eq!((found.code, found.stderr.as_str()), (Some(0), ""));
    let databases: Vec<&str> = found.stdout.split("-- database ").skip(1).collect();
    let count = korrel(&["count", &sqlite]).stdout;
    assert_eq!(count.trim(), databases.len().to_string());
    assert_eq!(databases[0], "0\n");
    let ring = "INSERT INTO \"order\" (id, \"part of\") VALUES (1, 2), (2, 1);\n";
    let row = "INSERT INTO line (\"order\", note) VALUES (1, 'it''s');\n";
    let has = |text: &str| databases.iter().any(|database| database.contains(text));
    assert!(has(&format!("\n{ring}")) && has(row) && has(", NULL)"), "{}", found.stdout);

    // DuckDB looks at keys at each row, so a ring is closed at the end.
    let duckdb = spec("duckdb", SHOP, "duckdb", &texts);
    let found = korrel(&["find", &duckdb, "--format", "sql"]).stdout;
    let ring = "INSERT INTO \"order\" (id, \"part of\") VALUES (1, NULL);\n\
                INSERT INTO \"order\" (id, \"part of\") VALUES (2, 1);\n\
                UPDATE \"order\" SET \"part of\" = 2 WHERE id = 1;\n";
    assert!(found.contains(ring), "{found}");
    assert!(
        !found.contains(", NULL);\nINSERT INTO line (\"order\", note) VALUES (1, NULL)"),
        "{found}"
    );
}

/// If it failed, a folder would lack rows, be taken for whole when it is not, or be written over.
#[test]
fn a_folder_of_tables() {
    let spec = spec("folder", SHOP, "sqlite", &["--text", "a, \"b\"", "--text", ""]);
    let folder = file("databases", "kept.txt", "").with_file_name("tables");
    let _ = std::fs::remove_dir_all(&folder);
    let asked = ["find", &spec, "--format", "csv", "-o", path(&folder)];
    let found = korrel(&asked);
    assert_eq!((found.code, found.stdout.as_str(), found.stderr.as_str()), (Some(0), "", ""));
    let table = |name: &str| std::fs::read_to_string(folder.join(name)).expect(name);
    let count: usize = korrel(&["count", &spec]).stdout.trim().parse().expect("a number");
    assert_eq!(table("databases.csv").lines().count(), count + 1);
    let lines = table("line.csv");
    assert!(lines.starts_with("database,order,note\n"), "{lines}");
    let holds = |end: &str| lines.lines().any(|line| line.ends_with(end));
    assert!(holds(",1,\"a, \"\"b\"\"\"") && holds(",1,\"\"") && holds(",1,"), "{lines}");
    assert!(table("order.csv").starts_with("database,id,part of\n"));
    let again = korrel(&asked);
    assert_eq!(again.code, Some(2));
    assert!(again.stderr.contains("it is there already"), "{}", again.stderr);
    assert!(!folder.with_file_name("tables.part").exists());
}

/// If it failed, a schema would have no folder because of what its tables are called, or a folder that was never begun would
/// stand in the way of the next run.
#[test]
fn names_of_files() {
    let kept = file("databases", "names.txt", "");
    let run = |name: &str, schema: &str| {
        let spec = spec(name, schema, "sqlite", &[]);
        let folder = kept.with_file_name(format!("{name}-tables"));
        let _ = std::fs::remove_dir_all(&folder);
        (korrel(&["find", &spec, "--format", "csv", "-o", path(&folder)]), folder)
    };
    let schema = "CREATE TABLE databases (a INT NOT NULL CHECK (a = 1));
        CREATE TABLE \"b?\" (a INT NOT NULL CHECK (a = 2));
        CREATE TABLE \"B!\" (a INT NOT NULL CHECK (a = 3));";
    let (found, folder) = run("clashing", schema);
    assert_eq!((found.code, found.stderr.as_str()), (Some(0), ""));
    for (name, value) in [("databases_2", "1"), ("b_", "2"), ("B__2", "3")] {
        let text = std::fs::read_to_string(folder.join(format!("{name}.csv"))).expect(name);
        assert!(text.ends_with(&format!(",{value}\n")), "{name}: {text}");
    }
    let (found, folder) = run("long", &format!("CREATE TABLE {} (a INT);", "a".repeat(300)));
    assert_ne!(found.code, Some(0), "no file has such a long name");
    assert!(!folder.with_file_name("long-tables.part").exists());
}

/// If it failed, a spec without tables would be written as an empty database.
#[test]
fn what_is_no_database() {
    for (words, told) in [
        (&["find", "specs/binary_tree.als", "--format", "sql"][..], "which sig is which table"),
        (
            &["find", "specs/binary_tree.als", "--format", "csv", "-o", "x"],
            "which sig is which table",
        ),
        (&["show", "specs/binary_tree.als", "--format", "csv"], "which sig is which table"),
    ] {
        let refused = korrel(words);
        assert_eq!((refused.code, refused.stdout.as_str()), (Some(2), ""), "{words:?}");
        assert!(refused.stderr.contains(told), "{words:?}: {}", refused.stderr);
    }
}

/// Two tables that need each other. No row is valid with NULL for a while, as a column or a check takes none.
const RING: &str =
    "CREATE TABLE a (id INTEGER PRIMARY KEY, b INTEGER REFERENCES b (id) CHECK (b IS NOT NULL));
CREATE TABLE b (id INTEGER PRIMARY KEY, a INTEGER NOT NULL REFERENCES a (id));";

/// If it failed, whoever hands the script to an engine that commits each statement would see it refused.
#[test]
fn a_ring_is_written_at_once() {
    for (dialect, first, last) in [
        ("sqlite", "SAVEPOINT database;\nPRAGMA defer_foreign_keys = ON;\n", "RELEASE database;\n"),
        ("postgres", "WITH part1 AS (", ");\n"),
        ("mysql", "SET FOREIGN_KEY_CHECKS = 0;\n", "SET FOREIGN_KEY_CHECKS = 1;\n"),
    ] {
        let spec = spec(&format!("ring-{dialect}"), RING, dialect, &[]);
        let found = korrel(&["find", &spec, "--format", "sql"]).stdout;
        let databases: Vec<&str> = found.split("-- database ").skip(1).collect();
        assert!(databases.len() > 1, "{found}");
        assert_eq!(databases[0], "0\n", "{dialect}");
        for (at, database) in databases.iter().enumerate().skip(1) {
            assert!(
                database.starts_with(&format!("{at}\n{first}INSERT ")),
                "{dialect}: {database}"
            );
            assert!(database.ends_with(last), "{dialect}: {database}");
        }
        if dialect == "sqlite" {
            let engine = rusqlite::Connection::open_in_memory().expect("it needs no file");
            engine.execute_batch("PRAGMA foreign_keys = ON").expect("SQLite has it");
            engine.execute_batch(RING).expect("the schema is SQLite's");
            for database in databases {
                let (_, script) = database.split_once('\n').expect("a number comes first");
                engine.execute_batch(script).unwrap_or_else(|why| panic!("{why}: {script}"));
                let empty =
                    "BEGIN; PRAGMA defer_foreign_keys = ON; DELETE FROM a; DELETE FROM b; COMMIT";
                engine.execute_batch(empty).expect("an empty database is valid");
            }
        }
    }
}

/// If it failed, a table outside of a ring, which may have rules, would be written within its statement.
#[test]
fn only_a_ring_is_one_statement() {
    let more = "CREATE TABLE c (id INTEGER PRIMARY KEY, a INTEGER NOT NULL REFERENCES a (id));
CREATE TABLE part (c INTEGER NOT NULL REFERENCES c (id));";
    let spec = spec("part", &format!("{RING}{more}"), "postgres", &[]);
    let found = korrel(&["find", &spec, "--format", "sql"]).stdout;
    let statements = "\nWITH part_1 AS (INSERT INTO a (id, b) VALUES (1, 1)) INSERT INTO b (id, a) VALUES (1, 1);
INSERT INTO c (id, a) VALUES (1, 1);
INSERT INTO part (c) VALUES (1);\n";
    assert!(found.contains(statements), "{found}");
}

/// If it failed, nobody could try a schema whose databases are too many to be listed.
#[test]
fn databases_are_drawn() {
    let columns = |n: usize| (0..n).map(|at| format!(", c{at} TEXT")).collect::<String>();
    let table = |n: usize| format!("CREATE TABLE t{n} (id INTEGER PRIMARY KEY{});", columns(9));
    let many = spec("many", &(0..6).map(table).collect::<String>(), "sqlite", &[]);
    let drawn = korrel(&["sample", &many, "-n", "3", "--format", "sql"]);
    assert_eq!((drawn.code, drawn.stdout.as_str()), (Some(3), ""), "54 columns have their classes");
    assert!(drawn.stderr.contains("`--symmetry none` draws among all labellings"));
    let asked = ["sample", &many, "-n", "30", "--format", "sql", "--symmetry", "none"];
    let drawn = korrel(&asked);
    assert_eq!((drawn.code, drawn.stderr.as_str()), (Some(0), ""));
    let engine = rusqlite::Connection::open_in_memory().expect("it needs no file");
    engine.execute_batch(&(0..6).map(table).collect::<String>()).expect("it is SQL");
    let databases: Vec<&str> = drawn.stdout.split("-- database ").skip(1).collect();
    assert_eq!(databases.len(), 30);
    for database in databases {
        let (_, script) = database.split_once('\n').expect("a number comes first");
        engine
            .execute_batch(&format!("BEGIN; {script} ROLLBACK;"))
            .unwrap_or_else(|why| panic!("{why}: {script}"));
    }
    let refused = korrel(&["sample", "specs/binary_tree.als", "--format", "sql"]);
    assert!(refused.stderr.contains("which sig is which table"), "{}", refused.stderr);
    let refused = korrel(&["sample", &many, "--format", "sql", "--bare"]);
    assert_eq!(refused.code, Some(2));
}

/// If it failed, rows without columns would be one row.
#[test]
fn rows_without_columns() {
    let spec = spec("bare", "CREATE TABLE t ();", "postgres", &[]);
    let found = korrel(&["find", &spec, "--format", "sql"]).stdout;
    let row = "INSERT INTO t DEFAULT VALUES;\n";
    assert_eq!(found, format!("-- database 0\n-- database 1\n{row}-- database 2\n{row}{row}"));
}

/// If it failed, a schema of a hundred wide tables would be refused for memory that its relations do not take, or its
/// databases would lack rows.
#[test]
fn a_schema_of_many_tables() {
    let table = |at: usize| {
        let columns = (0..12).map(|column| format!("c{column} INTEGER"));
        let columns = columns.collect::<Vec<String>>().join(", ");
        let up = format!("up INTEGER REFERENCES t{}", at / 2);
        format!("CREATE TABLE t{at} (id INTEGER PRIMARY KEY, {up}, {columns}, UNIQUE (c0, c1));\n")
    };
    let schema: String = (0..100).map(table).collect();
    let spec = spec("hundred", &schema, "sqlite", &["--rows", "3..3"]);
    let asked = ["sample", &spec, "--symmetry", "none", "-n", "2", "--format", "sql"];
    let drawn = korrel(&asked);
    assert_eq!((drawn.code, drawn.stderr.as_str()), (Some(0), ""));
    let databases: Vec<&str> = drawn.stdout.split("-- database ").skip(1).collect();
    assert_eq!(databases.len(), 2);
    assert_ne!(databases[0], databases[1]);
    for database in databases {
        assert_eq!(database.matches("INSERT INTO").count(), 100, "a statement for each table");
        assert_eq!(database.matches('(').count(), 400, "three rows in each, and the columns");
    }
}

/// If it failed, tables would have fewer rows than were asked for, or a table that cannot have as many would leave no database.
#[test]
fn as_many_rows_as_there_can_be() {
    let schema = "CREATE TABLE a (id INTEGER PRIMARY KEY, n INTEGER);
        CREATE TABLE flag (is_on BOOLEAN PRIMARY KEY NOT NULL, a INTEGER NOT NULL REFERENCES a (id));";
    let spec = spec("least", schema, "postgres", &["--rows", "3..3"]);
    let text = std::fs::read_to_string(&spec).expect("it is there");
    assert!(text.contains("exactly 3 A") && text.contains("exactly 2 Flag"), "{text}");
    let drawn = korrel(&["find", &spec, "--format", "sql", "-n", "1"]);
    assert_eq!(drawn.stdout.matches('(').count(), 2 + 5, "{}", drawn.stdout);
}
