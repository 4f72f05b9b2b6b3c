//! The whole way: a question becomes clauses, with everything needed to read models back.

use std::sync::Arc;

use rustc_hash::{FxHashMap, FxHashSet};

use korrel_lang::instance::{Instance, Relation};
use korrel_lang::model::Model;
use korrel_sat::{Cnf, Effort, Lit, Projection, Var};

use crate::bounds::{Bounds, Cell};
use crate::circuit::{Bit, Circuit};
use crate::clauses::PlainFormula;
use crate::draft::breaking::tree::known_reaches;
use crate::draft::population::total_sizes;
use crate::draft::{Contents, Draft, Formulas, Root};
use crate::failure::TranslationFailure;
use crate::question::Question;
use crate::symmetry::Symmetry;

/// Clauses, and how to read their models.
#[derive(Clone, Debug)]
pub struct Translation {
    pub cnf: Cnf,
    /// The projection to list: the total size first, smallest first, and then the primary variables.
    pub projection: Projection,
    /// The cell of each primary variable: `cells[i]` belongs to variable i.
    pub cells: Vec<Cell>,
    /// The bounds within which it was encoded: the command's first ones or tighter.
    pub bounds: Bounds,
    /// The circuit from which the clauses were made.
    pub circuit: Circuit,
    /// The bits of the circuit that an instance makes true.
    pub roots: Vec<Root>,
    /// Nothing was left out, as it is with less [`Detail`](crate::Detail): every model is an instance.
    pub is_whole: bool,
    /// The lower bound of every relation, from which an instance starts.
    least: Instance,
    /// The parameters' cells, where they are witnesses only. Skolemised variables are not read.
    witnesses: Vec<(Cell, Var)>,
}

/// Translates a question. `symmetry` is that of its first bounds.
///
/// # Errors
/// A construct that can be neither grounded nor Skolemised, too many gates, or a stop.
pub fn translate(
    question: &Question<'_>,
    symmetry: &Symmetry,
    contents: Contents,
    effort: &Effort,
) -> Result<Translation, TranslationFailure> {
    let mut draft = Draft::new(question, symmetry, effort);
    draft.assert_frame(contents);
    let reaches = if contents.break_symmetry {
        known_reaches(symmetry, &draft.inputs, &mut draft.circuit)
    } else {
        Vec::new()
    };
    let Formulas { skolems, is_whole } = draft.assert_formulas(contents, reaches)?;
    let mut encoding = draft.clauses()?;
    let totals = totals(&mut draft, contents)?;
    let totals = totals.into_iter().map(|total| encoding.lit(&draft.circuit, total)).collect();
    draft.check_size()?;
    let order = decisions(&draft, totals);
    let mut witnesses = Vec::new();
    for (cell, bit) in std::mem::take(&mut draft.inputs.witnesses) {
        witnesses.push((cell, encoding.lit(&draft.circuit, bit).var()));
    }
    draft.check_size()?;
    // A bit in no clause needs no decision.
    let skolems = skolems.into_iter().filter_map(|bit| encoding.variable(bit));
    let parameters = witnesses.iter().map(|(_, var)| *var);
    let projection = Projection { order, witnesses: parameters.chain(skolems).collect() };
    Ok(Translation {
        cnf: encoding.cnf,
        projection,
        cells: draft.inputs.cells,
        circuit: draft.circuit,
        roots: draft.roots,
        is_whole,
        least: least(question.model, &question.bounds),
        bounds: question.bounds.clone(),
        witnesses,
    })
}

/// A translation that others can read.
#[derive(Clone, Debug)]
pub struct PlainTranslation {
    /// Without a circuit. Its clauses are those of the formula.
    pub translation: Translation,
    pub formula: PlainFormula,
    /// Something beside the cells is chosen, too: a formula over the cells alone does not say it.
    pub has_choices: bool,
}

/// Translates a question without a word on symmetry, each gate by itself.
///
/// # Errors
/// As [`translate`].
pub fn translate_plainly(
    question: &Question<'_>,
    symmetry: &Symmetry,
    effort: &Effort,
) -> Result<PlainTranslation, TranslationFailure> {
    let contents = Contents { break_symmetry: false, patterns: false, ..Contents::default() };
    let mut draft = Draft::new(question, symmetry, effort);
    draft.assert_frame(contents);
    let Formulas { is_whole, .. } = draft.assert_formulas(contents, Vec::new())?;
    let totals = totals(&mut draft, contents)?;
    let formula = PlainFormula::new(&draft.circuit, &draft.root_bits(), &totals);
    let order = decisions(&draft, totals.into_iter().map(|total| formula.lit(total)).collect());
    let translation = Translation {
        cnf: formula.cnf.clone(),
        projection: Projection { order, witnesses: Vec::new() },
        cells: draft.inputs.cells,
        circuit: Circuit::new(),
        roots: Vec::new(),
        is_whole,
        least: least(question.model, &question.bounds),
        bounds: question.bounds.clone(),
        witnesses: Vec::new(),
    };
    let has_choices = formula.inputs > translation.cells.len();
    Ok(PlainTranslation { translation, formula, has_choices })
}

/// "The total size is at most s" for each s, if it is asked for.
fn totals(draft: &mut Draft<'_>, contents: Contents) -> Result<Vec<Bit>, TranslationFailure> {
    let totals = match contents.totals {
        true => total_sizes(draft.question.model, &draft.inputs, &mut draft.circuit),
        false => Vec::new(),
    };
    draft.check_size()?;
    Ok(totals)
}

/// The length and the loop of a trace, the total size, smallest first, and then the cells.
fn decisions(draft: &Draft<'_>, totals: Vec<Lit>) -> Vec<Lit> {
    let shape = draft.question.traces.into_iter().flat_map(|traces| traces.unrolled.shape());
    let shape: FxHashSet<Relation> = shape.collect();
    let primaries = (0..draft.inputs.cells.len()).map(|var| Var::new(var as u32));
    let cells = &draft.inputs.cells;
    let first = |var: Var| var.lit(draft.symmetry.starts_with(cells[var.index()].relation));
    let is_shape = |var: &Var| shape.contains(&cells[var.index()].relation);
    let mut order: Vec<Lit> = primaries.clone().filter(is_shape).map(first).collect();
    order.extend(totals);
    // A size that a primary variable says by itself is decided smallest first, and only once.
    let leading: FxHashSet<Var> = order.iter().map(|lit| lit.var()).collect();
    order.extend(primaries.filter(|var| !leading.contains(var)).map(first));
    order
}

impl Translation {
    /// The same with an empty circuit, which a search does not read.
    pub fn without_circuit(self) -> Translation {
        Translation { circuit: Circuit::new(), roots: Vec::new(), ..self }
    }

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

    /// True if an instance also has values that no primary variable gives.
    pub fn has_witnesses(&self) -> bool {
        !self.witnesses.is_empty()
    }

    /// The literal of each primary cell.
    pub fn literals(&self) -> FxHashMap<&Cell, Lit> {
        let literal = |(at, cell)| (cell, Var::new(at as u32).positive());
        self.cells.iter().enumerate().map(literal).collect()
    }
}

/// Each relation at its lower bound.
fn least(model: &Model, bounds: &Bounds) -> Instance {
    let mut instance = Instance::empty(model, Arc::clone(bounds.universe()));
    for (variable, bound) in bounds.parameters() {
        instance.relations.declare(*variable, bound.lower.clone());
    }
    for relation in bounds.relations() {
        *instance.get_mut(relation) = bounds.get(relation).lower.clone();
    }
    instance.close_universe(model);
    instance
}
