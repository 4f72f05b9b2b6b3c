//! How instances are drawn: what comments of a spec say, which Alloy passes over, and what a [theme](crate::thm) says.
//!
//! ```text
//! --@ left: left-of      what the field leads to stands to the left of what other fields lead to; right-of, to the right
//! --@ color: paint       an object has the colour of its value of the field
//! --@ parent: hide       the field is not drawn; of a sig, its objects are not
//! --@ name: attribute    the value of the field stands in the box, and no arrow leads to it
//! --@ File: circle       the shape of a sig's objects, or of those in a subset sig
//! --@ Trash: red         their colour, or that of a field's arrows
//! --@ link: dashed       the line around a box, or of arrows: dotted and bold, too
//! --@ *: ellipse         the same of all
//! --@ $top: house        the value of the function `top`, which has no parameters, is drawn, too
//! --@ Time: project      a picture for each object of the sig, as it sees the others
//! --@ Book: table books  the objects of the sig are the rows of a table: see `tables/hint.rs`
//! ```
//!
//! Comments and themes make the same value. What is said last of the same thing is heeded.

use korrel_heapgraph::{Header, Scalar, State, Value};

use crate::look::paint::paint;
use crate::look::{EdgeLook, LineStyle, NodeLook, NodeShape, ObjectLook, Side};
use crate::tables::hint::TableHints;

/// All that is said of how instances are drawn.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Hints {
    pub(crate) nodes: Vec<(NodeSubject, NodeLook)>,
    pub(crate) edges: Vec<(EdgeSubject, EdgeLook)>,
    /// Sigs, and the place of the object that is looked at among those of the sig, or all of them one after the other.
    projections: Vec<(String, Option<usize>)>,
    /// Whether parameters and witnesses are not told, if anybody has said so.
    hides_witnesses: Option<bool>,
    pub(crate) tables: TableHints,
}

/// What boxes a look is about.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NodeSubject {
    Any,
    Sig(String),
    /// A subset sig, or a root that is a set.
    Set(String),
}

/// What arrows a look is about.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum EdgeSubject {
    Any,
    /// A field, and the first sigs of its columns, if they are known.
    Field(String, Vec<String>),
}

impl Hints {
    /// The hints of a text, each in a line of its own. What says nothing that is known is passed over, as any comment.
    pub fn read(text: &str) -> Hints {
        let mut hints = Hints::default();
        for line in text.lines() {
            let Some((_, said)) = line.split_once("--@").or_else(|| line.split_once("//@")) else {
                continue;
            };
            if let Some((subject, hint)) = said.split_once(':') {
                hints.heed(subject.trim(), hint.trim());
            }
        }
        hints
    }

    fn heed(&mut self, subject: &str, hint: &str) {
        self.tables.heed(subject, hint);
        let edge = |look: EdgeLook| Some((None, Some(look)));
        let node = |look: NodeLook| Some((Some(look), None));
        let looks = match hint {
            "left-of" => edge(EdgeLook { side: Some(Side::Left), ..EdgeLook::default() }),
            "right-of" => edge(EdgeLook { side: Some(Side::Right), ..EdgeLook::default() }),
            "paint" => edge(EdgeLook { paints: Some(true), ..EdgeLook::default() }),
            "attribute" => edge(EdgeLook {
                is_attribute: Some(true),
                is_visible: Some(false),
                ..EdgeLook::default()
            }),
            "hide" => {
                self.node(NodeSubject::sig(subject), hidden());
                edge(EdgeLook { is_visible: Some(false), ..EdgeLook::default() })
            }
            "project" => {
                self.project(subject, None);
                None
            }
            _ => None,
        };
        let looks = looks
            .or_else(|| {
                let shape = Some(NodeShape::named(hint)?);
                node(NodeLook { shape, ..NodeLook::default() })
            })
            .or_else(|| {
                let line = Some(LineStyle::named(hint)?);
                Some((
                    Some(NodeLook { line, ..NodeLook::default() }),
                    Some(EdgeLook { line, ..EdgeLook::default() }),
                ))
            })
            .or_else(|| {
                let paint = paint(hint)?;
                Some((
                    Some(NodeLook { paint: Some(paint), ..NodeLook::default() }),
                    Some(EdgeLook { ink: Some(paint.fill), ..EdgeLook::default() }),
                ))
            });
        let Some((node, edge)) = looks else { return };
        if let Some(look) = node {
            self.node(NodeSubject::sig(subject), look.clone());
            self.node(NodeSubject::Set(subject.to_owned()), look);
        }
        if let Some(look) = edge {
            self.edge(EdgeSubject::field(subject), look);
        }
    }

