//! The atoms of one command: the objects of each top-level sig, then integers, then strings.

use std::ops::Range;

use rustc_hash::FxHashMap;

use crate::arena::id;
use crate::model::{Model, Sig, SigId};

id!(/// An atom; its number is its place in the one order of all atoms.
    AtomId);

/// The way in which integer expressions are computed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Arithmetic {
    /// On numbers, without bounds. A number outside the range has no atom.
    Exact,
    /// Two's complement of this bit width. Overflow wraps around.
    Wrap { bit_width: u32 },
    /// Two's complement of this bit width. An overflow makes the comparison that it reaches fail
    /// (Milicevic and Jackson 2014).
    Forbid { bit_width: u32 },
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Atom {
    /// The `index`-th atom of a top-level sig.
    Object {
        sig: SigId,
        index: u32,
    },
    Integer(i64),
    String(String),
}

/// An ordered set of atoms.
///
/// Invariant: the objects of one sig are adjacent, in order of their index. The integers are
/// adjacent and ascending. Each kind and sig occurs in one block.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Universe {
    atoms: Vec<Atom>,
    /// The block of each top-level sig that has atoms.
    blocks: FxHashMap<SigId, Range<u32>>,
    integers: Range<u32>,
    /// The number of each atom of `integers`.
    numbers: Vec<i64>,
    /// Sequence indices are the integers 0..max_sequence-1.
    max_sequence: u32,
    strings: Range<u32>,
    /// The atom of each string.
    texts: FxHashMap<String, AtomId>,
    arithmetic: Arithmetic,
}

impl Universe {
    /// `sigs`: each top-level sig and how many atoms it may have. `integers`: from least to
    /// greatest, both included, or `None` where the spec has no integers.
    pub fn new(
        sigs: &[(SigId, u32)],
        integers: Option<(i64, i64)>,
        strings: &[String],
        max_sequence: u32,
        arithmetic: Arithmetic,
    ) -> Universe {
        let (least, greatest) = integers.unwrap_or((0, -1));
        let numbers = (least..=greatest).collect();
        Universe::with_integers(sigs, numbers, strings, max_sequence, arithmetic)
    }

    /// The same with just these integers, which may have gaps.
    ///
    /// # Panics
    /// If they do not ascend.
    pub fn with_integers(
        sigs: &[(SigId, u32)],
        numbers: Vec<i64>,
        strings: &[String],
        max_sequence: u32,
        arithmetic: Arithmetic,
    ) -> Universe {
        assert!(numbers.is_sorted_by(|a, b| a < b), "integers ascend");
        let mut atoms = Vec::new();
        let mut blocks = FxHashMap::default();
        for &(sig, size) in sigs {
            let start = atoms.len() as u32;
            atoms.extend((0..size).map(|index| Atom::Object { sig, index }));
            blocks.insert(sig, start..start + size);
        }
        let first_integer = atoms.len() as u32;
        atoms.extend(numbers.iter().copied().map(Atom::Integer));
        let first_string = atoms.len() as u32;
        atoms.extend(strings.iter().cloned().map(Atom::String));
        let end = atoms.len() as u32;
        Universe {
            atoms,
            blocks,
            integers: first_integer..first_string,
            numbers,
            max_sequence,
            strings: first_string..end,
            texts: strings.iter().cloned().zip((first_string..).map(AtomId)).collect(),
            arithmetic,
        }
    }

    /// The same without the objects of a top-level sig: all after them move up.
    pub fn without(&self, sig: SigId) -> Universe {
        let mut blocks: Vec<(SigId, Range<u32>)> =
            self.blocks.iter().map(|(sig, block)| (*sig, block.clone())).collect();
        blocks.sort_by_key(|(_, block)| (block.start, block.end));
        let others = blocks.into_iter().filter(|(other, _)| *other != sig);
        let sizes: Vec<(SigId, u32)> =
            others.map(|(sig, block)| (sig, block.end - block.start)).collect();
        let text = |atom: u32| match self.atom(AtomId(atom)) {
            Atom::String(text) => text.clone(),
            Atom::Object { .. } | Atom::Integer(_) => unreachable!("it lies among the strings"),
        };
        let strings: Vec<String> = self.strings.clone().map(text).collect();
        let numbers = self.numbers.clone();
        Universe::with_integers(&sizes, numbers, &strings, self.max_sequence, self.arithmetic)
    }

    pub fn len(&self) -> usize {
        self.atoms.len()
    }

    pub fn is_empty(&self) -> bool {
        self.atoms.is_empty()
    }

    pub fn atom(&self, atom: AtomId) -> &Atom {
        &self.atoms[atom.0 as usize]
    }

    pub fn atoms(&self) -> impl DoubleEndedIterator<Item = AtomId> + use<> {
        (0..self.atoms.len() as u32).map(AtomId)
    }

    /// The atoms that a top-level sig (or `Int`, `String`, `seq/Int`) may have.
    pub fn block(&self, sig: SigId) -> Range<u32> {
        match sig {
            Sig::UNIVERSE => 0..self.atoms.len() as u32,
            Sig::INT => self.integers.clone(),
            Sig::SEQ_INT => {
                let start = self.integer(0).map_or(self.integers.start, |atom| atom.0);
                let indices = 0..i64::from(self.max_sequence);
                start..start + indices.map_while(|index| self.integer(index)).count() as u32
            }
            Sig::STRING => self.strings.clone(),
            Sig::NONE => 0..0,
            _ => self.blocks.get(&sig).cloned().unwrap_or(0..0),
        }
    }

    /// The atom of a number, if it has one.
    pub fn integer(&self, number: i64) -> Option<AtomId> {
        let offset = self.numbers.binary_search(&number).ok()?;
        Some(AtomId(self.integers.start + offset as u32))
    }

    /// The number that an atom stands for.
    pub fn number(&self, atom: AtomId) -> Option<i64> {
        match self.atom(atom) {
            Atom::Integer(number) => Some(*number),
            _ => None,
        }
    }

    pub fn string(&self, text: &str) -> Option<AtomId> {
        self.texts.get(text).copied()
    }

    /// Least and greatest integer, or `None` if there are none.
    pub fn integer_range(&self) -> Option<(i64, i64)> {
        Some((*self.numbers.first()?, *self.numbers.last()?))
    }

    pub fn arithmetic(&self) -> Arithmetic {
        self.arithmetic
    }

    /// `Node$0`, `7`, `"text"`: for people. The sig is the top-level one.
    pub fn name(&self, model: &Model, atom: AtomId) -> String {
        match self.atom(atom) {
            Atom::Object { sig, index } => format!("{}${index}", model.sigs[*sig].path),
            Atom::Integer(number) => number.to_string(),
            Atom::String(text) => format!("{text:?}"),
        }
    }
}
