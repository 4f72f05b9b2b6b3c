//! Colours.

/// The colours of a picture: for paper, for dark screens, or none but grey.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum Theme {
    #[default]
    Light,
    Dark,
    /// Without hues, for print.
    Plain,
}

/// The hues of types.
pub const HUES: usize = 6;

/// The colours, as SVG has them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Colors {
    pub paper: &'static str,
    pub ink: &'static str,
    pub faint: &'static str,
    pub arrow: &'static str,
    pub changed: &'static str,
    /// Objects are painted by their values.
    pub has_paint: bool,
    /// A type's box and its border.
    pub types: [(&'static str, &'static str); HUES],
}

impl Theme {
    pub fn colors(self) -> Colors {
        match self {
            Theme::Light => LIGHT,
            Theme::Dark => DARK,
            Theme::Plain => PLAIN,
        }
    }
}

const LIGHT: Colors = Colors {
    paper: "#ffffff",
    ink: "#1c2430",
    faint: "#5c6773",
    arrow: "#4a5563",
    changed: "#c2260c",
    has_paint: true,
    types: [
        ("#e6eefb", "#3565b4"),
        ("#e5f4ea", "#2f7d4f"),
        ("#fbf0db", "#a36a09"),
        ("#f3e8fa", "#7d41a8"),
        ("#fde8e6", "#b8433a"),
        ("#def3f5", "#1b7783"),
    ],
};

const DARK: Colors = Colors {
    paper: "#14181e",
    ink: "#e4e9ef",
    faint: "#98a4b3",
    arrow: "#a9b4c2",
    changed: "#ff8a70",
    has_paint: true,
    types: [
        ("#1d2f4e", "#7aa5ee"),
        ("#173a26", "#6cc492"),
        ("#41300f", "#dcab52"),
        ("#35214a", "#bd8fe2"),
        ("#4a1f1b", "#ec8d84"),
        ("#103b41", "#5cc3d0"),
    ],
};

const PLAIN: Colors = Colors {
    paper: "#ffffff",
    ink: "#000000",
    faint: "#555555",
    arrow: "#333333",
    changed: "#000000",
    has_paint: false,
    types: [
        ("#ffffff", "#000000"),
        ("#f0f0f0", "#000000"),
        ("#e0e0e0", "#000000"),
        ("#ffffff", "#777777"),
        ("#f0f0f0", "#777777"),
        ("#e0e0e0", "#777777"),
    ],
};
