//! What of a formula takes part in a contradiction, as it is shown: its sub-formulas as a tree.
//!
//! *Problem.* A contradiction needs this leaf and that one. Shown leaf by leaf, `some x: A | F and G` is three places,
//! and nobody sees that it is needed as a whole. *Choice.* What is a statement by itself is shown by itself: the parts
//! of an `and`, at any depth, through calls, `let`s and below leading `all`s. What is only half of a statement is shown
//! as one, if all of it is needed: both sides of an implication, all alternatives, a `some` with its body. Otherwise
//! the parts are shown that are needed. A quantifier of which only the domain is needed is shown by its head.

use std::collections::BTreeMap;

use korrel_lang::model::{
    Declaration, Formula, FormulaKind, FunctionId, Model, Quantifier, Value, VariableId,
};
use korrel_lang::source::Span;
use rustc_hash::FxHashMap;

use crate::encode::SubFormula;

/// The greatest number of sub-formulas. What is found beyond that is not gone into.
const MOST: usize = 1_000;

/// The part of a formula that takes part in a contradiction.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Needed {
    Nothing,
    /// All of it.
    Whole,
    /// These parts.
    Parts(Vec<NeededPart>),
}

/// A part of a formula, by its place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NeededPart {
    pub span: Span,
    /// The innermost predicate that it is written in, if one is called.
    pub function: Option<FunctionId>,
}

/// A formula as a tree of sub-formulas.
#[derive(Clone, Debug)]
pub struct Outline {
    part: NeededPart,
    /// Its number among the sub-formulas that can be left out.
    own: Option<usize>,
    joint: Joint,
    below: Vec<Outline>,
}

/// What the parts of a formula are to it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Joint {
    /// Each is a statement by itself.
    All,
    /// They are one statement together.
    Together,
    /// The body of an existential quantifier with this head.
    Exists(Span),
}

/// The sub-formulas of several formulas that can be left out, each once.
pub struct Outlines<'m> {
    model: &'m Model,
    /// The formulas that `let` variables stand for.
    lets: BTreeMap<VariableId, &'m Formula>,
    numbers: FxHashMap<SubFormula, usize>,
    /// By their numbers.
    pub found: Vec<SubFormula>,
    /// The sub-formulas that were met, each as often as it is met.
    met: usize,
}

