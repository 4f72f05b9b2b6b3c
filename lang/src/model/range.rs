//! The right-hand side of a declaration, as it is written.
//!
//! Its constraints on a value are written out as formulas (`meaning`), once, when a declaration is
//! made. Beside these formulas only the domain has a meaning: the set that a value is a part of.

use super::build::{binary, conjunction, first_column, one_of, quantify, subset};
use super::{
    Count, Declaration, Expr, ExprKind, Formula, FormulaKind, Multiplicity, Quantifier, RelationOp,
    VariableId,
};
use crate::source::Span;

/// The right-hand side of a declaration.
#[derive(Clone, Debug)]
pub enum Range {
    /// `x: one A`, `x: set A`. For a higher arity the multiplicity is `Set`.
    Of { multiplicity: Multiplicity, domain: Expr },
    /// `x: A lone -> some B`: each left tuple has `right_multiplicity` right ones, and the other
    /// way round. The leaves within are of multiplicity `Set`.
    Arrow {
        /// The product of both sides' domains.
        domain: Box<Expr>,
        left: Box<Range>,
        left_multiplicity: Multiplicity,
        right_multiplicity: Multiplicity,
        right: Box<Range>,
    },
}

impl Range {
    /// A set with a multiplicity before it.
    pub fn of(multiplicity: Multiplicity, domain: Expr) -> Range {
        Range::Of { multiplicity, domain }
    }

    /// Two ranges, with the multiplicities at the left and the right end of the arrow between them.
    pub fn arrow(left: Range, [before, after]: [Multiplicity; 2], right: Range) -> Range {
        let product = binary(RelationOp::Product, left.domain().clone(), right.domain().clone());
        Range::Arrow {
            domain: Box::new(product),
            left: Box::new(left),
            left_multiplicity: before,
            right_multiplicity: after,
            right: Box::new(right),
        }
    }

    /// All tuples that a value may hold, multiplicities aside.
    pub fn domain(&self) -> &Expr {
        match self {
            Range::Of { domain, .. } => domain,
            Range::Arrow { domain, .. } => domain,
        }
    }

    pub fn arity(&self) -> usize {
        self.domain().arity
    }

    /// True if a value is one tuple of the domain.
    pub fn is_one(&self) -> bool {
        matches!(self, Range::Of { multiplicity: Multiplicity::One, .. })
    }

    /// The set of which a value is one atom, or `None` if values are sets or relations.
    pub fn atoms(&self) -> Option<&Expr> {
        (self.is_one() && self.arity() == 1).then(|| self.domain())
    }

    /// True if it allows at most one last atom for all the others.
    pub fn is_function(&self) -> bool {
        match self {
            Range::Of { multiplicity, domain } => domain.arity == 1 && multiplicity.at_most_one(),
            // Not all tuples on the left need count.
            Range::Arrow { left, .. } if left.refuses_tuples() => false,
            Range::Arrow { right_multiplicity, right, .. } => match &**right {
                Range::Of { domain, .. } => domain.arity == 1 && right_multiplicity.at_most_one(),
                nested => nested.is_function(),
            },
        }
    }

    /// True if an arrow can refuse a single tuple among those that it mentions: `A -> some B`
    /// refuses every one, if there are two atoms in A. Tuples of a nested arrow that it refuses do
    /// not count for the multiplicity at the other end of the outer one.
    fn refuses_tuples(&self) -> bool {
        match self {
            Range::Of { .. } => false,
            Range::Arrow { left, left_multiplicity, right_multiplicity, right, .. } => {
                left_multiplicity.at_least_one()
                    || right_multiplicity.at_least_one()
                    || left.refuses_tuples()
                    || right.refuses_tuples()
            }
        }
    }
}

impl Multiplicity {
    pub fn at_most_one(self) -> bool {
        matches!(self, Multiplicity::One | Multiplicity::Lone)
    }

    pub fn at_least_one(self) -> bool {
        matches!(self, Multiplicity::One | Multiplicity::Some)
    }
}

// The constraints of a range on a value, written out as formulas.

/// Makes a variable for the atoms of one column.
type Fresh<'f> = dyn FnMut(Span) -> VariableId + 'f;

impl Range {
    /// The formula that a value is one of those that the range describes.
    pub fn within(&self, value: &Expr, span: Span, fresh: &mut Fresh<'_>) -> Formula {
        let inside = subset(value.clone(), self.domain().clone(), span);
        let mut parts = self.multiplicities(value, span, fresh);
        let place = if let Range::Of { .. } = self { parts.len() } else { 0 };
        parts.insert(place, inside);
        conjunction(parts, span)
    }

    /// The same of a value that lies within the domain, or `None` if there is nothing to say.
    pub fn condition(&self, value: &Expr, span: Span, fresh: &mut Fresh<'_>) -> Option<Formula> {
        let parts = self.multiplicities(value, span, fresh);
        (!parts.is_empty()).then(|| conjunction(parts, span))
    }

