//! The witnesses of a counterexample.
//!
//! The problem: an instance is shown together with the values for which the assertion fails. It
//! must be one choice of them, and the same one whichever engine, thread or shard found the
//! instance. The search that lists instances does not know them: it has grounded the first-order
//! quantifiers, and does not determine for which of a disjunction's alternatives its other
//! witnesses are. The choice: a second, small question. The goal alone is translated with its
//! outermost existential quantifiers Skolemised. Under the cells of an instance the first model in
//! the order below is the answer. An instance determines that model, so nothing else can show in
//! it.
//!
//! The order: quantifier after quantifier as they are read, first that it holds rather than not,
//! then the tuples of its variables, each rather in than not. If there are several alternatives, as
//! many as possible are therefore shown together, earlier ones first, and those that do not hold
//! are left out.
//!
//! Rejected: to try values with the evaluator, which is hopeless for relations. To Skolemise in the
//! search itself, which would decide what it now never has to.

use korrel_lang::instance::Instance;
use korrel_lang::model::VariableId;
use korrel_lang::tuples::TupleSet;
use korrel_sat::{Cnf, Effort, Lit, Projection, Var};
use rustc_hash::FxHashSet;

use crate::bounds::Cell;
use crate::circuit::{Bit, Circuit};
use crate::clauses::Encoding;
use crate::draft::{Cause, Draft};
use crate::encode::Outermost;
use crate::failure::TranslationFailure;
use crate::question::Question;
use crate::symmetry::Symmetry;

/// Clauses whose models are an instance's choices of witnesses.
#[derive(Clone, Debug)]
pub struct Witnessing {
    pub cnf: Cnf,
    /// First the cells, variable i being that of cell i.
    pub projection: Projection,
    cells: Vec<Cell>,
    quantifiers: Vec<Existential>,
}

/// An outermost existential quantifier.
#[derive(Clone, Debug)]
struct Existential {
    parent: Option<usize>,
    holds: Truth,
    values: Vec<VariableInputs>,
}

#[derive(Clone, Copy, Debug)]
enum Truth {
    Constant(bool),
    Lit(Lit),
}

/// The inputs of a variable: one for each tuple that it may hold, by index.
#[derive(Clone, Debug)]
struct VariableInputs {
    variable: VariableId,
    atoms: usize,
    arity: usize,
    tuples: Vec<(usize, Var)>,
}

/// The clauses for a question that shows witnesses.
///
/// # Errors
/// As [`translate`](crate::translate).
pub fn witnessing(
    question: &Question<'_>,
    symmetry: &Symmetry,
    effort: &Effort,
) -> Result<Witnessing, TranslationFailure> {
    let mut draft = Draft::new(question, symmetry, effort);
    let mut encoder = draft.encoder().showing_witnesses();
    let goal = encoder.formula(&question.command.goal);
    let skolems = encoder.into_skolems();
    let goal = goal.map_err(|unsupported| draft.refusal(unsupported))?;
    draft.add_roots(Cause::Goal, [goal]);
    let encoding = draft.clauses()?;
    let cells = 0..draft.inputs.cells.len();
    let order: Vec<Lit> = cells.map(|var| Var::new(var as u32).positive()).collect();
    let ordered = order.iter().map(|lit| lit.var()).collect();
    let mut builder = WitnessBuilder { circuit: &draft.circuit, encoding, order, ordered };
    let quantifiers = skolems.outermost.iter().map(|q| builder.quantifier(q)).collect();
    let WitnessBuilder { encoding, order, ordered, .. } = builder;
    // Deeper ones only have to exist.
    let deeper = skolems.inputs.iter().filter_map(|&bit| encoding.variable(bit));
    let witnesses = deeper.filter(|var| !ordered.contains(var)).collect();
    let projection = Projection { order, witnesses };
    draft.check_size()?;
    Ok(Witnessing { cnf: encoding.cnf, projection, cells: draft.inputs.cells, quantifiers })
}

struct WitnessBuilder<'a> {
    circuit: &'a Circuit,
    encoding: Encoding,
    order: Vec<Lit>,
    /// The variables of `order`.
    ordered: FxHashSet<Var>,
}

impl WitnessBuilder<'_> {
    fn quantifier(&mut self, quantifier: &Outermost) -> Existential {
        let holds = match quantifier.holds {
            Bit::TRUE => Truth::Constant(true),
            Bit::FALSE => Truth::Constant(false),
            bit => Truth::Lit(self.ordered(bit)),
        };
        let values = quantifier.values.iter().map(|(variable, matrix)| VariableInputs {
            variable: *variable,
            atoms: matrix.atoms(),
            arity: matrix.arity(),
            tuples: matrix.entries().map(|(at, bit)| (at, self.ordered(bit).var())).collect(),
        });
        Existential { parent: quantifier.parent, holds, values: values.collect() }
    }

    /// The literal of a bit, which comes next in the order unless it is there already.
    fn ordered(&mut self, bit: Bit) -> Lit {
        let lit = self.encoding.lit(self.circuit, bit);
        if self.ordered.insert(lit.var()) {
            self.order.push(lit);
        }
        lit
    }
}

impl Witnessing {
    /// The beginning of the order that fixes an instance.
    pub fn prefix(&self, instance: &Instance) -> Vec<Lit> {
        let holds = |cell: &Cell| instance.get(cell.relation).contains(&cell.tuple);
        let cells = self.cells.iter().enumerate();
        cells.map(|(at, cell)| Var::new(at as u32).lit(holds(cell))).collect()
    }

    /// The witnesses that a model chooses: each variable once, where its quantifier holds first.
    pub fn values(&self, value: impl Fn(Var) -> bool) -> Vec<(VariableId, TupleSet)> {
        let mut holds = Vec::with_capacity(self.quantifiers.len());
        let mut found: Vec<(VariableId, TupleSet)> = Vec::new();
        for quantifier in &self.quantifiers {
            let by_itself = match quantifier.holds {
                Truth::Constant(truth) => truth,
                Truth::Lit(lit) => value(lit.var()) == lit.is_positive(),
            };
            holds.push(by_itself && quantifier.parent.is_none_or(|parent| holds[parent]));
            if holds.last() == Some(&true) {
                let new = quantifier.values.iter().map(|of| (of.variable, of.tuples(&value)));
                found.extend(new);
            }
        }
        let mut seen = Vec::new();
        found.retain(|(variable, _)| {
            let is_new = !seen.contains(variable);
            seen.push(*variable);
            is_new
        });
        found
    }
}

impl VariableInputs {
    fn tuples(&self, value: &impl Fn(Var) -> bool) -> TupleSet {
        let mut set = TupleSet::empty(self.atoms, self.arity);
        for (index, _) in self.tuples.iter().filter(|(_, var)| value(*var)) {
            set.insert_index(*index);
        }
        set
    }
}
