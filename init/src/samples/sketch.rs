//! The samples' findings as a sketch.

use super::SampleFinder;
use super::references::Identity;
use crate::notes::joined;
use crate::sketch::{FieldSketch, SigSketch, Sketch};

impl SampleFinder<'_> {
    pub(super) fn sketch(mut self, root: usize) -> Sketch {
        self.enums.clear();
        let identities = self.identities();
        let mut sigs = Vec::new();
        for sig in 0..self.sigs.len() {
            let names = self.keys(sig).into_iter();
            let mut fields: Vec<FieldSketch> =
                names.map(|name| self.field(&identities, sig, name)).collect();
            if sig == root && !self.others.is_empty() {
                let others = self.others.clone();
                let (ty, note) = self.ty(sig, "items", &others);
                fields.push(FieldSketch { name: "items".to_owned(), ty, note });
            }
            let count = self.sigs[sig].occurrences.len();
            let note = if sig == root { String::new() } else { format!("{count} in the samples") };
            let name = self.sigs[sig].name.clone();
            sigs.push(SigSketch { name, fields, note, ..SigSketch::default() });
        }
        let root = Some(sigs[root].name.clone());
        Sketch { root, sigs, enums: self.enums, ..Sketch::default() }
    }

    fn field(&mut self, identities: &[Identity], sig: usize, name: String) -> FieldSketch {
        let values = self.values(sig, &name);
        let (ty, note) = match self.reference(identities, sig, &name, &values) {
            Some(found) => found,
            None => self.ty(sig, &name, &values),
        };
        let is_always = values.len() == self.sigs[sig].occurrences.len();
        let (ty, note) = match (is_always, note.is_empty()) {
            (true, _) => (ty, note),
            (false, true) => (ty.optional(), "guess: it is not always there".to_owned()),
            (false, false) => (ty.optional(), joined(&[note.as_str(), "it is not always there"])),
        };
        FieldSketch { name, ty, note }
    }
}
