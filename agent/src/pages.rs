//! The texts from which an agent learns the language and the protocol of drivers.

/// A text.
#[derive(Clone, Copy, Debug)]
pub struct Page {
    /// By which it is asked for.
    pub name: &'static str,
    pub title: &'static str,
    pub description: &'static str,
    /// In Markdown.
    pub text: &'static str,
}

/// All texts, in the order in which an agent should read them.
pub fn pages() -> &'static [Page] {
    &PAGES
}

const PAGES: [Page; 3] = [
    Page {
        name: "language",
        title: "The language on one page",
        description: "How specs are written, with thirty examples.",
        text: include_str!("../pages/language-on-a-page.md"),
    },
    Page {
        name: "traps",
        title: "The traps of the language",
        description: "Constructs that do not mean what they seem to mean.",
        text: include_str!("../pages/traps.md"),
    },
    Page {
        name: "harness",
        title: "Drivers",
        description: "The protocol that a program under test speaks, for the tool `test`.",
        text: include_str!("../pages/harness.md"),
    },
];

#[cfg(test)]
mod tests {
    use super::*;

    /// If it failed, an agent would read the path of a page and not the page, as where links are files.
    #[test]
    fn pages_are_texts() {
        for page in pages() {
            assert!(page.text.starts_with("# ") && page.text.len() > 3000, "{}", page.name);
        }
    }
}
