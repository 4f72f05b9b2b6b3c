//! What the definition of a column says, and what ALTER TABLE makes of it.

use sqlparser::ast::{
    AlterColumnOperation, ColumnDef, ColumnOption, CreateDomain, DataType, Expr, GeneratedAs,
    IndexColumn, TableConstraint,
};

use super::kinds::{ROW_ID, WIDE};
use super::types::type_name;
use super::{Reader, last, unnested};
use crate::dialect::Dialect;
use crate::schema::{Check, Column};

impl Reader {
    /// Adds a column of a new table, or what is said of one that is inherited.
    pub(super) fn first_column(&mut self, at: usize, column: &ColumnDef) {
        let inherited = self.column_called(at, &column.name);
        if inherited.is_some_and(|same| self.schema.tables[at].columns[same].is_own) {
            return self.second_column(at, column);
        }
        self.column(at, column);
        let Some(inherited) = inherited else { return };
        let table = &mut self.schema.tables[at];
        let own = table.columns.pop().expect("it was added");
        // The checks of its type are inherited, too.
        table.checks.retain(|check| check.value != Some(table.columns.len()));
        let of = &mut table.columns[inherited];
        of.is_nullable &= own.is_nullable;
        of.is_own = true;
        let is_refused = of.generated.is_some() && (own.generated.is_some() || own.is_identity);
        if is_refused {
            return self.unsaid(format!("{column}: it inherits how it is computed"));
        }
        of.is_identity = own.is_identity;
        of.generated = of.generated.take().or(own.generated);
    }

    /// Adds a column, unless the table has one of its name.
    pub(super) fn add_column(&mut self, at: usize, column: &ColumnDef, if_not_exists: bool) {
        match self.column_called(at, &column.name) {
            None => self.column(at, column),
            Some(_) if if_not_exists => {}
            Some(_) => self.second_column(at, column),
        }
    }

    /// The engine refuses it.
    fn second_column(&mut self, at: usize, column: &ColumnDef) {
        let table = &self.schema.tables[at].written;
        self.unsaid(format!("a second column {} of {table}", column.name));
    }

