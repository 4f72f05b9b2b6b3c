//! Joins: rows with a partner and without, and the pairs of which ON is asked.

use sqlparser::ast::{
    Expr, Ident, JoinConstraint, JoinOperator, ObjectName, Query, Select, SelectItem, TableAlias,
    TableFactor, TableWithJoins, Value as Literal, WildcardAdditionalOptions,
};

use crate::parts::{TextPlace, constraint, place};
use crate::tables::last_word;

use super::select::{Around, Site, Stage, lifted, one, query_of};
use super::{Finder, Obligation};

/// A column that is NULL where a row has no partner.
const MARK: &str = "korrel_row";

impl Finder<'_> {
    pub(super) fn from(&mut self, from: &TableWithJoins, select: &Select, around: &Around<'_>) {
        self.factor(&from.relation, select, around);
        for (at, join) in from.joins.iter().enumerate() {
            self.factor(&join.relation, select, around);
            let before = TableWithJoins {
                relation: from.relation.clone(),
                joins: from.joins[..at].to_vec(),
            };
            let mut operator = join.join_operator.clone();
            let Some(of) = constraint(&mut operator) else {
                self.passed.push((place(&join.relation), join.to_string().trim().to_owned()));
                continue;
            };
            match of {
                JoinConstraint::None => {}
                JoinConstraint::On(condition) => {
                    let pairs = with_join(&before, &join.relation, crossed());
                    let site = Site::new(select, around, Stage::Pairs(Box::new(pairs)));
                    self.condition("on", condition, &site);
                    self.by_condition(&before, join.relation.clone(), condition, around);
                }
                JoinConstraint::Using(_)
                | JoinConstraint::UsingAlias(..)
                | JoinConstraint::Natural => {
                    self.by_names(&before, join.relation.clone(), of, around);
                }
            }
        }
    }

    fn factor(&mut self, factor: &TableFactor, select: &Select, around: &Around<'_>) {
        match factor {
            TableFactor::Derived { lateral: false, subquery, .. } => {
                self.query(subquery, around.visible.as_ref(), None, None);
            }
            TableFactor::Derived { lateral: true, subquery, .. } => {
                self.passed.push((place(&**subquery), format!("LATERAL ({subquery})")));
            }
            TableFactor::NestedJoin { table_with_joins, .. } => {
                self.from(table_with_joins, select, around);
            }
            TableFactor::Table { name, args: None, .. } => self.view(name, place(factor), around),
            _ => {}
        }
    }

    /// Those of a view's definition, which is asked alone. They stand where the view is named first.
    fn view(&mut self, name: &ObjectName, at: TextPlace, around: &Around<'_>) {
        let Some(word) = last_word(name) else { return };
        let is_called = |other: &Ident| other.value.eq_ignore_ascii_case(&word.value);
        let mut hidden = around.visible.iter().flat_map(|with| &with.cte_tables);
        if name.0.len() == 1 && hidden.any(|cte| is_called(&cte.alias.name)) {
            return;
        }
        let Some(view) = self.views.named(&word.value) else { return };
        if self.viewed.iter().any(is_called) {
            return;
        }
        self.viewed.push(word.clone());
        let (found, passed) = (self.found.len(), self.passed.len());
        self.query(&view.query, None, None, None);
        for one in &mut self.found[found..] {
            (one.place, one.said) = (at, format!("{name}: {}", one.said));
        }
        for one in &mut self.passed[passed..] {
            *one = (at, format!("{name}: {}", one.1));
        }
    }

    /// The obligations of a join that says by ON which rows it joins.
    fn by_condition(
        &mut self,
        before: &TableWithJoins,
        behind: TableFactor,
        condition: &Expr,
        around: &Around<'_>,
    ) {
        let is_lateral = matches!(behind, TableFactor::Derived { lateral: true, .. });
        let behind = TableWithJoins { relation: behind, joins: Vec::new() };
        let pairs = with_join(before, &behind.relation, crossed());
        let joined = from_where(vec![pairs], condition.clone());
        let (before, others) = (vec![before.clone()], vec![behind.clone()]);
        let left = without(&before, &others, condition);
        // Without the rows before it there is none of a LATERAL.
        let right = (!is_lateral).then(|| without(&others, &before, condition));
        self.three(&behind.relation, [Some(joined), Some(left), right], around);
    }

    /// Those of USING and NATURAL, whose columns an outer join compares best: where the other side is NULL as a whole.
    fn by_names(
        &mut self,
        before: &TableWithJoins,
        behind: TableFactor,
        of: &JoinConstraint,
        around: &Around<'_>,
    ) {
        let marked_behind = marked(&behind);
        let joined = with_join(before, &behind, JoinOperator::Join(of.clone()));
        let is_missing = || Expr::IsNull(Box::new(Expr::Identifier(Ident::new(MARK))));
        let left = marked_behind.map(|marked| {
            from_where(
                vec![with_join(before, &marked, JoinOperator::Left(of.clone()))],
                is_missing(),
            )
        });
        // A row of RIGHT JOIN may lack the first table, and has partners all the same.
        let adds = |join: &sqlparser::ast::Join| {
            matches!(
                join.join_operator,
                JoinOperator::Right(_) | JoinOperator::RightOuter(_) | JoinOperator::FullOuter(_)
            )
        };
        let marked_before = marked(&before.relation).filter(|_| !before.joins.iter().any(adds));
        let right = marked_before.map(|relation| {
            let before = TableWithJoins { relation, joins: before.joins.clone() };
            from_where(
                vec![with_join(&before, &behind, JoinOperator::Right(of.clone()))],
                is_missing(),
            )
        });
        let joined = Select { from: vec![joined], ..one() };
        self.three(&behind, [Some(joined), left, right], around);
    }

    pub(super) fn three(
        &mut self,
        relation: &TableFactor,
        selects: [Option<Select>; 3],
        around: &Around<'_>,
    ) {
        let said =
            ["two rows are joined", "a row before it has no partner", "a row of it has no partner"];
        for (select, said) in selects.into_iter().zip(said) {
            let said = format!("JOIN {relation}: {said}");
            match select {
                Some(select) => self.found.push(Obligation {
                    place: place(relation),
                    kind: "join",
                    said,
                    query: lifted(select, around).to_string(),
                }),
                None => self.passed.push((place(relation), said)),
            }
        }
    }
}

