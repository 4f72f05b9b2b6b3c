//! The pieces of a record that depend on the model.

use korrel_sat::Var;

/// A piece that depends on the model, and the fixed text after it.
#[derive(Clone, Debug)]
pub struct TextSegment {
    pub kind: SegmentKind,
    /// When it is finished, the text after it is part of each, but for `Items`.
    pub cells: Vec<Fragment>,
    pub then: Vec<u8>,
    /// The text where no cell holds, with that after it.
    otherwise: Vec<u8>,
    /// The variable of the first cell, if those of the others follow it, one after the other.
    run: Option<Var>,
    /// The step that begins the object that it is in.
    pub object: Option<usize>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SegmentKind {
    /// The text of the first cell that holds, or `null`.
    Value,
    /// The item of a list that the first cell that holds gives, if one does.
    Item,
    /// The items of a list: one for each cell that holds.
    Items,
    /// Like `Item`: the beginning of an object. Without it, the record goes on at step `end`.
    Object { end: usize },
}

/// The text that a tuple adds to a record.
#[derive(Clone, Debug)]
pub struct Fragment {
    /// The variable that says whether it is there, or `None` if it always is.
    pub variable: Option<Var>,
    /// Items of lists have a comma in front.
    pub text: Vec<u8>,
}

impl TextSegment {
    pub fn new(kind: SegmentKind, cells: Vec<Fragment>, object: Option<usize>) -> TextSegment {
        TextSegment { kind, cells, then: Vec::new(), otherwise: Vec::new(), run: None, object }
    }

    /// The same, when all text after it is known.
    pub fn finished(mut self) -> TextSegment {
        self.run = run(&self.cells);
        if self.kind != SegmentKind::Items {
            self.cells.iter_mut().for_each(|cell| cell.text.extend_from_slice(&self.then));
            let nothing: &[u8] = if self.kind == SegmentKind::Value { b"null" } else { b"" };
            self.otherwise = [nothing, &self.then[..]].concat();
        }
        self
    }

    pub fn variables(&self) -> impl Iterator<Item = Var> {
        self.cells.iter().filter_map(|cell| cell.variable)
    }

    /// Writes the step, which is the `at`-th one, and says which is the next.
    pub fn write(&self, at: usize, out: &mut Vec<u8>, values: &impl ModelValues) -> usize {
        if self.kind == SegmentKind::Items {
            for cell in self.cells.iter().filter(|cell| cell.holds(values)) {
                add_item(out, &cell.text);
            }
            out.extend_from_slice(&self.then);
            return at + 1;
        }
        match (self.kind, self.held(values)) {
            (SegmentKind::Value, Some(cell)) => out.extend_from_slice(&cell.text),
            (_, Some(cell)) => add_item(out, &cell.text),
            (SegmentKind::Object { end }, None) => return end,
            (_, None) => out.extend_from_slice(&self.otherwise),
        }
        at + 1
    }

    /// The step after the object that this one begins, if it is not in use.
    pub fn skip(&self, values: &impl ModelValues) -> Option<usize> {
        match self.kind {
            SegmentKind::Object { end } if self.held(values).is_none() => Some(end),
            _ => None,
        }
    }

    #[inline]
    fn held(&self, values: &impl ModelValues) -> Option<&Fragment> {
        match self.run {
            Some(first) => values.first_of(first, self.cells.len()).map(|at| &self.cells[at]),
            None => self.cells.iter().find(|cell| cell.holds(values)),
        }
    }
}

/// The variable of the first of some cells, if those of the others follow it.
fn run(cells: &[Fragment]) -> Option<Var> {
    let first = cells.first()?.variable?;
    let follows = |(at, cell): (usize, &Fragment)| {
        cell.variable.is_some_and(|var| var.index() == first.index() + at)
    };
    cells.iter().enumerate().all(follows).then_some(first)
}

/// The values of the variables in a model.
pub trait ModelValues {
    fn holds(&self, var: Var) -> bool;

    /// The first of so many variables in a row that is true, counted from `first`.
    fn first_of(&self, first: Var, length: usize) -> Option<usize>;
}

impl<F: Fn(Var) -> bool> ModelValues for F {
    #[inline]
    fn holds(&self, var: Var) -> bool {
        self(var)
    }

    #[inline]
    fn first_of(&self, first: Var, length: usize) -> Option<usize> {
        (0..length).find(|&at| self(Var::new((first.index() + at) as u32)))
    }
}

/// The values in bits, 64 in a word, the first one in its lowest.
pub struct ValueBits<'v>(pub &'v [u64]);

impl ModelValues for ValueBits<'_> {
    #[inline]
    fn holds(&self, var: Var) -> bool {
        self.0[var.index() / 64] >> (var.index() % 64) & 1 == 1
    }

    #[inline]
    fn first_of(&self, first: Var, length: usize) -> Option<usize> {
        let (mut word, end) = (first.index() / 64, first.index() + length);
        let mut bits = self.0[word] >> (first.index() % 64) << (first.index() % 64);
        loop {
            if bits != 0 {
                let at = word * 64 + bits.trailing_zeros() as usize;
                return (at < end).then(|| at - first.index());
            }
            word += 1;
            if word * 64 >= end {
                return None;
            }
            bits = self.0[word];
        }
    }
}

impl Fragment {
    fn holds(&self, values: &impl ModelValues) -> bool {
        self.variable.is_none_or(|var| values.holds(var))
    }
}

/// Adds an item to a list. The first one, which follows the bracket, comes without its comma.
fn add_item(out: &mut Vec<u8>, item: &[u8]) {
    let is_first = matches!(out.last(), Some(b'[' | b'{'));
    out.extend_from_slice(&item[usize::from(is_first)..]);
}
