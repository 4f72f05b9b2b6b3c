//! Checks a certificate: a list of instances that proves itself complete, and to hold one of each class.
//!
//! A folder has four files. `problem.json` names cells and interchangeable atoms, `formula.cnf` has clauses about the
//! cells, `stream.jsonl` is the list, and `proof.gz` is the proof. If [`verify`] accepts the folder, then
//!
//! 1. each line shows an assignment that satisfies the clauses,
//! 2. each assignment that satisfies the clauses is a renaming of that of a line,
//! 3. no two lines are renamings of one another.
//!
//! This crate shares no code with the program that writes certificates.

mod canonical;
mod cells;
mod clauses;
mod formula;
mod greater;
mod json;
mod problem;
mod proof;
mod propagation;
mod shown;
mod stream;
mod symmetry;
mod text;
mod unproven;

use std::fs::File;
use std::io::{BufReader, Read};
use std::path::Path;

use flate2::bufread::MultiGzDecoder;

use formula::Formula;
use problem::Problem;
use symmetry::Swap;
pub use unproven::Unproven;

/// What a folder proves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Verified {
    /// The number of lines, and so of isomorphism classes.
    pub lines: u64,
    /// The number of steps in the proof.
    pub steps: u64,
    /// How many swaps of two atoms the proof shows to be symmetries.
    pub symmetries: u64,
    /// The number of open cells.
    pub cells: u64,
    /// The number of variables, those of open cells among them.
    pub variables: u64,
}

/// Checks the certificate in a folder.
///
/// `stop` is asked now and then whether the caller wants an end. The check then ends soon, and says nothing.
///
/// # Errors
///
/// The folder does not prove what a certificate proves, or its files cannot be read, or the caller stops.
pub fn verify(folder: &Path, stop: &dyn Fn() -> bool) -> Result<Verified, Unproven> {
    let mut text = Vec::new();
    let mut reader = open(folder, problem::FILE)?;
    reader.read_to_end(&mut text).map_err(|error| Unproven::unreadable(problem::FILE, &error))?;
    let problem = Problem::read(&text)?;
    drop(text);

    symmetry::population(&problem)?;
    let mut swaps: Vec<Swap> = Vec::new();
    for (first, second) in symmetry::pairs(&problem) {
        if stop() {
            return Err(Unproven::stopped(problem::FILE));
        }
        swaps.push(symmetry::swap(&problem, first, second)?);
    }

    let formula = Formula::read(open(folder, formula::FILE)?, problem.open(), stop)?;
    first_in_use(&problem, &formula, &swaps)?;
    let list = stream::read(open(folder, stream::FILE)?, &problem, &formula, stop)?;
    let proof = BufReader::new(MultiGzDecoder::new(open(folder, proof::FILE)?));
    let steps = proof::check(proof, &problem, &formula, &swaps, &list, stop)?;
    Ok(Verified {
        lines: list.count,
        steps,
        symmetries: swaps.len() as u64,
        cells: formula.open as u64,
        variables: formula.variables as u64,
    })
}

fn open(folder: &Path, name: &str) -> Result<BufReader<File>, Unproven> {
    let file = File::open(folder.join(name)).map_err(|error| Unproven::unreadable(name, &error))?;
    Ok(BufReader::with_capacity(1 << 16, file))
}

/// The atoms in use are the first ones of a class, by propagation in the clauses of the formula.
fn first_in_use(problem: &Problem, formula: &Formula, swaps: &[Swap]) -> Result<(), Unproven> {
    let refuse = |why: String| Unproven::within(formula::FILE, why);
    let mut clauses = proof::clauses(formula, formula.variables).map_err(refuse)?;
    for swap in swaps {
        let uses = [swap.first, swap.second].map(|atom| problem.uses[atom as usize]);
        // Swaps move the use of one atom to that of the other. So both are variables, or none is.
        if uses != [0, 0] && !clauses.follows(&[uses[0], -uses[1]]) {
            let (first, second) = (swap.first, swap.second);
            let why = format!("atom {second} may be in use without atom {first}");
            return Err(refuse(why));
        }
    }
    Ok(())
}