    pub(crate) fn node(&mut self, of: NodeSubject, look: NodeLook) {
        self.nodes.push((of, look));
    }

    pub(crate) fn edge(&mut self, of: EdgeSubject, look: EdgeLook) {
        self.edges.push((of, look));
    }

    /// One projection for each sig: the last that is asked for.
    fn project(&mut self, sig: &str, at: Option<usize>) {
        self.projections.retain(|(own, _)| own != sig);
        self.projections.push((sig.to_owned(), at));
    }

    #[cfg(feature = "thm")]
    pub(crate) fn hide_witnesses(&mut self, hides: Option<bool>) {
        self.hides_witnesses = hides;
    }

    /// The same, and what others say after it.
    pub fn then(mut self, later: &Hints) -> Hints {
        self.nodes.extend(later.nodes.iter().cloned());
        self.edges.extend(later.edges.iter().cloned());
        self.hides_witnesses = later.hides_witnesses.or(self.hides_witnesses);
        self.tables.then(&later.tables);
        self.projecting(&later.projections)
    }

    /// The same, which hides these fields, too.
    pub fn hiding(mut self, fields: &[String]) -> Hints {
        for field in fields {
            let look = EdgeLook {
                is_visible: Some(false),
                is_attribute: Some(false),
                ..EdgeLook::default()
            };
            self.edge(EdgeSubject::Field(field.clone(), Vec::new()), look);
        }
        self
    }

    /// The same, projected over these sigs, too: as their objects at these places see it, or one after the other.
    pub fn projecting(mut self, projections: &[(String, Option<usize>)]) -> Hints {
        projections.iter().for_each(|(sig, at)| self.project(sig, *at));
        self
    }

    /// The same without any projection.
    pub fn whole(mut self) -> Hints {
        self.projections.clear();
        self
    }

    /// The same, where one object of a sig is looked at, the first if nobody has chosen one.
    pub(crate) fn at_one_object(mut self) -> Hints {
        self.projections.iter_mut().for_each(|(_, at)| *at = Some(at.unwrap_or(0)));
        self
    }

    pub fn projections(&self) -> &[(String, Option<usize>)] {
        &self.projections
    }

    /// The same, in which objects have their own names.
    pub(crate) fn by_own_names(mut self) -> Hints {
        for (_, look) in &mut self.nodes {
            (look.label, look.is_numbered) = (None, None);
        }
        self
    }

    /// Nothing is said of any box or arrow.
    pub(crate) fn is_silent(&self) -> bool {
        self.nodes.is_empty() && self.edges.is_empty() && !self.hides_all_witnesses()
    }

    pub(crate) fn hides_all_witnesses(&self) -> bool {
        self.hides_witnesses == Some(true)
    }

    /// The objects of a sig are not drawn.
    pub(crate) fn hides_sig(&self, header: &Header, sig: &str) -> bool {
        let mut line = header.ancestors(sig);
        let nearest = line.find_map(|name| self.said(|subject| subject.is_sig(name)).is_visible);
        nearest == Some(false)
    }

    /// What is said of a field of objects of a type.
    pub(crate) fn field(&self, header: &Header, type_name: &str, field: &str) -> EdgeLook {
        let mut look = EdgeLook::default();
        for (subject, said) in &self.edges {
            if subject.is_about(header, type_name, field, &self.edges) {
                look.overlay(said);
            }
        }
        look
    }

