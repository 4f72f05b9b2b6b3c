use super::*;
use crate::dialect::Dialect;
use crate::query::ReadQuery;
use crate::views::Views;

fn made(query: &str) -> Vec<(String, String)> {
    let read = ReadQuery::new(query, Dialect::Sqlite).unwrap();
    let (found, passed) = obligations(read.parsed().unwrap(), &Views::default());
    assert_eq!(passed, []);
    found.into_iter().map(|one| (format!("{}: {}", one.kind, one.said), one.query)).collect()
}

#[track_caller]
fn has(query: &str, said: &str, wanted: &str) {
    let all = made(query);
    let one = all.iter().find(|(own, _)| own == said);
    let one = one.unwrap_or_else(|| panic!("{said}: {all:#?}"));
    assert_eq!(one.1, wanted, "{said}");
}

/// If it failed, an obligation would be asked of other rows than the user's clause looks at.
#[test]
fn each_clause() {
    has(
        "SELECT a FROM t WHERE a > 1 AND NOT b = 2",
        "where: b = 2 is unknown",
        "SELECT a FROM t WHERE (((a > 1 AND NOT true) IS TRUE) <> ((a > 1 AND NOT false) IS TRUE)) AND ((b = 2) IS NULL)",
    );
    has(
        "SELECT count(*) FROM t JOIN u ON t.a = u.a LEFT JOIN v ON u.b = v.b",
        "on: u.b = v.b is false",
        "SELECT 1 FROM t JOIN u ON t.a = u.a CROSS JOIN v WHERE ((u.b = v.b) IS FALSE)",
    );
    has(
        "SELECT t.a FROM t JOIN u ON t.a = u.a",
        "join: JOIN u: a row of it has no partner",
        "SELECT 1 FROM u WHERE NOT EXISTS (SELECT 1 FROM t WHERE t.a = u.a)",
    );
    has(
        "SELECT a FROM t NATURAL LEFT JOIN u",
        "join: JOIN u: a row before it has no partner",
        "SELECT 1 FROM t NATURAL LEFT JOIN (SELECT *, 1 AS korrel_row FROM u) AS u WHERE korrel_row IS NULL",
    );
    has(
        "SELECT a, sum(CASE WHEN b > 0 THEN 1 ELSE 0 END) FROM t WHERE c = 1 GROUP BY a HAVING count(*) > 1",
        "case: b > 0 is true",
        "SELECT 1 FROM t WHERE (c = 1) AND ((b > 0) IS TRUE)",
    );
    has(
        "SELECT a FROM t WHERE c = 1 GROUP BY a HAVING count(*) > 1",
        "having: count(*) > 1 is true",
        "SELECT a FROM t WHERE c = 1 GROUP BY a HAVING ((count(*) > 1) IS TRUE)",
    );
    has(
        "SELECT CASE a WHEN 1 THEN 2 WHEN 3 THEN 4 END FROM t",
        "case: a = 3 is true",
        "SELECT CASE a WHEN 1 THEN 2 WHEN 3 THEN 4 END FROM t WHERE (((a = 1) IS NOT TRUE) AND ((a = 3) IS TRUE))",
    );
}

/// If it failed, a join by a comma would be tested by rows with a partner alone.
#[test]
fn a_comma_is_a_join() {
    let query = "SELECT a.x FROM a, b AS c, d WHERE a.x = C.y AND c.z > 1 AND (d.z = c.z)";
    has(
        query,
        "join: JOIN b AS c: a row before it has no partner",
        "SELECT 1 FROM a WHERE NOT EXISTS (SELECT 1 FROM b AS c WHERE (a.x = C.y))",
    );
    has(
        query,
        "join: JOIN b AS c: a row of it has no partner",
        "SELECT 1 FROM b AS c WHERE NOT EXISTS (SELECT 1 FROM a WHERE (a.x = C.y))",
    );
    has(query, "join: JOIN d: two rows are joined", "SELECT 1 FROM b AS c, d WHERE (d.z = c.z)");
    // Between OR it does not say which rows are joined, and one table is no pair.
    for where_ in ["a.x = b.x OR a.y = 1", "a.x = a.y", "NOT a.x = b.x"] {
        let all = made(&format!("SELECT 1 FROM a, b WHERE {where_}"));
        assert!(all.iter().all(|(said, _)| !said.starts_with("join")), "{all:?}");
    }
}

