//! The steps of a record, from the types of a spec and the bounds of its relations.

use korrel_lang::arena::Id;
use korrel_lang::instance::Relation;
use korrel_lang::model::{Model, SigId};
use korrel_lang::universe::{Atom, AtomId};
use korrel_translate::{Bounds, Translation};

use super::super::schema::shape::Shape;
use super::super::schema::{Member, Schema};
use super::super::write::json;
use super::atoms::WrittenAtom;
use super::step::{Fragment, SegmentKind, TextSegment};
use super::tuples::{TemplateTuples, Tuple};

/// The steps after the id in a record, or `None` if the bounds do not tell.
pub fn steps(
    schema: &Schema,
    model: &Model,
    translation: &Translation,
) -> Option<Vec<TextSegment>> {
    let is_plain = schema.sets.is_empty()
        && schema.all_relations().next().is_none()
        && schema.witnesses.is_empty();
    if !is_plain {
        return None;
    }
    let bounds = &translation.bounds;
    let written = |atom| WrittenAtom::new(schema, model, bounds, atom);
    let mut builder = TemplateBuilder {
        schema,
        bounds,
        tuples: TemplateTuples::new(translation),
        atoms: bounds.universe().atoms().map(written).collect(),
        steps: vec![TextSegment::new(SegmentKind::Items, Vec::new(), None)],
        object: None,
    };
    builder.record()?;
    Some(builder.steps.into_iter().map(TextSegment::finished).collect())
}

/// Invariant: `steps` is not empty. Fixed text goes to the last one.
struct TemplateBuilder<'a> {
    schema: &'a Schema,
    bounds: &'a Bounds,
    tuples: TemplateTuples<'a>,
    /// The text of each atom, or `None` where the bounds do not tell.
    atoms: Vec<Option<WrittenAtom>>,
    steps: Vec<TextSegment>,
    /// The step that began the object at hand.
    object: Option<usize>,
}

impl TemplateBuilder<'_> {
    fn record(&mut self) -> Option<()> {
        self.text(b",\"roots\":{");
        for (at, root) in self.schema.roots.iter().enumerate() {
            self.key(&root.name, at > 0);
            self.value(root, &[])?;
        }
        self.text(b"},\"objects\":{");
        for atom in self.bounds.universe().atoms() {
            let Atom::Object { sig: top, .. } = self.bounds.universe().atom(atom) else { continue };
            if !self.bounds.get(Relation::Sig(*top)).upper.contains(&[atom]) {
                continue;
            }
            if let Some(sig) = self.written(atom)?.object {
                self.object(*top, sig, atom)?;
            }
        }
        // Not to be left out with the last object.
        self.step(SegmentKind::Items, Vec::new());
        self.text(b"}}");
        Some(())
    }

    fn object(&mut self, top: SigId, sig: SigId, atom: AtomId) -> Option<()> {
        let ty = self.schema.object_type(sig).expect("objects are of types of object");
        let begin = self.steps.len();
        let mut text = [b",", &self.written(atom)?.json[..], b":{\"$type\":"].concat();
        json::string(&mut text, &ty.name);
        let variable = self.tuples.variable(Relation::Sig(top), &[atom]);
        // Its end is known when its fields are there.
        self.step(SegmentKind::Object { end: begin }, vec![Fragment { variable, text }]);
        self.object = Some(begin);
        for field in &ty.fields {
            self.key(&field.name, true);
            self.value(field, &[atom])?;
        }
        self.text(b"}");
        self.object = None;
        self.steps[begin].kind = SegmentKind::Object { end: self.steps.len() };
        Some(())
    }

    /// The value of a member: the tuples that begin with `prefix`, without it.
    fn value(&mut self, member: &Member, prefix: &[AtomId]) -> Option<()> {
        let tuples = self.tuples.beginning_with(prefix, member.relation);
        match member.shape {
            Shape::One(_) | Shape::Lone(_) => {
                let cells = self.cells(&tuples, |written| written[0].json.clone())?;
                self.step(SegmentKind::Value, cells);
            }
            Shape::Set(_) => {
                let cells = self.cells(&tuples, |written| [b",", &written[0].json[..]].concat())?;
                self.list(b"[", SegmentKind::Items, [cells], b"]");
            }
            Shape::Sequence(_) => {
                let indices = tuples.chunk_by(|(a, _), (b, _)| a[0] == b[0]);
                let items: Option<Vec<_>> = indices.map(|at| self.cells(at, element)).collect();
                self.list(b"[", SegmentKind::Item, items?, b"]");
            }
            Shape::Map(..) => {
                let keys = tuples.chunk_by(|(a, _), (b, _)| a[0] == b[0]);
                let entries: Option<Vec<_>> = keys.map(|key| self.cells(key, entry)).collect();
                self.list(b"{", SegmentKind::Item, entries?, b"}");
            }
            Shape::Relation(_) => {
                let rows = tuples.chunk_by(|(a, _), (b, _)| a[0] == b[0]);
                let rows: Option<Vec<_>> = rows.map(|row| self.cells(row, array)).collect();
                self.list(b"[", SegmentKind::Items, rows?, b"]");
            }
        }
        Some(())
    }

    /// A list whose items are given in groups, each of which is a step.
    fn list(
        &mut self,
        open: &[u8],
        kind: SegmentKind,
        groups: impl IntoIterator<Item = Vec<Fragment>>,
        close: &[u8],
    ) {
        self.text(open);
        for cells in groups {
            self.step(kind, cells);
        }
        self.text(close);
    }

    /// The cells of tuples, as `render` writes their atoms.
    fn cells(
        &self,
        tuples: &[Tuple],
        render: fn(&[&WrittenAtom]) -> Vec<u8>,
    ) -> Option<Vec<Fragment>> {
        let cell = |(tuple, variable): &Tuple| {
            let written: Option<Vec<&WrittenAtom>> =
                tuple.iter().map(|&atom| self.written(atom)).collect();
            Some(Fragment { variable: *variable, text: render(&written?) })
        };
        tuples.iter().map(cell).collect()
    }

    fn written(&self, atom: AtomId) -> Option<&WrittenAtom> {
        self.atoms[atom.index()].as_ref()
    }

    fn step(&mut self, kind: SegmentKind, cells: Vec<Fragment>) {
        self.steps.push(TextSegment::new(kind, cells, self.object));
    }

    fn key(&mut self, name: &str, with_comma: bool) {
        let mut text = if with_comma { b",".to_vec() } else { Vec::new() };
        json::string(&mut text, name);
        text.push(b':');
        self.text(&text);
    }

    fn text(&mut self, text: &[u8]) {
        self.steps.last_mut().expect("there is a step").then.extend_from_slice(text);
    }
}

/// An entry of a map.
fn entry(written: &[&WrittenAtom]) -> Vec<u8> {
    [b",", &written[0].key()[..], b":", &written[1].json].concat()
}

/// An element of a sequence, whose indices come in order and without gaps.
fn element(written: &[&WrittenAtom]) -> Vec<u8> {
    [b",", &written[1].json[..]].concat()
}

/// A tuple of a `rel`.
fn array(written: &[&WrittenAtom]) -> Vec<u8> {
    let atoms: Vec<&[u8]> = written.iter().map(|written| &written.json[..]).collect();
    [b",[", &atoms.join(&b","[..])[..], b"]"].concat()
}
