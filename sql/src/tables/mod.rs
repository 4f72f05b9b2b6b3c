//! Statements to tables: columns, keys and checks, those that are added later too.
//!
//! Statements are read in order. Foreign keys are resolved at the end, for a table may refer to a later one, and a
//! dump adds primary keys after all tables.

mod alter;
mod bounds;
mod changes;
mod columns;
mod inheritance;
mod kinds;
mod names;
mod partitions;
mod types;

use std::collections::BTreeMap;

use sqlparser::ast::{
    AlterIndexOperation, AlterType, ConstraintReferenceMatchKind, CreateIndex, CreateTable, Expr,
    ForeignKeyConstraint, Ident, IndexColumn, NullsDistinctOption, ObjectName, ObjectType,
    SqliteTableOption, Statement, TableConstraint, UserDefinedTypeRepresentation,
};

pub(crate) use self::bounds::{PartOf, PartitionKey};
use self::kinds::Type;
pub(crate) use self::kinds::{is_named, kind_named};
use self::types::type_name;
use crate::dialect::Dialect;
use crate::schema::{Check, ForeignKey, Key, KeyPart, Place, Schema, Table};
use crate::script::Script;
use crate::unsaid::Unsaid;
use crate::views::Views;

pub(crate) fn schema(script: Script, dialect: Dialect) -> Schema {
    let mut reader = Reader::new(dialect);
    reader.schema.unread = script.unread;
    reader.schema.unsaid = script.unsaid;
    reader.schema.triggers = script.triggers;
    for placed in script.statements {
        reader.place = Place { file: placed.file, line: placed.line };
        reader.statement(placed.statement);
    }
    reader.forbid_null();
    reader.resolve();
    reader.join_parts();
    reader.schema
}

struct Reader {
    schema: Schema,
    place: Place,
    enums: BTreeMap<String, Vec<String>>,
    /// The types of `CREATE DOMAIN`.
    domains: BTreeMap<String, Type>,
    /// Foreign keys as they are written, by table.
    references: Vec<(usize, ForeignKeyConstraint, Place)>,
}

impl Reader {
    fn new(dialect: Dialect) -> Reader {
        let schema = Schema {
            dialect,
            tables: Vec::new(),
            unsaid: Vec::new(),
            unread: Vec::new(),
            triggers: Vec::new(),
            views: Views::default(),
        };
        Reader {
            schema,
            place: Place::default(),
            enums: BTreeMap::new(),
            domains: BTreeMap::new(),
            references: Vec::new(),
        }
    }

    fn unsaid(&mut self, text: impl Into<String>) {
        let Place { file, line } = self.place;
        self.schema.unsaid.push(Unsaid { file, line, text: text.into() });
    }

    fn statement(&mut self, statement: Statement) {
        match statement {
            Statement::CreateTable(table) => self.table(table),
            Statement::AlterTable(alter) => self.alter(alter),
            Statement::CreateIndex(index) => self.index(index),
            Statement::Drop { object_type: ObjectType::Index, names, table, .. } => {
                let names: Vec<String> = names.iter().map(|name| self.kept_last(name)).collect();
                names.iter().for_each(|name| self.drop_index(name, table.as_ref()));
            }
            Statement::AlterIndex {
                name,
                operation: AlterIndexOperation::RenameIndex { index_name },
            } => self.rename_index(&self.kept_last(&name), &self.kept_last(&index_name)),
            Statement::Drop { names, cascade, .. } => self.drop_tables(&names, cascade),
            Statement::CreateType {
                name,
                representation: Some(UserDefinedTypeRepresentation::Enum { labels }),
                ..
            } => {
                let labels = labels.iter().map(|label| label.value.clone()).collect();
                self.enums.insert(type_name(&name), labels);
            }
            Statement::AlterType(AlterType { name, operation }) => {
                self.alter_type(&type_name(&name), operation);
            }
            Statement::CreateType { name, .. } => self.unsaid(format!("CREATE TYPE {name}")),
            Statement::CreateDomain(domain) => self.domain(&domain),
            Statement::CreateView(_) => self.schema.unread.push("CREATE VIEW".to_owned()),
            Statement::CreateTrigger(_) => self.schema.unread.push("CREATE TRIGGER".to_owned()),
            Statement::CreateFunction(_) => self.schema.unread.push("CREATE FUNCTION".to_owned()),
            other => self.unsaid(other.to_string()),
        }
    }

