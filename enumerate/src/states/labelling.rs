//! The labelling by which a table of states knows a class, whatever its atoms are called.
//!
//! *Problem.* The class of the state behind each transition is looked up: ten million labellings for a million states.
//! *Choice.* Partition and refinement (McKay 1981): atoms are told apart by the cells that they have, then by the
//! colours of those with which they have them, until nothing changes. Mostly each atom has a colour of its own then,
//! and the colours are the labelling. Atoms of one colour take their places in any order if any two of them may be
//! swapped. Of others, each one of the smallest colour is set apart in its turn, and the greatest row of all ends
//! counts. Ways with lesser invariants are left out. So are those that an automorphism makes out of one that was gone.
//! Colours are sums of hashes: where two are equal by chance, there is more to search, and the same end.
//!
//! *Rejected.* The labelling that the test of canonicity calls the canonical one, as for states that are shown: it is
//! reached by one greater labelling after the other, 35 µs for a ring of 13, where this takes 3.

use korrel_lang::instance::Relation;
use korrel_lang::universe::AtomId;
use korrel_sat::Effort;
use korrel_translate::Symmetry;
use rustc_hash::FxHashMap;

use super::table::bytes;
use crate::canonical::CellPlaces;
use crate::regions::deal::scrambled;

/// A bit of a state: a tuple that a relation of the spec may hold.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct StateCell {
    pub relation: Relation,
    pub tuple: Vec<AtomId>,
}

/// A state in some labelling: a value for each cell.
pub(crate) type StateBits = Vec<bool>;

/// Labels the states of one layout.
pub(crate) struct StateLabelling {
    /// The cell that says that an atom is in use, if that is open. An atom is known by its number among the
    /// interchangeable ones, those of a class together.
    in_use: Vec<Option<u32>>,
    /// The atoms, those of a class with one colour.
    classes: Colouring,
    cells: Vec<LabelledCell>,
    /// The interchangeable atoms of all cells' tuples.
    occurrences: Vec<u32>,
    /// For each kind the cells by the number that their atoms make.
    places: Vec<CellPlaces>,
    /// The cells of the state at hand.
    held: Vec<u32>,
    /// Those that join atoms.
    joining: Vec<u32>,
    sums: Vec<u64>,
    /// One that is not in use, so that its memory is.
    spare: Colouring,
    search: LabellingSearch,
    effort: Effort,
}

/// A cell as the part that a renaming leaves alone, and the part that it moves.
#[derive(Clone, Copy, Debug)]
struct LabelledCell {
    /// The number of its relation together with its fixed atoms.
    kind: u32,
    /// A hash of the kind, and of the equalities among its atoms.
    seed: u64,
    /// The indices in `occurrences` where its atoms begin and end.
    from: u32,
    to: u32,
}

/// Atoms in an order, those of one colour together.
#[derive(Debug, Default)]
struct Colouring {
    order: Vec<u32>,
    /// An atom's colour: the index in `order` of the first atom that has it.
    colours: Vec<u32>,
    /// The number of colours.
    count: usize,
}

/// What is known about the ends so far.
#[derive(Default)]
struct LabellingSearch {
    best: Option<LabellingEnd>,
    /// The invariants on the way to the best end.
    trace: Vec<u64>,
    automorphisms: Vec<Vec<u32>>,
}

/// Each atom has a colour of its own.
struct LabellingEnd {
    row: Vec<u8>,
    order: Vec<u32>,
    /// The atoms that were set apart.
    path: Vec<u32>,
}

/// The most automorphisms that are kept of a state.
const AUTOMORPHISMS: usize = 64;

