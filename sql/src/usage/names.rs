//! What a name in a query stands for.

use sqlparser::ast::Ident;

use crate::value::Value;

use super::origin::Origin;
use super::scope::{Scope, in_schema};
use super::walk::Walk;

impl Walk<'_> {
    /// The value of a name.
    pub(super) fn name(&mut self, name: &Ident, scope: &Scope<'_>) -> Origin {
        if let Some(origin) = scope.named(&name.value) {
            return origin;
        }
        // A whole row, as PostgreSQL has it.
        if let Some(row) = scope.row(&name.value) {
            self.usage.mention(&row);
            self.usage.compute(&row);
            return row;
        }
        // SQLite takes a name in quotes that it does not know for a text.
        let text = (name.quote_style == Some('"'))
            .then(|| Origin::constant(Value::Text(name.value.clone())));
        let mut origin = match (in_schema(self.schema, &name.value), text) {
            (Some(origin), _) => origin,
            (None, Some(text)) if scope.is_known() => return text,
            // A row's number, the time, a column of a function: nothing that a column holds.
            (None, _) => Origin::made(),
        };
        origin.is_made |= !scope.is_known();
        origin
    }

    /// The value of `table.column`.
    pub(super) fn compound(&mut self, names: &[Ident], scope: &Scope<'_>) -> Origin {
        let [.., table, name] = names else { return Origin::made() };
        scope.of_table(&table.value, &name.value).unwrap_or_else(|| {
            // It may be a column and a field of its value.
            let mut found = Origin::made();
            for name in names {
                let origin =
                    scope.anywhere(&name.value).or_else(|| in_schema(self.schema, &name.value));
                found.join(&origin.unwrap_or_default());
            }
            self.usage.compute(&found);
            found
        })
    }
}
