//! A heap as people see it.

use std::collections::BTreeSet;

use korrel_draw::{Page, Theme, dot, svg, text};
use korrel_heapgraph::{Header, Heap as Drawn, number};
use serde_json::Value as Json;

use crate::heap::Heap;

/// The width in columns; messages do not depend on the reader.
const WIDTH: usize = 100;

impl Heap {
    /// The heap as `korrel show` draws it, without colours: at most so many columns wide, where that can be.
    ///
    /// ```
    /// let spec = korrel::spec("sig Node { next: lone Node }
    ///     pred step[a, b: Node] { a.next = b and a != b and no b.next }
    ///     run step for exactly 2 Node")?;
    /// let heap = spec.command("step")?.instances().next().expect("there is one")?;
    /// assert_eq!(heap.drawing(80), "a: Node$0\n└─ next: b: Node$1\n");
    /// # Ok::<(), korrel::Error>(())
    /// ```
    pub fn drawing(&self, width: usize) -> String {
        let (header, heap) = self.drawn();
        let drawing = text(header, &heap, &Page { width, is_colored: false });
        // The first line has the id and the key.
        drawing.split_once('\n').map(|(_, drawing)| drawing.to_owned()).unwrap_or_default()
    }

    /// The heap as a picture: an SVG document, in the colours of a theme.
    ///
    /// ```
    /// let spec = korrel::spec("sig Node { next: lone Node } run { some next } for 1")?;
    /// let heap = spec.command("0")?.instances().next().expect("there is one")?;
    /// let picture = heap.svg(korrel::Theme::Dark);
    /// assert!(picture.starts_with("<svg ") && picture.contains(">Node$0</text>"), "{picture}");
    /// # Ok::<(), korrel::Error>(())
    /// ```
    pub fn svg(&self, theme: Theme) -> String {
        let (header, heap) = self.drawn();
        svg(header, &[heap], theme)
    }

    /// The heap in the language of Graphviz.
    ///
    /// ```
    /// let spec = korrel::spec("sig Node { next: lone Node } run { some next } for 1")?;
    /// let heap = spec.command("0")?.instances().next().expect("there is one")?;
    /// assert!(heap.dot().contains(r#""Node$0" -> "Node$0" [label="next"]"#), "{}", heap.dot());
    /// # Ok::<(), korrel::Error>(())
    /// ```
    pub fn dot(&self) -> String {
        let (header, heap) = self.drawn();
        dot(header, &heap)
    }

    /// The heap and its header, as drawings need them.
    fn drawn(&self) -> (&Header, Drawn) {
        let header = &self.types().codec().types;
        (header, Drawn::read(header, self.record()).expect("what is written can be read"))
    }

    /// The drawing, the caller's values that it stands for, and the record.
    pub(crate) fn shown(&self) -> String {
        let mut lines: Vec<String> = self.drawing(WIDTH).lines().map(str::to_owned).collect();
        let values = self.values();
        if !values.is_empty() {
            lines.push(String::new());
            lines.extend(values);
        }
        lines.push(String::new());
        lines.push(self.json().to_owned());
        lines.join("\n")
    }

    /// `Key$0 is "é"`, `3 is "b"`.
    fn values(&self) -> Vec<String> {
        let codec = self.types().codec();
        let value = |sig: &str, number: i64| codec.tables.value(sig, number).ok().flatten();
        let objects = self.record()["objects"].as_object().into_iter().flatten();
        let atoms = objects.filter_map(|(id, fields)| {
            let sig = codec.tables.sig_of(&codec.types, fields["$type"].as_str()?)?;
            Some(format!("{id} is {}", value(sig, number(id).unwrap_or(-1))?))
        });
        let mut integers = BTreeSet::new();
        for part in ["roots", "objects", "sets", "relations"] {
            add_integers(&self.record()[part], &mut integers);
        }
        let integers =
            integers.into_iter().filter_map(|n| Some(format!("{n} is {}", value("Int", n)?)));
        atoms.chain(integers).collect()
    }
}

/// The integers that occur, keys of maps included.
fn add_integers(value: &Json, found: &mut BTreeSet<i64>) {
    match value {
        Json::Number(number) => found.extend(number.as_i64()),
        Json::Array(items) => items.iter().for_each(|item| add_integers(item, found)),
        Json::Object(members) => {
            found.extend(members.keys().filter_map(|key| key.parse::<i64>().ok()));
            members.values().for_each(|value| add_integers(value, found));
        }
        _ => {}
    }
}
