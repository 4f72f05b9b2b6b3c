//! Sorted circular lists of exactly n elements over the values 1..m, as `specs/sorted_list.als` has
//! them.
//!
//! The sentinel finds the first entry by `next`, then the last one by `previous`, and so on from both
//! ends: entries 1, 3, 5, … are the list from the front, entries 2, 4, 6, … from the back. Elements
//! are chosen in this order, each between the two that were chosen last; no choice can fail.

use std::io;

use super::output::Output;
use super::pieces::{reference, table};

pub fn generate(elements: usize, values: usize, out: &mut impl Output) -> io::Result<()> {
    out.text(r#","roots":{"SortedList":"SortedList$0"},"objects":{"#);
    out.text(r#""SortedList$0":{"$type":"SortedList","header":"Entry$0"}"#);
    out.text(&entry(0, elements, "null"));
    let entry = |number| table(values + 1, |value| entry(number, elements, &value.to_string()));
    let entries: Vec<_> = (1..=elements).map(entry).collect();
    Sorted { entries, out }.from(1, 1, values)
}

struct Sorted<'o, O> {
    /// The text of each entry but the sentinel, with each value.
    entries: Vec<Vec<String>>,
    out: &'o mut O,
}

impl<O: Output> Sorted<'_, O> {
    /// The entries before `number` have their elements; the others lie between.
    fn from(&mut self, number: usize, least: usize, greatest: usize) -> io::Result<()> {
        if number > self.entries.len() {
            return self.out.line("}}");
        }
        let is_front = number % 2 == 1;
        for value in least..=greatest {
            let mark = self.out.mark();
            self.out.text(&self.entries[number - 1][value]);
            let (least, greatest) = if is_front { (value, greatest) } else { (least, value) };
            self.from(number + 1, least, greatest)?;
            self.out.back_to(mark);
        }
        Ok(())
    }
}

fn entry(number: usize, elements: usize, element: &str) -> String {
    let place = place(number, elements);
    let around = elements + 1;
    let next = reference("Entry", number_of((place + 1) % around, elements));
    let previous = reference("Entry", number_of((place + elements) % around, elements));
    let this = reference("Entry", number);
    format!(
        ",{this}:{{\"$type\":\"Entry\",\"element\":{element},\"next\":{next},\"previous\":{previous}}}"
    )
}

/// Where an entry stands in the list; the sentinel at 0.
fn place(number: usize, elements: usize) -> usize {
    let half = number.div_ceil(2);
    if number % 2 == 1 || number == 0 { half } else { elements + 1 - half }
}

fn number_of(place: usize, elements: usize) -> usize {
    let from_back = elements + 1 - place;
    match place {
        0 => 0,
        _ if place <= from_back => 2 * place - 1,
        _ => 2 * from_back,
    }
}
