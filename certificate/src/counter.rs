//! Counts the assignments of cells that satisfy a circuit.
//!
//! A cell is decided on, and what follows by propagation is known. What is left falls into *components*, which share no
//! variable. The number of a component is that with its first cell true, plus that with it false. Numbers of components
//! are remembered.
//!
//! Propagation finds each conjunction that is known by what it is made of, and the last literal of a conjunction that is
//! false. A conjunction that is false, and of which no literal is, is a *constraint*: one of those that are open
//! is false. The values of cells determine that of each conjunction. So an open conjunction matters only if a constraint speaks of
//! it, or another one that matters does. A component is some constraints with all open variables that matter to them. These are
//! its key, and say exactly what is to be counted: what else a constraint or an open conjunction was made of is true.
//!
//! A component that differs from one before in the names of its variables only has the same number (`likeness.rs`).

use std::collections::HashMap;

use num_bigint::BigUint;

use crate::circuit::{Circuit, Code, TRUE};
use crate::likeness::Likeness;

/// Numbers are forgotten when their keys have more words than this.
const MOST_WORDS: usize = 1 << 26;

/// The caller wants an end.
pub(crate) struct Stopped;

/// For each variable twice its number, and one more if it is a constraint. The variables ascend, so the first one is an
/// open cell: the last ones of which anything is made are cells.
pub(crate) type Key = Box<[u32]>;

pub(crate) struct Counter<'a> {
    circuit: &'a Circuit,
    /// For each literal the conjunctions that it is in, one after the other.
    parents: Vec<u32>,
    /// Where these begin, and one more for the end.
    starts: Vec<usize>,
    /// For each literal: 1 if it holds, -1 if its negation does, otherwise 0.
    values: Vec<i8>,
    /// For each variable how many of its literals are open, and how many are false.
    open: Vec<u32>,
    wrong: Vec<u32>,
    /// The literals that hold, in the order in which they were found.
    trail: Vec<Code>,
    /// How many of them have been propagated.
    head: usize,
    /// For each variable the round of the last component that it was in, and the number of this component.
    rounds: Vec<u32>,
    round: u32,
    component: Vec<u32>,
    known: HashMap<Key, BigUint>,
    /// The same, by what is written of a component in names that those alike share.
    alike: HashMap<Key, BigUint>,
    likeness: Likeness,
    words: usize,
    decisions: u64,
}

/// A component while it is counted.
struct Frame {
    key: Key,
    /// The key that those alike share.
    of_alike: Option<Key>,
    /// How long the trail was before.
    start: usize,
    /// How many of the two values of the first cell had their turn.
    turns: u32,
    sum: BigUint,
    /// The number for the value at hand, without the components that are still to come.
    product: BigUint,
    rest: Vec<Key>,
}

