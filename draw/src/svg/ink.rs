//! Texts and numbers, as SVG has them.

use std::fmt::Write;

use crate::escape::xml;
use crate::theme::Colors;

/// The paper under a text that may cross an arrow.
pub fn halo(body: &mut String, x: f64, y: f64, text: &str, anchor: &str, colors: &Colors) {
    let (paper, size) = (colors.paper, if anchor == "middle" { "11" } else { "12" });
    let _ = write!(
        body,
        "<text class=\"halo\" x=\"{}\" y=\"{}\" text-anchor=\"{anchor}\" font-size=\"{size}\" \
         fill=\"{paper}\" stroke=\"{paper}\" stroke-width=\"4\" stroke-linejoin=\"round\" \
         aria-hidden=\"true\">{}</text>",
        n(x),
        n(y),
        xml(text)
    );
}

pub fn text(body: &mut String, x: f64, y: f64, text: &str, class: &str, color: &str) {
    let weight =
        if matches!(class, "name" | "root" | "title") { " font-weight=\"bold\"" } else { "" };
    let _ = write!(
        body,
        "<text class=\"{class}\" x=\"{}\" y=\"{}\" fill=\"{color}\"{weight} xml:space=\"preserve\">{}</text>",
        n(x),
        n(y),
        xml(text)
    );
}

/// A number with at most one digit after the point, the same on every machine.
pub fn n(value: f64) -> String {
    let tenths = (value * 10.0).round() as i64;
    match tenths % 10 {
        0 => (tenths / 10).to_string(),
        digit => {
            let sign = if tenths < 0 { "-" } else { "" };
            format!("{sign}{}.{}", tenths.abs() / 10, digit.abs())
        }
    }
}
