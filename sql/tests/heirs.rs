//! What PostgreSQL's tables have of those from which they inherit. PostgreSQL 15.18 answers so.

use korrel_sql::{Choices, Dialect, Schema};

fn read(text: &str) -> Schema {
    Schema::read(&[text.to_owned()], Some(Dialect::Postgres)).expect("it is SQL")
}

/// Each table: its columns, with `!` where they do not take NULL, and its checks.
#[track_caller]
fn has(text: &str, wanted: &[&str], unsaid: usize) {
    let schema = read(text);
    let shape = schema.tables.iter().map(|table| {
        let columns = table.columns.iter();
        let columns = columns.map(|of| of.name.clone() + if of.is_nullable { "" } else { "!" });
        let checks = table.checks.iter().map(|check| format!("; {}", check.expr));
        let columns = columns.collect::<Vec<String>>().join(", ");
        format!("{}: {columns}{}", table.name, checks.collect::<String>())
    });
    assert_eq!(shape.collect::<Vec<String>>(), wanted);
    assert_eq!(schema.unsaid.len(), unsaid, "{:?}", schema.unsaid);
}

/// If it failed, a table that is still there would be missing, or `init` would end.
#[test]
fn a_table_goes_with_its_parts() {
    let parts = "CREATE TABLE w (a INT) PARTITION BY LIST (a);
        CREATE TABLE w1 PARTITION OF w FOR VALUES IN (1);
        CREATE TABLE w2 PARTITION OF w FOR VALUES IN (2);
        CREATE TABLE w3 PARTITION OF w FOR VALUES IN (3); CREATE TABLE other (b INT);";
    has(&format!("{parts} DROP TABLE w;"), &["other: b"], 0);
    let heirs = "CREATE TABLE a (x INT PRIMARY KEY); CREATE TABLE b () INHERITS (a);
        CREATE TABLE c (y INT REFERENCES a) INHERITS (b); CREATE TABLE d (z INT REFERENCES a);";
    has(&format!("{heirs} DROP TABLE a CASCADE;"), &["d: z"], 0);
    has(&format!("{heirs} DROP TABLE c, b, d, a;"), &[], 0);
    has(&format!("{heirs} DROP TABLE a, b, c;"), &["a: x!", "b: x!", "c: x!, y", "d: z"], 1);
    has(&format!("{heirs} DROP TABLE a;"), &["a: x!", "b: x!", "c: x!, y", "d: z"], 1);
}

/// If it failed, `init` would not end on a file that PostgreSQL refuses.
#[test]
fn no_table_inherits_from_itself() {
    let circle = "CREATE TABLE a (x INT); CREATE TABLE b () INHERITS (a);
        ALTER TABLE a INHERIT a; ALTER TABLE a INHERIT b; CREATE TABLE c (y INT) INHERITS (c);
        CREATE TABLE d (y INT) INHERITS (e); ALTER TABLE d RENAME TO e;
        ALTER TABLE a ADD COLUMN z INT; ALTER TABLE e ADD COLUMN z INT;";
    has(circle, &["a: x, z", "b: x, z", "c: y", "e: y, z"], 4);
    let parts = "CREATE TABLE w (a INT) PARTITION BY LIST (a);
        CREATE TABLE v PARTITION OF w FOR VALUES IN (1) PARTITION BY LIST (a);
        ALTER TABLE w ATTACH PARTITION w DEFAULT; ALTER TABLE v ATTACH PARTITION w DEFAULT;
        CREATE TABLE u PARTITION OF u DEFAULT; CREATE TABLE v1 PARTITION OF v DEFAULT;";
    has(parts, &["w: a; a IS NOT NULL AND a IN (1)", "u: "], 3);
}

/// If it failed, the heirs of one table would become those of another whose name differs in case alone.
#[test]
fn heirs_know_the_case_of_names() {
    has(
        "CREATE TABLE t (a INT); CREATE TABLE \"T\" (b INT); CREATE TABLE h () INHERITS (\"T\");
         ALTER TABLE t RENAME TO s; ALTER TABLE s ADD COLUMN c INT; ALTER TABLE \"T\" ADD COLUMN d INT;",
        &["s: a, c", "T: b, d", "h: b, d"],
        0,
    );
}

