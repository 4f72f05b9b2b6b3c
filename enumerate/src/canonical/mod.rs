//! Is a labelling the canonical one of its isomorphism class? If not, why not, as a clause.
//!
//! The canonical labelling is the one whose cells, read in [`Symmetry`]'s order, are
//! lexicographically greatest (each cell's first value before the other) among all permutations of
//! interchangeable atoms in use. Below, a cell is *true* if it has its first value.
//! The test searches for a permutation π that makes a greater one. It chooses the images of atoms
//! by rank. Once those of rank 0..k are chosen, all cells up to shell k can be compared:
//!
//! - π's labelling has true where ours has false: it is greater. The reason is one lex-leader
//!   clause, valid for every instance: not (the cells before are at least as great, and this one is
//!   greater).
//! - the other way round: no permutation that starts like this can be greater.
//! - equal throughout: π is an automorphism. Atoms that automorphisms map to each other need only one
//!   of them to be tried (orbit pruning: McKay 1981), which keeps highly symmetric instances cheap.
//!
//! Where no cell joins more than two interchangeable atoms, atoms that nothing tells apart so far get their images
//! as a set (`pairs`).
//!
//! The beginning of a labelling is tested, too, after each shell (`prefix.rs`, SAT modulo
//! symmetries, Kirchweger and Szeider 2021). Rejected: canonical forms in a hash set, whose memory
//! grows with the number of instances, and filtering without learning, which visits every
//! labelling.

mod greater;
mod orbits;
mod pairs;
mod permutation;
mod places;
mod prefix;

use std::ops::Range;

use rustc_hash::FxHashMap;

use korrel_lang::instance::Relation;
use korrel_lang::model::Model;
use korrel_lang::universe::AtomId;
use korrel_sat::{Effort, Lit, ProofLog, Var};
use korrel_translate::{Cell, Shell, Symmetry, Translation};

use greater::Greater;
use pairs::{GreaterImages, Pairs};
pub(crate) use places::CellPlaces;
use places::cells_from;
pub use prefix::CanonicalPrefixes;
pub(crate) use prefix::SharedCanonicity;

/// Tests labellings of one problem.
#[derive(Clone, Debug)]
pub struct Canonicity {
    cells: Vec<CellOf>,
    /// The knowledge of each cell.
    truths: Vec<CellTruth>,
    /// The atoms of all cells' tuples.
    tuples: Vec<u32>,
    /// The cell's place in `cells`, by relation and then by tuple index.
    places: Vec<CellPlaces>,
    /// The number of atoms of the universe: the base of tuple indices.
    atoms: usize,
    /// The shells of the atoms in rank order.
    shells: Vec<ShellOf>,
    /// True for each atom in use.
    in_use: Vec<CellTruth>,
    /// All cells are true first, so that atoms that are not in use have the least cells.
    unused_is_least: bool,
    /// For each position of the projection's order, and the place after them: the first of the cells that stand at it or
    /// later.
    cells_from: Vec<usize>,
    /// The values of the cells in the labelling at hand.
    values: Vec<bool>,
    /// The shells of the labelling at hand whose atoms are in use.
    used: Vec<ShellOf>,
    /// The faster test, where no cell joins more than two atoms.
    pairs: Option<Pairs>,
    /// Raised from outside: a test of thousands of atoms takes its time.
    effort: Effort,
    /// The proof of what is listed, where one is wanted.
    proof: Option<ProofLog>,
}

/// The result of the test of a labelling.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Labelling {
    Canonical,
    /// A clause that it violates and every canonical one satisfies.
    Violates(Vec<Lit>),
    /// The stop flag was raised.
    Untested,
}

/// The result of the search for a permutation that makes a labelling greater.
enum GreaterLabelling {
    None,
    /// The beginning of one that does.
    By(Greater),
    /// The stop flag was raised.
    Unknown,
}

/// A cell as the comparison of a million labellings wants it: flat.
#[derive(Clone, Copy, Debug)]
struct CellOf {
    relation: u32,
    /// The indices in `tuples` where its tuple begins and ends.
    tuple: (u32, u32),
}

