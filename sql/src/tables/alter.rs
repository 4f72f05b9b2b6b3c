//! What ALTER TABLE makes of a table.

use sqlparser::ast::{AlterTable, AlterTableOperation, RenameTableNameKind};

use super::{Reader, last};
use crate::dialect::Dialect;

impl Reader {
    pub(super) fn alter(&mut self, alter: AlterTable) {
        let name = last(&alter.name);
        let Some(at) = self.schema.table(&name) else {
            // A dump says so who owns a sequence or a view.
            if !alter.operations.iter().all(is_idle) {
                self.unsaid(format!("ALTER TABLE {}: there is no such table", alter.name));
            }
            return;
        };
        for operation in alter.operations {
            if !alter.only && self.schema.dialect == Dialect::Postgres {
                self.hand_down(at, &operation);
            }
            match operation {
                AlterTableOperation::AddConstraint { constraint, .. } => {
                    self.constraint(at, constraint);
                    self.primary_is_there(at, false);
                }
                AlterTableOperation::AddColumn { column_def, .. } => {
                    self.add_column(at, &column_def);
                    self.primary_is_there(at, false);
                }
                AlterTableOperation::AlterColumn { column_name, op } => {
                    self.alter_column(at, &column_name.value, &op);
                }
                AlterTableOperation::AttachPartitionOf { partition, for_values } => {
                    match self.schema.table(&last(&partition)) {
                        Some(part) => self.part(part, &alter.name, for_values),
                        None => self.unsaid(format!("there is no table {partition} to attach")),
                    }
                }
                AlterTableOperation::Inherit { parent } => {
                    self.schema.tables[at].parents.push(last(&parent));
                }
                AlterTableOperation::NoInherit { parent } => {
                    let is_same = |name: &String| name.eq_ignore_ascii_case(&last(&parent));
                    self.schema.tables[at].parents.retain(|name| !is_same(name));
                }
                AlterTableOperation::DropColumn { column_names, .. } => {
                    column_names.iter().for_each(|name| self.drop_column(at, &name.value));
                }
                AlterTableOperation::RenameTable {
                    table_name: RenameTableNameKind::To(name) | RenameTableNameKind::As(name),
                } => self.rename_table(at, &name),
                AlterTableOperation::RenameColumn { old_column_name, new_column_name } => {
                    self.rename_column(at, &old_column_name.value, &new_column_name);
                }
                AlterTableOperation::DropConstraint { ref name, .. }
                | AlterTableOperation::DropForeignKey { ref name, .. }
                | AlterTableOperation::DropIndex { ref name }
                    if self.drop_constraint(at, &name.value) => {}
                AlterTableOperation::DropPrimaryKey { .. } => {
                    self.schema.tables[at].keys.retain(|key| !key.is_primary);
                }
                AlterTableOperation::RenameConstraint { old_name, new_name } => {
                    self.rename_constraint(at, &old_name.value, &new_name);
                }
                idle if is_idle(&idle) => {}
                other => self.unsaid(format!("ALTER TABLE {} {other}", alter.name)),
            }
        }
    }
}

/// What changes no rule for rows.
fn is_idle(operation: &AlterTableOperation) -> bool {
    matches!(
        operation,
        AlterTableOperation::OwnerTo { .. }
            | AlterTableOperation::ValidateConstraint { .. }
            | AlterTableOperation::AutoIncrement { .. }
            | AlterTableOperation::ReplicaIdentity { .. }
    )
}
