//! The tables of what passes: of checks, of filters, and of keys over expressions.

use std::collections::{BTreeMap, BTreeSet};

use sqlparser::ast::Expr;

use super::conditions::{Condition, ConditionOf};
use super::{
    Barrier, Cells, Classes, Domains, KeyCell, KeyCells, LinkCheck, Maker, Role, RowTable,
};
use crate::expression::{Obstacle, Row, refuses_all};
use crate::schema::{Column, KeyPart, Place};
use crate::unsaid::Unsaid;
use crate::value::Value;

/// More rows than a condition's table may have.
const MOST_ROWS: usize = 50_000;

impl Maker<'_> {
    /// The tables of checks, filters and keys.
    pub(super) fn row_tables(&self, made: &mut Domains) {
        let mut filters: BTreeMap<(usize, ConditionOf), Option<usize>> = BTreeMap::new();
        let mut unsaid = Vec::new();
        (made.checks, made.filters, made.keys) = (Vec::new(), Vec::new(), Vec::new());
        made.barriers.clone_from(&self.unknown);
        made.links.clear();
        for condition in &self.conditions {
            if let Some(link) = &condition.link {
                let (link, said) = (link.clone(), format!("CHECK ({})", condition.expr));
                made.links.push(LinkCheck { table: condition.table, link, said });
                continue;
            }
            let table = self.row_table(condition, made);
            match (table, condition.of) {
                (Ok(table), ConditionOf::Check) => made.checks.push(table),
                (Ok(table), of) => {
                    filters.insert((condition.table, of), Some(made.filters.len()));
                    made.filters.push(table);
                }
                (Err(why), of) => {
                    filters.insert((condition.table, of), None);
                    let what = match of {
                        ConditionOf::Check => "CHECK",
                        ConditionOf::Key(_) => "a unique index WHERE",
                        ConditionOf::Foreign(_) => "a foreign key of the rows with",
                    };
                    let text = format!("{what} ({}): {why}", condition.expr);
                    made.barriers.push(Barrier::unknown(
                        self.schema,
                        condition.table,
                        &condition.expr,
                        condition.value,
                    ));
                    let Place { file, line } = condition.place;
                    unsaid.push(Unsaid { file, line, text });
                }
            }
        }
        let schema = self.schema;
        for (table, of) in schema.tables.iter().enumerate() {
            for (at, key) in of.keys.iter().enumerate() {
                let filter = match (&key.filter, filters.get(&(table, ConditionOf::Key(at)))) {
                    (None, _) => None,
                    (Some(_), Some(Some(filter))) => Some(*filter),
                    // It was told why.
                    (Some(_), _) => continue,
                };
                let parts = key.parts.iter().map(|part| match part {
                    KeyPart::Column(column) if made.roles[table][*column] == Role::Computed => {
                        let expr = of.columns[*column].generated.as_ref().expect("it is computed");
                        self.classes(table, expr, made)
                    }
                    KeyPart::Column(column) => Ok(KeyCell::Column(*column)),
                    KeyPart::Expression(expr) => self.classes(table, expr, made),
                });
                match parts.collect::<Result<Vec<KeyCell>, String>>() {
                    Ok(parts) => made.keys.push(KeyCells {
                        table,
                        parts,
                        are_nulls_distinct: key.are_nulls_distinct,
                        filter,
                    }),
                    Err(why) => {
                        let text = format!("a unique index of {}: {why}", of.name);
                        let Place { file, line } = key.place;
                        unsaid.push(Unsaid { file, line, text });
                    }
                }
            }
        }
        let of_keys = filters.into_iter().filter_map(|((table, of), filter)| match of {
            ConditionOf::Foreign(at) => Some(((table, at), filter)),
            _ => None,
        });
        made.foreign_filters = of_keys.collect();
        made.unsaid = unsaid;
    }

    pub(super) fn row_table(
        &self,
        condition: &Condition,
        made: &Domains,
    ) -> Result<RowTable, String> {
        let of = &self.schema.tables[condition.table];
        let choices = condition.columns.iter().map(|column| {
            let Role::Value(domain) = made.roles[condition.table][*column] else {
                return Err("a row has no value".to_owned());
            };
            let places = (0..made.domains[domain].values.len()).map(Some);
            let null = of.columns[*column].is_nullable.then_some(None);
            Ok(null.into_iter().chain(places).collect::<Vec<Option<usize>>>())
        });
        let choices = choices.collect::<Result<Vec<_>, String>>()?;
        let number = choices.iter().try_fold(1_usize, |all, each| all.checked_mul(each.len()));
        if number.is_none_or(|number| number > MOST_ROWS) {
            return Err("it has too many cases: fewer values may do".to_owned());
        }
        let mut rows = BTreeSet::new();
        let mut is_all = true;
        let is_refused = refuses_all(self.schema.dialect, &condition.expr);
        for cells in products(&choices) {
            let row = Cell {
                maker: self,
                made,
                table: condition.table,
                columns: &condition.columns,
                cells: &cells,
            };
            let value = |name: &str| row.value(name, condition.value);
            let column = |name: &str| row.column(name, condition.value);
            let dialect = self.schema.dialect;
            let seen = Row { dialect, value: &value, column: &column };
            let holds = match condition.of {
                ConditionOf::Check if is_refused => Ok(false),
                _ if is_refused => Err(Obstacle::Refused),
                ConditionOf::Check => seen.passes(&condition.expr),
                _ => seen.is_true(&condition.expr),
            };
            match holds {
                Ok(true) => {
                    rows.insert(cells);
                }
                Ok(false) => is_all = false,
                Err(Obstacle::Refused) => return Err("the engine refuses some rows".to_owned()),
                Err(Obstacle::Unsaid(why)) => return Err(why),
            }
        }
        let said = format!("CHECK ({})", condition.expr);
        Ok(RowTable {
            table: condition.table,
            columns: condition.columns.clone(),
            rows,
            is_all,
            said,
        })
    }

    pub(super) fn classes(
        &self,
        table: usize,
        expr: &Expr,
        made: &Domains,
    ) -> Result<KeyCell, String> {
        let (columns, _) = self.inputs(table, expr, None)?;
        let [column] = columns[..] else {
            return Err(format!("{expr} is of several columns"));
        };
        let Role::Value(domain) = made.roles[table][column] else {
            return Err(format!("{expr} is of a row"));
        };
        let mut worths: Vec<Value> = Vec::new();
        let mut class = |place: Option<usize>| -> Result<Option<usize>, String> {
            let cells = vec![place];
            let row = Cell { maker: self, made, table, columns: &columns, cells: &cells };
            let value = |name: &str| row.value(name, None);
            let column = |name: &str| row.column(name, None);
            let dialect = self.schema.dialect;
            let seen = Row { dialect, value: &value, column: &column };
            let worth = seen.worth(expr).map_err(|why| match why {
                Obstacle::Refused => "the engine refuses some rows".to_owned(),
                Obstacle::Unsaid(why) => why,
            })?;
            if worth == Value::Null {
                return Ok(None);
            }
            let known = worths.iter().position(|other| *other == worth);
            Ok(Some(known.unwrap_or_else(|| {
                worths.push(worth);
                worths.len() - 1
            })))
        };
        let places = 0..made.domains[domain].values.len();
        let of = places.map(|place| class(Some(place))).collect::<Result<_, _>>()?;
        let is_nullable = self.schema.tables[table].columns[column].is_nullable;
        let null = if is_nullable { class(None)? } else { None };
        Ok(KeyCell::Classes(Classes { column, of, null }))
    }
}

