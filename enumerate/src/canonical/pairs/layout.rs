//! The cells between two atoms, and the order in which they are compared.

use rustc_hash::FxHashMap;

use crate::canonical::{Canonicity, CellOf, ShellOf};

/// The greatest number of atoms of a set: each has a bit, and one more bit is left for the place
/// after them.
const MOST_ATOMS: usize = u64::BITS as usize - 1;

/// Fixed for a problem.
#[derive(Clone, Debug)]
pub(super) struct CellLayout {
    /// The atoms, by rank.
    pub atoms: Vec<u32>,
    /// The rank of each atom that has one.
    pub ranks: Vec<u32>,
    /// The atoms of the class of each rank.
    pub classes: Vec<u64>,
    /// The order in which the cells of each rank's shell are compared.
    pub segments: Vec<Vec<CellSegment>>,
    /// The kinds of cells of each rank's class.
    pub kinds: Vec<Vec<CellKind>>,
    /// For each cell, the atoms that it puts into sets if it is true: each of two, as the earlier one.
    pub marks: Vec<[AtomMark; 2]>,
    /// The number of sets.
    pub rows: usize,
}

/// Cells of a shell that follow each other and differ in one atom alone.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum CellSegment {
    /// One cell of the shell's own atom.
    Own { row: u32, bit: Option<u32> },
    /// The cells with each earlier atom of a class, ascending. `turned` is the kind of the same
    /// cells where the atoms of the class are the later ones.
    Pairs { kind: u32, turned: u32, class: u64, bit: Option<u32> },
}

/// Cells of an atom of one class. Kinds tell them apart for one atom, or two. `bit` is the place of the first one in
/// the word of the atom's cells, if they all have a place there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum CellKind {
    Own { row: u32, bit: Option<u32> },
    Pair { kind: u32, class: u64, bit: Option<u32> },
}

/// An atom in a set, or none.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct AtomMark {
    pub row: u32,
    pub atom: u64,
}

/// A cell without its atoms: its relation and tuple, where the earlier atom and the later one are told apart.
type Pattern = (u32, Vec<i64>, Option<usize>, usize);

const EARLIER: i64 = -1;
const LATER: i64 = -2;

/// The kinds of cells found so far.
struct Kinds<'c> {
    canonicity: &'c Canonicity,
    ranks: Vec<u32>,
    rows: u32,
    known: FxHashMap<Pattern, u32>,
}

impl CellLayout {
    pub fn new(canonicity: &Canonicity) -> Option<CellLayout> {
        let shells = &canonicity.shells;
        let start = shells.first()?.start;
        if shells.len() > MOST_ATOMS {
            return None;
        }
        let mut ranks = vec![u32::MAX; canonicity.atoms];
        (0..).zip(shells).for_each(|(rank, shell)| ranks[shell.atom as usize] = rank);
        let classes: Vec<u64> =
            shells.iter().map(|shell| atoms_of_class(shells, shell.class)).collect();
        // The first set is that of marks that say nothing.
        let mut kinds = Kinds { canonicity, ranks, rows: 1, known: FxHashMap::default() };
        let mut segments = Vec::new();
        for rank in 0..shells.len() as u32 {
            segments.push(kinds.segments(rank, &classes)?);
        }
        let marks = kinds.marks(start);
        let of_rank: Vec<Vec<CellKind>> =
            shells.iter().map(|shell| kinds.of_class(shell.class)).collect();
        for (segments, kinds) in segments.iter_mut().zip(&of_rank) {
            segments.iter_mut().for_each(|segment| segment.place(kinds));
        }
        Some(CellLayout {
            atoms: shells.iter().map(|shell| shell.atom).collect(),
            kinds: of_rank,
            rows: kinds.rows as usize,
            ranks: kinds.ranks,
            classes,
            segments,
            marks,
        })
    }
}

/// The atoms of a class, by rank.
fn atoms_of_class(shells: &[ShellOf], class: usize) -> u64 {
    let members = (0..).zip(shells).filter(|(_, shell)| shell.class == class);
    members.fold(0, |set, (rank, _): (u32, _)| set | 1 << rank)
}

