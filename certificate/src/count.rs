//! A count: the numbers of assignments that permutations leave as they are, and what they come to.
//!
//! The symmetry that the proof shows makes the permutations of the atoms in use a group that acts on the assignments with
//! these atoms in use. The number of its orbits is the mean of the numbers of assignments that its permutations leave as
//! they are (Burnside's lemma). All numbers are counted here. The proof only says in which order cells are decided on.

use std::io::BufRead;

use num_bigint::BigUint;
use serde_json::{Map, Value};

use crate::Unproven;
use crate::circuit::{Circuit, Code, FALSE, TRUE};
use crate::counter::Counter;
use crate::formula::Formula;
use crate::problem::{self, Problem};
use crate::proof::{self, Proof};
use crate::terms::Terms;

/// The member of `problem.json` that a list does not have.
pub(crate) const MEMBER: &str = "count";

/// The number that `problem.json` says, as a text, if the folder is of a count.
pub(crate) fn read<'a>(
    object: &'a Map<String, Value>,
    problem: &Problem,
) -> Result<Option<&'a str>, Unproven> {
    let refuse = |why: &str| Unproven::within(problem::FILE, why);
    let Some(number) = object.get(MEMBER) else { return Ok(None) };
    let number = number.as_str().ok_or_else(|| refuse("`count` is no text"))?;
    if problem.shard.is_some() {
        return Err(refuse("a count has no parts"));
    }
    Ok(Some(number))
}

/// Checks what a proof has after its symmetry. The result is the number of classes.
pub(crate) fn check(
    proof: &mut Proof<impl BufRead>,
    problem: &Problem,
    formula: &Formula,
) -> Result<BigUint, Unproven> {
    let mut terms = Terms::new(problem);
    let mut classes = BigUint::ZERO;
    loop {
        let mut fixed = BigUint::ZERO;
        loop {
            proof.expect(&terms.line())?;
            fixed += term(proof, problem, formula, &terms)? * terms.alike();
            if !terms.next_type() {
                break;
            }
        }
        let all = terms.all();
        if &fixed % &all != BigUint::ZERO {
            return Err(proof.refuse(format!("{fixed} is no multiple of {all}")));
        }
        classes += fixed / all;
        if !terms.next_sizes() {
            break;
        }
    }
    proof.end()?;
    Ok(classes)
}

/// Counts the assignments that a permutation leaves as they are, and sees to it that the proof says the same.
fn term(
    proof: &mut Proof<impl BufRead>,
    problem: &Problem,
    formula: &Formula,
    terms: &Terms,
) -> Result<BigUint, Unproven> {
    if (proof.stop)() {
        return Err(Unproven::stopped(proof::FILE));
    }
    let least = orbits(problem, &terms.images(problem));
    let order = order(proof, &least)?;
    let mut rank = vec![0; least.len()];
    for (&variable, place) in order.iter().zip(1..) {
        rank[variable as usize] = place;
    }
    let mut becomes: Vec<Code> = least.iter().map(|&least| 2 * rank[least as usize]).collect();
    let mut held = Vec::new();
    for (atom, is_in) in terms.in_use(problem) {
        let says_use = problem.uses[atom as usize];
        if says_use != 0 {
            held.push(becomes[says_use as usize] ^ Code::from(!is_in));
        }
    }
    let cells = order.len() as u32;
    let number = count(formula, cells, &mut becomes, held, proof.stop);
    let number = number.ok_or_else(|| Unproven::stopped(proof::FILE))?;
    proof.expect(&format!("fixed {number}"))?;
    Ok(number)
}

/// Counts twice: what propagation finds the first time makes definitions simpler. Nothing if it was stopped.
fn count(
    formula: &Formula,
    cells: u32,
    becomes: &mut [Code],
    mut held: Vec<Code>,
    stop: &dyn Fn() -> bool,
) -> Option<BigUint> {
    let circuit = Circuit::new(formula, cells, becomes, &held);
    let mut counter = Counter::new(&circuit);
    if !counter.begin() {
        return Some(BigUint::ZERO);
    }
    let known = counter.cells();
    for (cell, &value) in (0..).zip(&known).skip(1).filter(|(_, value)| **value != 0) {
        held.push(2 * cell + Code::from(value < 0));
    }
    for literal in becomes.iter_mut().skip(1) {
        match known[(*literal >> 1) as usize] {
            0 => {}
            value => *literal = if value > 0 { TRUE } else { FALSE },
        }
    }
    let circuit = Circuit::new(formula, cells, becomes, &held);
    let mut counter = Counter::new(&circuit);
    match counter.begin() {
        true => counter.number(stop).ok(),
        false => Some(BigUint::ZERO),
    }
}

/// For each variable of an open cell the least one of the cells to which the permutation moves it, again and again.
fn orbits(problem: &Problem, images: &[u32]) -> Vec<i32> {
    let cells = &problem.cells;
    let variable = |cell: u32| match cells.worth(cell) {
        crate::cells::Worth::Open(literal) => literal.unsigned_abs() as usize,
        // The permutation is a product of swaps, which move open cells to open ones.
        crate::cells::Worth::Known(_) => 0,
    };
    let mut least = vec![0; problem.cell_of.len()];
    for first in 1..least.len() {
        let mut at = first;
        while least[at] == 0 && at != 0 {
            least[at] = first as i32;
            at = cells.image(problem.cell_of[at], images).map_or(0, variable);
        }
    }
    least
}

/// Reads an order: the least variable of each orbit, each once.
fn order(proof: &mut Proof<impl BufRead>, least: &[i32]) -> Result<Vec<i32>, Unproven> {
    let order = proof.numbers("order")?;
    let mut is_due: Vec<bool> = least.iter().zip(0..).map(|(&least, at)| least == at).collect();
    is_due[0] = false;
    for &variable in &order {
        match usize::try_from(variable).ok().and_then(|variable| is_due.get_mut(variable)) {
            Some(is_due) if *is_due => *is_due = false,
            _ => {
                return Err(
                    proof.refuse(format!("{variable} is no orbit's least variable, or was there"))
                );
            }
        }
    }
    match is_due.iter().position(|&is_due| is_due) {
        Some(variable) => Err(proof.refuse(format!("{variable} is missing"))),
        None => Ok(order),
    }
}
