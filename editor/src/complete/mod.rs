//! Completion: the names that can stand at the cursor.
//!
//! *Problem.* Where somebody types, the text does not parse. *Choice.* A name nobody has is put at the cursor, and what is
//! still open behind it is closed in a few ways; the first text whose paragraph then parses is read, and its resolver has
//! noted the type of what stands before the dot, and the variables in scope stand around the name in its tree. Where no way
//! parses, all names are offered. *Rejected.* A second parser that forgives: it would have to know the whole language again.

mod cursor;

use std::collections::BTreeSet;

use korrel_lang::ast::{
    BinaryOp, Declaration, Expr, ExprKind, Name, PairOp, Paragraph, RelationOp, UnaryOp,
};
use korrel_lang::load::{FindModule, built_in_names};
use korrel_lang::model::{Model, Sig, Type};
use korrel_lang::parse::in_one_line;
use korrel_lang::resolve::{NameMeaning, ValuedExpression};
use korrel_lang::source::Span;
use korrel_lang::spec::OutlineKind;

use self::cursor::{Cursor, CursorPlace, PLACEHOLDER};
use crate::analysis::Analysis;
use crate::names::{DeclaredKind, DeclaredName, MAIN};
use crate::walk::{around, paragraph_at};
use crate::words::keywords;

/// A proposal.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Completion {
    pub label: String,
    /// `None` of a word of the language, and of a module.
    pub kind: Option<DeclaredKind>,
    /// The head of its declaration.
    pub detail: String,
}

/// The proposals for a place.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Completions {
    /// What they replace: the part of a name before the cursor.
    pub span: Option<Span>,
    /// The likeliest first.
    pub items: Vec<Completion>,
}

impl Analysis {
    /// The names that can stand at an offset: behind a dot, what can be joined there. `find` gives the texts of opened modules.
    pub fn completions(&self, offset: u32, find: &mut FindModule<'_>) -> Completions {
        let Some(cursor) = Cursor::new(self.text(), offset as usize) else {
            return Completions::default();
        };
        let span = Span { file: MAIN, start: cursor.start as u32, end: offset };
        let items = match cursor.place() {
            CursorPlace::Module => modules(),
            CursorPlace::Member => self.members(&cursor, find),
            CursorPlace::Sig => {
                self.globals(&[OutlineKind::Sig, OutlineKind::Enum, OutlineKind::EnumValue])
            }
            CursorPlace::Goal => self.globals(&[OutlineKind::Predicate, OutlineKind::Assertion]),
            CursorPlace::Any => self.names_in_scope(&cursor, find),
        };
        Completions { span: Some(span), items }
    }

    /// What a dot can join: fields of what stands before it, and functions that take it.
    fn members(&self, cursor: &Cursor<'_>, find: &mut FindModule<'_>) -> Vec<Completion> {
        let before = self.tried(cursor, find, |again, here| {
            let joins = around(again.reading.module(), here).into_iter();
            let mut before = joins.filter_map(|expr| match &expr.kind {
                ExprKind::Binary(BinaryOp::Relation(RelationOp::Join), left, right)
                    if right.span.start >= here.start =>
                {
                    Some(left)
                }
                _ => None,
            });
            let ty = again.type_of_expr(before.next()?)?;
            Some((again.reading.model().clone(), ty))
        });
        let Some((model, ty)) = before else {
            return self.globals(&[OutlineKind::Field, OutlineKind::Function]);
        };
        let mut items: Vec<Completion> = fields(&model, &ty);
        let head = |one: &Completion| one.label.clone();
        let known: BTreeSet<String> = items.iter().map(head).collect();
        let takes = |name: &str| {
            model.functions.iter().any(|(_, function)| {
                let first = function.parameters.first().and_then(|one| one.variables.first());
                function.name == name
                    && first.is_some_and(|&first| fits(&model, &ty, &model.variables[first].ty, 1))
            })
        };
        let functions = self.globals(&[OutlineKind::Function, OutlineKind::Predicate]);
        items.extend(
            functions.into_iter().filter(|one| takes(&one.label) && !known.contains(&one.label)),
        );
        items
    }