/// If it failed, names of the query around would mean nothing, or a common table expression be missing.
#[test]
fn queries_within_queries() {
    has(
        "SELECT a FROM t WHERE EXISTS (SELECT 1 FROM u WHERE u.a = t.a AND u.b IS NULL) OR c",
        "where: u.b IS NULL is false",
        "SELECT a FROM t WHERE (((true OR c) IS TRUE) <> ((false OR c) IS TRUE)) AND \
         (EXISTS (SELECT 1 FROM u WHERE (((u.a = t.a AND true) IS TRUE) <> ((u.a = t.a AND false) IS TRUE)) AND \
         ((u.b IS NULL) IS FALSE)))",
    );
    has(
        "WITH w AS (SELECT a FROM t WHERE a = 1), x AS (SELECT a FROM w WHERE a = 2) SELECT a FROM x WHERE a = 3",
        "where: a = 2 is true",
        "WITH w AS (SELECT a FROM t WHERE a = 1) SELECT a FROM w WHERE ((a = 2) IS TRUE)",
    );
    has(
        "SELECT a FROM (SELECT a FROM t WHERE b = 1) AS d UNION SELECT a FROM t WHERE b = 2",
        "where: b = 1 is true",
        "SELECT a FROM t WHERE ((b = 1) IS TRUE)",
    );
}

#[test]
fn what_is_never_unknown() {
    let all = made("SELECT a FROM t WHERE a IS NULL AND EXISTS (SELECT 1 FROM u) AND 1");
    let said: Vec<&str> = all.iter().map(|(said, _)| said.as_str()).collect();
    assert_eq!(
        said,
        [
            "where: a IS NULL is true",
            "where: a IS NULL is false",
            "where: EXISTS (SELECT 1 FROM u) is true",
            "where: EXISTS (SELECT 1 FROM u) is false"
        ]
    );
}

#[test]
fn what_is_passed_over_is_told() {
    let read = ReadQuery::new(
        "SELECT a FROM t, LATERAL (SELECT 1 FROM u WHERE u.a = t.a) AS l",
        Dialect::Postgres,
    );
    let (_, passed) = obligations(read.unwrap().parsed().unwrap(), &Views::default());
    assert!(passed[0].1.starts_with("LATERAL"), "{passed:?}");
}

/// If it failed, a join by a comma would be tested by half of its condition, or told of a table that it does not join.
#[test]
fn an_equality_that_names_no_table_is_told_where_it_may_join() {
    for (query, wanted) in [
        ("FROM a, b AS c WHERE a.z = 1 AND x = c.y", &["x = c.y as a join of b AS c"][..]),
        (
            "FROM a, b WHERE a.x = b.x AND a.z = y AND v = w",
            &["a.z = y as a join of b", "v = w as a join of b"],
        ),
        ("FROM a, b, c WHERE x = c.y", &["x = c.y as a join of c"]),
        ("FROM a, b, c WHERE a.x = y", &["a.x = y as a join of b", "a.x = y as a join of c"]),
        ("FROM a, b WHERE x = 1 OR x = y", &[]),
        ("FROM o WHERE EXISTS (SELECT 1 FROM a, b WHERE x = o.y)", &[]),
    ] {
        let read = ReadQuery::new(&format!("SELECT 1 {query}"), Dialect::Sqlite).unwrap();
        let (_, passed) = obligations(read.parsed().unwrap(), &Views::default());
        let wanted = wanted.iter().map(|said| format!("{said}: say whose columns they are"));
        let said: Vec<String> = passed.into_iter().map(|(_, said)| said).collect();
        assert_eq!(said, wanted.collect::<Vec<String>>(), "{query}");
    }
}

