//! What a script leaves of its tables at its end.

use korrel_sql::{Choices, ColumnKind, Dialect, Schema, usage};

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

/// If it failed, databases with equal values would be left out although nothing forbids them any more.
#[test]
fn keys_and_checks_go_by_their_names() {
    let sqlite = "CREATE TABLE t (a INT, b INT); CREATE UNIQUE INDEX i ON t (a);
        CREATE UNIQUE INDEX j ON t (b); DROP INDEX IF EXISTS i;";
    let schema = read(sqlite, Dialect::Sqlite);
    assert_eq!(schema.unsaid, []);
    assert_eq!(schema.tables[0].keys.len(), 1);
    let postgres = "CREATE TABLE u (k INT PRIMARY KEY);
        CREATE TABLE t (a INT UNIQUE, b INT CHECK (b > 0), c INT CONSTRAINT p CHECK (c > 1),
            d INT REFERENCES u, e INT, CONSTRAINT q UNIQUE (e), CHECK (a > b));
        ALTER TABLE t DROP CONSTRAINT t_a_key, DROP CONSTRAINT t_b_check, DROP CONSTRAINT p,
            DROP CONSTRAINT t_d_fkey;
        ALTER TABLE t RENAME CONSTRAINT q TO r; ALTER TABLE t DROP CONSTRAINT r;
        ALTER TABLE u DROP CONSTRAINT u_pkey;";
    let schema = read(postgres, Dialect::Postgres);
    assert_eq!(schema.unsaid, []);
    let (u, t) = (&schema.tables[0], &schema.tables[1]);
    assert_eq!([u.keys.len(), t.keys.len(), t.foreign.len(), t.checks.len()], [0, 0, 0, 1]);
    let mysql = "CREATE TABLE t (a INT PRIMARY KEY, b INT, c INT UNIQUE, UNIQUE KEY w (b));
        ALTER TABLE t DROP INDEX w; DROP INDEX c ON t; ALTER TABLE t DROP PRIMARY KEY;
        ALTER TABLE t DROP INDEX z;";
    let schema = read(mysql, Dialect::Mysql);
    assert_eq!(schema.tables[0].keys.len(), 0);
    assert_eq!(schema.unsaid.len(), 1, "a name that is not known is told");
}

/// If it failed, the rows that a migration allows would be in no database.
#[test]
fn an_enum_has_the_labels_of_its_last_statement() {
    let schema = read(
        "CREATE TYPE e AS ENUM ('a', 'b'); CREATE TYPE other AS ENUM ('a', 'b');
         CREATE TABLE t (c e, d other);
         ALTER TYPE e ADD VALUE 'z'; ALTER TYPE e ADD VALUE 'y' BEFORE 'b';
         ALTER TYPE e RENAME VALUE 'a' TO 'x'; ALTER TYPE e RENAME TO f;
         ALTER TYPE f ADD VALUE IF NOT EXISTS 'y'; CREATE TABLE u (c f);
         ALTER TYPE nobody ADD VALUE 'z';",
        Dialect::Postgres,
    );
    let kinds = schema.tables.iter().flat_map(|table| &table.columns).map(|of| of.kind.clone());
    let labels = |labels: &[&str]| ColumnKind::Enum(labels.iter().map(|l| (*l).into()).collect());
    let new = labels(&["x", "y", "b", "z"]);
    assert_eq!(kinds.collect::<Vec<_>>(), [new.clone(), labels(&["a", "b"]), new]);
    assert_eq!(schema.unsaid.len(), 1);
}

