//! Changes of clauses: joins, DISTINCT, conditions that are missing, GROUP BY, UNION, ORDER BY, LIMIT.

use sqlparser::ast::{
    Distinct, Expr, GroupByExpr, JoinConstraint, JoinOperator, LimitClause, OrderByExpr,
    OrderByKind, OrderBySort, Query, Select, SetExpr, SetOperator, SetQuantifier, TableWithJoins,
};

use crate::parts::{TextPlace, Use, constraint, place};

use super::expressions::{next_numbers, of_counts};
use super::{Mutation, NewPart};

/// Of ORDER BY and LIMIT.
pub(super) fn of_query(query: &Query, of: Use) -> Vec<Mutation> {
    let mut made = Vec::new();
    let mut add = |place, kind, before: String, after: String, query: Query| {
        let part = NewPart::Query(Box::new(query));
        made.push(Mutation { place, kind, before, after, part });
    };
    let matters = of == Use::Result || query.limit_clause.is_some();
    let order = query.order_by.as_ref().map(|order| &order.kind);
    if let (true, Some(OrderByKind::Expressions(keys))) = (matters, order) {
        let with = |keys: Vec<OrderByExpr>| {
            let mut query = query.clone();
            match (&mut query.order_by, keys.is_empty()) {
                (order, true) => *order = None,
                (Some(order), false) => order.kind = OrderByKind::Expressions(keys),
                (None, false) => {}
            }
            query
        };
        for (at, key) in keys.iter().enumerate() {
            let mut turned = keys.clone();
            turned[at].options.sort = match key.options.sort {
                Some(OrderBySort::Desc) => None,
                _ => Some(OrderBySort::Desc),
            };
            let after = turned[at].to_string();
            add(place(&key.expr), "order", key.to_string(), after, with(turned));
            let mut fewer = keys.clone();
            fewer.remove(at);
            add(place(&key.expr), "order", key.to_string(), String::new(), with(fewer));
        }
    }
    if let Some(limit) = &query.limit_clause {
        for (before, after, new) in limits(limit) {
            let of = limit_place(limit);
            add(of, "limit", before, after, Query { limit_clause: new, ..query.clone() });
        }
    }
    made
}

fn limit_place(limit: &LimitClause) -> TextPlace {
    match limit {
        LimitClause::LimitOffset { limit: Some(expr), .. }
        | LimitClause::OffsetCommaLimit { limit: expr, .. } => place(expr),
        LimitClause::LimitOffset { offset: Some(offset), .. } => place(&offset.value),
        LimitClause::LimitOffset { .. } => TextPlace::default(),
    }
}

/// What LIMIT and OFFSET become.
fn limits(clause: &LimitClause) -> Vec<(String, String, Option<LimitClause>)> {
    let mut made = Vec::new();
    let said = |clause: &LimitClause| clause.to_string().trim().to_owned();
    let mut add = |new: Option<LimitClause>| {
        made.push((said(clause), new.as_ref().map(said).unwrap_or_default(), new));
    };
    let near = |expr: &Expr| {
        let numbers = next_numbers(expr).into_iter();
        numbers.filter(|number| !number.to_string().contains('-')).collect::<Vec<Expr>>()
    };
    match clause {
        LimitClause::LimitOffset { limit, offset, limit_by } => {
            let (limit_by, offset) = (limit_by.clone(), offset.clone());
            for limit in limit.iter().flat_map(near) {
                let (limit, offset) = (Some(limit), offset.clone());
                let limit_by = limit_by.clone();
                add(Some(LimitClause::LimitOffset { limit, offset, limit_by }));
            }
            for value in offset.iter().flat_map(|offset| near(&offset.value)) {
                let offset = offset.clone().map(|mut offset| {
                    offset.value = value;
                    offset
                });
                let (limit, limit_by) = (limit.clone(), limit_by.clone());
                add(Some(LimitClause::LimitOffset { limit, offset, limit_by }));
            }
        }
        LimitClause::OffsetCommaLimit { offset, limit } => {
            for limit in near(limit) {
                let offset = offset.clone();
                add(Some(LimitClause::OffsetCommaLimit { offset, limit }));
            }
            for offset in near(offset) {
                let limit = limit.clone();
                add(Some(LimitClause::OffsetCommaLimit { offset, limit }));
            }
        }
    }
    add(None);
    made
}

/// Of UNION, INTERSECT and EXCEPT.
pub(super) fn of_set(set: &SetExpr) -> Vec<Mutation> {
    let SetExpr::SetOperation { left, op, set_quantifier, right } = set else { return Vec::new() };
    let is_all = *set_quantifier == SetQuantifier::All;
    let others: &[(SetOperator, SetQuantifier)] = match (op, is_all) {
        (SetOperator::Union, true) => &[(SetOperator::Union, SetQuantifier::None)],
        (SetOperator::Union, false) => &[
            (SetOperator::Union, SetQuantifier::All),
            (SetOperator::Intersect, SetQuantifier::None),
        ],
        (SetOperator::Intersect, _) => {
            &[(SetOperator::Except, SetQuantifier::None), (SetOperator::Union, SetQuantifier::None)]
        }
        (SetOperator::Except | SetOperator::Minus, _) => &[
            (SetOperator::Intersect, SetQuantifier::None),
            (SetOperator::Union, SetQuantifier::None),
        ],
    };
    let said = |op: &SetOperator, quantifier: &SetQuantifier| {
        format!("{op} {quantifier}").trim().to_owned()
    };
    let made = others.iter().map(|(other, quantifier)| Mutation {
        place: place(&**right),
        kind: "set",
        before: said(op, set_quantifier),
        after: said(other, quantifier),
        part: NewPart::Set(Box::new(SetExpr::SetOperation {
            left: left.clone(),
            op: *other,
            set_quantifier: *quantifier,
            right: right.clone(),
        })),
    });
    made.collect()
}

