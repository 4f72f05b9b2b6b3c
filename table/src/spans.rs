//! Values of a line that change where nothing else does.
//!
//! *Problem.* A search walks from heap to heap, and most neighbours differ in a value or two. *Choice.* A line that is as long as the last
//! one, and differs only within values, is the last one with these values in the place of others. *Rejected.* Spans that may grow: what
//! follows moves then, and reading on from a mark costs no more.

/// Where values stand in a line, in order.
#[derive(Default)]
pub struct Spans {
    spans: Vec<Span>,
    /// The values of the line that is compared.
    found: Vec<(Span, i64)>,
}

/// A number, or a text without its quotes.
#[derive(Clone, Copy)]
pub struct Span {
    pub begin: usize,
    pub end: usize,
    pub is_text: bool,
    /// Its cell, and its place there.
    pub cell: usize,
    pub nth: usize,
}

impl Spans {
    pub fn add(&mut self, span: Span) {
        self.spans.push(span);
    }

    /// Keeps those that end before a place.
    pub fn keep(&mut self, until: usize) {
        while self.spans.last().is_some_and(|span| span.end > until) {
            self.spans.pop();
        }
    }

    /// The values with which a line is another one of the same length. `None`: they differ elsewhere, too.
    pub fn differences(
        &mut self,
        (one, other): (&[u8], &[u8]),
        mut value: impl FnMut(&[u8], bool) -> Option<i64>,
    ) -> Option<&[(Span, i64)]> {
        self.found.clear();
        let mut from = 0;
        loop {
            from += common(&one[from..], &other[from..]);
            if from == one.len() {
                return Some(&self.found);
            }
            let at = self.spans.partition_point(|span| span.end <= from);
            let span = self.spans.get(at).filter(|span| span.begin <= from)?;
            self.found.push((*span, value(&other[span.begin..span.end], span.is_text)?));
            from = span.end;
        }
    }
}

/// The number of bytes with which both begin.
pub fn common(one: &[u8], other: &[u8]) -> usize {
    let eights = one.as_chunks::<8>().0.iter().zip(other.as_chunks::<8>().0);
    let mut same = 0;
    for (one, other) in eights {
        let differing = u64::from_le_bytes(*one) ^ u64::from_le_bytes(*other);
        if differing != 0 {
            return same + differing.trailing_zeros() as usize / 8;
        }
        same += 8;
    }
    same + one[same..].iter().zip(&other[same..]).take_while(|(one, other)| one == other).count()
}
