//! Mutants of a query: the query with one small change, as somebody may have written it by mistake.
//!
//! The problem: which databases must a test of a query have? Those on which each mistake that is likely shows. The mistakes are
//! those of SQLMutation (Tuya, Suárez-Cabal, de la Riva, "Mutating database queries", Information and Software Technology 49,
//! 2007), by its own names in parentheses:
//!
//! | kind | what is changed |
//! |---|---|
//! | `join` | the kind of a join (JOI) |
//! | `comparison` | `=`, `<>`, `<`, `<=`, `>`, `>=` (ROR), the ends of BETWEEN (BTW), LIKE and NOT LIKE (LKE) |
//! | `null` | IS NULL and IS NOT NULL (NLF), COALESCE that is missing, unknown that counts as true (NLI) |
//! | `condition` | a condition that is missing, or negated (UOI) |
//! | `connective` | AND and OR (LCR) |
//! | `subquery` | IN, NOT IN, EXISTS, NOT EXISTS, ANY, ALL (SUB) |
//! | `distinct` | DISTINCT (SEL) |
//! | `aggregate` | the function, and whether it counts rows, values or different values (AGR) |
//! | `group` | a key of GROUP BY that is missing (GRU) |
//! | `constant` | a number one more or less (UOI) |
//! | `arithmetic` | `+`, `-`, `*`, `/` (AOR) |
//! | `set` | UNION, UNION ALL, INTERSECT, EXCEPT (UNI) |
//! | `order` | the direction of a key, and a key that is missing (ORD) |
//! | `limit` | LIMIT and OFFSET one more or less, or missing |
//!
//! Not made: another column in place of one (IR), which are many and of other types, and absolute values (ABS), for numbers
//! below 0 are seldom among those that are tried.
//!
//! A mutant is the text that the parser's tree gives, so what is not changed may be written otherwise than by the user.
//! Whoever asks compares that with the user's own text, too.

mod clauses;
mod expressions;

use std::collections::BTreeSet;

use sqlparser::ast::{Expr, Query, Select, SetExpr, TableWithJoins};

use crate::parts::{Part, TextPlace, walk};

/// A query with one change.
#[derive(Clone, Debug)]
pub struct Mutant {
    pub place: TextPlace,
    pub kind: &'static str,
    /// What stands there, and what stands there in its place. Nothing, where it is left out.
    pub before: String,
    pub after: String,
    /// The whole text.
    pub query: String,
}

/// A change of one part.
struct Mutation {
    place: TextPlace,
    kind: &'static str,
    before: String,
    after: String,
    part: NewPart,
}

enum NewPart {
    Query(Box<Query>),
    Set(Box<SetExpr>),
    Select(Box<Select>),
    From(Box<TableWithJoins>),
    Expr(Box<Expr>),
}

/// The mutants of a query, in the order of its parts, each text once.
pub fn mutants(query: &Query) -> Vec<Mutant> {
    let mut mutations: Vec<(usize, Mutation)> = Vec::new();
    let mut at = 0;
    walk(&mut query.clone(), &mut |part| {
        mutations.extend(of_part(&part).into_iter().map(|mutation| (at, mutation)));
        at += 1;
    });
    let mut seen = BTreeSet::from([query.to_string()]);
    let made = mutations.into_iter().filter_map(|(at, mutation)| {
        let Mutation { place, kind, before, after, part } = mutation;
        let query = changed(query, at, part).to_string();
        seen.insert(query.clone()).then_some(Mutant { place, kind, before, after, query })
    });
    let mut made: Vec<Mutant> = made.collect();
    made.sort_by_key(|mutant| mutant.place);
    made
}

fn of_part(part: &Part<'_>) -> Vec<Mutation> {
    match part {
        Part::Query(query, of) => clauses::of_query(query, *of),
        Part::Set(set) => clauses::of_set(set),
        Part::Select(select, of) => clauses::of_select(select, *of),
        Part::From(from) => clauses::of_joins(from),
        Part::Expr(expr) => expressions::of_expr(expr),
    }
}

