//! The facts that the declaration of a field implies.

use crate::ast;
use crate::model::build::{binary, disjoint, one_each, one_of, quantify, set, subset};
use crate::model::{
    Declaration, Expr, ExprKind, Fact, FactOrigin, FieldId, Formula, FormulaKind, Quantifier,
    RelationOp, SigId, VariableId,
};
use crate::resolve::context::Resolver;
use crate::resolve::context::node::Kind;
use crate::source::Span;

impl Resolver<'_> {
    pub(crate) fn add_field_facts(&mut self, id: FieldId) {
        let field = self.model.fields[id].clone();
        let span = field.span;
        let whole = Expr { kind: ExprKind::Field(id), arity: field.ty.arity(), span };
        // Nothing outside its sig has the field.
        let own = binary(RelationOp::DomainRestriction, set(field.sig, span), whole.clone());
        self.field_fact(id, subset(whole.clone(), own, span));

        let value = Expr { span, ..binary(RelationOp::Join, self.atom(field.this, span), whole) };
        let body = if field.is_defined {
            Formula { kind: FormulaKind::Equal(value, field.range.domain().clone()), span }
        } else if field.is_sequence {
            self.within_sequence(value, &field.range, span)
        } else {
            self.within(&value, &field.range, span)
        };
        let formula = for_all_this(field.sig, field.this, body, span);
        self.field_fact(id, formula);
    }

    fn field_fact(&mut self, id: FieldId, formula: Formula) {
        let field = &self.model.fields[id];
        let name = format!("field {}.{}", self.model.sigs[field.sig].name, field.name);
        let (origin, span) = (FactOrigin::Field(id), field.span);
        self.model.facts.push(Fact { name, formula, origin, span });
    }

    /// `disj f, g: e`: one atom's fields share nothing. `f: disj e`: two atoms' values share nothing.
    pub(crate) fn add_disjointness(
        &mut self,
        sig: SigId,
        this: VariableId,
        fields: &[FieldId],
        declaration: &ast::Declaration,
    ) {
        let span = declaration.span;
        if declaration.disjoint.is_some() {
            for (at, &a) in fields.iter().enumerate() {
                for &b in &fields[..at] {
                    let (a, b) = (self.value_of(this, a, span), self.value_of(this, b, span));
                    let formula = for_all_this(sig, this, disjoint(b, a, span), span);
                    self.field_fact(fields[at], formula);
                }
            }
        }
        if declaration.disjoint_range.is_some() {
            for &field in fields {
                let formula = self.disjoint_values(sig, this, field, span);
                self.field_fact(field, formula);
            }
        }
    }

    fn disjoint_values(
        &mut self,
        sig: SigId,
        this: VariableId,
        field: FieldId,
        span: Span,
    ) -> Formula {
        let ty = self.model.type_of_sig(sig);
        let that = self.variable("that", Kind::Relation(ty), span);
        let (a, b) = (self.value_of(this, field, span), self.value_of(that, field, span));
        let declared = one_each(vec![this, that], set(sig, span), span);
        let declaration = Declaration { is_disjoint: true, ..declared };
        let body = disjoint(a, b, span);
        quantify(Quantifier::All, vec![declaration], body, span)
    }

    fn value_of(&self, this: VariableId, field: FieldId, span: Span) -> Expr {
        let arity = self.model.fields[field].ty.arity();
        let whole = Expr { kind: ExprKind::Field(field), arity, span };
        Expr { span, ..binary(RelationOp::Join, self.atom(this, span), whole) }
    }
}

/// `all this: sig | body`.
pub(crate) fn for_all_this(sig: SigId, this: VariableId, body: Formula, span: Span) -> Formula {
    quantify(Quantifier::All, vec![one_of(this, set(sig, span), span)], body, span)
}
