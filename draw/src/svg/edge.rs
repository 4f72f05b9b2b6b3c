//! Arrows and their labels.

use std::fmt::Write;

use super::ink::{halo, n};
use crate::escape::xml;
use crate::graph::Link;
use crate::graph::geometry::Curve;
use crate::look::LineStyle;
use crate::theme::Colors;

const BLACK: &str = "#000000";

pub fn arrow(body: &mut String, edge: &Link, curve: &Curve, colors: &Colors) {
    let (color, inked) = ink(edge, colors.arrow, colors);
    let mut path = format!("M{} {}", n(curve.start.x), n(curve.start.y));
    for [a, b, end] in &curve.pieces {
        let numbers = [a.x, a.y, b.x, b.y, end.x, end.y].map(n);
        let _ = write!(path, "C{}", numbers.join(" "));
    }
    let [_, before, end] = curve.pieces.last().expect("a curve leads somewhere");
    let dashes = edge.line.dashes().or(edge.is_back.then_some("4 3"));
    let dash = dashes.map(|dashes| format!(" stroke-dasharray=\"{dashes}\"")).unwrap_or_default();
    let changed = if edge.is_changed { " changed" } else { "" };
    let back = if edge.is_back { " back" } else { "" };
    let thin = match edge.line {
        LineStyle::Bold => "2.6",
        _ if edge.is_back => "0.9",
        _ => "1.3",
    };
    let _ = writeln!(
        body,
        "<g class=\"edge{back}{changed}{inked}\"><path d=\"{path}\" fill=\"none\" stroke=\"{color}\" stroke-width=\"{thin}\"{dash}/>\
         <path class=\"head\" d=\"{}\" fill=\"{color}\"/></g>",
        head(before.x, before.y, end.x, end.y)
    );
}

/// The colour of an arrow, and the class by which a page leaves it as it is. Black is the colour of letters.
fn ink<'c>(edge: &'c Link, usual: &'c str, colors: &Colors) -> (&'c str, &'static str) {
    match edge.ink.filter(|_| colors.has_paint) {
        _ if edge.is_changed => (colors.changed, ""),
        None => (usual, ""),
        Some(BLACK) => (colors.ink, ""),
        Some(ink) => (ink, " inked"),
    }
}

/// An arrow's head, pointing from one place to another, at the latter.
pub fn head(from_x: f64, from_y: f64, x: f64, y: f64) -> String {
    let (dx, dy) = (x - from_x, y - from_y);
    let length = (dx * dx + dy * dy).sqrt().max(0.001);
    let (dx, dy) = (dx / length, dy / length);
    let corner = |side: f64| (x - dx * 8.0 - dy * side * 3.6, y - dy * 8.0 + dx * side * 3.6);
    let ((ax, ay), (bx, by)) = (corner(1.0), corner(-1.0));
    format!("M{} {}L{} {}L{} {}Z", n(x), n(y), n(ax), n(ay), n(bx), n(by))
}

pub fn label(body: &mut String, edge: &Link, x: f64, y: f64, colors: &Colors) {
    let (color, inked) = ink(edge, colors.faint, colors);
    let changed = if edge.is_changed { " changed" } else { "" };
    halo(body, x, y + 4.0, &edge.label, "middle", colors);
    let _ = writeln!(
        body,
        "<text class=\"label{changed}{inked}\" x=\"{}\" y=\"{}\" text-anchor=\"middle\" font-size=\"11\" \
         fill=\"{color}\">{}</text>",
        n(x),
        n(y + 4.0),
        xml(&edge.label)
    );
}
