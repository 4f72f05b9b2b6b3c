//! Tables of PostgreSQL that inherit from others, and parts of tables, which inherit likewise.
//!
//! An heir has the columns of the table, with NOT NULL, and its checks, but neither its keys nor its foreign keys (PostgreSQL's
//! manual, 5.10 "Inheritance"). It is a table of its own. A query of the table reads the rows of its heirs, too.
//!
//! What is taken from the table is taken from its heirs, unless they say it themselves or have it of another table as well.
//! A part says nothing itself that the whole says, too.

use sqlparser::ast::{AlterColumnOperation, AlterTableOperation, CreateTable, ObjectName};

use super::{PartitionKey, Reader, last};
use crate::schema::{Check, Column, Table};

impl Reader {
    /// Gives a new table what it has of others.
    pub(super) fn made_of(&mut self, at: usize, created: &CreateTable) {
        for parent in created.inherits.iter().flatten() {
            if let Some(from) = self.parent(at, parent) {
                self.take_all(at, from);
                let name = self.schema.tables[from].name.clone();
                self.schema.tables[at].parents.push(name);
            }
        }
        if let (Some(whole), Some(bound)) = (&created.partition_of, &created.for_values)
            && let Some(from) = self.parent(at, whole)
        {
            self.take_all(at, from);
            self.part(at, from, bound.clone());
        }
        if let Some(by) = &created.partition_by {
            self.schema.tables[at].parted = PartitionKey::read(by);
            if self.schema.tables[at].parted.is_none() {
                self.unsaid(format!("PARTITION BY {by}"));
            }
        }
    }

    /// The table from which one is to inherit.
    pub(super) fn parent(&mut self, at: usize, name: &ObjectName) -> Option<usize> {
        let parent = self.schema.table(&last(name));
        if parent.is_none() {
            self.unsaid(format!("there is no table {name} to inherit from"));
        }
        parent.filter(|parent| self.may_inherit(at, *parent))
    }

    /// Whether a table may inherit from another one, which is neither the same nor inherits from it.
    pub(super) fn may_inherit(&mut self, at: usize, parent: usize) -> bool {
        let mut below = vec![at];
        let mut next = 0;
        while let Some(&one) = below.get(next) {
            let heirs = self.heirs(one).into_iter().filter(|heir| !below.contains(heir));
            let heirs: Vec<usize> = heirs.collect();
            below.extend(heirs);
            next += 1;
        }
        let is_circle = below.contains(&parent);
        if is_circle {
            let [own, parent] = [at, parent].map(|of| &self.schema.tables[of].written);
            self.unsaid(format!("that {own} inherits from {parent}: that is a circle"));
        }
        !is_circle
    }

    /// Whether a table has the columns and the checks that another one hands down. Otherwise the engine refuses that it inherits.
    pub(super) fn has_all_of(&mut self, at: usize, from: usize) -> bool {
        let [own, of] = [at, from].map(|table| &self.schema.tables[table]);
        let column = of.columns.iter().find(|column| {
            let same = own.same_column(column).map(|same| &own.columns[same]);
            same.is_none_or(|same| {
                same.kind != column.kind
                    || same.is_nullable && !column.is_nullable
                    || same.generated.is_some() != column.generated.is_some()
            })
        });
        let check = of.checks.iter().filter(|check| check.is_handed_down).find(|check| {
            let has =
                |name: &String| own.check(name).is_some_and(|same| own.checks[same].is_same(check));
            check.name.as_ref().is_some_and(|name| !has(name))
        });
        let column = column.map(|column| format!("the column {}", column.written));
        let check = check.map(|check| format!("the check {}", check.expr));
        let lacks = column.or(check);
        if let Some(what) = &lacks {
            let said =
                format!("that {} inherits from {}: it lacks {what}", own.written, of.written);
            self.unsaid(said);
        }
        lacks.is_none()
    }

    /// Gives a new table the columns and the checks of another one.
    fn take_all(&mut self, at: usize, from: usize) {
        let from = self.schema.tables[from].clone();
        let table = &mut self.schema.tables[at];
        let mut computed_otherwise = None;
        for column in &from.columns {
            if let Some(own) = table.same_column(column) {
                let own = &mut table.columns[own];
                own.is_nullable &= column.is_nullable;
                if !own.is_own && own.generated != column.generated {
                    computed_otherwise = Some(format!("{} of {}", column.written, from.written));
                }
            }
        }
        if let Some(column) = computed_otherwise {
            self.unsaid(format!(
                "that {column} is computed otherwise than a column that is inherited, too"
            ));
        }
        self.take(at, &from, &from.columns, &from.checks);
    }

    /// Gives a table columns and checks of another one, as far as it lacks them.
    fn take(&mut self, at: usize, from: &Table, columns: &[Column], checks: &[Check]) {
        let table = &mut self.schema.tables[at];
        let (own, mut others) = (table.columns.len(), Vec::new());
        for column in columns {
            if table.same_column(column).is_none() {
                let inherited = Column { is_identity: false, is_own: false, ..column.clone() };
                table.columns.push(inherited);
            }
        }
        for check in checks.iter().filter(|check| check.is_handed_down) {
            let column = check.value.map(|value| &from.columns[value]);
            let value = column.and_then(|column| table.same_column(column));
            let has = match (&check.name, value) {
                (Some(name), _) => match table.check(name) {
                    Some(own) => {
                        if !table.checks[own].is_same(check) {
                            others.push((name, check));
                        }
                        true
                    }
                    None => false,
                },
                // The check of its type.
                (None, Some(value)) => value < own,
                (None, None) => false,
            };
            if !has {
                table.checks.push(Check { value, is_own: false, ..check.clone() });
            }
        }
        others.into_iter().for_each(|(name, check)| self.second_check(at, name, check));
    }

