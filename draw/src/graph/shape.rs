//! Shapes of boxes: the room that a text needs within one, its outline, and where arrows meet it.
//!
//! All places are computed with the smallest rectangle around a shape, as for a box. Then each end of an arrow that lies on
//! the rectangle is moved on to the outline, upright from above and below, and level from the sides. Rejected: arrows that aim
//! at the middle of a shape. Those that come side by side would end in one point.

use super::geometry::{Curve, Point, Rect};
use crate::look::NodeShape;

/// The way around a shape whose rectangle has its corner at 0, 0.
#[derive(Clone, Debug, PartialEq)]
pub enum Outline {
    Ellipse,
    Polygon(Vec<Point>),
}

/// Between the lines of a shape that has several.
const RING: f64 = 4.0;

impl NodeShape {
    /// The width and the height of a shape around a text of this size. A text of one line is less high than its room.
    pub fn room(self, width: f64, height: f64, is_one_line: bool) -> (f64, f64) {
        let slack = if is_one_line { 0.8 } else { 1.0 };
        let round = |width: f64, height: f64| {
            let side = (width * width + height * height * slack * slack).sqrt();
            (side, side)
        };
        let rings = 2.0 * RING * self.rings() as f64;
        let (width, height) = match self {
            NodeShape::Rounded | NodeShape::Box => (width, height),
            NodeShape::LinedSquare => (width + 2.0 * RING, height + 2.0 * RING),
            NodeShape::Ellipse | NodeShape::Egg if is_one_line => (width * 1.22, height * 1.35),
            NodeShape::Ellipse | NodeShape::Egg => (width * 1.42, height * 1.42),
            NodeShape::Circle | NodeShape::DoubleCircle | NodeShape::LinedCircle => {
                round(width - 6.0, height)
            }
            NodeShape::Diamond | NodeShape::LinedDiamond => (width * 2.0 * slack, height * 2.0),
            NodeShape::Triangle | NodeShape::InvertedTriangle => {
                (width * 2.0 * slack, height * 2.0)
            }
            NodeShape::Trapezoid | NodeShape::InvertedTrapezoid | NodeShape::Parallelogram => {
                (width + height * 0.7, height)
            }
            NodeShape::House | NodeShape::InvertedHouse => (width, height * 1.4),
            NodeShape::Hexagon => (width + height * 0.6, height),
            NodeShape::Octagon | NodeShape::DoubleOctagon | NodeShape::TripleOctagon => {
                (width + height * 0.3, height)
            }
        };
        (width + rings, height + rings)
    }

    /// The place of a text of this size in the shape, from the corner of the shape's rectangle.
    pub fn text(self, rect: &Rect, width: f64, height: f64) -> Point {
        let (free, all) = (rect.height - height, self.rings() as f64 * RING);
        let y = match self {
            NodeShape::Triangle | NodeShape::House => free - all,
            NodeShape::InvertedTriangle | NodeShape::InvertedHouse => all,
            _ => free / 2.0,
        };
        Point { x: (rect.width - width) / 2.0, y: y.max(0.0) }
    }

    /// The lines within the outermost one.
    pub fn rings(self) -> usize {
        match self {
            NodeShape::DoubleCircle | NodeShape::DoubleOctagon => 1,
            NodeShape::TripleOctagon => 2,
            _ => 0,
        }
    }

    /// The outline, and those within it, each with the distance from the outermost.
    pub fn outlines(self, rect: &Rect) -> Vec<(f64, Outline)> {
        let ring = |ring: usize| {
            let by = ring as f64 * RING;
            let inner =
                Rect { width: rect.width - 2.0 * by, height: rect.height - 2.0 * by, ..*rect };
            (by, self.outline(&inner))
        };
        (0..=self.rings()).map(ring).collect()
    }

