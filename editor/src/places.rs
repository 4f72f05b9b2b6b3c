//! The places of a name: where it is declared, and where it is used.

use std::collections::BTreeSet;

use korrel_lang::ast::Paragraph;
use korrel_lang::source::{FileId, Span};

use crate::analysis::Analysis;

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
        let file = FileId(u32::try_from(target).ok()?);
        Some(Span { file, start: 0, end: 0 })
    }
}
