//! From gates to clauses.
//!
//! The problem: an equisatisfiable CNF that an enumerator likes. The choice: an assertion is taken
//! apart first (a conjunction into its conjuncts, a disjunction into one clause), and only what is
//! left inside gets auxiliary variables, each defined in the direction that its uses need (Plaisted,
//! Greenbaum 1986). The enumerator still decides on primary variables alone. Under a full assignment
//! to them propagation makes every gate false that is needed and is false, so whatever it takes for a
//! model is a model. Defining both directions (Tseitin 1968) tells more under partial assignments, but
//! that never paid: heap arrays of 8 took 1.7 times as long, search trees of 10 1.3 times, and nothing
//! was faster. It is there for bits that are asked for by themselves, whose value must follow from the
//! inputs. A gate that is used once, inside a gate of its own kind, is written out there. If-then-else
//! and equivalence become their four clauses rather than three gates. What a table selects becomes two
//! clauses for each value rather than as many gates. Rejected: cut-based mapping (Eén, Mishchenko,
//! Sörensson 2007), which wins on arithmetic, and specs hold little of that.

mod assertion;
mod definition;
mod plain;
mod uses;

use korrel_sat::{Cnf, Lit, Var};

use crate::circuit::{Bit, Circuit, Gate};
use assertion::asserted;
use definition::Definition;
use uses::Uses;

pub use plain::PlainFormula;

/// The directions of an auxiliary variable's definition that are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Definitions {
    /// Both: the inputs determine every auxiliary variable.
    Full,
    /// The directions that its uses need (Plaisted, Greenbaum).
    OneSided,
}

/// Clauses that hold when the roots do, and the literal of every gate in them.
///
/// Invariant: input i is variable i for i below the number of primaries.
#[derive(Clone, Debug)]
pub struct Encoding {
    pub cnf: Cnf,
    primaries: usize,
    /// The variable of each gate that has one.
    variables: Vec<Option<Var>>,
    /// The sides of each gate's definition that are written.
    written: Vec<Sides>,
    uses: Uses,
}

/// Directions of a definition, as a set: clauses that follow from the gate, clauses that follow
/// from its negation.
type Sides = u8;
const FORWARD: Sides = 1;
const BACKWARD: Sides = 2;
const BOTH: Sides = FORWARD | BACKWARD;

/// Clauses for the conjunction of the roots. The first `primaries` inputs become the first
/// variables, whether they occur or not. Other inputs become auxiliary variables where they occur.
/// If the circuit is given up, before or meanwhile, some of the clauses may be missing.
pub fn to_cnf(
    circuit: &Circuit,
    roots: &[Bit],
    primaries: usize,
    definitions: Definitions,
) -> Encoding {
    let primary = u32::try_from(primaries).expect("fewer than 2^32 primary variables");
    let mut encoding = Encoding {
        cnf: Cnf::with_primary(primary),
        primaries,
        variables: Vec::new(),
        written: Vec::new(),
        uses: Uses::under(circuit, roots),
    };
    let clauses = asserted(circuit, roots, &encoding.uses);
    if circuit.given_up().is_some() {
        return encoding;
    }
    encoding.define(circuit, clauses.bits(), definitions);
    if circuit.given_up().is_none() {
        encoding.add_clauses(&clauses);
    }
    encoding.cnf.shrink_to_fit();
    encoding
}

impl Encoding {
    /// The literal of a bit, whose definition is added, in both directions, if it is not there. The
    /// circuit must be the one encoded. It may have grown.
    pub fn lit(&mut self, circuit: &Circuit, bit: Bit) -> Lit {
        self.define(circuit, &[bit], Definitions::Full);
        self.literal(bit)
    }

    /// The variable of a bit's gate, if the clauses mention it.
    pub fn variable(&self, bit: Bit) -> Option<Var> {
        self.variables.get(bit.gate()).copied().flatten()
    }

    /// Gives a variable and clauses to everything that these bits need.
    fn define(&mut self, circuit: &Circuit, bits: &[Bit], definitions: Definitions) {
        self.variables.resize(circuit.len(), None);
        self.written.resize(circuit.len(), 0);
        self.uses.grow(circuit);
        let mut definition = Definition::default();
        let missing = self.missing(circuit, bits, definitions, &mut definition);
        for (gate, _) in &missing {
            self.give_variable(circuit, *gate);
        }
        let mut clauses = ClauseList::default();
        for (gate, sides) in missing {
            if circuit.given_up().is_some() {
                // The clauses of this circuit are worthless by now.
                return;
            }
            match circuit.gate(gate) {
                Gate::True => {
                    let truth = self.literal(Bit::TRUE);
                    self.cnf.add_clause([truth]);
                }
                Gate::Input(_) => {}
                Gate::And(_) => {
                    definition.read(circuit, gate, &self.uses);
                    clauses.clear();
                    write(&definition, gate, sides, &mut clauses);
                    self.add_clauses(&clauses);
                }
            }
        }
    }

