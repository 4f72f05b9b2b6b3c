//! What becomes of enums after they are made.

use sqlparser::ast::{
    AlterTypeAddValuePosition as Position, AlterTypeOperation, DataType, Ident, ObjectName,
};

use super::{Reader, last_word};
use crate::schema::ColumnKind;

/// The name of a type, which is the same in capitals, unless it stands in quotes.
pub(super) fn type_name(name: &ObjectName) -> String {
    last_word(name).map_or_else(|| name.to_string(), folded)
}

/// A name in small letters, unless it stands in quotes.
pub(super) fn folded(name: &Ident) -> String {
    match name.quote_style {
        Some(_) => name.value.clone(),
        None => name.value.to_ascii_lowercase(),
    }
}

impl Reader {
    /// The name of the enum that a type is.
    pub(super) fn labels_of(&self, ty: &DataType) -> Option<String> {
        let DataType::Custom(name, _) = ty else { return None };
        let name = type_name(name);
        self.enums.contains_key(&name).then_some(name)
    }

    pub(super) fn alter_type(&mut self, name: &str, operation: AlterTypeOperation) {
        let Some(mut labels) = self.enums.remove(name) else {
            self.unsaid(format!("ALTER TYPE {name} {operation}"));
            return;
        };
        let mut new_name = name.to_owned();
        match operation {
            AlterTypeOperation::Rename(to) => new_name = folded(&to.new_name),
            AlterTypeOperation::AddValue(added) if !labels.contains(&added.value.value) => {
                let place = |of: &Ident| labels.iter().position(|label| *label == of.value);
                let at = match &added.position {
                    Some(Position::Before(of)) => place(of),
                    Some(Position::After(of)) => place(of).map(|at| at + 1),
                    None => None,
                };
                labels.insert(at.unwrap_or(labels.len()), added.value.value);
            }
            AlterTypeOperation::AddValue(_) => {}
            AlterTypeOperation::RenameValue(renamed) => {
                for label in labels.iter_mut().filter(|label| **label == renamed.from.value) {
                    label.clone_from(&renamed.to.value);
                }
            }
        }
        let columns = self.schema.tables.iter_mut().flat_map(|table| &mut table.columns);
        let columns = columns.map(|column| (&mut column.kind, &mut column.labels_of));
        let domains = self.domains.values_mut().map(|of| (&mut of.kind, &mut of.labels_of));
        for (kind, of) in columns.chain(domains).filter(|(_, of)| of.as_deref() == Some(name)) {
            (*kind, *of) = (ColumnKind::Enum(labels.clone()), Some(new_name.clone()));
        }
        self.enums.insert(new_name, labels);
    }
}
