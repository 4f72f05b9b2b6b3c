//! The file `proof.gz`: the sections, and the steps of each.

use std::io::BufRead;

use crate::Unproven;
use crate::cubes::Part;
use crate::formula::Formula;
use crate::greater::Greater;
use crate::problem::Problem;
use crate::propagation::Propagation;
use crate::stream::List;
use crate::symmetry::Swap;
use crate::text::{self, Lines};

pub(crate) const FILE: &str = "proof.gz";

/// The proof while it is read.
pub(crate) struct Proof<'a, R> {
    lines: Lines<R>,
    pub(crate) stop: &'a dyn Fn() -> bool,
    numbers: Vec<i32>,
    /// How many steps were checked.
    pub(crate) steps: u64,
}

/// What only the section `list` has.
struct Listing<'a> {
    list: &'a List,
    greater: Greater<'a>,
    /// How many lines of the stream are taken.
    taken: u64,
}

/// Checks the beginning of a proof: that all swaps are symmetries of the formula.
pub(crate) fn symmetry<'a, R: BufRead>(
    reader: R,
    problem: &Problem,
    formula: &Formula,
    swaps: &[Swap],
    stop: &'a dyn Fn() -> bool,
) -> Result<Proof<'a, R>, Unproven> {
    let mut proof = Proof { lines: Lines::new(reader, FILE), stop, numbers: Vec::new(), steps: 0 };
    proof.expect("p certificate/1")?;
    for swap in swaps {
        proof.expect(&format!("symmetry {} {}", swap.first, swap.second))?;
        let clauses = swapped(problem, formula, swap);
        let mut clauses = clauses.map_err(|why| proof.refuse(why))?;
        proof.section(&mut clauses, 2 * formula.variables - formula.open, None)?;
    }
    Ok(proof)
}

/// Checks what follows in the proof of a list.
pub(crate) fn list(
    proof: &mut Proof<impl BufRead>,
    problem: &Problem,
    formula: &Formula,
    list: &List,
    part: Option<Part>,
) -> Result<(), Unproven> {
    proof.expect("list")?;
    let clauses = listing(formula, part);
    let mut clauses = clauses.map_err(|why| proof.refuse(why))?;
    let greater = Greater::new(problem, formula.variables);
    let listing = Listing { list, greater, taken: 0 };
    proof.section(&mut clauses, formula.variables, Some(listing))?;
    proof.end()
}

/// The clauses of the formula are at hand.
pub(crate) fn clauses(formula: &Formula, variables: i32) -> Result<Propagation, String> {
    let mut clauses = Propagation::new(variables);
    define(&mut clauses, formula, |literal| literal)?;
    for &root in &formula.roots {
        clauses.keep(&[root])?;
    }
    if formula.is_false {
        clauses.keep(&[])?;
    }
    Ok(clauses)
}

/// The clauses of the section `list`: those of the formula, and in a part one for each cube of another part. So an
/// assignment satisfies the formula, and lies in no such cube.
fn listing(formula: &Formula, part: Option<Part>) -> Result<Propagation, String> {
    let mut clauses = clauses(formula, formula.variables)?;
    for cube in part.into_iter().flat_map(Part::others) {
        let clause: Vec<i32> = cube.literals.iter().map(|literal| -literal).collect();
        clauses.keep(&clause)?;
    }
    Ok(clauses)
}

/// Adds the clauses of all definitions. Each literal becomes another one.
fn define(
    clauses: &mut Propagation,
    formula: &Formula,
    becomes: impl Fn(i32) -> i32,
) -> Result<(), String> {
    let mut clause = Vec::new();
    for (variable, inputs) in formula.definitions() {
        let variable = becomes(variable);
        clause.clear();
        clause.push(variable);
        clause.extend(inputs.iter().map(|&input| -becomes(input)));
        clauses.keep(&clause)?;
        for &input in inputs {
            clauses.keep(&[-variable, becomes(input)])?;
        }
    }
    Ok(())
}

/// The clauses of the section of a swap: an assignment satisfies the formula, and does not after the swap.
fn swapped(problem: &Problem, formula: &Formula, swap: &Swap) -> Result<Propagation, String> {
    let more = formula.variables - formula.open;
    let becomes = |literal: i32| {
        let variable = literal.abs();
        let moved = match swap.variables.get(variable as usize) {
            Some(&moved) => moved,
            None => variable + more,
        };
        if literal > 0 { moved } else { -moved }
    };
    let mut clauses = clauses(formula, formula.variables + more)?;
    define(&mut clauses, formula, becomes)?;
    for atom in [swap.first, swap.second] {
        let says_use = problem.uses[atom as usize];
        if says_use != 0 {
            clauses.keep(&[says_use])?;
        }
    }
    // An empty clause among the roots is false after the swap, too. Then all is refuted anyway.
    let roots: Vec<i32> = formula.roots.iter().map(|&root| -becomes(root)).collect();
    clauses.keep(&roots)?;
    Ok(clauses)
}

