//! The whole way: a command and its bounds become clauses, with what is needed to read models back.

use std::sync::Arc;

use rustc_hash::{FxHashMap, FxHashSet};

use korrel_lang::code;
use korrel_lang::diagnostic::Diagnostic;
use korrel_lang::instance::{Instance, Relation};
use korrel_lang::model::{Command, FieldId, Model, Sig, SigId};
use korrel_lang::tuples::TupleSet;
use korrel_lang::universe::{Atom, AtomId};
use korrel_sat::{Cnf, Lit, Projection, Var};

use crate::bounds::{Bound, Bounds};
use crate::cell::Cell;
use crate::circuit::{Bit, Circuit};
use crate::cnf::{Definitions, to_cnf};
use crate::discovery::discovery;
use crate::encode::{Encoder, Interpretation, Unsupported};
use crate::lex_leader::adjacent_transpositions;
use crate::matrix::Matrix;
use crate::reached::{unreached, unreached_through};
use crate::rooted::Rooted;
use crate::scope::Scopes;
use crate::symmetry::Symmetry;

/// What a translation is to hold.
#[derive(Clone, Copy, Debug)]
pub struct Options {
    /// Assert the static symmetry-breaking predicates: discovery, and adjacent transpositions.
    pub break_symmetry: bool,
    /// The latter may be left out, for tests: the canonicity test finds what they exclude, too.
    pub transpositions: bool,
}

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
    /// Every relation as its lower bound says: what an instance starts from.
    least: Instance,
    /// The parameters' cells, where they are witnesses only.
    witnesses: Vec<(Cell, Var)>,
}

/// Translates a command. `bounds` are those that the symmetry is of, or tighter ones.
///
/// # Errors
/// A construct that cannot be grounded, such as a quantifier over sets.
pub fn translate(
    model: &Model,
    command: &Command,
    scopes: &Scopes,
    bounds: &Bounds,
    symmetry: &Symmetry,
    options: Options,
) -> Result<Translation, Diagnostic> {
    let mut circuit = Circuit::new();
    let inputs = Inputs::new(bounds, symmetry, &mut circuit);
    let roots = spec_roots(model, command, scopes, symmetry, options, &inputs, &mut circuit)?;

    // One side of each definition is enough: under a full assignment to the primaries, propagation
    // alone makes every gate false that is needed and is false, so a model is never taken for one.
    let mut encoding = to_cnf(&circuit, &roots, inputs.cells.len(), Definitions::OneSided);
    let totals = total_sizes(model, &inputs, &mut circuit);
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
    let projection =
        Projection { order, witnesses: witnesses.iter().map(|(_, var)| *var).collect() };
    Ok(Translation {
        cnf: encoding.cnf,
        projection,
        cells: inputs.cells,
        circuit,
        roots,
        least: least(model, bounds),
        bounds: bounds.clone(),
        witnesses,
    })
}

/// The clauses that have a model if, and only if, some instance leaves an atom of a candidate class
/// unreached; or, with `through`, some instance leaves an atom unreached by these fields of the class.
/// `symmetry` may be any in which the class is not rooted.
///
/// # Errors
/// As [`translate`].
pub fn unreached_question(
    model: &Model,
    command: &Command,
    scopes: &Scopes,
    bounds: &Bounds,
    symmetry: &Symmetry,
    candidate: &Rooted,
    through: Option<&[FieldId]>,
) -> Result<Cnf, Diagnostic> {
    let mut circuit = Circuit::new();
    let inputs = Inputs::new(bounds, symmetry, &mut circuit);
    let options = Options { break_symmetry: true, transpositions: true };
    let mut roots = spec_roots(model, command, scopes, symmetry, options, &inputs, &mut circuit)?;
    let (bit, in_use) = (|cell: &Cell| inputs.cell(cell), |atom| inputs.in_use(atom));
    match through {
        None => roots.extend(unreached(candidate, &bit, &in_use, &mut circuit)),
        Some(fields) => {
            let atoms = bounds.universe.len();
            let question = unreached_through(candidate, fields, atoms, &bit, &in_use, &mut circuit);
            roots.push(question);
        }
    }
    Ok(to_cnf(&circuit, &roots, inputs.cells.len(), Definitions::OneSided).cnf)
}

