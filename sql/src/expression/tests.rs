use sqlparser::dialect::PostgreSqlDialect;
use sqlparser::parser::Parser;

use super::*;

/// Whether PostgreSQL lets a row pass in which `x` is 0.
fn passes(check: &str) -> bool {
    let mut parser = Parser::new(&PostgreSqlDialect {}).try_with_sql(check).unwrap();
    let row = Row {
        dialect: Dialect::Postgres,
        value: &|name| (name == "x").then_some(Value::Integer(0)),
        column: &|_| None,
    };
    let check = parser.parse_expr().unwrap();
    !refuses_all(row.dialect, &check) && row.passes(&check).unwrap()
}

/// PostgreSQL 15.18 answers so. If it failed, a row would be missing whose error PostgreSQL never comes to: one side decides, or
/// what is true or false in each row is found out first.
#[test]
fn an_error_that_postgres_does_not_come_to() {
    for check in [
        "x = 0 OR 1 / x = 1",
        "NOT (1 / x = 1 AND 1 <> 1)",
        "1 / x = 1 OR (1 = 1 OR x = 2)",
        "1 / x = 1 OR NOT (1 = 2)",
        "x NOT BETWEEN 2 AND 1 / x",
        "(x BETWEEN 2 AND 1 / x) IS FALSE",
        "x IN (0, 1 / x)",
        "x IN (1 / x, 5, 0)",
    ] {
        assert!(passes(check), "{check}");
    }
    for check in [
        "1 / x = 1 OR x = 0",
        "x BETWEEN 0 AND 1 / x",
        "1 / x = 1 AND 1 = 1",
        "x IN (1 / x, 0)",
        "nullif(x, 1 / x) = 0",
    ] {
        assert!(!passes(check), "{check}");
    }
}

/// Whether a check of a column `a` passes, or nothing if that is not known.
fn lets_pass(ty: &str, value: Value, check: &str) -> Option<bool> {
    let table = format!("CREATE TABLE t (a {ty})");
    let schema = crate::schema::Schema::read(&[table], Some(Dialect::Postgres)).unwrap();
    let column = &schema.tables[0].columns[0];
    let row = Row {
        dialect: Dialect::Postgres,
        value: &|name| (name == "a").then(|| value.clone()),
        column: &|name| (name == "a").then_some(column),
    };
    let mut parser = Parser::new(&PostgreSqlDialect {}).try_with_sql(check).unwrap();
    row.passes(&parser.parse_expr().unwrap()).ok()
}

/// PostgreSQL 15.18 answers so. If it failed, a row would be missing that PostgreSQL takes, or be listed that it refuses: a text
/// in quotes is read as what stands beside it is.
#[test]
fn a_text_in_quotes_is_read_as_what_stands_beside_it() {
    let (zoned, local) = ("2022-04-01 00:00:00+00", "2022-04-01 00:00:00");
    for (ty, value, check, passes) in [
        ("timestamp", local, "a = '2022-04-01 00:00:00+05'", true),
        (
            "timestamp",
            local,
            "a BETWEEN '2022-04-01 00:00:00+05' AND '2022-04-01 00:00:00.0-03'",
            true,
        ),
        ("timestamp", local, "a = DATE '2022-04-01'", true),
        ("timestamptz", zoned, "a = '2022-04-01 01:00:00+01'", true),
        ("timestamptz", zoned, "a <> '2022-04-01 01:00:00+01'", false),
        ("timestamptz", zoned, "a < '2022-04-01 01:00:00+01'::timestamp with time zone", false),
        ("text", zoned, "a = '2022-04-01 01:00:00+01'", false),
        ("date", "2022-04-01", "a = '2022-04-01 23:00:00-05'", true),
        ("date", "2022-04-01", "a < TIMESTAMP '2022-04-01 00:00:01'", true),
        ("date", "2022-04-01", "nullif(a, '2022-04-01 10:00') IS NULL", true),
        ("date", "2022-04-01", "CASE a WHEN '2022-04-01 10:00' THEN TRUE ELSE FALSE END", true),
        ("date", "2022-04-01", "a IS NOT DISTINCT FROM '2022-04-01 10:00'", true),
        ("time", "01:00:00", "a = '01:00'", true),
        ("char(2)", "a", "a LIKE '__'", true),
        ("char(2)", "a", "a LIKE 'a'", false),
        ("char(2)", "ab", "a LIKE '%b%'", true),
        ("char(9000)", "a", "a LIKE '%a% % % % % % % % %a'", false),
        ("text", "xaby", "a LIKE '%a_y%'", true),
        ("text", "aab", "a LIKE '%ab'", true),
        ("text", "ab", "a LIKE '%a_b%'", false),
        ("int4range", "[1,2)", "a = '[1,2)'", true),
        ("interval", "1 day", "a <> '1 day'", false),
        ("text", "a", "a = '1 day'::text", false),
    ] {
        let value = Value::Text(value.to_owned());
        assert_eq!(lets_pass(ty, value, check), Some(passes), "{ty}: {check}");
    }
    for (ty, value, check, passes) in [
        ("int", Value::Integer(5), "a > '3'", true),
        ("int", Value::Integer(5), "a > '-3'::integer", true),
        ("smallint", Value::Integer(2), "a IN ('1', ' 2 ')", true),
        ("numeric", Value::Integer(1), "a > '0.5'", true),
        ("boolean", Value::Boolean(true), "a = ' YES '", true),
        ("boolean", Value::Boolean(true), "a = 'tr'", true),
        ("boolean", Value::Boolean(false), "a = 'off'", true),
        ("int", Value::Integer(1), "a / 2 > 0", false),
    ] {
        assert_eq!(lets_pass(ty, value, check), Some(passes), "{ty}: {check}");
    }
    // A fraction, and what depends on the time zone of a session.
    for (ty, value, check) in [
        ("int", Value::Integer(1), "a::numeric / 2 > 0"),
        ("numeric", Value::Integer(1), "(a + 0) / 2 > 0"),
        ("timestamptz", Value::Text(zoned.to_owned()), "a = '2022-04-01'"),
        ("timestamptz", Value::Text(zoned.to_owned()), "a > DATE '2022-03-01'"),
        // What is written in several ways, and what is too long.
        ("int4range", Value::Text("[1,2)".to_owned()), "a = '[1,1]'"),
        ("int", Value::Integer(1), "'[1,2)'::int4range = '[1,1]'::int4range"),
        ("date", Value::Text("2022-04-01".to_owned()), "'[2022-04-01,)'::daterange IS NULL"),
        ("interval", Value::Text("1 day".to_owned()), "a <> '24 hours'"),
        ("char(100000)", Value::Text("a".to_owned()), "a LIKE 'a%'"),
        ("char(10000000)", Value::Text("a".to_owned()), "a ~ 'a'"),
    ] {
        assert_eq!(lets_pass(ty, value, check), None, "{ty}: {check}");
    }
}

