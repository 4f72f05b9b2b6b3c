//! Fields, and the facts that their declarations imply.

mod facts;

use crate::resolve::context::place::Nameable;
use rustc_hash::FxHashMap;

use crate::ast::{self, Paragraph};
use crate::model::{Field, FieldId, Multiplicity, Range, SigId, SigKind, Type};
use crate::resolve::context::node::Kind;
use crate::resolve::context::{Reported, Resolver, Result};
use crate::resolve::express::ranges::{InMacros, is_sequence};

pub(crate) use facts::for_all_this;

impl<'a> Resolver<'a> {
    /// Fields of parents come before those of children, whose ranges may use them; those defined
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
        if let Some(span) = declaration.var {
            self.temporal("a `var` field", span);
            return Err(Reported);
        }
        let span = declaration.span;
        let sig_type = self.model.type_of_sig(sig);
        let this = self.variable("this", Kind::Relation(sig_type.clone()), span);
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
                ty: sig_type.product(&ty),
                span: name.span,
            }));
        }
        for &field in &fields {
            self.add_field_facts(field);
        }
        self.add_disjointness(sig, this, &fields, declaration);
        Ok(())
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
