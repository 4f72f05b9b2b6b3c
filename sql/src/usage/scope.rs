//! The names that an expression may use.

use std::collections::BTreeSet;

use sqlparser::ast::TableAlias;

use crate::schema::Schema;

use super::origin::Origin;

/// A column of a table, of a subquery or of a result.
#[derive(Clone, Debug, Default)]
pub(super) struct Output {
    pub name: Option<String>,
    pub origin: Origin,
}

/// What stands behind FROM or JOIN.
#[derive(Clone, Debug, Default)]
pub(super) struct Relation {
    pub name: Option<String>,
    pub outputs: Vec<Output>,
    /// Nothing is known of a function's columns.
    pub is_known: bool,
    /// A star stands for these columns, in this order.
    pub is_plain: bool,
}

/// The names that an expression may use.
#[derive(Default)]
pub(super) struct Scope<'a> {
    pub relations: Vec<Relation>,
    /// What SELECT calls its columns, for ORDER BY, GROUP BY and HAVING.
    pub aliases: Vec<Output>,
    /// Of the query around.
    pub outer: Option<&'a Scope<'a>>,
}

impl Scope<'_> {
    pub fn within<'a>(outer: Option<&'a Scope<'a>>) -> Scope<'a> {
        Scope { relations: Vec::new(), aliases: Vec::new(), outer }
    }

    /// The scope and those around it.
    fn chain(&self) -> impl Iterator<Item = &Scope<'_>> {
        std::iter::successors(Some(self), |scope| scope.outer)
    }

    /// Every column that is called so, of the innermost query that has any.
    pub fn named(&self, name: &str) -> Option<Origin> {
        self.chain().find_map(|scope| {
            let tables = scope.relations.iter().flat_map(|relation| &relation.outputs);
            all_named(tables, name).or_else(|| all_named(scope.aliases.iter(), name))
        })
    }

    /// The column of a table, which is called by its name or its alias.
    pub fn of_table(&self, table: &str, name: &str) -> Option<Origin> {
        self.chain().find_map(|scope| {
            let relations =
                scope.relations.iter().filter(|relation| is_called(&relation.name, table));
            all_named(relations.flat_map(|relation| &relation.outputs), name)
        })
    }

    /// All columns of the relation that is called so.
    pub fn row(&self, name: &str) -> Option<Origin> {
        let mut relations = self.chain().flat_map(|scope| &scope.relations);
        let relation = relations.find(|relation| is_called(&relation.name, name))?;
        Some(first(&relation.outputs))
    }

    /// The tables of the schema whose columns stand behind FROM, or behind this one name of it.
    pub fn tables(&self, name: Option<&str>) -> BTreeSet<usize> {
        let of = |scope: &Scope<'_>| {
            let called =
                |relation: &&Relation| name.is_none_or(|name| is_called(&relation.name, name));
            let relations = scope.relations.iter().filter(called);
            let outputs = relations.flat_map(|relation| &relation.outputs);
            outputs.flat_map(|output| output.origin.all()).map(|(table, _)| table).collect()
        };
        self.chain().map(of).find(|tables: &BTreeSet<usize>| !tables.is_empty()).unwrap_or_default()
    }

    /// Whether a name that is not found may be a column all the same.
    pub fn is_known(&self) -> bool {
        self.chain().all(|scope| scope.relations.iter().all(|relation| relation.is_known))
    }

    /// Whatever is called so, wherever.
    pub fn anywhere(&self, name: &str) -> Option<Origin> {
        let all = self.chain().flat_map(|scope| {
            let tables = scope.relations.iter().flat_map(|relation| &relation.outputs);
            tables.chain(&scope.aliases)
        });
        all_named(all, name)
    }
}

fn is_called(name: &Option<String>, wanted: &str) -> bool {
    name.as_ref().is_some_and(|name| name.eq_ignore_ascii_case(wanted))
}

fn all_named<'a>(outputs: impl Iterator<Item = &'a Output>, name: &str) -> Option<Origin> {
    let mut found = outputs.filter(|output| is_called(&output.name, name)).peekable();
    found.peek()?;
    Some(Origin::joined(found.map(|output| &output.origin)))
}

/// Every column of the schema that is called so.
pub(super) fn in_schema(schema: &Schema, name: &str) -> Option<Origin> {
    let mut found: Option<Origin> = None;
    for (at, table) in schema.tables.iter().enumerate() {
        for (column, _) in
            table.columns.iter().enumerate().filter(|(_, c)| c.name.eq_ignore_ascii_case(name))
        {
            found.get_or_insert_default().join(&Origin::column((at, column)));
        }
    }
    found
}

pub(super) fn all(relations: &[Relation]) -> Vec<Output> {
    relations.iter().flat_map(|relation| relation.outputs.iter().cloned()).collect()
}

pub(super) fn renamed(mut outputs: Vec<Output>, alias: &TableAlias) -> Vec<Output> {
    for (output, column) in outputs.iter_mut().zip(&alias.columns) {
        output.name = Some(column.name.value.clone());
    }
    outputs
}

pub(super) fn called(mut relation: Relation, alias: Option<&TableAlias>) -> Relation {
    if let Some(alias) = alias {
        relation.name = Some(alias.name.value.clone());
        relation.outputs = renamed(relation.outputs, alias);
    }
    relation
}

pub(super) fn first(outputs: &[Output]) -> Origin {
    Origin::joined(outputs.iter().map(|output| &output.origin))
}
