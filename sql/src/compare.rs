//! Whether two results are the same.
//!
//! The problem: a result is a bag of rows, unless its query says an order. An order need not be whole: rows with equal
//! keys may come in any order, and an engine picks one. Two results that differ in that alone are no difference between
//! two queries.
//!
//! The choice. Where one of the two queries says no order, both results are bags. Where both say one, each result must be
//! one that the other's ORDER BY allows: each is cut where the values of its own keys change, and the other one, cut at
//! the same places, must have the same bags. So `ORDER BY a` and `ORDER BY a, b` are the same until the engine returns
//! rows with the same `a` in another order of `b`.
//!
//! Keys are looked for in the result, by their number, by what SELECT calls them, or as the expression that SELECT has.
//! A key that is not there cannot be compared. Only those before it count then, and without any the result is a bag:
//! whoever says that two queries are the same has to say that, too. An
//! order inside a subquery or a common table expression says nothing of the result.
//!
//! Numbers are compared by value (1 = 1.0 = 1.00), all else by kind and value. The names of columns do not matter, and
//! their number does. Floating numbers are not rounded.

use std::collections::BTreeMap;

use sqlparser::ast::{
    Expr, Ident, OrderByKind, Query, Select, SelectItem, SetExpr, Value as Literal, ValueWithSpan,
};

use crate::tables::unnested;
use crate::value::Value;

/// What a query returns.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct QueryResult {
    pub columns: Vec<String>,
    pub rows: Vec<Vec<Value>>,
}

/// The order that a query says.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct RowOrder {
    keys: Vec<SortKey>,
    /// All keys of the query, as they are written.
    written: Vec<String>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
enum SortKey {
    /// From 0.
    Place(usize),
    Name(String),
    /// All columns.
    All,
}

impl RowOrder {
    /// The order of the outermost ORDER BY, as far as its keys are in the result.
    pub fn of(query: &Query) -> RowOrder {
        let exprs = match query.order_by.as_ref().map(|order| &order.kind) {
            None => return RowOrder::default(),
            Some(OrderByKind::All(_)) => {
                return RowOrder { keys: vec![SortKey::All], written: Vec::new() };
            }
            Some(OrderByKind::Expressions(exprs)) => exprs,
        };
        let select = leftmost(&query.body);
        let keys = exprs.iter().map_while(|order| key(&order.expr, select)).collect();
        RowOrder { keys, written: exprs.iter().map(|order| order.expr.to_string()).collect() }
    }

    /// The first key that is not in a result, where it may decide on the order of rows: some that differ are alike in the keys
    /// before.
    pub(crate) fn hidden_in(&self, result: &QueryResult) -> Option<String> {
        let hidden = self.written.get(self.places(result).len())?;
        let alike = self.alike(result);
        let differ = |run: &[Vec<Value>]| bag(run).len() > 1;
        alike.into_iter().any(differ).then(|| hidden.clone())
    }

    /// Whether the order says anything of a result.
    pub fn is_bag(&self) -> bool {
        self.keys.is_empty()
    }

    /// The columns by which rows are sorted.
    fn columns(&self, result: &QueryResult) -> Vec<usize> {
        self.places(result).concat()
    }

    /// The columns of each key, up to the first that is not there.
    fn places(&self, result: &QueryResult) -> Vec<Vec<usize>> {
        let place = |key: &SortKey| match key {
            SortKey::Place(place) => (*place < result.columns.len()).then(|| vec![*place]),
            SortKey::Name(name) => {
                let mut called =
                    result.columns.iter().enumerate().filter(|(_, c)| c.eq_ignore_ascii_case(name));
                let (place, _) = called.next()?;
                // Of two columns with this name nobody knows which is meant.
                called.next().is_none().then(|| vec![place])
            }
            SortKey::All => Some((0..result.columns.len()).collect()),
        };
        self.keys.iter().map_while(place).collect()
    }

    /// Runs of rows that have the same keys, in order.
    fn alike<'a>(&self, result: &'a QueryResult) -> Vec<&'a [Vec<Value>]> {
        let columns = self.columns(result);
        let is_same = |a: &Vec<Value>, b: &Vec<Value>| {
            columns.iter().all(|&column| kept(&a[column]) == kept(&b[column]))
        };
        result.rows.chunk_by(is_same).collect()
    }

    /// How many rows each of them has.
    fn runs(&self, result: &QueryResult) -> Vec<usize> {
        self.alike(result).into_iter().map(<[_]>::len).collect()
    }
}

/// The SELECT that names the columns of a result.
fn leftmost(set: &SetExpr) -> Option<&Select> {
    match set {
        SetExpr::Select(select) => Some(select),
        SetExpr::Query(query) => leftmost(&query.body),
        SetExpr::SetOperation { left, .. } => leftmost(left),
        _ => None,
    }
}