/// If it failed, no row of the whole would be listed, or a part's own rule be left out in silence.
#[test]
fn a_part_that_is_not_known_takes_its_rows() {
    has(
        "CREATE TABLE w (a INT) PARTITION BY LIST (a); CREATE TABLE w1 (LIKE w);
         ALTER TABLE w ATTACH PARTITION w1 FOR VALUES IN (1); ALTER TABLE w1 ADD CHECK (a > 0);
         CREATE TABLE v (a INT) PARTITION BY LIST (a); CREATE TABLE v1 PARTITION OF v DEFAULT;
         ALTER TABLE v DETACH PARTITION v1; ALTER TABLE v DROP COLUMN a;",
        &[
            "w: a; a IS NOT NULL AND a IN (1); NOT ((a IS NOT NULL AND a IN (1))) OR (a > 0)",
            "v: ; false",
            "v1: a",
        ],
        2,
    );
}

/// If it failed, an heir would refuse NULL where it takes it, or take it where it does not.
#[test]
fn a_key_that_is_added_forbids_null_in_heirs() {
    let tables = "CREATE TABLE p (a INT, b INT); CREATE TABLE c (x INT) INHERITS (p);
        CREATE TABLE d () INHERITS (c);";
    has(
        &format!("{tables} ALTER TABLE p ADD PRIMARY KEY (a);"),
        &["p: a!, b", "c: a!, b, x", "d: a!, b, x"],
        0,
    );
    has(
        &format!("{tables} ALTER TABLE ONLY p ADD PRIMARY KEY (a);"),
        &["p: a!, b", "c: a, b, x", "d: a, b, x"],
        0,
    );
    has(
        "CREATE TABLE p (a INT); CREATE TABLE c (m INT) INHERITS (p);
         ALTER TABLE p ADD COLUMN k INT PRIMARY KEY; ALTER TABLE p ADD COLUMN u INT UNIQUE;
         ALTER TABLE p ADD COLUMN m INT NOT NULL CHECK (m > 0);",
        &["p: a, k!, u, m!; m > 0", "c: a, m, k!, u; m > 0"],
        0,
    );
}

/// If it failed, an heir would have a rule that it does not have, or lose its own with the parent's.
#[test]
fn checks_are_inherited_by_their_names() {
    has(
        "CREATE TABLE p (a INT CHECK (a > 0), CHECK (a > 1), CONSTRAINT k CHECK (a > 2),
             CONSTRAINT n CHECK (a > 3) NO INHERIT);
         CREATE TABLE c (CONSTRAINT k CHECK (a > 2), CHECK (a > 5)) INHERITS (p);
         ALTER TABLE p ADD CHECK (a > 6); ALTER TABLE p ADD CHECK (a > 7) NO INHERIT;
         ALTER TABLE p ADD CONSTRAINT f CHECK (a > 9);
         ALTER TABLE p DROP CONSTRAINT k; ALTER TABLE p DROP CONSTRAINT p_a_check;
         ALTER TABLE p DROP CONSTRAINT n; ALTER TABLE ONLY p DROP CONSTRAINT f;",
        &["p: a; a > 1; a > 6; a > 7", "c: a; a > 1; a > 2; a > 5; a > 6; a > 9"],
        0,
    );
    // A check of another kind that is called so stays, and one follows if the check is called otherwise.
    has(
        "CREATE TABLE u (k INT PRIMARY KEY); CREATE TABLE p (a INT REFERENCES u, CHECK (a > 1));
         CREATE TABLE c (CONSTRAINT p_a_fkey CHECK (a > 5)) INHERITS (p);
         ALTER TABLE p DROP CONSTRAINT p_a_fkey; ALTER TABLE p RENAME TO q;
         ALTER TABLE q RENAME CONSTRAINT p_a_check TO z; ALTER TABLE q DROP CONSTRAINT z;",
        &["u: k!", "q: a", "c: a; a > 5"],
        0,
    );
}