/// Of DISTINCT, WHERE, GROUP BY, HAVING and of what is counted.
pub(super) fn of_select(select: &Select, of: Use) -> Vec<Mutation> {
    let mut made = Vec::new();
    let mut add = |place, kind, before: String, after: String, select: Select| {
        let part = NewPart::Select(Box::new(select));
        made.push(Mutation { place, kind, before, after, part });
    };
    let start = TextPlace {
        line: select.select_token.0.span.start.line,
        column: select.select_token.0.span.start.column,
    };
    if matches!(of, Use::Result | Use::Table) {
        let (before, after, distinct) = match &select.distinct {
            None | Some(Distinct::All) => ("SELECT", "SELECT DISTINCT", Some(Distinct::Distinct)),
            Some(Distinct::Distinct) => ("SELECT DISTINCT", "SELECT", None),
            Some(Distinct::On(_)) => ("SELECT DISTINCT ON", "SELECT", None),
        };
        let new = Select { distinct, ..select.clone() };
        add(start, "distinct", before.to_owned(), after.to_owned(), new);
    }
    if let Some(condition) = &select.selection {
        let new = Select { selection: None, ..select.clone() };
        add(place(condition), "condition", format!("WHERE {condition}"), String::new(), new);
    }
    if let Some(condition) = &select.having {
        let new = Select { having: None, ..select.clone() };
        add(place(condition), "condition", format!("HAVING {condition}"), String::new(), new);
    }
    if let GroupByExpr::Expressions(keys, modifiers) = &select.group_by {
        for (at, key) in keys.iter().enumerate() {
            let mut fewer = keys.clone();
            fewer.remove(at);
            let group_by = GroupByExpr::Expressions(fewer, modifiers.clone());
            let new = Select { group_by, ..select.clone() };
            add(place(key), "group", format!("GROUP BY {key}"), String::new(), new);
        }
    }
    for (place, before, after, new) in of_counts(select) {
        add(place, "aggregate", before, after, new);
    }
    made
}

/// Of joins: their kinds, and ON that is missing.
pub(super) fn of_joins(from: &TableWithJoins) -> Vec<Mutation> {
    let mut made = Vec::new();
    for (at, join) in from.joins.iter().enumerate() {
        let mut operator = join.join_operator.clone();
        let Some(of) = constraint(&mut operator).map(|of| of.clone()) else { continue };
        let mut add = |kind, before: String, after: String, operator: JoinOperator| {
            let mut from = from.clone();
            from.joins[at].join_operator = operator;
            let (place, part) = (place(&join.relation), NewPart::From(Box::new(from)));
            made.push(Mutation { place, kind, before, after, part });
        };
        let own = rank(&join.join_operator);
        if let (Some(own), false) = (own, of == JoinConstraint::None) {
            for (rank, word) in ["JOIN", "LEFT JOIN", "RIGHT JOIN", "FULL JOIN"].iter().enumerate()
            {
                if rank != own {
                    let before = format!("{} {}", word_of(own), join.relation);
                    let after = format!("{word} {}", join.relation);
                    add("join", before, after, ranked(rank, of.clone()));
                }
            }
        }
        if let (Some(_), JoinConstraint::On(condition)) = (own, &of) {
            let mut operator = join.join_operator.clone();
            if let Some(of) = constraint(&mut operator) {
                *of = JoinConstraint::On(Expr::value(sqlparser::ast::Value::Boolean(true)));
            }
            add("condition", format!("ON {condition}"), "ON true".to_owned(), operator);
        }
    }
    made
}

fn rank(join: &JoinOperator) -> Option<usize> {
    match join {
        JoinOperator::Join(_) | JoinOperator::Inner(_) => Some(0),
        JoinOperator::Left(_) | JoinOperator::LeftOuter(_) => Some(1),
        JoinOperator::Right(_) | JoinOperator::RightOuter(_) => Some(2),
        JoinOperator::FullOuter(_) => Some(3),
        _ => None,
    }
}

fn word_of(rank: usize) -> &'static str {
    ["JOIN", "LEFT JOIN", "RIGHT JOIN", "FULL JOIN"][rank]
}

fn ranked(rank: usize, of: JoinConstraint) -> JoinOperator {
    match rank {
        0 => JoinOperator::Join(of),
        1 => JoinOperator::Left(of),
        2 => JoinOperator::Right(of),
        _ => JoinOperator::FullOuter(of),
    }
}
