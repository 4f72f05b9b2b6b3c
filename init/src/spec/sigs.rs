//! Sigs and their fields.

use std::collections::BTreeSet;

use super::SpecWriter;
use super::words::{capital, comment, identifier, renamed};
use crate::notes::joined;
use crate::sketch::{FieldSketch, SigSketch, Sketch};

impl SpecWriter {
    pub(super) fn sig(&mut self, sketch: &Sketch, sig: &SigSketch) -> String {
        let name = self.names[&sig.name].clone();
        let from =
            if name == capital(&sig.name) { String::new() } else { renamed(&sig.name, &name) };
        let note = joined(&[from, sig.note.clone()]);
        let line = ancestors(sketch, sig);
        let parent = line.first().map(|parent| &parent.name);
        let inherited: Vec<&FieldSketch> = line.iter().flat_map(|parent| &parent.fields).collect();
        let mut taken: BTreeSet<String> =
            inherited.iter().map(|field| self.field_name(&field.name)).collect();
        let extends =
            parent.map_or(String::new(), |parent| format!(" extends {}", self.names[parent]));
        let has_children = sketch.sigs.iter().any(|other| other.parent.as_ref() == Some(&sig.name));
        let word = if sig.is_abstract && has_children { "abstract sig" } else { "sig" };
        let mut rows = Vec::new();
        for field in &sig.fields {
            // A field that is declared again is the same field.
            if inherited.iter().all(|other| other.name != field.name) {
                rows.push(self.field(&name, field, &mut taken));
            }
        }
        if rows.is_empty() {
            return format!("\n{word} {name}{extends} {{}}{}\n", comment(&note));
        }
        let last = rows.len() - 1;
        let rows = rows.iter().enumerate().map(|(at, (declaration, note))| {
            let comma = if at == last { "" } else { "," };
            format!("  {declaration}{comma}{}\n", comment(note))
        });
        format!("\n{word} {name}{extends} {{{}\n{}}}\n", comment(&note), rows.collect::<String>())
    }

    /// No word of the language, and no name of a sig.
    fn field_name(&self, name: &str) -> String {
        let mut ident = identifier(name);
        while self.reserved.contains(&ident) {
            ident.push('_');
        }
        ident
    }

    /// `next: lone Node`, and the remarks on it.
    fn field(
        &mut self,
        sig: &str,
        field: &FieldSketch,
        taken: &mut BTreeSet<String>,
    ) -> (String, String) {
        let mut ident = self.field_name(&field.name);
        while !taken.insert(ident.clone()) {
            ident.push('_');
        }
        let (range, note) = self.range(sig, &field.name, &field.ty);
        let from = renamed(&field.name, &ident);
        (format!("{ident}: {range}"), joined(&[&from, &field.note, &note]))
    }
}

/// The sigs that a sig extends, the nearest first, or none if that goes round in a circle.
fn ancestors<'a>(sketch: &'a Sketch, sig: &'a SigSketch) -> Vec<&'a SigSketch> {
    let mut line: Vec<&SigSketch> = Vec::new();
    let mut at = sig;
    let parent =
        |sig: &SigSketch| sketch.sigs.iter().find(|other| Some(&other.name) == sig.parent.as_ref());
    while let Some(parent) = parent(at) {
        if std::ptr::eq(parent, sig) || line.iter().any(|other| std::ptr::eq(*other, parent)) {
            return Vec::new();
        }
        line.push(parent);
        at = parent;
    }
    line
}