impl StateLabelling {
    /// None if no two atoms are interchangeable. `in_use`: the cell that says that an atom is there.
    pub fn new(
        symmetry: &Symmetry,
        cells: &[StateCell],
        in_use: impl Fn(AtomId) -> Option<usize>,
        effort: Effort,
    ) -> Option<StateLabelling> {
        let atoms: Vec<AtomId> = symmetry.classes.iter().flatten().copied().collect();
        if atoms.is_empty() {
            return None;
        }
        let numbers: FxHashMap<AtomId, u32> = atoms.iter().copied().zip(0..).collect();
        let in_use = atoms.iter().map(|&atom| in_use(atom).map(|cell| cell as u32)).collect();
        let mut classes =
            Colouring { order: (0..atoms.len() as u32).collect(), ..Colouring::default() };
        for class in &symmetry.classes {
            let first = classes.colours.len() as u32;
            classes.colours.extend(class.iter().map(|_| first));
            classes.count += 1;
        }
        let mut this = StateLabelling {
            in_use,
            classes,
            cells: Vec::with_capacity(cells.len()),
            occurrences: Vec::new(),
            places: Vec::new(),
            held: Vec::new(),
            joining: Vec::new(),
            sums: vec![0; atoms.len()],
            spare: Colouring::default(),
            search: LabellingSearch::default(),
            effort,
        };
        let mut kinds: FxHashMap<(Relation, Vec<Option<AtomId>>), usize> = FxHashMap::default();
        for cell in cells {
            let number = |atom: &AtomId| numbers.get(atom).copied();
            let fixed = |atom: &AtomId| number(atom).is_none().then_some(*atom);
            let from = this.occurrences.len();
            this.occurrences.extend(cell.tuple.iter().filter_map(number));
            let own = &this.occurrences[from..];
            let kind = (cell.relation, cell.tuple.iter().map(fixed).collect());
            let kind = *kinds.entry(kind).or_insert_with(|| {
                this.places.push(CellPlaces::below(atoms.len().pow(own.len() as u32)));
                this.places.len() - 1
            });
            let index = own.iter().fold(0, |index, &atom| index * atoms.len() + atom as usize);
            this.places[kind].set(index, this.cells.len() as u32);
            let first = |atom: &u32| own.iter().position(|other| other == atom);
            let seed = own.iter().filter_map(first).fold(scrambled(kind as u64), |seed, first| {
                scrambled(seed.wrapping_add(first as u64))
            });
            let (kind, from, to) = (kind as u32, from as u32, this.occurrences.len() as u32);
            this.cells.push(LabelledCell { kind, seed, from, to });
        }
        Some(this)
    }

    /// The row of a state's class, or `None` if it was stopped. `whole`: its row as it is.
    pub fn row(&mut self, whole: &[u8], row: &mut Vec<u8>) -> Option<()> {
        let mut colouring = self.coloured(whole, None);
        self.refine(whole, &mut colouring);
        if colouring.is_discrete() {
            self.labelled(&colouring, row);
            self.spare = colouring;
            return Some(());
        }
        self.search = LabellingSearch::default();
        self.descend(whole, &colouring, &mut Vec::new())?;
        let best = self.search.best.as_ref().expect("each way has an end");
        row.clone_from(&best.row);
        Some(())
    }

    /// The row of a state, labelled by these cells alone. False if they do not tell all atoms apart.
    pub fn fixed_row(&mut self, whole: &[u8], fixed: &[u8], row: &mut Vec<u8>) -> bool {
        let mut colouring = self.coloured(whole, Some(fixed));
        self.tell_apart(&mut colouring);
        if colouring.is_discrete() {
            self.held.clear();
            self.held.extend(cells_of(whole));
            self.labelled(&colouring, row);
        }
        colouring.is_discrete()
    }

    /// Reads the cells of a state, or those among some. The atoms are told apart by those that each has alone.
    fn coloured(&mut self, whole: &[u8], among: Option<&[u8]>) -> Colouring {
        self.held.clear();
        self.joining.clear();
        self.sums.fill(0);
        match among {
            None => self.held.extend(cells_of(whole)),
            Some(among) => {
                self.held.extend(cells_of(whole).filter(|&cell| holds(among, cell as usize)));
            }
        }
        for &at in &self.held {
            let cell = self.cells[at as usize];
            match cell.to - cell.from {
                0 => {}
                1 => {
                    let sum = &mut self.sums[self.occurrences[cell.from as usize] as usize];
                    *sum = sum.wrapping_add(scrambled(cell.seed));
                }
                _ => self.joining.push(at),
            }
        }
        // Those in use come first.
        for (sum, there) in self.sums.iter_mut().zip(&self.in_use) {
            let is_away = there.is_some_and(|there| !holds(whole, there as usize));
            *sum = *sum >> 1 | u64::from(is_away) << 63;
        }
        let mut colouring = std::mem::take(&mut self.spare);
        colouring.clone_from(&self.classes);
        colouring.split(&self.sums, &mut 0);
        colouring
    }

    /// Tells atoms apart by the cells that join them with others, and those that may be swapped. Returns an invariant.
    fn refine(&mut self, whole: &[u8], colouring: &mut Colouring) -> u64 {
        let invariant = self.tell_apart(colouring);
        self.settle_twins(whole, colouring);
        scrambled(invariant.wrapping_add(colouring.count as u64))
    }

