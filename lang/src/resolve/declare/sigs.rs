//! Declares sigs: their names, their hierarchy, and the facts that follow from it.

use crate::arena::Id;
use crate::ast::{self, Paragraph, Qualifier};
use crate::code;
use crate::diagnostic::Diagnostic;
use crate::model::build::{disjoint, set, subset, union};
use crate::model::{
    Count, Fact, FactOrigin, Formula, FormulaKind, Sig, SigId, SigKind, SigMultiplicity,
};
use crate::resolve::context::{Resolver, Result};
use crate::source::{FileId, Span};

impl Resolver<'_> {
    /// Links the sigs of all modules to their parents, and adds the facts that follow.
    pub(crate) fn declare_sigs(&mut self) {
        for module in self.modules.ids() {
            self.in_module(module, |resolver| {
                let ast = resolver.modules[module].ast;
                for paragraph in &ast.paragraphs {
                    if let Paragraph::Sig(sig) = paragraph {
                        // A parent that is wrong has been reported. The sig stays a top-level one.
                        let _ = resolver.link_parents(sig);
                    }
                }
            });
        }
        self.refuse_cycles();
        self.settle_what_changes();
        self.refuse_changing_arguments();
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
            if let Some(ast::Parent::Equal(parents)) = &declaration.parent
                && let Some(span) = self.vars.get(&id).copied()
            {
                self.refuse_var_of_equal(&name.text, parents, span);
            }
        }
    }

    /// `enum E { X, Y }`: an abstract sig, and one fixed atom for each value.
    pub(crate) fn declare_enum(&mut self, declaration: &ast::Enum) {
        if let Some(span) = declaration.var {
            self.diagnostics.push(
                Diagnostic::new(code::VAR, "an enum cannot be `var`")
                    .at(span, "its values are there in every state")
                    .help("leave `var` out; a field that changes is `var color: one Color`"),
            );
        }
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
            Qualifier::Var => {
                sig.is_variable = true;
                self.vars.insert(id, span);
                return;
            }
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

// The sigs that a sig extends, or is a subset of.

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
        if parent == Sig::UNIVERSE {
            return Ok(SigKind::TopLevel);
        }
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

// The facts that the declaration of a sig implies.

/// The number of children up to which each gets a fact that it shares nothing with those before it. More of
/// them get such facts by halves.
const MANY: usize = 32;

impl Resolver<'_> {
    pub(crate) fn add_sig_facts(&mut self, id: SigId) {
        if id <= Sig::STRING {
            return;
        }
        let sig = self.model.sigs[id].clone();
        self.add_parent_facts(id, &sig);
        self.add_children_facts(id, &sig);
        self.add_fact_over_time(id, &sig);
        let count = match sig.multiplicity {
            SigMultiplicity::One => Count::One,
            SigMultiplicity::Lone => Count::Lone,
            SigMultiplicity::Some => Count::Some,
            SigMultiplicity::Any => return,
        };
        let kind = FormulaKind::Count(count, set(id, sig.span));
        self.sig_fact(id, "multiplicity", Formula { kind, span: sig.span });
    }

    /// It lies in its parent, or in the union of its parents. Declared by `=`, it is that.
    fn add_parent_facts(&mut self, id: SigId, sig: &Sig) {
        let own = set(id, sig.span);
        match &sig.kind {
            SigKind::Extends(parent) => {
                self.sig_fact(id, "extends", subset(own, set(*parent, sig.span), sig.span));
            }
            SigKind::Subset { parents, exact } => {
                let of = union(parents.iter().map(|&parent| set(parent, sig.span)).collect());
                let of = of.expect("a subset sig has a parent");
                let kind = match exact {
                    true => FormulaKind::Equal(own, of),
                    false => FormulaKind::Subset(own, of),
                };
                self.sig_fact(id, "in", Formula { kind, span: sig.span });
            }
            SigKind::Builtin | SigKind::TopLevel => {}
        }
    }

    /// Children are disjoint, and an abstract sig holds nothing else.
    fn add_children_facts(&mut self, id: SigId, sig: &Sig) {
        let children = |from: &[SigId]| union(from.iter().map(|&c| set(c, sig.span)).collect());
        for at in 1..sig.children.len().min(MANY) {
            let child = sig.children[at];
            let before = children(&sig.children[..at]).expect("there is a child before it");
            let span = self.model.sigs[child].span;
            self.sig_fact(child, "extends", disjoint(set(child, sig.span), before, span));
        }
        self.add_halves(id, sig, &sig.children, MANY);
        if sig.is_abstract
            && let Some(all) = children(&sig.children)
        {
            self.sig_fact(id, "abstract", subset(set(id, sig.span), all, sig.span));
        }
    }

    /// The children from the one at `from` on share nothing with one another, or with those before:
    /// the first half shares nothing with the second, and so do the halves of each. Each with all
    /// before it would take a hundred million nodes for an enum of ten thousand values.
    fn add_halves(&mut self, id: SigId, sig: &Sig, children: &[SigId], from: usize) {
        if children.len() <= from.max(1) {
            return;
        }
        let half = if from > 0 { from } else { children.len() / 2 };
        let sets = |from: &[SigId]| union(from.iter().map(|&c| set(c, sig.span)).collect());
        let (first, second) = children.split_at(half);
        let (Some(one), Some(other)) = (sets(first), sets(second)) else { return };
        self.sig_fact(id, "extends", disjoint(one, other, sig.span));
        if from == 0 {
            self.add_halves(id, sig, first, 0);
        }
        self.add_halves(id, sig, second, 0);
    }

    fn sig_fact(&mut self, sig: SigId, what: &str, formula: Formula) {
        let name = format!("{what} {}", self.model.sigs[sig].name);
        let span = self.model.sigs[sig].span;
        let formula = self.in_every_state(formula);
        self.model.facts.push(Fact { name, formula, origin: FactOrigin::Sig(sig), span });
    }
}
