//! The whole way: a command and its bounds become clauses, with what is needed to read models back.

use std::sync::Arc;

use rustc_hash::{FxHashMap, FxHashSet};

use korrel_lang::instance::Instance;
use korrel_lang::model::{Command, Model};
use korrel_lang::tuples::TupleSet;
use korrel_sat::{Cnf, Effort, Lit, Projection, Var};

use crate::bounds::Bounds;
use crate::bounds::Cell;
use crate::circuit::{Bit, Circuit};
use crate::clauses::{Definitions, to_cnf};
use crate::draft::asserted::{Options, Said, frame, said};
use crate::draft::breaking::tree::known_reaches;
use crate::draft::inputs::Inputs;
use crate::draft::population::total_sizes;
use crate::draft::untranslated::{Untranslated, check_size, explained};
use crate::scope::Scopes;
use crate::symmetry::Symmetry;

/// Clauses, and how to read their models.
#[derive(Clone, Debug)]
pub struct Translation {
    pub cnf: Cnf,
    /// What to list: the total size first, smallest first; then the primary variables.
    pub projection: Projection,
    /// The cell of each primary variable: `cells[i]` belongs to variable i.
    pub cells: Vec<Cell>,
    /// The bounds within which it was encoded: the command's first ones or tighter.
    pub bounds: Bounds,
    /// What the clauses were made from.
    pub circuit: Circuit,
    /// The bits of the circuit that an instance makes true.
    pub roots: Vec<Bit>,
    /// Nothing was left out, as it is in smaller [`Part`]s: every model is an instance.
    pub is_whole: bool,
    /// Every relation as its lower bound says: what an instance starts from.
    least: Instance,
    /// The parameters' cells, where they are witnesses only. Skolemised variables are not read.
    witnesses: Vec<(Cell, Var)>,
}

/// Translates a command. `bounds` are those that the symmetry is of, or tighter ones.
///
/// # Errors
/// A construct that can be neither grounded nor Skolemised; too many gates; a stop.
pub fn translate(
    model: &Model,
    command: &Command,
    scopes: &Scopes,
    bounds: &Bounds,
    symmetry: &Symmetry,
    options: Options,
    effort: &Effort,
) -> Result<Translation, Untranslated> {
    let mut circuit = Circuit::within(effort);
    let inputs = Inputs::new(bounds, symmetry, &mut circuit);
    let mut roots = frame(model, scopes, symmetry, options, &inputs, &mut circuit);
    let reaches = if options.break_symmetry {
        known_reaches(symmetry, &inputs, &mut circuit)
    } else {
        Vec::new()
    };
    let Said { roots: said, skolems, is_whole } =
        said(model, command, symmetry, options, &inputs, reaches, &mut circuit)
            .map_err(|error| explained(error, &circuit, model, scopes))?;
    roots.extend(said);

    // One side of each definition is enough: under a full assignment to the primaries, propagation
    // alone makes every gate false that is needed and is false, so a model is never taken for one.
    let mut encoding = to_cnf(&circuit, &roots, inputs.cells.len(), Definitions::OneSided);
    let totals = total_sizes(model, &inputs, &mut circuit);
    check_size(&circuit, model, command, scopes)?;
    let mut order = Vec::new();
    for total in totals {
        order.push(encoding.lit(&circuit, total));
    }
    // A size that a primary variable says by itself is decided smallest first, and only once.
    let leading: FxHashSet<Var> = order.iter().map(|lit: &Lit| lit.var()).collect();
    let primaries = (0..inputs.cells.len()).map(|var| Var::new(var as u32));
    order.extend(primaries.filter(|var| !leading.contains(var)).map(Var::positive));
    let mut witnesses = Vec::new();
    for (cell, bit) in inputs.witnesses {
        witnesses.push((cell, encoding.lit(&circuit, bit).var()));
    }
    // What no clause speaks of needs no decision.
    let skolems = skolems.into_iter().filter_map(|bit| encoding.variable(bit));
    let parameters = witnesses.iter().map(|(_, var)| *var);
    check_size(&circuit, model, command, scopes)?;
    let projection = Projection { order, witnesses: parameters.chain(skolems).collect() };
    Ok(Translation {
        cnf: encoding.cnf,
        projection,
        cells: inputs.cells,
        circuit,
        roots,
        is_whole,
        least: least(model, bounds),
        bounds: bounds.clone(),
        witnesses,
    })
}

impl Translation {
    /// The instance of a model.
    pub fn decode(&self, model: &Model, value: impl Fn(Var) -> bool) -> Instance {
        let mut instance = self.least.clone();
        let primary = self.cells.iter().enumerate().map(|(at, cell)| (cell, Var::new(at as u32)));
        let witnesses = self.witnesses.iter().map(|(cell, var)| (cell, *var));
        for (cell, var) in primary.chain(witnesses) {
            if value(var) {
                instance.get_mut(cell.relation).insert(&cell.tuple);
            }
        }
        instance.close_universe(model);
        instance
    }

    /// Of each primary cell, its literal.
    pub fn literals(&self) -> FxHashMap<&Cell, Lit> {
        let literal = |(at, cell)| (cell, Var::new(at as u32).positive());
        self.cells.iter().enumerate().map(literal).collect()
    }
}

/// Each relation at its lower bound.
fn least(model: &Model, bounds: &Bounds) -> Instance {
    let mut instance = Instance::empty(model, Arc::clone(&bounds.universe));
    for (variable, bound) in &bounds.parameters {
        let empty = TupleSet::empty(bound.upper.atoms(), bound.upper.arity());
        instance.variables.push((*variable, empty));
    }
    for relation in bounds.relations() {
        *instance.get_mut(relation) = bounds.get(relation).lower.clone();
    }
    instance.close_universe(model);
    instance
}