/// If it failed, an heir would lose a column that it says itself, or keep one that goes.
#[test]
fn columns_go_unless_they_are_said_or_inherited_twice() {
    has(
        "CREATE TABLE q (a INT, b INT, d INT); CREATE TABLE r (a INT, e INT) INHERITS (q);
         CREATE TABLE o (d INT); CREATE TABLE s () INHERITS (q, o); ALTER TABLE q ADD COLUMN e INT;
         ALTER TABLE q DROP COLUMN a, DROP COLUMN b, DROP COLUMN d; ALTER TABLE q DROP COLUMN e;",
        &["q: ", "r: a, e", "o: d", "s: d"],
        0,
    );
    has(
        "CREATE TABLE p (a INT CHECK (a > 0), b INT); CREATE TABLE c () INHERITS (p);
         ALTER TABLE c NO INHERIT p; ALTER TABLE c INHERIT p; ALTER TABLE p DROP COLUMN a;
         CREATE TABLE d () INHERITS (p); ALTER TABLE ONLY p DROP COLUMN b;",
        &["p: ", "c: a, b; a > 0", "d: b"],
        0,
    );
    // A part has them of the whole alone.
    has(
        "CREATE TABLE w (a INT, b INT, c INT, CONSTRAINT k CHECK (b > 0)) PARTITION BY LIST (a);
         CREATE TABLE w1 (c INT, b INT, a INT, CONSTRAINT k CHECK (b > 0));
         ALTER TABLE w ATTACH PARTITION w1 FOR VALUES IN (1);
         ALTER TABLE w DROP COLUMN c; ALTER TABLE w DROP CONSTRAINT k;
         ALTER TABLE w DETACH PARTITION w1;",
        &["w: a, b; false", "w1: b, a"],
        0,
    );
}

/// If it failed, a column would keep the rules of a type that it no longer has.
#[test]
fn rules_of_a_type_go_with_it() {
    has(
        "CREATE DOMAIN d AS INT NOT NULL CHECK (VALUE > 5); CREATE DOMAIN e AS d CHECK (VALUE < 9);
         CREATE TABLE t (a d, b INT, c e); CREATE TABLE u () INHERITS (t);
         ALTER TABLE t ALTER a TYPE INT, ALTER b TYPE d;",
        &[
            "t: a, b!, c!; VALUE > 5; VALUE < 9; VALUE > 5",
            "u: a, b!, c!; VALUE > 5; VALUE < 9; VALUE > 5",
        ],
        0,
    );
}

/// If it failed, the bounds of parts would look at a column that is not there.
#[test]
fn bounds_follow_a_renamed_column() {
    has(
        "CREATE TABLE w (a INT, b INT) PARTITION BY RANGE (a, (b + 1));
         CREATE TABLE w1 PARTITION OF w FOR VALUES FROM (0, 0) TO (1, MAXVALUE) PARTITION BY LIST (b);
         CREATE TABLE w2 PARTITION OF w1 FOR VALUES IN (7);
         ALTER TABLE w RENAME a TO x; ALTER TABLE w RENAME b TO \"Y\";",
        &["w: x, Y; (x IS NOT NULL AND (\"Y\" + 1) IS NOT NULL AND \
           (x > 0 OR (x = 0 AND (\"Y\" + 1) >= 0)) AND x <= 1) AND \
           (\"Y\" IS NOT NULL AND \"Y\" IN (7))"],
        0,
    );
}

/// If it failed, a text would fit a pattern without the spaces to which PostgreSQL fills it, or with them where it has none.
#[test]
fn a_width_is_that_of_the_last_type() {
    let text = "CREATE DOMAIN d AS CHAR(3); CREATE TABLE t (a d CHECK (a ~ '^..$'), b CHAR(3),
        c CHAR(3) CHECK (c ~ '^..$')); ALTER TABLE t ALTER c TYPE TEXT, ALTER b TYPE CHAR(2);
        ALTER TABLE t ADD CHECK (b ~ '^..$');";
    let texts = Some(vec!["a".to_owned(), "ab".to_owned()]);
    let spec = read(text).spec("schema.sql", &Choices { texts, ..Choices::default() }, &[]).text;
    for said in ["--@ T: row null a\n", "--@ B: values 'a', 'ab'\n", ": values 'ab'\n"] {
        assert!(spec.contains(said), "{said}: {spec}");
    }
}