    /// Tells atoms apart by the cells that join them with others, as far as that goes. Returns an invariant.
    fn tell_apart(&mut self, colouring: &mut Colouring) -> u64 {
        let mut invariant = 0;
        while !colouring.is_discrete() {
            self.sums.fill(0);
            for &at in &self.joining {
                let cell = self.cells[at as usize];
                let atoms = &self.occurrences[cell.from as usize..cell.to as usize];
                let colours = atoms.iter().map(|&atom| u64::from(colouring.colours[atom as usize]));
                let cell =
                    colours.fold(cell.seed, |hash, colour| scrambled(hash.wrapping_add(colour)));
                for (&atom, at) in atoms.iter().zip(1..) {
                    let sum = &mut self.sums[atom as usize];
                    *sum = sum.wrapping_add(scrambled(cell.wrapping_add(at)));
                }
            }
            if !colouring.split(&self.sums, &mut invariant) {
                break;
            }
        }
        invariant
    }

    /// Gives each atom of a colour its own one where any two may be swapped. They have the same cells with all
    /// others, which so are not told apart.
    fn settle_twins(&self, whole: &[u8], colouring: &mut Colouring) {
        let mut from = 0;
        while from < colouring.order.len() && !colouring.is_discrete() {
            let to = colouring.end(from);
            let are_twins = |pair: &[u32]| self.may_be_swapped(whole, pair[0], pair[1]);
            if to - from > 1 && colouring.order[from..to].windows(2).all(are_twins) {
                colouring.count += to - from - 1;
                for at in from..to {
                    colouring.colours[colouring.order[at] as usize] = at as u32;
                }
            }
            from = to;
        }
    }

    /// True if the state stays the same when two atoms of one colour are swapped.
    fn may_be_swapped(&self, whole: &[u8], one: u32, other: u32) -> bool {
        self.joining.iter().all(|&at| {
            let cell = self.cells[at as usize];
            let atoms = &self.occurrences[cell.from as usize..cell.to as usize];
            let swapped = |atom: u32| match atom {
                _ if atom == one => other,
                _ if atom == other => one,
                _ => atom,
            };
            let is_moved = atoms.iter().any(|&atom| atom == one || atom == other);
            !is_moved || holds(whole, self.image(cell, swapped))
        })
    }

    /// The cell to which one is moved.
    fn image(&self, cell: LabelledCell, image: impl Fn(u32) -> u32) -> usize {
        let atoms = &self.occurrences[cell.from as usize..cell.to as usize];
        let count = self.sums.len();
        let index = atoms.iter().fold(0, |index, &atom| index * count + image(atom) as usize);
        self.places[cell.kind as usize].get(index)
    }

    /// The state, labelled by colours.
    fn labelled(&self, colouring: &Colouring, row: &mut Vec<u8>) {
        row.clear();
        row.resize(bytes(self.cells.len()), 0);
        for &at in &self.held {
            let image = |atom: u32| colouring.colours[atom as usize];
            let to = self.image(self.cells[at as usize], image);
            row[to / 8] |= 1 << (to % 8);
        }
    }

    /// Tries the ends below a colouring. Returns the depth from which on there may be more: below it, all are like
    /// those that were found. `None` if it was stopped.
    fn descend(
        &mut self,
        whole: &[u8],
        colouring: &Colouring,
        path: &mut Vec<u32>,
    ) -> Option<usize> {
        if self.effort.is_stopped() {
            return None;
        }
        let depth = path.len();
        if colouring.is_discrete() {
            return Some(self.reach(colouring, path));
        }
        let (from, to) = colouring.smallest();
        for at in from..to {
            let atom = colouring.order[at];
            if self.search.is_known(path, &colouring.order[from..at], atom) {
                continue;
            }
            let mut below = colouring.clone();
            below.set_apart(from, at);
            let invariant = self.refine(whole, &mut below);
            if !self.search.goes_on(depth, invariant) {
                continue;
            }
            path.push(atom);
            let open = self.descend(whole, &below, path)?;
            path.pop();
            if open < depth {
                return Some(open);
            }
        }
        Some(depth)
    }

    fn reach(&mut self, colouring: &Colouring, path: &[u32]) -> usize {
        let mut row = Vec::new();
        self.labelled(colouring, &mut row);
        let LabellingSearch { best, automorphisms, trace } = &mut self.search;
        if path.len() < trace.len() {
            return path.len();
        }
        if let Some(best) = best {
            if row < best.row {
                return path.len();
            }
            if row == best.row {
                if automorphisms.len() < AUTOMORPHISMS {
                    let mut images = vec![0; best.order.len()];
                    for (&atom, &image) in best.order.iter().zip(&colouring.order) {
                        images[atom as usize] = image;
                    }
                    automorphisms.push(images);
                }
                return best.path.iter().zip(path).take_while(|(a, b)| a == b).count();
            }
        }
        let (order, path) = (colouring.order.clone(), path.to_vec());
        let depth = path.len();
        *best = Some(LabellingEnd { row, order, path });
        depth
    }
}

