//! How a spec wants its instances drawn, written in comments that Alloy passes over:
//!
//! ```text
//! --@ left: left-of      what the field leads to stands to the left of what other fields lead to; right-of, to the right
//! --@ color: paint       an object has the colour of its value of the field
//! --@ parent: hide       the field is not drawn
//! ```

/// The hints of a spec.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Hints {
    fields: Vec<(String, Hint)>,
    /// Sigs, and the place of the object that is looked at among those of the sig.
    projections: Vec<(String, usize)>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Hint {
    LeftOf,
    RightOf,
    Paint,
    Hide,
}

impl Hints {
    /// The hints of a text, each in a line of its own. What says nothing that is known is passed over, as any comment.
    pub fn read(text: &str) -> Hints {
        let hint = |line: &str| {
            let (_, said) = line.split_once("--@").or_else(|| line.split_once("//@"))?;
            let (field, hint) = said.split_once(':')?;
            let hint = match hint.trim() {
                "left-of" => Hint::LeftOf,
                "right-of" => Hint::RightOf,
                "paint" => Hint::Paint,
                "hide" => Hint::Hide,
                _ => return None,
            };
            Some((field.trim().to_owned(), hint))
        };
        Hints { fields: text.lines().filter_map(hint).collect(), projections: Vec::new() }
    }

    /// The same, which hides these fields, too.
    pub fn hiding(mut self, fields: &[String]) -> Hints {
        self.fields.extend(fields.iter().map(|field| (field.clone(), Hint::Hide)));
        self
    }

    /// The same, projected over these sigs as their objects at these places see it.
    pub fn projecting(mut self, projections: &[(String, usize)]) -> Hints {
        self.projections.extend_from_slice(projections);
        self
    }

    pub(crate) fn projections(&self) -> &[(String, usize)] {
        &self.projections
    }

    fn has(&self, field: &str, hint: Hint) -> bool {
        self.fields.iter().any(|(own, is)| own == field && *is == hint)
    }

    pub(crate) fn hides(&self, field: &str) -> bool {
        self.has(field, Hint::Hide)
    }

    pub(crate) fn paints(&self, field: &str) -> bool {
        self.has(field, Hint::Paint)
    }

    /// The place of what a field leads to, from the left.
    pub(crate) fn rank(&self, field: &str) -> u8 {
        match () {
            () if self.has(field, Hint::LeftOf) => 0,
            () if self.has(field, Hint::RightOf) => 2,
            () => 1,
        }
    }
}

/// A colour that a value is called by.
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

#[cfg(test)]
mod tests {
    use super::*;

    /// If this failed, a comment would be no hint, or a hint would be taken from a comment that says something else.
    #[test]
    fn hints_are_comments() {
        let hints = Hints::read(
            "sig N { a: N } --@ left: left-of\n//@ color: paint\n--@ x: hide\n-- y: hide\n--@ z: burn",
        );
        assert_eq!((hints.rank("left"), hints.rank("a")), (0, 1));
        assert!(
            hints.paints("color") && hints.hides("x") && !hints.hides("y") && !hints.hides("z")
        );
        assert!(hints.hiding(&["y".to_owned()]).hides("y"));
    }
}
