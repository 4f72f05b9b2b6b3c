//! Colours that somebody has named.

/// A colour that fills a box.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Paint {
    pub fill: &'static str,
    /// Light letters are read on it.
    pub is_dark: bool,
}

/// The colour of a name, in any case.
pub fn paint(name: &str) -> Option<Paint> {
    let (fill, is_dark) = match name.to_ascii_lowercase().as_str() {
        "red" => ("#c62f2f", true),
        "black" => ("#22262c", true),
        "white" => ("#ffffff", false),
        "green" => ("#2f7d4f", true),
        "blue" => ("#3565b4", true),
        "yellow" => ("#f2c744", false),
        "orange" => ("#ee9a3a", false),
        "gray" | "grey" => ("#a9b4c2", false),
        "purple" | "violet" => ("#7d41a8", true),
        "pink" => ("#f0a6bd", false),
        "brown" => ("#7b4f2c", true),
        _ => return None,
    };
    Some(Paint { fill, is_dark })
}

/// The colours of values that are called by none, in their order.
pub const PAINTS: [Paint; 6] = [
    Paint { fill: "#cfe0fb", is_dark: false },
    Paint { fill: "#f2c744", is_dark: false },
    Paint { fill: "#2f7d4f", is_dark: true },
    Paint { fill: "#f0a6bd", is_dark: false },
    Paint { fill: "#7d41a8", is_dark: true },
    Paint { fill: "#a9b4c2", is_dark: false },
];