impl<'a> Counter<'a> {
    pub(crate) fn new(circuit: &'a Circuit) -> Counter<'a> {
        let variables = circuit.variables() as usize + 1;
        let conjunctions = circuit.cells + 1..variables as u32;
        let mut starts = vec![0; 2 * variables + 1];
        for variable in conjunctions.clone() {
            for &input in circuit.inputs(variable) {
                starts[input as usize + 1] += 1;
            }
        }
        for at in 0..2 * variables {
            starts[at + 1] += starts[at];
        }
        let mut next = starts.clone();
        let mut parents = vec![0; starts[2 * variables]];
        for variable in conjunctions {
            for &input in circuit.inputs(variable) {
                parents[next[input as usize]] = variable;
                next[input as usize] += 1;
            }
        }
        let mut values = vec![0; 2 * variables];
        values[TRUE as usize] = 1;
        values[TRUE as usize ^ 1] = -1;
        let open = (0..variables as u32).map(|v| circuit.inputs(v).len() as u32).collect();
        Counter {
            circuit,
            parents,
            starts,
            values,
            open,
            wrong: vec![0; variables],
            trail: Vec::new(),
            head: 0,
            rounds: vec![0; variables],
            round: 0,
            component: vec![0; variables],
            known: HashMap::new(),
            alike: HashMap::new(),
            likeness: Likeness::new(variables),
            words: 0,
            decisions: 0,
        }
    }

    /// Makes the roots hold. Says whether propagation finds no conflict.
    pub(crate) fn begin(&mut self) -> bool {
        let circuit = self.circuit;
        circuit.roots.iter().all(|&root| self.assign(root))
    }

    /// For each cell 1 if it is known to hold, -1 if it is known not to; the first one is not used.
    pub(crate) fn cells(&self) -> Vec<i8> {
        (0..=self.circuit.cells).map(|cell| self.values[2 * cell as usize]).collect()
    }

    /// The number of assignments, after [`Counter::begin`] has found no conflict.
    pub(crate) fn number(&mut self, stop: &dyn Fn() -> bool) -> Result<BigUint, Stopped> {
        let all: Key = (1..=self.circuit.variables()).map(|variable| 2 * variable).collect();
        let (product, rest) = self.split(&all);
        let start = self.trail.len();
        let key = Box::default();
        let (of_alike, sum) = (None, BigUint::ZERO);
        let mut frames = vec![Frame { key, of_alike, start, turns: 2, sum, product, rest }];
        loop {
            let last = frames.len() - 1;
            let frame = &mut frames[last];
            if let Some(key) = frame.rest.pop() {
                if let Some(number) = self.known.get(&key) {
                    frame.multiply(number);
                    continue;
                }
                let of_alike = self.likeness.key(self.circuit, &self.values, &key);
                if let Some(number) = of_alike.as_ref().and_then(|key| self.alike.get(key)) {
                    frame.multiply(number);
                    self.likeness.found();
                    continue;
                }
                let (start, rest) = (self.trail.len(), Vec::new());
                let (sum, product) = (BigUint::ZERO, BigUint::ZERO);
                frames.push(Frame { key, of_alike, start, turns: 0, sum, product, rest });
                continue;
            }
            frame.sum += &frame.product;
            self.undo(frame.start);
            if frame.turns < 2 {
                self.decisions += 1;
                if self.decisions.is_multiple_of(256) && stop() {
                    return Err(Stopped);
                }
                let literal = frame.key[0] ^ frame.turns;
                frame.turns += 1;
                (frame.product, frame.rest) = match self.assign(literal) {
                    true => self.split(&frame.key),
                    false => (BigUint::ZERO, Vec::new()),
                };
                continue;
            }
            let Frame { key, of_alike, sum, .. } = frames.remove(last);
            let Some(frame) = frames.last_mut() else { return Ok(sum) };
            frame.multiply(&sum);
            self.remember(key, of_alike, sum);
        }
    }

    fn remember(&mut self, key: Key, of_alike: Option<Key>, number: BigUint) {
        let words = 16 + number.bits() as usize / 32;
        self.words += words + key.len();
        self.words += of_alike.as_ref().map_or(0, |key| words + key.len());
        if self.words > MOST_WORDS {
            self.known.clear();
            self.alike.clear();
            self.words = 0;
        }
        if let Some(key) = of_alike {
            self.alike.insert(key, number.clone());
        }
        self.known.insert(key, number);
    }

    fn parents(&self, literal: Code) -> std::ops::Range<usize> {
        self.starts[literal as usize]..self.starts[literal as usize + 1]
    }

    /// Makes a literal hold, with all that follows. Says whether this comes to no conflict.
    fn assign(&mut self, literal: Code) -> bool {
        match self.values[literal as usize] {
            0 => self.set(literal),
            value => return value > 0,
        }
        while self.head < self.trail.len() {
            let literal = self.trail[self.head];
            self.head += 1;
            if !self.propagate(literal) {
                return false;
            }
        }
        true
    }

    fn set(&mut self, literal: Code) {
        self.values[literal as usize] = 1;
        self.values[literal as usize ^ 1] = -1;
        self.trail.push(literal);
    }

    /// What follows at once from a literal. All is counted even where there is a conflict, so that it can be undone.
    fn propagate(&mut self, literal: Code) -> bool {
        let mut holds = true;
        for at in self.parents(literal) {
            let parent = self.parents[at];
            self.open[parent as usize] -= 1;
            holds &= self.look(parent);
        }
        for at in self.parents(literal ^ 1) {
            let parent = self.parents[at];
            self.open[parent as usize] -= 1;
            self.wrong[parent as usize] += 1;
            holds &= self.look(parent);
        }
        let circuit = self.circuit;
        if literal & 1 == 0 {
            for &input in circuit.inputs(literal >> 1) {
                match self.values[input as usize] {
                    0 => self.set(input),
                    value => holds &= value > 0,
                }
            }
        } else if literal >> 1 > circuit.cells {
            holds &= self.look(literal >> 1);
        }
        holds
    }

    /// What follows for a conjunction, and from it, by how many of its literals are open and false.
    fn look(&mut self, variable: u32) -> bool {
        let (open, is_wrong) = (self.open[variable as usize], self.wrong[variable as usize] > 0);
        match self.values[2 * variable as usize] {
            0 if is_wrong => self.set(2 * variable + 1),
            0 if open == 0 => self.set(2 * variable),
            -1 if !is_wrong && open == 0 => return false,
            -1 if !is_wrong && open == 1 => {
                let inputs = self.circuit.inputs(variable).iter();
                // It may have a value that is yet to be propagated.
                let last = inputs.copied().find(|&input| self.values[input as usize] == 0);
                last.into_iter().for_each(|input| self.set(input ^ 1));
            }
            1 if is_wrong => return false,
            _ => {}
        }
        true
    }

    /// Takes back all since the trail had this length.
    fn undo(&mut self, length: usize) {
        while self.trail.len() > length {
            let literal = self.trail.pop().unwrap_or_default();
            self.values[literal as usize] = 0;
            self.values[literal as usize ^ 1] = 0;
            if self.trail.len() >= self.head {
                continue;
            }
            for at in self.parents(literal) {
                self.open[self.parents[at] as usize] += 1;
            }
            for at in self.parents(literal ^ 1) {
                self.open[self.parents[at] as usize] += 1;
                self.wrong[self.parents[at] as usize] -= 1;
            }
        }
        self.head = self.head.min(length);
    }

    /// Takes what is left of a component apart. The number tells how many values those of its cells may have that no
    /// constraint speaks of.
    fn split(&mut self, key: &[u32]) -> (BigUint, Vec<Key>) {
        self.round += 1;
        let mut joined: Vec<u32> = Vec::new();
        for &entry in key {
            let variable = entry >> 1;
            if variable > self.circuit.cells && self.is_constraint(variable) {
                self.gather(variable, &mut joined);
            }
        }
        let mut components: Vec<Vec<u32>> = vec![Vec::new(); joined.len()];
        let mut free = 0usize;
        for &entry in key {
            let variable = entry >> 1;
            let is_open = self.values[2 * variable as usize] == 0;
            if self.rounds[variable as usize] == self.round {
                let of = root(&mut joined, self.component[variable as usize]);
                components[of as usize].push(2 * variable + u32::from(!is_open));
            } else if is_open && variable <= self.circuit.cells {
                free += 1;
            }
        }
        components.retain(|component| !component.is_empty());
        // The last ones come first, and small ones are soon seen to have none.
        components.sort_by_key(|component| std::cmp::Reverse(component.len()));
        let components = components.into_iter().map(Vec::into_boxed_slice).collect();
        (BigUint::from(1u8) << free, components)
    }

    fn is_constraint(&self, variable: u32) -> bool {
        self.values[2 * variable as usize] < 0 && self.wrong[variable as usize] == 0
    }

    /// Finds all that matters to a constraint. What mattered to others is joined with it.
    fn gather(&mut self, constraint: u32, joined: &mut Vec<u32>) {
        let own = joined.len() as u32;
        joined.push(own);
        let mut next = vec![constraint];
        self.rounds[constraint as usize] = self.round;
        self.component[constraint as usize] = own;
        let circuit = self.circuit;
        while let Some(variable) = next.pop() {
            for &input in circuit.inputs(variable) {
                let at = (input >> 1) as usize;
                if self.values[input as usize] != 0 {
                    continue;
                }
                if self.rounds[at] == self.round {
                    let (one, other) = (root(joined, own), root(joined, self.component[at]));
                    joined[one.max(other) as usize] = one.min(other);
                } else {
                    self.rounds[at] = self.round;
                    self.component[at] = own;
                    next.push(input >> 1);
                }
            }
        }
    }
}

impl Frame {
    fn multiply(&mut self, number: &BigUint) {
        self.product *= number;
        if self.product == BigUint::ZERO {
            self.rest.clear();
        }
    }
}

/// The least number of a component among those that were joined.
fn root(joined: &mut [u32], mut number: u32) -> u32 {
    while joined[number as usize] != number {
        let before = joined[number as usize];
        joined[number as usize] = joined[before as usize];
        number = before;
    }
    number
}
