//! The whole way: a command and its bounds become clauses, with what is needed to read models back.

use std::sync::Arc;

use rustc_hash::{FxHashMap, FxHashSet};

use korrel_lang::code;
use korrel_lang::diagnostic::Diagnostic;
use korrel_lang::instance::Instance;
use korrel_lang::model::{Command, Fact, FactOrigin, Model};
use korrel_lang::tuples::TupleSet;
use korrel_sat::{Cnf, Lit, Projection, Var};

use crate::bounds::Bounds;
use crate::cell::Cell;
use crate::circuit::{Bit, Circuit};
use crate::cnf::{Definitions, to_cnf};
use crate::discovery::discovery;
use crate::encode::{Encoder, Part, Reach, Unsupported};
use crate::inputs::Inputs;
use crate::lex_leader::adjacent_transpositions;
use crate::limit::{Untranslated, check_size, explained};
use crate::matrix::Matrix;
use crate::population::{in_order, sizes};
use crate::reached::{reach, unreached, unreached_by};
use crate::rooted::Rooted;
use crate::scope::Scopes;
use crate::symmetry::Symmetry;
use crate::tree::{exclusive, known_reaches};

/// What a translation is to hold.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Options {
    /// Assert the static symmetry-breaking predicates: discovery, and adjacent transpositions.
    pub break_symmetry: bool,
    /// The latter may be left out, for tests: the canonicity test finds what they exclude, too.
    pub transpositions: bool,
    /// Skolemise existential quantifiers over atoms, too, where none is universal around them. That
    /// makes a smaller question of whether there is any instance, and a worse list of all of them.
    pub constants: bool,
    /// Encode what is a function or a tree as that. Never changes an instance; tests leave it out.
    pub patterns: bool,
    pub part: Part,
}

impl Default for Options {
    /// What a list is made from.
    fn default() -> Options {
        Options {
            break_symmetry: true,
            transpositions: true,
            constants: false,
            patterns: true,
            part: Part::Whole,
        }
    }
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
) -> Result<Translation, Untranslated> {
    let mut circuit = Circuit::within(scopes.budget.clone());
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

/// The doubt about numbering a class by discovery: that some instance leaves an atom unreached.
#[derive(Clone, Copy, Debug)]
pub struct Doubt<'r> {
    pub candidate: &'r Rooted,
    /// Said by a closure: quick to refute where the spec says so itself.
    pub by_closure: bool,
    /// Asked of this part of the spec. Of the least one with no more meaning of the closure than that
    /// it is the same wherever it stands.
    pub part: Part,
}

/// Clauses of which some model shows the doubt to be justified, and whether each does: those of the
/// whole spec do. `symmetry` may be any in which the class is not rooted.
///
/// # Errors
/// As [`translate`].
pub fn doubt_as_clauses(
    model: &Model,
    command: &Command,
    scopes: &Scopes,
    bounds: &Bounds,
    symmetry: &Symmetry,
    doubt: Doubt<'_>,
) -> Result<(Cnf, bool), Untranslated> {
    let mut circuit = Circuit::within(scopes.budget.clone());
    let inputs = Inputs::new(bounds, symmetry, &mut circuit);
    let options = Options { part: doubt.part, ..Options::default() };
    let mut roots = frame(model, scopes, symmetry, options, &inputs, &mut circuit);
    let (bit, in_use) = (|cell: &Cell| inputs.cell(cell), |atom| inputs.in_use(atom));
    let is_opaque = doubt.part == Part::Unquantified;
    let reach = doubt
        .by_closure
        .then(|| reach(doubt.candidate, bounds.universe.len(), &bit, is_opaque, &mut circuit));
    let reaches = reach.iter().filter(|_| is_opaque).cloned().collect();
    let said = said(model, command, symmetry, options, &inputs, reaches, &mut circuit)
        .map_err(|error| explained(error, &circuit, model, scopes))?;
    roots.extend(said.roots);
    // Last, when the circuit knows what the spec says: it may be settled by that.
    let doubts = match &reach {
        Some(reach) => vec![unreached_by(reach, doubt.candidate, &in_use, &mut circuit)],
        None => unreached(doubt.candidate, &bit, &in_use, &mut circuit),
    };
    if doubts.contains(&Bit::FALSE) {
        roots.clear();
    }
    roots.extend(doubts);
    check_size(&circuit, model, command, scopes)?;
    let encoding = to_cnf(&circuit, &roots, inputs.cells.len(), Definitions::OneSided);
    check_size(&circuit, model, command, scopes)?;
    Ok((encoding.cnf, said.is_whole))
}

