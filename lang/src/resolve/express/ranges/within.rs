//! What a range says of a value, as a formula: that the value is one of those that it describes.

use crate::model::build::{binary, conjunction, first_column, one_of, quantify, subset};
use crate::model::{
    Count, Declaration, Expr, Formula, FormulaKind, Multiplicity, Quantifier, Range, RelationOp,
    Type, VariableId,
};
use crate::resolve::Resolver;
use crate::resolve::express::ranges::upper;
use crate::resolve::node::Kind;
use crate::source::Span;

impl Resolver<'_> {
    pub(crate) fn within(&mut self, subject: &Expr, range: &Range, span: Span) -> Formula {
        let mut parts = Vec::new();
        match range {
            Range::Of { multiplicity, domain } => {
                parts.extend(counted(*multiplicity, subject, span));
                parts.push(subset(subject.clone(), domain.clone(), span));
            }
            Range::Arrow { left, left_multiplicity, right_multiplicity, right } => {
                let all = binary(RelationOp::Product, upper(left), upper(right));
                parts.push(subset(subject.clone(), all, span));
                let (of_left, of_right) = (*left_multiplicity, *right_multiplicity);
                parts.extend(self.each(Side::Left, subject, left, of_right, right, span));
                parts.extend(self.each(Side::Right, subject, right, of_left, left, span));
            }
        }
        conjunction(parts, span)
    }

    /// For each tuple at one end of an arrow, what the range at the other end says of its image
    /// there. As in Alloy, tuples count that are within the range at their own end each by itself: of
    /// `A -> some A` with two atoms none is.
    fn each(
        &mut self,
        side: Side,
        subject: &Expr,
        own_range: &Range,
        multiplicity: Multiplicity,
        image_range: &Range,
        span: Span,
    ) -> Option<Formula> {
        let is_nested = matches!(image_range, Range::Arrow { .. });
        if multiplicity == Multiplicity::Set && !is_nested {
            return None;
        }
        let (declarations, variables) = self.tuple_of(&upper(own_range), span);
        let image = self.image(side, subject, &variables, span);
        let mut parts: Vec<Formula> = counted(multiplicity, &image, span).into_iter().collect();
        if is_nested {
            parts.push(self.within(&image, image_range, span));
        }
        let mut body = Formula { kind: FormulaKind::And(parts), span };
        if own_range.refuses_tuples() {
            let atoms = variables.iter().map(|&variable| self.atom(variable, span));
            let tuple = atoms.reduce(|a, b| binary(RelationOp::Product, a, b));
            let tuple = tuple.expect("a tuple has an atom");
            let counts = Box::new(self.within(&tuple, own_range, span));
            body = Formula { kind: FormulaKind::Implies(counts, Box::new(body)), span };
        }
        let quantified = declarations.into_iter().rfold(body, |body, declaration| {
            quantify(Quantifier::All, vec![declaration], body, span)
        });
        Some(quantified)
    }

    /// One variable for each column of `domain`, which together run through its tuples.
    fn tuple_of(&mut self, domain: &Expr, span: Span) -> (Vec<Declaration>, Vec<VariableId>) {
        let mut rest = domain.clone();
        let mut declarations = Vec::new();
        let mut variables = Vec::new();
        for _ in 0..domain.arity {
            let variable = self.variable("x", Kind::Relation(Type::any(1)), span);
            declarations.push(one_of(variable, first_column(rest.clone(), span), span));
            variables.push(variable);
            if rest.arity > 1 {
                rest = binary(RelationOp::Join, self.atom(variable, span), rest);
            }
        }
        (declarations, variables)
    }

    /// What a relation relates the tuple of these variables to, which stands at one end of it.
    fn image(&self, side: Side, relation: &Expr, tuple: &[VariableId], span: Span) -> Expr {
        let relation = relation.clone();
        let image = match side {
            Side::Left => tuple.iter().fold(relation, |image, &variable| {
                binary(RelationOp::Join, self.atom(variable, span), image)
            }),
            Side::Right => tuple.iter().rfold(relation, |image, &variable| {
                binary(RelationOp::Join, image, self.atom(variable, span))
            }),
        };
        Expr { span, ..image }
    }
}

/// At which end of an arrow the quantified tuple stands.
#[derive(Clone, Copy)]
enum Side {
    Left,
    Right,
}

fn counted(multiplicity: Multiplicity, subject: &Expr, span: Span) -> Option<Formula> {
    let count = match multiplicity {
        Multiplicity::One => Count::One,
        Multiplicity::Lone => Count::Lone,
        Multiplicity::Some => Count::Some,
        Multiplicity::Set => return None,
    };
    Some(Formula { kind: FormulaKind::Count(count, subject.clone()), span })
}
