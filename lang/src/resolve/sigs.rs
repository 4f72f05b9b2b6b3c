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
    pub(super) fn declare_sigs(&mut self) {
        self.declare_builtins();
        let module = self.module;
        for paragraph in &module.paragraphs {
            match paragraph {
                Paragraph::Sig(sig) => self.declare_names(sig),
                Paragraph::Enum(enumeration) => self.declare_enum(enumeration),
                Paragraph::Open(open) => self.unsupported("`open`", open.span),
                Paragraph::Macro(makro) => self.unsupported("a macro", makro.span),
                _ => {}
            }
        }
        if let Some(header) = &module.header
            && let Some(parameter) = header.parameters.first()
        {
            self.unsupported("a module parameter", parameter.name.span);
        }
        for paragraph in &module.paragraphs {
            if let Paragraph::Sig(sig) = paragraph {
                // A parent that is wrong has been reported; the sig stays a top-level one.
                let _ = self.link_parents(sig);
            }
        }
        self.refuse_cycles();
        let sigs: Vec<SigId> = self.model.sigs.ids().collect();
        for sig in sigs {
            self.add_sig_facts(sig);
        }
    }

    pub(super) fn unsupported(&mut self, construct: &str, span: Span) {
        let message = format!("{construct} is not supported yet");
        self.diagnostics.push(
            Diagnostic::error(code::UNSUPPORTED, message)
                .at(span, "Korrel knows this construct of Alloy, but cannot translate it yet"),
        );
    }

    fn declare_builtins(&mut self) {
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
            debug_assert_eq!(declared, id);
        }
    }

    fn declare_names(&mut self, declaration: &ast::Sig) {
        for name in &declaration.names {
            if let Some(&earlier) = self.sigs.get(&name.text) {
                let earlier = self.model.sigs[earlier].span;
                self.duplicate("sig", &name.text, name.span, earlier);
                continue;
            }
            let mut sig = new_sig(&name.text, name.span);
            for &(qualifier, span) in &declaration.qualifiers {
                self.qualify(&mut sig, qualifier, span);
            }
            let id = self.model.sigs.push(sig);
            self.sigs.insert(name.text.clone(), id);
        }
    }

    /// `enum E { X, Y }`: an abstract sig, and one fixed atom for each value.
    fn declare_enum(&mut self, declaration: &ast::Enum) {
        let Some(parent) = self.declare_enum_sig(&declaration.name) else { return };
        self.model.sigs[parent].is_abstract = true;
        self.model.sigs[parent].is_enum = true;
        self.model.sigs[parent].is_private = declaration.is_private;
        for name in &declaration.values {
            let Some(value) = self.declare_enum_sig(name) else { continue };
            self.model.sigs[value].kind = SigKind::Extends(parent);
            self.model.sigs[value].multiplicity = SigMultiplicity::One;
            self.model.sigs[parent].children.push(value);
        }
    }

    fn declare_enum_sig(&mut self, name: &ast::Name) -> Option<SigId> {
        if let Some(&earlier) = self.sigs.get(&name.text) {
            let earlier = self.model.sigs[earlier].span;
            self.duplicate("sig", &name.text, name.span, earlier);
            return None;
        }
        let id = self.model.sigs.push(new_sig(&name.text, name.span));
        self.sigs.insert(name.text.clone(), id);
        Some(id)
    }

    pub(super) fn duplicate(&mut self, what: &str, name: &str, span: Span, earlier: Span) {
        self.diagnostics.push(
            Diagnostic::error(code::DUPLICATE, format!("the {what} `{name}` is declared twice"))
                .at(span, "declared again here")
                .related(earlier, "first declared here")
                .help("rename one of them"),
        );
    }

    fn qualify(&mut self, sig: &mut Sig, qualifier: Qualifier, span: Span) {
        let multiplicity = match qualifier {
            Qualifier::Abstract => return sig.is_abstract = true,
            Qualifier::Private => return sig.is_private = true,
            Qualifier::Var => return self.temporal("a `var` sig", span),
            Qualifier::One => SigMultiplicity::One,
            Qualifier::Lone => SigMultiplicity::Lone,
            Qualifier::Some => SigMultiplicity::Some,
        };
        if sig.multiplicity != SigMultiplicity::Any {
            self.diagnostics.push(
                Diagnostic::error(code::MULTIPLICITY, "a sig has one multiplicity at the most")
                    .at(span, "the second one"),
            );
        }
        sig.multiplicity = multiplicity;
    }

    pub(super) fn temporal(&mut self, construct: &str, span: Span) {
        self.diagnostics.push(
            Diagnostic::error(code::TEMPORAL, format!("{construct} is temporal"))
                .at(span, "Korrel reads the static part of Alloy 6")
                .help("model the states explicitly, or leave the construct out"),
        );
    }

    fn link_parents(&mut self, declaration: &ast::Sig) -> Result<()> {
        let Some(parent) = &declaration.parent else {
            for name in &declaration.names {
                if let Some(&sig) = self.sigs.get(&name.text) {
                    self.model.sigs[sig].kind = SigKind::TopLevel;
                }
            }
            return Ok(());
        };
        let kind = self.parent_kind(parent)?;
        for name in &declaration.names {
            let sig = self.sigs[&name.text];
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
        let is_subset = self.module.paragraphs.iter().any(|paragraph| {
            matches!(paragraph, Paragraph::Sig(sig)
                if matches!(sig.parent, Some(ast::Parent::In(_) | ast::Parent::Equal(_)))
                    && sig.names.iter().any(|declared| declared.text == name.text))
        });
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

    /// The sig of a name, as `extends`, `in` and scopes use it.
    pub(super) fn sig(&mut self, name: &ast::Name) -> Result<SigId> {
        match self.find_sig(&name.text) {
            Some(sig) => Ok(sig),
            None if self.poisoned.contains(&name.text) => Err(super::Reported),
            None => {
                let candidates = self.model.sigs.iter().map(|(_, sig)| sig.name.clone()).collect();
                self.unknown("sig", name, candidates)
            }
        }
    }

    pub(super) fn find_sig(&self, name: &str) -> Option<SigId> {
        Some(match name {
            "univ" => Sig::UNIVERSE,
            "none" => Sig::NONE,
            "Int" => Sig::INT,
            "seq/Int" => Sig::SEQ_INT,
            "String" => Sig::STRING,
            _ => *self.sigs.get(name.strip_prefix("this/").unwrap_or(name))?,
        })
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