/// A row whose cells are chosen.
pub(super) struct Cell<'m> {
    maker: &'m Maker<'m>,
    made: &'m Domains,
    table: usize,
    columns: &'m [usize],
    cells: &'m Cells,
}

impl Cell<'_> {
    fn column(&self, name: &str, value: Option<usize>) -> Option<&Column> {
        let of = &self.maker.schema.tables[self.table];
        Some(&of.columns[of.meant(name, value)?])
    }

    pub(super) fn value(&self, name: &str, value: Option<usize>) -> Option<Value> {
        let of = &self.maker.schema.tables[self.table];
        let column = of.meant(name, value)?;
        if let Some(expr) = &of.columns[column].generated {
            let value = |name: &str| self.value(name, None);
            let column = |name: &str| self.column(name, None);
            let dialect = self.maker.schema.dialect;
            let row = Row { dialect, value: &value, column: &column };
            return row.worth(expr).ok();
        }
        let at = self.columns.iter().position(|own| *own == column)?;
        let Role::Value(domain) = self.made.roles[self.table][column] else { return None };
        Some(
            self.cells[at]
                .map_or(Value::Null, |place| self.made.domains[domain].values[place].clone()),
        )
    }
}

/// All ways to choose one of each.
fn products(choices: &[Vec<Option<usize>>]) -> Vec<Cells> {
    choices.iter().fold(vec![Vec::new()], |all, each| {
        let longer = |cells: &Cells| {
            let cells = cells.clone();
            each.iter().map(move |choice| cells.iter().copied().chain([*choice]).collect())
        };
        all.iter().flat_map(longer).collect()
    })
}
