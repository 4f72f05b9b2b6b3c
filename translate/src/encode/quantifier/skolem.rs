//! Skolemisation: a value that is only required to exist is a relation of its own.
//!
//! The problem: a variable that stands for a set or a relation has exponentially many values, so its
//! quantifier cannot be grounded. The choice: where a value only has to exist, let the solver choose
//! it. A quantifier is existential here if it is a `some` under an even number of negations or an
//! `all` under an odd number, as in the negated assertion of a `check`. Its variables become
//! matrices of fresh inputs, and the quantified formula becomes: the values are within their ranges,
//! and the body holds of them. Whatever satisfies that also satisfies the quantifier, and the other
//! way round there are values for the inputs. But its negation says nothing, so the gate must be used
//! in that one polarity only. `standing.rs` says whether it is.
//!
//! Universal quantifiers around it have been grounded when it is met, so each of their bindings gets
//! inputs of its own. That is Skolemisation to any depth, and needs no Skolem functions. Kodkod
//! (Torlak, Jackson 2007) has functions, with a column for each universal variable. Alloy asks it for
//! depth 0 unless told otherwise, and then refuses more than is refused here.
//!
//! First-order quantifiers stay grounded: they cost no decisions then. Only to show witnesses
//! (`crate::witnessing`) are the outermost ones of them Skolemised as well.
//!
//! Where a value must be tried and not chosen, `tried.rs` does that.

use std::rc::Rc;

use korrel_lang::model::{Declaration, Expr, ExprKind, Range, RelationOp, Sig, VariableId};

use crate::circuit::Bit;
use crate::circuit::matrix::Matrix;

use crate::encode::environment::{EncodedRelation, EncodedValue, IntegerBinding};
use crate::encode::quantifier::{ChoiceVisitor, Grounding, Purpose};
use crate::encode::standing::Standing;
use crate::encode::{EncodingResult, FormulaEncoder, HigherOrder, UnsupportedConstruct};

/// A value that may hold more tuples than this is refused.
const MOST_TUPLES: usize = 1 << 20;

/// The fresh inputs of an encoder.
#[derive(Clone, Debug, Default)]
pub struct Skolems {
    /// All of them, in the order of their making.
    pub inputs: Vec<Bit>,
    /// The outermost existential quantifiers as they are read, outer ones first, if this encoder
    /// shows witnesses.
    pub outermost: Vec<Outermost>,
}

/// An existential quantifier under no universal one.
#[derive(Clone, Debug)]
pub struct Outermost {
    /// The one that it stands in: an earlier place in the list.
    pub parent: Option<usize>,
    /// True if it holds of these values.
    pub holds: Bit,
    pub values: Vec<(VariableId, Matrix)>,
}

impl<'a> FormulaEncoder<'a> {
    /// A quantifier is met. If its witnesses are to be shown, they are collected until
    /// [`FormulaEncoder::end_shown`].
    pub(crate) fn begin_shown(&mut self, universal: bool) -> Option<usize> {
        if universal || self.standing != Standing::Outermost {
            return None;
        }
        let place = self.skolems.outermost.len();
        let parent = self.shown.replace(place);
        self.skolems.outermost.push(Outermost { parent, holds: Bit::FALSE, values: Vec::new() });
        Some(place)
    }

    pub(crate) fn end_shown(&mut self, place: Option<usize>, holds: Bit) {
        if let Some(place) = place {
            let quantifier = &mut self.skolems.outermost[place];
            quantifier.holds = holds;
            self.shown = quantifier.parent;
        }
    }

    /// Gives a value, or several, to the variables of a declaration that are not grounded, and goes on with the other
    /// declarations.
    pub(super) fn of_values(
        &mut self,
        declaration: &'a Declaration,
        rest: &'a [Declaration],
        purpose: Purpose,
        grounding: &mut Grounding,
        visit: &mut ChoiceVisitor<'_, 'a>,
    ) -> EncodingResult<()> {
        let Purpose::Quantifier { universal, shown, number } = purpose else {
            let reason = HigherOrder::Collected;
            return Err(UnsupportedConstruct::higher_order(declaration.span, reason));
        };
        if self.standing == Standing::TwoSided {
            return self.tried(declaration, rest, purpose, grounding, visit);
        }
        if universal == self.higher.opposes {
            let values = self.fresh_values(declaration)?;
            if let Some(place) = shown {
                let shown = values.iter();
                let shown = shown.map(|(variable, value)| (*variable, (*value.matrix).clone()));
                self.skolems.outermost[place].values.extend(shown);
            }
            let before = grounding.chosen.len();
            self.note_chosen(declaration, number, grounding, &values);
            let result = self.with_values(declaration, values, rest, purpose, grounding, visit);
            grounding.chosen.truncate(before);
            return result;
        }
        match self.known_witnesses(declaration, number, grounding) {
            Some(values) => self.with_values(declaration, values, rest, purpose, grounding, visit),
            None => self.tried(declaration, rest, purpose, grounding, visit),
        }
    }