    /// Lines across a shape, from border to border.
    pub fn strokes(self, rect: &Rect) -> Vec<(Point, Point)> {
        let (w, h) = (rect.width, rect.height);
        let line =
            |x: f64, y: f64, to_x: f64, to_y: f64| (Point { x, y }, Point { x: to_x, y: to_y });
        match self {
            NodeShape::LinedSquare => {
                let by = 2.0 * RING;
                let corners = [(0.0, by, by, 0.0), (w - by, 0.0, w, by)];
                let lower = [(0.0, h - by, by, h), (w - by, h, w, h - by)];
                corners.into_iter().chain(lower).map(|(a, b, c, d)| line(a, b, c, d)).collect()
            }
            NodeShape::LinedDiamond => {
                let (across, down) = (w * 0.12, h * 0.12);
                vec![
                    line(w / 2.0 - across, down, w / 2.0 + across, down),
                    line(w / 2.0 - across, h - down, w / 2.0 + across, h - down),
                    line(across, h / 2.0 - down, across, h / 2.0 + down),
                    line(w - across, h / 2.0 - down, w - across, h / 2.0 + down),
                ]
            }
            NodeShape::LinedCircle => {
                // At a share y of the height, a circle is 2 √(y (1 - y)) wide.
                let at = 0.12_f64;
                let half = w * (at * (1.0 - at)).sqrt();
                let (left, right) = (w / 2.0 - half, w / 2.0 + half);
                [h * at, h * (1.0 - at)].map(|y| line(left, y, right, y)).to_vec()
            }
            _ => Vec::new(),
        }
    }

    fn outline(self, rect: &Rect) -> Outline {
        let (w, h) = (rect.width, rect.height);
        let slant = (h * 0.35).min(w / 3.0);
        let polygon = |points: &[(f64, f64)]| {
            Outline::Polygon(points.iter().map(|&(x, y)| Point { x, y }).collect())
        };
        match self {
            NodeShape::Ellipse
            | NodeShape::Egg
            | NodeShape::Circle
            | NodeShape::DoubleCircle
            | NodeShape::LinedCircle => Outline::Ellipse,
            NodeShape::Rounded | NodeShape::Box | NodeShape::LinedSquare => {
                polygon(&[(0.0, 0.0), (w, 0.0), (w, h), (0.0, h)])
            }
            NodeShape::Diamond | NodeShape::LinedDiamond => {
                polygon(&[(w / 2.0, 0.0), (w, h / 2.0), (w / 2.0, h), (0.0, h / 2.0)])
            }
            NodeShape::Triangle => polygon(&[(w / 2.0, 0.0), (w, h), (0.0, h)]),
            NodeShape::InvertedTriangle => polygon(&[(0.0, 0.0), (w, 0.0), (w / 2.0, h)]),
            NodeShape::Trapezoid => polygon(&[(slant, 0.0), (w - slant, 0.0), (w, h), (0.0, h)]),
            NodeShape::InvertedTrapezoid => {
                polygon(&[(0.0, 0.0), (w, 0.0), (w - slant, h), (slant, h)])
            }
            NodeShape::Parallelogram => {
                polygon(&[(slant, 0.0), (w, 0.0), (w - slant, h), (0.0, h)])
            }
            NodeShape::House => {
                let roof = h * 0.28;
                polygon(&[(w / 2.0, 0.0), (w, roof), (w, h), (0.0, h), (0.0, roof)])
            }
            NodeShape::InvertedHouse => {
                let roof = h * 0.72;
                polygon(&[(0.0, 0.0), (w, 0.0), (w, roof), (w / 2.0, h), (0.0, roof)])
            }
            NodeShape::Hexagon => {
                let by = h * 0.3;
                let (upper, lower) = ([(by, 0.0), (w - by, 0.0), (w, h / 2.0)], h);
                let rest = [(w - by, lower), (by, lower), (0.0, h / 2.0)];
                polygon(&[upper, rest].concat())
            }
            NodeShape::Octagon | NodeShape::DoubleOctagon | NodeShape::TripleOctagon => {
                let by = (h * 0.28).min(w * 0.28);
                let upper = [(by, 0.0), (w - by, 0.0), (w, by), (w, h - by)];
                let lower = [(w - by, h), (by, h), (0.0, h - by), (0.0, by)];
                polygon(&[upper, lower].concat())
            }
        }
    }
}

/// The curve with its ends on the outlines of what it leads from and to.
pub fn clipped(mut curve: Curve, from: (NodeShape, &Rect), to: (NodeShape, &Rect)) -> Curve {
    curve.start = met(from, curve.start);
    if let Some(last) = curve.pieces.last_mut() {
        last[2] = met(to, last[2]);
    }
    curve
}