fn key(expr: &Expr, select: Option<&Select>) -> Option<SortKey> {
    if let Expr::Value(ValueWithSpan { value: Literal::Number(digits, _), .. }) = expr {
        return digits.parse::<usize>().ok()?.checked_sub(1).map(SortKey::Place);
    }
    let expr = unnested(expr);
    let items = select.map_or(&[][..], |select| &select.projection);
    let has_star = items
        .iter()
        .any(|item| matches!(item, SelectItem::Wildcard(_) | SelectItem::QualifiedWildcard(..)));
    let is_called = |item: &SelectItem| match (item, expr) {
        (SelectItem::ExprWithAlias { alias, .. }, Expr::Identifier(name)) => {
            name.value.eq_ignore_ascii_case(&alias.value)
        }
        _ => false,
    };
    let is_said = |item: &SelectItem| match item {
        SelectItem::UnnamedExpr(said) | SelectItem::ExprWithAlias { expr: said, .. } => {
            unnested(said) == expr || is_same_name(unnested(said), expr)
        }
        _ => false,
    };
    // What SELECT calls so comes before a column of that name.
    let place = items.iter().position(is_called).or_else(|| items.iter().position(is_said));
    match (place, expr) {
        (Some(place), _) if !has_star => Some(SortKey::Place(place)),
        (_, Expr::Identifier(name)) => Some(SortKey::Name(name.value.clone())),
        (_, Expr::CompoundIdentifier(names)) if has_star => {
            Some(SortKey::Name(names.last()?.value.clone()))
        }
        _ => None,
    }
}

/// `main.c.name`, `c.name` and `name`. Of two tables with this column an engine refuses the short one.
fn is_same_name(a: &Expr, b: &Expr) -> bool {
    fn names(expr: &Expr) -> &[Ident] {
        match expr {
            Expr::Identifier(name) => std::slice::from_ref(name),
            Expr::CompoundIdentifier(names) => names,
            _ => &[],
        }
    }
    let (a, b) = (names(a), names(b));
    let mut both = a.iter().rev().zip(b.iter().rev());
    !a.is_empty() && !b.is_empty() && both.all(|(a, b)| a.value.eq_ignore_ascii_case(&b.value))
}

/// Whether two results are the same, as far as the orders of their queries tell.
pub fn are_same(left: (&QueryResult, &RowOrder), right: (&QueryResult, &RowOrder)) -> bool {
    let ((one, order), (another, other_order)) = (left, right);
    if one.columns.len() != another.columns.len() || one.rows.len() != another.rows.len() {
        return false;
    }
    if order.columns(one).is_empty() || other_order.columns(another).is_empty() {
        return bag(&one.rows) == bag(&another.rows);
    }
    fits(&one.rows, &another.rows, &order.runs(one))
        && fits(&one.rows, &another.rows, &other_order.runs(another))
}

/// Whether both, cut into runs of these lengths, have the same bags.
fn fits(one: &[Vec<Value>], another: &[Vec<Value>], runs: &[usize]) -> bool {
    let mut at = 0;
    runs.iter().all(|length| {
        let run = at..at + length;
        at = run.end;
        bag(&one[run.clone()]) == bag(&another[run])
    })
}

/// How often each row occurs.
fn bag(rows: &[Vec<Value>]) -> BTreeMap<Vec<Value>, usize> {
    let mut bag = BTreeMap::new();
    for row in rows {
        *bag.entry(row.iter().map(kept).collect()).or_default() += 1;
    }
    bag
}

