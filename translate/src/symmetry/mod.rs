//! The atoms that are interchangeable, and the one order of all cells.
//!
//! A *cell* is a tuple that a relation may hold. The order serves the decisions of the search, the
//! static symmetry-breaking predicate and the canonicity test alike, in one direction for each relation:
//! true before false, or false before true where it starts empty ([`first`]). A cell that has its first
//! value is the *greater* one. Instances come lexicographically greatest first. (Two orders, or two
//! directions, lose instances without a trace.)
//!
//! First come the cells that say which atoms are in use, then all others by *shells*: by the
//! greatest rank of an interchangeable atom in the tuple, where ranks run through the classes in
//! turn. When a permutation search has chosen the images of the first k atoms, it can compare all
//! shells up to k. Within a shell the owners (first columns) come in the order in which the
//! pointers of rooted classes are scanned, so that decisions follow the discovery. But the numbers
//! that they hold come after their pointers. Once a search tree's shape is decided its keys nearly
//! are, whereas keys decided node by node are mostly wrong: trees of 10 nodes took 26,644 conflicts
//! so, and take none.
//!
//! Within a shell come first the cells of orders that are no constants ([`crate::bounds::order`]): an atom is
//! ordered rather than not, first rather than later. So in the greatest labelling the ordered atoms are the
//! first ones, in the order of their numbers.
//!
//! A class that is rooted ([`crate::symmetry::rooted`]) has its labelling from the discovery predicate and takes
//! no part in the lexicographic order: no sort has both.
//!
//! Symmetry is a pure function of the model and its first bounds. Bounds tightened later must not
//! be used: they tell atoms apart that are interchangeable.

mod first;
pub(crate) mod fixed;
pub(crate) mod rooted;

use rustc_hash::{FxHashMap, FxHashSet};

use korrel_lang::instance::Relation;
use korrel_lang::model::{Model, Sig, SigKind};
use korrel_lang::universe::AtomId;
use korrel_sat::Effort;

use crate::bounds::Bounds;
use crate::bounds::Cell;
use crate::failure::{TranslationFailure, unless_stopped};
use crate::question::Question;
use crate::scope::descendants;
use crate::symmetry::fixed::Permutation;
use crate::symmetry::rooted::RootedClass;

/// Interchangeable atoms, and the order of cells.
///
/// Invariant: `classes` and the atoms of `rooted` are disjoint and ascending, and permuting atoms
/// within them maps `cells` onto itself.
#[derive(Clone, Debug)]
pub struct Symmetry {
    /// The interchangeable atoms of each top-level sig, two or more, but for rooted ones: of their
    /// labellings the lexicographically greatest is canonical.
    pub classes: Vec<Vec<AtomId>>,
    /// The classes that are numbered by discovery, in scanning order.
    pub rooted: Vec<RootedClass>,
    /// The cells that say which atoms of top-level sigs are in use, atoms ascending.
    pub population: Vec<Cell>,
    /// All other cells, in order. Those that must hold are among them.
    pub cells: Vec<Cell>,
    /// The atom of each rank, with the end of its shell in `cells`.
    pub shells: Vec<Shell>,
    /// The index where the first shell starts: before it stand the cells that no permutation moves.
    pub first_shell: usize,
    /// The relations whose cells are false first.
    starts_empty: FxHashSet<Relation>,
    /// Only the instances that it leaves as they are.
    pub fixed_by: Option<Permutation>,
}

/// The cells whose greatest-ranked atom is `atom`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shell {
    pub atom: AtomId,
    /// The class that the atom is of.
    pub class: usize,
    pub end: usize,
}

