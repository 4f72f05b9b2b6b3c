//! The pieces of a record that depend on the model.

use korrel_sat::Var;

/// A piece that depends on the model, and the fixed text after it.
#[derive(Clone, Debug)]
pub struct Segment {
    pub kind: SegmentKind,
    pub cells: Vec<Fragment>,
    pub then: Vec<u8>,
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
    /// The variable that says whether it is there; `None` if it always is.
    pub variable: Option<Var>,
    /// Items of lists have a comma in front.
    pub text: Vec<u8>,
}

impl Segment {
    pub fn new(kind: SegmentKind, cells: Vec<Fragment>, object: Option<usize>) -> Segment {
        Segment { kind, cells, then: Vec::new(), object }
    }

    pub fn variables(&self) -> impl Iterator<Item = Var> {
        self.cells.iter().filter_map(|cell| cell.variable)
    }

    /// Writes the step, which is the `at`-th one, and says which is the next.
    pub fn write(&self, at: usize, out: &mut Vec<u8>, value: &impl Fn(Var) -> bool) -> usize {
        match self.kind {
            SegmentKind::Value => {
                let text = self.held(value).map_or(&b"null"[..], |cell| &cell.text);
                out.extend_from_slice(text);
            }
            SegmentKind::Items => {
                for cell in self.cells.iter().filter(|cell| cell.holds(value)) {
                    add_item(out, &cell.text);
                }
            }
            SegmentKind::Item | SegmentKind::Object { .. } => match (self.held(value), self.kind) {
                (Some(cell), _) => add_item(out, &cell.text),
                (None, SegmentKind::Object { end }) => return end,
                (None, _) => {}
            },
        }
        out.extend_from_slice(&self.then);
        at + 1
    }

    /// The step after the object that this one begins, if it is not in use.
    pub fn skip(&self, value: &impl Fn(Var) -> bool) -> Option<usize> {
        match self.kind {
            SegmentKind::Object { end } if self.held(value).is_none() => Some(end),
            _ => None,
        }
    }

    fn held(&self, value: &impl Fn(Var) -> bool) -> Option<&Fragment> {
        self.cells.iter().find(|cell| cell.holds(value))
    }
}

impl Fragment {
    fn holds(&self, value: &impl Fn(Var) -> bool) -> bool {
        self.variable.is_none_or(value)
    }
}

/// Adds an item to a list; the first one, which follows the bracket, without its comma.
fn add_item(out: &mut Vec<u8>, item: &[u8]) {
    let is_first = matches!(out.last(), Some(b'[' | b'{'));
    out.extend_from_slice(&item[usize::from(is_first)..]);
}