    /// The type of an expression. Of `x.*r` the resolver knows no more than that it may be anything, for `iden` is in it; here
    /// it is `x` and what `r` leads to.
    fn type_of_expr(&self, expr: &Expr) -> Option<Type> {
        if let ExprKind::Binary(BinaryOp::Relation(RelationOp::Join), left, right) = &expr.kind
            && let ExprKind::Unary(UnaryOp::Pair(PairOp::ReflexiveClosure), steps) = &right.kind
        {
            let (mut ty, steps) = (self.type_of_expr(left)?, self.type_of_expr(steps)?);
            // As far as it leads, step by step.
            while let Some(step) = self.reading.model().join(&ty, &steps) {
                let known = ty.products.len();
                let new = step.products.into_iter().filter(|one| !one.contains(&Sig::NONE));
                for product in new {
                    if !ty.products.contains(&product) {
                        ty.products.push(product);
                    }
                }
                if ty.products.len() == known {
                    break;
                }
            }
            return Some(ty);
        }
        if let ExprKind::Name(_) = expr.kind
            && let Some([NameMeaning::Variable(variable)]) =
                self.reading.notes.names.get(&expr.span).map(Vec::as_slice)
        {
            return self.type_of_variable(self.reading.model().variables[*variable].span);
        }
        match self.reading.notes.values.get(&expr.span)? {
            ValuedExpression::Relation(ty) => Some(ty.clone()),
            ValuedExpression::Number => Some(Type::of(Sig::INT)),
            ValuedExpression::Formula => None,
        }
    }

    /// The type of the variable that is declared at a place, by what it ranges over.
    pub(crate) fn type_of_variable(&self, declared: Span) -> Option<Type> {
        let module = self.reading.module();
        let is_named = |name: &Name| name.span == declared;
        let of = |declarations: &[Declaration]| {
            let declaration = declarations.iter().find(|one| one.names.iter().any(is_named))?;
            match &declaration.range.kind {
                // `one A`, `set A`.
                ExprKind::Unary(UnaryOp::Pair(_) | UnaryOp::Seq, _) => None,
                ExprKind::Unary(_, range) => self.type_of_expr(range),
                _ => self.type_of_expr(&declaration.range),
            }
        };
        let bound = around(module, declared).into_iter().find_map(|expr| match &expr.kind {
            ExprKind::Quantified(_, declarations, _) | ExprKind::Comprehension(declarations, _) => {
                of(declarations)
            }
            ExprKind::Let(bindings, _) => {
                let (_, value) = bindings.iter().find(|(name, _)| is_named(name))?;
                self.type_of_expr(value)
            }
            _ => None,
        });
        let parameter = || match paragraph_at(module, declared) {
            Some(Paragraph::Function(function)) => of(&function.parameters),
            _ => None,
        };
        let noted = || {
            let variables = &self.reading.model().variables;
            let (_, variable) = variables.iter().find(|(_, one)| one.span == declared)?;
            Some(variable.ty.clone()).filter(|ty| !ty.products.is_empty())
        };
        bound.or_else(parameter).or_else(noted)
    }

    /// The variables around the cursor, then all declared names, then the words of the language.
    fn names_in_scope(&self, cursor: &Cursor<'_>, find: &mut FindModule<'_>) -> Vec<Completion> {
        let named = |analysis: &Analysis| {
            analysis.globals(&[
                OutlineKind::Field,
                OutlineKind::Sig,
                OutlineKind::Enum,
                OutlineKind::EnumValue,
                OutlineKind::Predicate,
                OutlineKind::Function,
                OutlineKind::Macro,
            ])
        };
        let found = self
            .tried(cursor, find, |again, here| Some([locals(again, here), named(again)].concat()));
        let mut items = found.unwrap_or_else(|| named(self));
        items.extend(keywords().map(|word| plain(word.to_owned())));
        items
    }

