//! The meaning of a name.

use rustc_hash::FxHashSet;

use super::context::declared::{DeclaredId, ModuleId};
use super::context::node::{Callee, Candidate, MacroCall, Partial, PendingNode, ValueKind};
use super::context::notes::NameMeaning;
use super::context::operation::NumberOperation;
use super::context::place::{Local, Nameable};
use super::context::{ReportedMistake, Resolver, Result};
use crate::diagnostic::Diagnostic;
use crate::model::build::{binary, set};
use crate::model::{
    Expr, ExprKind, FieldId, Formula, FormulaKind, IntExpr, IntExprKind, RelationOp, Sig, SigId,
    SigKind, Type, VariableId,
};
use crate::source::Span;
use crate::{ast, code};

/// The cost of taking a name for the field of another sig within a sig, or for a function with
/// `this` as its first argument.
const INDIRECT: u32 = 1;

impl Resolver<'_> {
    /// A name in an expression: a macro, a variable, else all sigs, fields, predicates and functions
    /// that it can stand for.
    pub(crate) fn name(&mut self, text: &str, span: Span) -> Result<PendingNode> {
        match self.place.local(text).cloned() {
            Some(Local::Variable(variable)) => {
                self.note(span, NameMeaning::Variable(variable));
                return Ok(self.local(variable, span));
            }
            Some(Local::Node(node)) => return self.macro_argument(*node, span),
            None => {}
        }
        if let Some(call) = self.find_macro(text, span)? {
            self.note(span, NameMeaning::Macro(call.declared));
            return self.expand(call);
        }
        if self.is_poisoned(text) {
            return Err(ReportedMistake);
        }
        let candidates = self.declared_as(text, span, true)?;
        if candidates.is_empty() {
            return self.unknown_name(text, span);
        }
        self.note_candidates(span, &candidates);
        Ok(self.choice(candidates, span))
    }

    /// The sigs, functions, predicates and fields of a name. `with_this`: the sig's own fields as
    /// `this.f`.
    fn declared_as(
        &mut self,
        text: &str,
        span: Span,
        with_this: bool,
    ) -> Result<Vec<Candidate<PendingNode>>> {
        let mut candidates = Vec::new();
        let (sigs, functions) = self.find_sigs_and_functions(text);
        for sig in sigs {
            let node = PendingNode::done(set(sig, span), self.model.type_of_sig(sig));
            candidates.push(declared(node, 0));
        }
        self.add_functions(functions, span, &mut candidates)?;
        self.add_fields(text, span, with_this, &mut candidates);
        let meta = self.of_meta(text, span).into_iter();
        candidates.extend(meta.map(|(expr, ty)| declared(PendingNode::done(expr, ty), 0)));
        Ok(candidates)
    }

    /// The argument of a macro, where its parameter is used.
    fn macro_argument(&mut self, node: PendingNode, span: Span) -> Result<PendingNode> {
        match node {
            PendingNode::Macro(call) => self.expand(MacroCall { span, ..call }),
            node => self.substituted(node, span),
        }
    }

    pub(crate) fn local(&mut self, variable: VariableId, span: Span) -> PendingNode {
        self.used.insert(variable);
        match &self.variables[&variable] {
            ValueKind::Formula => {
                PendingNode::Formula(Formula { kind: FormulaKind::Variable(variable), span })
            }
            ValueKind::Integer => {
                PendingNode::Integer(IntExpr { kind: IntExprKind::Variable(variable), span })
            }
            ValueKind::Relation(ty) => {
                let kind = ExprKind::Variable(variable);
                PendingNode::done(Expr { kind, arity: ty.arity(), span }, ty.clone())
            }
        }
    }

    /// All fields of that name. Those of the sig at hand come as `this.field`, if that is wanted.
    fn add_fields(
        &mut self,
        text: &str,
        span: Span,
        with_this: bool,
        candidates: &mut Vec<Candidate<PendingNode>>,
    ) {
        for field in self.find_fields(text) {
            let (expr, ty) = self.plain_field(field, span);
            match self.place.this {
                None => candidates.push(declared(PendingNode::done(expr, ty), 0)),
                Some((sig, this)) if self.inherits(sig, field) => {
                    let node = if with_this {
                        self.used.insert(this);
                        let this = Expr { kind: ExprKind::Variable(this), arity: 1, span };
                        let joined = self.model.join(&self.model.type_of_sig(sig), &ty);
                        let ty = joined.expect("a field has at least two columns");
                        PendingNode::done(binary(RelationOp::Join, this, expr), ty)
                    } else {
                        PendingNode::done(expr, ty)
                    };
                    candidates.push(declared(node, 0));
                }
                Some(_) if self.place.reach == Nameable::OwnFields => {}
                Some(_) => candidates.push(declared(PendingNode::done(expr, ty), INDIRECT)),
            }
        }
    }

    fn inherits(&self, sig: SigId, field: FieldId) -> bool {
        self.is_within(sig, self.model.fields[field].sig)
    }

    /// True if a sig is another one or below it. As in Alloy, one that lies in several sigs is
    /// below each of them.
    fn is_within(&self, sig: SigId, above: SigId) -> bool {
        let mut open = vec![sig];
        let mut seen = FxHashSet::default();
        while let Some(sig) = open.pop() {
            if sig == above {
                return true;
            }
            if !seen.insert(sig) {
                continue;
            }
            match &self.model.sigs[sig].kind {
                SigKind::Extends(parent) => open.push(*parent),
                SigKind::Subset { parents, .. } => open.extend(parents),
                SigKind::TopLevel | SigKind::Builtin => {}
            }
        }
        false
    }

    pub(crate) fn plain_field(&self, field: FieldId, span: Span) -> (Expr, Type) {
        let ty = self.model.fields[field].ty.clone();
        (Expr { kind: ExprKind::Field(field), arity: ty.arity(), span }, ty)
    }

    /// `@f`: no variable, and fields without an implicit `this.`.
    pub(crate) fn at_name(&mut self, text: &str, span: Span) -> Result<PendingNode> {
        let candidates = self.declared_as(text, span, false)?;
        if candidates.is_empty() {
            self.name(text, span)
        } else {
            self.note_candidates(span, &candidates);
            Ok(self.choice(candidates, span))
        }
    }

    /// The functions. Within a sig they come also with `this` as the first argument.
    fn add_functions(
        &mut self,
        functions: Vec<DeclaredId>,
        span: Span,
        candidates: &mut Vec<Candidate<PendingNode>>,
    ) -> Result<()> {
        for function in functions {
            let is_implicit = self.is_integer_function(function);
            let mut add = |meaning, cost| {
                candidates.push(Candidate { meaning, cost, is_implicit });
            };
            if let Some(operation) = self.integer_operation(function) {
                let callee = Callee::Integer(operation);
                add(PendingNode::Partial(Partial { callee, arguments: Vec::new(), span }), 0);
                continue;
            }
            let function = self.function(function)?;
            let callee = Callee::Function(function);
            if let Some((sig, this)) = self.place.this
                && let Some(first) = self.parameter_type(function, 0)
                && self.model.overlaps(&first, &self.model.type_of_sig(sig))
            {
                let this = self.local(this, span);
                let partial = Partial { callee, arguments: vec![this], span };
                add(self.complete(partial)?, INDIRECT);
            }
            let partial = Partial { callee, arguments: Vec::new(), span };
            add(self.complete(partial)?, 0);
        }
        Ok(())
    }

    /// The operation on numbers that a function of `util/integer` stands for.
    fn integer_operation(&self, declared: DeclaredId) -> Option<NumberOperation> {
        let name = &self.functions[declared].ast.name.text;
        self.is_integer_function(declared).then(|| NumberOperation::of(name))?
    }

    /// The operation that a name stands for, if it stands for nothing else.
    pub(crate) fn only_operation(&self, name: &str) -> Option<NumberOperation> {
        match self.find_functions(name).as_slice() {
            [only] => self.integer_operation(*only),
            _ => None,
        }
    }

    fn is_integer_function(&self, declared: DeclaredId) -> bool {
        let module = &self.modules[self.functions[declared].module];
        let name = module.ast.header.as_ref().map(|header| header.name.text.as_str());
        module.is_library && name == Some("util/integer")
    }
}

