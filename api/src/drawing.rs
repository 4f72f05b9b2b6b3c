//! A heap as people see it.

use korrel_draw::{DrawnInstance, Hints, Page, Theme, dot, svg, text};
use korrel_heapgraph::Header;

use crate::heap::Heap;

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
        let (header, instance) = self.drawn();
        let drawing =
            text(header, &instance, &Page { width, is_colored: false }, &Hints::default());
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
        self.svg_by(theme, &Hints::default())
    }

    /// The same, drawn as hints say: those in the comments of a spec, or a theme of Alloy's viewer.
    ///
    /// ```
    /// let text = "sig Node { next: lone Node } run { some next } for 1 --@ Node: circle";
    /// let spec = korrel::spec(text)?;
    /// let heap = spec.command("0")?.instances().next().expect("there is one")?;
    /// let picture = heap.svg_by(korrel::Theme::Light, &korrel::Hints::read(text));
    /// assert!(picture.contains("class=\"shape\""), "{picture}");
    /// # Ok::<(), korrel::Error>(())
    /// ```
    pub fn svg_by(&self, theme: Theme, hints: &Hints) -> String {
        let (header, instance) = self.drawn();
        svg(header, &[instance], theme, hints)
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
        let (header, instance) = self.drawn();
        dot(header, &instance, &Hints::default())
    }

    /// What is drawn, and its header. A trace is drawn state by state.
    fn drawn(&self) -> (&Header, DrawnInstance) {
        let types = &self.codec().types;
        (types, DrawnInstance::read(types, self.record()).expect("what is written can be read"))
    }
}
