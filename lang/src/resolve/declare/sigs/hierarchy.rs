//! The sigs that a sig extends, or is a subset of.

use crate::arena::Id;
use crate::ast;
use crate::code;
use crate::diagnostic::Diagnostic;
use crate::model::{Sig, SigId, SigKind};
use crate::resolve::context::{Resolver, Result};

impl Resolver<'_> {
    pub(crate) fn link_parents(&mut self, declaration: &ast::Sig) -> Result<()> {
        let Some(parent) = &declaration.parent else {
            for name in &declaration.names {
                if let Some(&sig) = self.modules[self.place.module].sigs.get(&name.text) {
                    self.model.sigs[sig].kind = SigKind::TopLevel;
                }
            }
            return Ok(());
        };
        let kind = self.parent_kind(parent)?;
        for name in &declaration.names {
            let sig = self.modules[self.place.module].sigs[&name.text];
            if let SigKind::Extends(parent) = kind {
                self.model.sigs[parent].children.push(sig);
            }
            if matches!(kind, SigKind::Subset { .. }) && self.model.sigs[sig].is_abstract {
                self.diagnostics.push(
                    Diagnostic::new(code::PARENT, "a subset sig cannot be abstract")
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
        // Its kind may not have been set yet.
        let is_subset = self.subset_sigs.contains(&parent);
        if is_subset || parent <= Sig::STRING {
            let what = if is_subset { "the subset sig" } else { "the built-in sig" };
            return self.report(
                Diagnostic::new(code::PARENT, format!("{what} `{}` cannot be extended", name.text))
                    .at(name.span, "only sigs declared by `sig` or `extends` can")
                    .help("use `in` instead of `extends`"),
            );
        }
        Ok(SigKind::Extends(parent))
    }

    /// A sig that extends itself becomes a top-level one, so that the rest can be looked at.
    pub(crate) fn refuse_cycles(&mut self) {
        for sig in self.not_grounded() {
            if self.leads_back(sig) {
                let declared = &self.model.sigs[sig];
                let message = format!("the sig `{}` extends itself", declared.name);
                let diagnostic = Diagnostic::new(code::CYCLIC_SIG, message)
                    .at(declared.span, "its chain of `extends` or `in` leads back to it");
                self.diagnostics.push(diagnostic);
                self.model.sigs[sig].kind = SigKind::TopLevel;
            }
        }
    }

    fn parents(&self, sig: SigId) -> &[SigId] {
        match &self.model.sigs[sig].kind {
            SigKind::Extends(parent) => std::slice::from_ref(parent),
            SigKind::Subset { parents, .. } => parents,
            SigKind::Builtin | SigKind::TopLevel => &[],
        }
    }

    /// The sigs from which some way up never ends, in order of declaration: none, as a rule.
    fn not_grounded(&self) -> Vec<SigId> {
        let sigs = || self.model.sigs.ids();
        let mut below: Vec<Vec<SigId>> = sigs().map(|_| Vec::new()).collect();
        let mut open: Vec<usize> = sigs().map(|sig| self.parents(sig).len()).collect();
        for sig in sigs() {
            self.parents(sig).iter().for_each(|parent| below[parent.index()].push(sig));
        }
        let mut grounded: Vec<SigId> = sigs().filter(|sig| open[sig.index()] == 0).collect();
        while let Some(sig) = grounded.pop() {
            for &child in &below[sig.index()] {
                open[child.index()] -= 1;
                if open[child.index()] == 0 {
                    grounded.push(child);
                }
            }
        }
        sigs().filter(|sig| open[sig.index()] > 0).collect()
    }

    fn leads_back(&self, start: SigId) -> bool {
        let mut reached = vec![start];
        let mut is_reached = vec![false; self.model.sigs.len()];
        let mut at = 0;
        while at < reached.len() {
            for &parent in self.parents(reached[at]) {
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