    fn multiplicities(&self, value: &Expr, span: Span, fresh: &mut Fresh<'_>) -> Vec<Formula> {
        match self {
            Range::Of { multiplicity, domain } => {
                let value = Expr { span: domain.span, ..value.clone() };
                multiplicity.said_of(&value, span).into_iter().collect()
            }
            Range::Arrow { left, left_multiplicity, right_multiplicity, right, .. } => {
                let ends = [
                    ArrowEnd {
                        side: ArrowSide::Left,
                        own: left,
                        multiplicity: *right_multiplicity,
                        other: right,
                    },
                    ArrowEnd {
                        side: ArrowSide::Right,
                        own: right,
                        multiplicity: *left_multiplicity,
                        other: left,
                    },
                ];
                ends.iter().filter_map(|end| end.said_of(value, span, fresh)).collect()
            }
        }
    }
}

impl Multiplicity {
    fn said_of(self, value: &Expr, span: Span) -> Option<Formula> {
        let count = match self {
            Multiplicity::One => Count::One,
            Multiplicity::Lone => Count::Lone,
            Multiplicity::Some => Count::Some,
            Multiplicity::Set => return None,
        };
        Some(Formula { kind: FormulaKind::Count(count, value.clone()), span })
    }
}

/// One end of an arrow: each tuple there has as many tuples at the other end, which are what the range
/// there says.
struct ArrowEnd<'r> {
    side: ArrowSide,
    own: &'r Range,
    multiplicity: Multiplicity,
    other: &'r Range,
}

#[derive(Clone, Copy)]
enum ArrowSide {
    Left,
    Right,
}

impl ArrowEnd<'_> {
    /// The constraint of this end on a value. As in Alloy, a tuple counts only if it is by itself
    /// within the range at its own end: of `A -> some A` with two atoms none is.
    fn said_of(&self, value: &Expr, span: Span, fresh: &mut Fresh<'_>) -> Option<Formula> {
        if self.multiplicity == Multiplicity::Set && self.other.is_plain() {
            return None;
        }
        let (declarations, tuple) = columns(self.own.domain(), span, fresh);
        let image = self.image(value, &tuple);
        let mut parts: Vec<Formula> = self.multiplicity.said_of(&image, span).into_iter().collect();
        if !self.other.is_plain() {
            parts.extend(self.other.multiplicities(&image, span, fresh));
        }
        let mut body = conjunction(parts, span);
        if self.own.refuses_tuples() {
            let whole = tuple.into_iter().reduce(|a, b| binary(RelationOp::Product, a, b));
            let whole = whole.expect("a tuple has an atom");
            let counts = conjunction(self.own.multiplicities(&whole, span, fresh), span);
            body = Formula { kind: FormulaKind::Implies(Box::new(counts), Box::new(body)), span };
        }
        Some(declarations.into_iter().rfold(body, |body, declaration| {
            quantify(Quantifier::All, vec![declaration], body, span)
        }))
    }

    /// The image of a tuple at this end of a relation. Its place is that of the set at the other end, by which the
    /// multiplicities of an arrow are told apart.
    fn image(&self, relation: &Expr, tuple: &[Expr]) -> Expr {
        let (atoms, relation) = (tuple.iter().cloned(), relation.clone());
        let join = |left, right| binary(RelationOp::Join, left, right);
        let image = match self.side {
            ArrowSide::Left => atoms.fold(relation, |image, atom| join(atom, image)),
            ArrowSide::Right => atoms.rfold(relation, join),
        };
        Expr { span: self.other.domain().span, ..image }
    }
}

impl Range {
    /// True if it says nothing of a value within its domain.
    fn is_plain(&self) -> bool {
        match self {
            Range::Of { multiplicity, .. } => *multiplicity == Multiplicity::Set,
            Range::Arrow { left, left_multiplicity, right_multiplicity, right, .. } => {
                let are_sets =
                    [left_multiplicity, right_multiplicity].map(|m| *m == Multiplicity::Set);
                are_sets == [true; 2] && left.is_plain() && right.is_plain()
            }
        }
    }
}

/// One variable for each column of `domain`, which together run through its tuples.
fn columns(domain: &Expr, span: Span, fresh: &mut Fresh<'_>) -> (Vec<Declaration>, Vec<Expr>) {
    let mut rest = domain.clone();
    let mut declarations = Vec::new();
    let mut atoms = Vec::new();
    for _ in 0..domain.arity {
        let variable = fresh(span);
        let atom = Expr { kind: ExprKind::Variable(variable), arity: 1, span };
        declarations.push(one_of(variable, first_column(rest.clone(), span), span));
        if rest.arity > 1 {
            rest = binary(RelationOp::Join, atom.clone(), rest);
        }
        atoms.push(atom);
    }
    (declarations, atoms)
}
