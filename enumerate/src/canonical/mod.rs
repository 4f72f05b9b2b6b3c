//! Is a labelling the canonical one of its isomorphism class? If not, why not, as a clause.
//!
//! The canonical labelling is the one whose cells, read in [`Symmetry`]'s order, are
//! lexicographically greatest (each cell's first value before the other) among all permutations of
//! interchangeable atoms in use. Below, a cell is *true* if it has its first value.
//! The test searches for a permutation π that makes a greater one. It chooses the images of atoms
//! by rank; once those of rank 0..k are chosen, all cells up to shell k can be compared:
//!
//! - π's labelling has true where ours has false: it is greater. The reason is one lex-leader
//!   clause, valid for every instance: not (the cells before are at least as great, and this one is
//!   greater).
//! - the other way round: no permutation that starts like this can be greater.
//! - equal throughout: π is an automorphism. Atoms that automorphisms map to each other need only one
//!   of them to be tried (orbit pruning; McKay 1981), which keeps highly symmetric instances cheap.
//!
//! Only complete labellings are tested: partial ones rarely paid. (SAT modulo symmetries, Kirchweger
//! and Szeider 2021.) Rejected: canonical forms in a hash set, whose memory grows with the number of
//! instances, and filtering without learning, which visits every labelling.

mod orbits;
mod permutation;

use rustc_hash::FxHashMap;

use korrel_lang::instance::Relation;
use korrel_lang::model::Model;
use korrel_lang::universe::AtomId;
use korrel_sat::{Effort, Lit, Var};
use korrel_translate::{Cell, Shell, Symmetry, Translation};

use orbits::Orbits;
use permutation::{PermutationSearch, PrefixOrder};

/// Tests labellings of one problem.
#[derive(Clone, Debug)]
pub struct Canonicity {
    cells: Vec<CellOf>,
    /// By relation, then by tuple index: the cell's place in `cells`.
    places: Vec<Vec<u32>>,
    /// How many atoms the universe has: the base of tuple indices.
    atoms: usize,
    /// The shells of the atoms in rank order.
    shells: Vec<ShellOf>,
    /// Whether each atom is in use.
    in_use: Vec<CellTruth>,
    /// All cells are true first, so that atoms that are not in use have the least cells.
    unused_is_least: bool,
    /// The values of the cells in the labelling at hand.
    values: Vec<bool>,
    /// Raised from outside: a test of thousands of atoms takes its time.
    effort: Effort,
}

/// What a test of a labelling came to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Labelling {
    Canonical,
    /// A clause that it violates and every canonical one satisfies.
    Violates(Vec<Lit>),
    /// The stop flag was raised.
    Untested,
}

/// Whether a permutation makes a labelling greater.
enum GreaterLabelling<'c> {
    None,
    /// The beginning of one that does, at this cell.
    By(PermutationSearch<'c>, usize),
    /// The stop flag was raised.
    Unknown,
}

#[derive(Clone, Debug)]
struct CellOf {
    relation: u32,
    tuple: Vec<u32>,
    truth: CellTruth,
}

/// What is known of a cell before there is a model.
#[derive(Clone, Copy, Debug)]
enum CellTruth {
    Known(bool),
    Open(Lit),
}

impl CellTruth {
    fn holds(self, value: &impl Fn(Var) -> bool) -> bool {
        match self {
            CellTruth::Known(holds) => holds,
            CellTruth::Open(lit) => value(lit.var()) == lit.is_positive(),
        }
    }

    fn literal(self) -> Option<Lit> {
        match self {
            CellTruth::Known(_) => None,
            CellTruth::Open(lit) => Some(lit),
        }
    }
}

#[derive(Clone, Copy, Debug)]
struct ShellOf {
    atom: u32,
    class: usize,
    start: usize,
    end: usize,
}

/// A partial permutation: the image of each atom, by atom.
type Images = Vec<u32>;

impl Canonicity {
    pub fn new(model: &Model, symmetry: &Symmetry, translation: &Translation) -> Canonicity {
        let (literals, bounds) = (translation.literals(), &translation.bounds);
        let truth = |cell: &Cell| match literals.get(cell) {
            Some(&literal) => CellTruth::Open(literal),
            None => CellTruth::Known(bounds.get(cell.relation).lower.contains(&cell.tuple)),
        };
        let first = |cell: &Cell| match (symmetry.starts_with(cell.relation), truth(cell)) {
            (true, truth) => truth,
            (false, CellTruth::Known(holds)) => CellTruth::Known(!holds),
            (false, CellTruth::Open(literal)) => CellTruth::Open(!literal),
        };
        let atoms = bounds.universe().len();
        let mut numbers: FxHashMap<Relation, usize> = FxHashMap::default();
        let mut places: Vec<Vec<u32>> = Vec::new();
        let mut cells = Vec::new();
        for (place, cell) in symmetry.cells.iter().enumerate() {
            let number = *numbers.entry(cell.relation).or_insert_with(|| {
                places.push(vec![u32::MAX; atoms.pow(cell.tuple.len() as u32)]);
                places.len() - 1
            });
            let tuple: Vec<u32> = cell.tuple.iter().map(|atom| atom.0).collect();
            places[number][index(&tuple, atoms)] = place as u32;
            cells.push(CellOf { relation: number as u32, tuple, truth: first(cell) });
        }
        let mut in_use = vec![CellTruth::Known(true); atoms];
        for top in model.top_level() {
            for atom in bounds.universe().block(top) {
                let cell = Cell { relation: Relation::Sig(top), tuple: vec![AtomId(atom)] };
                in_use[atom as usize] = truth(&cell);
            }
        }
        let shells = shells(symmetry);
        let values = vec![false; cells.len()];
        let unused_is_least = symmetry.unused_is_least();
        let effort = Effort::default();
        Canonicity { cells, places, atoms, shells, in_use, unused_is_least, values, effort }
    }

