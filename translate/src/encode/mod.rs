//! From formulas to gates: the meaning of every operator as a circuit over the bounds.
//!
//! A relation becomes a [`Matrix`], a formula a [`Bit`], a number a [`Word`] or one of the forms
//! that compare more cheaply (see `number`). Quantifiers are grounded: one copy of the body for
//! each tuple that the domain may hold, guarded by its bit. Those over sets and relations are
//! Skolemised (see `skolem`), or their values tried (see `tried`). Where the same expression is met again under the same values of its
//! free variables, it is not translated again (see `environment`).
//! This is Kodkod's scheme (Torlak, Jackson 2007) but for the numbers.
//!
//! Translation uses what the spec states elsewhere in one respect: a set that is at most one atom
//! by its declaration (`x.f` for a functional `f`) is taken to be so. Under an assignment that
//! violates the declaration the circuit may say anything. The facts exclude it anyway.
//!
//! The evaluator shares only the model tree with this. Each new operator is a match arm in both.

mod detail;
mod environment;
mod formula;
mod higher;
mod monitors;
mod number;
mod opening;
mod quantifier;
mod reach;
mod relation;
mod said;
mod standing;
mod time;
mod unsupported;

use std::rc::Rc;
use std::sync::Arc;

use korrel_lang::instance::Relation as LangRelation;
use korrel_lang::model::{Expr, Field, Formula, Model, NodeId, Sig, SigMultiplicity, VariableId};
use korrel_lang::per_relation::PerRelation;
use korrel_lang::source::Span;
use korrel_lang::universe::{Arithmetic, Universe};
use rustc_hash::FxHashMap;

use crate::circuit::matrix::Matrix;
use crate::circuit::{Bit, Circuit};
use environment::{EncodedRelation, Environment, IntegerBinding};
use higher::HigherOrderValues;
use quantifier::factored::{Factoring, Thrift};
use standing::Standing;
use time::Timeline;

pub use detail::Detail;
pub(crate) use higher::ChosenValue;
pub use monitors::MonitorRule;
pub(crate) use opening::Opened;
pub use opening::SubFormula;
pub use quantifier::skolem::{Outermost, Skolems};
pub use quantifier::tried::TriedValues;
pub use reach::Reach;
pub use said::Said;
pub use standing::is_higher_order;
pub use unsupported::{HigherOrder, Obstacle, UnsupportedConstruct};

/// A translation, or why there is none.
type EncodingResult<T> = Result<T, UnsupportedConstruct>;

/// The matrix that stands for each relation.
///
/// Invariant: `univ`, `Int`, `seq/Int` and `String` are filled in. Variables are the command's parameters.
#[derive(Clone, Debug)]
pub struct Interpretation {
    pub universe: Arc<Universe>,
    pub relations: PerRelation<Matrix>,
}

/// Translates the formulas of one model under one interpretation. It remembers its translations by
/// address, hence the lifetimes: the trees outlive it.
pub struct FormulaEncoder<'a> {
    model: &'a Model,
    interpretation: Rc<Interpretation>,
    circuit: &'a mut Circuit,
    /// The relations of the interpretation, to be shared.
    relations: PerRelation<EncodedRelation>,
    environment: Environment<'a>,
    /// The factorings of the quantifiers that fall into parts, by their bodies.
    factorings: FxHashMap<NodeId<'a>, Option<Rc<Factoring<'a>>>>,
    thrift: Thrift,
    reaches: Vec<Reach>,
    /// The closures that have been made of expressions without variables.
    closures: Vec<(&'a Expr, EncodedRelation)>,
    /// The enclosing bindings of integer variables, where overflow is forbidden.
    binders: Vec<IntegerBinding>,
    /// The use that is made of the formula at hand.
    standing: Standing,
    /// True if a formula may stand for less than it says, so that its polarity matters.
    is_polar: bool,
    skolems: Skolems,
    higher: HigherOrderValues<'a>,
    detail: Detail,
    has_left_out: bool,
    /// The sub-formulas that can be left out, if any can.
    opened: Option<Opened>,
    /// The innermost enclosing quantifier whose witnesses are shown.
    shown: Option<usize>,
    /// The states, if it knows more than one.
    time: Option<Box<Timeline<'a>>>,
}