/// The knowledge of a cell before there is a model.
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
        let (mut places, mut tuples, mut cells) = (Vec::new(), Vec::new(), Vec::new());
        for (place, cell) in (0..).zip(&symmetry.cells) {
            let number = *numbers.entry(cell.relation).or_insert_with(|| {
                places.push(CellPlaces::below(atoms.pow(cell.tuple.len() as u32)));
                places.len() - 1
            });
            let from = tuples.len();
            tuples.extend(cell.tuple.iter().map(|atom| atom.0));
            places[number].set(index(tuples[from..].iter().copied(), atoms), place);
            cells.push(CellOf {
                relation: number as u32,
                tuple: (from as u32, tuples.len() as u32),
            });
        }
        let truths: Vec<CellTruth> = symmetry.cells.iter().map(first).collect();
        let mut in_use = vec![CellTruth::Known(true); atoms];
        for top in model.top_level() {
            for atom in bounds.universe().block(top) {
                let cell = Cell { relation: Relation::Sig(top), tuple: vec![AtomId(atom)] };
                in_use[atom as usize] = truth(&cell);
            }
        }
        let cells_from = cells_from(&truths, translation);
        let shells = shells(symmetry);
        let values = vec![false; cells.len()];
        let unused_is_least = symmetry.unused_is_least();
        let effort = Effort::default();
        let mut this = Canonicity {
            cells,
            truths,
            tuples,
            places,
            atoms,
            shells,
            in_use,
            unused_is_least,
            cells_from,
            values,
            used: Vec::new(),
            pairs: None,
            effort,
            proof: None,
        };
        this.pairs = Pairs::new(&this);
        this
    }

    /// The same, stopped by this flag.
    pub fn until(self, effort: Effort) -> Canonicity {
        Canonicity { effort, ..self }
    }

    /// The same, which tells a proof of each labelling that it refuses.
    pub fn telling(self, proof: ProofLog) -> Canonicity {
        Canonicity { proof: Some(proof), ..self }
    }

    /// Tests whether a labelling is canonical. `value` gives the value of a primary variable.
    #[cfg(test)]
    pub fn test(&mut self, value: impl Fn(Var) -> bool) -> Labelling {
        self.test_from(0, value)
    }

    /// The same where, since the last such test, nothing has changed before this position of the projection's order.
    pub fn test_from(&mut self, position: usize, value: impl Fn(Var) -> bool) -> Labelling {
        self.test_shells(
            self.cells_from[position]..self.cells.len(),
            self.shells.len(),
            false,
            value,
        )
    }

    /// The same of the first shells alone. `keeps`: labellings that begin so will be tested.
    fn test_beginning(
        &mut self,
        shells: usize,
        keeps: bool,
        value: impl Fn(Var) -> bool,
    ) -> Labelling {
        let end = self.shells[..shells].last().map_or(0, |shell| shell.end);
        self.test_shells(0..end, shells, keeps, value)
    }

    /// The same, where only these cells may have changed.
    fn test_shells(
        &mut self,
        cells: Range<usize>,
        shells: usize,
        keeps: bool,
        value: impl Fn(Var) -> bool,
    ) -> Labelling {
        let mut changed = cells.end;
        for at in cells {
            let holds = self.truths[at].holds(&value);
            if self.set(at, holds) {
                changed = changed.min(at);
            }
        }
        let mut used = std::mem::take(&mut self.used);
        used.clear();
        let is_used = |shell: &&ShellOf| self.in_use[shell.atom as usize].holds(&value);
        used.extend(self.shells[..shells].iter().filter(is_used).copied());
        let greater = match &mut self.pairs {
            None => self.permuted(&used),
            Some(pairs) => {
                let found = pairs.greater_labelling(&used, changed, keeps, &self.effort);
                self.by_pairs(found, &used)
            }
        };
        self.used = used;
        match greater {
            GreaterLabelling::None => Labelling::Canonical,
            GreaterLabelling::By(greater) => {
                let clause = self.clause(&greater);
                if let Some(proof) = &self.proof {
                    proof.refuse(self.moves(&greater), &clause);
                }
                Labelling::Violates(clause)
            }
            GreaterLabelling::Unknown => Labelling::Untested,
        }
    }

    /// Makes the labelling of these values of the primary variables the canonical one of its class.
    /// Returns false if the stop flag was raised before.
    pub fn make_canonical(&mut self, values: &mut [bool]) -> bool {
        for at in 0..self.cells.len() {
            let holds = self.truths[at].holds(&|var: Var| values[var.index()]);
            self.set(at, holds);
        }
        let is_used = |shell: &&ShellOf| {
            self.in_use[shell.atom as usize].holds(&|var: Var| values[var.index()])
        };
        let used: Vec<ShellOf> = self.shells.iter().filter(is_used).copied().collect();
        loop {
            let images = match self.greater_labelling(&used) {
                GreaterLabelling::None => break,
                GreaterLabelling::By(greater) => greater.completed(&used),
                GreaterLabelling::Unknown => return false,
            };
            let image = |at| self.values[self.image_of(at, &images)];
            let moved: Vec<bool> = (0..self.cells.len()).map(image).collect();
            moved.into_iter().enumerate().for_each(|(at, holds)| _ = self.set(at, holds));
        }
        for (truth, &value) in self.truths.iter().zip(&self.values) {
            if let Some(lit) = truth.literal() {
                values[lit.var().index()] = value == lit.is_positive();
            }
        }
        true
    }

    /// Gives a cell of the labelling at hand this value. Returns true if it had another one.
    #[inline]
    fn set(&mut self, at: usize, holds: bool) -> bool {
        let is_other = self.values[at] != holds;
        if is_other {
            self.values[at] = holds;
            self.pairs.iter_mut().for_each(|pairs| pairs.turn(at));
        }
        is_other
    }

    /// Tries permutations of the atoms in use, those that fix the most atoms first.
    fn greater_labelling(&mut self, used: &[ShellOf]) -> GreaterLabelling {
        let Some(pairs) = &mut self.pairs else { return self.permuted(used) };
        let found = pairs.greater_labelling_alone(used, &self.effort);
        self.by_pairs(found, used)
    }

    fn by_pairs(&self, found: GreaterImages, used: &[ShellOf]) -> GreaterLabelling {
        match found {
            GreaterImages::Nothing => GreaterLabelling::None,
            GreaterImages::Stopped => GreaterLabelling::Unknown,
            GreaterImages::Greater(images, chosen) => {
                let at = self.first_difference(&images, &used[..chosen]);
                GreaterLabelling::By(Greater { images, chosen, at })
            }
        }
    }

    /// The first cell of these shells whose value these images change.
    fn first_difference(&self, images: &Images, shells: &[ShellOf]) -> usize {
        let mut cells = shells.iter().flat_map(|shell| shell.start..shell.end);
        let differs = |&at: &usize| self.values[at] != self.values[self.image_of(at, images)];
        let at = cells.find(differs).expect("the images make a labelling greater");
        debug_assert!(!self.values[at], "it is greater, not less");
        at
    }

    /// The place of the cell to which these images move the one at `at`.
    #[inline]
    fn image_of(&self, at: usize, images: &Images) -> usize {
        let cell = self.cells[at];
        let tuple = &self.tuples[cell.tuple.0 as usize..cell.tuple.1 as usize];
        let index = index(tuple.iter().map(|&atom| images[atom as usize]), self.atoms);
        self.places[cell.relation as usize].get(index)
    }
}

