//! The pointers of a spec: fields and parameters of which all but the last column determine the last.

use korrel_lang::instance::Relation;
use korrel_lang::model::{Command, FieldId, Model, Range};
use korrel_lang::universe::AtomId;

use crate::bounds::Bounds;
use crate::bounds::Cell;

/// One pointer: where it can lead.
#[derive(Clone, Debug)]
pub struct PointerRow {
    /// The atom that has the pointer, if it is of some class.
    pub owner: Option<AtomId>,
    pub relation: Relation,
    pub cells: Vec<Cell>,
}

impl PointerRow {
    /// True if it belongs to one of these fields.
    pub fn is_of(&self, fields: &[FieldId]) -> bool {
        fields.iter().any(|&field| self.relation == Relation::Field(field))
    }
}

/// The atom to which a pointer's cell leads.
pub fn target_of(cell: &Cell) -> AtomId {
    *cell.tuple.last().expect("a tuple has an atom")
}

/// All rows whose targets are of one class, in order of declaration.
pub(super) fn pointer_rows(
    model: &Model,
    command: &Command,
    bounds: &Bounds,
    class_of: &[Option<usize>],
    with_parameters: bool,
) -> Vec<PointerRow> {
    let mut relations: Vec<Relation> = Vec::new();
    if with_parameters {
        for declaration in &command.parameters {
            if points(&declaration.range) {
                relations.extend(declaration.variables.iter().map(|&v| Relation::Variable(v)));
            }
        }
    }
    for (id, field) in model.fields.iter() {
        if points(&field.range) && !field.is_defined {
            relations.push(Relation::Field(id));
        }
    }
    relations.iter().flat_map(|&relation| rows_of(relation, bounds, class_of)).collect()
}

/// True if all but the last column determine the last one.
fn points(range: &Range) -> bool {
    match range {
        Range::Of { .. } => range.is_function(),
        Range::Arrow { left, right_multiplicity, right, .. } => {
            let is_plain = |side: &Range| matches!(side, Range::Of { .. });
            right_multiplicity.at_most_one()
                && is_plain(left)
                && is_plain(right)
                && right.arity() == 1
        }
    }
}

/// The rows of one relation: tuples that differ in the last atom only.
fn rows_of(relation: Relation, bounds: &Bounds, class_of: &[Option<usize>]) -> Vec<PointerRow> {
    let mut rows: Vec<PointerRow> = Vec::new();
    for tuple in bounds.get(relation).upper.tuples() {
        let (target, prefix) = tuple.split_last().expect("a tuple has an atom");
        let owners: Vec<AtomId> =
            prefix.iter().copied().filter(|atom| class_of[atom.0 as usize].is_some()).collect();
        // A row with two owners could only be scanned after both; such rows are left aside.
        if class_of[target.0 as usize].is_none() || owners.len() > 1 {
            continue;
        }
        let same_row = rows.last_mut().filter(|row| {
            let (last, before) = row.cells[0].tuple.split_last().expect("a tuple has an atom");
            before == prefix && class_of[last.0 as usize] == class_of[target.0 as usize]
        });
        let cell = Cell { relation, tuple: tuple.clone() };
        match same_row {
            Some(row) => row.cells.push(cell),
            None => {
                let owner = owners.first().copied();
                rows.push(PointerRow { owner, relation, cells: vec![cell] });
            }
        }
    }
    rows
}
