//! Changes of expressions: comparisons, conditions, NULL, aggregates, numbers.

use sqlparser::ast::{
    BinaryOperator, DuplicateTreatment, Expr, Function, FunctionArg, FunctionArgExpr,
    FunctionArguments, Ident, ObjectName, Select, UnaryOperator, Value as Literal, ValueWithSpan,
};

use crate::parts::{
    Child, TextPlace, aggregate, argument, children, constraint, item, nested, place, table_names,
};

use super::{Mutation, NewPart};

pub(super) fn of_expr(expr: &Expr) -> Vec<Mutation> {
    let mut made = Vec::new();
    let mut add = |kind: &'static str, new: Expr| {
        let after = match &new {
            Expr::Nested(inner) if !matches!(expr, Expr::Nested(_)) => inner.to_string(),
            other => other.to_string(),
        };
        let (place, before) = (place(expr), expr.to_string());
        made.push(Mutation { place, kind, before, after, part: NewPart::Expr(Box::new(new)) });
    };
    match expr {
        Expr::BinaryOp { left, op, right } => of_binary(left, op, right, &mut add),
        Expr::IsNull(inner) => add("null", Expr::IsNotNull(inner.clone())),
        Expr::IsNotNull(inner) => add("null", Expr::IsNull(inner.clone())),
        Expr::UnaryOp { op: UnaryOperator::Not, expr: inner } => {
            add("condition", Expr::clone(inner));
        }
        Expr::In { expr: of, target, negated, global } => add(
            "subquery",
            Expr::In {
                expr: of.clone(),
                target: target.clone(),
                negated: !negated,
                global: *global,
            },
        ),
        Expr::Exists { subquery, negated } => {
            add("subquery", Expr::Exists { subquery: subquery.clone(), negated: !negated });
        }
        Expr::AnyOp { left, compare_op, right, .. } => {
            let (left, compare_op) = (left.clone(), compare_op.clone());
            add("subquery", Expr::AllOp { left, compare_op, right: right.clone() });
        }
        Expr::AllOp { left, compare_op, right } => {
            let (left, compare_op, is_some) = (left.clone(), compare_op.clone(), false);
            add("subquery", Expr::AnyOp { left, compare_op, right: right.clone(), is_some });
        }
        Expr::Between { expr: of, negated: false, low, high } => {
            let ends = |least: BinaryOperator, most: BinaryOperator| {
                both(binary(of, least, low), BinaryOperator::And, binary(of, most, high))
            };
            add("comparison", ends(BinaryOperator::Gt, BinaryOperator::LtEq));
            add("comparison", ends(BinaryOperator::GtEq, BinaryOperator::Lt));
            let (expr, low, high) = (of.clone(), low.clone(), high.clone());
            add("condition", Expr::Between { expr, negated: true, low, high });
        }
        Expr::Like { .. } | Expr::ILike { .. } => {
            let mut new = expr.clone();
            if let Expr::Like { negated, .. } | Expr::ILike { negated, .. } = &mut new {
                *negated = !*negated;
            }
            add("comparison", new);
        }
        Expr::Value(_) => next_numbers(expr).into_iter().for_each(|new| add("constant", new)),
        Expr::Function(function) => of_function(expr, function, &mut add),
        _ => {}
    }
    let may_be_unknown = match expr {
        Expr::BinaryOp { op, .. } => is_comparison(op),
        Expr::In { .. } | Expr::Between { .. } | Expr::Like { .. } | Expr::ILike { .. } => true,
        _ => false,
    };
    if may_be_unknown {
        let unknown = Expr::IsNull(Box::new(Expr::Nested(Box::new(expr.clone()))));
        add("null", both(expr.clone(), BinaryOperator::Or, unknown));
    }
    made
}

fn is_comparison(op: &BinaryOperator) -> bool {
    COMPARISONS.contains(op)
}

const COMPARISONS: [BinaryOperator; 6] = [
    BinaryOperator::Eq,
    BinaryOperator::NotEq,
    BinaryOperator::Lt,
    BinaryOperator::LtEq,
    BinaryOperator::Gt,
    BinaryOperator::GtEq,
];

