//! Queries: what their tables, groups and orders say of columns.

use sqlparser::ast::{
    Distinct, Expr, GroupByExpr, GroupByWithModifier, LimitClause, NamedWindowExpr, ObjectName,
    OrderBy, OrderByExpr, OrderByKind, Query, Select, SelectItem, SelectItemQualifiedWildcardKind,
    SetExpr, SetOperator, SetQuantifier, Value as Literal, ValueWithSpan, With,
};

use super::origin::Origin;
use crate::tables::last_word;

use super::scope::{Output, Relation, Scope, all, renamed};
use super::walk::{DEEPEST, Walk};

impl Walk<'_> {
    /// Returns the columns of the result.
    pub fn query(&mut self, query: &Query, outer: Option<&Scope<'_>>) -> Vec<Output> {
        let known = self.known.len();
        query.with.iter().for_each(|with| self.with(with, outer));
        let mut outputs = match &*query.body {
            SetExpr::Select(select) => self.select(select, query.order_by.as_ref(), outer),
            body => {
                let outputs = self.set(body, outer);
                let scope = Scope { relations: Vec::new(), aliases: outputs.clone(), outer };
                query.order_by.iter().for_each(|order| self.order_by(order, &outputs, &scope));
                outputs
            }
        };
        let scope = Scope { relations: Vec::new(), aliases: outputs.clone(), outer };
        if query.limit_clause.is_some() || query.fetch.is_some() {
            // Which rows are kept depends on how the engine walks through them.
            outputs.iter().for_each(|output| self.usage.compute(&output.origin));
        }
        match &query.limit_clause {
            Some(LimitClause::LimitOffset { limit, offset, limit_by }) => {
                let offset = offset.iter().map(|offset| &offset.value);
                limit.iter().chain(offset).for_each(|expr| self.measure(expr, &scope));
                limit_by.iter().for_each(|expr| self.measure(expr, &scope));
            }
            Some(LimitClause::OffsetCommaLimit { offset, limit }) => {
                [offset, limit].into_iter().for_each(|expr| self.measure(expr, &scope));
            }
            None => {}
        }
        if !query.pipe_operators.is_empty() || query.format_clause.is_some() {
            self.words(&query.to_string(), Some(&scope));
            outputs.iter_mut().for_each(|output| output.origin.is_made = true);
        }
        self.known.truncate(known);
        outputs
    }

    /// Takes an expression for a number that is measured, such as a limit.
    fn measure(&mut self, expr: &Expr, scope: &Scope<'_>) {
        let origin = self.expr(expr, scope);
        self.usage.compute(&origin);
    }

    fn with(&mut self, with: &With, outer: Option<&Scope<'_>>) {
        for table in &with.cte_tables {
            let named = |outputs| renamed(outputs, &table.alias);
            let name = table.alias.name.value.clone();
            let at = self.known.len();
            if with.recursive {
                // What it calls itself grows until nothing is added.
                let mut before = match &*table.query.body {
                    SetExpr::SetOperation { left, .. } => named(self.set(left, outer)),
                    _ => Vec::new(),
                };
                for _ in 0..DEEPEST {
                    self.known.push((name.clone(), before.clone()));
                    let after = named(self.query(&table.query, outer));
                    self.known.truncate(at);
                    let is_same =
                        after.iter().map(|o| &o.origin).eq(before.iter().map(|o| &o.origin));
                    before = after;
                    if is_same {
                        break;
                    }
                }
                self.known.push((name, before));
            } else {
                let outputs = named(self.query(&table.query, outer));
                self.known.push((name, outputs));
            }
        }
    }

    fn set(&mut self, set: &SetExpr, outer: Option<&Scope<'_>>) -> Vec<Output> {
        match set {
            SetExpr::Select(select) => self.select(select, None, outer),
            SetExpr::Query(query) => self.query(query, outer),
            SetExpr::SetOperation { left, op, set_quantifier, right } => {
                let (left, right) = (self.set(left, outer), self.set(right, outer));
                let keeps_all = *op == SetOperator::Union && *set_quantifier == SetQuantifier::All;
                let by_name = matches!(
                    set_quantifier,
                    SetQuantifier::ByName
                        | SetQuantifier::AllByName
                        | SetQuantifier::DistinctByName
                );
                if by_name {
                    let all: Vec<Output> = left.into_iter().chain(right).collect();
                    let every = Origin::joined(all.iter().map(|output| &output.origin));
                    self.usage.equate(&every, &every);
                    return all;
                }
                let pairs = left.into_iter().zip(right).map(|(left, right)| {
                    let origin = Origin::joined([&left.origin, &right.origin]);
                    if !keeps_all {
                        self.usage.equate(&origin, &origin);
                    }
                    Output { name: left.name, origin }
                });
                pairs.collect()
            }
            SetExpr::Values(values) => {
                let scope = Scope::within(outer);
                let mut outputs: Vec<Output> = Vec::new();
                for row in &values.rows {
                    for (at, expr) in row.content.iter().enumerate() {
                        let origin = self.expr(expr, &scope);
                        if outputs.len() == at {
                            let name = Some(format!("column{}", at + 1));
                            outputs.push(Output { name, origin: Origin::default() });
                        }
                        outputs[at].origin.join(&origin);
                    }
                }
                outputs
            }
            SetExpr::Table(table) => match &table.table_name {
                Some(name) => self.table(&ObjectName::from(vec![name.clone()])).outputs,
                None => Vec::new(),
            },
            other => {
                self.words(&other.to_string(), outer);
                Vec::new()
            }
        }
    }

    fn select(
        &mut self,
        select: &Select,
        order: Option<&OrderBy>,
        outer: Option<&Scope<'_>>,
    ) -> Vec<Output> {
        let mut scope = Scope::within(outer);
        for from in &select.from {
            self.from(from, &mut scope);
        }
        let before = select.prewhere.iter().chain(&select.selection);
        before.for_each(|expr| self.condition(expr, &scope));
        let mut outputs = Vec::new();
        for item in &select.projection {
            self.item(item, &scope, &mut outputs);
        }
        if select.projection.is_empty() {
            // DuckDB's `FROM t`.
            outputs = all(&scope.relations);
        }
        outputs.iter().for_each(|output| self.usage.mention(&output.origin));
        scope.aliases = outputs.clone();
        self.groups(&select.group_by, &outputs, &scope);
        let after = select.having.iter().chain(&select.qualify);
        after.for_each(|expr| self.condition(expr, &scope));
        for window in &select.named_window {
            if let NamedWindowExpr::WindowSpec(window) = &window.1 {
                self.window(window, &scope);
            }
        }
        match &select.distinct {
            Some(Distinct::Distinct) => {
                outputs.iter().for_each(|output| self.usage.equate(&output.origin, &output.origin));
            }
            Some(Distinct::On(exprs)) => {
                exprs.iter().for_each(|expr| self.grouped(expr, &outputs, &scope));
            }
            Some(Distinct::All) | None => {}
        }
        order.into_iter().for_each(|order| self.order_by(order, &outputs, &scope));
        let is_foreign = !select.lateral_views.is_empty()
            || !select.connect_by.is_empty()
            || !select.cluster_by.is_empty()
            || !select.sort_by.is_empty()
            || select.top.is_some()
            || select.exclude.is_some();
        if is_foreign {
            self.words(&select.to_string(), Some(&scope));
        }
        outputs
    }

    fn item(&mut self, item: &SelectItem, scope: &Scope<'_>, outputs: &mut Vec<Output>) {
        match item {
            SelectItem::UnnamedExpr(expr) => {
                let name = match expr {
                    Expr::Identifier(name) => Some(name.value.clone()),
                    Expr::CompoundIdentifier(names) => names.last().map(|name| name.value.clone()),
                    _ => None,
                };
                let origin = self.expr(expr, scope);
                outputs.push(Output { name, origin });
            }
            SelectItem::ExprWithAlias { expr, alias } => {
                let origin = self.expr(expr, scope);
                outputs.push(Output { name: Some(alias.value.clone()), origin });
            }
            SelectItem::Wildcard(options) => {
                // DuckDB's EXCLUDE and REPLACE only hide columns or compute them.
                self.words(&options.to_string(), Some(scope));
                // JOIN USING moves columns to the front, and drops some.
                self.usage.is_vague |= scope.relations.iter().any(|relation| !relation.is_plain);
                outputs.extend(all(&scope.relations));
            }
            SelectItem::QualifiedWildcard(
                SelectItemQualifiedWildcardKind::ObjectName(name),
                options,
            ) => {
                self.words(&options.to_string(), Some(scope));
                let name = last_word(name).map(|name| name.value.clone()).unwrap_or_default();
                let is_called = |relation: &&Relation| {
                    relation.name.as_ref().is_some_and(|known| known.eq_ignore_ascii_case(&name))
                };
                outputs.extend(
                    scope.relations.iter().filter(is_called).flat_map(|r| r.outputs.clone()),
                );
            }
            other => {
                self.words(&other.to_string(), Some(scope));
                outputs.push(Output { name: None, origin: Origin::made() });
            }
        }
    }

    fn groups(&mut self, group_by: &GroupByExpr, outputs: &[Output], scope: &Scope<'_>) {
        let modifiers = match group_by {
            GroupByExpr::All(modifiers) => {
                outputs.iter().for_each(|output| self.usage.equate(&output.origin, &output.origin));
                modifiers
            }
            GroupByExpr::Expressions(exprs, modifiers) => {
                exprs.iter().for_each(|expr| self.grouped(expr, outputs, scope));
                modifiers
            }
        };
        for modifier in modifiers {
            if let GroupByWithModifier::GroupingSets(expr) = modifier {
                self.grouped(expr, outputs, scope);
            }
        }
    }

    /// Rows are together whose values of this are equal.
    fn grouped(&mut self, expr: &Expr, outputs: &[Output], scope: &Scope<'_>) {
        match expr {
            Expr::GroupingSets(sets) | Expr::Cube(sets) | Expr::Rollup(sets) => {
                sets.iter().flatten().for_each(|expr| self.grouped(expr, outputs, scope));
            }
            Expr::Tuple(exprs) => exprs.iter().for_each(|expr| self.grouped(expr, outputs, scope)),
            _ => {
                let origin = self.placed(expr, outputs, scope);
                self.usage.equate(&origin, &origin);
            }
        }
    }

    pub(super) fn order_by(&mut self, order: &OrderBy, outputs: &[Output], scope: &Scope<'_>) {
        match &order.kind {
            OrderByKind::All(_) => {
                outputs.iter().for_each(|output| self.usage.compute(&output.origin));
            }
            OrderByKind::Expressions(exprs) => self.sorted(exprs, outputs, scope),
        }
    }

    pub(super) fn sorted(&mut self, exprs: &[OrderByExpr], outputs: &[Output], scope: &Scope<'_>) {
        for order in exprs {
            let origin = self.placed(&order.expr, outputs, scope);
            self.usage.compute(&origin);
        }
    }

    /// The value of an expression, or of the column of the result with this number.
    fn placed(&mut self, expr: &Expr, outputs: &[Output], scope: &Scope<'_>) -> Origin {
        if let Expr::Value(ValueWithSpan { value: Literal::Number(digits, _), .. }) = expr {
            let place =
                digits.parse::<usize>().ok().and_then(|place| outputs.get(place.checked_sub(1)?));
            return place.map(|output| output.origin.clone()).unwrap_or_default();
        }
        let mut origin = self.expr(expr, scope);
        if let Expr::Identifier(name) = expr {
            // What SELECT calls so goes first in some dialects, and a table's column in others.
            let is_called = |output: &&Output| {
                output.name.as_ref().is_some_and(|known| known.eq_ignore_ascii_case(&name.value))
            };
            outputs.iter().filter(is_called).for_each(|output| origin.join(&output.origin));
        }
        origin
    }
}
