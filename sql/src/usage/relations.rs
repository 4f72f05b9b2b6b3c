//! What stands behind FROM and JOIN.

use sqlparser::ast::{
    Ident, Join, JoinConstraint, JoinOperator, ObjectName, TableFactor, TableWithJoins,
};

use super::origin::Origin;
use crate::tables::last_word;

use super::scope::{Output, Relation, Scope, all, called};
use super::walk::{DEEPEST, Walk};

impl Walk<'_> {
    pub(super) fn from(&mut self, from: &TableWithJoins, scope: &mut Scope<'_>) {
        let relations = self.relations(&from.relation, scope);
        scope.relations.extend(relations);
        for join in &from.joins {
            self.join(join, scope);
        }
    }

    fn join(&mut self, join: &Join, scope: &mut Scope<'_>) {
        let relations = self.relations(&join.relation, scope);
        let left = scope.relations.len();
        scope.relations.extend(relations);
        let constraint = match &join.join_operator {
            JoinOperator::Join(constraint)
            | JoinOperator::Inner(constraint)
            | JoinOperator::Left(constraint)
            | JoinOperator::LeftOuter(constraint)
            | JoinOperator::Right(constraint)
            | JoinOperator::RightOuter(constraint)
            | JoinOperator::FullOuter(constraint)
            | JoinOperator::CrossJoin(constraint)
            | JoinOperator::Semi(constraint)
            | JoinOperator::LeftSemi(constraint)
            | JoinOperator::RightSemi(constraint)
            | JoinOperator::Anti(constraint)
            | JoinOperator::LeftAnti(constraint)
            | JoinOperator::RightAnti(constraint)
            | JoinOperator::StraightJoin(constraint) => constraint,
            JoinOperator::AsOf { match_condition, constraint } => {
                self.condition(match_condition, scope);
                constraint
            }
            JoinOperator::CrossApply
            | JoinOperator::OuterApply
            | JoinOperator::ArrayJoin
            | JoinOperator::LeftArrayJoin
            | JoinOperator::InnerArrayJoin => &JoinConstraint::None,
        };
        match constraint {
            JoinConstraint::On(expr) => self.condition(expr, scope),
            JoinConstraint::Using(names) | JoinConstraint::UsingAlias(names, _) => {
                for name in names.iter().filter_map(last_word) {
                    self.same_name(&name.value, left, scope);
                }
            }
            JoinConstraint::Natural => {
                let names =
                    all(&scope.relations[left..]).into_iter().filter_map(|output| output.name);
                for name in names.collect::<Vec<_>>() {
                    self.same_name(&name, left, scope);
                }
            }
            JoinConstraint::None => {}
        }
    }

    /// The columns of both sides of a join that are called so are compared.
    fn same_name(&mut self, name: &str, left: usize, scope: &mut Scope<'_>) {
        scope.relations.iter_mut().for_each(|relation| relation.is_plain = false);
        let (before, behind) = scope.relations.split_at(left);
        let of = |relations: &[Relation]| {
            let outputs = relations.iter().flat_map(|relation| &relation.outputs);
            let called =
                outputs.filter(|o| o.name.as_ref().is_some_and(|n| n.eq_ignore_ascii_case(name)));
            Origin::joined(called.map(|output| &output.origin))
        };
        let sides = [of(before), of(behind)];
        sides.iter().for_each(|side| self.usage.mention(side));
        self.usage.equate(&sides[0], &sides[1]);
    }

    fn relations(&mut self, factor: &TableFactor, scope: &Scope<'_>) -> Vec<Relation> {
        match factor {
            TableFactor::Table { name, alias, args: None, sample: None, .. } => {
                vec![called(self.table(name), alias.as_ref())]
            }
            TableFactor::Derived { subquery, alias, sample: None, .. } => {
                // It sees the tables before it only if it is LATERAL; names that it does not know come from there.
                let outputs = self.query(subquery, Some(scope));
                vec![called(
                    Relation { name: None, outputs, is_known: true, is_plain: true },
                    alias.as_ref(),
                )]
            }
            TableFactor::NestedJoin { table_with_joins, alias: None } => {
                let mut inner = Scope::within(Some(scope));
                self.from(table_with_joins, &mut inner);
                inner.relations
            }
            other => {
                // A function may read any table.
                self.usage.everything(self.schema);
                self.words(&other.to_string(), Some(scope));
                let alias = match other {
                    TableFactor::Function { alias, .. }
                    | TableFactor::TableFunction { alias, .. }
                    | TableFactor::UNNEST { alias, .. }
                    | TableFactor::Table { alias, .. } => alias.as_ref(),
                    _ => None,
                };
                vec![called(Relation::default(), alias)]
            }
        }
    }

    /// What the engine computes sees more of a value than whether it equals another.
    fn generated(&mut self, table: usize) {
        let of = &self.schema.tables[table];
        let exprs = of.columns.iter().filter_map(|column| column.generated.as_ref());
        let words: Vec<String> = exprs.map(ToString::to_string).collect();
        if !words.is_empty() {
            self.words(&words.join(", "), None);
        }
    }

    pub(super) fn table(&mut self, name: &ObjectName) -> Relation {
        let Some(Ident { value: name, .. }) = last_word(name) else { return Relation::default() };
        let known = self.known.iter().rev().find(|(known, _)| known.eq_ignore_ascii_case(name));
        if let Some((_, outputs)) = known {
            return Relation {
                name: Some(name.clone()),
                outputs: outputs.clone(),
                is_known: true,
                is_plain: true,
            };
        }
        if let Some(at) = self.schema.tables.iter().position(|t| t.name.eq_ignore_ascii_case(name))
        {
            // Rows of tables that inherit from it are rows of it.
            let heirs = self.schema.heirs(at);
            for table in std::iter::once(at).chain(heirs.iter().copied()) {
                self.usage.tables.insert(table);
                self.generated(table);
            }
            let columns = self.schema.tables[at].columns.iter().enumerate();
            let outputs = columns.map(|(column, said)| {
                let inherited = heirs.iter().filter_map(|heir| {
                    let column = self.schema.tables[*heir].column(&said.name)?;
                    Some(Origin::column((*heir, column)))
                });
                let each: Vec<Origin> =
                    std::iter::once(Origin::column((at, column))).chain(inherited).collect();
                Output { name: Some(said.name.clone()), origin: Origin::joined(&each) }
            });
            return Relation {
                name: Some(name.clone()),
                outputs: outputs.collect(),
                is_known: true,
                is_plain: true,
            };
        }
        match self.schema.views.named(name) {
            Some(view) if self.depth < DEEPEST => {
                self.depth += 1;
                // A view knows nothing of the query that reads it.
                let known = std::mem::take(&mut self.known);
                let mut outputs = self.query(&view.query, None);
                self.known = known;
                self.depth -= 1;
                for (output, column) in outputs.iter_mut().zip(&view.columns) {
                    output.name = Some(column.clone());
                }
                Relation { name: Some(name.clone()), outputs, is_known: true, is_plain: true }
            }
            // A view that was not read, or another thing that may hold whatever the tables do.
            _ => {
                self.usage.everything(self.schema);
                Relation { name: Some(name.clone()), ..Relation::default() }
            }
        }
    }
}