impl<'a> FormulaEncoder<'a> {
    pub fn new(
        model: &'a Model,
        interpretation: Interpretation,
        circuit: &'a mut Circuit,
    ) -> FormulaEncoder<'a> {
        let known = |relation, matrix: &Matrix| {
            EncodedRelation::known(matrix.clone(), is_declared_functional(model, relation))
        };
        let relations = interpretation.relations.map(known);
        note_tables(model, &interpretation, circuit);
        let mut encoder = FormulaEncoder {
            model,
            interpretation: Rc::new(interpretation),
            circuit,
            relations,
            environment: Environment::new(model.variables.len()),
            factorings: FxHashMap::default(),
            thrift: Thrift::USUAL,
            reaches: Vec::new(),
            closures: Vec::new(),
            binders: Vec::new(),
            standing: Standing::OneSided,
            is_polar: false,
            skolems: Skolems::default(),
            higher: HigherOrderValues::default(),
            detail: Detail::Whole,
            has_left_out: false,
            opened: None,
            shown: None,
            time: None,
        };
        encoder.bind_command_parameters();
        encoder
    }

    fn bind_command_parameters(&mut self) {
        for (variable, relation) in self.relations.variables().to_vec() {
            self.bind_relation(variable, relation);
        }
    }

    /// The same encoder, which also Skolemises first-order quantifiers that are existential and under
    /// no universal one, so that [`Skolems::outermost`] has their witnesses.
    pub fn showing_witnesses(mut self) -> FormulaEncoder<'a> {
        self.standing = Standing::Outermost;
        self.is_polar = true;
        self
    }

    /// The same encoder, which takes no relation to be a function because its declaration says so.
    pub fn trusting_no_declarations(mut self) -> FormulaEncoder<'a> {
        let known = |_, matrix: &Matrix| EncodedRelation::known(matrix.clone(), false);
        self.relations = self.interpretation.relations.map(known);
        self.bind_command_parameters();
        self
    }

    /// The bit that says that the formula holds. If it quantifies over sets or relations, it may be
    /// asserted only: that it is false says nothing.
    ///
    /// # Errors
    /// If it holds a construct that cannot be translated.
    pub fn formula(&mut self, formula: &'a Formula) -> Result<Bit, UnsupportedConstruct> {
        self.higher.is_met |= is_higher_order(self.model, formula);
        self.is_polar |= self.higher.is_met;
        self.encode_formula(formula, true)
    }

    /// The same of a formula that the caller asserts: the next translations take it for granted.
    ///
    /// # Errors
    /// As [`FormulaEncoder::formula`].
    pub fn assertion(&mut self, formula: &'a Formula) -> Result<Bit, UnsupportedConstruct> {
        let bit = self.formula(formula)?;
        self.circuit.assume(bit);
        Ok(bit)
    }

    /// The inputs that were made for witnesses.
    pub fn into_skolems(self) -> Skolems {
        self.skolems
    }

    /// These formulas are to be translated.
    pub(crate) fn meeting(&mut self, formulas: &[&Formula]) {
        let mut formulas = formulas.iter();
        self.higher.is_met |= formulas.any(|formula| is_higher_order(self.model, formula));
    }

    /// A result, unless its gates do not fit into the circuit's budget.
    fn fitting<T>(&self, result: T, span: Span) -> Result<T, UnsupportedConstruct> {
        match self.circuit.given_up() {
            None => Ok(result),
            Some(_) => Err(UnsupportedConstruct::too_large(span, "a formula of so many gates")),
        }
    }

    fn universe(&self) -> &Universe {
        &self.interpretation.universe
    }

    fn atoms(&self) -> usize {
        self.interpretation.universe.len()
    }

    /// True if an overflow makes a comparison fail, so that it must be traced.
    fn forbids_overflow(&self) -> bool {
        matches!(self.universe().arithmetic(), Arithmetic::Forbid { .. })
    }

    /// The number of bits to which numbers wrap around, or `None` if they are exact.
    fn bit_width(&self) -> Option<usize> {
        match self.universe().arithmetic() {
            Arithmetic::Exact => None,
            Arithmetic::Wrap { bit_width } | Arithmetic::Forbid { bit_width } => {
                Some(bit_width.max(1) as usize)
            }
        }
    }
}

/// True if a relation's declaration says that all but the last column determine the last.
fn is_declared_functional(model: &Model, relation: LangRelation) -> bool {
    match relation {
        LangRelation::Sig(sig) => is_single(&model.sigs[sig]),
        LangRelation::Field(field) => is_function(&model.fields[field]),
        LangRelation::Variable(variable) => is_single_parameter(model, variable),
    }
}

/// A function whose cells have so many columns is a table. For those of one atom nothing is gained by telling that one
/// value is selected: AVL trees of 12 take a sixth more conflicts.
const TABLE: usize = 3;

/// Tells the circuit which cells of tables are the values for the same arguments.
fn note_tables(model: &Model, interpretation: &Interpretation, circuit: &mut Circuit) {
    let atoms = interpretation.universe.len();
    for (relation, matrix) in interpretation.relations.iter() {
        if matrix.arity() < TABLE || !is_declared_functional(model, relation) {
            continue;
        }
        let entries: Vec<(usize, Bit)> = matrix.entries().collect();
        for row in entries.chunk_by(|a, b| a.0 / atoms == b.0 / atoms) {
            let bits: Vec<Bit> = row.iter().map(|&(_, bit)| bit).collect();
            circuit.note_row(&bits);
        }
    }
}

/// True if a variable is a command's parameter that stands for one atom.
fn is_single_parameter(model: &Model, variable: VariableId) -> bool {
    let declarations = model.commands.iter().flat_map(|command| &command.parameters);
    let mut declaring = declarations.filter(|d| d.variables.contains(&variable));
    declaring.any(|declaration| declaration.atoms().is_some())
}

/// True if a sig is declared to hold at most one atom.
fn is_single(sig: &Sig) -> bool {
    matches!(sig.multiplicity, SigMultiplicity::One | SigMultiplicity::Lone)
}

/// True if a field is declared to have at most one last atom for all the others.
fn is_function(field: &Field) -> bool {
    !field.is_defined && field.range.is_function()
}

#[cfg(test)]
mod tests;