    /// The same, stopped by this flag.
    pub fn until(self, effort: Effort) -> Canonicity {
        Canonicity { effort, ..self }
    }

    /// Whether a labelling is canonical. `value` gives the value of a primary variable.
    pub fn test(&mut self, value: impl Fn(Var) -> bool) -> Labelling {
        for (cell, slot) in self.cells.iter().zip(&mut self.values) {
            *slot = cell.truth.holds(&value);
        }
        let used = self.used(&value);
        match self.greater_labelling(&used) {
            GreaterLabelling::None => Labelling::Canonical,
            GreaterLabelling::By(search, at) => Labelling::Violates(self.clause(&search, at)),
            GreaterLabelling::Unknown => Labelling::Untested,
        }
    }

    /// Makes the labelling of these values of the primary variables the canonical one of its class; false
    /// if the stop flag was raised before.
    pub fn make_canonical(&mut self, values: &mut [bool]) -> bool {
        for (cell, slot) in self.cells.iter().zip(&mut self.values) {
            *slot = cell.truth.holds(&|var: Var| values[var.index()]);
        }
        let used = self.used(&|var: Var| values[var.index()]);
        loop {
            let images = match self.greater_labelling(&used) {
                GreaterLabelling::None => break,
                GreaterLabelling::By(search, _) => search.completed(),
                GreaterLabelling::Unknown => return false,
            };
            let image = |cell| self.values[self.image_of(cell, &images)];
            self.values = self.cells.iter().map(image).collect();
        }
        for (cell, &value) in self.cells.iter().zip(&self.values) {
            if let Some(lit) = cell.truth.literal() {
                values[lit.var().index()] = value == lit.is_positive();
            }
        }
        true
    }

    /// The shells of the atoms in use.
    fn used(&self, value: &impl Fn(Var) -> bool) -> Vec<ShellOf> {
        let is_used = |shell: &&ShellOf| self.in_use[shell.atom as usize].holds(value);
        self.shells.iter().filter(is_used).copied().collect()
    }

    /// Tries all permutations of the atoms in use, those that fix the most atoms first.
    fn greater_labelling<'u>(&'u self, used: &'u [ShellOf]) -> GreaterLabelling<'u> {
        let mut orbits = Orbits::new(self.atoms);
        let identity: Images = (0..self.atoms as u32).collect();
        for first in (0..used.len()).rev() {
            let mut tried = vec![used[first].atom];
            for candidate in first + 1..used.len() {
                let image = used[candidate];
                let is_new = !tried.iter().any(|&atom| orbits.same(atom, image.atom));
                if image.class != used[first].class || !is_new {
                    continue;
                }
                tried.push(image.atom);
                let mut search = PermutationSearch::new(self, used, first, &identity);
                match search.extend(first, Some(image.atom)) {
                    PrefixOrder::Less => {}
                    PrefixOrder::Automorphism => orbits.merge(used, &search.images),
                    PrefixOrder::Greater(at) => return GreaterLabelling::By(search, at),
                    PrefixOrder::Stopped => return GreaterLabelling::Unknown,
                }
            }
        }
        GreaterLabelling::None
    }

    fn image_of(&self, cell: &CellOf, images: &Images) -> usize {
        let index = cell
            .tuple
            .iter()
            .fold(0, |index, &atom| index * self.atoms + images[atom as usize] as usize);
        self.places[cell.relation as usize][index] as usize
    }

    /// The lex-leader clause of the permutation found, up to the cell where it is greater.
    ///
    /// Where all cells are true first, it is valid for instances too in which some of the moved atoms
    /// are not in use, although the permutation does not keep the atoms in use together there: moving
    /// what has the place of a later atom to that of an earlier one, which has no cells, makes a
    /// labelling greater, so the permutation's labelling is at most one of the atoms in use alone.
    /// Otherwise an atom that is not in use has the greatest cells, and the clause speaks only of
    /// instances that use all that is moved.
    fn clause(&self, search: &PermutationSearch<'_>, greater: usize) -> Vec<Lit> {
        let mut clause = Vec::new();
        if !self.unused_is_least {
            // Of the permutation the beginning is chosen; whatever the rest is, these atoms move.
            let images = search.images.iter().zip(0..).filter(|(image, atom)| *image != atom);
            let moved = images.flat_map(|(&image, atom)| [atom, image]);
            let in_use = |atom: u32| self.in_use[atom as usize].literal();
            clause.extend(moved.filter_map(in_use).map(|lit| !lit));
        }
        for (at, cell) in self.cells[..=greater].iter().enumerate() {
            let image = self.image_of(cell, &search.images);
            if image == at {
                continue;
            }
            let image_literal = self.cells[image].truth.literal();
            if at == greater || !self.values[at] {
                clause.extend(cell.truth.literal());
            }
            if at == greater || self.values[at] {
                clause.extend(image_literal.map(|lit| !lit));
            }
        }
        clause.sort_unstable();
        clause.dedup();
        clause
    }
}

fn index(tuple: &[u32], atoms: usize) -> usize {
    tuple.iter().fold(0, |index, &atom| index * atoms + atom as usize)
}

fn shells(symmetry: &Symmetry) -> Vec<ShellOf> {
    let mut start = symmetry.first_shell;
    let shell = |&Shell { atom, class, end }: &Shell| {
        let shell = ShellOf { atom: atom.0, class, start, end };
        start = end;
        shell
    };
    symmetry.shells.iter().map(shell).collect()
}
