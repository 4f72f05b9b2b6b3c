//! Fields, and the facts that their declarations imply.

use rustc_hash::FxHashMap;

use crate::ast::{self, Paragraph};
use crate::code;
use crate::diagnostic::Diagnostic;
use crate::model::build::{binary, disjoint, one_each, one_of, quantify, set, subset, union};
use crate::model::{
    Declaration, Expr, ExprKind, Fact, FactOrigin, Field, FieldId, Formula, FormulaKind,
    Multiplicity, Node, Quantifier, Range, RelationOp, SigId, SigKind, Type, VariableId,
};
use crate::resolve::context::node::ValueKind;
use crate::resolve::context::place::Nameable;
use crate::resolve::context::{Resolver, Result};
use crate::resolve::express::ranges::{InMacros, is_sequence};
use crate::source::Span;

impl<'a> Resolver<'a> {
    /// Fields of parents come before those of children, whose ranges may use them. Those defined
    /// by `=` come last: they may use all others, and call functions.
    pub(crate) fn resolve_fields(&mut self) {
        let declarations = self.sig_declarations();
        for is_defined in [false, true] {
            let mut done = vec![false; self.model.sigs.len()];
            for sig in self.model.sigs.ids() {
                self.fields_of(sig, is_defined, &declarations, &mut done);
            }
        }
        // In order of declaration again.
        for sig in self.model.sigs.ids() {
            let fields = &self.model.fields;
            self.model.sigs[sig].fields.sort_by_key(|&field| fields[field].span.start);
        }
    }

    /// The declaration of each sig that is not built in or an enum, by sig. A sig that is declared
    /// twice is the first one.
    fn sig_declarations(&self) -> FxHashMap<SigId, &'a ast::Sig> {
        let mut declarations = FxHashMap::default();
        for (_, module) in self.modules.iter() {
            for paragraph in &module.ast.paragraphs {
                let Paragraph::Sig(declaration) = paragraph else { continue };
                for name in &declaration.names {
                    let sig = module.sigs.get(&name.text).copied();
                    if let Some(sig) = sig.filter(|&sig| self.model.sigs[sig].span == name.span) {
                        declarations.insert(sig, declaration);
                    }
                }
            }
        }
        declarations
    }

    fn fields_of(
        &mut self,
        sig: SigId,
        is_defined: bool,
        declarations: &FxHashMap<SigId, &ast::Sig>,
        done: &mut [bool],
    ) {
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
            Self::with_stack(|| self.fields_of(parent, is_defined, declarations, done));
        }
        let module = self.sig_modules[sig.0 as usize];
        let Some(&declaration) = declarations.get(&sig) else { return };
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
        let span = declaration.span;
        let sig_type = self.model.type_of_sig(sig);
        let this = self.variable("this", ValueKind::Relation(sig_type.clone()), span);
        let (range, ty) = self.in_sig(sig, this, |resolver| resolver.field_range(declaration))?;
        let mut fields = Vec::new();
        for name in &declaration.names {
            fields.extend(self.declare_field(Field {
                name: name.text.clone(),
                sig,
                range: range.clone(),
                this,
                is_defined: declaration.is_defined,
                is_sequence: is_sequence(&declaration.range),
                is_private: declaration.is_private,
                is_variable: declaration.var.is_some(),
                ty: sig_type.product(&ty),
                span: name.span,
            }));
        }
        for &field in &fields {
            self.add_field_facts(field);
            self.warn_of_static_field(field);
        }
        self.add_disjointness(sig, this, &fields, declaration);
        Ok(())
    }

    fn warn_of_static_field(&mut self, id: FieldId) {
        let field = &self.model.fields[id];
        let sig = &self.model.sigs[field.sig];
        if field.is_variable || !sig.is_variable {
            return;
        }
        let (name, of) = (&field.name, &sig.name);
        let warning = Diagnostic::new(
            code::STATIC_IN_VAR,
            format!("the field `{name}` never changes, but its sig `{of}` does"),
        )
        .at(field.span, format!("an atom with a value in it is in `{of}` in every state"))
        .related(sig.span, "declared by `var`")
        .help(format!("if it changes, too, write `var {name}: …`"));
        self.warn(warning);
    }

    /// Adds a field to its sig, unless the name is taken there.
    fn declare_field(&mut self, field: Field) -> Option<FieldId> {
        let (sig, name) = (field.sig, field.name.clone());
        if let Some(earlier) = self.clashing_field(sig, &name) {
            let earlier = self.model.fields[earlier].span;
            self.duplicate("field", &name, field.span, earlier);
            return None;
        }
        let id = self.model.fields.push(field);
        self.model.sigs[sig].fields.push(id);
        self.fields.entry(name).or_default().push(id);
        Some(id)
    }

    /// Calls, and fields of other sigs, can stand in the definition of a field only.
    fn field_range(&mut self, declaration: &ast::Declaration) -> Result<(Range, Type)> {
        if declaration.is_defined {
            return self.range_or_definition(declaration);
        }
        let reach = Nameable::OwnFields;
        self.within_reach(reach, |resolver| resolver.range_or_definition(declaration))
    }

    fn range_or_definition(&mut self, declaration: &ast::Declaration) -> Result<(Range, Type)> {
        let (range, ty) = self.range(&declaration.range, InMacros::Dropped)?;
        match range {
            // A defined field equals its expression, whatever the size.
            Range::Of { domain, .. } if declaration.is_defined => {
                Ok((Range::of(Multiplicity::Set, domain), ty))
            }
            range => Ok((range, ty)),
        }
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
}

// The facts that the declaration of a field implies.

impl Resolver<'_> {
    pub(crate) fn add_field_facts(&mut self, id: FieldId) {
        let field = self.model.fields[id].clone();
        let span = field.span;
        let whole = Expr { kind: ExprKind::Field(id), arity: field.ty.arity(), span };
        // Nothing outside its sig has the field.
        let own = binary(RelationOp::DomainRestriction, set(field.sig, span), whole.clone());
        self.field_fact(id, subset(whole.clone(), own, span));

        if is_marked(&field.range) {
            // A range that is read in another state says nothing about the values in this one.
            self.field_fact(id, subset(whole.clone(), typed(&field.ty, span), span));
        }
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
        let formula = self.in_every_state(formula);
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
        let that = self.variable("that", ValueKind::Relation(ty), span);
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

/// True if a part of the range is read in another state.
fn is_marked(range: &Range) -> bool {
    Node::from(range.domain()).descendants().any(|node| node.state().is_some())
}

/// All tuples of the type.
fn typed(ty: &Type, span: Span) -> Expr {
    let product = |sigs: &Vec<SigId>| {
        let columns = sigs.iter().map(|&sig| set(sig, span));
        columns.reduce(|left, right| binary(RelationOp::Product, left, right))
    };
    let products = ty.products.iter().filter_map(product).collect();
    union(products).unwrap_or(Expr { kind: ExprKind::Empty, arity: ty.arity(), span })
}

/// `all this: sig | body`.
pub(crate) fn for_all_this(sig: SigId, this: VariableId, body: Formula, span: Span) -> Formula {
    quantify(Quantifier::All, vec![one_of(this, set(sig, span), span)], body, span)
}
