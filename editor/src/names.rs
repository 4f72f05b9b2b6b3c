//! Names: where each is declared, and where each declaration is used.

use std::collections::{BTreeMap, BTreeSet};

use korrel_lang::ast::{Macro, Module, Paragraph, Target};
use korrel_lang::model::CommandKind;
use korrel_lang::source::{FileId, Span};
use korrel_lang::spec::{OutlineItem, OutlineKind, Reading, outline};

use crate::macros::MacroNames;

/// The text itself is the first of the sources.
pub(crate) const MAIN: FileId = FileId(0);

/// A declared thing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DeclaredName {
    pub name: String,
    /// The place of the name.
    pub span: Span,
    pub kind: DeclaredKind,
    /// The head of the declaration: `abstract sig A extends B`, `next: lone Node`, `p[a, b: A]`; of a variable its name and type.
    pub head: String,
    /// The place of the whole declaration; of a variable that of its name.
    pub whole: Span,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum DeclaredKind {
    /// An item of an outline, commands and `open`s aside.
    Item(OutlineKind),
    Variable,
}

/// All names of a reading.
///
/// Invariant: the places that `uses` leads to are keys of `declared`.
#[derive(Clone, Debug, Default)]
pub(crate) struct Names {
    /// By the place of the name.
    pub declared: BTreeMap<Span, DeclaredName>,
    /// The place of each use, without the path before the name: the declarations that it can stand for.
    pub uses: BTreeMap<Span, Vec<Span>>,
    /// The places of names in macros that nobody uses, where it is open what they stand for.
    pub open: BTreeSet<Span>,
}

impl Names {
    pub fn of(reading: &Reading) -> Names {
        let mut names = Names::default();
        for loaded in &reading.program().modules {
            names.add_outline(&outline(&reading.sources, &loaded.ast));
        }
        let model = reading.model();
        for (id, variable) in model.variables.iter() {
            let span = variable.span;
            // `this`, and variables that nobody wrote, have the places of other things.
            if reading.sources.text(span) == variable.name && !names.declared.contains_key(&span) {
                let ty = &model.variables[id].ty;
                let head = match ty.products.is_empty() {
                    true => variable.name.clone(),
                    false => format!("{}: {}", variable.name, model.describe(ty)),
                };
                let (name, kind) = (variable.name.clone(), DeclaredKind::Variable);
                names.declared.insert(span, DeclaredName { name, span, kind, head, whole: span });
            }
        }
        for (&span, named) in &reading.notes.names {
            let places = named.iter().filter_map(|&one| model.declared_at(one));
            names.add_use(reading, span, places);
        }
        let module = reading.module();
        for target in checked(module) {
            let assertions = names.declared.values().filter(|one| {
                one.kind == DeclaredKind::Item(OutlineKind::Assertion)
                    && one.span.file == MAIN
                    && one.name == target.text
            });
            let places: Vec<Span> = assertions.map(|one| one.span).collect();
            names.add_use(reading, target.span, places.into_iter());
        }
        for loaded in reading.program().modules.iter().filter(|loaded| !loaded.is_library) {
            for paragraph in &loaded.ast.paragraphs {
                if let Paragraph::Macro(declared) = paragraph {
                    names.add_macro(reading, declared);
                }
            }
        }
        names
    }

    fn add_outline(&mut self, items: &[OutlineItem]) {
        for item in items {
            if matches!(item.kind, OutlineKind::Open | OutlineKind::Run | OutlineKind::Check) {
                continue;
            }
            self.add_outline(&item.children);
            if item.name.is_empty() {
                continue;
            }
            let (span, whole) = (item.span, item.whole);
            let head = match item.kind {
                OutlineKind::Predicate => format!("pred {}", item.text),
                OutlineKind::Function => format!("fun {}", item.text),
                OutlineKind::Macro => format!("let {}", item.text),
                OutlineKind::Assertion => format!("assert {}", item.text),
                OutlineKind::Fact => format!("fact {}", item.text),
                _ => item.text.clone(),
            };
            let kind = DeclaredKind::Item(item.kind);
            let declared = DeclaredName { name: item.name.clone(), span, kind, head, whole };
            self.declared.insert(span, declared);
        }
    }

    fn add_use(&mut self, reading: &Reading, span: Span, places: impl Iterator<Item = Span>) {
        let places: BTreeSet<Span> = places.filter(|at| self.declared.contains_key(at)).collect();
        if !places.is_empty() {
            self.uses.insert(last_part(reading, span), places.into_iter().collect());
        }
    }

    /// Adds the names that the resolver does not note of a macro. A name that only one thing has stands for it.
    fn add_macro(&mut self, reading: &Reading, declared: &Macro) {
        let body = MacroNames::new(declared);
        for (parameter, uses) in body.parameters {
            let (name, span) = (parameter.text.clone(), parameter.span);
            let (head, kind) = (name.clone(), DeclaredKind::Variable);
            self.declared.insert(span, DeclaredName { name, span, kind, head, whole: span });
            self.uses.extend(uses.into_iter().map(|at| (at, vec![span])));
        }
        for (text, span) in body.free {
            let place = last_part(reading, span);
            if self.uses.contains_key(&place) {
                continue;
            }
            let name = text.rsplit('/').next().unwrap_or(text);
            let is_it =
                |one: &&DeclaredName| one.name == name && one.kind != DeclaredKind::Variable;
            let found: Vec<Span> =
                self.declared.values().filter(is_it).map(|one| one.span).collect();
            match found.as_slice() {
                [one] => drop(self.uses.insert(place, vec![*one])),
                _ => drop(self.open.insert(place)),
            }
        }
    }

    /// The declarations of the name at a place of the text itself, and the place of the name there.
    pub fn at(&self, offset: u32) -> Option<(Span, Vec<&DeclaredName>)> {
        let holds = |span: &Span| span.file == MAIN && span.start <= offset && offset <= span.end;
        if let Some(declared) = self.declared.values().find(|one| holds(&one.span)) {
            return Some((declared.span, vec![declared]));
        }
        let (span, places) = self.uses.iter().find(|(span, _)| holds(span))?;
        Some((*span, places.iter().filter_map(|at| self.declared.get(at)).collect()))
    }
}

/// The names of the assertions that commands check.
fn checked(module: &Module) -> impl Iterator<Item = &korrel_lang::ast::Name> {
    module.paragraphs.iter().filter_map(|paragraph| match paragraph {
        Paragraph::Command(command) if command.kind == CommandKind::Check => {
            match &command.target {
                Target::Name(name) => Some(name),
                Target::Block(_) => None,
            }
        }
        _ => None,
    })
}

/// The `next` of `o/next`, of `this/next` and of `@next`.
fn last_part(reading: &Reading, span: Span) -> Span {
    let text = reading.sources.text(span);
    let before = text.rfind(['/', '@']).map_or(0, |at| at + 1);
    Span { start: span.start + before as u32, ..span }
}
