//! Statements to tables: columns, keys and checks, those that are added later too.
//!
//! Statements are read in order. Foreign keys are resolved at the end, for a table may refer to a later one, and a
//! dump adds primary keys after all tables.

mod alter;
mod changes;
mod inheritance;
mod kinds;
mod names;
mod partitions;
mod types;

use std::collections::BTreeMap;

use sqlparser::ast::{
    AlterIndexOperation, AlterType, ColumnDef, ColumnOption, ConstraintReferenceMatchKind,
    CreateIndex, CreateTable, DataType, Expr, ForeignKeyConstraint, GeneratedAs, Ident,
    IndexColumn, NullsDistinctOption, ObjectName, ObjectType, SqliteTableOption, Statement,
    TableConstraint, UserDefinedTypeRepresentation,
};

use self::kinds::{ROW_ID, WIDE};
pub(crate) use self::partitions::{PartOf, PartitionKey};
use self::types::type_name;
use crate::dialect::Dialect;
use crate::schema::{Check, Column, ColumnKind, ForeignKey, Key, KeyPart, Place, Schema, Table};
use crate::script::Script;
use crate::unsaid::Unsaid;
use crate::views::Views;

pub(crate) fn schema(script: Script, dialect: Dialect) -> Schema {
    let mut reader = Reader::new(dialect);
    reader.schema.unread = script.unread;
    reader.schema.unsaid = script.unsaid;
    for placed in script.statements {
        reader.place = Place { file: placed.file, line: placed.line };
        reader.statement(placed.statement);
    }
    reader.resolve();
    reader.join_parts();
    reader.schema
}

struct Reader {
    schema: Schema,
    place: Place,
    enums: BTreeMap<String, Vec<String>>,
    domains: BTreeMap<String, Domain>,
    /// Foreign keys as they are written, by table.
    references: Vec<(usize, ForeignKeyConstraint, Place)>,
}

/// A type of `CREATE DOMAIN`.
struct Domain {
    kind: ColumnKind,
    /// The enum that it is, by its name.
    labels_of: Option<String>,
    is_nullable: bool,
    checks: Vec<Expr>,
}