/// Everything that an instance makes true: scope, symmetry, facts and the goal.
fn spec_roots(
    model: &Model,
    command: &Command,
    scopes: &Scopes,
    symmetry: &Symmetry,
    options: Options,
    inputs: &Inputs<'_>,
    circuit: &mut Circuit,
) -> Result<Vec<Bit>, Diagnostic> {
    let mut roots = population_roots(model, scopes, inputs, circuit);
    if options.break_symmetry {
        let (bit, in_use) = (|cell: &Cell| inputs.cell(cell), |atom| inputs.in_use(atom));
        if options.transpositions {
            roots.extend(adjacent_transpositions(symmetry, bit, circuit));
        }
        for rooted in &symmetry.rooted {
            roots.extend(discovery(rooted, &bit, &in_use, circuit));
        }
    }
    let interpretation = inputs.interpretation(model);
    let mut encoder = Encoder::new(model, interpretation, circuit);
    for fact in &model.facts {
        roots.push(encoder.formula(&fact.formula).map_err(untranslatable)?);
    }
    roots.push(encoder.formula(&command.goal).map_err(untranslatable)?);
    Ok(roots)
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

fn untranslatable(unsupported: Unsupported) -> Diagnostic {
    let message = format!("{} cannot be translated", unsupported.construct);
    if unsupported.is_higher_order() {
        return Diagnostic::error(code::HIGHER_ORDER, message)
            .at(unsupported.span, "it would have to run through sets or relations")
            .help(
                "quantify over single atoms, or make it a parameter of the predicate that is run",
            );
    }
    Diagnostic::error(code::TOO_LARGE, message)
        .at(unsupported.span, "too large within this scope")
        .help("a smaller scope, or a narrower expression")
}

/// The circuit's inputs: one for each cell that bounds leave open.
struct Inputs<'a> {
    bounds: &'a Bounds,
    /// The cell of each primary input.
    cells: Vec<Cell>,
    /// The parameters' cells, if they are no part of an instance.
    witnesses: Vec<(Cell, Bit)>,
    bits: FxHashMap<(Relation, usize), Bit>,
}