    /// Goes on with the other declarations, with these values bound.
    fn with_values(
        &mut self,
        declaration: &'a Declaration,
        values: Vec<(VariableId, EncodedRelation)>,
        rest: &'a [Declaration],
        purpose: Purpose,
        grounding: &mut Grounding,
        visit: &mut ChoiceVisitor<'_, 'a>,
    ) -> EncodingResult<()> {
        let before = (grounding.guards.len(), self.binders.len());
        self.bind_values(declaration, &values, purpose.is_universal());
        let variables = declaration.variables.iter();
        variables.clone().for_each(|&variable| self.environment.follow_all(variable));
        let result = self.allowed(declaration, &values).and_then(|guards| {
            grounding.guards.extend(guards.into_iter().filter(|&guard| guard != Bit::TRUE));
            self.ground_declarations(rest, purpose, grounding, visit)
        });
        variables.rev().for_each(|&variable| self.environment.unfollow(variable));
        grounding.guards.truncate(before.0);
        self.binders.truncate(before.1);
        result
    }

    /// All tuples that a value of the declaration's variables may hold.
    pub(super) fn value_domain(
        &mut self,
        declaration: &'a Declaration,
    ) -> EncodingResult<Rc<Matrix>> {
        let (range, span) = (&declaration.range, declaration.span);
        let fits = Matrix::can_hold(self.atoms(), range.arity());
        if !fits || self.tuples_of(range.domain())? > MOST_TUPLES {
            return Err(UnsupportedConstruct::too_large(span, "a variable of so many tuples"));
        }
        Ok(self.encode_relation(range.domain())?.matrix)
    }

    /// A matrix of inputs for each variable, over all tuples that the range may hold.
    fn fresh_values(
        &mut self,
        declaration: &'a Declaration,
    ) -> EncodingResult<Vec<(VariableId, EncodedRelation)>> {
        let upper = self.value_domain(declaration)?;
        let functional = declaration.range.is_function();
        let values = declaration.variables.iter().map(|&variable| {
            let entries: Vec<(usize, Bit)> =
                upper.entries().map(|(index, _)| (index, self.circuit.input())).collect();
            self.skolems.inputs.extend(entries.iter().map(|&(_, bit)| bit));
            self.note_witness(entries.iter().map(|&(_, bit)| bit));
            let matrix = Matrix::from_entries(upper.atoms(), upper.arity(), entries);
            (variable, EncodedRelation::known(matrix, functional))
        });
        Ok(values.collect())
    }

    /// The number of tuples that a relation may hold. That of a product is found without making it.
    fn tuples_of(&mut self, expr: &'a Expr) -> EncodingResult<usize> {
        Ok(match &expr.kind {
            ExprKind::Binary(RelationOp::Product, left, right) => {
                self.tuples_of(left)?.saturating_mul(self.tuples_of(right)?)
            }
            _ => self.encode_relation(expr)?.matrix.support(),
        })
    }

    /// The condition that the values, which are bound, are what the declaration says.
    pub(super) fn allowed(
        &mut self,
        declaration: &'a Declaration,
        values: &[(VariableId, EncodedRelation)],
    ) -> Result<Vec<Bit>, UnsupportedConstruct> {
        let domain = self.encode_relation(declaration.range.domain())?.matrix;
        let mut guards = Vec::new();
        for (at, (_, value)) in values.iter().enumerate() {
            let mut said = vec![value.matrix.subset(&domain, self.circuit)];
            if declaration.atoms().is_some() {
                said.push(value.matrix.one(self.circuit));
            }
            if let Some(condition) = declaration.conditions.get(at) {
                said.push(self.encode_formula(condition, true)?);
            }
            guards.push(self.circuit.and(said));
            for (_, other) in values[..at].iter().filter(|_| declaration.is_disjoint) {
                guards.push(value.matrix.disjoint(&other.matrix, self.circuit));
            }
        }
        Ok(guards)
    }

    fn bind_values(
        &mut self,
        declaration: &'a Declaration,
        values: &[(VariableId, EncodedRelation)],
        universal: bool,
    ) {
        let is_traced = is_of_integers(&declaration.range) && self.forbids_overflow();
        for &(variable, ref value) in values {
            let mut depends: Rc<[VariableId]> = Rc::default();
            if is_traced {
                depends = Rc::from([variable]);
                self.binders.push(IntegerBinding { variable, universal });
            }
            self.environment.set(variable, EncodedValue::Relation(value.clone()), depends);
        }
    }
}

/// True if the declared domain is the sig `Int` itself.
pub(super) fn is_of_integers(range: &Range) -> bool {
    matches!(range.domain().kind, ExprKind::Sig(Sig::INT))
}
