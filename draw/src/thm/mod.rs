//! Themes of Alloy's viewer, the files `*.thm`, read as hints.
//!
//! ```text
//! <alloy> <view nodetheme=… hideSkolem=…>
//!   <projection> <type name="Time"/> </projection>
//!   <defaultnode …/> <defaultedge …/>
//!   <node shape=… color=…> <type name="File"/> <set name="trashed" type="File"/> </node>
//!   <edge visible=… attribute=…> <relation name="link"> <type name="File"/> … </relation> </edge>
//! ```
//!
//! The viewer writes what differs from its own defaults, and names every sig, set and field there is, most of them without a
//! word about how they look. Here an attribute that is not there says nothing, and the drawing stays as it is without a theme:
//! yellow boxes, and an arrow of another colour for each field, are the viewer's defaults and no wish of whoever made the
//! theme. What has no counterpart is told once, with the place where it stands first.

mod unknown;

use std::ops::Range;

use korrel_lang::code;
use korrel_lang::diagnostic::Diagnostic;
use korrel_lang::source::{FileId, Span};
use quick_xml::events::{BytesStart, Event};
use quick_xml::{Reader, XmlVersion};

use crate::hints::{EdgeSubject, Hints, NodeSubject};
use crate::look::palette::{Palette, paint_of};
use crate::look::{EdgeLook, LineStyle, NodeLook, NodeShape};

/// A theme.
#[derive(Clone, Debug)]
pub struct AlloyTheme {
    pub hints: Hints,
    /// What is passed over.
    pub remarks: Vec<Diagnostic>,
    /// The names that something is said of, and where.
    names: Vec<(String, Span)>,
    /// The sigs that are projected over, and where.
    projected: Vec<(String, Span)>,
}

impl AlloyTheme {
    /// Reads a theme. `file` is how messages call the text.
    ///
    /// # Errors
    /// A text that is no XML, or no theme.
    pub fn read(file: FileId, text: &str) -> Result<AlloyTheme, Diagnostic> {
        let mut reader = Reader::from_str(text);
        let mut found = ThemeReading::new(file, text);
        loop {
            let start = reader.buffer_position() as usize;
            let event = reader.read_event();
            let place = found.span(start..reader.buffer_position() as usize);
            match event {
                Ok(Event::Decl(declaration)) => {
                    let version = declaration.version().unwrap_or_default();
                    if !version.starts_with(b"1.") {
                        let message = "the version of XML is not 1.0";
                        return Err(refused(message).at(place, "another version"));
                    }
                }
                Ok(Event::Start(element)) => found.opens(&element, place)?,
                Ok(Event::Empty(element)) => {
                    found.opens(&element, place)?;
                    found.closes(element.name().as_ref());
                }
                Ok(Event::End(element)) => found.closes(element.name().as_ref()),
                Ok(Event::Eof) => break,
                Ok(_) => {}
                Err(error) => {
                    let at = (reader.error_position() as usize).min(text.len());
                    let place = found.span(at..at);
                    return Err(refused("this is no XML").at(place, error.to_string()));
                }
            }
        }
        found.theme()
    }
}

fn refused(message: &str) -> Diagnostic {
    let help = "a theme is what Alloy's viewer saves by Theme, Save Theme: a file *.thm";
    Diagnostic::new(code::FILE, message).help(help)
}

/// What was read of a theme.
struct ThemeReading<'t> {
    file: FileId,
    text: &'t str,
    hints: Hints,
    names: Vec<(String, Span)>,
    projected: Vec<(String, Span)>,
    remarks: Vec<Diagnostic>,
    /// What was told already.
    told: Vec<String>,
    has_view: bool,
    palettes: [Palette; 2],
    keeps_names: bool,
    open: OpenElement,
}

/// The element whose sigs, sets and fields come next.
enum OpenElement {
    Nothing,
    Projection,
    Node(NodeLook),
    Edge(EdgeLook),
    /// Its look, its name, its place, and the sigs of its columns.
    Relation(EdgeLook, String, Span, Vec<String>),
}