    /// What is said of an object: first by what it is in, then by its type and those that this extends.
    pub(crate) fn object(&self, header: &Header, state: &State, at: usize) -> ObjectLook {
        let object = &state.objects[at];
        let mut of_type = NodeLook::default();
        for (_, said) in self.nodes.iter().filter(|(subject, _)| *subject == NodeSubject::Any) {
            of_type.overlay(said);
        }
        let ancestors: Vec<&str> = header.ancestors(&object.type_name).collect();
        for name in ["univ"].into_iter().chain(ancestors.into_iter().rev()) {
            let said = self.said(|subject| subject.is_sig(name));
            match name == object.type_name {
                true => of_type.overlay(&said),
                false => of_type.inherit(&said),
            }
        }
        let sets: Vec<NodeLook> =
            self.sets_at(header, state, at).map(|set| self.set(set)).collect();
        ObjectLook::new(of_type, sets)
    }

    /// What is said of a subset sig, or of a root.
    pub(crate) fn set(&self, name: &str) -> NodeLook {
        self.said(|subject| subject.is_set(name))
    }

    fn said(&self, is_it: impl Fn(&NodeSubject) -> bool) -> NodeLook {
        let mut look = NodeLook::default();
        for (_, said) in self.nodes.iter().filter(|(subject, _)| is_it(subject)) {
            look.overlay(said);
        }
        look
    }

    /// The subset sigs that an object is in, and the roots that it is, or is in, unless these are hidden. A set that a
    /// projection has made is a field that is true.
    fn sets_at<'s>(
        &self,
        header: &Header,
        state: &'s State,
        at: usize,
    ) -> impl Iterator<Item = &'s str> {
        let hides = self.hides_all_witnesses();
        let is_root = |name: &str| header.roots.iter().any(|root| root.name == name);
        let all = state.sets_of(at).chain(state.roots_at(at));
        let all = all.filter(move |name| !(hides && is_root(name)));
        let is_true = |(_, value): &&(String, Value)| *value == Value::One(Scalar::Boolean(true));
        let fields = state.objects[at].fields.iter().filter(is_true);
        all.chain(fields.map(|(name, _)| name.as_str()))
    }
}

impl NodeSubject {
    fn sig(name: &str) -> NodeSubject {
        if name == "*" { NodeSubject::Any } else { NodeSubject::Sig(name.to_owned()) }
    }

    fn is_sig(&self, name: &str) -> bool {
        matches!(self, NodeSubject::Sig(own) if is_name(own, name))
    }

    /// Alloy calls the parameter `x` of the command `p` `$p_x`.
    fn is_set(&self, name: &str) -> bool {
        let NodeSubject::Set(own) = self else { return false };
        let as_witness = || own.strip_prefix('$')?.strip_suffix(name)?.chars().last();
        is_name(own, name) || own.strip_prefix('$') == Some(name) || as_witness() == Some('_')
    }
}

impl EdgeSubject {
    fn field(name: &str) -> EdgeSubject {
        match name {
            "*" => EdgeSubject::Any,
            _ => EdgeSubject::Field(name.to_owned(), Vec::new()),
        }
    }

    /// Of several fields of one name, the one is meant whose first column fits. What has no column that fits is about
    /// the field, too, if no other one is: a projection may have taken the column away.
    fn is_about(
        &self,
        header: &Header,
        type_name: &str,
        field: &str,
        all: &[(EdgeSubject, EdgeLook)],
    ) -> bool {
        let EdgeSubject::Field(name, columns) = self else { return true };
        if name != field {
            return false;
        }
        let fits = |columns: &[String]| {
            let Some(first) = columns.first() else { return true };
            let mut line = header.ancestors(type_name);
            line.any(|own| is_name(first, own))
                || header
                    .types
                    .iter()
                    .any(|ty| is_name(first, &ty.name) && header.is_a(&ty.name, type_name))
        };
        let is_another = |(other, _): &(EdgeSubject, EdgeLook)| matches!(other, EdgeSubject::Field(own, of) if own == field && !of.is_empty() && fits(of));
        fits(columns) || !all.iter().any(is_another)
    }
}

