//! What a script leaves of its tables at its end.

use korrel_sql::{Choices, Dialect, Schema};

fn read(text: &str, dialect: Dialect) -> Schema {
    Schema::read(&[text.to_owned()], Some(dialect)).expect("it is SQL")
}

/// If it failed, a script of migrations for SQLite would leave tables that nobody has.
#[test]
fn a_table_is_made_anew_under_its_old_name() {
    let schema = read(
        "CREATE TABLE a (id INTEGER PRIMARY KEY, b TEXT, c INT UNIQUE);
         CREATE TABLE d (a INT REFERENCES a, e INT REFERENCES a (c));
         CREATE TABLE new_a (id INTEGER PRIMARY KEY, b TEXT NOT NULL, c INT UNIQUE);
         INSERT INTO new_a SELECT * FROM a;
         DROP TABLE a;
         ALTER TABLE new_a RENAME TO a;
         ALTER TABLE a DROP COLUMN b;",
        Dialect::Sqlite,
    );
    assert_eq!(schema.unsaid, []);
    let names: Vec<&str> = schema.tables.iter().map(|table| table.name.as_str()).collect();
    assert_eq!(names, ["d", "a"]);
    let columns: Vec<&str> = schema.tables[1].columns.iter().map(|of| of.name.as_str()).collect();
    assert_eq!(columns, ["id", "c"]);
    let foreign: Vec<_> = schema.tables[0].foreign.iter().map(|key| (key.table, &key.to)).collect();
    assert_eq!(foreign, [(1, &vec![0]), (1, &vec![1])]);
}

/// If it failed, a type of several words, which SQLite takes, would make a whole file unreadable.
#[test]
fn a_type_has_any_number_of_words_in_sqlite() {
    let text = "CREATE TABLE a (b BLOB SUB_TYPE TEXT DEFAULT NULL, c VERY LONG INT NOT NULL, d);";
    let schema = read(text, Dialect::Sqlite);
    let columns = schema.tables[0].columns.iter().map(|of| (of.name.as_str(), of.is_nullable));
    assert_eq!(columns.collect::<Vec<_>>(), [("b", true), ("c", false), ("d", true)]);
}

/// If it failed, a constraint would be left out in silence.
#[test]
fn what_is_not_known_of_a_statement_is_told() {
    let schema = read(
        "CREATE TABLE a (b INT);
         ALTER TABLE b_seq OWNER TO me;
         ALTER TABLE a ADD CONSTRAINT c WHATEVER (b);
         CREATE DOMAIN d AS INT NOT NULL;
         CREATE TABLE e (f d);",
        Dialect::Postgres,
    );
    let told: Vec<u64> = schema.unsaid.iter().map(|unsaid| unsaid.line).collect();
    assert_eq!(told, [3]);
    assert!(!schema.tables[1].columns[0].is_nullable || schema.tables[1].checks.len() == 1);
}

/// If it failed, a schema of fifty tables would need gigabytes for the orders of its enums.
#[test]
fn a_large_schema_has_no_enums() {
    let text = |tables: usize| {
        let table = |at: usize| format!("CREATE TABLE t{at} (a BOOLEAN);");
        let schema = read(&(0..tables).map(table).collect::<String>(), Dialect::Postgres);
        schema.spec("schema.sql", &Choices::default(), &[]).text
    };
    assert!(text(2).contains("enum A { A_false, A_true }"));
    let large = text(20);
    assert!(!large.contains("enum "));
    assert!(large.contains("abstract sig A {}\none sig A_false, A_true extends A {}"));
}
