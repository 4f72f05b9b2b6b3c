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
//! at itself; classes that point to each other in a cycle are none. That no instance leaves an atom
//! of it unreached is a question for a solver, which [`crate::draft::breaking::reached`] states.

mod row;

use korrel_lang::instance::Relation;
use korrel_lang::model::{Command, FieldId, Model};
use korrel_lang::universe::AtomId;

use crate::bounds::Bounds;
use row::pointer_rows;

pub use row::{PointerRow, target_of};

/// A class of atoms, and the pointers that lead to it in scanning order.
///
/// Invariant: at most one cell of a row holds in any instance.
#[derive(Clone, Debug)]
pub struct Rooted {
    /// The atoms that are numbered by discovery, ascending.
    pub atoms: Vec<AtomId>,
    pub rows: Vec<PointerRow>,
    /// The fields that the class's own rows belong to, where the spec speaks of their closure and
    /// they suffice to reach every atom.
    pub through: Option<Vec<FieldId>>,
    /// It is known that no two rows lead to one atom, in any instance.
    pub is_tree: bool,
}

/// The candidates among the classes, each after those that it depends on. Classes in `excluded` are
/// none, and pointers of their atoms lead nowhere.
pub fn candidates(
    model: &Model,
    command: &Command,
    bounds: &Bounds,
    classes: &[Vec<AtomId>],
    excluded: &[Vec<AtomId>],
    with_parameters: bool,
) -> Vec<Rooted> {
    let class_of = class_of(bounds, classes);
    let rows = pointer_rows(model, command, bounds, &class_of, with_parameters);
    let mut placed: Vec<usize> = Vec::new();
    let mut rooted = Vec::new();
    // A class is placed once all classes that point to it are; those on cycles never are.
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
        rooted.push(Rooted::new(classes[class].clone(), own));
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

impl Rooted {
    fn new(atoms: Vec<AtomId>, rows: Vec<PointerRow>) -> Rooted {
        Rooted { atoms, rows, through: None, is_tree: false }
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
    pub fn through(mut self, fields: &[FieldId]) -> Rooted {
        let atoms = &self.atoms;
        let is_own = |row: &PointerRow| row.owner.is_some_and(|owner| atoms.contains(&owner));
        self.rows.retain(|row| !is_own(row) || row.is_of(fields));
        self.through = Some(fields.to_vec());
        self
    }

    /// Leaves out the rows that lead in from outside and are of this relation. The others must
    /// suffice to reach every atom.
    pub fn without_entry(&self, relation: Relation) -> Rooted {
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
