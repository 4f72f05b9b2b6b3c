//! What a name in a query stands for.

use sqlparser::ast::Ident;

use crate::dialect::Dialect;
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
        if let Some(number) = self.row_number(None, name, scope) {
            return number;
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
        let found = scope.of_table(&table.value, &name.value);
        found.or_else(|| self.row_number(Some(table), name, scope)).unwrap_or_else(|| {
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
    /// SQLite's number of a row: the column that is this number, or else what nobody writes, by which all rows
    /// may be told apart.
    fn row_number(
        &mut self,
        table: Option<&Ident>,
        name: &Ident,
        scope: &Scope<'_>,
    ) -> Option<Origin> {
        let is_number =
            ["rowid", "oid", "_rowid_"].iter().any(|of| name.value.eq_ignore_ascii_case(of));
        if self.schema.dialect != Dialect::Sqlite || !is_number {
            return None;
        }
        let tables = scope.tables(table.map(|table| table.value.as_str()));
        let numbers = tables.iter().map(|at| Some((*at, self.schema.tables[*at].row_id()?)));
        match numbers.collect::<Option<Vec<_>>>() {
            Some(columns) if !columns.is_empty() => {
                Some(Origin { columns: columns.into_iter().collect(), ..Origin::default() })
            }
            _ => {
                self.usage.everything(self.schema);
                Some(Origin::made())
            }
        }
    }
}