impl<'a> Inputs<'a> {
    /// The primary inputs first, in the one order.
    fn new(bounds: &'a Bounds, symmetry: &Symmetry, circuit: &mut Circuit) -> Inputs<'a> {
        let mut inputs =
            Inputs { bounds, cells: Vec::new(), witnesses: Vec::new(), bits: FxHashMap::default() };
        for cell in symmetry.order() {
            if inputs.open(cell, circuit).is_some() {
                inputs.cells.push(cell.clone());
            }
        }
        for (variable, bound) in &bounds.parameters {
            let relation = Relation::Variable(*variable);
            for tuple in bound.upper.tuples() {
                let cell = Cell { relation, tuple };
                if let Some(bit) = inputs.open(&cell, circuit) {
                    inputs.witnesses.push((cell, bit));
                }
            }
        }
        inputs
    }

    /// A new input for a cell that has none and needs one.
    fn open(&mut self, cell: &Cell, circuit: &mut Circuit) -> Option<Bit> {
        let bound = self.bounds.get(cell.relation);
        let index = bound.lower.index(&cell.tuple);
        let is_open = bound.upper.contains_index(index) && !bound.lower.contains_index(index);
        if !is_open || self.bits.contains_key(&(cell.relation, index)) {
            return None;
        }
        let bit = circuit.input();
        self.bits.insert((cell.relation, index), bit);
        Some(bit)
    }

    fn bit(&self, relation: Relation, tuple: &[AtomId]) -> Bit {
        let lower = &self.bounds.get(relation).lower;
        let index = lower.index(tuple);
        if lower.contains_index(index) {
            return Bit::TRUE;
        }
        self.bits.get(&(relation, index)).copied().unwrap_or(Bit::FALSE)
    }

    fn cell(&self, cell: &Cell) -> Bit {
        self.bit(cell.relation, &cell.tuple)
    }

    /// Whether an object is in use: its top-level sig says so.
    fn in_use(&self, atom: AtomId) -> Bit {
        match self.bounds.universe.atom(atom) {
            Atom::Object { sig, .. } => self.bit(Relation::Sig(*sig), &[atom]),
            Atom::Integer(_) | Atom::String(_) => Bit::TRUE,
        }
    }

    fn matrix(&self, relation: Relation, bound: &Bound) -> Matrix {
        let upper = &bound.upper;
        let entries = upper
            .indices()
            .map(|index| (index, self.bit(relation, &upper.tuple(index))))
            .collect::<Vec<_>>();
        Matrix::from_entries(upper.atoms(), upper.arity(), entries)
    }

    fn interpretation(&self, model: &Model) -> Interpretation {
        let bounds = self.bounds;
        let sigs = model.sigs.ids().map(|sig| match sig {
            Sig::UNIVERSE => self.atoms_in_use(model),
            sig => self.matrix(Relation::Sig(sig), &bounds.sigs[sig.0 as usize]),
        });
        let fields = model
            .fields
            .ids()
            .map(|field| self.matrix(Relation::Field(field), &bounds.fields[field.0 as usize]));
        let variables = bounds.parameters.iter().map(|(variable, bound)| {
            (*variable, self.matrix(Relation::Variable(*variable), bound))
        });
        Interpretation {
            universe: Arc::clone(&bounds.universe),
            sigs: sigs.collect(),
            fields: fields.collect(),
            variables: variables.collect(),
        }
    }

    /// `univ`: each atom's own top-level sig says whether it is in use.
    fn atoms_in_use(&self, model: &Model) -> Matrix {
        let universe = &self.bounds.universe;
        let mut entries = Vec::new();
        for top in model.top_level() {
            let relation = Relation::Sig(top);
            entries.extend(
                universe
                    .block(top)
                    .map(|atom| (atom as usize, self.bit(relation, &[AtomId(atom)]))),
            );
        }
        for sig in [Sig::INT, Sig::STRING] {
            entries.extend(universe.block(sig).map(|atom| (atom as usize, Bit::TRUE)));
        }
        Matrix::from_entries(universe.len(), 1, entries)
    }

    /// The bits of a sig's atoms, in order.
    fn members(&self, sig: SigId) -> Vec<Bit> {
        let upper = &self.bounds.sigs[sig.0 as usize].upper;
        upper.tuples().map(|tuple| self.bit(Relation::Sig(sig), &tuple)).collect()
    }
}

/// The atoms in use are the first ones of their sig, and as many as the scope allows.
fn population_roots(
    model: &Model,
    scopes: &Scopes,
    inputs: &Inputs<'_>,
    circuit: &mut Circuit,
) -> Vec<Bit> {
    let mut roots = Vec::new();
    for top in model.top_level() {
        for pair in inputs.members(top).windows(2) {
            roots.push(circuit.implies(pair[1], pair[0]));
        }
    }
    for sig in model.sigs.ids() {
        if let Some(sizes) = scopes.sizes(sig) {
            let members = inputs.members(sig);
            roots.push(circuit.at_least(&members, sizes.min as usize));
            let too_many = circuit.at_least(&members, sizes.max as usize + 1);
            roots.push(!too_many);
        }
    }
    roots
}

/// "The total size is at most s", for each s from the least to one less than the greatest.
fn total_sizes(model: &Model, inputs: &Inputs<'_>, circuit: &mut Circuit) -> Vec<Bit> {
    let mut at_least: Vec<Bit> = Vec::new();
    for sig in model.top_level().filter(|&sig| !model.sigs[sig].is_enum) {
        // The atoms in use come first, so a sig's members are its size in unary already.
        at_least = unary_sum(&at_least, &inputs.members(sig), circuit);
    }
    let mut totals: Vec<Bit> = Vec::new();
    for bit in at_least {
        let is_known = bit == Bit::TRUE || bit == Bit::FALSE;
        if !is_known && !totals.contains(&!bit) && !totals.contains(&bit) {
            totals.push(!bit);
        }
    }
    totals
}

/// The sum of two numbers in unary: a + b ≥ k is ⋁ᵢ (a ≥ i ∧ b ≥ k − i).
fn unary_sum(a: &[Bit], b: &[Bit], circuit: &mut Circuit) -> Vec<Bit> {
    let reaches = |number: &[Bit], k: usize| if k == 0 { Bit::TRUE } else { number[k - 1] };
    (1..=a.len() + b.len())
        .map(|k| {
            let splits = k.saturating_sub(b.len())..=k.min(a.len());
            let ways: Vec<Bit> =
                splits.map(|i| circuit.and([reaches(a, i), reaches(b, k - i)])).collect();
            circuit.or(ways)
        })
        .collect()
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
