//! What stands behind a query's rows: ORDER BY, LIMIT and OFFSET.
//!
//! The problem: on rows that never tie, a missing key of ORDER BY shows nowhere, and on fewer rows than LIMIT lets through no
//! limit does. The paper on coverage says nothing of both.
//!
//! The choice: a key of ORDER BY is met by two rows that are alike in all keys before it and differ in it, and by two such rows of
//! which one has NULL there; the whole by two rows that are alike in all keys. LIMIT is met by fewer rows, by as many and by more, OFFSET
//! by no row that is left and by one. All is asked of the query's rows without order and limit, with the keys beside them.
//!
//! An order that nobody sees has no obligations: that of a query within another one, without a limit.

use sqlparser::ast::{
    Distinct, Expr, Fetch, GroupByExpr, Ident, LimitClause, OrderBy, OrderByExpr, OrderByKind,
    Query, Select, SelectItem, SetExpr, TableAlias, TableFactor, TableWithJoins, Value as Literal,
};
use sqlparser::dialect::GenericDialect;
use sqlparser::parser::Parser;

use crate::parts::{Child, TextPlace, children, item, place};
use crate::tables::unnested;

use super::select::{Around, lifted, one, query_of};
use super::{Finder, Obligation};

/// The rows, and their keys with numbers from 1 behind it.
const ROWS: &str = "korrel_rows";
const KEY: &str = "korrel_key";

impl Finder<'_> {
    pub(super) fn ends(&mut self, query: &Query, around: &Around<'_>) {
        let is_cut = query.limit_clause.is_some() || query.fetch.is_some();
        if let Some(order) = query.order_by.as_ref().filter(|_| is_cut || self.depth == 1) {
            self.order(query, order, around);
        }
        if is_cut {
            self.limit(query, around);
        }
    }

    fn order(&mut self, query: &Query, order: &OrderBy, around: &Around<'_>) {
        let OrderByKind::Expressions(by) = &order.kind else {
            return self.passed.push((TextPlace::default(), order.to_string()));
        };
        let (rows, keys) = match keyed(&query.body, by) {
            Ok(keyed) => keyed,
            Err(key) => return self.passed.push((place(key), format!("ORDER BY {key}"))),
        };
        for (at, OrderByExpr { expr, .. }) in by.iter().enumerate() {
            let (before, own) = (&keys[..at], &keys[at]);
            let (rows_alike, alike) = match at {
                0 => ("two rows", ""),
                _ => ("two rows that are alike before it", " that are alike before it"),
            };
            let differ = format!("COUNT(DISTINCT {own}) > 1");
            let said = format!("{rows_alike} differ in {expr}");
            self.end(place(expr), "order", said, over(&rows, before, &differ), around);
            let is_mixed = format!("COUNT({own}) > 0 AND COUNT({own}) < COUNT(*)");
            let said = format!("{expr} is NULL in one of two rows{alike}");
            self.end(place(expr), "order", said, over(&rows, before, &is_mixed), around);
        }
        let Some(last) = by.last() else { return };
        let said = match by.len() {
            1 => format!("two rows are alike in {}", last.expr),
            _ => "two rows are alike in all keys".to_owned(),
        };
        self.end(place(&last.expr), "order", said, over(&rows, &keys, "COUNT(*) > 1"), around);
    }

    fn limit(&mut self, query: &Query, around: &Around<'_>) {
        let Some([limit, offset]) = bounds(query) else {
            let clause = query.limit_clause.as_ref().map(ToString::to_string);
            let fetch = query.fetch.as_ref().map(ToString::to_string);
            let said = clause.into_iter().chain(fetch).collect::<Vec<String>>().join(" ");
            return self.passed.push((TextPlace::default(), said.trim().to_owned()));
        };
        let rows = plain(&query.body);
        let skipped = offset.map_or(0, |(number, _)| number);
        if let Some((number, at)) = offset {
            for (said, than) in [("no row is left", "<="), ("a row is left", ">")] {
                let said = format!("OFFSET {number}: {said}");
                let having = format!("COUNT(*) {than} {number}");
                self.end(at, "offset", said, over(&rows, &[], &having), around);
            }
        }
        if let Some((number, at)) = limit {
            let whole = skipped.saturating_add(number);
            for (said, than) in [("fewer rows", "<"), ("as many rows", "="), ("more rows", ">")] {
                // No rows are fewer than none.
                if number == 0 && than == "<" {
                    continue;
                }
                let said = format!("LIMIT {number}: {said}");
                let having = format!("COUNT(*) {than} {whole}");
                self.end(at, "limit", said, over(&rows, &[], &having), around);
            }
        }
    }

    fn end(
        &mut self,
        place: TextPlace,
        kind: &'static str,
        said: String,
        select: Select,
        around: &Around<'_>,
    ) {
        let query = lifted(select, around).to_string();
        self.found.push(Obligation { place, kind, said, query });
    }
}