    /// The declared names of some kinds: those of the text itself come first.
    fn globals(&self, kinds: &[OutlineKind]) -> Vec<Completion> {
        let mut items: Vec<(bool, bool, Completion)> = Vec::new();
        let is_wanted = |one: &&DeclaredName| matches!(one.kind, DeclaredKind::Item(kind) if kinds.contains(&kind));
        for declared in self.names().declared.values().filter(is_wanted) {
            let (label, kind, detail) =
                (declared.name.clone(), Some(declared.kind), declared.head.clone());
            let item = Completion { label, kind, detail };
            let file = declared.span.file;
            items.push((self.is_built_in(file), file != MAIN, item));
        }
        items.sort_by(|a, b| (a.0, a.1, &a.2.label).cmp(&(b.0, b.1, &b.2.label)));
        let mut items: Vec<Completion> = items.into_iter().map(|(_, _, item)| item).collect();
        let mut seen = BTreeSet::new();
        items.retain(|item| seen.insert((item.label.clone(), item.detail.clone())));
        items
    }

    /// What `ask` finds in the first reading in which the paragraph at the cursor parses; it is given the place of the name
    /// there.
    fn tried<T>(
        &self,
        cursor: &Cursor<'_>,
        find: &mut FindModule<'_>,
        ask: impl Fn(&Analysis, Span) -> Option<T>,
    ) -> Option<T> {
        let end = (cursor.start + PLACEHOLDER.len()) as u32;
        let here = Span { file: MAIN, start: cursor.start as u32, end };
        for text in cursor.texts() {
            let again = Analysis::new(self.name(), &text, self.dialect(), find);
            if paragraph_at(again.reading.module(), here).is_some() {
                return ask(&again, here);
            }
        }
        None
    }
}

/// The fields that a value of a type can be joined with.
fn fields(model: &Model, ty: &Type) -> Vec<Completion> {
    let fitting = model.fields.iter().filter(|(_, field)| {
        !model.sigs[field.sig].is_library && fits(model, ty, &field.ty, field.ty.arity())
    });
    let item = |field: &korrel_lang::model::Field| {
        let owner = &model.sigs[field.sig].name;
        let rest =
            Type { products: field.ty.products.iter().map(|one| one[1..].to_vec()).collect() };
        Completion {
            label: field.name.clone(),
            kind: Some(DeclaredKind::Item(OutlineKind::Field)),
            detail: format!("{owner}.{}: {}", field.name, model.describe(&rest)),
        }
    };
    fitting.map(|(_, field)| item(field)).collect()
}

/// The last column of a type meets the first one of another, of this arity.
fn fits(model: &Model, left: &Type, right: &Type, arity: usize) -> bool {
    let firsts =
        right.products.iter().filter(|one| one.len() == arity).filter_map(|one| one.first());
    let mut firsts = firsts.copied();
    firsts.any(|first| {
        let lasts = left.products.iter().filter_map(|one| one.last());
        lasts.copied().any(|last| model.meet(last, first) != Sig::NONE)
    })
}