/// If it failed, a column that is called otherwise would lose its checks and its foreign keys.
#[test]
fn what_mentions_a_renamed_column_follows() {
    let schema = read(
        "CREATE TABLE u (k INT PRIMARY KEY);
         CREATE TABLE t (a INT CHECK (a > 0 AND 'a' <> a(a)), d INT REFERENCES u (k));
         CREATE UNIQUE INDEX i ON t (abs(a)) WHERE a < 9;
         ALTER TABLE t RENAME COLUMN a TO \"b c\"; ALTER TABLE u RENAME k TO id;
         ALTER TABLE t RENAME COLUMN d TO e;",
        Dialect::Sqlite,
    );
    assert_eq!(schema.unsaid, []);
    let t = &schema.tables[1];
    assert_eq!(t.checks[0].expr.to_string(), "\"b c\" > 0 AND 'a' <> a(\"b c\")");
    assert_eq!(t.keys[0].filter.as_ref().map(ToString::to_string).as_deref(), Some("\"b c\" < 9"));
    assert_eq!(t.foreign.len(), 1);
}

/// If it failed, a check would be held against a column of another case.
#[test]
fn a_name_in_its_own_case_comes_first() {
    let schema = read(
        "CREATE TABLE t (\"A\" INT, a INT UNIQUE);
         CREATE TABLE \"T\" (b INT); ALTER TABLE \"T\" ADD UNIQUE (B);",
        Dialect::Postgres,
    );
    assert_eq!(schema.tables[0].keys[0].columns(), Some(vec![1]));
    assert_eq!(schema.tables[1].keys.len(), 1);
}

/// If it failed, `init` would end with an error on one schema, and make databases that the engine refuses of another.
#[test]
fn what_the_engine_computes_has_rules_too() {
    let schema = read(
        "CREATE TABLE u (k INT, g INT GENERATED ALWAYS AS (k + 1) STORED UNIQUE);
         CREATE TABLE t (a INT, h INT GENERATED ALWAYS AS (a * 2) STORED REFERENCES u (g),
             b INT REFERENCES u (g), n INT GENERATED ALWAYS AS (a + b) STORED NOT NULL);",
        Dialect::Sqlite,
    );
    assert_eq!(schema.unsaid.len(), 2);
    assert_eq!(schema.tables[1].checks[0].expr.to_string(), "(a + b) IS NOT NULL");
    schema.spec("schema.sql", &Choices::default(), &[]);
}

/// If it failed, a column that tells values apart would hold one number twice.
#[test]
fn a_number_is_one_value_however_it_is_written() {
    let schema = read(
        "CREATE TABLE t (a REAL UNIQUE NOT NULL CHECK (a IN (1, 1.0, 1.5)));",
        Dialect::Sqlite,
    );
    let text = schema.spec("schema.sql", &Choices::default(), &[]).text;
    let values = text.lines().filter_map(|line| Some(line.split_once(": values ")?.1));
    assert_eq!(values.collect::<Vec<_>>(), ["1", "1.5"]);
}

/// If it failed, a query that compares a column with a constant of another kind would never find a row.
#[test]
fn constants_of_another_kind_are_values() {
    let values = |column: &str, query: &str, dialect: Dialect| {
        let text = format!("CREATE TABLE t (a {column} NOT NULL);");
        let schema = read(&text, dialect);
        let usage = usage(&schema, query).expect("it is a query");
        let text = schema.spec("schema.sql", &Choices::default(), &[(&usage).into()]).text;
        let values =
            text.lines().filter_map(|line| Some(line.split_once(": values ")?.1.to_owned()));
        values.collect::<Vec<_>>().join(", ")
    };
    let has = |values: String, wanted: &str| {
        assert!(values.split(", ").any(|value| value == wanted), "{wanted} is not among {values}");
    };
    for constant in ["'50'", "50.0", "50.5"] {
        has(values("INT", &format!("SELECT 1 FROM t WHERE a = {constant}"), Dialect::Sqlite), "50");
    }
    has(values("INT", "SELECT 1 FROM t WHERE a < 50.5", Dialect::Sqlite), "51");
    has(values("INT", "SELECT 1 FROM t WHERE a < -50.5", Dialect::Sqlite), "-51");
    has(values("TEXT", "SELECT 1 FROM t WHERE a = 50", Dialect::Sqlite), "'50'");
    let lengths = values("TEXT", "SELECT 1 FROM t WHERE length(a) = 50", Dialect::Sqlite);
    assert!(!lengths.contains("'50'"), "{lengths}");
    has(values("REAL", "SELECT 1 FROM t WHERE a = '50'", Dialect::Sqlite), "50");
    let uuid = "'12345678-1234-1234-1234-123456789abc'";
    let query = format!("SELECT 1 FROM t WHERE a = {uuid}");
    has(values("UUID", &query, Dialect::Postgres), uuid);
    has(values("BLOB", "SELECT 1 FROM t WHERE a = X'AB'", Dialect::Sqlite), "X'AB'");
}