impl<'t> ThemeReading<'t> {
    fn new(file: FileId, text: &'t str) -> ThemeReading<'t> {
        ThemeReading {
            file,
            text,
            hints: Hints::default(),
            names: Vec::new(),
            projected: Vec::new(),
            remarks: Vec::new(),
            told: Vec::new(),
            has_view: false,
            palettes: [Palette::Classic; 2],
            keeps_names: false,
            open: OpenElement::Nothing,
        }
    }

    fn span(&self, place: Range<usize>) -> Span {
        Span { file: self.file, start: place.start as u32, end: place.end as u32 }
    }

    fn opens(&mut self, element: &BytesStart<'_>, place: Span) -> Result<(), Diagnostic> {
        let attributes = self.attributes(element, place)?;
        match element.name().as_ref() {
            b"view" => self.view(&attributes),
            b"instance" => {
                let refused = refused("this is an instance, and no theme");
                return Err(refused.at(place, "an instance begins here"));
            }
            b"projection" => self.open = OpenElement::Projection,
            b"defaultnode" => {
                let look = self.node(&attributes);
                let look = self.of_atoms(look);
                self.hints.node(NodeSubject::Any, look);
            }
            b"defaultedge" => {
                let look = self.edge(&attributes);
                self.hints.edge(EdgeSubject::Any, look);
            }
            b"node" => self.open = OpenElement::Node(self.node(&attributes)),
            b"edge" => self.open = OpenElement::Edge(self.edge(&attributes)),
            b"type" => self.sig(&attributes),
            b"set" => {
                let (OpenElement::Node(look), Some((name, at))) =
                    (&self.open, attributes.named("name"))
                else {
                    return Ok(());
                };
                let look = look.clone();
                self.says_of(look == NodeLook::default(), &name, at);
                self.hints.node(NodeSubject::Set(name), look);
            }
            b"relation" => {
                let open = std::mem::replace(&mut self.open, OpenElement::Nothing);
                self.open = match (open, attributes.named("name")) {
                    (OpenElement::Edge(look), Some((name, at))) => {
                        OpenElement::Relation(look, name, at, Vec::new())
                    }
                    (other, _) => other,
                };
            }
            b"alloy" => {}
            other => {
                let name = String::from_utf8_lossy(other).into_owned();
                self.remark(&format!("the element `{name}` is unknown"), place);
            }
        }
        Ok(())
    }

    fn closes(&mut self, name: &[u8]) {
        let open = std::mem::replace(&mut self.open, OpenElement::Nothing);
        self.open = match (name, open) {
            (b"relation", OpenElement::Relation(look, name, at, columns)) => {
                self.says_of(look == EdgeLook::default(), &name, at);
                self.hints.edge(EdgeSubject::Field(name, columns), look.clone());
                OpenElement::Edge(look)
            }
            (b"projection" | b"node" | b"edge", _) => OpenElement::Nothing,
            (_, open) => open,
        };
    }

    fn theme(self) -> Result<AlloyTheme, Diagnostic> {
        if !self.has_view {
            return Err(refused("this is no theme: it has no `view`"));
        }
        let ThemeReading { hints, remarks, names, projected, .. } = self;
        Ok(AlloyTheme { hints, remarks, names, projected })
    }

    fn view(&mut self, attributes: &ThemeAttributes) {
        self.has_view = true;
        for (name, value, place) in &attributes.0 {
            let is_no = truth(value) == Some(false);
            match &**name {
                "nodetheme" | "edgetheme" => match Palette::named(value) {
                    Some(palette) => self.palettes[usize::from(name == "edgetheme")] = palette,
                    None => self.remark(&format!("there is no palette `{value}`"), *place),
                },
                "hideSkolem" => self.hints.hide_witnesses(truth(value)),
                "useOriginalAtomNames" => self.keeps_names = truth(value) == Some(true),
                // What is private or meta is no part of a heap.
                "hidePrivate" | "hideMeta" if !is_no => {}
                _ => self.lacks(name, "the view", *place),
            }
        }
    }

    fn node(&mut self, attributes: &ThemeAttributes) -> NodeLook {
        let mut look = NodeLook::default();
        for (name, value, place) in &attributes.0 {
            match &**name {
                "visible" => look.is_visible = truth(value),
                "hideunconnected" => look.hides_unconnected = truth(value),
                "numberatoms" => look.is_numbered = truth(value),
                "showlabel" => look.is_told = truth(value),
                "label" => look.label = Some(value.clone()),
                "color" => look.paint = self.color(value, 0, *place).map(paint_of),
                "shape" => look.shape = self.known(NodeShape::named, value, "shape", *place),
                "style" => look.line = self.known(LineStyle::named, value, "style", *place),
                _ => self.lacks(name, "a box", *place),
            }
        }
        look
    }

    /// How the atoms of a sig look, which keep their names if the theme says so.
    fn of_atoms(&self, look: NodeLook) -> NodeLook {
        match self.keeps_names {
            true => NodeLook { label: None, is_numbered: None, ..look },
            false => look,
        }
    }

    fn edge(&mut self, attributes: &ThemeAttributes) -> EdgeLook {
        let mut look = EdgeLook::default();
        for (name, value, place) in &attributes.0 {
            match &**name {
                "visible" => look.is_visible = truth(value),
                "attribute" => look.is_attribute = truth(value),
                "label" => look.label = Some(value.clone()),
                "color" => look.ink = self.color(value, 1, *place),
                "style" => look.line = self.known(LineStyle::named, value, "style", *place),
                // Two arrows that say the same are one with two heads, and all arrows have one weight.
                "merge" if truth(value) != Some(false) => {}
                "constraint" if truth(value) != Some(false) => {}
                "layout" if truth(value) != Some(true) => {}
                "weight" if value.trim() == "0" => {}
                _ => self.lacks(name, "an arrow", *place),
            }
        }
        look
    }

    fn sig(&mut self, attributes: &ThemeAttributes) {
        let Some((name, place)) = attributes.named("name") else { return };
        match &mut self.open {
            OpenElement::Projection => {
                self.projected.push((name.clone(), place));
                self.hints = std::mem::take(&mut self.hints).projecting(&[(name, None)]);
            }
            OpenElement::Node(look) => {
                let look = look.clone();
                let look = self.of_atoms(look);
                self.says_of(look == NodeLook::default(), &name, place);
                self.hints.node(NodeSubject::Sig(name), look);
            }
            OpenElement::Relation(_, _, _, columns) => columns.push(name),
            OpenElement::Nothing | OpenElement::Edge(_) => {}
        }
    }

    /// Whoever says nothing of a name need not know it.
    fn says_of(&mut self, is_nothing: bool, name: &str, place: Span) {
        if !is_nothing {
            self.names.push((name.to_owned(), place));
        }
    }

    /// A colour of the palette of boxes or of arrows. `Magic` is what has none.
    fn color(&mut self, value: &str, palette: usize, place: Span) -> Option<&'static str> {
        let is_own = value.eq_ignore_ascii_case("magic");
        let palette = self.palettes[palette];
        let named = |value: &str| palette.color(value);
        if is_own { None } else { self.known(named, value, "color", place) }
    }