impl Symmetry {
    /// `with_parameters`: whether the command's parameters are part of an instance. `rooted`: classes
    /// whose atoms are all reached in every instance.
    ///
    /// # Errors
    /// A stop.
    pub fn new(
        question: &Question<'_>,
        with_parameters: bool,
        rooted: Vec<RootedClass>,
        effort: &Effort,
    ) -> Result<Symmetry, TranslationFailure> {
        let Question { model, command, bounds, .. } = question;
        let mut classes = classes(model, bounds);
        classes.retain(|class| rooted.iter().all(|rooted| rooted.atoms != *class));
        let scan: FxHashMap<AtomId, usize> = rooted
            .iter()
            .flat_map(|rooted| &rooted.atoms)
            .enumerate()
            .map(|(place, &atom)| (atom, place + 1))
            .collect();
        let ranked = ranked(&classes);
        let mut rank = vec![None; bounds.universe().len()];
        for (place, &(atom, _)) in ranked.iter().enumerate() {
            rank[atom.0 as usize] = Some(place);
        }
        let shell_of = |tuple: &[AtomId]| tuple.iter().filter_map(|a| rank[a.0 as usize]).max();
        let starts_empty: FxHashSet<Relation> = bounds
            .relations()
            .filter(|&relation| first::starts_empty(model, command, relation))
            .filter(|relation| !bounds.leading().contains(relation))
            .collect();
        let is_fixed = |atom: AtomId| rank[atom.0 as usize].is_none() && !scan.contains_key(&atom);
        let (population, unsorted) =
            all_cells(model, bounds, with_parameters, &starts_empty, is_fixed, effort)?;
        // Stable: for one owner, relations in order of declaration, tuples as they are.
        let owner = |cell: &Cell| scan.get(&cell.tuple[0]).copied().unwrap_or(0);
        let is_data = |cell: &Cell| owner(cell) > 0 && is_number(bounds, cell);
        let follows = |cell: &Cell| !bounds.leading().contains(&cell.relation);
        let mut by_shell = vec![Vec::new(); ranked.len() + 1];
        for cell in unsorted {
            by_shell[shell_of(&cell.tuple).map_or(0, |shell| shell + 1)].push(cell);
        }
        let (mut cells, mut ends) = (Vec::new(), Vec::new());
        for mut shell in by_shell {
            unless_stopped(effort)?;
            shell.sort_by_key(|cell| (follows(cell), is_data(cell), owner(cell)));
            cells.append(&mut shell);
            ends.push(cells.len());
        }
        let first_shell = ends[0];
        let ends = ends.into_iter().skip(1);
        let shells = ranked.iter().zip(ends);
        let shells = shells.map(|(&(atom, class), end)| Shell { atom, class, end }).collect();
        Ok(Symmetry {
            classes,
            rooted,
            population,
            cells,
            shells,
            first_shell,
            starts_empty,
            fixed_by: None,
        })
    }

    /// The same, for the instances that a permutation of interchangeable atoms in use leaves as they are.
    /// It must leave rooted ones alone.
    pub fn fixed_by(&self, permutation: Permutation) -> Symmetry {
        Symmetry { fixed_by: Some(permutation), ..self.clone() }
    }

    /// The same where all classes, which are numbered by discovery, have their labellings compared. Ranks run through one
    /// class after the other. The first cells of an atom's shell are the pointers that lead to it, in scanning order, and these
    /// are true first. So the greatest labelling is the one that is numbered by discovery: each atom is the one to which the
    /// first pointer leads that does not lead to one before it.
    pub fn by_discovery(&self) -> Symmetry {
        let classes: Vec<Vec<AtomId>> =
            self.rooted.iter().map(|class| class.atoms.clone()).collect();
        let ranked =
            || (0..).zip(&classes).flat_map(|(class, of)| of.iter().map(move |a| (class, *a)));
        let rank: FxHashMap<AtomId, usize> =
            (0..).zip(ranked()).map(|(at, (_, a))| (a, at)).collect();
        let shell_of =
            |cell: &Cell| cell.tuple.iter().filter_map(|atom| rank.get(atom)).max().copied();
        let pointers = self.rooted.iter().flat_map(|class| &class.rows).flat_map(|row| &row.cells);
        let scan: FxHashMap<&Cell, usize> =
            (0..).zip(pointers).map(|(at, cell)| (cell, at)).collect();
        let place = |cell: &Cell| {
            let shell = shell_of(cell);
            let of = |atom: &AtomId| rank.get(atom).copied();
            let leads = cell.tuple.split_last().is_some_and(|(target, before)| {
                of(target) == shell && before.iter().all(|atom| of(atom) < shell)
            });
            (shell, scan.get(cell).filter(|_| leads).copied().unwrap_or(usize::MAX))
        };
        let mut cells = self.cells.clone();
        // Stable: those that are no pointers stay in their order.
        cells.sort_by_cached_key(place);
        let end =
            |at: usize| cells.partition_point(|cell| shell_of(cell).is_none_or(|of| of <= at));
        let shells: Vec<Shell> = (0..)
            .zip(ranked())
            .map(|(at, (class, atom))| Shell { atom, class, end: end(at) })
            .collect();
        let first_shell = cells.partition_point(|cell| shell_of(cell).is_none());
        let mut starts_empty = self.starts_empty.clone();
        scan.keys().for_each(|cell| _ = starts_empty.remove(&cell.relation));
        let (rooted, population, fixed_by) = (Vec::new(), self.population.clone(), None);
        Symmetry { classes, rooted, population, cells, shells, first_shell, starts_empty, fixed_by }
    }

