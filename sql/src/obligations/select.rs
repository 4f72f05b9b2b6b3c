//! The queries that return a row where something holds of a row, a pair of rows or a group of the user's query.

use std::sync::LazyLock;

use sqlparser::ast::{
    BinaryOperator, Expr, GroupByExpr, OrderBy, OrderByKind, Query, Select, SelectItem, SetExpr,
    Statement, TableWithJoins, With,
};
use sqlparser::dialect::GenericDialect;
use sqlparser::parser::Parser;

use crate::parts::{Child, aggregate, children, item, nested, place};

use super::Finder;

/// What stands around a SELECT.
pub(super) struct Around<'a> {
    /// The common table expressions that it sees.
    pub visible: Option<With>,
    /// Those that stand at its own query.
    pub own: Option<With>,
    /// The row of the query around for which it is asked. Nothing, if it is asked alone.
    pub outer: Option<&'a Site<'a>>,
}

/// Where in a SELECT an expression is evaluated.
pub(super) struct Site<'a> {
    pub select: &'a Select,
    pub around: &'a Around<'a>,
    pub stage: Stage,
    /// What holds wherever it is evaluated.
    pub guards: Vec<Expr>,
}

/// Of what an expression is evaluated.
#[derive(Clone)]
pub(super) enum Stage {
    /// Of these rows: of the pairs that a join may join.
    Pairs(Box<TableWithJoins>),
    /// Of the rows of FROM.
    Rows,
    /// Of those that WHERE keeps.
    KeptRows,
    /// Of the groups.
    Groups,
    /// Of those that HAVING keeps.
    KeptGroups,
}

impl<'a> Site<'a> {
    pub fn new(select: &'a Select, around: &'a Around<'a>, stage: Stage) -> Site<'a> {
        Site { select, around, stage, guards: Vec::new() }
    }

    /// The same, where this holds as well.
    pub fn guarded(&self, guards: impl IntoIterator<Item = Expr>) -> Site<'a> {
        let guards = self.guards.iter().cloned().chain(guards).collect();
        Site { select: self.select, around: self.around, stage: self.stage.clone(), guards }
    }

    /// Where what stands in an aggregate is evaluated.
    pub fn within_aggregate(&self) -> Site<'a> {
        match self.stage {
            Stage::Groups | Stage::KeptGroups => {
                Site::new(self.select, self.around, Stage::KeptRows)
            }
            _ => self.guarded([]),
        }
    }

    /// A query that returns a row where this holds of one.
    pub fn query(&self, condition: Expr) -> Query {
        let condition = all(self.guards.iter().cloned().chain([condition]));
        let of = self.select;
        let kept = |own: &Option<Expr>| all(own.iter().cloned().chain(condition.clone()));
        let rows = |selection: Option<Expr>| Select {
            // An aggregate would make one row of none.
            projection: if is_grouped(of) { one().projection } else { of.projection.clone() },
            distinct: None,
            into: None,
            selection,
            group_by: GroupByExpr::Expressions(Vec::new(), Vec::new()),
            having: None,
            qualify: None,
            ..of.clone()
        };
        let groups =
            |having| Select { distinct: None, into: None, having, qualify: None, ..of.clone() };
        let select = match &self.stage {
            Stage::Pairs(from) => {
                Select { from: vec![(**from).clone()], selection: condition, ..one() }
            }
            Stage::Rows => rows(condition),
            Stage::KeptRows => rows(kept(&of.selection)),
            Stage::Groups => groups(condition),
            Stage::KeptGroups => groups(kept(&of.having)),
        };
        lifted(select, self.around)
    }
}

/// A query that returns a row where this one does for some row of the query around.
pub(super) fn lifted(select: Select, around: &Around<'_>) -> Query {
    match around.outer {
        None => query_of(select, around.visible.clone()),
        Some(site) => {
            let subquery = Box::new(query_of(select, around.own.clone()));
            site.query(Expr::Exists { subquery, negated: false })
        }
    }
}

pub(super) fn query_of(select: Select, with: Option<With>) -> Query {
    Query { with, body: Box::new(SetExpr::Select(Box::new(select))), ..template().clone() }
}

fn template() -> &'static Query {
    static ONE: LazyLock<Query> = LazyLock::new(|| {
        let parsed = Parser::parse_sql(&GenericDialect {}, "SELECT 1");
        match parsed.expect("it is a query").pop() {
            Some(Statement::Query(query)) => *query,
            _ => unreachable!("it is a query"),
        }
    });
    &ONE
}

/// `SELECT 1`.
pub(super) fn one() -> Select {
    let select = template().body.as_select();
    select.expect("it is a SELECT").clone()
}

/// Both, where there are both.
pub(super) fn merged(outer: Option<&With>, own: Option<&With>) -> Option<With> {
    match (outer, own) {
        (None, with) | (with, None) => with.cloned(),
        (Some(outer), Some(own)) => {
            let mut with = outer.clone();
            with.recursive |= own.recursive;
            with.cte_tables.extend(own.cte_tables.iter().cloned());
            Some(with)
        }
    }
    .filter(|with| !with.cte_tables.is_empty())
}

/// All of these. Nothing, if there is none.
pub(super) fn all(conditions: impl IntoIterator<Item = Expr>) -> Option<Expr> {
    conditions.into_iter().map(nested).reduce(|left, right| Expr::BinaryOp {
        left: Box::new(left),
        op: BinaryOperator::And,
        right: Box::new(right),
    })
}

/// Whether its rows are groups.
fn is_grouped(select: &Select) -> bool {
    let has_keys = match &select.group_by {
        GroupByExpr::All(_) => true,
        GroupByExpr::Expressions(keys, modifiers) => !keys.is_empty() || !modifiers.is_empty(),
    };
    let mut items = select.projection.clone();
    has_keys || select.having.is_some() || items.iter_mut().filter_map(item).any(has_aggregate)
}

fn has_aggregate(expr: &mut Expr) -> bool {
    let mut found = aggregate(expr).is_some();
    children(expr, &mut |child| {
        if let Child::Expr(inner) = child {
            found |= has_aggregate(inner);
        }
    });
    found
}

impl Finder<'_> {
    pub(super) fn select(&mut self, select: &Select, order: Option<&OrderBy>, around: &Around<'_>) {
        for from in &select.from {
            self.from(from, select, around);
        }
        self.commas(select, around);
        let site = |stage| Site::new(select, around, stage);
        if let Some(condition) = &select.selection {
            self.condition("where", condition, &site(Stage::Rows));
        }
        let kept = match is_grouped(select) {
            true => Stage::KeptGroups,
            false => Stage::KeptRows,
        };
        for of in &select.projection {
            match of {
                SelectItem::UnnamedExpr(expr) | SelectItem::ExprWithAlias { expr, .. } => {
                    self.expression(expr, &site(kept.clone()));
                }
                _ => {}
            }
        }
        if let GroupByExpr::Expressions(keys, _) = &select.group_by {
            keys.iter().for_each(|key| self.expression(key, &site(Stage::KeptRows)));
        }
        if let Some(condition) = &select.having {
            self.condition("having", condition, &site(Stage::Groups));
        }
        if let Some(OrderByKind::Expressions(keys)) = order.map(|order| &order.kind) {
            keys.iter().for_each(|key| self.expression(&key.expr, &site(kept.clone())));
        }
        if let Some(condition) = &select.qualify {
            self.passed.push((place(condition), format!("QUALIFY {condition}")));
        }
    }
}