fn declared(meaning: PendingNode, cost: u32) -> Candidate<PendingNode> {
    Candidate { meaning, cost, is_implicit: false }
}

// The modules in which a name is looked for.
//
// A plain name is looked for in the module at hand and in all modules that can be named from it.
// `a/b/x` is looked for in the module that the aliases lead to, and, if that does not declare it,
// in the modules that can be named from there. Private names are seen in their own module only.
// Macros are seen everywhere.

impl<'a> Resolver<'a> {
    /// The module itself and those that its `open`s lead to.
    pub(crate) fn reachable(&self, module: ModuleId) -> Vec<ModuleId> {
        let known = &self.modules[module].nameable;
        if !known.is_empty() {
            return known.clone();
        }
        let mut reached = Vec::new();
        self.reach(module, true, &mut reached);
        reached
    }

    fn reach(&self, module: ModuleId, with_private: bool, reached: &mut Vec<ModuleId>) {
        if reached.contains(&module) {
            return;
        }
        reached.push(module);
        for open in &self.modules[module].opens {
            if with_private || !open.is_private {
                self.reach(open.target, false, reached);
            }
        }
    }

    /// The declarations of the modules under a name. `find` is given the last part of the name.
    fn search<T>(&self, name: &str, find: impl Fn(ModuleId, &str) -> Vec<T>) -> Vec<T> {
        let Some((module, rest)) = self.followed(name) else { return Vec::new() };
        if name.contains('/') {
            let own = find(module, rest);
            if !own.is_empty() {
                return own;
            }
        }
        self.reachable(module).into_iter().flat_map(|module| find(module, rest)).collect()
    }