    fn table(&mut self, created: CreateTable) {
        let name = last(&created.name);
        let written = created.name.to_string();
        if self.schema.tables.iter().any(|table| self.is_same_table(table, &name, &written)) {
            if !created.if_not_exists {
                self.unsaid(format!("a second table {}", created.name));
            }
            return;
        }
        if let Some(query) = &created.query {
            self.unsaid(format!("the columns of {} AS {query}", created.name));
        }
        let is_postgres = self.schema.dialect == Dialect::Postgres;
        let is_made = created.partition_of.is_some() || created.inherits.is_some();
        if is_made && !is_postgres || created.like.is_some() {
            self.unsaid(format!("the table {} is made of another one", created.name));
            if created.columns.is_empty() {
                return;
            }
        }
        let at = self.schema.tables.len();
        let place = self.place;
        self.schema.tables.push(Table {
            name,
            written: written.clone(),
            place,
            ..Table::default()
        });
        if is_postgres {
            self.made_of(at, &created);
        }
        let start = self.place;
        for column in &created.columns {
            self.place.line = line_of(&column.name).unwrap_or(start.line);
            match is_postgres && is_like(&column.name) {
                true => self.unsaid(format!("the columns of {written} LIKE {}", column.data_type)),
                false => self.first_column(at, column),
            }
        }
        for constraint in created.constraints {
            self.place = place_of(&constraint, start);
            self.constraint(at, constraint);
        }
        self.place = start;
        let options = &created.sqlite_table_options.options;
        let is_strict = options.iter().any(|option| {
            matches!(option, SqliteTableOption::WithoutRowid | SqliteTableOption::Strict)
        });
        self.primary_is_there(at, is_strict);
    }

    fn constraint(&mut self, at: usize, constraint: TableConstraint) {
        let said = constraint.to_string();
        let distinct = |option: &NullsDistinctOption| *option != NullsDistinctOption::NotDistinct;
        match constraint {
            TableConstraint::PrimaryKey(key) => {
                let name = key.index_name.or(key.name).map(|name| self.kept(&name));
                let read = Key { name, is_primary: true, ..self.bare_key() };
                self.key(at, &key.columns, read, &said);
            }
            TableConstraint::Unique(key) => {
                let are_nulls_distinct = distinct(&key.nulls_distinct);
                let name = key.index_name.or(key.name).map(|name| self.kept(&name));
                let read = Key { name, are_nulls_distinct, ..self.bare_key() };
                self.key(at, &key.columns, read, &said);
            }
            TableConstraint::ForeignKey(key) => self.references.push((at, key, self.place)),
            TableConstraint::Check(check)
                if check.enforced == Some(false) || check.expr.to_string() == "true" => {}
            TableConstraint::Check(check) => {
                let name = check.name.map(|name| self.kept(&name));
                let is_handed_down = !check.no_inherit;
                let check = Check { name, is_handed_down, ..Check::new(*check.expr, self.place) };
                self.add_check(at, check);
            }
            TableConstraint::Index(_) | TableConstraint::FulltextOrSpatial(_) => {}
            _ => self.unsaid(said),
        }
    }

    /// A key without columns.
    fn bare_key(&self) -> Key {
        Key {
            name: None,
            parts: Vec::new(),
            is_primary: false,
            are_nulls_distinct: true,
            filter: None,
            place: self.place,
        }
    }

    fn key(&mut self, at: usize, parts: &[IndexColumn], key: Key, said: &str) {
        let table = &self.schema.tables[at];
        let part = |part: &IndexColumn| match unnested(&part.column.expr) {
            Expr::Identifier(name) => table.column(&name.value).map(KeyPart::Column),
            other => Some(KeyPart::Expression(Box::new(other.clone()))),
        };
        match parts.iter().map(part).collect::<Option<Vec<KeyPart>>>() {
            Some(parts) => {
                self.schema.tables[at].keys.push(Key { parts, ..key });
            }
            None => self.unsaid(format!("{said}: there is no such column")),
        }
    }