impl LabellingSearch {
    /// True if ways with this invariant at a depth may lead to the best end.
    fn goes_on(&mut self, depth: usize, invariant: u64) -> bool {
        match self.trace.get(depth) {
            Some(&best) if invariant < best => return false,
            Some(&best) if invariant == best => {}
            _ => {
                self.best = None;
                self.trace.truncate(depth);
                self.trace.push(invariant);
            }
        }
        true
    }

    /// True if automorphisms that keep the atoms of a path lead to an atom from one that was tried.
    fn is_known(&self, path: &[u32], tried: &[u32], atom: u32) -> bool {
        let keeps = |images: &&Vec<u32>| path.iter().all(|&kept| images[kept as usize] == kept);
        let mut automorphisms = self.automorphisms.iter().filter(keeps).peekable();
        if tried.is_empty() || automorphisms.peek().is_none() {
            return false;
        }
        let automorphisms: Vec<&Vec<u32>> = automorphisms.collect();
        let (mut met, mut open) = (vec![false; automorphisms[0].len()], vec![atom]);
        met[atom as usize] = true;
        while let Some(atom) = open.pop() {
            for images in &automorphisms {
                let image = images[atom as usize];
                if !std::mem::replace(&mut met[image as usize], true) {
                    open.push(image);
                }
            }
        }
        tried.iter().any(|&other| met[other as usize])
    }
}

/// The cells that a row holds.
fn cells_of(whole: &[u8]) -> impl Iterator<Item = u32> {
    (0..).step_by(8).zip(whole).flat_map(|(first, &byte)| {
        let mut byte = byte;
        std::iter::from_fn(move || {
            let at = (byte != 0).then(|| first + byte.trailing_zeros())?;
            byte &= byte - 1;
            Some(at)
        })
    })
}

fn holds(whole: &[u8], cell: usize) -> bool {
    whole[cell / 8] >> (cell % 8) & 1 == 1
}

impl Clone for Colouring {
    fn clone(&self) -> Colouring {
        let mut clone = Colouring::default();
        clone.clone_from(self);
        clone
    }

    fn clone_from(&mut self, other: &Colouring) {
        self.order.clone_from(&other.order);
        self.colours.clone_from(&other.colours);
        self.count = other.count;
    }
}

impl Colouring {
    fn is_discrete(&self) -> bool {
        self.count == self.order.len()
    }

    /// The end of the atoms with the colour that begins here.
    fn end(&self, from: usize) -> usize {
        let others = self.order[from..].iter();
        from + others.take_while(|&&atom| self.colours[atom as usize] == from as u32).count()
    }

    /// Tells atoms of one colour apart by sums. Returns true if any differ. The invariant takes in the sums.
    fn split(&mut self, sums: &[u64], invariant: &mut u64) -> bool {
        let (mut from, before) = (0, self.count);
        while from < self.order.len() {
            let to = self.end(from);
            if to - from > 1 {
                let first = sums[self.order[from] as usize];
                let is_equal = |&atom: &u32| sums[atom as usize] == first;
                if !self.order[from..to].iter().all(is_equal) {
                    self.order[from..to].sort_unstable_by_key(|&atom| sums[atom as usize]);
                    self.recolour(from, to, sums);
                }
                for &atom in &self.order[from..to] {
                    let colour = u64::from(self.colours[atom as usize]);
                    let told = sums[atom as usize].wrapping_add(colour);
                    *invariant = scrambled(invariant.wrapping_add(told));
                }
            }
            from = to;
        }
        self.count > before
    }

    fn recolour(&mut self, from: usize, to: usize, sums: &[u64]) {
        let (mut colour, mut last) = (from, sums[self.order[from] as usize]);
        for at in from..to {
            let atom = self.order[at] as usize;
            if sums[atom] != last {
                (colour, last) = (at, sums[atom]);
                self.count += 1;
            }
            self.colours[atom] = colour as u32;
        }
    }

    /// The first of the smallest sets of atoms with one colour.
    fn smallest(&self) -> (usize, usize) {
        let mut found = (0, usize::MAX);
        let mut from = 0;
        while from < self.order.len() {
            let to = self.end(from);
            if to - from > 1 && to - from < found.1 - found.0 {
                found = (from, to);
            }
            from = to;
        }
        found
    }

    /// Gives the atom at an index the first place of its colour, and the others another colour.
    fn set_apart(&mut self, from: usize, at: usize) {
        let to = self.end(from);
        self.order.swap(from, at);
        for &atom in &self.order[from + 1..to] {
            self.colours[atom as usize] = from as u32 + 1;
        }
        self.count += 1;
    }
}
