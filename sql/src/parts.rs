//! The parts of a query's tree, each handed on so that it can be changed.
//!
//! Mutants and obligations are made of a query by changing one part of it. Both need every place where an expression, a join or
//! a query may stand, in one order. The parser's own visitors would do, but they are derived for each of its thousand types,
//! which nobody else needs. So this is their list of what stands below what. A construct that is not in it is left
//! as it is: it has no mutants, and no obligations. `usage` and `expression` have lists of their own, for there each part means
//! something else, and what is not in them is refused or taken to read all.

use sqlparser::ast::{
    Expr, Function, FunctionArg, FunctionArgExpr, FunctionArguments, GroupByExpr, InTarget,
    JoinConstraint, JoinOperator, OrderByExpr, OrderByKind, Query, Select, SelectItem, SetExpr,
    Spanned, TableFactor, TableWithJoins, Value as Literal, ValueWithSpan, WindowType,
};

use crate::tables::last_word;

/// What becomes of the rows of a query.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Use {
    /// They are the answer.
    Result,
    /// They are read as a table.
    Table,
    /// The first one is a value.
    Value,
    /// A value is looked for among them.
    Members,
    /// It is asked whether there is one.
    Existence,
}

pub(crate) enum Part<'a> {
    Query(&'a mut Query, Use),
    Set(&'a mut SetExpr),
    Select(&'a mut Select, Use),
    From(&'a mut TableWithJoins),
    Expr(&'a mut Expr),
}

/// What stands directly below an expression.
pub(crate) enum Child<'a> {
    Expr(&'a mut Expr),
    Query(&'a mut Query, Use),
}

/// Where something stands in the text of a query. Line 0: nobody knows.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct TextPlace {
    pub line: u64,
    pub column: u64,
}

pub(crate) fn place(of: &impl Spanned) -> TextPlace {
    let start = of.span().start;
    TextPlace { line: start.line, column: start.column }
}

/// Hands on every part of a query, parents first.
pub(crate) fn walk(query: &mut Query, to: &mut dyn FnMut(Part<'_>)) {
    walk_query(query, Use::Result, to);
}

fn walk_query(query: &mut Query, of: Use, to: &mut dyn FnMut(Part<'_>)) {
    to(Part::Query(query, of));
    for cte in query.with.iter_mut().flat_map(|with| &mut with.cte_tables) {
        walk_query(&mut cte.query, Use::Table, to);
    }
    walk_set(&mut query.body, of, to);
    if let Some(OrderByKind::Expressions(exprs)) = query.order_by.as_mut().map(|by| &mut by.kind) {
        exprs
            .iter_mut()
            .filter(|by| !is_number(&by.expr))
            .for_each(|by| walk_expr(&mut by.expr, to));
    }
}

fn walk_set(set: &mut SetExpr, of: Use, to: &mut dyn FnMut(Part<'_>)) {
    to(Part::Set(set));
    match set {
        SetExpr::Select(select) => walk_select(select, of, to),
        SetExpr::Query(query) => walk_query(query, of, to),
        SetExpr::SetOperation { left, right, .. } => {
            walk_set(left, of, to);
            walk_set(right, of, to);
        }
        SetExpr::Values(values) => {
            let exprs = values.rows.iter_mut().flat_map(|row| &mut row.content);
            exprs.for_each(|expr| walk_expr(expr, to));
        }
        _ => {}
    }
}

fn walk_select(select: &mut Select, of: Use, to: &mut dyn FnMut(Part<'_>)) {
    to(Part::Select(select, of));
    // Whether there is a row does not depend on what is in it.
    if of != Use::Existence {
        select.projection.iter_mut().filter_map(item).for_each(|expr| walk_expr(expr, to));
    }
    select.from.iter_mut().for_each(|from| walk_from(from, to));
    select.selection.iter_mut().for_each(|expr| walk_expr(expr, to));
    if let GroupByExpr::Expressions(exprs, _) = &mut select.group_by {
        exprs.iter_mut().filter(|expr| !is_number(expr)).for_each(|expr| walk_expr(expr, to));
    }
    select.having.iter_mut().chain(&mut select.qualify).for_each(|expr| walk_expr(expr, to));
}

/// The expression of a column of the result.
pub(crate) fn item(item: &mut SelectItem) -> Option<&mut Expr> {
    match item {
        SelectItem::UnnamedExpr(expr)
        | SelectItem::ExprWithAlias { expr, .. }
        | SelectItem::ExprWithAliases { expr, .. } => Some(expr),
        SelectItem::QualifiedWildcard(..) | SelectItem::Wildcard(_) => None,
    }
}

fn walk_from(from: &mut TableWithJoins, to: &mut dyn FnMut(Part<'_>)) {
    to(Part::From(from));
    walk_factor(&mut from.relation, to);
    for join in &mut from.joins {
        walk_factor(&mut join.relation, to);
        if let Some(JoinConstraint::On(expr)) = constraint(&mut join.join_operator) {
            walk_expr(expr, to);
        }
    }
}

fn walk_factor(factor: &mut TableFactor, to: &mut dyn FnMut(Part<'_>)) {
    match factor {
        TableFactor::Derived { subquery, .. } => walk_query(subquery, Use::Table, to),
        TableFactor::NestedJoin { table_with_joins, .. } => walk_from(table_with_joins, to),
        _ => {}
    }
}

/// What says which rows a join joins.
pub(crate) fn constraint(join: &mut JoinOperator) -> Option<&mut JoinConstraint> {
    match join {
        JoinOperator::Join(of)
        | JoinOperator::Inner(of)
        | JoinOperator::Left(of)
        | JoinOperator::LeftOuter(of)
        | JoinOperator::Right(of)
        | JoinOperator::RightOuter(of)
        | JoinOperator::FullOuter(of)
        | JoinOperator::CrossJoin(of)
        | JoinOperator::Semi(of)
        | JoinOperator::LeftSemi(of)
        | JoinOperator::RightSemi(of)
        | JoinOperator::Anti(of)
        | JoinOperator::LeftAnti(of)
        | JoinOperator::RightAnti(of)
        | JoinOperator::StraightJoin(of) => Some(of),
        JoinOperator::AsOf { .. }
        | JoinOperator::CrossApply
        | JoinOperator::OuterApply
        | JoinOperator::ArrayJoin
        | JoinOperator::LeftArrayJoin
        | JoinOperator::InnerArrayJoin => None,
    }
}

fn walk_expr(expr: &mut Expr, to: &mut dyn FnMut(Part<'_>)) {
    to(Part::Expr(expr));
    children(expr, &mut |child| match child {
        Child::Expr(expr) => walk_expr(expr, to),
        Child::Query(query, of) => walk_query(query, of, to),
    });
}

/// Hands on what stands directly below an expression, as it is written.
pub(crate) fn children(expr: &mut Expr, to: &mut dyn FnMut(Child<'_>)) {
    match expr {
        Expr::IsFalse(inner)
        | Expr::IsNotFalse(inner)
        | Expr::IsTrue(inner)
        | Expr::IsNotTrue(inner)
        | Expr::IsNull(inner)
        | Expr::IsNotNull(inner)
        | Expr::IsUnknown(inner)
        | Expr::IsNotUnknown(inner)
        | Expr::Nested(inner)
        | Expr::UnaryOp { expr: inner, .. }
        | Expr::Cast { expr: inner, .. }
        | Expr::Collate { expr: inner, .. }
        | Expr::Extract { expr: inner, .. }
        | Expr::Ceil { expr: inner, .. }
        | Expr::Floor { expr: inner, .. } => to(Child::Expr(inner)),
        Expr::IsDistinctFrom(left, right)
        | Expr::IsNotDistinctFrom(left, right)
        | Expr::BinaryOp { left, right, .. }
        | Expr::AnyOp { left, right, .. }
        | Expr::AllOp { left, right, .. }
        | Expr::Like { expr: left, pattern: right, .. }
        | Expr::ILike { expr: left, pattern: right, .. }
        | Expr::SimilarTo { expr: left, pattern: right, .. }
        | Expr::RLike { expr: left, pattern: right, .. } => {
            to(Child::Expr(left));
            to(Child::Expr(right));
        }
        Expr::Between { expr, low, high, .. } => {
            [expr, low, high].into_iter().for_each(|expr| to(Child::Expr(expr)));
        }
        Expr::In { expr, target, .. } => {
            to(Child::Expr(expr));
            match target {
                InTarget::List(items) => items.iter_mut().for_each(|item| to(Child::Expr(item))),
                InTarget::Subquery(query) => to(Child::Query(query, Use::Members)),
                InTarget::Unnest(of) => to(Child::Expr(of)),
                InTarget::Table { .. } => {}
            }
        }
        Expr::Exists { subquery, .. } => to(Child::Query(subquery, Use::Existence)),
        Expr::Subquery(query) => to(Child::Query(query, Use::Value)),
        Expr::Tuple(exprs) => exprs.iter_mut().for_each(|expr| to(Child::Expr(expr))),
        Expr::Substring { expr, substring_from, substring_for, .. } => {
            to(Child::Expr(expr));
            let ends = substring_from.iter_mut().chain(substring_for);
            ends.for_each(|expr| to(Child::Expr(expr)));
        }
        Expr::Trim { expr, .. } => to(Child::Expr(expr)),
        Expr::Case { operand, conditions, else_result, .. } => {
            operand.iter_mut().for_each(|expr| to(Child::Expr(expr)));
            for when in conditions {
                to(Child::Expr(&mut when.condition));
                to(Child::Expr(&mut when.result));
            }
            else_result.iter_mut().for_each(|expr| to(Child::Expr(expr)));
        }
        Expr::Function(function) => function_children(function, to),
        _ => {}
    }
}

fn function_children(function: &mut Function, to: &mut dyn FnMut(Child<'_>)) {
    match &mut function.args {
        FunctionArguments::None => {}
        FunctionArguments::Subquery(query) => to(Child::Query(query, Use::Value)),
        FunctionArguments::List(list) => {
            list.args.iter_mut().filter_map(argument).for_each(|expr| to(Child::Expr(expr)));
        }
    }
    function.filter.iter_mut().for_each(|filter| to(Child::Expr(filter)));
    if let Some(WindowType::WindowSpec(window)) = &mut function.over {
        window.partition_by.iter_mut().for_each(|expr| to(Child::Expr(expr)));
        let orders: &mut [OrderByExpr] = &mut window.order_by;
        orders.iter_mut().for_each(|by| to(Child::Expr(&mut by.expr)));
    }
}

pub(crate) fn argument(arg: &mut FunctionArg) -> Option<&mut Expr> {
    match arg {
        FunctionArg::Named { arg, .. }
        | FunctionArg::ExprNamed { arg, .. }
        | FunctionArg::Unnamed(arg) => match arg {
            FunctionArgExpr::Expr(expr) => Some(expr),
            _ => None,
        },
    }
}

/// The number of a column of the result, as ORDER BY and GROUP BY have it.
pub(crate) fn is_number(expr: &Expr) -> bool {
    matches!(expr, Expr::Value(ValueWithSpan { value: Literal::Number(..), .. }))
}

/// The same in parentheses, unless it needs none.
pub(crate) fn nested(expr: Expr) -> Expr {
    match expr {
        Expr::Identifier(_)
        | Expr::CompoundIdentifier(_)
        | Expr::Value(_)
        | Expr::Nested(_)
        | Expr::Function(_)
        | Expr::Subquery(_)
        | Expr::Tuple(_) => expr,
        other => Expr::Nested(Box::new(other)),
    }
}

/// The aggregate that an expression is: its name in small letters.
pub(crate) fn aggregate(expr: &Expr) -> Option<String> {
    const NAMES: [&str; 24] = [
        "count",
        "sum",
        "avg",
        "total",
        "group_concat",
        "string_agg",
        "array_agg",
        "bool_and",
        "bool_or",
        "every",
        "any_value",
        "stddev",
        "stddev_pop",
        "stddev_samp",
        "variance",
        "var_pop",
        "var_samp",
        "json_agg",
        "jsonb_agg",
        "json_group_array",
        "json_group_object",
        "median",
        "mode",
        "list",
    ];
    let Expr::Function(function) = expr else { return None };
    if function.over.is_some() {
        return None;
    }
    let name = last_word(&function.name)?.value.to_ascii_lowercase();
    let number = match &function.args {
        FunctionArguments::List(list) => list.args.len(),
        _ => 0,
    };
    // With two values they are functions of SQLite's.
    let is_of_one = ["min", "max"].contains(&name.as_str()) && number == 1;
    let is_one = is_of_one || NAMES.contains(&name.as_str()) || function.filter.is_some();
    is_one.then_some(name)
}

/// What the tables of a part of FROM are called.
pub(crate) fn table_names(from: &TableWithJoins) -> Vec<String> {
    let joined = from.joins.iter().map(|join| &join.relation);
    let names = std::iter::once(&from.relation).chain(joined).flat_map(|factor| match factor {
        TableFactor::Table { alias: Some(alias), .. }
        | TableFactor::Derived { alias: Some(alias), .. } => vec![alias.name.value.clone()],
        TableFactor::Table { name, .. } => {
            last_word(name).map(|name| name.value.clone()).into_iter().collect()
        }
        TableFactor::NestedJoin { table_with_joins, .. } => table_names(table_with_joins),
        _ => Vec::new(),
    });
    names.collect()
}