/// If it failed, one check would make a whole file unreadable.
#[test]
fn a_check_that_is_not_known_is_told() {
    let schema = read(
        "CREATE TABLE t (a TEXT CHECK (a NOT GLOB ('*x*')), b INT CHECK (b > 5),
            CHECK (b IN (6, 7)));
         CREATE TABLE u (c INT);",
        Dialect::Sqlite,
    );
    assert_eq!((schema.tables.len(), schema.tables[0].checks.len()), (2, 2));
    let told: Vec<&str> = schema.unsaid.iter().map(|unsaid| unsaid.text.as_str()).collect();
    assert!(matches!(told[..], [only] if only.starts_with("CHECK (a NOT GLOB")), "{told:?}");
    let broken = Schema::read(&["CREATE TABLE t (a INT,".to_owned()], Some(Dialect::Sqlite));
    assert!(broken.is_err());
}

/// If it failed, values that were found would be given up again.
#[test]
fn enough_values_stay_enough() {
    let schema = read("CREATE TABLE t (a INT CHECK (a > 5 AND a <> 3));", Dialect::Sqlite);
    let text = schema.spec("schema.sql", &Choices::default(), &[]).text;
    let values = text.lines().filter_map(|line| Some(line.split_once(": values ")?.1));
    assert_eq!(values.flat_map(|list| list.split(", ")).count(), 3, "{text}");
}

/// If it failed, one table that the parser knows in another dialect alone would make all others those of that dialect.
#[test]
fn each_statement_is_read_in_the_first_dialect_that_knows_it() {
    let schema = read(
        "CREATE TABLE w (a INT, b TEXT DEFAULT 'é;')
         PARTITION BY LIST (a); CREATE TABLE w1 PARTITION OF w FOR VALUES IN (1);
         CREATE TABLE x (LIKE w INCLUDING ALL); CREATE TABLE ö (
             `b` INT UNSIGNED AUTO_INCREMENT, c INT); CREATE TABLE w2 PARTITION OF w
         FOR VALUES IN (2, WHATEVER(3)); CREATE TABLE y (LIKE w INCLUDING ALL);",
        Dialect::Postgres,
    );
    let names: Vec<(&str, u64)> =
        schema.tables.iter().map(|table| (table.name.as_str(), table.place.line)).collect();
    assert_eq!(names, [("w", 1), ("x", 3), ("ö", 3), ("y", 5)]);
    assert_eq!((schema.tables[1].columns.len(), schema.tables[2].columns[1].place.line), (0, 4));
    assert!(schema.tables[0].checks[0].expr.to_string().contains("IN (2"));
    let told: Vec<u64> = schema.unsaid.iter().map(|unsaid| unsaid.line).collect();
    assert_eq!(told, [3, 5]);
}

/// If it failed, a user would be told a flag that there is not, of line 0.
#[test]
fn a_column_without_values_is_told_with_its_line() {
    let schema = read("CREATE TABLE t (a INT,\n b TEXT CHECK (b <> b));", Dialect::Sqlite);
    let spec = schema.spec("schema.sql", &Choices::default(), &[]);
    let told =
        "no value that is tried passes the checks of t.b: say some by --text or --integers, line 2";
    assert!(spec.text.contains(told), "{}", spec.text);
}