/// The place where an arrow that ends at a side of the rectangle meets the outline.
fn met((shape, rect): (NodeShape, &Rect), at: Point) -> Point {
    if matches!(shape, NodeShape::Rounded | NodeShape::Box | NodeShape::LinedSquare) {
        return at;
    }
    let outline = shape.outline(rect);
    let (x, y) = (at.x - rect.x, at.y - rect.y);
    let is_at = |one: f64, other: f64| (one - other).abs() < 0.5;
    let swapped = |point: &Point| Point { x: point.y, y: point.x };
    if is_at(y, 0.0) || is_at(y, rect.height) {
        let (least, most) = outline.crossed(x, rect.width, rect.height);
        return Point { y: rect.y + if is_at(y, 0.0) { least } else { most }, ..at };
    }
    let turned = match &outline {
        Outline::Ellipse => Outline::Ellipse,
        Outline::Polygon(points) => Outline::Polygon(points.iter().map(swapped).collect()),
    };
    let (least, most) = turned.crossed(y, rect.height, rect.width);
    match (is_at(x, 0.0), is_at(x, rect.width)) {
        (true, _) => Point { x: rect.x + least, ..at },
        (_, true) => Point { x: rect.x + most, ..at },
        _ => at,
    }
}

impl Outline {
    /// The first and the last place of an upright line in the shape, or its middle if the line passes it by.
    fn crossed(&self, x: f64, width: f64, height: f64) -> (f64, f64) {
        let middle = height / 2.0;
        match self {
            Outline::Ellipse => {
                let share = (x - width / 2.0) / (width / 2.0);
                let half = middle * (1.0 - share * share).max(0.0).sqrt();
                (middle - half, middle + half)
            }
            Outline::Polygon(points) => {
                let sides = points.iter().zip(points.iter().cycle().skip(1));
                let crossings = sides.filter_map(|(a, b)| {
                    let is_between = (a.x.min(b.x)..=a.x.max(b.x)).contains(&x);
                    let share = if a.x == b.x { 0.0 } else { (x - a.x) / (b.x - a.x) };
                    is_between.then_some(a.y + (b.y - a.y) * share)
                });
                let all: Vec<f64> = crossings.collect();
                let least = all.iter().copied().fold(f64::INFINITY, f64::min);
                let most = all.iter().copied().fold(f64::NEG_INFINITY, f64::max);
                if all.is_empty() { (middle, middle) } else { (least, most) }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const RECT: Rect = Rect { x: 10.0, y: 20.0, width: 100.0, height: 40.0 };

    /// If this failed, an arrow would end in the air beside its shape, or within it.
    #[test]
    fn arrows_end_at_the_outline() {
        let at = |shape, x: f64, y: f64| {
            let Point { x, y } = met((shape, &RECT), Point { x, y });
            ((x * 10.0).round() / 10.0, (y * 10.0).round() / 10.0)
        };
        assert_eq!(at(NodeShape::Rounded, 30.0, 20.0), (30.0, 20.0));
        assert_eq!(at(NodeShape::Diamond, 60.0, 20.0), (60.0, 20.0));
        assert_eq!(at(NodeShape::Diamond, 35.0, 20.0), (35.0, 30.0));
        assert_eq!(at(NodeShape::Diamond, 35.0, 60.0), (35.0, 50.0));
        assert_eq!(at(NodeShape::Triangle, 110.0, 40.0), (85.0, 40.0));
        assert_eq!(at(NodeShape::Ellipse, 10.0, 40.0), (10.0, 40.0));
        assert_eq!(at(NodeShape::Ellipse, 90.0, 20.0), (90.0, 24.0));
        assert_eq!(at(NodeShape::Ellipse, 60.0, 33.0), (60.0, 33.0), "it is on no side");
    }

    /// If this failed, a text would stick out of its shape. Its corners, without the padding around it, lie within.
    #[test]
    fn a_text_has_room_in_each_shape() {
        let shapes = crate::look::SHAPES.iter().map(|(_, _, shape)| *shape);
        for (shape, (wide, high, is_one_line)) in shapes
            .flat_map(|shape| [(60.0, 24.0, true), (150.0, 94.0, false)].map(|text| (shape, text)))
        {
            let (width, height) = shape.room(wide, high, is_one_line);
            let rect = Rect { x: 0.0, y: 0.0, width, height };
            let corner = shape.text(&rect, wide, high);
            let (by, high_by) = if is_one_line { (8.0, 6.0) } else { (8.0, 5.0) };
            let outline = shape.outline(&rect);
            for x in [corner.x + by, corner.x + wide - by] {
                let (least, most) = outline.crossed(x, width, height);
                let (top, bottom) = (corner.y + high_by, corner.y + high - high_by);
                assert!(
                    least <= top && bottom <= most,
                    "{shape:?} {wide}: {top}..{bottom} in {least}..{most}"
                );
            }
        }
    }
}