    /// The tables that inherit from a table, and its parts.
    pub(super) fn heirs(&self, at: usize) -> Vec<usize> {
        let name = &self.schema.tables[at].name;
        let is_heir = |heir: &usize| {
            let heir = &self.schema.tables[*heir];
            let whole = heir.part_of.iter().map(|of| &of.table);
            heir.parents.iter().chain(whole).any(|of| of == name)
        };
        (0..self.schema.tables.len()).filter(is_heir).collect()
    }

    /// What an operation that was done on a table makes of its heirs.
    pub(super) fn hand_down(
        &mut self,
        at: usize,
        before: &Table,
        operation: &AlterTableOperation,
        only: bool,
    ) {
        for heir in self.heirs(at) {
            let (now, own) = (self.schema.tables[at].clone(), self.schema.tables[heir].clone());
            match operation {
                AlterTableOperation::DropColumn { .. } => {
                    for column in &before.columns {
                        if now.same_column(column).is_none() {
                            self.drop_inherited_column(heir, column, only);
                        }
                    }
                }
                AlterTableOperation::DropConstraint { .. } => {
                    let names = before.checks.iter().filter(|check| check.is_handed_down);
                    for name in names.filter_map(|check| check.name.as_ref()) {
                        if now.check(name).is_none() {
                            self.drop_inherited_check(heir, name, only);
                        }
                    }
                }
                _ if only => continue,
                AlterTableOperation::AddColumn { .. }
                | AlterTableOperation::AddConstraint { .. } => {
                    let (columns, checks) = (before.columns.len(), before.checks.len());
                    self.take(heir, &now, &now.columns[columns..], &now.checks[checks..]);
                    let table = &mut self.schema.tables[heir];
                    // Those of a new primary key.
                    for (old, new) in before.columns.iter().zip(&now.columns) {
                        let own = table.same_column(new);
                        if let Some(own) = own.filter(|_| old.is_nullable && !new.is_nullable) {
                            table.columns[own].is_nullable = false;
                        }
                    }
                }
                AlterTableOperation::AlterColumn {
                    op: AlterColumnOperation::AddGenerated { .. },
                    ..
                } => continue,
                AlterTableOperation::AlterColumn { column_name, op } => {
                    self.alter_column(heir, &column_name.value, op);
                }
                AlterTableOperation::RenameColumn { old_column_name, new_column_name } => {
                    self.rename_column(heir, &old_column_name.value, new_column_name);
                }
                AlterTableOperation::RenameConstraint { old_name, new_name } => {
                    let (old_name, name) = (self.kept(old_name), self.kept(new_name));
                    let old = before.check(&old_name);
                    if old.is_some_and(|old| before.checks[old].is_handed_down)
                        && let Some(own) = own.check(&old_name)
                    {
                        self.schema.tables[heir].checks[own].name = Some(name);
                    }
                }
                _ => continue,
            }
            self.hand_down(heir, &own, operation, only);
        }
    }

    /// Whether some table from which one inherits is so.
    fn has_parent(&self, heir: usize, is_so: impl Fn(&Table) -> bool) -> bool {
        let heir = &self.schema.tables[heir];
        let names = heir.parents.iter().chain(heir.part_of.iter().map(|of| &of.table));
        names.filter_map(|name| self.schema.table(name)).any(|of| is_so(&self.schema.tables[of]))
    }

    /// What is dropped of the table only is then said by its heirs.
    fn drop_inherited_column(&mut self, heir: usize, column: &Column, only: bool) {
        let has_another = self.has_parent(heir, |parent| parent.same_column(column).is_some());
        let table = &mut self.schema.tables[heir];
        let Some(own) = table.same_column(column) else { return };
        let is_own = table.columns[own].is_own && table.part_of.is_none();
        if only {
            table.columns[own].is_own = true;
        } else if !(is_own || has_another) {
            self.drop_column_at(heir, own);
        }
    }

    fn drop_inherited_check(&mut self, heir: usize, name: &str, only: bool) {
        let has_another = self.has_parent(heir, |parent| parent.hands_down(name));
        let table = &mut self.schema.tables[heir];
        let Some(own) = table.check(name) else { return };
        let is_own = table.checks[own].is_own && table.part_of.is_none();
        if only {
            table.checks[own].is_own = true;
        } else if !(is_own || has_another) {
            table.checks.remove(own);
        }
    }

    /// What a table has of nobody else any more is its own.
    pub(super) fn own_what_is_left(&mut self, at: usize) {
        let table = self.schema.tables[at].clone();
        for (column, of) in table.columns.iter().enumerate() {
            if !self.has_parent(at, |parent| parent.same_column(of).is_some()) {
                self.schema.tables[at].columns[column].is_own = true;
            }
        }
        for (check, of) in table.checks.iter().enumerate() {
            let name = of.name.as_ref();
            if !name.is_some_and(|name| self.has_parent(at, |parent| parent.hands_down(name))) {
                self.schema.tables[at].checks[check].is_own = true;
            }
        }
    }
}

impl Table {
    fn hands_down(&self, name: &str) -> bool {
        self.check(name).is_some_and(|check| self.checks[check].is_handed_down)
    }
}
