//! Declares sigs: their names, their hierarchy, and the facts that follow from it.

use super::{Resolver, Result};
use crate::ast::{self, Paragraph, Qualifier};
use crate::code;
use crate::diagnostic::Diagnostic;
use crate::model::{
    Count, Expr, ExprKind, Fact, FactOrigin, Formula, FormulaKind, RelationOp, Sig, SigId, SigKind,
    SigMultiplicity,
};
use crate::source::{FileId, Span};

impl Resolver<'_> {
    /// Links the sigs of all modules to their parents, and adds the facts that follow.
    pub(super) fn declare_sigs(&mut self) {
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

    pub(super) fn declare_builtin_sigs(&mut self) {
        let span = Span { file: FileId(0), start: 0, end: 0 };
        for (id, name) in [
            (Sig::UNIVERSE, "univ"),
            (Sig::NONE, "none"),
            (Sig::INT, "Int"),
            (Sig::SEQ_INT, "seq/Int"),
            (Sig::STRING, "String"),
        ] {
            let mut sig = new_sig(name, span);
            sig.kind = SigKind::Builtin;
            let declared = self.model.sigs.push(sig);
            self.sig_modules.push(self.at);
            debug_assert_eq!(declared, id);
        }
    }

    /// `sig A, B …`.
    pub(super) fn declare_sigs_of(&mut self, declaration: &ast::Sig) {
        for name in &declaration.names {
            let Some(id) = self.declare_sig(name) else { continue };
            for &(qualifier, span) in &declaration.qualifiers {
                self.qualify(id, qualifier, span);
            }
        }
    }

    /// `enum E { X, Y }`: an abstract sig, and one fixed atom for each value.
    pub(super) fn declare_enum(&mut self, declaration: &ast::Enum) {
        let Some(parent) = self.declare_sig(&declaration.name) else { return };
        if declaration.values.is_empty() {
            let message = format!("the enum `{}` has no values", declaration.name.text);
            self.diagnostics.push(
                Diagnostic::error(code::SYNTAX, message)
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
    pub(super) fn declare_sig(&mut self, name: &ast::Name) -> Option<SigId> {
        let module = &self.modules[self.at];
        if let Some(&earlier) = module.sigs.get(&name.text) {
            let earlier = self.model.sigs[earlier].span;
            self.duplicate("sig", &name.text, name.span, earlier);
            return None;
        }
        let mut sig = new_sig(&name.text, name.span);
        sig.path = format!("{}{}", module.path, name.text);
        sig.is_library = module.is_library;
        let id = self.model.sigs.push(sig);
        self.sig_modules.push(self.at);
        self.modules[self.at].sigs.insert(name.text.clone(), id);
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
                Diagnostic::error(code::MULTIPLICITY, "a sig has one multiplicity at the most")
                    .at(span, "the second one")
                    .help("leave one of them out"),
            );
        }
    }

    fn link_parents(&mut self, declaration: &ast::Sig) -> Result<()> {
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
    fn refuse_cycles(&mut self) {
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
                if !reached.contains(&parent) {
                    reached.push(parent);
                }
            }
            at += 1;
        }
        false
    }
}

fn new_sig(name: &str, span: Span) -> Sig {
    Sig {
        name: name.to_string(),
        path: name.to_string(),
        kind: SigKind::TopLevel,
        is_abstract: false,
        multiplicity: SigMultiplicity::Any,
        is_private: false,
        is_enum: false,
        is_library: false,
        children: Vec::new(),
        fields: Vec::new(),
        span,
    }
}

/// What a sig's declaration implies.
impl Resolver<'_> {
    fn add_sig_facts(&mut self, id: SigId) {
        if id <= Sig::STRING {
            return;
        }
        let sig = self.model.sigs[id].clone();
        match &sig.kind {
            SigKind::Extends(parent) => {
                let formula = subset(set(id, sig.span), set(*parent, sig.span));
                self.sig_fact(id, "extends", formula);
            }
            SigKind::Subset { parents, exact } => {
                let of = union(parents.iter().map(|&parent| set(parent, sig.span)).collect());
                let of = of.expect("a subset sig has a parent");
                let kind = if *exact {
                    FormulaKind::Equal(set(id, sig.span), of)
                } else {
                    FormulaKind::Subset(set(id, sig.span), of)
                };
                self.sig_fact(id, "in", Formula { kind, span: sig.span });
            }
            SigKind::Builtin | SigKind::TopLevel => {}
        }
        self.add_children_facts(id, &sig);
        let count = match sig.multiplicity {
            SigMultiplicity::One => Count::One,
            SigMultiplicity::Lone => Count::Lone,
            SigMultiplicity::Some => Count::Some,
            SigMultiplicity::Any => return,
        };
        let kind = FormulaKind::Count(count, set(id, sig.span));
        self.sig_fact(id, "multiplicity", Formula { kind, span: sig.span });
    }

    /// Children are disjoint, and an abstract sig holds nothing else.
    fn add_children_facts(&mut self, id: SigId, sig: &Sig) {
        let children = |from: &[SigId]| union(from.iter().map(|&c| set(c, sig.span)).collect());
        for at in 1..sig.children.len() {
            let child = sig.children[at];
            let before = children(&sig.children[..at]).expect("there is a child before it");
            let shared = binary(RelationOp::Intersection, set(child, sig.span), before);
            let span = self.model.sigs[child].span;
            let formula = Formula { kind: FormulaKind::Count(Count::No, shared), span };
            self.sig_fact(child, "extends", formula);
        }
        if sig.is_abstract
            && let Some(all) = children(&sig.children)
        {
            let formula = subset(set(id, sig.span), all);
            self.sig_fact(id, "abstract", formula);
        }
    }

    fn sig_fact(&mut self, sig: SigId, what: &str, formula: Formula) {
        let name = format!("{what} {}", self.model.sigs[sig].name);
        let span = self.model.sigs[sig].span;
        self.model.facts.push(Fact { name, formula, origin: FactOrigin::Sig(sig), span });
    }
}

/// A sig as an expression.
pub(super) fn set(sig: SigId, span: Span) -> Expr {
    Expr { kind: ExprKind::Sig(sig), arity: 1, span }
}

pub(super) fn binary(op: RelationOp, left: Expr, right: Expr) -> Expr {
    let arity = match op {
        RelationOp::Product => left.arity + right.arity,
        RelationOp::Join => left.arity + right.arity - 2,
        RelationOp::DomainRestriction => right.arity,
        _ => left.arity,
    };
    let span = if left.span.file == right.span.file { left.span.to(right.span) } else { left.span };
    Expr { kind: ExprKind::Binary(op, Box::new(left), Box::new(right)), arity, span }
}

fn union(sets: Vec<Expr>) -> Option<Expr> {
    sets.into_iter().reduce(|a, b| binary(RelationOp::Union, a, b))
}

fn subset(a: Expr, b: Expr) -> Formula {
    let span = a.span;
    Formula { kind: FormulaKind::Subset(a, b), span }
}