    fn index(&mut self, index: CreateIndex) {
        let name = index.name.as_ref().map(|name| self.kept_last(name));
        if index.if_not_exists && name.as_ref().is_some_and(|name| self.has_index(name)) {
            return;
        }
        let said = index.to_string();
        let Some(at) = self.schema.table(&last(&index.table_name)) else { return };
        if !index.unique {
            self.schema.tables[at].indexes.extend(name);
            return;
        }
        let key = Key {
            name,
            are_nulls_distinct: index.nulls_distinct != Some(false),
            filter: index.predicate,
            ..self.bare_key()
        };
        self.key(at, &index.columns, key, &said);
    }

    /// Foreign keys by the places of tables and columns.
    fn resolve(&mut self) {
        for (at, key, place) in std::mem::take(&mut self.references) {
            self.place = place;
            let foreign = TableConstraint::ForeignKey(key.clone()).to_string();
            let Some(table) = self.schema.table(&last(&key.foreign_table)) else {
                self.unsaid(format!("{foreign}: there is no such table"));
                continue;
            };
            let own = self.columns(at, &key.columns);
            let to = match key.referred_columns.is_empty() {
                true => self.schema.tables[table].primary(),
                false => self.columns(table, &key.referred_columns),
            };
            let (Some(columns), Some(to)) = (own, to) else {
                self.unsaid(format!("{foreign}: there are no such columns"));
                continue;
            };
            let is_computed = |(table, columns): (usize, &[usize])| {
                let of = &self.schema.tables[table];
                columns.iter().any(|column| of.columns[*column].generated.is_some())
            };
            if [(at, &columns[..]), (table, &to[..])].into_iter().any(is_computed) {
                self.unsaid(format!("{foreign}: a computed column"));
                continue;
            }
            let is_key = self.schema.tables[table].keys.iter().any(|key| {
                let columns = key.columns().unwrap_or_default();
                key.filter.is_none()
                    && columns.len() == to.len()
                    && columns.iter().all(|column| to.contains(column))
            });
            if columns.len() != to.len() || !is_key {
                let what = "what it refers to is no key";
                self.unsaid(format!("{foreign}: {what}, so the engine refuses every such row"));
                continue;
            }
            let is_full = key.match_kind == Some(ConstraintReferenceMatchKind::Full)
                && self.schema.dialect.heeds_match_full();
            let foreign = ForeignKey { columns, table, to, is_full, filter: None, place };
            self.schema.tables[at].foreign.push(foreign);
        }
    }

    fn columns(&self, table: usize, names: &[Ident]) -> Option<Vec<usize>> {
        names.iter().map(|name| self.schema.tables[table].column(&name.value)).collect()
    }
}

pub(crate) fn unnested(expr: &Expr) -> &Expr {
    match expr {
        Expr::Nested(of) => unnested(of),
        other => other,
    }
}

/// `orders`, of `public.orders`.
pub(crate) fn last(name: &ObjectName) -> String {
    last_word(name).map_or_else(|| name.to_string(), |word| word.value.clone())
}

/// The same, if it is a word.
pub(crate) fn last_word(name: &ObjectName) -> Option<&Ident> {
    name.0.last()?.as_ident()
}

/// Whether the name of a column is PostgreSQL's `LIKE t`, which parsers of other dialects take for one.
fn is_like(name: &Ident) -> bool {
    name.quote_style.is_none() && name.value.eq_ignore_ascii_case("like")
}

fn line_of(name: &Ident) -> Option<u64> {
    Some(name.span.start.line).filter(|line| *line > 0)
}

/// Where a constraint begins, as far as the parser says it.
fn place_of(constraint: &TableConstraint, otherwise: Place) -> Place {
    use sqlparser::ast::Spanned;
    let line = constraint.span().start.line;
    Place { line: if line > 0 { line } else { otherwise.line }, ..otherwise }
}