/// The query with another part at this place of the walk.
fn changed(query: &Query, place: usize, new: NewPart) -> Query {
    let mut query = query.clone();
    let (mut at, mut new) = (0, Some(new));
    walk(&mut query, &mut |part| {
        if at == place {
            match (part, new.take()) {
                (Part::Query(old, _), Some(NewPart::Query(new))) => *old = *new,
                (Part::Set(old), Some(NewPart::Set(new))) => *old = *new,
                (Part::Select(old, _), Some(NewPart::Select(new))) => *old = *new,
                (Part::From(old), Some(NewPart::From(new))) => *old = *new,
                (Part::Expr(old), Some(NewPart::Expr(new))) => *old = *new,
                _ => unreachable!("the walk is the same"),
            }
        }
        at += 1;
    });
    query
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dialect::Dialect;
    use crate::query::ReadQuery;

    fn made(query: &str) -> Vec<String> {
        let read = ReadQuery::new(query, Dialect::Sqlite).unwrap();
        mutants(read.parsed().unwrap()).into_iter().map(|mutant| mutant.query).collect()
    }

    /// If it failed, a kind of mistake would have no mutant.
    #[test]
    fn each_kind() {
        for (query, mutant) in [
            ("SELECT a FROM t JOIN u ON t.x = u.x", "SELECT a FROM t LEFT JOIN u ON t.x = u.x"),
            ("SELECT a FROM t LEFT JOIN u ON t.x = u.x", "SELECT a FROM t JOIN u ON t.x = u.x"),
            ("SELECT a FROM t WHERE a <= 5", "SELECT a FROM t WHERE a < 5"),
            ("SELECT a FROM t WHERE a <= 5", "SELECT a FROM t WHERE a <= 6"),
            ("SELECT a FROM t WHERE a <= 5", "SELECT a FROM t WHERE (a <= 5 OR (a <= 5) IS NULL)"),
            ("SELECT a FROM t WHERE a <= 5", "SELECT a FROM t"),
            ("SELECT a FROM t WHERE a IS NULL", "SELECT a FROM t WHERE a IS NOT NULL"),
            ("SELECT a FROM t WHERE a AND b", "SELECT a FROM t WHERE (a OR b)"),
            ("SELECT a FROM t WHERE a AND b", "SELECT a FROM t WHERE b"),
            ("SELECT a FROM t WHERE NOT a", "SELECT a FROM t WHERE a"),
            ("SELECT a FROM t WHERE a IN (1)", "SELECT a FROM t WHERE a NOT IN (1)"),
            (
                "SELECT a FROM t WHERE EXISTS (SELECT 1 FROM u)",
                "SELECT a FROM t WHERE NOT EXISTS (SELECT 1 FROM u)",
            ),
            ("SELECT COALESCE(a, 0) FROM t", "SELECT a FROM t"),
            ("SELECT DISTINCT a FROM t", "SELECT a FROM t"),
            ("SELECT a FROM t", "SELECT DISTINCT a FROM t"),
            ("SELECT SUM(a) FROM t", "SELECT AVG(a) FROM t"),
            ("SELECT COUNT(a) FROM t", "SELECT COUNT(*) FROM t"),
            ("SELECT COUNT(a) FROM t", "SELECT COUNT(DISTINCT a) FROM t"),
            ("SELECT a, COUNT(*) FROM t GROUP BY a", "SELECT a, COUNT(a) FROM t GROUP BY a"),
            ("SELECT a FROM t GROUP BY a HAVING a > b", "SELECT a FROM t GROUP BY a"),
            ("SELECT a FROM t UNION SELECT b FROM t", "SELECT a FROM t UNION ALL SELECT b FROM t"),
            ("SELECT a FROM t ORDER BY a, b", "SELECT a FROM t ORDER BY a DESC, b"),
            ("SELECT a FROM t ORDER BY a, b", "SELECT a FROM t ORDER BY a"),
            ("SELECT a FROM t LIMIT 1", "SELECT a FROM t LIMIT 2"),
            ("SELECT a FROM t LIMIT 1", "SELECT a FROM t"),
            ("SELECT a + b FROM t", "SELECT (a - b) FROM t"),
            ("SELECT a FROM t WHERE a BETWEEN b AND c", "SELECT a FROM t WHERE (a > b AND a <= c)"),
            (
                "WITH w AS (SELECT a FROM t WHERE a < b) SELECT a FROM w",
                "WITH w AS (SELECT a FROM t WHERE a > b) SELECT a FROM w",
            ),
        ] {
            let all = made(query);
            assert!(all.iter().any(|made| made == mutant), "{mutant}\n{}", all.join("\n"));
        }
    }

    /// If it failed, a change in the middle would be one of something else.
    #[test]
    fn a_change_keeps_what_binds() {
        let all = made("SELECT 1 FROM t WHERE a AND b AND c");
        assert!(all.contains(&"SELECT 1 FROM t WHERE (a OR b) AND c".to_owned()), "{all:?}");
        let all = made("SELECT a * b - c FROM t");
        assert!(all.contains(&"SELECT (a + b) - c FROM t".to_owned()), "{all:?}");
        let all = made("SELECT (SELECT COUNT(*) FROM u WHERE u.a = t.a) FROM t");
        assert!(all.iter().all(|made| !made.contains("COUNT(t.a)")), "{all:?}");
        let all = made("SELECT -1 FROM t");
        assert!(all.iter().all(|made| !made.contains("--")), "{all:?}");
    }

    #[test]
    fn a_mutant_stands_at_its_place() {
        let read = ReadQuery::new("-- a\nSELECT a\nFROM t WHERE a > 5;", Dialect::Sqlite).unwrap();
        let all = mutants(read.parsed().unwrap());
        let one = all.iter().find(|mutant| mutant.after == "a >= 5").unwrap();
        assert_eq!((one.place.line, one.place.column), (3, 14));
        assert_eq!((one.before.as_str(), one.kind), ("a > 5", "comparison"));
    }
}