    /// The cells that an instance holds together with this one.
    pub fn orbit(&self, cell: &Cell) -> Vec<Cell> {
        match &self.fixed_by {
            Some(permutation) => permutation.orbit(cell),
            None => vec![cell.clone()],
        }
    }

    /// All interchangeable atoms, however they are labelled.
    pub fn all_classes(&self) -> impl Iterator<Item = &Vec<AtomId>> {
        self.classes.iter().chain(self.rooted.iter().map(|rooted| &rooted.atoms))
    }

    /// True if a cell of the relation is rather true than false.
    pub fn starts_with(&self, relation: Relation) -> bool {
        !self.starts_empty.contains(&relation)
    }

    /// True if all cells that permutations move are true first: then those of an atom that is not
    /// in use are the least ones.
    pub fn unused_is_least(&self) -> bool {
        let mut moved = self.cells[self.first_shell..].iter();
        moved.all(|cell| self.starts_with(cell.relation))
    }

    /// All cells in the one order, population first.
    pub fn order(&self) -> impl Iterator<Item = &Cell> {
        self.population.iter().chain(&self.cells)
    }
}

impl Bounds {
    /// True if the numbers of a class's atoms must tell an order, and so cannot tell their
    /// discovery.
    pub fn has_leading(&self, class: &[AtomId]) -> bool {
        let of_class = |relation: &Relation| {
            let upper = &self.get(*relation).upper;
            upper.tuples().any(|tuple| class.contains(&tuple[0]))
        };
        self.leading().iter().any(of_class)
    }
}

/// True if a cell gives a number to something.
fn is_number(bounds: &Bounds, cell: &Cell) -> bool {
    let last = cell.tuple.last().expect("a tuple has an atom");
    bounds.universe().number(*last).is_some()
}

/// The atoms of each top-level sig that no sig fixes, no order tells apart and no given object is, where
/// there are two or more. Values (enums) are all fixed.
pub fn classes(model: &Model, bounds: &Bounds) -> Vec<Vec<AtomId>> {
    let mut classes = Vec::new();
    for top in model.top_level() {
        let fixed = descendants(model, top)
            .iter()
            .flat_map(|sig| bounds.fixed(*sig))
            .chain(bounds.ordered())
            .chain(bounds.given_atoms())
            .copied()
            .collect::<FxHashSet<AtomId>>();
        let class: Vec<AtomId> =
            bounds.universe().block(top).map(AtomId).filter(|atom| !fixed.contains(atom)).collect();
        if class.len() > 1 {
            classes.push(class);
        }
    }
    classes
}

/// The interchangeable atoms in order of rank: the first of each class, the second of each, ….
fn ranked(classes: &[Vec<AtomId>]) -> Vec<(AtomId, usize)> {
    let longest = classes.iter().map(Vec::len).max().unwrap_or(0);
    let mut ranked = Vec::new();
    for place in 0..longest {
        for (number, class) in classes.iter().enumerate() {
            ranked.extend(class.get(place).map(|&atom| (atom, number)));
        }
    }
    ranked
}

fn all_cells(
    model: &Model,
    bounds: &Bounds,
    with_parameters: bool,
    starts_empty: &FxHashSet<Relation>,
    is_fixed: impl Fn(AtomId) -> bool,
    effort: &Effort,
) -> Result<(Vec<Cell>, Vec<Cell>), TranslationFailure> {
    let (mut population, mut cells) = (Vec::new(), Vec::new());
    for relation in bounds.relations() {
        unless_stopped(effort)?;
        if matches!(relation, Relation::Variable(_)) && !with_parameters {
            continue;
        }
        let is_top_level = matches!(relation, Relation::Sig(sig)
            if sig > Sig::STRING && model.sigs[sig].kind == SigKind::TopLevel);
        let mut tuples: Vec<Vec<AtomId>> = bounds.get(relation).upper.tuples().collect();
        let is_reversed = |tuple: &[AtomId]| {
            starts_empty.contains(&relation) && tuple.last().is_some_and(|&last| is_fixed(last))
        };
        tuples.sort_by_cached_key(|t| first::place(bounds.universe(), t, is_reversed(t)));
        let into = if is_top_level { &mut population } else { &mut cells };
        into.extend(tuples.into_iter().map(|tuple| Cell { relation, tuple }));
    }
    Ok((population, cells))
}