    /// The module that the aliases before a name lead to, and the name without them.
    fn followed<'n>(&self, name: &'n str) -> Option<(ModuleId, &'n str)> {
        let mut rest = name.strip_prefix("this/").unwrap_or(name);
        let mut module = self.place.module;
        while let Some((alias, tail)) = rest.split_once('/') {
            let opens = &self.modules[module].opens;
            let open = opens.iter().find(|open| open.alias.as_deref() == Some(alias))?;
            if module != self.place.module && open.is_private {
                return None;
            }
            module = open.target;
            rest = tail;
        }
        Some((module, rest))
    }

    /// The sigs and the functions that a name can stand for in an expression. `this/first` is the sig of that name that the
    /// module declares, though a module that it opens has a function `first`.
    fn find_sigs_and_functions(&self, name: &str) -> (Vec<SigId>, Vec<DeclaredId>) {
        let mut sigs = self.find_sigs(name);
        sigs.retain(|sig| self.place.reach == Nameable::All || !self.model.is_meta(*sig));
        let mut functions = match self.place.reach {
            Nameable::All => self.find_functions(name),
            _ => Vec::new(),
        };
        if name.contains('/')
            && let Some((module, _)) = self.followed(name)
        {
            let is_own_sig = |sig: &SigId| self.sig_modules.get(sig.0 as usize) == Some(&module);
            let is_own_function = |id: &DeclaredId| self.functions[*id].module == module;
            if sigs.iter().any(is_own_sig) || functions.iter().any(is_own_function) {
                sigs.retain(is_own_sig);
                functions.retain(is_own_function);
            }
        }
        (sigs, functions)
    }

    /// The sigs that a name can stand for.
    pub(crate) fn find_sigs(&self, name: &str) -> Vec<SigId> {
        let builtin = match name {
            "univ" => Sig::UNIVERSE,
            "none" => Sig::NONE,
            "Int" => Sig::INT,
            "seq/Int" => Sig::SEQ_INT,
            "String" => Sig::STRING,
            _ => {
                let mut sigs = self.search(name, |module, name| {
                    let found = self.modules[module].sigs.get(name).copied();
                    let is_visible = |sig: &SigId| {
                        module == self.place.module || !self.model.sigs[*sig].is_private
                    };
                    found.filter(is_visible).into_iter().collect()
                });
                let own = name.strip_prefix("this/").unwrap_or(name);
                let parameters = &self.modules[self.place.module].parameters;
                let parameter = parameters.iter().find(|(parameter, _)| parameter == own);
                sigs.extend(parameter.map(|&(_, sig)| sig));
                sigs.sort_unstable();
                sigs.dedup();
                return sigs;
            }
        };
        vec![builtin]
    }

    /// The sig of a name, as `extends`, `in` and scopes use it.
    pub(crate) fn sig(&mut self, name: &ast::Name) -> Result<SigId> {
        match self.find_sigs(&name.text).as_slice() {
            [one] => {
                let sig = *one;
                self.note(name.span, NameMeaning::Sig(sig));
                Ok(sig)
            }
            [] if self.is_poisoned(&name.text) => Err(crate::resolve::context::ReportedMistake),
            [] => self.unknown("sig", name, |state| state.sigs.keys().cloned().collect()),
            several => {
                let message = format!("two sigs are called `{}`", name.text);
                let mut diagnostic =
                    Diagnostic::new(code::AMBIGUOUS, message).at(name.span, "which one is meant?");
                let mut paths = Vec::new();
                for &sig in several {
                    let sig = &self.model.sigs[sig];
                    let own = if sig.path == sig.name { "this/" } else { "" };
                    paths.push(format!("`{own}{}`", sig.path));
                    diagnostic = diagnostic.related(sig.span, "one of them");
                }
                self.report(diagnostic.help(format!("write {}", paths.join(" or "))))
            }
        }
    }

    pub(crate) fn find_functions(&self, name: &str) -> Vec<DeclaredId> {
        self.search(name, |module, name| {
            let declared = self.modules[module].functions.get(name);
            let is_visible = |id: &&DeclaredId| {
                module == self.place.module || !self.functions[**id].ast.is_private
            };
            declared.into_iter().flatten().filter(is_visible).copied().collect()
        })
    }

    /// Macros, each with the module that declares it. As in Alloy, `private` hides none, and a name with a path is
    /// that of the module's own macro.
    pub(crate) fn find_macros(&self, name: &str) -> Vec<(ModuleId, &'a ast::Macro)> {
        let find = |module, name: &str| {
            let declared = self.modules[module].macros.get(name).copied();
            declared.map(|found| (module, found)).into_iter().collect()
        };
        match self.followed(name) {
            Some((module, own)) if name.contains('/') => find(module, own),
            _ => self.search(name, find),
        }
    }

    /// Fields of all sigs that can be named from here.
    pub(crate) fn find_fields(&self, name: &str) -> Vec<FieldId> {
        let Some(fields) = self.fields.get(name) else { return Vec::new() };
        let nameable = &self.modules[self.place.module].nameable;
        let is_visible = |id: &FieldId| {
            let field = &self.model.fields[*id];
            let module = self.sig_modules[field.sig.0 as usize];
            let is_private = field.is_private || self.model.sigs[field.sig].is_private;
            module == self.place.module || (!is_private && nameable.contains(&module))
        };
        fields.iter().copied().filter(is_visible).collect()
    }

    /// The modules in which an assertion of that name is declared.
    pub(crate) fn find_assertions(&self, name: &str) -> Vec<ModuleId> {
        self.search(name, |module, name| {
            let is_declared = self.modules[module].assertions.contains_key(name);
            is_declared.then_some(module).into_iter().collect()
        })
    }
}

