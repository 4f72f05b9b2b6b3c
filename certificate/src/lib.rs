//! Checks a certificate: a list of instances that proves itself complete, and to hold one of each class; or a count.
//!
//! The folder of a list has four files. `problem.json` names cells and interchangeable atoms, `formula.cnf` has clauses about the
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
//! The folder of a count has no `stream.jsonl`, and `problem.json` says a number. If [`verify`] accepts it, then that many
//! isomorphism classes of assignments satisfy the clauses.
//!
//! This crate shares no code with the program that writes certificates.

mod canonical;
mod cells;
mod circuit;
mod clauses;
mod count;
mod counter;
mod cubes;
mod formula;
mod greater;
mod json;
mod likeness;
mod parts;
mod problem;
mod proof;
mod propagation;
mod shown;
mod stream;
mod symmetry;
mod terms;
mod text;
mod unproven;

use std::fs::File;
use std::io::{BufRead, BufReader, Read};
use std::path::Path;

use flate2::bufread::MultiGzDecoder;
use num_bigint::BigUint;
use serde_json::{Map, Value};

use cubes::{Part, Tree};
use formula::Formula;
pub use parts::verify_parts;
use problem::Problem;
use stream::List;
use symmetry::Swap;
pub use unproven::Unproven;

/// What a folder proves.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Verified {
    /// The number of lines of a list, and so of isomorphism classes.
    pub lines: u64,
    /// The number of isomorphism classes, if the folder is of a count.
    pub count: Option<BigUint>,
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

impl Verified {
    /// No line and no step so far.
    fn nothing(formula: &Formula, swaps: &[Swap]) -> Verified {
        Verified {
            lines: 0,
            count: None,
            steps: 0,
            symmetries: swaps.len() as u64,
            cells: formula.open as u64,
            variables: formula.variables as u64,
            part: None,
        }
    }
}

/// Checks the certificate in a folder.
///
/// `stop` is asked now and then whether the caller wants an end. The check then ends soon, and says nothing.
///
/// # Errors
///
/// The folder does not prove what a certificate proves, or its files cannot be read, or the caller stops.
pub fn verify(folder: &Path, stop: &dyn Fn() -> bool) -> Result<Verified, Unproven> {
    let object = object(folder)?;
    let problem = Problem::new(&object)?;
    let said = count::read(&object, &problem)?;
    let swaps = swaps(&problem, stop)?;
    let formula = Formula::read(open(folder, formula::FILE)?, problem.open(), stop)?;
    if let Some(said) = said {
        return counted(folder, &problem, &formula, &swaps, said, stop);
    }
    let tree = Tree::new(&problem.cubes, formula.variables, stop)?;
    let part = problem.shard.map(|shard| Part { shard, tree: &tree });
    first_in_use(&problem, &formula, &swaps)?;
    let list = stream::read(open(folder, stream::FILE)?, &problem, &formula, part, stop)?;
    let steps = steps(folder, &problem, &formula, &swaps, &list, part, stop)?;
    let part = problem.shard.map(|shard| (shard.number, shard.parts));
    Ok(Verified { lines: list.count, steps, part, ..Verified::nothing(&formula, &swaps) })
}

/// Checks the certificate of a count. `said` is the number of `problem.json`.
fn counted(
    folder: &Path,
    problem: &Problem,
    formula: &Formula,
    swaps: &[Swap],
    said: &str,
    stop: &dyn Fn() -> bool,
) -> Result<Verified, Unproven> {
    first_in_use(problem, formula, swaps)?;
    let mut proof = proof::symmetry(proof(folder)?, problem, formula, swaps, stop)?;
    let number = count::check(&mut proof, problem, formula)?;
    if number.to_string() != said {
        let why = format!("`count` is not {number}");
        return Err(Unproven::within(problem::FILE, why));
    }
    let (steps, count) = (proof.steps, Some(number));
    Ok(Verified { steps, count, ..Verified::nothing(formula, swaps) })
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
    let mut proof = proof::symmetry(proof(folder)?, problem, formula, swaps, stop)?;
    proof::list(&mut proof, problem, formula, list, part)?;
    Ok(proof.steps)
}

/// The text of the proof.
fn proof(folder: &Path) -> Result<impl BufRead, Unproven> {
    Ok(BufReader::new(MultiGzDecoder::new(open(folder, proof::FILE)?)))
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