fn of_binary(
    left: &Expr,
    op: &BinaryOperator,
    right: &Expr,
    add: &mut dyn FnMut(&'static str, Expr),
) {
    use BinaryOperator::{And, Divide, Is, IsNot, Minus, Multiply, Or, Plus};
    match op {
        And | Or => {
            let other = if *op == And { Or } else { And };
            add("connective", both(left.clone(), other, right.clone()));
            add("condition", right.clone());
            add("condition", left.clone());
        }
        Is => add("null", binary(left, IsNot, right)),
        IsNot => add("null", binary(left, Is, right)),
        Plus | Multiply => {
            let other = if *op == Plus { Minus } else { Plus };
            add("arithmetic", both(left.clone(), other, right.clone()));
        }
        Minus | Divide => {
            let other = if *op == Minus { Plus } else { Multiply };
            add("arithmetic", both(left.clone(), other, right.clone()));
        }
        _ if is_comparison(op) => {
            for other in COMPARISONS.iter().filter(|other| *other != op) {
                add("comparison", binary(left, other.clone(), right));
            }
        }
        _ => {}
    }
}

fn of_function(whole: &Expr, function: &Function, add: &mut dyn FnMut(&'static str, Expr)) {
    let name = function.name.to_string().to_ascii_lowercase();
    let FunctionArguments::List(list) = &function.args else { return };
    let mut args = list.args.clone();
    if ["coalesce", "ifnull", "nvl"].contains(&name.as_str()) {
        if let Some(first) = args.first_mut().and_then(argument) {
            add("null", first.clone());
        }
        return;
    }
    if aggregate(whole).is_none() {
        return;
    }
    let is_distinct = list.duplicate_treatment == Some(DuplicateTreatment::Distinct);
    let with = |name: &str, treatment: Option<DuplicateTreatment>, args: Vec<FunctionArg>| {
        let mut new = function.clone();
        if !function.name.to_string().eq_ignore_ascii_case(name) {
            new.name = ObjectName::from(vec![Ident::new(name)]);
        }
        if let FunctionArguments::List(list) = &mut new.args {
            list.duplicate_treatment = treatment;
            list.args = args;
        }
        Expr::Function(new)
    };
    const NUMBERS: [&str; 5] = ["COUNT", "SUM", "AVG", "MIN", "MAX"];
    let is_known = NUMBERS.iter().any(|known| known.eq_ignore_ascii_case(&name));
    let Some(FunctionArg::Unnamed(FunctionArgExpr::Expr(_))) = list.args.first() else { return };
    if list.args.len() != 1 || !is_known {
        return;
    }
    let treatment = list.duplicate_treatment;
    for other in NUMBERS.iter().filter(|other| !other.eq_ignore_ascii_case(&name)) {
        add("aggregate", with(other, treatment, list.args.clone()));
    }
    let other = (!is_distinct).then_some(DuplicateTreatment::Distinct);
    if !["min", "max"].contains(&name.as_str()) {
        add("aggregate", with(&name, other, list.args.clone()));
    }
    if name == "count" {
        add("aggregate", with(&name, None, vec![FunctionArg::Unnamed(FunctionArgExpr::Wildcard)]));
    }
}

/// `COUNT(*)` becomes `COUNT(c)`, with a column c that the query mentions: where it is, what it was, and what it is.
pub(super) fn of_counts(select: &Select) -> Vec<(TextPlace, String, String, Select)> {
    /// More columns are seldom mistaken for rows.
    const MOST: usize = 4;
    let mut columns: Vec<Expr> = Vec::new();
    for expr in exprs(&mut select.clone()) {
        names(expr, &mut columns);
    }
    let own: Vec<String> = select.from.iter().flat_map(table_names).collect();
    // A column of the query around would count the rows of that one.
    columns.retain(|column| match column {
        Expr::CompoundIdentifier(parts) => parts
            .iter()
            .rev()
            .nth(1)
            .is_none_or(|table| own.iter().any(|own| own.eq_ignore_ascii_case(&table.value))),
        _ => true,
    });
    let mut made = Vec::new();
    let mut at = 0;
    loop {
        let mut count = None;
        nth_count(&mut select.clone(), at, &mut |old| count = Some(old.clone()));
        let Some(count) = count else { return made };
        for column in columns.iter().take(MOST) {
            for treatment in [None, Some(DuplicateTreatment::Distinct)] {
                let mut new = count.clone();
                if let Expr::Function(function) = &mut new
                    && let FunctionArguments::List(list) = &mut function.args
                {
                    list.args = vec![FunctionArg::Unnamed(FunctionArgExpr::Expr(column.clone()))];
                    list.duplicate_treatment = treatment;
                }
                let mut changed = select.clone();
                nth_count(&mut changed, at, &mut |old| *old = new.clone());
                made.push((place(&count), count.to_string(), new.to_string(), changed));
            }
        }
        at += 1;
    }
}

/// The expressions of a SELECT, ON first.
fn exprs(select: &mut Select) -> Vec<&mut Expr> {
    use sqlparser::ast::{GroupByExpr, JoinConstraint};
    let joins = select.from.iter_mut().flat_map(|from| &mut from.joins);
    let on = joins.filter_map(|join| match constraint(&mut join.join_operator) {
        Some(JoinConstraint::On(expr)) => Some(expr),
        _ => None,
    });
    let keys = match &mut select.group_by {
        GroupByExpr::Expressions(keys, _) => &mut keys[..],
        GroupByExpr::All(_) => &mut [],
    };
    let items = select.projection.iter_mut().filter_map(item);
    let rest = select.selection.iter_mut().chain(&mut select.having);
    on.chain(keys).chain(items).chain(rest).collect()
}

/// The columns that an expression names itself, each once.
fn names(expr: &mut Expr, found: &mut Vec<Expr>) {
    if matches!(expr, Expr::Identifier(_) | Expr::CompoundIdentifier(_)) {
        if !found.iter().any(|other| other.to_string() == expr.to_string()) {
            found.push(expr.clone());
        }
        return;
    }
    children(expr, &mut |child| {
        if let Child::Expr(inner) = child {
            names(inner, found);
        }
    });
}

/// Hands on the `COUNT(*)` with this number.
fn nth_count(select: &mut Select, number: usize, to: &mut dyn FnMut(&mut Expr)) {
    fn look(expr: &mut Expr, left: &mut usize, to: &mut dyn FnMut(&mut Expr)) {
        let is_count = aggregate(expr).as_deref() == Some("count");
        if let (true, Expr::Function(Function { args: FunctionArguments::List(list), .. })) =
            (is_count, &*expr)
            && matches!(list.args[..], [FunctionArg::Unnamed(FunctionArgExpr::Wildcard)])
        {
            if *left == 0 {
                to(expr);
            }
            *left = left.wrapping_sub(1);
            return;
        }
        children(expr, &mut |child| {
            if let Child::Expr(inner) = child {
                look(inner, left, to);
            }
        });
    }
    let mut left = number;
    for expr in exprs(select) {
        look(expr, &mut left, to);
    }
}

/// The numbers beside one that stands there.
pub(super) fn next_numbers(expr: &Expr) -> Vec<Expr> {
    let Expr::Value(ValueWithSpan { value: Literal::Number(digits, is_long), .. }) = expr else {
        return Vec::new();
    };
    let Ok(number) = digits.parse::<i64>() else { return Vec::new() };
    let near = [number.checked_add(1), number.checked_sub(1)];
    let literal = |number: i64| {
        let expr = Expr::value(Literal::Number(number.abs().to_string(), *is_long));
        match number < 0 {
            // Two signs in a row begin a comment.
            true => nested(Expr::UnaryOp { op: UnaryOperator::Minus, expr: Box::new(expr) }),
            false => expr,
        }
    };
    near.into_iter().flatten().map(literal).collect()
}

fn binary(left: &Expr, op: BinaryOperator, right: &Expr) -> Expr {
    Expr::BinaryOp { left: Box::new(left.clone()), op, right: Box::new(right.clone()) }
}

/// The same in parentheses, for it may stand within what binds tighter.
fn both(left: Expr, op: BinaryOperator, right: Expr) -> Expr {
    nested(Expr::BinaryOp { left: Box::new(left), op, right: Box::new(right) })
}