/// A value that all that are worth the same share.
fn kept(value: &Value) -> Value {
    let Value::Decimal(digits) = value else { return value.clone() };
    if digits.contains(['e', 'E']) {
        return value.clone();
    }
    let (sign, digits) =
        digits.strip_prefix('-').map_or(("", digits.as_str()), |digits| ("-", digits));
    let (whole, part) = digits.split_once('.').unwrap_or((digits, ""));
    let (whole, part) = (whole.trim_start_matches('0'), part.trim_end_matches('0'));
    let whole = if whole.is_empty() { "0" } else { whole };
    match part {
        "" if whole == "0" => Value::Integer(0),
        "" => Value::number(&format!("{sign}{whole}")).unwrap_or_else(|| value.clone()),
        _ => Value::Decimal(format!("{sign}{whole}.{part}")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dialect::Dialect;
    use crate::query::ReadQuery;

    fn result(columns: &str, rows: &[&str]) -> QueryResult {
        QueryResult {
            columns: columns.split(' ').map(str::to_owned).collect(),
            rows: rows.iter().map(|row| Value::list(row).unwrap()).collect(),
        }
    }

    fn order(query: &str) -> RowOrder {
        RowOrder::of(ReadQuery::new(query, Dialect::Sqlite).unwrap().parsed().unwrap())
    }

    #[test]
    fn bags() {
        let none = RowOrder::default();
        let same = |a: &[&str], b: &[&str]| {
            are_same((&result("a b", a), &none), (&result("x y", b), &none))
        };
        assert!(same(&["1, 'a'", "2, 'b'"], &["2, 'b'", "1.0, 'a'"]));
        assert!(!same(&["1, 'a'", "1, 'a'"], &["1, 'a'"]), "how often counts");
        assert!(!same(&["1, 'a'"], &["1, 'A'"]));
        assert!(!same(&["1, NULL"], &["1, ''"]));
        assert!(!same(&["1, 'a'"], &["'1', 'a'"]), "a text is no number");
        assert!(
            !are_same((&result("a", &[]), &none), (&result("a b", &[]), &none)),
            "the number of columns counts"
        );
        let power = |digits: &str| kept(&Value::Decimal(digits.to_owned()));
        assert_ne!(power("1.5e30"), power("1.5e300"), "an exponent has no zeros to spare");
        assert!(same(&["-0.0, 0.50"], &["0, 00.5"]));
        assert!(!same(&["9007199254740993, 1"], &["9007199254740992, 1"]));
    }

    #[test]
    fn lists() {
        let (by_a, by_both) = (
            order("SELECT a, b FROM t ORDER BY a"),
            order("SELECT a, b FROM t ORDER BY a, b DESC"),
        );
        let (one, swapped) =
            (result("a b", &["1, 2", "1, 1", "3, 0"]), result("a b", &["1, 1", "1, 2", "3, 0"]));
        let moved = result("a b", &["3, 0", "1, 2", "1, 1"]);
        assert!(
            are_same((&one, &by_a), (&swapped, &by_a)),
            "rows with equal keys may come in any order"
        );
        assert!(!are_same((&one, &by_both), (&swapped, &by_a)));
        assert!(are_same((&one, &by_both), (&one, &by_a)));
        assert!(!are_same((&one, &by_a), (&moved, &by_a)));
        assert!(
            are_same((&one, &by_a), (&moved, &RowOrder::default())),
            "the other one promises no order"
        );
    }

    #[test]
    fn hidden_keys() {
        let hidden = |query: &str, rows: &[&str]| order(query).hidden_in(&result("a b", rows));
        let by = |keys: &str| format!("SELECT a, b FROM t ORDER BY {keys}");
        let pair = ["1, 1", "1, 2"];
        assert_eq!(hidden(&by("t.z"), &pair), Some("t.z".to_owned()));
        assert_eq!(hidden(&by("a, z, b"), &pair), Some("z".to_owned()));
        assert_eq!(hidden(&by("b, z"), &pair), None, "the first key has decided");
        assert_eq!(hidden(&by("z"), &["1, 2"]), None, "one row");
        assert_eq!(
            hidden(&by("z"), &["1, 2", "1.0, 2"]),
            None,
            "rows of which nobody tells one from another"
        );
        assert_eq!(hidden(&by("a"), &pair), None);
    }

    #[test]
    fn keys() {
        let keys = |query: &str, columns: &str| order(query).columns(&result(columns, &[]));
        assert_eq!(keys("SELECT a, b FROM t ORDER BY 2, 1", "a b"), [1, 0]);
        assert_eq!(keys("SELECT a, b + 1 AS c FROM t ORDER BY c", "a c"), [1]);
        assert_eq!(keys("SELECT a, b + 1 FROM t ORDER BY b + 1", "a b+1"), [1]);
        assert_eq!(
            keys("SELECT t.a FROM t ORDER BY a, z", "a"),
            [0],
            "what is not there ends the keys"
        );
        assert_eq!(keys("SELECT * FROM t ORDER BY t.b", "a b"), [1]);
        assert_eq!(keys("SELECT * FROM t, u ORDER BY b", "b b"), [0; 0], "nobody knows which");
        assert_eq!(keys("SELECT a FROM t ORDER BY z", "a"), [0; 0]);
        for (said, by) in [
            ("t.a AS x", "a"),
            ("a AS x", "t.a"),
            ("a AS x", "(a)"),
            ("(a)", "main.t.a"),
            ("main.t.a AS x", "t.a"),
        ] {
            assert_eq!(keys(&format!("SELECT {said} FROM t ORDER BY {by} DESC"), "x"), [0]);
        }
        assert_eq!(keys("SELECT t.a, u.a FROM t, u ORDER BY u.a", "a a"), [1]);
        assert_eq!(keys("SELECT a AS b, b AS a FROM t ORDER BY a", "b a"), [1]);
        assert_eq!(keys("SELECT a FROM t UNION SELECT b FROM t ORDER BY a", "a"), [0]);
        assert_eq!(keys("SELECT a FROM (SELECT a FROM t ORDER BY a) AS s", "a"), [0; 0]);
    }
}
