//! Heap arrays of capacity n with values 0..n, as `specs/heap_array.als` has them.
//!
//! Elements are chosen from the front, each at most its parent: no choice can fail.

use std::io;

use super::output::Output;
use super::pieces::table;

pub fn generate(capacity: usize, out: &mut impl Output) -> io::Result<()> {
    out.text(r#","roots":{"HeapArray":"HeapArray$0"},"objects":{"#);
    out.text(r#""HeapArray$0":{"$type":"HeapArray","length":"#);
    let elements = elements(capacity);
    for length in 0..=capacity {
        for size in 0..=length {
            let mark = out.mark();
            out.text(&format!("{length},\"size\":{size},\"array\":{{"));
            let values = vec![0; size];
            HeapArrays { greatest: capacity, values, elements: &elements, out }.from(0)?;
            out.back_to(mark);
        }
    }
    Ok(())
}

/// By index and value: `"0":7`, `,"1":3`.
fn elements(capacity: usize) -> Vec<Vec<String>> {
    let comma = |index| if index == 0 { "" } else { "," };
    let element =
        |index| table(capacity + 1, move |value| format!("{}\"{index}\":{value}", comma(index)));
    (0..capacity).map(element).collect()
}

struct HeapArrays<'o, O> {
    greatest: usize,
    values: Vec<usize>,
    elements: &'o [Vec<String>],
    out: &'o mut O,
}

impl<O: Output> HeapArrays<'_, O> {
    /// The elements before `index` have their values.
    fn from(&mut self, index: usize) -> io::Result<()> {
        if index == self.values.len() {
            return self.out.line("}}}}");
        }
        let greatest = if index == 0 { self.greatest } else { self.values[(index - 1) / 2] };
        for value in 0..=greatest {
            self.values[index] = value;
            let mark = self.out.mark();
            self.out.text(&self.elements[index][value]);
            self.from(index + 1)?;
            self.out.back_to(mark);
        }
        Ok(())
    }
}