#[cfg(test)]
mod tests {
    use crate::load::ModuleText;
    use crate::spec::Spec;

    /// The messages about a spec that may open `m`.
    fn mistakes(module: &str, text: &str) -> Vec<String> {
        let mut open = |_: &crate::load::OpenRequest<'_>| {
            Ok(Some(ModuleText { name: "m.als".to_owned(), text: module.to_owned() }))
        };
        match Spec::read("spec.als", text.to_owned(), false, &mut open) {
            Ok(_) => Vec::new(),
            Err(mistakes) => mistakes.diagnostics.iter().map(|it| it.message.to_string()).collect(),
        }
    }

    /// As Alloy's `getRawQS` does it. If this failed, a name that is said to be ambiguous could not be told apart by what the
    /// message advises, and public specs with a sig `first` and a field `seq` would be refused.
    #[test]
    fn a_path_names_what_its_module_declares() {
        let none = Vec::<String>::new();
        let sig = "sig N { next: lone N, s: seq N } one sig first in N {} fact { no next.this/first } run {}";
        assert_eq!(mistakes("", sig), none);
        let ordered = "open util/ordering[N] as o sig N { after_: lone N } one sig first in N {}
            fact { no after_.this/first and no after_.o/first } run {}";
        assert_eq!(mistakes("", ordered), none);
        let function = "open m sig N { f: N } fun x: set N { N } fact { some this/x.f } run {}";
        assert_eq!(mistakes("sig x { f: x }", function), none);
        let shadowed = "open m sig N { f: N } one sig x in N {} fact { some this/x.f } run {}";
        assert_eq!(mistakes("let x = none", shadowed), none);
        let opened = "open m sig N { f: M } fact { some this/M } run {}";
        assert_eq!(mistakes("sig M {}", opened), none);
        let bare = "open util/ordering[N] as o sig N { f: lone N } one sig first in N {}
            fact { no f.first } run {}";
        assert_eq!(mistakes("", bare), ["this name is ambiguous"]);
    }
}