    fn known<T>(
        &mut self,
        named: impl Fn(&str) -> Option<T>,
        value: &str,
        what: &str,
        place: Span,
    ) -> Option<T> {
        let known = named(value);
        if known.is_none() && !value.eq_ignore_ascii_case("inherit") {
            self.remark(&format!("there is no {what} `{value}`"), place);
        }
        known
    }

    fn lacks(&mut self, name: &str, of: &str, place: Span) {
        let message = format!("`{name}` of {of} has no counterpart in Korrel's drawings");
        self.remark(&message, place);
    }

    /// A warning, once.
    fn remark(&mut self, message: &str, place: Span) {
        if !self.told.iter().any(|told| told == message) {
            self.told.push(message.to_owned());
            let remark = Diagnostic::new(code::UNHEEDED, message).at(place, "it is passed over");
            self.remarks.push(remark);
        }
    }

    fn attributes(
        &self,
        element: &BytesStart<'_>,
        place: Span,
    ) -> Result<ThemeAttributes, Diagnostic> {
        let mut all = Vec::new();
        let tag = &self.text[place.start as usize..place.end as usize];
        for attribute in element.attributes() {
            let wrong = |why: String| refused("this is no XML").at(place, why);
            let attribute = attribute.map_err(|error| wrong(error.to_string()))?;
            let value = attribute.normalized_value(XmlVersion::Implicit1_0);
            let value = value.map_err(|error| wrong(error.to_string()))?.into_owned();
            let name = String::from_utf8_lossy(attribute.key.as_ref()).into_owned();
            all.push((name, value, self.place_of(&attribute.value, tag, place)));
        }
        Ok(ThemeAttributes(all))
    }

    /// The place of an attribute's value, which is a part of the text.
    fn place_of(&self, value: &[u8], tag: &str, place: Span) -> Span {
        let at = (value.as_ptr() as usize).checked_sub(tag.as_ptr() as usize);
        match at.filter(|at| at + value.len() <= tag.len()) {
            Some(at) => {
                let start = place.start as usize + at;
                self.span(start..start + value.len())
            }
            None => place,
        }
    }
}

struct ThemeAttributes(Vec<(String, String, Span)>);

impl ThemeAttributes {
    fn named(&self, name: &str) -> Option<(String, Span)> {
        let (_, value, place) =
            self.0.iter().find(|(own, value, _)| own == name && !value.is_empty())?;
        Some((value.clone(), *place))
    }
}

fn truth(value: &str) -> Option<bool> {
    match value.to_ascii_lowercase().as_str() {
        "yes" | "true" => Some(true),
        "no" | "false" => Some(false),
        _ => None,
    }
}
