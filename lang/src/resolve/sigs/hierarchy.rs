//! What sigs extend, or are subsets of.

use crate::arena::Id;
use crate::ast::{self, Paragraph};
use crate::code;
use crate::diagnostic::Diagnostic;
use crate::model::{Sig, SigId, SigKind};
use crate::resolve::{Resolver, Result};

impl Resolver<'_> {
    pub(super) fn link_parents(&mut self, declaration: &ast::Sig) -> Result<()> {
        let Some(parent) = &declaration.parent else {
            for name in &declaration.names {
                if let Some(&sig) = self.modules[self.at].sigs.get(&name.text) {
                    self.model.sigs[sig].kind = SigKind::TopLevel;
                }
            }
            return Ok(());
        };
        let kind = self.parent_kind(parent)?;
        for name in &declaration.names {
            let sig = self.modules[self.at].sigs[&name.text];
            if let SigKind::Extends(parent) = kind {
                self.model.sigs[parent].children.push(sig);
            }
            if matches!(kind, SigKind::Subset { .. }) && self.model.sigs[sig].is_abstract {
                self.diagnostics.push(
                    Diagnostic::error(code::PARENT, "a subset sig cannot be abstract")
                        .at(name.span, "declared with `in`")
                        .help("only sigs that others extend are abstract"),
                );
            }
            self.model.sigs[sig].kind = kind.clone();
        }
        Ok(())
    }

    fn parent_kind(&mut self, parent: &ast::Parent) -> Result<SigKind> {
        let (names, exact) = match parent {
            ast::Parent::Extends(name) => return self.extended(name),
            ast::Parent::In(names) => (names, false),
            ast::Parent::Equal(names) => (names, true),
        };
        let parents = names.iter().map(|name| self.sig(name)).collect::<Result<Vec<_>>>()?;
        Ok(SigKind::Subset { parents, exact })
    }

    fn extended(&mut self, name: &ast::Name) -> Result<SigKind> {
        let parent = self.sig(name)?;
        let is_subset = self.is_declared_subset(parent);
        if is_subset || parent <= Sig::STRING {
            let what = if is_subset { "the subset sig" } else { "the built-in sig" };
            return self.report(
                Diagnostic::error(
                    code::PARENT,
                    format!("{what} `{}` cannot be extended", name.text),
                )
                .at(name.span, "only sigs declared by `sig` or `extends` can")
                .help("use `in` instead of `extends`"),
            );
        }
        Ok(SigKind::Extends(parent))
    }

    /// Whether a sig is declared with `in` or `=`; its kind may not have been set yet.
    fn is_declared_subset(&self, sig: SigId) -> bool {
        let module = self.sig_modules[sig.0 as usize];
        let name = &self.model.sigs[sig].name;
        self.modules[module].ast.paragraphs.iter().any(|paragraph| {
            matches!(paragraph, Paragraph::Sig(sig)
                if matches!(sig.parent, Some(ast::Parent::In(_) | ast::Parent::Equal(_)))
                    && sig.names.iter().any(|declared| declared.text == *name))
        })
    }

    /// A sig that extends itself becomes a top-level one, so that the rest can be looked at.
    pub(super) fn refuse_cycles(&mut self) {
        let sigs: Vec<SigId> = self.model.sigs.ids().collect();
        for sig in sigs {
            if self.leads_back(sig) {
                let declared = &self.model.sigs[sig];
                let message = format!("the sig `{}` extends itself", declared.name);
                let diagnostic = Diagnostic::error(code::CYCLIC_SIG, message)
                    .at(declared.span, "its chain of `extends` or `in` leads back to it");
                self.diagnostics.push(diagnostic);
                self.model.sigs[sig].kind = SigKind::TopLevel;
            }
        }
    }

    fn leads_back(&self, start: SigId) -> bool {
        let mut reached = vec![start];
        let mut is_reached = vec![false; self.model.sigs.len()];
        let mut at = 0;
        while at < reached.len() {
            let parents = match &self.model.sigs[reached[at]].kind {
                SigKind::Extends(parent) => vec![*parent],
                SigKind::Subset { parents, .. } => parents.clone(),
                SigKind::Builtin | SigKind::TopLevel => Vec::new(),
            };
            for parent in parents {
                if parent == start {
                    return true;
                }
                if !std::mem::replace(&mut is_reached[parent.index()], true) {
                    reached.push(parent);
                }
            }
            at += 1;
        }
        false
    }
}