impl Reader {
    fn new(dialect: Dialect) -> Reader {
        let schema = Schema {
            dialect,
            tables: Vec::new(),
            unsaid: Vec::new(),
            unread: Vec::new(),
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
                names.iter().for_each(|name| self.drop_index(&last(name), table.as_ref()));
            }
            Statement::AlterIndex {
                name,
                operation: AlterIndexOperation::RenameIndex { index_name },
            } => self.rename_index(&last(&name), &last(&index_name)),
            Statement::Drop { names, .. } => {
                names.iter().for_each(|name| self.drop_table(&last(name)));
            }
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
            Statement::CreateDomain(domain) => {
                let mut checks = Vec::new();
                let mut is_nullable = true;
                for constraint in &domain.constraints {
                    match constraint {
                        TableConstraint::Check(check) => match &*check.expr {
                            // The parser has no other form for `NOT NULL`.
                            Expr::IsNotNull(_) => is_nullable = false,
                            expr => checks.push(expr.clone()),
                        },
                        other => self.unsaid(format!("{other} of the domain {}", domain.name)),
                    }
                }
                let kind = self.kind(&domain.data_type);
                let labels_of = self.labels_of(&domain.data_type);
                let read = Domain { kind, labels_of, is_nullable, checks };
                self.domains.insert(type_name(&domain.name), read);
            }
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
        self.schema.tables.push(Table { name, written, place, ..Table::default() });
        if is_postgres {
            self.made_of(at, &created);
        }
        let start = self.place;
        for column in &created.columns {
            self.place.line = line_of(&column.name).unwrap_or(start.line);
            self.add_column(at, column);
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

    /// The columns of a primary key do not take NULL, with SQLite's exceptions.
    fn primary_is_there(&mut self, at: usize, is_strict: bool) {
        let is_late = self.schema.dialect.has_null_keys() && !is_strict;
        let table = &self.schema.tables[at];
        let Some(primary) = table.primary() else { return };
        let is_row_id = match primary[..] {
            [only] => table.columns[only].kind == ROW_ID,
            _ => false,
        };
        if !is_late || is_row_id {
            primary.into_iter().for_each(|column| self.forbid_null(at, column));
        }
    }

    /// What the engine computes must not be NULL either.
    fn forbid_null(&mut self, at: usize, column: usize) {
        let place = self.place;
        let table = &mut self.schema.tables[at];
        let of = &mut table.columns[column];
        if let (true, Some(expr)) = (of.is_nullable, &of.generated) {
            let expr = Expr::IsNotNull(Box::new(Expr::Nested(Box::new(expr.clone()))));
            table.checks.push(Check { name: None, expr, value: None, place });
        }
        of.is_nullable = false;
    }

    fn column(&mut self, at: usize, column: &ColumnDef) {
        let mut kind = self.kind(&column.data_type);
        let (mut is_nullable, mut is_identity) = (true, false);
        let (mut generated, mut constraints, mut checks) = (None, Vec::new(), Vec::new());
        if let DataType::Custom(name, _) = &column.data_type
            && let Some(domain) = self.domains.get(&type_name(name))
        {
            is_nullable = domain.is_nullable;
            checks.extend(domain.checks.iter().cloned());
        }
        let parts = || vec![IndexColumn::from(column.name.clone())];
        for option in &column.options {
            match &option.option {
                ColumnOption::NotNull => is_nullable = false,
                ColumnOption::PrimaryKey(key) => {
                    let mut key = key.clone();
                    key.columns = parts();
                    key.name = key.name.or_else(|| option.name.clone());
                    constraints.push(TableConstraint::PrimaryKey(key));
                }
                ColumnOption::Unique(key) => {
                    let mut key = key.clone();
                    key.columns = parts();
                    key.name = key.name.or_else(|| option.name.clone());
                    constraints.push(TableConstraint::Unique(key));
                }
                ColumnOption::ForeignKey(key) => {
                    let mut key = key.clone();
                    key.columns = vec![column.name.clone()];
                    key.name = key.name.or_else(|| option.name.clone());
                    constraints.push(TableConstraint::ForeignKey(key));
                }
                ColumnOption::Check(check) => {
                    let mut check = check.clone();
                    check.name = check.name.or_else(|| option.name.clone());
                    constraints.push(TableConstraint::Check(check));
                }
                ColumnOption::Generated { generation_expr: Some(expr), .. } => {
                    generated = Some(expr.clone());
                }
                ColumnOption::Generated { generated_as, .. } => {
                    is_nullable = false;
                    is_identity = *generated_as == GeneratedAs::Always;
                }
                ColumnOption::Identity(_) => is_nullable = false,
                // SQLite's `INTEGER PRIMARY KEY DESC` is no number of the row, by a mistake that it keeps.
                ColumnOption::DialectSpecific(words)
                    if kind == ROW_ID && words.iter().any(|word| word.to_string() == "DESC") =>
                {
                    kind = WIDE;
                }
                ColumnOption::Collation(name) if !is_by_bytes(name) => {
                    self.unsaid(format!("{} COLLATE {name}", column.name));
                }
                _ => {}
            }
        }
        if let Some(expr) = generated.clone().filter(|expr| self.may_fail(expr)) {
            let (left, right) = (Box::new(expr.clone()), Box::new(expr));
            let expr = Expr::IsNotDistinctFrom(left, right);
            let place = self.place;
            self.schema.tables[at].checks.push(Check { name: None, expr, value: None, place });
        }
        let labels_of = self.labels_of(&column.data_type);
        let width = self.width(&column.data_type);
        let is_serial = column.data_type.to_string().to_ascii_uppercase().contains("SERIAL");
        self.schema.tables[at].columns.push(Column {
            name: column.name.value.clone(),
            written: column.name.to_string(),
            kind,
            labels_of,
            is_nullable: true,
            generated,
            is_identity,
            width,
            place: self.place,
        });
        let (place, own) = (self.place, self.schema.tables[at].columns.len() - 1);
        if !is_nullable || is_serial {
            self.forbid_null(at, own);
        }
        let check = |expr| Check { name: None, expr, value: Some(own), place };
        let checks = checks.into_iter().map(check);
        self.schema.tables[at].checks.extend(checks);
        constraints.into_iter().for_each(|constraint| self.constraint(at, constraint));
    }

    /// Whether the engine may refuse a row as it cannot compute this.
    fn may_fail(&self, expr: &Expr) -> bool {
        let text = expr.to_string();
        let divides = text.contains(['/', '%']) || text.to_ascii_lowercase().contains("mod(");
        self.schema.dialect == Dialect::Postgres && divides
    }

    fn constraint(&mut self, at: usize, constraint: TableConstraint) {
        let said = constraint.to_string();
        let distinct = |option: &NullsDistinctOption| *option != NullsDistinctOption::NotDistinct;
        match constraint {
            TableConstraint::PrimaryKey(key) => {
                let name = key.index_name.or(key.name).map(|name| name.value);
                let read = Key { name, is_primary: true, ..self.bare_key() };
                self.key(at, &key.columns, read, &said);
            }
            TableConstraint::Unique(key) => {
                let are_nulls_distinct = distinct(&key.nulls_distinct);
                let name = key.index_name.or(key.name).map(|name| name.value);
                let read = Key { name, are_nulls_distinct, ..self.bare_key() };
                self.key(at, &key.columns, read, &said);
            }
            TableConstraint::ForeignKey(key) => self.references.push((at, key, self.place)),
            TableConstraint::Check(check)
                if check.enforced == Some(false) || check.expr.to_string() == "true" => {}
            TableConstraint::Check(check) => {
                let name = check.name.map(|name| name.value);
                let check = Check { name, expr: *check.expr, value: None, place: self.place };
                self.schema.tables[at].checks.push(check);
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
        if !index.unique {
            return;
        }
        let said = index.to_string();
        let Some(at) = self.schema.table(&last(&index.table_name)) else { return };
        let key = Key {
            name: index.name.as_ref().map(last),
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

/// A collation under which texts are the same only if their bytes are.
fn is_by_bytes(name: &ObjectName) -> bool {
    ["binary", "c", "default"].contains(&last(name).to_ascii_lowercase().as_str())
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
