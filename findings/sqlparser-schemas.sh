#!/usr/bin/env bash
# sqlparser 0.64.0 (Rust): statements of schemas that SQLite and PostgreSQL take, and that the parser of their dialect refuses (November 2026).
# A file that holds one of them is refused as a whole, unless its statements are parsed one by one.
#
# Seen: each is an error at the word that is named here.
#   PostgreSQL: CREATE DOMAIN … NOT NULL (NOT), CREATE VIEW … WITH LOCAL CHECK OPTION (WITH), ON DELETE SET NULL (column) ("(")
#   SQLite: NOT GLOB (GLOB), ISNULL (ISNULL), a type of two words such as LONG INTEGER (INTEGER)
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
mkdir "$work/src"
cat > "$work/Cargo.toml" <<'TOML'
[package]
name = "refused"
version = "0.0.0"
edition = "2021"
[dependencies]
sqlparser = { version = "=0.64.0", default-features = false, features = ["std"] }
TOML
cat > "$work/src/main.rs" <<'RUST'
use sqlparser::dialect::{Dialect, PostgreSqlDialect, SQLiteDialect};
use sqlparser::parser::Parser;

fn main() {
    let statements: [(&dyn Dialect, &str); 6] = [
        (&PostgreSqlDialect {}, "CREATE DOMAIN amount AS integer NOT NULL CHECK (VALUE > 0)"),
        (&PostgreSqlDialect {}, "CREATE VIEW v AS SELECT a FROM t WITH LOCAL CHECK OPTION"),
        (&PostgreSqlDialect {}, "CREATE TABLE t (a integer REFERENCES u ON DELETE SET NULL (a))"),
        (&SQLiteDialect {}, "CREATE TABLE t (a TEXT CHECK (a NOT GLOB 'x*'))"),
        (&SQLiteDialect {}, "CREATE TABLE t (a INTEGER CHECK (a ISNULL OR a > 0))"),
        (&SQLiteDialect {}, "CREATE TABLE t (a LONG INTEGER)"),
    ];
    for (dialect, text) in statements {
        let why = Parser::parse_sql(dialect, text).expect_err(text).to_string();
        let (_, found) = why.split_once("found: ").expect(&why);
        println!("{}", found.split(" at ").next().unwrap());
    }
}
RUST
cargo run --quiet --manifest-path "$work/Cargo.toml" > "$work/found"
printf '%s\n' NOT WITH '(' GLOB ISNULL INTEGER | diff - "$work/found"
python3 - <<'PY'
import sqlite3
for text in ["CHECK (a NOT GLOB 'x*')", "CHECK (a ISNULL OR a > 0)"]:
    sqlite3.connect(":memory:").execute(f"CREATE TABLE t (a {text})")
sqlite3.connect(":memory:").execute("CREATE TABLE t (a LONG INTEGER)")
PY
echo "as seen"
