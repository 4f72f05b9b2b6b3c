//! Tables of PostgreSQL that are parted, that inherit, and checks by regular expressions.

use super::{assert_has, made_of};

/// If it failed, rows would be listed that no partition takes, or without a key that a partition has.
#[test]
fn partitions_are_checks_of_the_whole() {
    let spec = made_of(
        "parted.sql",
        "CREATE TABLE kind (id serial PRIMARY KEY);\n\
         CREATE TABLE payment (at timestamp with time zone NOT NULL, kind integer) PARTITION BY RANGE (at);\n\
         CREATE TABLE early PARTITION OF payment FOR VALUES FROM ('2022-01-01 00:00:00+00') TO ('2022-02-01 01:00:00+01');\n\
         CREATE TABLE late (at timestamp with time zone NOT NULL, kind integer, CHECK (kind > 1));\n\
         ALTER TABLE ONLY payment ATTACH PARTITION late FOR VALUES FROM ('2022-02-01 01:00:00+01') TO (MAXVALUE);\n\
         ALTER TABLE ONLY early ADD CONSTRAINT f FOREIGN KEY (kind) REFERENCES kind(id);\n\
         CREATE TABLE lost (a integer) PARTITION BY LIST (a);\n\
         CREATE TABLE spread (a integer) PARTITION BY HASH (a);\n\
         CREATE TABLE half PARTITION OF spread FOR VALUES WITH (MODULUS 2, REMAINDER 0);\n\
         CREATE TABLE odd (a serial);\nCREATE TABLE other (a integer REFERENCES half(a));\n",
    );
    assert_has(
        &spec,
        &[
            "--@ At_2022_01_01_00_00_00_00: values '2022-01-01 00:00:00+00'\n",
            "--@ OtherAt: values '2022-02-01 00:00:00+00', '2099-01-01 00:00:00+00'\n",
            "all r: Payment | ((r.at in At_2022_01_01_00_00_00_00) and some r.kind) implies some s: Kind |",
            "  no Lost  -- CHECK (false)\n",
            "-- not said: that a part of spread takes each row: which rows its parts take depends on a hash, line 9\n",
        ],
    );
    assert!(!spec.contains("sig Early") && !spec.contains("sig Late"), "{spec}");
}

/// If it failed, an heir would lack columns or checks, or have keys that it does not have.
#[test]
fn heirs_have_columns_and_checks() {
    let text = "CREATE TABLE town (name text NOT NULL UNIQUE, people integer CHECK (people > 0));\n\
         CREATE TABLE capital (state char(2)) INHERITS (town);\n\
         ALTER TABLE town ADD COLUMN height integer;\nALTER TABLE town ADD CHECK (height <> people);\n\
         ALTER TABLE ONLY town ADD CONSTRAINT k PRIMARY KEY (name);\n";
    let spec = made_of("heirs.sql", &("CREATE TYPE t AS ENUM ('a');\n".to_owned() + text));
    assert_has(
        &spec,
        &[
            "sig Capital {\n  name: one Name,\n  people: lone People_,\n  state: lone State,\n  height: lone People_\n}",
        ],
    );
    let facts = spec.split("sig Capital").nth(1).and_then(|rest| rest.split("sig ").next());
    let facts = facts.expect("it is a sig");
    assert!(
        facts.contains("CHECK (people > 0)") && facts.contains("CHECK (height <> people)"),
        "{facts}"
    );
    assert!(!facts.contains("unique"), "{facts}");
    let other = made_of("heirs_of_none.sql", &("PRAGMA foreign_keys = ON;\n".to_owned() + text));
    assert_has(&other, &["-- not said: the table capital is made of another one, line 3\n"]);
}

/// If it failed, no text that matches would be among the values, or one that does not would pass.
#[test]
fn regular_expressions_are_matched() {
    let spec = made_of(
        "codes.sql",
        "SET standard_conforming_strings = off;\nCREATE TYPE MOOD AS ENUM ('sad');\n\
         CREATE TABLE work (code character(15) CHECK (code ~ '^T-?\\\\d{3}.?\\\\d{3}.?\\\\d{3}[-.]?\\\\d$'),\n\
         word text CHECK (word !~* '^A$'),\nother text CHECK (other ~ '(?=a)'), m mood NOT NULL, p quux, q text CHECK (q = 'it\\'s'));\n",
    );
    assert_has(
        &spec,
        &[
            "--@ Code: values 'T-00000000000-0', 'T-11111111111.1', 'T-22222222222-2'\n",
            "--@ M_sad: values 'sad'\n",
            "--@ Q_it_s: values 'it''s'\n",
            "the regular expression '(?=a)': its options are not known, line 5\n",
            "-- not said: work.p: the type quux is not known, so only NULL stands there, line 5\n",
        ],
    );
    assert!(!spec.contains("Word: values 'a'"), "{spec}");
}
