//! Cells that an instance leaves free: whatever they are, it stays an instance.
//!
//! *Problem.* A fact such as "no circle" concerns a field, and still leaves it more values than any search lists.
//! Which numbers are certain, without a list? *Choice.* Take one instance, and let one cell after the other be unknown.
//! If the circuit, computed with three values, still says true, each choice of the unknown cells is an instance: k of
//! them are 2^k labelled instances. Of forty nodes without a circle the order in which they stand is one choice. All
//! edges along it are free. *Rejected.* To count smaller scopes and go on from there, or to estimate: both can be
//! wrong, and a false alarm is worse than none.
//!
//! Source: three-valued simulation of circuits (Jephson, McQuarrie, Vogelsberg, IBM Systems Journal 1969). An
//! assignment that is made as partial as the formula lets it is an implicant of it.

use korrel_lang::instance::Relation;
use korrel_lang::model::Sig;
use korrel_sat::{Cnf, Effort};

use crate::circuit::{BYTES, Bit, Circuit, Gate};
use crate::draft::{Cause, Contents, Draft};
use crate::failure::TranslationFailure;
use crate::question::Question;
use crate::symmetry::Symmetry;

/// A circuit of all instances of the greatest sizes, labelled, and its clauses.
///
/// Invariant: the first variables of the clauses are the inputs of the circuit, in order.
pub struct FreeCells {
    pub cnf: Cnf,
    circuit: Circuit,
    roots: Vec<Bit>,
    /// The inputs that are cells of fields and parameters.
    cells: Vec<usize>,
}

/// The circuit of a question, of no more than so many gates and wires, or `None` where an instance has witnesses beside
/// its cells.
///
/// # Errors
/// As [`translate`](crate::translate).
pub fn free_cells(
    question: &Question<'_>,
    symmetry: &Symmetry,
    most: u64,
    effort: &Effort,
) -> Result<Option<FreeCells>, TranslationFailure> {
    let effort = &effort.in_less_memory(most.saturating_mul(BYTES));
    let mut draft = Draft::new(question, symmetry, effort);
    let contents = Contents { break_symmetry: false, patterns: false, ..Contents::default() };
    draft.assert_frame(contents);
    let formulas = draft.assert_formulas(contents, Vec::new())?;
    if !formulas.skolems.is_empty() || !formulas.is_whole || !draft.inputs.witnesses.is_empty() {
        return Ok(None);
    }
    let objects = question.model.top_level().filter(|sig| *sig > Sig::STRING);
    let greatest: Vec<Bit> = objects.flat_map(|sig| draft.inputs.members(sig)).collect();
    draft.add_roots(Cause::Claim, greatest);
    let encoding = draft.clauses()?;
    draft.check_size()?;
    let cells = draft.inputs.cells.iter().enumerate();
    let cells = cells.filter(|(_, cell)| !matches!(cell.relation, Relation::Sig(_)));
    let cells = cells.map(|(input, _)| input).collect();
    let roots = draft.root_bits();
    Ok(Some(FreeCells { cnf: encoding.cnf, circuit: draft.circuit, roots, cells }))
}

impl FreeCells {
    /// Gates and wires.
    pub fn size(&self) -> u64 {
        self.circuit.size() as u64
    }

    /// How many cells of an instance are free together. No more than `enough` are looked for. `values`: by input.
    /// Computes at most `left` gates and wires, and then makes do with what is known. `left` becomes what is left of
    /// them.
    pub fn of(&self, values: &[bool], enough: usize, left: &mut u64) -> usize {
        let mut inputs: Vec<Option<bool>> = values.iter().map(|value| Some(*value)).collect();
        let mut free = 0;
        // Halves of what did not go as a whole. What lies first is tried first.
        let all = 0..self.cells.len();
        let mut parts = vec![all];
        while let Some(part) = parts.pop() {
            if part.is_empty() || free >= enough || *left < self.size() {
                continue;
            }
            *left -= self.size();
            let cells = &self.cells[part.clone()];
            cells.iter().for_each(|input| inputs[*input] = None);
            if self.holds(&inputs) {
                free += cells.len();
                continue;
            }
            cells.iter().for_each(|input| inputs[*input] = Some(values[*input]));
            if part.len() > 1 {
                let middle = part.start + part.len() / 2;
                parts.extend([middle..part.end, part.start..middle]);
            }
        }
        free
    }

    /// True if all roots are true, whatever the inputs without a value are.
    fn holds(&self, inputs: &[Option<bool>]) -> bool {
        let mut values: Vec<Option<bool>> = Vec::with_capacity(self.circuit.len());
        let of = |values: &[Option<bool>], bit: Bit| {
            values[bit.gate()].map(|value| value != bit.is_negated())
        };
        for gate in 0..self.circuit.len() {
            values.push(match self.circuit.gate(gate) {
                Gate::True => Some(true),
                Gate::Input(number) => inputs.get(number).copied().flatten(),
                Gate::And(children) => {
                    let mut all = Some(true);
                    for child in children {
                        match of(&values, *child) {
                            Some(true) => {}
                            Some(false) => {
                                all = Some(false);
                                break;
                            }
                            None => all = None,
                        }
                    }
                    all
                }
            });
        }
        self.roots.iter().all(|root| of(&values, *root) == Some(true))
    }
}

#[cfg(test)]
mod tests {
    use korrel_lang::spec::Spec;
    use korrel_sat::{Cdcl, Solver, Var};

    use super::*;
    use crate::Overflow;

    /// The number of cells of a command that an instance leaves free.
    fn free(text: &str) -> usize {
        let spec = Spec::read("spec.als", text.to_owned(), false, &mut |_| Ok(None));
        let spec = spec.unwrap_or_else(|mistakes| panic!("{mistakes:?}"));
        let (command, effort) = (&spec.model.commands[0], Effort::default());
        let question = Question::new(&spec.model, command, Overflow::Forbid, &effort);
        let question = question.unwrap_or_else(|why| panic!("{why:?}"));
        let symmetry = Symmetry::new(&question, false, Vec::new(), &effort).expect("it is small");
        let cells = free_cells(&question, &symmetry, u64::MAX, &effort);
        let cells = cells.expect("it is small").expect("it has no other witnesses");
        let mut search = Cdcl::with_clauses(&cells.cnf, effort);
        assert_eq!(search.solve(&[]), korrel_sat::Answer::Satisfiable);
        let value = |input| search.value(Var::new(input)).expect("it is satisfiable");
        let values: Vec<bool> = (0..cells.cnf.primary() as u32).map(value).collect();
        let mut steps = u64::MAX;
        cells.of(&values, usize::MAX, &mut steps)
    }

    /// If this failed, a search that ends would be called endless: no more than all instances can be free, and of some
    /// facts it is known how many are.
    #[test]
    fn no_more_is_free_than_there_is() {
        let on = |fact: &str| {
            free(&format!("sig N {{ e: set N }} fact {{ {fact} }} run {{}} for exactly 4 N"))
        };
        assert_eq!(on("all n: N | n not in n.e"), 12, "all but the loops");
        assert_eq!(on("e = ~e"), 4, "the loops alone");
        assert_eq!(on("no e"), 0);
        assert_eq!(on("all n: N | one n.e"), 0);
        // 543 labelled graphs of four nodes have no circle (OEIS A003024): 2^9 at most; along one order there are 2^6.
        let acyclic = on("no iden & ^e");
        assert!((4..=6).contains(&acyclic), "{acyclic}");
    }
}