/// If it failed, an index would be made that the engine passes over, for there is one of its name.
#[test]
fn an_index_that_is_there_is_not_made() {
    let text = "CREATE TABLE t (a INT, b INT); CREATE INDEX i ON t (a);
        CREATE UNIQUE INDEX IF NOT EXISTS i ON t (b); CREATE UNIQUE INDEX j ON t (a);
        CREATE UNIQUE INDEX IF NOT EXISTS j ON t (b); DROP INDEX i;
        CREATE UNIQUE INDEX IF NOT EXISTS i ON t (a, b);";
    for dialect in [Dialect::Sqlite, Dialect::Postgres, Dialect::Duckdb] {
        let schema = read(text, dialect);
        let keys: Vec<_> = schema.tables[0].keys.iter().map(|key| key.columns().unwrap()).collect();
        assert_eq!(keys, [vec![0], vec![0, 1]]);
    }
}

/// If it failed, two columns would have one name, and every statement that names it be about the first.
#[test]
fn a_second_column_of_a_name_is_told() {
    for (text, dialect) in [
        ("CREATE TABLE t (a INT); ALTER TABLE t ADD COLUMN A TEXT NOT NULL;", Dialect::Sqlite),
        ("CREATE TABLE t (a INT); ALTER TABLE t ADD COLUMN A TEXT NOT NULL;", Dialect::Mysql),
        ("CREATE TABLE t (a INT, A TEXT NOT NULL);", Dialect::Postgres),
    ] {
        let schema = read(text, dialect);
        assert_eq!((schema.tables[0].columns.len(), schema.unsaid.len()), (1, 1));
    }
    let text = "CREATE TABLE t (a INT); ALTER TABLE t ADD COLUMN IF NOT EXISTS a TEXT NOT NULL;";
    let schema = read(text, Dialect::Duckdb);
    assert_eq!((schema.tables[0].columns.len(), schema.unsaid.len()), (1, 0));
}

/// If it failed, values would be written that the engine takes for no value of the type.
#[test]
fn a_type_is_told_by_a_whole_word() {
    let kinds = |types: &[&str], dialect: Dialect| {
        let columns: Vec<String> =
            types.iter().enumerate().map(|(at, ty)| format!("c{at} {ty}")).collect();
        let schema = read(&format!("CREATE TABLE t ({});", columns.join(", ")), dialect);
        schema.tables[0].columns.iter().map(|of| of.kind.clone()).collect::<Vec<_>>()
    };
    let others = [
        "INT4RANGE",
        "int8range",
        "INT4MULTIRANGE",
        "NUMRANGE",
        "DATERANGE",
        "DATEMULTIRANGE",
        "TSRANGE",
        "TSTZRANGE",
        "INT2VECTOR",
        "JSONPATH",
        "TIMELINE",
        "DATE_OF_BIRTH",
        "textile",
        "BIT",
        "BIT(3)",
    ];
    for (kind, ty) in kinds(&others, Dialect::Postgres).into_iter().zip(others) {
        assert!(matches!(kind, ColumnKind::Other(_)), "{ty}: {kind:?}");
    }
    let integers =
        ["INT", "INTEGER", "INT4", "int8", "BIGINT", "SMALLINT", "SERIAL", "BIGSERIAL", "INT2"];
    for (kind, ty) in kinds(&integers, Dialect::Postgres).into_iter().zip(integers) {
        assert!(matches!(kind, ColumnKind::Integer { .. }), "{ty}: {kind:?}");
    }
    let times = ["TIMESTAMP", "TIMESTAMPTZ", "TIMESTAMP(3) WITH TIME ZONE", "TIMESTAMPTZ(3)"];
    for (kind, ty) in kinds(&times, Dialect::Postgres).into_iter().zip(times) {
        assert_eq!(kind, ColumnKind::Timestamp { has_zone: ty.contains('Z') }, "{ty}");
    }
    let texts = ["TEXT", "CHARACTER VARYING", "VARCHAR", "CITEXT", "NAME"];
    for (kind, ty) in kinds(&texts, Dialect::Postgres).into_iter().zip(texts) {
        assert_eq!(kind, ColumnKind::Text(None), "{ty}");
    }
    let unsigned =
        ["INT UNSIGNED", "BIGINT(20) UNSIGNED", "TINYINT(3) UNSIGNED", "MEDIUMINT", "YEAR"];
    for (kind, ty) in kinds(&unsigned, Dialect::Mysql).into_iter().zip(unsigned) {
        assert!(matches!(kind, ColumnKind::Integer { .. }), "{ty}: {kind:?}");
    }
    // SQLite takes any name.
    assert!(matches!(kinds(&["INTS"], Dialect::Sqlite)[..], [ColumnKind::Integer { .. }]));
}

