//! The text of each atom, as far as bounds tell.

use korrel_lang::model::{Model, SigId};
use korrel_lang::universe::{Atom, AtomId};
use korrel_translate::Bounds;

use super::super::schema::Schema;
use super::super::schema::sort::{is_boolean, is_hidden};
use super::super::write::json;

/// An atom in a record.
#[derive(Clone, Debug)]
pub struct WrittenAtom {
    /// The text as a value: `"Node$0"`, `3`.
    pub json: Vec<u8>,
    /// Its sig, if it is an object.
    pub object: Option<SigId>,
}

impl WrittenAtom {
    /// `None` if it depends on the model.
    pub fn new(
        schema: &Schema,
        model: &Model,
        bounds: &Bounds,
        atom: AtomId,
    ) -> Option<WrittenAtom> {
        let (top, index) = match bounds.universe().atom(atom) {
            Atom::Integer(number) => return Some(WrittenAtom::value(number.to_string().into())),
            Atom::String(text) => return Some(WrittenAtom::string(text)),
            Atom::Object { sig, index } => (*sig, *index),
        };
        let sig = only_sig(model, bounds, top, atom)?;
        if is_boolean(model, top) {
            let truth = sig == model.sigs[top].children[0];
            return Some(WrittenAtom::value(truth.to_string().into()));
        }
        let name = schema.name(sig);
        if model.sigs[top].is_enum || is_hidden(model, sig) {
            return Some(WrittenAtom::string(name));
        }
        Some(WrittenAtom { object: Some(sig), ..WrittenAtom::string(&format!("{name}${index}")) })
    }

    /// The text as a key of an object: always a string.
    pub fn key(&self) -> Vec<u8> {
        match self.json.first() {
            Some(b'"') => self.json.clone(),
            _ => [b"\"", &self.json[..], b"\""].concat(),
        }
    }

    fn value(json: Vec<u8>) -> WrittenAtom {
        WrittenAtom { json, object: None }
    }

    fn string(text: &str) -> WrittenAtom {
        let mut json = Vec::new();
        json::string(&mut json, text);
        WrittenAtom::value(json)
    }
}

/// The deepest sig, going down `extends` from `sig`, that holds the atom whenever it is in use, or
/// `None` if that is not the same one in all instances.
fn only_sig(model: &Model, bounds: &Bounds, sig: SigId, atom: AtomId) -> Option<SigId> {
    for &child in &model.sigs[sig].children {
        let bound = bounds.sig(child);
        if bound.lower.contains(&[atom]) {
            return only_sig(model, bounds, child, atom);
        }
        if bound.upper.contains(&[atom]) {
            return None;
        }
    }
    Some(sig)
}