#[inline]
fn index(tuple: impl Iterator<Item = u32>, atoms: usize) -> usize {
    tuple.fold(0, |index, atom| index * atoms + atom as usize)
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

#[cfg(test)]
mod tests {
    use korrel_sat::{Effort, Step};

    use crate::testing::problem;
    use crate::{Instances, Strategy};

    /// If it failed, classes would be listed twice where atoms of several sigs are interchangeable: a class's
    /// last atom has no place to move to, but others may move to its place.
    #[test]
    fn several_classes_of_atoms_are_permuted() {
        let model = problem("sig A { r: set B } sig B {} run {} for exactly 3 A, exactly 3 B");
        let problem = model.problem();
        // Nothing else breaks symmetry.
        let strategy = Strategy { static_breaking: false, ..Strategy::default() };
        let mut found = Instances::new(&problem, strategy, Effort::default()).expect("it is small");
        let count = std::iter::from_fn(|| (found.advance() == Step::Model).then_some(())).count();
        assert_eq!(count, 36, "OEIS A002724");
    }

    /// Twenty nodes, most of them without an edge: the sets of them that are alike are more than could be tried one by
    /// one.
    #[test]
    fn many_atoms_that_are_alike_are_few_images() {
        for (atoms, edges, classes) in [(20, 3, 9), (30, 2, 4)] {
            let spec = format!(
                "sig N {{ e: set N }} run {{ e = ~e and no iden & e and #e =< {} }} for exactly {atoms} N",
                2 * edges,
            );
            let model = problem(&spec);
            let problem = model.problem();
            let found = Instances::new(&problem, Strategy::default(), Effort::default());
            let mut found = found.expect("it is small");
            let count =
                std::iter::from_fn(|| (found.advance() == Step::Model).then_some(())).count();
            assert_eq!(count, classes, "OEIS A000664, added up: {spec}");
        }
    }
}
