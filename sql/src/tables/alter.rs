//! What ALTER TABLE makes of a table.

use sqlparser::ast::{
    AlterColumnOperation, AlterTable, AlterTableOperation, GeneratedAs, RenameTableNameKind,
};

use super::{Reader, last};

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
            match operation {
                AlterTableOperation::AddConstraint { constraint, .. } => {
                    self.constraint(at, constraint);
                    self.primary_is_there(at, false);
                }
                AlterTableOperation::AddColumn { column_def, .. } => {
                    self.column(at, &column_def);
                    self.primary_is_there(at, false);
                }
                AlterTableOperation::AlterColumn { column_name, op } => {
                    let place = self.schema.tables[at].column(&column_name.value);
                    let Some(column) = place else { continue };
                    match op {
                        AlterColumnOperation::SetNotNull => self.forbid_null(at, column),
                        AlterColumnOperation::DropNotNull => {
                            self.schema.tables[at].columns[column].is_nullable = true;
                        }
                        AlterColumnOperation::SetDataType { data_type, .. } => {
                            let (kind, of) = (self.kind(&data_type), self.labels_of(&data_type));
                            let column = &mut self.schema.tables[at].columns[column];
                            (column.kind, column.labels_of) = (kind, of);
                        }
                        AlterColumnOperation::AddGenerated { generated_as, .. } => {
                            let column = &mut self.schema.tables[at].columns[column];
                            column.is_nullable = false;
                            column.is_identity = generated_as == Some(GeneratedAs::Always);
                        }
                        _ => {}
                    }
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
