//! The palettes of themes.

use super::Paint;

/// What the names of colours look like. A palette's colours are Graphviz's.
#[derive(Clone, Copy, Debug)]
pub enum Palette {
    Classic,
    Standard,
    Martha,
    Neon,
    Tol,
}

impl Palette {
    pub fn named(name: &str) -> Option<Palette> {
        Some(match name.to_ascii_lowercase().as_str() {
            "classic" | "inherit" => Palette::Classic,
            "standard" => Palette::Standard,
            "martha" => Palette::Martha,
            "neon" => Palette::Neon,
            "tol" => Palette::Tol,
            _ => return None,
        })
    }

    pub fn color(self, name: &str) -> Option<&'static str> {
        let colors = match name.to_ascii_lowercase().as_str() {
            "yellow" => ["#ffd700", "#ffff00", "#eedd82", "#ffff00", "#eedd88"],
            "green" => ["#32cd32", "#00ee00", "#bcee68", "#76ee00", "#aaaa00"],
            "blue" => ["#6495ed", "#0000ff", "#5f9ea0", "#00ffff", "#77aadd"],
            "red" => ["#db7093", "#ff0000", "#fa8072", "#ff00ff", "#cc6677"],
            "gray" => ["#d3d3d3"; 5],
            "white" => ["#ffffff"; 5],
            "black" => ["#000000"; 5],
            _ => return None,
        };
        Some(colors[self as usize])
    }
}

/// A box of this colour. On dark ones letters are light.
pub fn paint_of(fill: &'static str) -> Paint {
    Paint { fill, is_dark: matches!(fill, "#0000ff" | "#000000") }
}