/// What is asserted whatever the spec says: scope and symmetry. From here on the circuit knows.
fn frame(
    model: &Model,
    scopes: &Scopes,
    symmetry: &Symmetry,
    options: Options,
    inputs: &Inputs<'_>,
    circuit: &mut Circuit,
) -> Vec<Bit> {
    let mut roots = in_order(model, inputs, circuit);
    roots.extend(sizes(model, scopes, inputs, circuit).into_iter().map(|(_, bit)| bit));
    if options.break_symmetry {
        let (bit, in_use) = (|cell: &Cell| inputs.cell(cell), |atom| inputs.in_use(atom));
        if options.transpositions && !options.constants {
            roots.extend(adjacent_transpositions(symmetry, bit, &[], circuit));
        }
        for rooted in &symmetry.rooted {
            roots.extend(discovery(rooted, &bit, &in_use, circuit));
            roots.extend(exclusive(rooted, &bit, circuit));
        }
    }
    roots.iter().for_each(|&root| circuit.assume(root));
    roots
}

/// What the spec says of an instance.
struct Said {
    /// The facts and the goal.
    roots: Vec<Bit>,
    /// The inputs for what an instance only has to make exist.
    skolems: Vec<Bit>,
    is_whole: bool,
}

fn said(
    model: &Model,
    command: &Command,
    symmetry: &Symmetry,
    options: Options,
    inputs: &Inputs<'_>,
    reaches: Vec<Reach>,
    circuit: &mut Circuit,
) -> Result<Said, Diagnostic> {
    let interpretation = inputs.interpretation(model);
    let mut encoder =
        Encoder::new(model, interpretation, circuit).knowing(reaches).translating(options.part);
    if options.constants {
        encoder = encoder.showing_witnesses();
    }
    if !options.patterns {
        encoder = encoder.doubting();
    }
    let is_written = |fact: &&Fact| fact.origin == FactOrigin::Written;
    let declared = model.facts.iter().filter(|fact| !is_written(fact));
    let facts = declared.chain(model.facts.iter().filter(is_written)).map(|fact| &fact.formula);
    let mut roots = Vec::new();
    for formula in facts.chain([&command.goal]) {
        roots.push(encoder.assertion(formula).map_err(untranslatable)?);
    }
    let is_whole = !encoder.has_left_out();
    let skolems = encoder.into_skolems();
    if options.break_symmetry && options.transpositions && options.constants {
        let values = skolems.outermost.iter().flat_map(|quantifier| &quantifier.values);
        let ahead: Vec<&Matrix> = values.map(|(_, matrix)| matrix).collect();
        let bit = |cell: &Cell| inputs.cell(cell);
        roots.extend(adjacent_transpositions(symmetry, bit, &ahead, circuit));
    }
    Ok(Said { roots, skolems: skolems.inputs, is_whole })
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

/// What a user is told.
pub fn untranslatable(unsupported: Unsupported) -> Diagnostic {
    if unsupported.is_higher_order() {
        let message = "this needs higher-order quantification that cannot be Skolemised";
        return Diagnostic::error(code::HIGHER_ORDER, message)
            .at(unsupported.span, unsupported.obstacle())
            .help(
                "what is asserted to exist can be a set: `some`, or `all` in a checked assertion; \
                 else quantify over single atoms, or run a predicate that has it as a parameter",
            );
    }
    let message = format!("{} cannot be translated", unsupported.construct);
    Diagnostic::error(code::TOO_LARGE, message)
        .at(unsupported.span, "too large within this scope")
        .help("a smaller scope, or a narrower expression")
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
