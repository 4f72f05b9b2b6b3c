//! How boxes and arrows look, as far as somebody has said so. What nobody has said is `None`, and stays as it is without
//! any theme.

mod object;
pub mod paint;
#[cfg(feature = "thm")]
pub mod palette;

pub use object::ObjectLook;
pub use paint::Paint;

/// What is said of the objects of a sig, or of those in a subset sig.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct NodeLook {
    pub is_visible: Option<bool>,
    /// An object to which no arrow leads, and from which none leads, is not drawn.
    pub hides_unconnected: Option<bool>,
    pub paint: Option<Paint>,
    pub shape: Option<NodeShape>,
    pub line: Option<LineStyle>,
    /// Of a sig, the name before an object's number. Of a subset sig, its own name.
    pub label: Option<String>,
    /// Objects have their numbers behind their names.
    pub is_numbered: Option<bool>,
    /// The name of a subset sig stands in the boxes of what is in it.
    pub is_told: Option<bool>,
}

/// What is said of a field.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct EdgeLook {
    pub is_visible: Option<bool>,
    /// Its value stands in the box.
    pub is_attribute: Option<bool>,
    /// The colour of its arrows.
    pub ink: Option<&'static str>,
    pub line: Option<LineStyle>,
    pub label: Option<String>,
    pub side: Option<Side>,
    /// An object has the colour of its value.
    pub paints: Option<bool>,
}

/// The place of what a field leads to, beside what other fields lead to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Side {
    Left,
    Right,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub enum LineStyle {
    #[default]
    Solid,
    Dashed,
    Dotted,
    Bold,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum NodeShape {
    /// As without any theme.
    #[default]
    Rounded,
    Box,
    Ellipse,
    Circle,
    Egg,
    Triangle,
    Diamond,
    Trapezoid,
    Parallelogram,
    House,
    Hexagon,
    Octagon,
    DoubleCircle,
    DoubleOctagon,
    TripleOctagon,
    InvertedTriangle,
    InvertedHouse,
    InvertedTrapezoid,
    LinedDiamond,
    LinedSquare,
    LinedCircle,
}

/// The shapes by name, as themes call them. The second is Graphviz's.
pub const SHAPES: [(&str, &str, NodeShape); 20] = [
    ("Ellipse", "ellipse", NodeShape::Ellipse),
    ("Box", "box", NodeShape::Box),
    ("Circle", "circle", NodeShape::Circle),
    ("Egg", "egg", NodeShape::Egg),
    ("Triangle", "triangle", NodeShape::Triangle),
    ("Diamond", "diamond", NodeShape::Diamond),
    ("Trapezoid", "trapezium", NodeShape::Trapezoid),
    ("Parallelogram", "parallelogram", NodeShape::Parallelogram),
    ("House", "house", NodeShape::House),
    ("Hexagon", "hexagon", NodeShape::Hexagon),
    ("Octagon", "octagon", NodeShape::Octagon),
    ("Dbl Circle", "doublecircle", NodeShape::DoubleCircle),
    ("Dbl Octagon", "doubleoctagon", NodeShape::DoubleOctagon),
    ("Tpl Octagon", "tripleoctagon", NodeShape::TripleOctagon),
    ("Inv Triangle", "invtriangle", NodeShape::InvertedTriangle),
    ("Inv House", "invhouse", NodeShape::InvertedHouse),
    ("Inv Trapezoid", "invtrapezium", NodeShape::InvertedTrapezoid),
    ("Lined Diamond", "Mdiamond", NodeShape::LinedDiamond),
    ("Lined Square", "Msquare", NodeShape::LinedSquare),
    ("Lined Circle", "Mcircle", NodeShape::LinedCircle),
];

const LINES: [(&str, LineStyle); 4] = [
    ("Solid", LineStyle::Solid),
    ("Dashed", LineStyle::Dashed),
    ("Dotted", LineStyle::Dotted),
    ("Bold", LineStyle::Bold),
];

impl NodeShape {
    /// The shape of a name, in any case.
    pub fn named(name: &str) -> Option<NodeShape> {
        let is_it = |(own, graphviz, _): &&(&str, &str, NodeShape)| {
            own.eq_ignore_ascii_case(name) || graphviz.eq_ignore_ascii_case(name)
        };
        SHAPES.iter().find(is_it).map(|(_, _, shape)| *shape)
    }

    /// The name in Graphviz's language.
    pub fn graphviz(self) -> Option<&'static str> {
        SHAPES.iter().find(|(_, _, shape)| *shape == self).map(|(_, name, _)| *name)
    }
}

impl LineStyle {
    /// The style of a name, in any case.
    pub fn named(name: &str) -> Option<LineStyle> {
        LINES.iter().find(|(own, _)| own.eq_ignore_ascii_case(name)).map(|(_, line)| *line)
    }

    /// The dashes of SVG.
    pub fn dashes(self) -> Option<&'static str> {
        match self {
            LineStyle::Solid | LineStyle::Bold => None,
            LineStyle::Dashed => Some("6 4"),
            LineStyle::Dotted => Some("1.5 3"),
        }
    }

    /// The name in Graphviz's language, of a style that is not the usual one.
    pub fn graphviz(self) -> Option<&'static str> {
        match self {
            LineStyle::Solid => None,
            LineStyle::Dashed => Some("dashed"),
            LineStyle::Dotted => Some("dotted"),
            LineStyle::Bold => Some("bold"),
        }
    }
}

/// What is said later counts.
macro_rules! overlay {
    ($own:ident, $later:ident: $($part:ident),*) => {
        $(if $later.$part.is_some() {
            $own.$part.clone_from(&$later.$part);
        })*
    };
}

impl NodeLook {
    pub fn overlay(&mut self, later: &NodeLook) {
        overlay!(self, later: label);
        self.inherit(later);
    }

    /// All but the name, which what extends a sig does not have from it.
    pub fn inherit(&mut self, later: &NodeLook) {
        overlay!(self, later: is_visible, hides_unconnected, paint, shape, line, is_numbered, is_told);
    }
}

impl EdgeLook {
    pub fn overlay(&mut self, later: &EdgeLook) {
        overlay!(self, later: is_visible, is_attribute, ink, line, label, side, paints);
    }

    pub fn is_visible(&self) -> bool {
        self.is_visible.unwrap_or(true)
    }

    pub fn is_attribute(&self) -> bool {
        self.is_attribute.unwrap_or(false)
    }

    /// 0 for what stands to the left of the rest, 2 for what stands to the right.
    pub fn rank(&self) -> u8 {
        match self.side {
            Some(Side::Left) => 0,
            None => 1,
            Some(Side::Right) => 2,
        }
    }
}