/// If it failed, what a view keeps and drops would be tested by nothing.
#[test]
fn a_view_is_asked_as_it_is_defined() {
    let schema = "CREATE VIEW v AS SELECT a FROM t WHERE b > 1; CREATE VIEW w (x) AS SELECT a FROM v WHERE a = 2 ORDER BY a;
        CREATE VIEW c AS SELECT 1 FROM d; CREATE VIEW d AS SELECT 1 FROM c WHERE 2 > 1";
    let views = Views::read(&[schema.to_owned()], Dialect::Sqlite);
    let of = |query: &str| {
        let read = ReadQuery::new(query, Dialect::Sqlite).unwrap();
        let (found, passed) = obligations(read.parsed().unwrap(), &views);
        assert_eq!(passed, []);
        let said =
            |one: Obligation| format!("{}:{} {}", one.place.line, one.place.column, one.said);
        found.into_iter().map(said).collect::<Vec<String>>()
    };
    let all = |said: &str| ["true", "false", "unknown"].map(|truth| format!("{said} is {truth}"));
    let twice = of("SELECT x FROM w\nCROSS JOIN V");
    assert_eq!(twice, [all("1:15 w: v: b > 1"), all("1:15 w: a = 2")].concat());
    // A common table expression hides a view of its name, and a circle of views ends.
    assert_eq!(of("WITH v AS (SELECT 1) SELECT * FROM v"), Vec::<String>::new());
    assert_eq!(of("SELECT * FROM c"), all("1:15 c: d: 2 > 1"));
}

/// If it failed, keys of ORDER BY would be asked of other rows than those that are ordered.
#[test]
fn what_stands_behind_the_rows() {
    has(
        "SELECT a AS n FROM t WHERE b = 1 ORDER BY n DESC, c LIMIT 2 OFFSET 1",
        "order: two rows that are alike before it differ in c",
        "SELECT 1 FROM (SELECT a AS n, a AS korrel_key1, c AS korrel_key2 FROM t WHERE b = 1) AS korrel_rows \
         GROUP BY korrel_key1 HAVING COUNT(DISTINCT korrel_key2) > 1",
    );
    has(
        "SELECT a AS n FROM t WHERE b = 1 ORDER BY n DESC, c LIMIT 2 OFFSET 1",
        "limit: LIMIT 2: as many rows",
        "SELECT COUNT(*) FROM (SELECT a AS n FROM t WHERE b = 1) AS korrel_rows HAVING COUNT(*) = 3",
    );
    has(
        "SELECT a FROM t WHERE b = (SELECT b FROM u WHERE u.a = t.a ORDER BY c LIMIT 1)",
        "order: two rows are alike in c",
        "SELECT a FROM t WHERE (EXISTS (SELECT 1 FROM (SELECT b, c AS korrel_key1 FROM u WHERE u.a = t.a) AS korrel_rows \
         GROUP BY korrel_key1 HAVING COUNT(*) > 1))",
    );
    has(
        "SELECT a, b AS n FROM t UNION SELECT c, d FROM u ORDER BY n, 1, n",
        "order: two rows are alike in all keys",
        "SELECT 1 FROM (SELECT a AS korrel_key2, b AS korrel_key1 FROM t UNION SELECT c, d FROM u) AS korrel_rows \
         GROUP BY korrel_key1, korrel_key2, korrel_key1 HAVING COUNT(*) > 1",
    );
    // Nobody sees the order of rows that are only looked for, or counted.
    let all = made("SELECT a FROM t WHERE a IN (SELECT a FROM u ORDER BY b)");
    assert!(all.iter().all(|(said, _)| !said.starts_with("order")), "{all:?}");
}

#[test]
fn an_order_or_a_limit_that_is_not_known_is_told() {
    for (end, wanted) in [
        ("SELECT * FROM t ORDER BY 1", "ORDER BY 1"),
        ("SELECT DISTINCT a FROM t ORDER BY b", "ORDER BY b"),
        ("SELECT a + 1 AS b FROM t ORDER BY b + 1", "ORDER BY b + 1"),
        ("SELECT a FROM t LIMIT 1 + 1", "LIMIT 1 + 1"),
        ("SELECT * FROM t UNION SELECT * FROM u ORDER BY a", "ORDER BY a"),
    ] {
        let read = ReadQuery::new(end, Dialect::Sqlite).unwrap();
        let (_, passed) = obligations(read.parsed().unwrap(), &Views::default());
        let said: Vec<String> = passed.into_iter().map(|(_, said)| said).collect();
        assert_eq!(said, [wanted], "{end}");
    }
}