/// The variables that are in scope at a place, the innermost first.
fn locals(again: &Analysis, here: Span) -> Vec<Completion> {
    let module = again.reading.module();
    let sources = again.sources();
    let of_declarations = |declarations: &[Declaration]| -> Vec<(Name, String)> {
        let behind = declarations.iter().rev().filter(|one| one.span.end <= here.start);
        let each = |one: &Declaration| {
            let range = in_one_line(sources.text(one.range.span));
            let named = |name: &Name| (name.clone(), format!("{}: {range}", name.text));
            one.names.iter().map(named).collect::<Vec<_>>()
        };
        behind.flat_map(each).collect()
    };
    let mut found: Vec<(Name, String)> = Vec::new();
    for expr in around(module, here) {
        match &expr.kind {
            ExprKind::Quantified(_, declarations, _) | ExprKind::Comprehension(declarations, _) => {
                found.extend(of_declarations(declarations));
            }
            ExprKind::Let(bindings, _) => {
                let behind =
                    bindings.iter().rev().filter(|(_, value)| value.span.end <= here.start);
                found.extend(behind.map(|(name, value)| {
                    let value = in_one_line(sources.text(value.span));
                    (name.clone(), format!("{} = {value}", name.text))
                }));
            }
            _ => {}
        }
    }
    if let Some(Paragraph::Function(function)) = paragraph_at(module, here) {
        found.extend(of_declarations(&function.parameters));
    }
    let mut seen = BTreeSet::new();
    found.retain(|(name, _)| seen.insert(name.text.clone()) && name.text != PLACEHOLDER);
    let kind = Some(DeclaredKind::Variable);
    found.into_iter().map(|(name, detail)| Completion { label: name.text, kind, detail }).collect()
}

fn plain(label: String) -> Completion {
    Completion { label, kind: None, detail: String::new() }
}

/// The built-in modules that are there to be opened.
fn modules() -> Vec<Completion> {
    built_in_names().map(|name| plain(name.to_owned())).collect()
}

#[cfg(test)]
mod tests {
    use korrel_lang::load::no_files;

    use crate::testing::marked;

    fn labels(text: &str) -> Vec<String> {
        let (analysis, offset) = marked(text);
        analysis.completions(offset, &mut no_files).items.into_iter().map(|one| one.label).collect()
    }

    const SPEC: &str = "sig Tree { root: lone Node }\nsig Node { left, right: lone Node, key: Int }\nsig Leaf extends Node { mark: Int }\nsig Other { left: Tree }\n";

    /// If it failed, an editor would propose fields that cannot stand there, or miss those that can.
    #[test]
    fn behind_a_dot_stand_the_fields_of_what_is_before_it() {
        for typed in [
            "pred p[t: Tree] { some t.root.| }",
            "pred p[t: Tree] { some t.root.| ",
            "pred p[t: Tree] {\n  all n: t.root.|",
            "pred p[t: Tree] {\n  all n: Node | some t.root.|\n\nrun p for 3",
            "pred p[t: Tree] { some t.root.le| }\nrun p for 3",
            "pred p[t: Tree] { some (t.root + t.root.left).|",
            "pred p[t: Tree] { some t.root.*(left + right).|",
            "pred p[t: Tree] { let s = t.root.*right | all n: s | some n.|",
        ] {
            let found = labels(&format!("{SPEC}{typed}"));
            assert_eq!(&found[..4], ["left", "right", "key", "mark"], "{typed}");
            assert!(!found.contains(&"root".to_owned()), "{typed}");
        }
        let found = labels(&format!("{SPEC}pred p[t: Tree] {{ some t.|"));
        assert_eq!(&found[..1], ["root"]);
    }

    /// If it failed, an editor would not know the variables around the cursor.
    #[test]
    fn elsewhere_stand_the_names_in_scope() {
        let found =
            labels(&format!("{SPEC}pred p[t: Tree] {{ all n: Node | let m = n.left | some |"));
        assert_eq!(&found[..3], ["m", "n", "t"]);
        assert!(
            ["Tree", "root", "p", "some", "plus"]
                .iter()
                .all(|name| found.contains(&(*name).to_owned()))
        );
        let found = labels(&format!("{SPEC}pred p {{}}\nassert a {{ no none }}\nrun |"));
        assert_eq!(&found[..2], ["a", "p"]);
        assert_eq!(labels(&format!("{SPEC}run {{}} for exactly 2 |"))[0], "Leaf");
        assert!(labels("open |").contains(&"util/ordering".to_owned()));
        assert!(labels("-- some |x").is_empty());
    }
}