impl<R: BufRead> Proof<'_, R> {
    /// The line at hand is at fault.
    pub(crate) fn refuse(&self, why: impl Into<String>) -> Unproven {
        self.lines.refuse(why)
    }

    /// No line follows.
    pub(crate) fn end(&mut self) -> Result<(), Unproven> {
        match self.lines.advance()? {
            true => Err(self.refuse("something follows the end of the proof")),
            false => Ok(()),
        }
    }

    /// The next line is this word, numbers and 0. The result is the numbers.
    pub(crate) fn numbers(&mut self, word: &str) -> Result<Vec<i32>, Unproven> {
        let mut numbers = Vec::new();
        let is_line = self.lines.advance()?;
        let rest = self.lines.line().strip_prefix(word.as_bytes());
        match rest.and_then(|rest| rest.strip_prefix(b" ")).filter(|_| is_line) {
            Some(rest) => text::numbers(rest, &mut numbers).map_err(|why| self.refuse(why))?,
            None => return Err(self.refuse(format!("`{word} … 0` is due"))),
        }
        match numbers.pop() {
            Some(0) => Ok(numbers),
            _ => Err(self.refuse("the line ends with 0")),
        }
    }

    /// The next line is this one.
    pub(crate) fn expect(&mut self, line: &str) -> Result<(), Unproven> {
        if !self.lines.advance()? {
            return Err(self.lines.refuse(format!("the proof ends, `{line}` is due")));
        }
        match self.lines.line() == line.as_bytes() {
            true => Ok(()),
            false => {
                let found = text::lossy(self.lines.line());
                Err(self.lines.refuse(format!("`{line}` is due, not `{found}`")))
            }
        }
    }

    /// Checks the steps of a section, up to the empty clause.
    fn section(
        &mut self,
        clauses: &mut Propagation,
        variables: i32,
        mut listing: Option<Listing>,
    ) -> Result<(), Unproven> {
        loop {
            if !self.lines.advance()? {
                return Err(self.lines.refuse("the proof ends within a section"));
            }
            self.steps += 1;
            if self.steps.is_multiple_of(256) && (self.stop)() {
                return Err(Unproven::stopped(FILE));
            }
            let step = self.step(clauses, variables, listing.as_mut());
            if step.map_err(|why| self.lines.refuse(why))? {
                return Ok(());
            }
        }
    }

    /// Checks one step. Says whether it ends the section.
    fn step(
        &mut self,
        clauses: &mut Propagation,
        variables: i32,
        listing: Option<&mut Listing>,
    ) -> Result<bool, String> {
        let line = self.lines.line();
        let numbers = &mut self.numbers;
        match (line, listing) {
            (b"m", Some(listing)) => listing.take(clauses, numbers)?,
            ([b's', b' ', rest @ ..], Some(listing)) => listing.refuse(clauses, rest, numbers)?,
            ([b'd', b' ', rest @ ..], _) => {
                clause(rest, variables, numbers)?;
                if !clauses.remove(numbers) {
                    return Err("no step has added this clause".to_owned());
                }
            }
            ([b'0'..=b'9' | b'-', ..], listing) => {
                clause(line, variables, numbers)?;
                if !clauses.follows(numbers) {
                    return Err("the clause does not follow by propagation".to_owned());
                }
                if !numbers.is_empty() {
                    clauses.add(numbers)?;
                    return Ok(false);
                }
                match listing.map(|listing| (listing.taken, listing.list.count)) {
                    Some((taken, count)) if taken < count => {
                        return Err(format!(
                            "the list ends, but of {count} lines {taken} are taken"
                        ));
                    }
                    _ => return Ok(true),
                }
            }
            _ => return Err(format!("`{}` is no step of this section", text::lossy(line))),
        }
        Ok(false)
    }
}

impl Listing<'_> {
    /// Takes the next line of the stream.
    fn take(&mut self, clauses: &mut Propagation, numbers: &mut Vec<i32>) -> Result<(), String> {
        if self.taken == self.list.count {
            return Err(format!("all {} lines are taken already", self.taken));
        }
        let holds = |variable| self.list.holds(self.taken, variable);
        let open = self.greater.open();
        numbers.clear();
        numbers.extend((1..=open).map(|v| if holds(v) { -v } else { v }));
        clauses.add(numbers)?;
        self.taken += 1;
        Ok(())
    }

    /// Takes a clause with a permutation: `a1 b1 a2 b2 … 0 l1 l2 … 0`.
    fn refuse(
        &mut self,
        clauses: &mut Propagation,
        text: &[u8],
        numbers: &mut Vec<i32>,
    ) -> Result<(), String> {
        numbers.clear();
        text::numbers(text, numbers)?;
        if numbers.pop() != Some(0) {
            return Err("a step ends with 0".to_owned());
        }
        // No literal is 0, but an atom may be. So the last 0 ends the pairs.
        let Some(end) = numbers.iter().rposition(|&number| number == 0) else {
            return Err("no 0 stands between the atoms and the clause".to_owned());
        };
        let (pairs, clause) = (&numbers[..end], &numbers[end + 1..]);
        in_range(clause, self.greater.variables())?;
        self.greater.check(pairs, clause)?;
        clauses.add(clause)
    }
}

/// The literals of a step's clause.
fn clause(text: &[u8], variables: i32, to: &mut Vec<i32>) -> Result<(), String> {
    to.clear();
    text::numbers(text, to)?;
    if to.pop() != Some(0) || to.contains(&0) {
        return Err("a clause ends with its only 0".to_owned());
    }
    in_range(to, variables)
}

fn in_range(literals: &[i32], variables: i32) -> Result<(), String> {
    match literals.iter().find(|literal| literal.abs() > variables) {
        Some(literal) => Err(format!("there is no variable {}", literal.abs())),
        None => Ok(()),
    }
}
