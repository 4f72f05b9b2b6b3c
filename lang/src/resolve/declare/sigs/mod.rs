//! Declares sigs: their names, their hierarchy, and the facts that follow from it.

mod facts;
mod hierarchy;

use crate::ast::{self, Paragraph, Qualifier};
use crate::code;
use crate::diagnostic::Diagnostic;
use crate::model::{Sig, SigId, SigKind, SigMultiplicity};
use crate::resolve::context::Resolver;
use crate::source::{FileId, Span};

impl Resolver<'_> {
    /// Links the sigs of all modules to their parents, and adds the facts that follow.
    pub(crate) fn declare_sigs(&mut self) {
        for module in self.modules.ids() {
            self.in_module(module, |resolver| {
                let ast = resolver.modules[module].ast;
                for paragraph in &ast.paragraphs {
                    if let Paragraph::Sig(sig) = paragraph {
                        // A parent that is wrong has been reported; the sig stays a top-level one.
                        let _ = resolver.link_parents(sig);
                    }
                }
            });
        }
        self.refuse_cycles();
        let sigs: Vec<SigId> = self.model.sigs.ids().collect();
        for sig in sigs {
            self.add_sig_facts(sig);
        }
    }

    pub(crate) fn declare_builtin_sigs(&mut self) {
        let span = Span { file: FileId(0), start: 0, end: 0 };
        for (id, name) in [
            (Sig::UNIVERSE, "univ"),
            (Sig::NONE, "none"),
            (Sig::INT, "Int"),
            (Sig::SEQ_INT, "seq/Int"),
            (Sig::STRING, "String"),
        ] {
            let sig = Sig { kind: SigKind::Builtin, ..Sig::new(name, span) };
            let declared = self.model.sigs.push(sig);
            self.sig_modules.push(self.place.module);
            debug_assert_eq!(declared, id);
        }
    }

    /// `sig A, B …`.
    pub(crate) fn declare_sigs_of(&mut self, declaration: &ast::Sig) {
        for name in &declaration.names {
            let Some(id) = self.declare_sig(name) else { continue };
            if matches!(declaration.parent, Some(ast::Parent::In(_) | ast::Parent::Equal(_))) {
                self.subset_sigs.insert(id);
            }
            for &(qualifier, span) in &declaration.qualifiers {
                self.qualify(id, qualifier, span);
            }
        }
    }

    /// `enum E { X, Y }`: an abstract sig, and one fixed atom for each value.
    pub(crate) fn declare_enum(&mut self, declaration: &ast::Enum) {
        let Some(parent) = self.declare_sig(&declaration.name) else { return };
        if declaration.values.is_empty() {
            let message = format!("the enum `{}` has no values", declaration.name.text);
            self.diagnostics.push(
                Diagnostic::new(code::SYNTAX, message)
                    .at(declaration.span, "as in `enum Color { Red, Green }`"),
            );
        }
        self.model.sigs[parent].is_abstract = true;
        self.model.sigs[parent].is_enum = true;
        self.model.sigs[parent].is_private = declaration.is_private;
        for name in &declaration.values {
            let Some(value) = self.declare_sig(name) else { continue };
            self.model.sigs[value].kind = SigKind::Extends(parent);
            self.model.sigs[value].multiplicity = SigMultiplicity::One;
            self.model.sigs[value].is_private = declaration.is_private;
            self.model.sigs[parent].children.push(value);
        }
    }

    /// A top-level sig of the module at hand, unless the name is taken.
    pub(crate) fn declare_sig(&mut self, name: &ast::Name) -> Option<SigId> {
        let module = &self.modules[self.place.module];
        if let Some(&earlier) = module.sigs.get(&name.text) {
            let earlier = self.model.sigs[earlier].span;
            self.duplicate("sig", &name.text, name.span, earlier);
            return None;
        }
        let mut sig = Sig::new(&name.text, name.span);
        sig.path = format!("{}{}", module.path, name.text);
        sig.is_library = module.is_library;
        let id = self.model.sigs.push(sig);
        self.sig_modules.push(self.place.module);
        self.modules[self.place.module].sigs.insert(name.text.clone(), id);
        Some(id)
    }

    fn qualify(&mut self, id: SigId, qualifier: Qualifier, span: Span) {
        let sig = &mut self.model.sigs[id];
        let multiplicity = match qualifier {
            Qualifier::Abstract => return sig.is_abstract = true,
            Qualifier::Private => return sig.is_private = true,
            Qualifier::Var => return self.temporal("a `var` sig", span),
            Qualifier::One => SigMultiplicity::One,
            Qualifier::Lone => SigMultiplicity::Lone,
            Qualifier::Some => SigMultiplicity::Some,
        };
        let earlier = std::mem::replace(&mut sig.multiplicity, multiplicity);
        if earlier != SigMultiplicity::Any {
            self.diagnostics.push(
                Diagnostic::new(code::MULTIPLICITY, "a sig has one multiplicity at the most")
                    .at(span, "the second one")
                    .help("leave one of them out"),
            );
        }
    }
}
