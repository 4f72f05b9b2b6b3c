//! The parts of a drawing: boxes, curves, and their places.

/// Lengths in CSS pixels, for a font of fixed width of 12 pixels.
pub const COLUMN: f64 = 7.25;
pub const ROW: f64 = 16.0;
pub const PADDING: f64 = 8.0;
pub const GAP: f64 = 26.0;
pub const LAYER_GAP: f64 = 48.0;
/// Between arrows at one side of a box, at most.
pub const PORT: f64 = 18.0;

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
    pub fn bottom(&self) -> f64 {
        self.y + self.height
    }

    pub fn middle(&self) -> Point {
        Point { x: self.x + self.width / 2.0, y: self.y + self.height / 2.0 }
    }

    pub fn holds(&self, point: &Point) -> bool {
        (self.x..self.x + self.width).contains(&point.x)
            && (self.y..self.bottom()).contains(&point.y)
    }

    /// Lies in a lower layer.
    pub fn is_below(&self, other: &Rect) -> bool {
        self.y >= other.bottom()
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

impl Curve {
    pub fn line(start: Point, end: Point) -> Curve {
        let at = |share: f64| Point {
            x: start.x + (end.x - start.x) * share,
            y: start.y + (end.y - start.y) * share,
        };
        Curve { start, pieces: vec![[at(1.0 / 3.0), at(2.0 / 3.0), end]] }
    }

    pub fn end(&self) -> Point {
        self.pieces.last().map_or(self.start, |piece| piece[2])
    }

    /// The same from its end to its start.
    pub fn reversed(&self) -> Curve {
        let ends = std::iter::once(self.start).chain(self.pieces.iter().map(|piece| piece[2]));
        let starts: Vec<Point> = ends.take(self.pieces.len()).collect();
        let pieces = self.pieces.iter().zip(starts).rev();
        Curve { start: self.end(), pieces: pieces.map(|(&[a, b, _], to)| [b, a, to]).collect() }
    }

    /// The same beside itself.
    pub fn shifted(mut self, by: f64) -> Curve {
        self.start.x += by;
        self.pieces.iter_mut().flatten().for_each(|point| point.x += by);
        self
    }
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
