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
    cells: Vec<Cell>,
    /// The cells in which values were put, in order.
    order: Vec<u16>,
    /// The cells whose values may be others than those of the last row, each once.
    changed: Vec<u16>,
    /// Of each code of the pool, the object that it is the id of.
    objects: Vec<Met>,
    /// The number of the objects' last change, from 1.
    row: u64,
    /// Room for values in order.
    sorted: Vec<i64>,
}

#[derive(Clone)]
struct Cell {
    role: Role,
    values: Vec<i64>,
    /// So many of the first values are those of the last row in the column.
    same: usize,
    /// It is among the changed ones.
    is_changed: bool,
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
        let cell =
            |role: &Role| Cell { role: *role, values: Vec::new(), same: 0, is_changed: true };
        RowCells {
            cells: plan.roles.iter().map(cell).collect(),
            order: Vec::new(),
            changed: (0..plan.roles.len() as u16).collect(),
            objects: Vec::new(),
            row: 1,
            sorted: Vec::new(),
        }
    }

    /// The number of values.
    pub fn filled(&self) -> usize {
        self.order.len()
    }

    /// Keeps so many of the first values.
    pub fn keep(&mut self, filled: usize) {
        while self.order.len() > filled {
            let at = self.order.pop().expect("there are more");
            let cell = self.change(at.into());
            cell.values.pop();
            cell.same = cell.same.min(cell.values.len());
        }
    }

    /// Forgets the row. Columns may end with another one.
    pub fn forget(&mut self) {
        self.order.clear();
        for at in 0..self.cells.len() {
            let cell = self.change(at);
            cell.values.clear();
            cell.same = 0;
        }
    }

    /// A cell, of whose values some become others.
    #[inline]
    fn change(&mut self, at: usize) -> &mut Cell {
        let cell = &mut self.cells[at];
        if !cell.is_changed {
            cell.is_changed = true;
            self.changed.push(at as u16);
        }
        cell
    }

    #[inline]
    pub fn add(&mut self, cell: usize, value: i64) {
        self.change(cell).values.push(value);
        self.order.push(cell as u16);
    }

    /// The number of values of a cell.
    pub fn count(&self, cell: usize) -> usize {
        self.cells[cell].values.len()
    }

    /// Sets a value that is there.
    pub fn set(&mut self, cell: usize, nth: usize, value: i64) {
        let cell = self.change(cell);
        cell.values[nth] = value;
        cell.same = cell.same.min(nth);
    }

    pub fn add_missing(&mut self, cell: usize) {
        self.add(cell, MISSING);
    }

    /// True if one of so many last values of a cell is there twice.
    pub fn has_twice(&mut self, cell: usize, last: usize) -> bool {
        let values = &self.cells[cell].values;
        self.sorted.clear();
        self.sorted.extend_from_slice(&values[values.len() - last..]);
        self.sorted.sort_unstable();
        self.sorted.windows(2).any(|two| two[0] == two[1])
    }

    /// Learns the objects of the row. `false`: a value is not of its role.
    pub fn resolve(&mut self, plan: &LinePlan, pool: &Pool) -> bool {
        if plan.tops.iter().any(|top| self.cells[top.id].is_changed) && !self.meet(plan, pool) {
            return false;
        }
        self.objects.resize(pool.len(), Met::default());
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
        let mut changed = self.changed.iter().map(|cell| &self.cells[usize::from(*cell)]);
        changed.all(|cell| {
            cell.role == Role::Plain || cell.values.iter().all(|value| fits(cell.role, *value))
        })
    }

    /// Learns the objects of a row with other ones. `false`: one is there twice.
    fn meet(&mut self, plan: &LinePlan, pool: &Pool) -> bool {
        self.row += 1;
        self.objects.resize(pool.len(), Met::default());
        for (top, of) in plan.tops.iter().enumerate() {
            for (&code, place) in self.cells[of.id].values.iter().zip(0..) {
                let met = &mut self.objects[code as usize];
                if met.row == self.row {
                    return false;
                }
                *met = Met { row: self.row, top, place };
            }
            let count = self.cells[of.id].values.len() as i64;
            let to = self.change(of.count);
            to.values.clear();
            to.values.push(count);
            to.same = 0;
        }
        // What refers to objects may mean others.
        for cell in 0..self.cells.len() {
            if self.cells[cell].role != Role::Plain {
                self.change(cell).same = 0;
            }
        }
        true
    }

    /// Adds the row to its columns, behind so many.
    pub fn add_to(&mut self, columns: &mut [Column], plan: &LinePlan, rows: usize) {
        for at in self.changed.drain(..) {
            let cell = &mut self.cells[usize::from(at)];
            cell.is_changed = false;
            let path = &plan.paths[usize::from(at)];
            let column = columns[usize::from(path[0])].at(&path[1..]);
            column.begin_row(rows, cell.values.len(), cell.same);
            add_values(column, cell, &self.objects);
            cell.same = cell.values.len();
        }
    }
}

/// Adds the values of a cell to its column, but for those of the last row.
fn add_values(column: &mut Column, cell: &Cell, objects: &[Met]) {
    let values = cell.values[cell.same..].iter().copied();
    if column.is_optional {
        column.valid.extend(values.clone().map(|value| value != MISSING));
    }
    let or_none = |value: i64| if value == MISSING { 0 } else { value };
    match &mut column.values {
        Values::Long(all) | Values::Text(all) if !column.is_optional => all.extend(values),
        Values::Long(all) | Values::Text(all) => values.for_each(|value| match value {
            MISSING => all.push_missing(),
            _ => all.push(value),
        }),
        Values::Int(all) => values.for_each(|value| match value {
            MISSING => all.push_missing(),
            _ => all.push(objects[value as usize].place),
        }),
        Values::Truth(all) => all.extend(values.map(|value| value == 1)),
        Values::List(lists) => lists.lengths.extend(values.map(|value| or_none(value) as usize)),
        Values::Decimal(_) | Values::Struct(_) => unreachable!("ids have no cells"),
    }
}