/// If it failed, a bound that `pg_dump` writes in quotes would not be said.
#[test]
fn bounds_in_quotes_are_said() {
    let text = "CREATE TABLE x (a BIGINT, b BOOLEAN, c NUMERIC) PARTITION BY RANGE (a, c, b);
        CREATE TABLE x1 PARTITION OF x FOR VALUES FROM ('0', '-0.5', 'no') TO ('2', 7, 'true');
        CREATE TABLE y (a SMALLINT) PARTITION BY LIST (a);
        CREATE TABLE y1 PARTITION OF y FOR VALUES IN ('1', '-2');";
    let spec = read(text).spec("schema.sql", &Choices::default(), &[]).text;
    assert!(!spec.contains("not said"), "{spec}");
    let values: Vec<&str> =
        spec.lines().filter_map(|line| Some(line.split_once(": values ")?.1)).collect();
    assert!(
        ["0", "2", "-0.5", "7", "-2", "1"].iter().all(|value| values.contains(value)),
        "{spec}"
    );
    assert!(spec.contains("some r.a & A_2 and some r.b & B_true and r.c in (C_7 + C_8)"), "{spec}");
}

/// If it failed, a check of moments would be told, or look at values that no row can have.
#[test]
fn moments_are_values_as_their_columns_have_them() {
    let text = "CREATE TABLE t (a TIMESTAMP CHECK (a > '2022-04-01 00:00:00+05'),
        b TIMESTAMPTZ CHECK (b <> '2022-04-01 00:00:00+05'), c DATE CHECK (c = '2022-04-01 10:00'));";
    let spec = read(text).spec("schema.sql", &Choices::default(), &[]).text;
    assert!(!spec.contains("not said"), "{spec}");
    let values: Vec<&str> =
        spec.lines().filter_map(|line| Some(line.split_once(": values ")?.1)).collect();
    let wanted = [
        "'2024-01-01 00:00:00', '2024-01-02 00:00:00', '2099-01-01 00:00:00'",
        "'1970-01-01 00:00:00+00', '2024-01-01 00:00:00+00', '2099-01-01 00:00:00+00'",
        "'2022-04-01'",
    ];
    assert_eq!(values, wanted, "{spec}");
}

/// If it failed, rows would be listed of a table that takes none.
#[test]
fn a_check_that_fails_refuses_each_row() {
    let text = "CREATE TABLE t (a INT CHECK (a = 0 OR 1 / 0 = 1));";
    let spec = read(text).spec("schema.sql", &Choices::default(), &[]).text;
    assert!(spec.contains("  no r: T | no none  -- CHECK (a = 0 OR 1 / 0 = 1)\n"), "{spec}");
}