impl Kinds<'_> {
    /// The ranked atoms of a cell, the later one last, or none if there are more than two.
    fn joined(&self, cell: CellOf) -> Option<(Option<u32>, u32)> {
        let ranks = self.tuple(cell).iter().map(|&atom| self.ranks[atom as usize]);
        let mut ranks: Vec<u32> = ranks.filter(|&rank| rank != u32::MAX).collect();
        ranks.sort_unstable();
        ranks.dedup();
        match ranks[..] {
            [own] => Some((None, own)),
            [earlier, later] => Some((Some(earlier), later)),
            _ => None,
        }
    }

    fn tuple(&self, cell: CellOf) -> &[u32] {
        &self.canonicity.tuples[cell.tuple.0 as usize..cell.tuple.1 as usize]
    }

    fn pattern(&self, cell: CellOf, earlier: Option<u32>, later: u32) -> Pattern {
        let class = |rank: u32| self.canonicity.shells[rank as usize].class;
        let place = |&atom: &u32| match self.ranks[atom as usize] {
            rank if rank == later => LATER,
            rank if Some(rank) == earlier => EARLIER,
            _ => i64::from(atom),
        };
        let tuple = self.tuple(cell).iter().map(place).collect();
        (cell.relation, tuple, earlier.map(class), class(later))
    }

    /// The sets of a pattern, the first of them.
    fn kind(&mut self, pattern: Pattern) -> u32 {
        let of_each = self.canonicity.shells.len() as u32;
        let next = self.rows;
        let sets = if pattern.2.is_some() { of_each } else { 1 };
        let kind = *self.known.entry(pattern).or_insert(next);
        if kind == next {
            self.rows += sets;
        }
        kind
    }

    /// A shell in segments, or none if its order is another one.
    fn segments(&mut self, rank: u32, classes: &[u64]) -> Option<Vec<CellSegment>> {
        let shell = self.canonicity.shells[rank as usize];
        let (mut segments, mut expected) = (Vec::new(), 0);
        for at in shell.start..shell.end {
            let cell = self.canonicity.cells[at];
            let (earlier, later) = self.joined(cell)?;
            let kind = self.kind(self.pattern(cell, earlier, later));
            let Some(earlier) = earlier else {
                segments.push(CellSegment::Own { row: kind, bit: None });
                continue;
            };
            let class = classes[earlier as usize];
            let turned = self.kind(self.pattern(cell, Some(later), earlier));
            let segment = CellSegment::Pairs { kind, turned, class, bit: None };
            if expected == 0 {
                segments.push(segment);
                expected = class & super::below(rank);
            }
            // The next atom of the class, with the same cell.
            if segments.last() != Some(&segment) || expected.trailing_zeros() != earlier {
                return None;
            }
            expected &= expected - 1;
        }
        (expected == 0).then_some(segments)
    }

    /// The sets that each cell is in, or none before the first shell.
    fn marks(&self, start: usize) -> Vec<[AtomMark; 2]> {
        let marks = |(at, &cell): (usize, &CellOf)| match self.joined(cell) {
            _ if at < start => [AtomMark::default(); 2],
            Some((Some(a), b)) => [self.mark(cell, Some(a), b), self.mark(cell, Some(b), a)],
            Some((None, own)) => [self.mark(cell, None, own), AtomMark::default()],
            None => unreachable!("its segment would have been refused"),
        };
        self.canonicity.cells.iter().enumerate().map(marks).collect()
    }

    fn mark(&self, cell: CellOf, earlier: Option<u32>, later: u32) -> AtomMark {
        let row = self.known[&self.pattern(cell, earlier, later)];
        match earlier {
            None => AtomMark { row, atom: 1 << later },
            Some(earlier) => AtomMark { row: row + later, atom: 1 << earlier },
        }
    }

    /// The kinds of cells that an atom of a class, being the later one, may have.
    fn of_class(&self, class: usize) -> Vec<CellKind> {
        let shells = &self.canonicity.shells;
        let own = self.known.iter().filter(|(pattern, _)| pattern.3 == class);
        let mut kinds: Vec<CellKind> = own
            .map(|(pattern, &kind)| match pattern.2 {
                None => CellKind::Own { row: kind, bit: None },
                Some(earlier) => {
                    CellKind::Pair { kind, class: atoms_of_class(shells, earlier), bit: None }
                }
            })
            .collect();
        kinds.sort_by_key(|kind| match *kind {
            CellKind::Own { row, .. } => row,
            CellKind::Pair { kind, .. } => kind,
        });
        let mut free = 0;
        for kind in &mut kinds {
            let (bit, bits) = match kind {
                CellKind::Own { bit, .. } => (bit, 1),
                CellKind::Pair { bit, .. } => (bit, shells.len() as u32),
            };
            if free + bits <= u64::BITS {
                *bit = Some(free);
                free += bits;
            }
        }
        kinds
    }
}

impl CellSegment {
    /// Takes the places in the word that the atom's kinds have.
    fn place(&mut self, kinds: &[CellKind]) {
        let of = |wanted: u32| {
            kinds.iter().find_map(|&kind| match kind {
                CellKind::Own { row, bit } if row == wanted => bit,
                CellKind::Pair { kind, bit, .. } if kind == wanted => bit,
                _ => None,
            })
        };
        match self {
            CellSegment::Own { row, bit } => *bit = of(*row),
            CellSegment::Pairs { kind, bit, .. } => *bit = of(*kind),
        }
    }
}