/// A theme calls a sig of another module by the module's path.
pub(crate) fn is_name(themed: &str, own: &str) -> bool {
    let last = |name: &str| name.rsplit('/').next().map(str::to_owned);
    themed == own || (themed.contains('/') || own.contains('/')) && last(themed) == last(own)
}

fn hidden() -> NodeLook {
    NodeLook { is_visible: Some(false), ..NodeLook::default() }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn header() -> Header {
        let header = json!({"format": "heapgraph/1", "roots": {}, "abstract": ["Object"],
            "types": {"Object": {}, "Dir": {"entries": "set Object"}, "util/File": {"entries": "int"}},
            "extends": {"Dir": "Object", "util/File": "Object"},
            "sets": {"Trash": {"of": "Object", "fields": {}}}});
        Header::read(&header).expect("a header")
    }

    /// If this failed, a comment would be no hint, or a hint would be taken from a comment that says something else.
    #[test]
    fn hints_are_comments() {
        let hints = Hints::read(
            "sig N { a: N } --@ left: left-of\n//@ color: paint\n--@ x: hide\n-- y: hide\n--@ z: burn\n--@ Time: project",
        );
        let field = |name: &str| hints.field(&header(), "Dir", name);
        assert_eq!((field("left").rank(), field("a").rank()), (0, 1));
        assert_eq!(field("color").paints, Some(true));
        assert_eq!(
            [field("x"), field("y"), field("z")].map(|look| look.is_visible()),
            [false, true, true]
        );
        assert_eq!(hints.projections(), [("Time".to_owned(), None)]);
        let hidden = hints.hiding(&["y".to_owned()]);
        assert!(!hidden.field(&header(), "Dir", "y").is_visible());
    }

    /// If this failed, a directory in the bin would not look as things in the bin do, or a file as an object.
    #[test]
    fn what_an_object_is_in_comes_before_what_it_is() {
        let hints = Hints::read(
            "--@ Object: circle\n--@ File: red\n--@ Trash: house\n--@ Trash: dashed\n--@ Dir: hide",
        );
        let state = json!({"id": 0, "roots": {}, "sets": {"Trash": ["Dir$0"]}, "objects": {
            "Dir$0": {"$type": "Dir", "entries": []}, "Dir$1": {"$type": "Dir", "entries": []},
            "util/File$0": {"$type": "util/File", "entries": 1}}});
        let header = header();
        let state = korrel_heapgraph::Heap::read(&header, &state).expect("a heap").state;
        let looks = [0, 1, 2].map(|at| hints.object(&header, &state, at));
        let shapes = [NodeShape::House, NodeShape::Circle, NodeShape::Circle];
        assert_eq!(looks.clone().map(|look| look.shape()), shapes);
        assert_eq!(looks[0].line(), LineStyle::Dashed);
        assert!(looks[0].paints() == [None, None] && looks[2].paints()[1].is_some());
        assert_eq!(looks.map(|look| look.is_visible()), [false, false, true]);
    }

    /// If this failed, one of two fields of a name would look as the other one.
    #[test]
    fn a_field_is_known_by_its_first_column() {
        let mut hints = Hints::default();
        for (of, label) in [("Dir", "holds"), ("util/File", "lines")] {
            let look = EdgeLook { label: Some(label.to_owned()), ..EdgeLook::default() };
            hints.edge(EdgeSubject::Field("entries".to_owned(), vec![of.to_owned()]), look);
        }
        let label = |of: &str| hints.field(&header(), of, "entries").label;
        assert_eq!(
            [label("Dir"), label("util/File")].map(Option::unwrap_or_default),
            ["holds", "lines"]
        );
    }
}