/// If it failed, a check would be thrown away whose name differs from another's in case only, or one be dropped in its place.
#[test]
fn names_differ_by_their_case() {
    has(
        "CREATE TABLE t (a INT, CONSTRAINT \"K\" CHECK (a > 0), CONSTRAINT k CHECK (a > 1),
             CONSTRAINT L CHECK (a > 2));
         ALTER TABLE t DROP CONSTRAINT K; ALTER TABLE t DROP CONSTRAINT l;
         ALTER TABLE t RENAME CONSTRAINT \"K\" TO M;
         CREATE TABLE h (CONSTRAINT \"M\" CHECK (a > 3), CONSTRAINT m CHECK ((A>0))) INHERITS (t);
         ALTER TABLE t DROP CONSTRAINT M;",
        &["t: a", "h: a; a > 0; a > 3"],
        0,
    );
    has(
        "CREATE TABLE T (A INT UNIQUE CHECK (A > 0), \"A\" INT CHECK (\"A\" > 1), b INT);
         ALTER TABLE t DROP CONSTRAINT t_a_check; ALTER TABLE t DROP CONSTRAINT T_A_KEY;
         CREATE TABLE h (\"B\" INT) INHERITS (t); ALTER TABLE t DROP COLUMN b;
         ALTER TABLE t RENAME a TO c;",
        &["T: c, A; \"A\" > 1", "h: c, A, B; \"A\" > 1"],
        0,
    );
    has(
        "CREATE TABLE t (a INT, \"A\" INT, CHECK (a > 0), CHECK (\"A\" > 1)); ALTER TABLE t DROP a;",
        &["t: A; \"A\" > 1"],
        0,
    );
}

/// If it failed, a check would be left out in silence. PostgreSQL makes one of two only if one is inherited and both say the same.
#[test]
fn a_second_check_of_a_name_is_told() {
    has(
        "CREATE TABLE p (a INT, CONSTRAINT k CHECK (a > 0)); CREATE TABLE q (a INT, CONSTRAINT k CHECK (a > 0));
         ALTER TABLE p ADD CONSTRAINT k CHECK (a > 0); ALTER TABLE p ADD CONSTRAINT K CHECK (a > 1);
         CREATE TABLE c (CONSTRAINT k CHECK (a > 0)) INHERITS (p, q);",
        &["p: a; a > 0", "q: a; a > 0", "c: a; a > 0"],
        2,
    );
    has(
        "CREATE TABLE p (a INT, CONSTRAINT k CHECK (a > 0)); CREATE TABLE q (a INT, CONSTRAINT k CHECK (a > 1));
         CREATE TABLE c (CONSTRAINT k CHECK (a > 2)) INHERITS (p); CREATE TABLE d () INHERITS (p, q);
         CREATE TABLE e (CONSTRAINT m CHECK (a > 3) NO INHERIT) INHERITS (p);
         ALTER TABLE p ADD CONSTRAINT m CHECK (a > 3);",
        &["p: a; a > 0; a > 3", "q: a; a > 1", "c: a; a > 0; a > 3", "d: a; a > 0; a > 3", "e: a; a > 0; a > 3"],
        3,
    );
}

/// If it failed, a column that is there already would get the rules of the one that is not made.
#[test]
fn a_column_that_is_there_is_not_added() {
    has(
        "CREATE TABLE p (a INT); CREATE TABLE c (x INT) INHERITS (p);
         ALTER TABLE p ADD COLUMN IF NOT EXISTS a INT NOT NULL UNIQUE CHECK (a > 0);
         ALTER TABLE p ADD COLUMN IF NOT EXISTS x INT CHECK (x > 1);
         ALTER TABLE c ADD COLUMN IF NOT EXISTS a INT NOT NULL; ALTER TABLE p DROP COLUMN a;
         ALTER TABLE p ADD COLUMN x TEXT NOT NULL; ALTER TABLE c ADD COLUMN x TEXT NOT NULL;",
        &["p: x; x > 1", "c: x; x > 1"],
        2,
    );
}

/// If it failed, the engine would refuse a number that is written, or be asked to write what it computes.
#[test]
fn an_heir_has_its_own_identity() {
    let schema = read(
        "CREATE TABLE p (a INT, b INT, c INT, d INT NOT NULL, e INT GENERATED ALWAYS AS (b + 1) STORED,
             f INT GENERATED ALWAYS AS IDENTITY);
         CREATE TABLE h (a INT GENERATED ALWAYS AS IDENTITY, b INT,
             c INT GENERATED ALWAYS AS (b / 2) STORED, e INT) INHERITS (p);",
    );
    let columns = schema.tables[1].columns.iter().map(|of| {
        let expr = of.generated.as_ref().map(ToString::to_string);
        (of.is_identity, of.is_nullable, expr.unwrap_or_default())
    });
    let wanted = [
        (true, false, ""),
        (false, true, ""),
        (false, true, "b / 2"),
        (false, false, ""),
        (false, true, "b + 1"),
        (false, false, ""),
    ];
    let wanted = wanted.map(|(identity, nullable, expr)| (identity, nullable, expr.to_owned()));
    assert_eq!(columns.collect::<Vec<_>>(), wanted);
}

