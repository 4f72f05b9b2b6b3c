//! Sigs that change: which do, what is told of the others, and the fact that ties their atoms to them.
//!
//! A sig changes if it is declared by `var`, and so are all that it extends. As in Alloy, an atom never changes
//! its sig: where a child that changes loses an atom, its parent loses it, too. A part that atoms enter and
//! leave is declared by `in`.

use crate::ast;
use crate::code;
use crate::diagnostic::Diagnostic;
use crate::model::build::{always, conjunction, historically, implies, set, subset};
use crate::model::{Fact, FactOrigin, Sig, SigId, SigKind};
use crate::resolve::context::Resolver;
use crate::resolve::context::node::ValueKind;
use crate::resolve::declare::fields::for_all_this;
use crate::source::Span;

impl Resolver<'_> {
    /// Finds out which sigs change, and reports those that cannot.
    pub(crate) fn settle_what_changes(&mut self) {
        if !self.model.declares_var {
            return;
        }
        let sigs: Vec<SigId> = self.model.sigs.ids().collect();
        for &sig in &sigs {
            match self.model.sigs[sig].kind.clone() {
                SigKind::Extends(parent) => self.settle_child(sig, parent),
                SigKind::Subset { parents, .. } => self.warn_of_static_subset(sig, &parents),
                SigKind::TopLevel | SigKind::Builtin => {}
            }
        }
    }

    fn settle_child(&mut self, sig: SigId, parent: SigId) {
        match (self.vars.get(&sig).copied(), self.fixed_ancestor(parent)) {
            (Some(var), Some(fixed)) => {
                self.model.sigs[sig].is_variable = false;
                self.warn_of_redundant_var(sig, fixed, var);
            }
            (None, None) => self.warn_of_static_in(sig, parent, "extends"),
            _ => {}
        }
    }

    /// The nearest one of a sig and those that it extends which is not declared by `var`.
    fn fixed_ancestor(&self, mut sig: SigId) -> Option<SigId> {
        while self.vars.contains_key(&sig) {
            let SigKind::Extends(parent) = self.model.sigs[sig].kind else { return None };
            sig = parent;
        }
        Some(sig)
    }

    fn warn_of_redundant_var(&mut self, sig: SigId, fixed: SigId, var: Span) {
        let (name, above) = (self.sig_name(sig).to_owned(), self.sig_name(fixed).to_owned());
        self.warn(
            Diagnostic::new(code::REDUNDANT_VAR, format!("`var` says nothing of `{name}`"))
                .at(
                    var,
                    format!("an atom in `{name}` is in it as long as in `{above}`: in all states"),
                )
                .related(self.model.sigs[fixed].span, "this sig never changes")
                .help(format!(
                    "a part that changes is declared by `in`: `var sig {name} in {above}`"
                )),
        );
    }

    fn warn_of_static_subset(&mut self, sig: SigId, parents: &[SigId]) {
        let changing = parents.iter().find(|&&parent| self.fixed_ancestor(parent).is_none());
        if let (None, Some(&parent)) = (self.vars.get(&sig), changing) {
            self.warn_of_static_in(sig, parent, "in");
        }
    }

    fn warn_of_static_in(&mut self, sig: SigId, parent: SigId, word: &str) {
        let (name, above) = (self.sig_name(sig).to_owned(), self.sig_name(parent).to_owned());
        let message = format!("`{name}` never changes, but `{above}` does");
        self.warn(
            Diagnostic::new(code::STATIC_IN_VAR, message)
                .at(
                    self.model.sigs[sig].span,
                    format!("each of its atoms is in `{above}` in every state"),
                )
                .related(self.model.sigs[parent].span, "declared by `var`")
                .help(format!("if it changes, too, write `var sig {name} {word} {above}`")),
        );
    }

    /// An atom that is in it in some state is in it in every state in which it is in its parent. So it is
    /// in no sibling in any state.
    pub(crate) fn add_fact_over_time(&mut self, id: SigId, sig: &Sig) {
        let SigKind::Extends(parent) = sig.kind else { return };
        if !sig.is_variable {
            return;
        }
        let span = sig.span;
        let x = self.variable("x", ValueKind::Relation(self.model.type_of_sig(id)), span);
        let is_in = |sig| subset(self.atom(x, span), set(sig, span), span);
        let stays = || implies(is_in(parent), is_in(id), span);
        let body = conjunction(vec![always(stays()), historically(stays())], span);
        let formula = always(for_all_this(id, x, body, span));
        let (name, origin) = (format!("extends {}", sig.name), FactOrigin::OverTime(id));
        self.model.facts.push(Fact { name, formula, origin, span });
    }
}

// What cannot change.

impl Resolver<'_> {
    pub(crate) fn refuse_var_of_equal(&mut self, name: &str, parents: &[ast::Name], span: Span) {
        let parents: Vec<&str> = parents.iter().map(|parent| parent.text.as_str()).collect();
        let parents = parents.join(" + ");
        self.diagnostics.push(
            Diagnostic::new(code::VAR, "a sig that is declared by `=` cannot be `var`")
                .at(span, format!("`{name}` has one value in all states"))
                .help(format!(
                    "a function has that of each state: `fun {name}: set {parents} {{ {parents} }}`"
                ))
                .help(format!("a part of it that changes is `var sig {name} in {parents} {{}}`")),
        );
    }

    /// Reports sigs that change where a module wants to know all of their atoms.
    pub(crate) fn refuse_changing_arguments(&mut self) {
        for (sig, span) in std::mem::take(&mut self.exact_arguments) {
            let declared = &self.model.sigs[sig];
            if !declared.is_variable {
                continue;
            }
            let name = &declared.name;
            let message =
                format!("the module takes a sig whose scope is exact, and `{name}` changes");
            self.diagnostics.push(
                Diagnostic::new(code::ARGUMENTS, message)
                    .at(span, "its atoms may be others in each state")
                    .related(declared.span, "declared by `var`")
                    .help(format!(
                        "let `{name}` be a part of a sig that never changes, and hand that over: \
                         `sig All {{}} var sig {name} in All {{}}`"
                    )),
            );
        }
    }
}