    fn column(&mut self, at: usize, column: &ColumnDef) {
        let ty = self.type_of(&column.data_type);
        self.tell_case(&column.name.to_string(), &column.data_type);
        let mut kind = ty.kind;
        let (mut is_nullable, mut is_identity, mut is_collated) = (true, false, false);
        let (mut generated, mut constraints) = (None, Vec::new());
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
                ColumnOption::Collation(name) if !is_by_bytes(&last(name)) => {
                    is_collated = true;
                    self.unsaid(format!("{} COLLATE {name}", column.name));
                }
                _ => {}
            }
        }
        let place = self.place;
        if let Some(expr) = generated.clone().filter(|expr| self.may_fail(expr)) {
            let (left, right) = (Box::new(expr.clone()), Box::new(expr));
            let check = Check::new(Expr::IsNotDistinctFrom(left, right), place);
            self.schema.tables[at].checks.push(check);
        }
        let is_serial = column.data_type.to_string().to_ascii_uppercase().contains("SERIAL");
        let own = self.schema.tables[at].columns.len();
        self.schema.tables[at].columns.push(Column {
            name: column.name.value.clone(),
            written: column.name.to_string(),
            kind,
            labels_of: ty.labels_of,
            is_nullable: is_nullable && !is_serial,
            generated,
            is_identity,
            width: ty.width,
            is_collated,
            is_own: true,
            place,
        });
        self.checks_of_type(at, own, ty.checks);
        constraints.into_iter().for_each(|constraint| self.constraint(at, constraint));
    }

    /// Tells of a type of PostgreSQL's whose values are texts, and whose comparisons are not those of texts.
    fn tell_case(&mut self, of: &str, ty: &DataType) {
        if matches!(ty, DataType::Custom(name, _) if type_name(name) == "citext") {
            self.unsaid(format!("{of} {ty}: texts that are equal but for case are one"));
        }
    }

    /// What its type demands of a column.
    fn checks_of_type(&mut self, at: usize, column: usize, checks: Vec<Expr>) {
        let place = self.place;
        let check = |expr| Check { value: Some(column), ..Check::new(expr, place) };
        self.schema.tables[at].checks.extend(checks.into_iter().map(check));
    }

    /// Whether the engine may refuse a row as it cannot compute this.
    fn may_fail(&self, expr: &Expr) -> bool {
        let text = expr.to_string();
        let divides = text.contains(['/', '%']) || text.to_ascii_lowercase().contains("mod(");
        self.schema.dialect == Dialect::Postgres && divides
    }

    /// The columns of a primary key do not take NULL, with SQLite's exceptions.
    pub(super) fn primary_is_there(&mut self, at: usize, is_strict: bool) {
        let is_late = self.schema.dialect.has_null_keys() && !is_strict;
        let table = &mut self.schema.tables[at];
        let Some(primary) = table.primary() else { return };
        let is_row_id = match primary[..] {
            [only] => table.columns[only].kind == ROW_ID,
            _ => false,
        };
        if !is_late || is_row_id {
            primary.into_iter().for_each(|column| table.columns[column].is_nullable = false);
        }
    }

    pub(super) fn alter_column(&mut self, at: usize, name: &str, op: &AlterColumnOperation) {
        let table = &mut self.schema.tables[at];
        let Some(column) = table.column(name) else { return };
        let of = &mut table.columns[column];
        match op {
            AlterColumnOperation::SetNotNull => of.is_nullable = false,
            AlterColumnOperation::DropNotNull => of.is_nullable = true,
            AlterColumnOperation::SetDataType { data_type, .. } => {
                table.checks.retain(|check| check.value != Some(column));
                let ty = self.type_of(data_type);
                let of = &mut self.schema.tables[at].columns[column];
                (of.kind, of.labels_of, of.width) = (ty.kind, ty.labels_of, ty.width);
                self.tell_case(name, data_type);
                self.checks_of_type(at, column, ty.checks);
            }
            AlterColumnOperation::AddGenerated { generated_as, .. } => {
                of.is_nullable = false;
                of.is_identity = *generated_as == Some(GeneratedAs::Always);
            }
            _ => {}
        }
    }

    pub(super) fn domain(&mut self, created: &CreateDomain) {
        let mut ty = self.type_of(&created.data_type);
        self.tell_case(&created.name.to_string(), &created.data_type);
        for constraint in &created.constraints {
            match constraint {
                TableConstraint::Check(check) => ty.checks.push((*check.expr).clone()),
                other => self.unsaid(format!("{other} of the domain {}", created.name)),
            }
        }
        self.domains.insert(type_name(&created.name), ty);
    }

    /// NOT NULL of types, which no statement changes any more. What the engine computes must not be NULL either.
    pub(super) fn forbid_null(&mut self) {
        for table in &mut self.schema.tables {
            let (filled, checks): (Vec<Check>, Vec<Check>) =
                std::mem::take(&mut table.checks).into_iter().partition(|check| {
                    // The parser has no other form for NOT NULL of a domain.
                    check.value.is_some() && is_not_null(&check.expr)
                });
            table.checks = checks;
            for column in filled.iter().filter_map(|check| check.value) {
                table.columns[column].is_nullable = false;
            }
            for column in table.columns.iter().filter(|column| !column.is_nullable) {
                if let Some(expr) = &column.generated {
                    let expr = Expr::IsNotNull(Box::new(Expr::Nested(Box::new(expr.clone()))));
                    table.checks.push(Check::new(expr, column.place));
                }
            }
        }
    }
}

/// `VALUE IS NOT NULL`
fn is_not_null(check: &Expr) -> bool {
    let Expr::IsNotNull(of) = unnested(check) else { return false };
    matches!(unnested(of), Expr::Identifier(name) if name.value.eq_ignore_ascii_case("value"))
}

/// A collation under which texts are the same only if their bytes are.
fn is_by_bytes(collation: &str) -> bool {
    ["binary", "c", "default"].contains(&collation.to_ascii_lowercase().as_str())
}
