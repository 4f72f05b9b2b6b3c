//! What ALTER TABLE makes of a table.

use sqlparser::ast::{AlterTable, AlterTableOperation, RenameTableNameKind};

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
            let handed = (is_handed_down(&operation) && !self.heirs(at).is_empty())
                .then(|| (self.schema.tables[at].clone(), operation.clone()));
            match operation {
                AlterTableOperation::AddConstraint { constraint, .. } => {
                    self.constraint(at, constraint);
                    self.primary_is_there(at, false);
                }
                AlterTableOperation::AddColumn { column_def, if_not_exists, .. } => {
                    self.add_column(at, &column_def, if_not_exists);
                    self.primary_is_there(at, false);
                }
                AlterTableOperation::AlterColumn { column_name, op } => {
                    self.alter_column(at, &column_name.value, &op);
                }
                AlterTableOperation::AttachPartitionOf { partition, for_values } => {
                    self.attach(at, &partition, for_values);
                }
                AlterTableOperation::DetachPartitionOf { ref partition, .. }
                    if self.detach(at, partition) => {}
                AlterTableOperation::Inherit { parent } => {
                    if let Some(from) = self.parent(at, &parent)
                        && self.has_all_of(at, from)
                    {
                        let name = self.schema.tables[from].name.clone();
                        self.schema.tables[at].parents.push(name);
                    }
                }
                AlterTableOperation::NoInherit { parent } => {
                    let from = self.schema.table(&last(&parent));
                    let name = from.map(|from| self.schema.tables[from].name.clone());
                    self.schema.tables[at].parents.retain(|own| Some(own) != name.as_ref());
                    self.own_what_is_left(at);
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
                    if self.drop_constraint(at, &self.kept(name)) => {}
                AlterTableOperation::DropPrimaryKey { .. } => {
                    self.schema.tables[at].keys.retain(|key| !key.is_primary);
                }
                AlterTableOperation::RenameConstraint { old_name, new_name } => {
                    self.rename_constraint(at, &self.kept(&old_name), &new_name);
                }
                idle if is_idle(&idle) => {}
                other => self.unsaid(format!("ALTER TABLE {} {other}", alter.name)),
            }
            if let Some((before, operation)) = handed {
                self.hand_down(at, &before, &operation, alter.only);
            }
        }
    }
}

/// What makes something of heirs, too.
fn is_handed_down(operation: &AlterTableOperation) -> bool {
    matches!(
        operation,
        AlterTableOperation::AddColumn { .. }
            | AlterTableOperation::AddConstraint { .. }
            | AlterTableOperation::AlterColumn { .. }
            | AlterTableOperation::DropColumn { .. }
            | AlterTableOperation::DropConstraint { .. }
            | AlterTableOperation::RenameColumn { .. }
            | AlterTableOperation::RenameConstraint { .. }
    )
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
