//! Tables of PostgreSQL that inherit from others, and parts of tables, which inherit likewise.
//!
//! An heir has the columns of the table, with NOT NULL, and its checks, but neither its keys nor its foreign keys (PostgreSQL's
//! manual, 5.10 "Inheritance"). It is a table of its own. A query of the table reads the rows of its heirs, too.

use sqlparser::ast::{
    AlterColumnOperation, AlterTableOperation, ColumnDef, ColumnOption, CreateTable, GeneratedAs,
    ObjectName, TableConstraint,
};

use super::{PartitionKey, Reader, last};
use crate::dialect::Dialect;
use crate::schema::Column;

impl Reader {
    /// Gives a new table what it has of others.
    pub(super) fn made_of(&mut self, at: usize, created: &CreateTable) {
        let from = created.inherits.iter().flatten().chain(&created.partition_of);
        from.for_each(|from| self.inherit(at, from));
        let parents = created.inherits.iter().flatten().map(last).collect();
        self.schema.tables[at].parents = parents;
        if let (Some(whole), Some(bound)) = (&created.partition_of, &created.for_values) {
            self.part(at, whole, bound.clone());
        }
        if let Some(by) = &created.partition_by {
            self.schema.tables[at].parted = PartitionKey::read(by);
            if self.schema.tables[at].parted.is_none() {
                self.unsaid(format!("PARTITION BY {by}"));
            }
        }
    }

    /// Gives a new table the columns and the checks of another one.
    fn inherit(&mut self, at: usize, from: &ObjectName) {
        let Some(from) = self.schema.table(&last(from)).filter(|from| *from != at) else {
            self.unsaid(format!("there is no table {from} to inherit from"));
            return;
        };
        let from = self.schema.tables[from].clone();
        let table = &mut self.schema.tables[at];
        for column in &from.columns {
            match table.column(&column.name) {
                Some(own) => table.columns[own].is_nullable &= column.is_nullable,
                None => table.columns.push(Column { is_identity: false, ..column.clone() }),
            }
        }
        for mut check in from.checks {
            let column = check.value.map(|value| &from.columns[value]);
            check.value = column.and_then(|column| table.column(&column.name));
            table.checks.push(check);
        }
    }

    /// Adds a column, or what is said of one that is inherited.
    pub(super) fn add_column(&mut self, at: usize, column: &ColumnDef) {
        let inherited = self.schema.tables[at].column(&column.name.value);
        self.column(at, column);
        let table = &mut self.schema.tables[at];
        let Some(inherited) = inherited.filter(|_| self.schema.dialect == Dialect::Postgres) else {
            return;
        };
        let own = table.columns.pop().expect("it was added");
        table.columns[inherited].is_nullable &= own.is_nullable;
        // The checks of its type are inherited, too.
        table.checks.retain(|check| check.value != Some(table.columns.len()));
    }

    /// The tables that inherit from a table, and its parts.
    pub(super) fn heirs(&self, at: usize) -> Vec<usize> {
        let is_heir = |heir: &usize| {
            let heir = &self.schema.tables[*heir];
            let whole = heir.part_of.iter().map(|of| &of.table);
            heir.parents.iter().chain(whole).any(|name| self.schema.table(name) == Some(at))
        };
        (0..self.schema.tables.len()).filter(is_heir).collect()
    }

    /// What ALTER TABLE makes of the heirs of a table, unless it says ONLY.
    pub(super) fn hand_down(&mut self, at: usize, operation: &AlterTableOperation) {
        for heir in self.heirs(at) {
            match operation {
                AlterTableOperation::AddColumn { column_def, .. } => {
                    let is_own = |option: &ColumnOption| {
                        matches!(
                            option,
                            ColumnOption::PrimaryKey(_)
                                | ColumnOption::Unique(_)
                                | ColumnOption::ForeignKey(_)
                        )
                    };
                    let mut column = column_def.clone();
                    column.options.retain(|option| !is_own(&option.option));
                    self.add_column(heir, &column);
                }
                AlterTableOperation::AddConstraint { constraint, .. } => match constraint {
                    TableConstraint::Check(_) => self.constraint(heir, constraint.clone()),
                    TableConstraint::PrimaryKey(_) => {
                        for name in self.primary_names(at) {
                            let column = self.schema.tables[heir].column(&name);
                            column.into_iter().for_each(|column| self.forbid_null(heir, column));
                        }
                    }
                    _ => {}
                },
                AlterTableOperation::AlterColumn { column_name, op } => {
                    self.alter_column(heir, &column_name.value, op);
                }
                AlterTableOperation::DropColumn { column_names, .. } => {
                    column_names.iter().for_each(|name| self.drop_column(heir, &name.value));
                }
                AlterTableOperation::RenameColumn { old_column_name, new_column_name } => {
                    self.rename_column(heir, &old_column_name.value, new_column_name);
                }
                AlterTableOperation::DropConstraint { name, .. } => {
                    self.drop_constraint(heir, &name.value);
                }
                AlterTableOperation::RenameConstraint { old_name, new_name } => {
                    self.rename_constraint(heir, &old_name.value, new_name);
                }
                _ => continue,
            }
            self.hand_down(heir, operation);
        }
    }

    fn primary_names(&self, at: usize) -> Vec<String> {
        let table = &self.schema.tables[at];
        let columns = table.primary().into_iter().flatten();
        columns.map(|column| table.columns[column].name.clone()).collect()
    }

    pub(super) fn alter_column(&mut self, at: usize, name: &str, op: &AlterColumnOperation) {
        let Some(column) = self.schema.tables[at].column(name) else { return };
        match op {
            AlterColumnOperation::SetNotNull => self.forbid_null(at, column),
            AlterColumnOperation::DropNotNull => {
                self.schema.tables[at].columns[column].is_nullable = true;
            }
            AlterColumnOperation::SetDataType { data_type, .. } => {
                let (kind, of) = (self.kind(data_type), self.labels_of(data_type));
                let column = &mut self.schema.tables[at].columns[column];
                (column.kind, column.labels_of) = (kind, of);
            }
            AlterColumnOperation::AddGenerated { generated_as, .. } => {
                let column = &mut self.schema.tables[at].columns[column];
                column.is_nullable = false;
                column.is_identity = *generated_as == Some(GeneratedAs::Always);
            }
            _ => {}
        }
    }
}
