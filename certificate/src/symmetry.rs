//! What a certificate says of symmetry, as far as `problem.json` alone tells it.
//!
//! A *swap* exchanges two atoms that follow each other in a class. All renamings are products of swaps.

use crate::Unproven;
use crate::cells::Worth;
use crate::problem::{self, NONE, Problem};

/// Two atoms that exchange their places.
#[derive(Debug)]
pub(crate) struct Swap {
    pub(crate) first: u32,
    pub(crate) second: u32,
    /// For each open cell's variable the one of the cell to which it is moved; the first one is not used.
    pub(crate) variables: Vec<i32>,
}

/// The swaps of a problem, in the order of the proof's sections.
pub(crate) fn pairs(problem: &Problem) -> impl Iterator<Item = (u32, u32)> + '_ {
    problem.classes.iter().flat_map(|class| class.windows(2).map(|pair| (pair[0], pair[1])))
}

/// The swap of two atoms, if it moves cells to cells of the same kind, and the use of atoms to that of atoms.
pub(crate) fn swap(problem: &Problem, first: u32, second: u32) -> Result<Swap, Unproven> {
    let refuse =
        |why: String| Unproven::within(problem::FILE, format!("atoms {first} and {second}: {why}"));
    let cells = &problem.cells;
    let mut images: Vec<u32> = (0..problem.count as u32).collect();
    images.swap(first as usize, second as usize);
    let mut variables = vec![0; problem.cell_of.len()];
    for part in [cells.population(), cells.order()] {
        for cell in part.clone() {
            let image = cells.image(cell, &images).filter(|image| part.contains(image));
            let Some(image) = image else {
                return Err(refuse(format!("{} is moved to no cell", cells.words(cell))));
            };
            match (cells.worth(cell), cells.worth(image)) {
                (Worth::Known(is), Worth::Known(becomes)) if is == becomes => {}
                (Worth::Open(is), Worth::Open(becomes)) if (is > 0) == (becomes > 0) => {
                    variables[is.unsigned_abs() as usize] = becomes.abs();
                }
                _ => {
                    let (is, becomes) = (cells.words(cell), cells.words(image));
                    return Err(refuse(format!("{is} is moved to {becomes}, of another value")));
                }
            }
        }
    }
    for &atom in &problem.ranks {
        let (is, becomes) =
            (problem.uses[atom as usize], problem.uses[images[atom as usize] as usize]);
        if variables[is as usize] != becomes {
            return Err(refuse(format!(
                "the `use` of atom {atom} is not moved to that of its image"
            )));
        }
    }
    Ok(Swap { first, second, variables })
}

/// Renamings leave the cells of `population` as they are. So `order` tells all that they change.
///
/// A renaming moves only atoms in use. Hence it leaves a cell that says that one atom is in use, and a cell
/// without atoms of classes.
pub(crate) fn population(problem: &Problem) -> Result<(), Unproven> {
    let cells = &problem.cells;
    let mut says_use = vec![false; problem.cell_of.len()];
    for &variable in &problem.uses {
        says_use[variable as usize] = true;
    }
    for cell in cells.population() {
        let Worth::Open(literal) = cells.worth(cell) else { continue };
        let is_moved =
            cells.tuple(cell).iter().any(|&atom| problem.class_of[atom as usize] != NONE);
        if is_moved && !says_use[literal.unsigned_abs() as usize] {
            let why = format!(
                "{} is in `population`, but it does not say that an atom is in use",
                cells.words(cell)
            );
            return Err(Unproven::within(problem::FILE, why));
        }
        says_use[literal.unsigned_abs() as usize] = false;
    }
    match says_use.iter().skip(1).position(|&is_left| is_left) {
        None => Ok(()),
        Some(at) => {
            let why = format!("`use` has the variable {}, of no cell of `population`", at + 1);
            Err(Unproven::within(problem::FILE, why))
        }
    }
}
