//! Rooted heaps: classes of atoms that can be numbered in the order of their discovery.
//!
//! If every atom of a class is reached from fixed roots through fields that hold at most one atom,
//! then following the fields in a fixed order meets the atoms in a fixed order, and numbering them
//! so is a canonical labelling: linear in size, and complete. (Khurshid, Marinov, Shlyakhter,
//! Jackson: A case for efficient solution enumeration, SAT 2003. Korat's generation order is the
//! same one.) The general lex-leader is neither small nor static, so this is preferred wherever it
//! applies.
//!
//! Here the *candidates* are recognised: which pointers lead to a class, in which order they are
//! scanned. A class is a candidate if pointers to it start at rigid atoms, at other candidates, or
//! at itself. Classes that point to each other in a cycle are no candidates. That no instance leaves an atom
//! of it unreached is a question for a solver, which [`crate::draft::breaking::reached`] states.

use korrel_lang::instance::Relation;
use korrel_lang::model::{Command, FieldId, Model, Range};
use korrel_lang::universe::AtomId;

use crate::bounds::{Bounds, Cell};

/// A class of atoms, and the pointers that lead to it in scanning order.
///
/// Invariant: at most one cell of a row holds in any instance.
#[derive(Clone, Debug)]
pub struct RootedClass {
    /// The atoms that are numbered by discovery, ascending.
    pub atoms: Vec<AtomId>,
    pub rows: Vec<PointerRow>,
    /// The fields that the class's own rows belong to, where the spec mentions their closure and
    /// they suffice to reach every atom.
    pub through: Option<Vec<FieldId>>,
    /// It is known that no two rows lead to one atom, in any instance.
    pub is_tree: bool,
}

/// The candidates among the classes, each after those that it depends on. Classes in `excluded` do
/// not count, and pointers of their atoms lead nowhere.
pub fn candidates(
    model: &Model,
    command: &Command,
    bounds: &Bounds,
    classes: &[Vec<AtomId>],
    excluded: &[Vec<AtomId>],
    with_parameters: bool,
) -> Vec<RootedClass> {
    let class_of = class_of(bounds, classes);
    let rows = pointer_rows(model, command, bounds, &class_of, with_parameters);
    let mut placed: Vec<usize> = Vec::new();
    let mut rooted = Vec::new();
    // A class is placed once all classes that point to it are. Those on cycles never are.
    loop {
        let next = (0..classes.len()).find(|&class| {
            !placed.contains(&class)
                && !excluded.contains(&classes[class])
                && is_ready(class, &rows, &class_of, &placed)
        });
        let Some(class) = next else { return rooted };
        placed.push(class);
        let mut own: Vec<PointerRow> =
            rows.iter().filter(|row| target_class(row, &class_of) == class).cloned().collect();
        own.sort_by_key(|row| scan_place(row, class, &class_of, &placed));
        rooted.push(RootedClass::new(classes[class].clone(), own));
    }
}

/// Pointers to it start at rigid atoms, at placed classes, or at itself, and there are some.
fn is_ready(
    class: usize,
    rows: &[PointerRow],
    class_of: &[Option<usize>],
    placed: &[usize],
) -> bool {
    let mut leads_in = false;
    for row in rows.iter().filter(|row| target_class(row, class_of) == class) {
        match row.owner.and_then(|owner| class_of[owner.0 as usize]) {
            Some(owner) if owner == class => {}
            Some(owner) if !placed.contains(&owner) => return false,
            _ => leads_in = true,
        }
    }
    leads_in
}

fn target_class(row: &PointerRow, class_of: &[Option<usize>]) -> usize {
    let target = row.cells[0].tuple.last().expect("a tuple has an atom");
    class_of[target.0 as usize].expect("rows lead to classes")
}

/// Pointers of rigid atoms come first, then those of earlier classes, atom by atom, then its own.
fn scan_place(
    row: &PointerRow,
    class: usize,
    class_of: &[Option<usize>],
    placed: &[usize],
) -> (usize, u32) {
    match row.owner {
        None => (0, 0),
        Some(owner) => {
            let of = class_of[owner.0 as usize].expect("an owner is of a class");
            let place = placed.iter().position(|&p| p == of).expect("owners are placed before");
            (if of == class { usize::MAX } else { place + 1 }, owner.0)
        }
    }
}

fn class_of(bounds: &Bounds, classes: &[Vec<AtomId>]) -> Vec<Option<usize>> {
    let mut class_of = vec![None; bounds.universe().len()];
    for (number, class) in classes.iter().enumerate() {
        for atom in class {
            class_of[atom.0 as usize] = Some(number);
        }
    }
    class_of
}

impl RootedClass {
    fn new(atoms: Vec<AtomId>, rows: Vec<PointerRow>) -> RootedClass {
        RootedClass { atoms, rows, through: None, is_tree: false }
    }

    /// The place of an atom in the class.
    pub fn place(&self, atom: AtomId) -> Option<usize> {
        self.atoms.iter().position(|&a| a == atom)
    }

    /// True if the row's owner is of the class itself.
    pub fn is_own(&self, row: &PointerRow) -> bool {
        row.owner.is_some_and(|owner| self.atoms.contains(&owner))
    }

    /// True if the row is of a field that the class's own rows are of.
    pub fn is_step(&self, row: &PointerRow) -> bool {
        self.is_own(row) || self.through.as_deref().is_some_and(|fields| row.is_of(fields))
    }

    /// Keeps only its own rows of these fields. They must suffice to reach every atom.
    pub fn through(mut self, fields: &[FieldId]) -> RootedClass {
        let atoms = &self.atoms;
        let is_own = |row: &PointerRow| row.owner.is_some_and(|owner| atoms.contains(&owner));
        self.rows.retain(|row| !is_own(row) || row.is_of(fields));
        self.through = Some(fields.to_vec());
        self
    }

    /// Leaves out the rows that lead in from outside and are of this relation. The others must
    /// suffice to reach every atom.
    pub fn without_entry(&self, relation: Relation) -> RootedClass {
        let mut fewer = self.clone();
        fewer.rows.retain(|row| self.is_own(row) || row.relation != relation);
        fewer
    }

    /// The relations whose rows lead in from outside, in the order of the rows.
    pub fn entries(&self) -> Vec<Relation> {
        let mut entries: Vec<Relation> = Vec::new();
        for row in self.rows.iter().filter(|row| !self.is_own(row)) {
            if !entries.contains(&row.relation) {
                entries.push(row.relation);
            }
        }
        entries
    }
}

// The pointers of a spec: fields and parameters whose last column is determined by the others.

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
        // A row with two owners could only be scanned after both. Such rows are left aside.
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
