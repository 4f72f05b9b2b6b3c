//! The cells of one row, on their way into columns.

use crate::column::{Column, Values};
use crate::plan::{LinePlan, Role};
use crate::pool::Pool;

/// A cell without a value. No line read here has so large a number.
const MISSING: i64 = i64::MIN;

/// The values of one row for each leaf, and the lengths of each list.
///
/// Invariant: `order` has an entry for each value, but for the numbers of objects.
pub struct RowCells {
    cells: Vec<Vec<i64>>,
    /// The cells in which values were put, in order.
    order: Vec<u16>,
    /// Of each code of the pool, the object that it is the id of.
    objects: Vec<Met>,
    /// The number of this row.
    row: u64,
    /// Room for values in order.
    sorted: Vec<i64>,
}

/// An object of a row: its top-level sig, and its index among the objects of that.
#[derive(Clone, Copy, Default)]
struct Met {
    row: u64,
    top: usize,
    place: i64,
}

impl RowCells {
    pub fn new(plan: &LinePlan) -> RowCells {
        let cells = vec![Vec::new(); plan.roles.len()];
        RowCells { cells, order: Vec::new(), objects: Vec::new(), row: 0, sorted: Vec::new() }
    }

    /// The number of values.
    pub fn filled(&self) -> usize {
        self.order.len()
    }

    /// Keeps so many of the first values.
    pub fn keep(&mut self, filled: usize) {
        while self.order.len() > filled {
            let cell = self.order.pop().expect("there are more");
            self.cells[usize::from(cell)].pop();
        }
    }

    #[inline]
    pub fn add(&mut self, cell: usize, value: i64) {
        self.cells[cell].push(value);
        self.order.push(cell as u16);
    }

    pub fn add_missing(&mut self, cell: usize) {
        self.add(cell, MISSING);
    }

    /// True if one of so many last values of a cell is there twice.
    pub fn has_twice(&mut self, cell: usize, last: usize) -> bool {
        let values = &self.cells[cell];
        self.sorted.clear();
        self.sorted.extend_from_slice(&values[values.len() - last..]);
        self.sorted.sort_unstable();
        self.sorted.windows(2).any(|two| two[0] == two[1])
    }

    /// Learns the objects of the row. `false`: a value is not of its role.
    pub fn resolve(&mut self, plan: &LinePlan, pool: &Pool) -> bool {
        self.row += 1;
        self.objects.resize(pool.len(), Met::default());
        for (top, of) in plan.tops.iter().enumerate() {
            for (&code, place) in self.cells[of.id].iter().zip(0..) {
                let met = &mut self.objects[code as usize];
                if met.row == self.row {
                    return false;
                }
                *met = Met { row: self.row, top, place };
            }
            let count = self.cells[of.id].len() as i64;
            self.cells[of.count].clear();
            self.cells[of.count].push(count);
        }
        let fits = |role: Role, value: i64| {
            let met = || self.objects[value as usize];
            match role {
                Role::Plain => true,
                _ if value == MISSING => true,
                Role::Text => met().row != self.row,
                Role::Id => met().row == self.row,
                Role::Place(top) => met().row == self.row && met().top == top,
            }
        };
        self.cells.iter().zip(&plan.roles).all(|(values, role)| {
            *role == Role::Plain || values.iter().all(|value| fits(*role, *value))
        })
    }

    /// Adds the row to its columns.
    pub fn add_to(&self, columns: &mut [Column], plan: &LinePlan) {
        let mut cells = self.cells.iter().zip(&plan.roles);
        for column in columns {
            self.add_cells(column, &mut cells);
        }
    }

    fn add_cells<'c>(
        &self,
        column: &mut Column,
        cells: &mut impl Iterator<Item = (&'c Vec<i64>, &'c Role)>,
    ) {
        if let Values::Struct(members) = &mut column.values {
            return members.iter_mut().for_each(|member| self.add_cells(member, cells));
        }
        let (values, role) = cells.next().expect("there are cells for each column");
        if column.is_optional {
            column.valid.extend(values.iter().map(|value| *value != MISSING));
        }
        let or_none = |value: i64| if value == MISSING { 0 } else { value };
        match &mut column.values {
            Values::Long(all) => all.extend(values.iter().map(|value| or_none(*value))),
            Values::Int(all) => {
                debug_assert!(matches!(role, Role::Place(_)), "references are places");
                let place = |value: i64| self.objects[value as usize].place as i32;
                all.extend(
                    values.iter().map(|&value| if value == MISSING { 0 } else { place(value) }),
                );
            }
            Values::Truth(all) => all.extend(values.iter().map(|value| *value == 1)),
            Values::Text(all) => all.extend(values.iter().map(|value| or_none(*value) as u32)),
            Values::List(lists) => {
                let mut end = lists.ends.last().copied().unwrap_or(0);
                lists.ends.extend(values.iter().map(|length| {
                    end += or_none(*length) as usize;
                    end
                }));
                self.add_cells(&mut lists.item, cells);
            }
            Values::Decimal(_) | Values::Struct(_) => unreachable!("ids have no cells"),
        }
    }
}
