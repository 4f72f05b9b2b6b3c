//! Names of a spec as identifiers of a language.
//!
//! They stay as they are where they can: whoever reads a spec finds its fields again. A name that is a
//! word of the language, or of what is generated, gets a line after it (`class_`); what no identifier
//! may have (the `/` of `list/Node`) becomes a line.

use std::collections::BTreeSet;

/// Names that a language has taken.
#[derive(Clone, Copy, Debug)]
pub struct Words {
    /// Words that can be no name at all.
    pub keywords: &'static str,
    /// Names of classes that the generated code needs for itself.
    pub classes: &'static str,
    /// Names of members that it does.
    pub members: &'static str,
}

/// Identifiers of one place, each given once.
pub struct Identifiers {
    taken: BTreeSet<String>,
}

impl Words {
    /// Whether no class may be called so.
    pub fn has_class(self, name: &str) -> bool {
        self.classes().taken.contains(name)
    }

    pub fn classes(self) -> Identifiers {
        Identifiers::without(&[self.keywords, self.classes])
    }

    pub fn members(self) -> Identifiers {
        Identifiers::without(&[self.keywords, self.members])
    }
}

impl Identifiers {
    fn without(words: &[&str]) -> Identifiers {
        let words = words.iter().flat_map(|words| words.split_whitespace());
        Identifiers { taken: words.map(str::to_owned).collect() }
    }

    /// An identifier that is like this name, and like no other so far.
    pub fn take(&mut self, name: &str) -> String {
        let is_letter = |c: char| c.is_ascii_alphanumeric() || c == '_';
        let mut name: String = name.chars().map(|c| if is_letter(c) { c } else { '_' }).collect();
        if name.starts_with(|c: char| c.is_ascii_digit()) || name.is_empty() || name == "_" {
            name.insert(0, '_');
        }
        while !self.taken.insert(name.clone()) {
            name.push('_');
        }
        name
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// If it failed, code would be generated that its compiler refuses, or two fields would be one.
    #[test]
    fn each_name_is_an_identifier_of_its_own() {
        let words = Words { keywords: "class def", classes: "Heap", members: "_read" };
        let mut members = words.members();
        let given = ["class", "class_", "a/b", "a_b", "é", "7up", "_read", "Heap"];
        let taken = given.map(|name| members.take(name));
        assert_eq!(taken, ["class_", "class__", "a_b", "a_b_", "__", "_7up", "_read_", "Heap"]);
        assert_eq!(words.classes().take("Heap"), "Heap_");
    }
}