fn crossed() -> JoinOperator {
    JoinOperator::CrossJoin(JoinConstraint::None)
}

fn with_join(
    before: &TableWithJoins,
    relation: &TableFactor,
    join_operator: JoinOperator,
) -> TableWithJoins {
    let mut from = before.clone();
    let join = sqlparser::ast::Join { relation: relation.clone(), global: false, join_operator };
    from.joins.push(join);
    from
}

pub(super) fn from_where(from: Vec<TableWithJoins>, condition: Expr) -> Select {
    Select { from, selection: Some(condition), ..one() }
}

/// The rows of `of` that have none of `partners`.
pub(super) fn without(
    of: &[TableWithJoins],
    partners: &[TableWithJoins],
    condition: &Expr,
) -> Select {
    let subquery = Box::new(query_of(from_where(partners.to_vec(), condition.clone()), None));
    from_where(of.to_vec(), Expr::Exists { subquery, negated: true })
}

/// The same rows with a column that is never NULL.
fn marked(factor: &TableFactor) -> Option<TableFactor> {
    let alias = match factor {
        TableFactor::Table { name, alias: None, args: None, .. } => TableAlias {
            explicit: true,
            name: last_word(name)?.clone(),
            columns: Vec::new(),
            at: None,
        },
        TableFactor::Table { alias: Some(alias), args: None, .. }
        | TableFactor::Derived { lateral: false, alias: Some(alias), .. } => {
            TableAlias { columns: Vec::new(), ..alias.clone() }
        }
        _ => return None,
    };
    let star = SelectItem::Wildcard(WildcardAdditionalOptions::default());
    let mark = SelectItem::ExprWithAlias {
        expr: Expr::value(Literal::Number("1".to_owned(), false)),
        alias: Ident::new(MARK),
    };
    let from = vec![TableWithJoins { relation: factor.clone(), joins: Vec::new() }];
    let select = Select { projection: vec![star, mark], from, ..one() };
    let subquery: Box<Query> = Box::new(query_of(select, None));
    Some(TableFactor::Derived { lateral: false, subquery, alias: Some(alias), sample: None })
}
