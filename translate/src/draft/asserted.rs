//! Everything that an instance makes true: scope, symmetry, facts and the goal.

use korrel_lang::diagnostic::Diagnostic;
use korrel_lang::model::{Command, Fact, FactOrigin, Model};

use crate::bounds::Cell;
use crate::circuit::matrix::Matrix;
use crate::circuit::{Bit, Circuit};
use crate::draft::breaking::discovery::discovery;
use crate::draft::breaking::lex_leader::adjacent_transpositions;
use crate::draft::breaking::tree::exclusive;
use crate::draft::inputs::Inputs;
use crate::draft::population::{in_order, sizes};
use crate::draft::untranslated::untranslatable;
use crate::encode::{Encoder, Part, Reach};
use crate::scope::Scopes;
use crate::symmetry::Symmetry;

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

/// What is asserted whatever the spec says: scope and symmetry. From here on the circuit knows.
pub fn frame(
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
pub struct Said {
    /// The facts and the goal.
    pub roots: Vec<Bit>,
    /// The inputs for what an instance only has to make exist.
    pub skolems: Vec<Bit>,
    /// Nothing was left out that the formulas say.
    pub is_whole: bool,
}

pub fn said(
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