/// A number, and where it stands.
type Bound = Option<(u64, TextPlace)>;

/// The limit and the offset. Nothing, if one of them is no number, or counts otherwise.
fn bounds(query: &Query) -> Option<[Bound; 2]> {
    let number = |expr: &Expr| match unnested(expr) {
        Expr::Value(value) => match &value.value {
            Literal::Number(text, _) => Some(Some((text.parse().ok()?, place(expr)))),
            _ => None,
        },
        _ => None,
    };
    let both = |limit: Option<&Expr>, offset: Option<&Expr>| {
        Some([limit.map_or(Some(None), number)?, offset.map_or(Some(None), number)?])
    };
    let [limit, offset] = match &query.limit_clause {
        None => [None, None],
        Some(LimitClause::LimitOffset { limit, offset, limit_by }) if limit_by.is_empty() => {
            both(limit.as_ref(), offset.as_ref().map(|offset| &offset.value))?
        }
        Some(LimitClause::LimitOffset { .. }) => return None,
        Some(LimitClause::OffsetCommaLimit { offset, limit }) => both(Some(limit), Some(offset))?,
    };
    match &query.fetch {
        None => Some([limit, offset]),
        Some(Fetch { percent: false, quantity: Some(quantity), .. }) => {
            Some([number(quantity)?, offset])
        }
        Some(Fetch { percent: false, quantity: None, .. }) => {
            Some([Some((1, TextPlace::default())), offset])
        }
        Some(_) => None,
    }
}

/// The rows without order and limit.
fn plain(body: &SetExpr) -> Query {
    Query { body: Box::new(body.clone()), ..query_of(one(), None) }
}

/// The same with a column for each key, and what these are called.
///
/// # Errors
/// A key of which it is not known what it is.
fn keyed<'k>(body: &SetExpr, by: &'k [OrderByExpr]) -> Result<(Query, Vec<String>), &'k Expr> {
    let mut body = body.clone();
    let is_select = matches!(body, SetExpr::Select(_));
    let items = first(&mut body).map(|select| select.projection.clone());
    let mut keys = Vec::new();
    for (at, OrderByExpr { expr, .. }) in by.iter().enumerate() {
        let select = first(&mut body).ok_or(expr)?;
        let name = format!("{KEY}{}", at + 1);
        let found = position(expr, items.as_deref().unwrap_or_default()).map_err(|()| expr)?;
        let own = found.and_then(|place| item(&mut select.projection[place]).cloned());
        let is_column = matches!(expr, Expr::Identifier(_) | Expr::CompoundIdentifier(_));
        let has_all = select.projection.iter_mut().any(|one| item(one).is_none());
        let alias = Ident::new(&name);
        match (is_select, &select.distinct, found, own) {
            (true, Some(Distinct::On(_)), ..) => return Err(expr),
            // A column more that is there already tells no more rows apart.
            (true, _, Some(_), Some(expr)) => {
                select.projection.push(SelectItem::ExprWithAlias { expr, alias });
                keys.push(name);
            }
            (true, distinct, None, _)
                if !matches!(distinct, Some(Distinct::Distinct)) || (is_column && has_all) =>
            {
                let expr = expr.clone();
                select.projection.push(SelectItem::ExprWithAlias { expr, alias });
                keys.push(name);
            }
            (false, _, Some(place), Some(of)) => {
                let known = keys_alias(&select.projection[place]);
                if known.is_none() {
                    select.projection[place] = SelectItem::ExprWithAlias { expr: of, alias };
                }
                keys.push(known.unwrap_or(name));
            }
            _ => return Err(expr),
        }
    }
    Ok((plain(&body), keys))
}