    /// The gates that these bits need, in order, each with the sides that are not yet written. They
    /// count as written from here on.
    fn missing(
        &mut self,
        circuit: &Circuit,
        bits: &[Bit],
        definitions: Definitions,
        definition: &mut Definition,
    ) -> Vec<(usize, Sides)> {
        let mut added: Vec<(usize, Sides)> = Vec::new();
        let mut stack: Vec<Bit> = bits.to_vec();
        while let Some(bit) = stack.pop() {
            let gate = bit.gate();
            let asked = match definitions {
                Definitions::Full => BOTH,
                Definitions::OneSided if bit.is_negated() => BACKWARD,
                Definitions::OneSided => FORWARD,
            };
            let new = asked & !self.written[gate];
            if new == 0 {
                continue;
            }
            self.written[gate] |= new;
            added.push((gate, new));
            if circuit.given_up().is_some() {
                break;
            }
            if circuit.conjuncts(gate).is_some() {
                definition.read(circuit, gate, &self.uses);
                for (side, negated) in [(FORWARD, false), (BACKWARD, true)] {
                    if new & side != 0 {
                        definition.needs(negated, &mut stack);
                    }
                }
            }
        }
        added.sort_unstable();
        added.dedup_by(|later, first| {
            let same = later.0 == first.0;
            first.1 |= if same { later.1 } else { 0 };
            same
        });
        added
    }

    fn give_variable(&mut self, circuit: &Circuit, gate: usize) {
        if self.variables[gate].is_some() {
            return;
        }
        let variable = match circuit.gate(gate) {
            Gate::Input(number) if number < self.primaries => Var::new(number as u32),
            _ => self.cnf.fresh(),
        };
        self.variables[gate] = Some(variable);
    }

    fn add_clauses(&mut self, clauses: &ClauseList) {
        let variables = &self.variables;
        for clause in clauses.iter() {
            self.cnf.add_clause(clause.iter().map(|&bit| literal(variables, bit)));
        }
    }

    fn literal(&self, bit: Bit) -> Lit {
        literal(&self.variables, bit)
    }
}

/// Writes these sides of a gate's definition.
fn write(definition: &Definition, gate: usize, sides: Sides, clauses: &mut ClauseList) {
    let bit = Bit::of_gate(gate, false);
    if sides & FORWARD != 0 {
        definition.forward(bit, clauses);
    }
    if sides & BACKWARD != 0 {
        definition.backward(bit, clauses);
    }
}

fn literal(variables: &[Option<Var>], bit: Bit) -> Lit {
    let variable = variables[bit.gate()].expect("needed gates were given variables");
    variable.lit(!bit.is_negated())
}

// Clauses over bits, one after another in one array: they are made and taken apart by the million.

/// A list of clauses, or a stack of them.
#[derive(Default)]
pub(super) struct ClauseList {
    bits: Vec<Bit>,
    /// The end of each clause. The next clause begins there.
    ends: Vec<usize>,
}

impl ClauseList {
    pub fn push(&mut self, clause: impl IntoIterator<Item = Bit>) {
        self.bits.extend(clause);
        self.ends.push(self.bits.len());
    }

    /// Moves the last clause into `clause`. Returns false if there is none.
    pub fn pop_into(&mut self, clause: &mut Vec<Bit>) -> bool {
        if self.ends.pop().is_none() {
            return false;
        }
        clause.clear();
        clause.extend(self.bits.drain(self.ends.last().copied().unwrap_or(0)..));
        true
    }

    pub fn clear(&mut self) {
        self.bits.clear();
        self.ends.clear();
    }

    pub fn iter(&self) -> impl DoubleEndedIterator<Item = &[Bit]> {
        (0..self.ends.len()).map(|number| {
            let start = if number == 0 { 0 } else { self.ends[number - 1] };
            &self.bits[start..self.ends[number]]
        })
    }

    /// The bits of all clauses.
    pub fn bits(&self) -> &[Bit] {
        &self.bits
    }
}

#[cfg(test)]
mod tests;
