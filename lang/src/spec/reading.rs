//! Reading a text that may have mistakes.

use crate::ast::Module;
use crate::diagnostic::Diagnostic;
use crate::load::FindModule;
use crate::parse::parse_partly;
use crate::source::{FileId, Sources};

use super::outline::{OutlineItem, outline};
use super::{Mistakes, Spec};

/// The part of a text that could be read, and the diagnostics about the text.
///
/// Invariant: there is a spec exactly if no diagnostic is an error.
#[derive(Clone, Debug)]
pub struct Reading {
    /// The spec, if it has no mistakes.
    pub spec: Option<Spec>,
    /// The main module as written: the paragraphs that can be parsed.
    pub module: Module,
    /// The mistakes; where there are none, the warnings.
    pub diagnostics: Vec<Diagnostic>,
    /// The texts that spans point into.
    pub sources: Sources,
}

impl Reading {
    /// Reads a text as [`Spec::read`] does.
    pub fn new(
        name: &str,
        text: impl Into<String>,
        is_strict: bool,
        find: &mut FindModule<'_>,
    ) -> Reading {
        match Spec::read(name, text, is_strict, find) {
            Ok(spec) => Reading {
                module: spec.program.modules[0].ast.clone(),
                diagnostics: spec.warnings.clone(),
                sources: spec.sources.clone(),
                spec: Some(spec),
            },
            Err(Mistakes { sources, diagnostics }) => {
                let (module, _) = parse_partly(&sources, FileId(0));
                Reading { spec: None, module, diagnostics, sources: *sources }
            }
        }
    }

    /// The declarations and commands of the main module that can be parsed.
    pub fn outline(&self) -> Vec<OutlineItem> {
        outline(&self.sources, &self.module)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::load::no_files;

    fn read(text: &str) -> Reading {
        Reading::new("spec.als", text, false, &mut no_files)
    }

    /// The head of each item, with those of its children in brackets.
    fn heads(items: &[OutlineItem]) -> Vec<String> {
        let head = |item: &OutlineItem| match item.children.as_slice() {
            [] => format!("{:?} {}", item.kind, item.text),
            children => format!("{:?} {} ({})", item.kind, item.text, heads(children).join("; ")),
        };
        items.iter().map(head).collect()
    }

    const TEXT: &str = "open util/ordering[Node] as o
        enum Color { Red, Black }
        abstract sig A, B { next,
            last: lone Node }
        one sig Node in A + B {}
        fact unique { some A }
        fact { no next & last }
        pred A.p[a, b: A, c: set B] { some a }
        fun f: set Node { Node }
        let m[x, y] = x + y
        assert safe { no none }
        first: run p
          for 3 but 2 A
        run { some A }
        check safe expect 0";

    /// If this failed, an editor would show no outline of what is right, or put it at wrong places.
    #[test]
    fn each_kind_of_paragraph() {
        let expected = [
            "Open open util/ordering[Node] as o",
            "Enum enum Color (EnumValue Red; EnumValue Black)",
            "Sig abstract sig A, B (Field next, last: lone Node; Field next, last: lone Node)",
            "Sig abstract sig A, B (Field next, last: lone Node; Field next, last: lone Node)",
            "Sig one sig Node in A + B",
            "Fact unique",
            "Fact ",
            "Predicate A.p[a, b: A, c: set B]",
            "Function f: set Node",
            "Macro m[x, y]",
            "Assertion safe",
            "Run run p for 3 but 2 A",
            "Run run { some A }",
            "Check check safe",
        ];
        let reading = read(TEXT);
        assert_eq!(heads(&reading.outline()), expected);
        let names = |reading: &Reading| -> Vec<String> {
            let place = |item: &OutlineItem| reading.sources.text(item.span) == item.name;
            reading
                .outline()
                .iter()
                .filter(|item| place(item))
                .map(|item| item.name.clone())
                .collect()
        };
        let placed = [
            "util/ordering",
            "Color",
            "A",
            "B",
            "Node",
            "unique",
            "p",
            "f",
            "m",
            "safe",
            "first",
            "safe",
        ];
        assert_eq!(names(&reading), placed);
    }

    /// If this failed, one mistake would hide all of a file from an editor.
    #[test]
    fn what_is_right_is_there_beside_mistakes() {
        let whole = read("sig A { r: lone A }\nrun { some A }\n");
        assert_eq!(whole.spec.map(|spec| spec.model.commands.len()), Some(1));
        let unresolved = read("sig A { r: lone B }\nrun { some A }\n");
        assert!(unresolved.spec.is_none() && unresolved.diagnostics[0].is_error());
        assert_eq!(
            heads(&unresolved.outline()),
            ["Sig sig A (Field r: lone B)", "Run run { some A }"]
        );
        let unparsed = read("sig A {}\npred p { some }\nsig B {}\nfact { A = = B }\nrun p\n");
        assert_eq!(unparsed.diagnostics.len(), 2);
        assert_eq!(heads(&unparsed.outline()), ["Sig sig A", "Sig sig B", "Run run p"]);
        let opened = read("open missing\nsig A {}\n");
        assert_eq!(heads(&opened.outline()), ["Open open missing", "Sig sig A"]);
    }
}