/// The name that this column has as a key.
fn keys_alias(item: &SelectItem) -> Option<String> {
    match item {
        SelectItem::ExprWithAlias { alias, .. } if alias.value.starts_with(KEY) => {
            Some(alias.value.clone())
        }
        _ => None,
    }
}

/// The column of the result that a key means. Nothing, if the key is an expression of its own.
///
/// # Errors
/// A number that is none of the columns that are known, and an expression that may mean a column by its name.
fn position(key: &Expr, items: &[SelectItem]) -> Result<Option<usize>, ()> {
    let called = |name: &Ident| {
        items.iter().position(|item| match item {
            SelectItem::ExprWithAlias { alias, .. } => {
                alias.value.eq_ignore_ascii_case(&name.value)
            }
            _ => false,
        })
    };
    match unnested(key) {
        Expr::Value(value) => {
            let Literal::Number(text, _) = &value.value else { return Ok(None) };
            let place = text.parse::<usize>().ok().and_then(|number| number.checked_sub(1));
            let place = place.filter(|place| *place < items.len()).ok_or(())?;
            let is_known = items[..=place].iter().all(|one| item(&mut one.clone()).is_some());
            is_known.then_some(Some(place)).ok_or(())
        }
        Expr::Identifier(name) => Ok(called(name).or_else(|| {
            items.iter().position(|item| match item {
                SelectItem::UnnamedExpr(Expr::Identifier(own)) => own == name,
                SelectItem::UnnamedExpr(Expr::CompoundIdentifier(own)) => own.last() == Some(name),
                _ => false,
            })
        })),
        key => {
            let same =
                items.iter().position(|one| item(&mut one.clone()).is_some_and(|own| own == key));
            match same {
                None if mentions(key, &|name| called(name).is_some()) => Err(()),
                same => Ok(same),
            }
        }
    }
}

fn mentions(expr: &Expr, is_such: &dyn Fn(&Ident) -> bool) -> bool {
    let mut found = matches!(expr, Expr::Identifier(name) if is_such(name));
    children(&mut expr.clone(), &mut |child| {
        if let Child::Expr(inner) = child {
            found |= mentions(inner, is_such);
        }
    });
    found
}

fn first(set: &mut SetExpr) -> Option<&mut Select> {
    match set {
        SetExpr::Select(select) => Some(select),
        SetExpr::SetOperation { left, .. } => first(left),
        _ => None,
    }
}

/// A query that returns a row where this holds of the rows that are alike in these keys; without keys, of all.
fn over(rows: &Query, keys: &[String], having: &str) -> Select {
    let alias =
        TableAlias { explicit: true, name: Ident::new(ROWS), columns: Vec::new(), at: None };
    let subquery = Box::new(rows.clone());
    let relation =
        TableFactor::Derived { lateral: false, subquery, alias: Some(alias), sample: None };
    let mut select = one();
    if keys.is_empty() {
        // SQLite has HAVING only where there is a group or an aggregate in a column.
        select.projection = vec![SelectItem::UnnamedExpr(parsed("COUNT(*)"))];
    }
    let keys = keys.iter().map(|key| parsed(key)).collect();
    Select {
        from: vec![TableWithJoins { relation, joins: Vec::new() }],
        group_by: GroupByExpr::Expressions(keys, Vec::new()),
        having: Some(parsed(having)),
        ..select
    }
}

/// What is written here as SQL.
fn parsed(text: &str) -> Expr {
    let parser = Parser::new(&GenericDialect {}).try_with_sql(text);
    parser.and_then(|mut parser| parser.parse_expr()).expect("it is an expression")
}
