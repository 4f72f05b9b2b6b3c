//! Fields, and the facts that their declarations imply.

use super::node::Kind;
use super::ranges::{disjoint, is_sequence, upper};
use super::sequences::has_no_gaps;
use super::sigs::{binary, set};
use super::{Reported, Resolver, Result, TypeOps};
use crate::ast::{self, Paragraph};
use crate::model::{
    Declaration, Expr, ExprKind, Fact, FactOrigin, Field, FieldId, Formula, FormulaKind,
    Multiplicity, Quantifier, Range, RelationOp, SigId, SigKind, Type, VariableId,
};
use crate::source::Span;

impl Resolver<'_> {
    /// Fields of parents come before those of children, whose ranges may use them; those defined
    /// by `=` come last: they may use all others, and call functions.
    pub(super) fn resolve_fields(&mut self) {
        for is_defined in [false, true] {
            let mut done = vec![false; self.model.sigs.len()];
            for sig in self.model.sigs.ids() {
                self.fields_of(sig, is_defined, &mut done);
            }
        }
        // In order of declaration again.
        for sig in self.model.sigs.ids() {
            let fields = &self.model.fields;
            self.model.sigs[sig].fields.sort_by_key(|&field| fields[field].span.start);
        }
    }

    fn fields_of(&mut self, sig: SigId, is_defined: bool, done: &mut [bool]) {
        if std::mem::replace(&mut done[sig.0 as usize], true) {
            return;
        }
        let parents = match &self.model.sigs[sig].kind {
            SigKind::Extends(parent) => vec![*parent],
            SigKind::Subset { parents, .. } => parents.clone(),
            SigKind::Builtin => return,
            SigKind::TopLevel => Vec::new(),
        };
        for parent in parents {
            Self::with_stack(|| self.fields_of(parent, is_defined, done));
        }
        let module = self.sig_modules[sig.0 as usize];
        let declared = self.modules[module].ast.paragraphs.iter().find_map(|paragraph| {
            let Paragraph::Sig(declaration) = paragraph else { return None };
            let span = self.model.sigs[sig].span;
            declaration.names.iter().any(|name| name.span == span).then_some(declaration)
        });
        let Some(declaration) = declared else { return };
        self.in_module(module, |resolver| {
            for field in declaration.fields.iter().filter(|field| field.is_defined == is_defined) {
                if resolver.field(sig, field).is_err() {
                    resolver.poisoned.extend(field.names.iter().map(|name| name.text.clone()));
                }
            }
        });
    }

    /// One declaration, which may declare several fields.
    fn field(&mut self, sig: SigId, declaration: &ast::Declaration) -> Result<()> {
        if let Some(span) = declaration.var {
            self.temporal("a `var` field", span);
            return Err(Reported);
        }
        let span = declaration.span;
        let sig_type = self.model.type_of_sig(sig);
        let this = self.variable("this", Kind::Relation(sig_type.clone()), span);
        let (range, ty) = self.in_sig(sig, this, |resolver| {
            if declaration.is_defined {
                return resolver.field_range(declaration);
            }
            resolver.in_field_range = true;
            let result = resolver.barring_calls(|resolver| resolver.field_range(declaration));
            resolver.in_field_range = false;
            result
        })?;
        let is_sequence = is_sequence(&declaration.range);
        let mut fields = Vec::new();
        for name in &declaration.names {
            if let Some(earlier) = self.clashing_field(sig, &name.text) {
                let earlier = self.model.fields[earlier].span;
                self.duplicate("field", &name.text, name.span, earlier);
                continue;
            }
            let field = self.model.fields.push(Field {
                name: name.text.clone(),
                sig,
                range: range.clone(),
                this,
                is_defined: declaration.is_defined,
                is_sequence,
                is_private: declaration.is_private,
                ty: sig_type.product(&ty),
                span: name.span,
            });
            self.model.sigs[sig].fields.push(field);
            self.fields.entry(name.text.clone()).or_default().push(field);
            fields.push(field);
        }
        for &field in &fields {
            self.add_field_facts(field);
        }
        self.add_disjointness(sig, this, &fields, declaration);
        Ok(())
    }

    fn field_range(&mut self, declaration: &ast::Declaration) -> Result<(Range, Type)> {
        let (range, ty) = self.range(&declaration.range)?;
        match range {
            // A defined field equals its expression, whatever the size.
            Range::Of { domain, .. } if declaration.is_defined => {
                Ok((Range::Of { multiplicity: Multiplicity::Set, domain }, ty))
            }
            range => Ok((range, ty)),
        }
    }

    /// Runs `work` where field names mean `this.field`.
    pub(super) fn in_sig<T>(
        &mut self,
        sig: SigId,
        this: VariableId,
        work: impl FnOnce(&mut Self) -> T,
    ) -> T {
        let outer = self.this.replace((sig, this));
        let result = self.scoped(|resolver| {
            resolver.bring_into_scope("this", this);
            work(resolver)
        });
        self.this = outer;
        result
    }

    /// A field of that name whose sig shares atoms with this one.
    fn clashing_field(&self, sig: SigId, name: &str) -> Option<FieldId> {
        let ty = self.model.type_of_sig(sig);
        let others = self.fields.get(name)?;
        others.iter().copied().find(|&other| {
            let owner = self.model.type_of_sig(self.model.fields[other].sig);
            self.model.overlaps(&ty, &owner)
        })
    }

    fn add_field_facts(&mut self, id: FieldId) {
        let field = self.model.fields[id].clone();
        let span = field.span;
        let whole = Expr { kind: ExprKind::Field(id), arity: field.ty.arity(), span };
        // Nothing outside its sig has the field.
        let own = binary(RelationOp::DomainRestriction, set(field.sig, span), whole.clone());
        let domain = Formula { kind: FormulaKind::Subset(whole.clone(), own), span };
        self.field_fact(id, domain);

        let value = Expr { span, ..binary(RelationOp::Join, self.atom(field.this, span), whole) };
        let body = if field.is_defined {
            Formula { kind: FormulaKind::Equal(value, upper(&field.range)), span }
        } else if field.is_sequence {
            let within = self.within(&value, &field.range, span);
            let parts = vec![within, has_no_gaps(value, span)];
            Formula { kind: FormulaKind::And(parts), span }
        } else {
            self.within(&value, &field.range, span)
        };
        let formula = self.for_all_this(field.sig, field.this, body, span);
        self.field_fact(id, formula);
    }

    fn for_all_this(&self, sig: SigId, this: VariableId, body: Formula, span: Span) -> Formula {
        let range = Range::Of { multiplicity: Multiplicity::One, domain: set(sig, span) };
        let declaration = Declaration { variables: vec![this], is_disjoint: false, range, span };
        super::formulas::quantify(Quantifier::All, vec![declaration], body, span)
    }

    fn field_fact(&mut self, id: FieldId, formula: Formula) {
        let field = &self.model.fields[id];
        let name = format!("field {}.{}", self.model.sigs[field.sig].name, field.name);
        let (origin, span) = (FactOrigin::Field(id), field.span);
        self.model.facts.push(Fact { name, formula, origin, span });
    }

    /// `disj f, g: e`: one atom's fields share nothing. `f: disj e`: two atoms' values share nothing.
    fn add_disjointness(
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
                    let formula = self.for_all_this(sig, this, disjoint(b, a, span), span);
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
        let range = Range::Of { multiplicity: Multiplicity::One, domain: set(sig, span) };
        let variables = vec![this, that];
        let declaration = Declaration { variables, is_disjoint: true, range, span };
        let body = disjoint(a, b, span);
        super::formulas::quantify(Quantifier::All, vec![declaration], body, span)
    }

    fn value_of(&self, this: VariableId, field: FieldId, span: Span) -> Expr {
        let arity = self.model.fields[field].ty.arity();
        let whole = Expr { kind: ExprKind::Field(field), arity, span };
        Expr { span, ..binary(RelationOp::Join, self.atom(this, span), whole) }
    }
}
