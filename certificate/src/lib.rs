//! Checks a certificate: a list of instances that proves itself complete, and to hold one of each class.
//!
//! A folder has four files. `problem.json` names cells and interchangeable atoms, `formula.cnf` has clauses about the
//! cells, `stream.jsonl` is the list, and `proof.gz` is the proof. If [`verify`] accepts the folder, then
//!
//! 1. each line shows an assignment that satisfies the clauses,
//! 2. each assignment that satisfies the clauses is a renaming of that of a line,
//! 3. no two lines are renamings of one another.
//!
//! A list may come in parts, a folder each. Its *cubes* are sets of assignments that share none, and each part has some.
//! The folder of a part proves 1 and 3. It proves 2 but for an assignment whose greatest renaming lies in a cube of
//! another part. If [`verify_parts`] accepts the folders of all parts, then 1, 2 and 3 hold of their lines together.
//!
//! This crate shares no code with the program that writes certificates.

mod canonical;
mod cells;
mod clauses;
mod cubes;
mod formula;
mod greater;
mod json;
mod parts;
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
use serde_json::{Map, Value};

use cubes::{Part, Tree};
use formula::Formula;
pub use parts::verify_parts;
use problem::Problem;
use stream::List;
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
    /// The number of the part that the folder has, from 1, and that of all parts. None is a whole list.
    pub part: Option<(u32, u32)>,
}

/// Checks the certificate in a folder.
///
/// `stop` is asked now and then whether the caller wants an end. The check then ends soon, and says nothing.
///
/// # Errors
///
/// The folder does not prove what a certificate proves, or its files cannot be read, or the caller stops.
pub fn verify(folder: &Path, stop: &dyn Fn() -> bool) -> Result<Verified, Unproven> {
    let problem = Problem::new(&object(folder)?)?;
    let swaps = swaps(&problem, stop)?;
    let formula = Formula::read(open(folder, formula::FILE)?, problem.open(), stop)?;
    let tree = Tree::new(&problem.cubes, formula.variables, stop)?;
    let part = problem.shard.map(|shard| Part { shard, tree: &tree });
    first_in_use(&problem, &formula, &swaps)?;
    let list = stream::read(open(folder, stream::FILE)?, &problem, &formula, part, stop)?;
    let steps = steps(folder, &problem, &formula, &swaps, &list, part, stop)?;
    Ok(Verified {
        lines: list.count,
        steps,
        symmetries: swaps.len() as u64,
        cells: formula.open as u64,
        variables: formula.variables as u64,
        part: problem.shard.map(|shard| (shard.number, shard.parts)),
    })
}

fn open(folder: &Path, name: &str) -> Result<BufReader<File>, Unproven> {
    let file = File::open(folder.join(name)).map_err(|error| Unproven::unreadable(name, &error))?;
    Ok(BufReader::with_capacity(1 << 16, file))
}

/// The object of `problem.json`.
fn object(folder: &Path) -> Result<Map<String, Value>, Unproven> {
    let mut text = Vec::new();
    let mut reader = open(folder, problem::FILE)?;
    reader.read_to_end(&mut text).map_err(|error| Unproven::unreadable(problem::FILE, &error))?;
    problem::object(&text)
}

/// The swaps of a problem, each of which moves cells to cells.
fn swaps(problem: &Problem, stop: &dyn Fn() -> bool) -> Result<Vec<Swap>, Unproven> {
    symmetry::population(problem)?;
    let mut swaps = Vec::new();
    for (first, second) in symmetry::pairs(problem) {
        if stop() {
            return Err(Unproven::stopped(problem::FILE));
        }
        swaps.push(symmetry::swap(problem, first, second)?);
    }
    Ok(swaps)
}

/// Checks the proof of a list. The result is the number of its steps.
fn steps(
    folder: &Path,
    problem: &Problem,
    formula: &Formula,
    swaps: &[Swap],
    list: &List,
    part: Option<Part>,
    stop: &dyn Fn() -> bool,
) -> Result<u64, Unproven> {
    let proof = BufReader::new(MultiGzDecoder::new(open(folder, proof::FILE)?));
    proof::check(proof, problem, formula, swaps, list, part, stop)
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
