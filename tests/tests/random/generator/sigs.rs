//! Sigs, fields, parameters and scopes.

use super::Generator;

/// The relations of a spec, by their number of columns.
#[derive(Default)]
pub struct Relations {
    pub sets: Vec<String>,
    pub binary: Vec<String>,
    pub ternary: Vec<String>,
    /// Those that take a scope.
    scoped: Vec<String>,
}

/// `name: word sig`.
pub struct Parameter {
    pub name: String,
    word: &'static str,
    pub sig: String,
}

impl Parameter {
    pub fn text(&self) -> String {
        format!("{}: {}{}", self.name, self.word, self.sig)
    }
}

impl Generator {
    /// One to three sigs, the later ones top-level, children or subsets.
    pub(super) fn sigs(&mut self) -> String {
        self.relations = Relations::default();
        let mut text = String::new();
        for name in ["A", "B", "C"].into_iter().take(1 + self.below(3)) {
            let head = self.head(name);
            self.relations.sets.push(name.to_string());
            let fields = self.fields(name);
            text += &format!("{head} {{ {} }}\n", fields.join(", "));
        }
        text
    }

    fn head(&mut self, name: &str) -> String {
        let earlier = self.relations.sets.clone();
        let scoped = self.relations.scoped.clone();
        match self.below(6) {
            0 | 1 if !scoped.is_empty() => {
                let word = self.one_of(&["", "", "one ", "lone "]);
                format!("{word}sig {name} extends {}", self.one_of(&scoped))
            }
            2 if !earlier.is_empty() => format!("sig {name} in {}", self.one_of(&earlier)),
            _ => {
                let word = self.one_of(&["", "", "", "", "one ", "some "]);
                if !word.starts_with("one") {
                    self.relations.scoped.push(name.to_string());
                }
                format!("{word}sig {name}")
            }
        }
    }

    /// Fields of a sig, which has been declared already.
    fn fields(&mut self, sig: &str) -> Vec<String> {
        let mut fields = Vec::new();
        for at in 0..self.one_of(&[0, 1, 1, 2]) {
            let name = format!("{}{at}", sig.to_lowercase());
            let sets = self.relations.sets.clone();
            let target = self.one_of(&sets);
            if self.chance(1, 5) {
                let (other, arrow) = (self.one_of(&sets), self.arrow());
                fields.push(format!("{name}: {other} {arrow} {target}"));
                self.relations.ternary.push(name);
            } else {
                let word = self.one_of(&["set", "set", "lone", "lone", "one", "some"]);
                fields.push(format!("{name}: {word} {target}"));
                self.relations.binary.push(name);
            }
        }
        fields
    }

    fn arrow(&mut self) -> &'static str {
        self.one_of(&["->", "->", "-> lone", "-> one", "lone ->", "some ->", "one -> one"])
    }

    pub(super) fn parameters(&mut self) -> Vec<Parameter> {
        let count = self.one_of(&[0, 0, 1, 2]);
        let sets = self.relations.sets.clone();
        let parameter = |generator: &mut Generator, name: &str| Parameter {
            name: name.to_string(),
            word: generator.one_of(&["", "", "set ", "lone ", "some "]),
            sig: generator.one_of(&sets),
        };
        ["p1", "p2"].into_iter().take(count).map(|name| parameter(self, name)).collect()
    }

    /// Small, or brute force would not end.
    pub(super) fn scope(&mut self) -> String {
        let default = self.one_of(&[1, 2, 2, 2, 3]);
        let integers = self.one_of(&["0 Int", "1 Int", "2 Int", "3 Int", "0..2 Int", "-1..1 Int"]);
        let scoped = self.relations.scoped.clone();
        match scoped.first() {
            Some(sig) if self.chance(1, 2) => {
                let sizes = self.one_of(&["exactly 2", "1..2", "exactly 3", "3", "1"]);
                format!("{default} but {sizes} {sig}, {integers}")
            }
            _ => format!("{default} but {integers}"),
        }
    }
}