impl<'m> Outlines<'m> {
    pub fn new(model: &'m Model) -> Outlines<'m> {
        let (lets, numbers) = (BTreeMap::new(), FxHashMap::default());
        Outlines { model, lets, numbers, found: Vec::new(), met: 0 }
    }

    /// The outline of a formula that is asserted.
    pub fn of(&mut self, formula: &'m Formula) -> Outline {
        self.outline(formula, true, None)
    }

    fn outline(
        &mut self,
        formula: &'m Formula,
        positive: bool,
        function: Option<FunctionId>,
    ) -> Outline {
        let part = NeededPart { span: formula.span, function };
        let mut outline = Outline { part, own: None, joint: Joint::Together, below: Vec::new() };
        self.met += 1;
        if self.met > MOST {
            outline.own = Some(self.number(formula, positive));
            return outline;
        }
        let mut below: Vec<(&'m Formula, bool)> = Vec::new();
        let mut called = function;
        match &formula.kind {
            FormulaKind::Not(inner) => below.push((inner, !positive)),
            FormulaKind::And(parts) | FormulaKind::Or(parts) if parts.is_empty() => {
                outline.own = Some(self.number(formula, positive));
            }
            FormulaKind::And(parts) | FormulaKind::Or(parts) => {
                let is_all = matches!(formula.kind, FormulaKind::And(_)) == positive;
                outline.joint = if is_all { Joint::All } else { Joint::Together };
                below.extend(parts.iter().map(|part| (part, positive)));
            }
            FormulaKind::Implies(a, b) => {
                outline.joint = if positive { Joint::Together } else { Joint::All };
                below.extend([(&**a, !positive), (&**b, positive)]);
            }
            FormulaKind::Conditional(_, a, b) => below.extend([(&**a, positive), (&**b, positive)]),
            FormulaKind::Quantified { quantifier, declarations, body } => {
                if (*quantifier == Quantifier::Some) == positive {
                    outline.own = Some(self.number(formula, positive));
                    outline.joint = Joint::Exists(head(formula, declarations));
                }
                below.push((body, positive));
            }
            FormulaKind::Let(variable, value, body) => {
                if let Value::Formula(value) = &**value {
                    self.lets.insert(*variable, value);
                }
                below.push((body, positive));
            }
            FormulaKind::Variable(variable) => below.push((self.lets[variable], positive)),
            FormulaKind::Call(id, _) => {
                let function = &self.model.functions[*id];
                if let Value::Formula(body) = &function.body {
                    // Unrolling makes predicates `$state2` of what nobody has named.
                    let is_named = !function.name.starts_with('$');
                    called = if is_named { Some(*id) } else { called };
                    below.push((body, positive));
                }
            }
            // Neither outcome says nothing, or there is nothing to go into.
            FormulaKind::Constant(_)
            | FormulaKind::In(..)
            | FormulaKind::Previously(_)
            | FormulaKind::Temporal(..)
            | FormulaKind::Iff(..)
            | FormulaKind::Count(..)
            | FormulaKind::Subset(..)
            | FormulaKind::Equal(..)
            | FormulaKind::Compare(..)
            | FormulaKind::TotalOrder(_) => outline.own = Some(self.number(formula, positive)),
        }
        let below = below.into_iter();
        outline.below = below.map(|(part, sign)| self.outline(part, sign, called)).collect();
        if let Some(place) = outline.place_of_multiplicity(formula) {
            outline.part.span = place;
        }
        outline
    }

    fn number(&mut self, formula: &Formula, positive: bool) -> usize {
        let next = self.found.len();
        let sub = SubFormula::new(formula, positive);
        let number = *self.numbers.entry(sub).or_insert(next);
        if number == next {
            self.found.push(sub);
        }
        number
    }
}

/// The place of a quantifier without its body.
fn head(formula: &Formula, declarations: &[Declaration]) -> Span {
    let span = formula.span;
    let of_it = |end: &Span| end.file == span.file && span.start < end.end && end.end <= span.end;
    let last = declarations.last().map(|declaration| declaration.span).filter(of_it);
    last.map_or(span, |last| Span { end: last.end, ..span })
}

impl Outline {
    /// The place of a multiplicity that a declaration states: of the set that is counted, which the formula that it is
    /// written out as is not about by its place.
    fn place_of_multiplicity(&self, formula: &Formula) -> Option<Span> {
        let place = match (&formula.kind, self.below.as_slice()) {
            (FormulaKind::Count(_, counted), _) => counted.span,
            (FormulaKind::Quantified { .. }, [body]) => body.part.span,
            _ => return None,
        };
        let span = formula.span;
        let is_within =
            place.file == span.file && span.start <= place.start && place.end <= span.end;
        (!is_within).then_some(place)
    }

    /// What of the formula is needed, if these sub-formulas are, by their numbers.
    pub fn needed(&self, is_needed: &impl Fn(usize) -> bool) -> Needed {
        self.shown(is_needed, true)
    }

    /// `by_itself`: it is a statement by itself.
    fn shown(&self, is_needed: &impl Fn(usize) -> bool, by_itself: bool) -> Needed {
        if self.own.is_some_and(|own| !is_needed(own)) {
            return Needed::Nothing;
        }
        if self.own.is_some() && self.below.is_empty() {
            return Needed::Whole;
        }
        let within = by_itself && (self.joint == Joint::All || self.below.len() == 1);
        let within = within && !matches!(self.joint, Joint::Exists(_));
        let below: Vec<Needed> =
            self.below.iter().map(|part| part.shown(is_needed, within)).collect();
        let is_split = self.joint == Joint::All && by_itself && below.len() > 1;
        if !is_split && !below.is_empty() && below.iter().all(|part| *part == Needed::Whole) {
            return Needed::Whole;
        }
        let mut parts = Vec::new();
        if let Joint::Exists(head) = self.joint {
            parts.push(NeededPart { span: head, ..self.part });
        }
        for (outline, needed) in self.below.iter().zip(below) {
            match needed {
                Needed::Nothing => {}
                Needed::Whole => parts.push(outline.part),
                Needed::Parts(more) => parts.extend(more),
            }
        }
        if parts.is_empty() { Needed::Nothing } else { Needed::Parts(parts) }
    }
}
