//! Hunts to begin with: a spec, a driver, `run`, and a small library that is there to be replaced by the user's own.
//!
//! The files lie in `templates`, as they are written: an author who changes one can run it there. A driver needs no
//! package of Korrel's, so that it runs where Python or Node is, and at once. `serve` has the protocol.

/// The language of a driver.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TemplateLanguage {
    Python,
    JavaScript,
}

/// A kind of hunt.
#[derive(Debug)]
pub struct Template {
    pub name: &'static str,
    /// A sentence about it.
    pub about: &'static str,
    spec: &'static str,
    run: &'static str,
    /// The driver and the example, in Python and in JavaScript.
    python: [&'static str; 2],
    javascript: [&'static str; 2],
}

/// A file of a template, in its folder.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TemplateFile {
    pub name: &'static str,
    pub text: &'static str,
    pub is_program: bool,
}

macro_rules! template {
    ($name:literal, $run:literal, $about:literal) => {
        Template {
            name: $name,
            about: $about,
            spec: include_str!(concat!("../templates/", $name, "/spec.als")),
            run: include_str!(concat!("../templates/", $run, "/run")),
            python: [
                include_str!(concat!("../templates/", $name, "/driver.py")),
                include_str!(concat!("../templates/", $name, "/example.py")),
            ],
            javascript: [
                include_str!(concat!("../templates/", $name, "/driver.mjs")),
                include_str!(concat!("../templates/", $name, "/example.mjs")),
            ],
        }
    };
}

/// All templates, in the order in which they are listed.
pub static TEMPLATES: [Template; 7] = [
    template!("graph", "shared", "a function of graphs, compared with its definition"),
    template!("diff", "shared", "what compares, patches or merges JSON documents: round trips"),
    template!(
        "round-trip",
        "shared",
        "what copies values, or writes and reads them: graphs with sharing and cycles"
    ),
    template!(
        "sequence",
        "sequence",
        "anything that is called again and again: sequences of calls"
    ),
    template!(
        "cache",
        "cache",
        "a cache of limited size: sequences of calls, with a part of the state unseen"
    ),
    template!(
        "rbac",
        "shared",
        "who may do what: roles with inheritance, rules that allow and deny"
    ),
    template!(
        "json-schema",
        "shared",
        "a validator of JSON by schemas, compared with the standard"
    ),
];

impl Template {
    /// The template of this name.
    pub fn named(name: &str) -> Option<&'static Template> {
        TEMPLATES.iter().find(|template| template.name == name)
    }

    /// Its files, with a driver in this language.
    pub fn files(&self, language: TemplateLanguage) -> [TemplateFile; 6] {
        let text = |name, text| TemplateFile { name, text, is_program: false };
        let [driver, example, serve] = match language {
            TemplateLanguage::Python => [
                text("driver.py", self.python[0]),
                text("example.py", self.python[1]),
                text("serve.py", include_str!("../templates/shared/serve.py")),
            ],
            TemplateLanguage::JavaScript => [
                text("driver.mjs", self.javascript[0]),
                text("example.mjs", self.javascript[1]),
                text("serve.mjs", include_str!("../templates/shared/serve.mjs")),
            ],
        };
        let run = TemplateFile { name: "run", text: self.run, is_program: true };
        let readme = text("README.md", include_str!("../templates/shared/README.md"));
        [text("spec.als", self.spec), driver, example, serve, run, readme]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// If it failed, a reader of a driver would not find the place that is theirs, or find two.
    #[test]
    fn one_place_is_the_users() {
        for template in &TEMPLATES {
            for language in [TemplateLanguage::Python, TemplateLanguage::JavaScript] {
                let files = template.files(language);
                let marks: usize = files[1..4]
                    .iter()
                    .map(|file| file.text.matches("── your library ──").count())
                    .sum();
                assert_eq!(marks, 1, "{} in {language:?}", template.name);
            }
        }
    }

    /// If it failed, a template would lie there that nobody is offered.
    #[test]
    fn every_folder_is_listed() {
        let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/templates");
        let folders = std::fs::read_dir(folder).expect("the templates lie beside the sources");
        let mut names: Vec<String> = folders
            .map(|entry| entry.expect("it can be read").file_name().into_string().expect("UTF-8"))
            .filter(|name| name != "shared")
            .collect();
        names.sort();
        let mut known: Vec<&str> = TEMPLATES.iter().map(|template| template.name).collect();
        known.sort();
        assert_eq!(names, known);
    }
}