/// PostgreSQL 15.18 answers so. If it failed, rows would be listed of a table that takes none.
#[test]
fn a_constant_that_fails_refuses_each_row() {
    for check in [
        "x = 0 OR 1 / 0 = 1",
        "1 / 0 = 1 OR 1 = 1",
        "CASE WHEN x = 0 THEN TRUE ELSE 1 / 0 = 1 END",
        "CASE x WHEN 0 THEN TRUE WHEN 1 / 0 THEN FALSE END",
        "CASE WHEN x = 1 THEN 1 / 0 ELSE 1 END = 1",
        "coalesce(x, 1 / 0) = 0",
        "x IN (0, 1 / 0)",
        "x = ANY (ARRAY[0, 1 / 0])",
        "NULL = 1 / 0",
        "x = 0 OR mod(1, 0) = 1",
        "x = 0 OR 1 / 0 IS NULL",
        "NOT (x = 1 AND 1 / 0 = 1)",
    ] {
        assert!(!passes(check), "{check}");
    }
    for check in [
        "1 = 1 OR 1 / 0 = 1",
        "(x = 0 OR 1 = 1) OR 1 / 0 = 1",
        "(1 = 1 OR x = 0) IS TRUE OR 1 / 0 = 1",
        "NOT ((x = 1 AND 1 = 2) AND 1 / 0 = 1)",
        "CASE WHEN 1 = 1 THEN TRUE ELSE 1 / 0 = 1 END",
        "CASE WHEN 1 = 2 THEN 1 / 0 = 1 WHEN x = 0 THEN TRUE END",
        "CASE 1 WHEN 1 THEN TRUE WHEN 1 / 0 THEN FALSE END",
        "CASE WHEN x = 0 OR 1 = 1 THEN TRUE ELSE 1 / 0 = 1 END",
        "coalesce(1, 1 / 0) = 1",
    ] {
        assert!(passes(check), "{check}");
    }
}

/// If it failed, the bounds of a few thousand partitions would take hours: each side of a chain was looked at again for each of its
/// prefixes.
#[test]
fn a_long_chain_is_looked_at_once() {
    let work = || {
        for (op, is_so) in [("OR", false), ("AND", true)] {
            let operands: Vec<String> = (1..=10_000)
                .map(|n| if is_so { format!("x <> {n}") } else { format!("x = {n}") })
                .collect();
            let chain = operands.join(&format!(" {op} "));
            assert_eq!(passes(&chain), is_so);
            // What fails first is known by the last operand only.
            let decides = if is_so { "1 = 2" } else { "1 = 1" };
            assert_eq!(passes(&format!("1 / x = 1 {op} {chain} {op} {decides}")), !is_so);
        }
    };
    // The parser takes a place on the stack for each operand.
    std::thread::Builder::new().stack_size(1 << 28).spawn(work).unwrap().join().unwrap();
}
