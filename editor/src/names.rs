//! Names: where each is declared, and where each declaration is used.

use std::collections::{BTreeMap, BTreeSet};

use korrel_lang::ast::{Module, Paragraph, Target};
use korrel_lang::model::CommandKind;
use korrel_lang::source::Span;
use korrel_lang::spec::{OutlineItem, OutlineKind, outline};

use crate::analysis::{Analysis, MAIN};

/// A declared thing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Declared {
    pub name: String,
    /// The place of the name.
    pub span: Span,
    pub kind: DeclaredKind,
    /// The head of the declaration: `abstract sig A extends B`, `next: lone Node`, `p[a, b: A]`; of a variable its name and type.
    pub head: String,
    /// The place of the whole declaration; of a variable that of its name.
    pub whole: Span,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum DeclaredKind {
    Enum,
    EnumValue,
    Sig,
    Field,
    Fact,
    Assertion,
    Predicate,
    Function,
    Macro,
    Variable,
}

/// All names of a reading.
///
/// Invariant: the places that `uses` leads to are keys of `declared`.
#[derive(Clone, Debug, Default)]
pub(crate) struct Names {
    /// By the place of the name.
    pub declared: BTreeMap<Span, Declared>,
    /// The place of each use, without the path before the name: the declarations that it can stand for.
    pub uses: BTreeMap<Span, Vec<Span>>,
}

impl Names {
    pub fn of(analysis: &Analysis) -> Names {
        let reading = &analysis.reading;
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
                names.declared.insert(span, Declared { name, span, kind, head, whole: span });
            }
        }
        for (&span, named) in &reading.notes.names {
            let places = named.iter().filter_map(|&one| model.declared_at(one));
            names.add_use(analysis, span, places);
        }
        let module = reading.module();
        for target in checked(module) {
            let assertions = names.declared.values().filter(|one| {
                one.kind == DeclaredKind::Assertion
                    && one.span.file == MAIN
                    && one.name == target.text
            });
            let places: Vec<Span> = assertions.map(|one| one.span).collect();
            names.add_use(analysis, target.span, places.into_iter());
        }
        names
    }

    fn add_outline(&mut self, items: &[OutlineItem]) {
        for item in items {
            let kind = match item.kind {
                OutlineKind::Open | OutlineKind::Run | OutlineKind::Check => continue,
                OutlineKind::Enum => DeclaredKind::Enum,
                OutlineKind::EnumValue => DeclaredKind::EnumValue,
                OutlineKind::Sig => DeclaredKind::Sig,
                OutlineKind::Field => DeclaredKind::Field,
                OutlineKind::Fact => DeclaredKind::Fact,
                OutlineKind::Assertion => DeclaredKind::Assertion,
                OutlineKind::Predicate => DeclaredKind::Predicate,
                OutlineKind::Function => DeclaredKind::Function,
                OutlineKind::Macro => DeclaredKind::Macro,
            };
            self.add_outline(&item.children);
            if item.name.is_empty() {
                continue;
            }
            let (span, whole) = (item.span, item.whole);
            let head = match kind {
                DeclaredKind::Predicate => format!("pred {}", item.text),
                DeclaredKind::Function => format!("fun {}", item.text),
                DeclaredKind::Macro => format!("let {}", item.text),
                DeclaredKind::Assertion => format!("assert {}", item.text),
                DeclaredKind::Fact => format!("fact {}", item.text),
                _ => item.text.clone(),
            };
            let declared = Declared { name: item.name.clone(), span, kind, head, whole };
            self.declared.insert(span, declared);
        }
    }

    fn add_use(&mut self, analysis: &Analysis, span: Span, places: impl Iterator<Item = Span>) {
        let places: BTreeSet<Span> = places.filter(|at| self.declared.contains_key(at)).collect();
        if !places.is_empty() {
            self.uses.insert(last_part(analysis, span), places.into_iter().collect());
        }
    }

    /// The declarations of the name at a place of the text itself, and the place of the name there.
    pub fn at(&self, offset: u32) -> Option<(Span, Vec<&Declared>)> {
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
fn last_part(analysis: &Analysis, span: Span) -> Span {
    let text = analysis.sources().text(span);
    let before = text.rfind(['/', '@']).map_or(0, |at| at + 1);
    Span { start: span.start + before as u32, ..span }
}

impl Analysis {
    /// The places where the name at an offset is declared: one, unless a mistake leaves open what it stands for.
    pub fn definitions(&self, offset: u32) -> Vec<Span> {
        if let Some(file) = self.opened_at(offset) {
            return vec![file];
        }
        let found = self.names().at(offset);
        found.map_or(Vec::new(), |(_, declared)| declared.iter().map(|one| one.span).collect())
    }

    /// The uses of the thing that is named at an offset, in all texts; with the place of its declaration, if it is wanted.
    pub fn references(&self, offset: u32, with_declaration: bool) -> Vec<Span> {
        let Some((_, declared)) = self.names().at(offset) else { return Vec::new() };
        let wanted: BTreeSet<Span> = declared.iter().map(|one| one.span).collect();
        let mut found: BTreeSet<Span> = BTreeSet::new();
        for (&span, places) in &self.names().uses {
            if places.iter().any(|at| wanted.contains(at)) {
                found.insert(span);
            }
        }
        if with_declaration {
            found.extend(wanted);
        }
        found.into_iter().collect()
    }

    /// The beginning of the module that the `open` at an offset leads to.
    fn opened_at(&self, offset: u32) -> Option<Span> {
        let program = self.reading.program();
        let main = &program.modules[0];
        let open = main.ast.paragraphs.iter().find_map(|paragraph| match paragraph {
            Paragraph::Open(open) if open.module.span.start < open.module.span.end => {
                let span = open.module.span;
                (span.start <= offset && offset <= span.end).then_some(open)
            }
            _ => None,
        })?;
        let target = *main.imports.get(&open.module.text)?;
        let file = korrel_lang::source::FileId(u32::try_from(target).ok()?);
        Some(Span { file, start: 0, end: 0 })
    }
}
