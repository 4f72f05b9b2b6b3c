//! The parts of a drawing: boxes, curves, and their places.

/// Lengths in CSS pixels, for a font of fixed width of 12 pixels.
pub const COLUMN: f64 = 7.25;
pub const ROW: f64 = 16.0;
pub const PADDING: f64 = 8.0;

#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Point {
    pub x: f64,
    pub y: f64,
}

#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Rect {
    pub x: f64,
    pub y: f64,
    pub width: f64,
    pub height: f64,
}

impl Rect {
    fn bottom(&self) -> f64 {
        self.y + self.height
    }

    pub fn touches(&self, other: &Rect) -> bool {
        self.x < other.x + other.width
            && other.x < self.x + self.width
            && self.y < other.bottom()
            && other.y < self.bottom()
    }
}

/// A smooth curve: a start, then pieces with two control points and an end each.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Curve {
    pub start: Point,
    pub pieces: Vec<[Point; 3]>,
}

#[derive(Clone, Debug, Default)]
pub struct Layout {
    pub nodes: Vec<Rect>,
    pub curves: Vec<Curve>,
    /// The middle of each edge's label.
    pub labels: Vec<Point>,
    /// The place where the names of each node's roots begin, from its left side.
    pub titles: Vec<f64>,
    pub width: f64,
    pub height: f64,
}