/// If it failed, an heir would lose a column or a check that became its own, or that it has of another table.
#[test]
fn what_is_dropped_only_of_one_parent_is_the_heirs_own() {
    let tables = "CREATE TABLE p (a INT, b INT, CONSTRAINT k CHECK (b > 0));
        CREATE TABLE q (a INT, b INT, CONSTRAINT k CHECK (b > 0)); CREATE TABLE c () INHERITS (p, q);";
    has(
        &format!(
            "{tables} ALTER TABLE ONLY p DROP COLUMN a; ALTER TABLE ONLY p DROP CONSTRAINT k;
             ALTER TABLE q DROP COLUMN a; ALTER TABLE q DROP CONSTRAINT k;"
        ),
        &["p: b", "q: b", "c: a, b; b > 0"],
        0,
    );
    has(
        &format!(
            "{tables} ALTER TABLE p DROP COLUMN a; ALTER TABLE p DROP CONSTRAINT k;
             ALTER TABLE q DROP COLUMN a; ALTER TABLE q DROP CONSTRAINT k;"
        ),
        &["p: b", "q: b", "c: b"],
        0,
    );
}

/// If it failed, a table would be changed with another one from which PostgreSQL does not let it inherit.
#[test]
fn what_lacks_something_does_not_inherit() {
    let table = "CREATE TABLE p (a INT NOT NULL, b INT, CONSTRAINT k CHECK (b > 0));";
    for (heir, unsaid) in [
        ("a INT NOT NULL, b INT, CONSTRAINT k CHECK (b > 0)", 0),
        ("a INT NOT NULL, b INT", 1),
        ("a INT, b INT, CONSTRAINT k CHECK (b > 0)", 1),
        ("a INT NOT NULL, b TEXT, CONSTRAINT k CHECK (b > 0)", 1),
        ("a INT NOT NULL, CONSTRAINT k CHECK (a > 0)", 1),
    ] {
        let text = format!(
            "{table} CREATE TABLE h ({heir}); ALTER TABLE h INHERIT p; ALTER TABLE p ADD COLUMN c INT;"
        );
        let schema = read(&text);
        assert_eq!(schema.unsaid.len(), unsaid, "{heir}: {:?}", schema.unsaid);
        assert_eq!(schema.tables[1].column("c").is_some(), unsaid == 0, "{heir}");
    }
    let text = "CREATE TABLE p (a INT, b INT GENERATED ALWAYS AS (a) STORED);
        CREATE TABLE q (a INT, b INT GENERATED ALWAYS AS (a + 1) STORED); CREATE TABLE h () INHERITS (p, q);";
    assert_eq!(read(text).unsaid.len(), 1);
    assert_eq!(read(&text.replace(" + 1", "")).unsaid.len(), 0);
}

/// If it failed, a row would be listed that a domain refuses, or the check of a domain be held against another column.
#[test]
fn the_value_of_a_domain_is_no_column() {
    has(
        "CREATE DOMAIN d AS TEXT CHECK (nullif(VALUE, '') IS NOT NULL);
         CREATE DOMAIN e AS INT CHECK ((VALUE) IS NOT NULL); CREATE DOMAIN f AS INT CHECK (VALUE > 5);
         CREATE TABLE t (a d, b e, c f, value INT); CREATE TABLE u (c f, value INT);
         ALTER TABLE t DROP COLUMN value; ALTER TABLE u RENAME value TO other;",
        &[
            "t: a, b!, c; nullif(VALUE, '') IS NOT NULL; VALUE > 5",
            "u: c, other; VALUE > 5",
        ],
        0,
    );
    let text =
        "CREATE DOMAIN f AS INT CHECK (VALUE > 5); CREATE TABLE t (value INT, c f NOT NULL);";
    let spec = read(text).spec("schema.sql", &Choices::default(), &[]).text;
    assert!(spec.contains("--@ C: values 6, 7, 8\n"), "{spec}");
}
