//! Sorted circular lists of exactly n elements over the values 1..m, as `specs/sorted_list.als` has
//! them.
//!
//! Entries are numbered along `next`, from the sentinel. Elements are chosen in this order, each no
//! less than the one before; no choice can fail.

use std::io;

use super::output::Output;
use super::pieces::{reference, table};

pub fn generate(elements: usize, values: usize, out: &mut impl Output) -> io::Result<()> {
    out.text(r#","roots":{"SortedList":"SortedList$0"},"objects":{"#);
    out.text(&format!(
        r#""SortedList$0":{{"$type":"SortedList","header":{}}}"#,
        reference("Entry", 0)
    ));
    out.text(&entry(0, elements, "null"));
    let entry = |number| table(values + 1, |value| entry(number, elements, &value.to_string()));
    let entries: Vec<_> = (1..=elements).map(entry).collect();
    SortedListWriter { entries, values, out }.from(1, 1)
}

struct SortedListWriter<'o, O> {
    /// The text of each entry but the sentinel, with each value.
    entries: Vec<Vec<String>>,
    values: usize,
    out: &'o mut O,
}

impl<O: Output> SortedListWriter<'_, O> {
    /// The entries before `number` have their elements, none greater than `least`.
    fn from(&mut self, number: usize, least: usize) -> io::Result<()> {
        if number > self.entries.len() {
            return self.out.line("}}");
        }
        for value in least..=self.values {
            let mark = self.out.mark();
            self.out.text(&self.entries[number - 1][value]);
            self.from(number + 1, value)?;
            self.out.back_to(mark);
        }
        Ok(())
    }
}

fn entry(number: usize, elements: usize, element: &str) -> String {
    let around = elements + 1;
    let next = reference("Entry", (number + 1) % around);
    let previous = reference("Entry", (number + elements) % around);
    let this = reference("Entry", number);
    format!(
        ",{this}:{{\"$type\":\"Entry\",\"element\":{element},\"next\":{next},\"previous\":{previous}}}"
    )
}