/// If it failed, a spec would ask for more rows than a table can have, and have no instance at all.
#[test]
fn a_table_has_no_more_rows_than_those_to_which_it_refers() {
    let choices = Choices { least_rows: 3, rows: 3, ..Choices::default() };
    for (text, wanted) in [
        (
            "CREATE TABLE p (code TEXT PRIMARY KEY, b BOOLEAN NOT NULL UNIQUE);
             CREATE TABLE c (code TEXT NOT NULL UNIQUE REFERENCES p (code), d INT);
             CREATE TABLE e (code TEXT NOT NULL REFERENCES p (code), b BOOLEAN NOT NULL, UNIQUE (code, b));",
            "exactly 2 P, exactly 2 C, exactly 3 E",
        ),
        // The values of one check and of another.
        (
            "CREATE TABLE p (k INT PRIMARY KEY CHECK (k IN (1, 2)));
             CREATE TABLE c (k INT NOT NULL UNIQUE CHECK (k IN (2, 3)) REFERENCES p (k));",
            "exactly 2 P, exactly 1 C",
        ),
        // Two columns together.
        (
            "CREATE TABLE p (a BOOLEAN, b BOOLEAN, PRIMARY KEY (a, b), CHECK (a = b));
             CREATE TABLE c (a BOOLEAN NOT NULL, b BOOLEAN NOT NULL, FOREIGN KEY (a, b) REFERENCES p, UNIQUE (a, b));
             CREATE TABLE d (a BOOLEAN NOT NULL REFERENCES q, b BOOLEAN NOT NULL REFERENCES q, PRIMARY KEY (a, b));
             CREATE TABLE q (a BOOLEAN PRIMARY KEY CHECK (a));",
            "exactly 2 P, exactly 2 C, exactly 1 D, exactly 1 Q",
        ),
        // No row at all, and one with NULL.
        (
            "CREATE TABLE p (k INT PRIMARY KEY, CHECK (1 = 2)); CREATE TABLE c (k INT NOT NULL REFERENCES p, n INT);
             CREATE TABLE d (k INT REFERENCES p, n INT);
             CREATE TABLE e (b BOOLEAN, UNIQUE NULLS NOT DISTINCT (b));
             CREATE TABLE f (b BOOLEAN CHECK (b)); CREATE UNIQUE INDEX i ON f (b) NULLS NOT DISTINCT;
             CREATE TABLE g (t TEXT NOT NULL CHECK (t IN ('a', 'A', 'b'))); CREATE UNIQUE INDEX j ON g (lower(t));",
            "exactly 3 D, exactly 3 E, exactly 2 F, exactly 2 G",
        ),
    ] {
        let spec = read(text, Dialect::Postgres).spec("schema.sql", &choices, &[]).text;
        assert!(spec.contains(wanted), "{wanted}: {spec}");
    }
}
