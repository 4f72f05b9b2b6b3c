//! The rows that are measured, and how many instances there are: `bench/cases.tsv`.
//!
//! No count is from Korrel: they are closed formulas, OEIS's, Korat's, UDITA's (Gligoric et al.
//! 2009, figure 13) and McKay's; the spec that is named says which.

#[cfg(test)]
mod tests;

use std::path::{Path, PathBuf};

use clap::ValueEnum;

use crate::generators::Structure;

/// A structure of a size.
pub struct Case {
    pub structure: &'static str,
    pub size: &'static str,
    pub spec: PathBuf,
    /// The label of the command, or empty: the first one, in the scope.
    pub command: &'static str,
    pub scope: &'static str,
    pub known: u64,
    /// With its size and its values.
    pub generator: Option<(Structure, usize, usize)>,
    pub is_quick: bool,
}

impl Case {
    /// `posets 6`.
    pub fn title(&self) -> String {
        format!("{} {}", self.structure, self.size)
    }
}

/// The rows, in the order of the table.
pub fn all() -> Vec<Case> {
    rows(include_str!("../cases.tsv")).map(case).collect()
}

/// The cells of each row of a table. Those that a row ends without are empty.
pub fn rows(table: &'static str) -> impl Iterator<Item = impl FnMut() -> &'static str> {
    let lines = table.lines().filter(|line| !line.starts_with('#'));
    lines.map(|line| {
        let mut cells = line.split('\t');
        move || cells.next().unwrap_or_default()
    })
}

fn case(mut cell: impl FnMut() -> &'static str) -> Case {
    let (structure, size, spec, command, scope) = (cell(), cell(), cell(), cell(), cell());
    let (known, generator, is_quick) = (cell(), cell(), cell() == "quick");
    let spec = Path::new(env!("CARGO_MANIFEST_DIR")).join("..").join(spec);
    let generator = match generator.split(' ').collect::<Vec<_>>()[..] {
        [name, size, values] => {
            let structure = Structure::from_str(name, false).expect("it is the name of one");
            Some((structure, number(size) as usize, number(values) as usize))
        }
        _ => None,
    };
    Case { structure, size, spec, command, scope, known: number(known), generator, is_quick }
}

fn number(cell: &str) -> u64 {
    cell.parse().expect("it is a number")
}
