//! Reading a text that may have mistakes.

use rustc_hash::FxHashSet;

use crate::ast::{Module, Paragraph};
use crate::code;
use crate::diagnostic::Diagnostic;
use crate::load::{Dialect, FindModule, Program, load_partly};
use crate::model::Model;
use crate::parse::{Lexeme, lexemes};
use crate::resolve::{Notes, resolve_noting};
use crate::source::{FileId, Sources};

use super::outline::{OutlineItem, outline};
use super::{Spec, refusals};

/// The part of a text that could be read, and the diagnostics about the text.
///
/// Invariant: there is a spec exactly if no diagnostic is an error, and else there are parts.
#[derive(Clone, Debug)]
pub struct Reading {
    /// The spec, if it has no mistakes.
    pub spec: Option<Spec>,
    /// Else the parts without mistakes.
    parts: Option<(Program, Model)>,
    /// What names and expressions stand for.
    pub notes: Notes,
    /// The mistakes, or the warnings where there are none.
    pub diagnostics: Vec<Diagnostic>,
    /// The texts that spans point into.
    pub sources: Sources,
}

impl Reading {
    /// Reads a text as [`Spec::read`] does, and what can be read of one that has mistakes.
    pub fn new(
        name: &str,
        text: impl Into<String>,
        dialect: impl Into<Dialect>,
        find: &mut FindModule<'_>,
    ) -> Reading {
        let mut sources = Sources::default();
        let file = sources.add(name, text);
        let (mut program, mut mistakes) = load_partly(&mut sources, file, find);
        program.read_as(dialect.into());
        if mistakes.is_empty() {
            mistakes = refusals(name, &sources, &program);
        }
        let noted = resolve_noting(&program);
        if mistakes.is_empty() && noted.mistakes.is_empty() {
            let diagnostics = noted.resolved.warnings.clone();
            let spec = Spec::of(name, sources.clone(), program, noted.resolved);
            return Reading {
                spec: Some(spec),
                parts: None,
                notes: noted.notes,
                diagnostics,
                sources,
            };
        }
        let follows = Consequences::of(&mistakes, &sources, &program);
        mistakes.extend(noted.mistakes.into_iter().filter(|mistake| !follows.include(mistake)));
        mistakes.sort_by_key(|d| d.place.as_ref().map(|(span, _)| (span.file, span.start)));
        let parts = Some((program, noted.resolved.model));
        Reading { spec: None, parts, notes: noted.notes, diagnostics: mistakes, sources }
    }

    /// The modules, as far as they can be parsed, the main one first.
    pub fn program(&self) -> &Program {
        match (&self.spec, &self.parts) {
            (Some(spec), _) => &spec.program,
            (None, Some((program, _))) => program,
            (None, None) => unreachable!("there is a spec, or there are parts"),
        }
    }

    /// The model, as far as the names in it are known. Where there is no spec, a formula of it may be missing.
    pub fn model(&self) -> &Model {
        match (&self.spec, &self.parts) {
            (Some(spec), _) => &spec.model,
            (None, Some((_, model))) => model,
            (None, None) => unreachable!("there is a spec, or there are parts"),
        }
    }

    /// The main module as written: the paragraphs that can be parsed.
    pub fn module(&self) -> &Module {
        &self.program().modules[0].ast
    }

    /// The declarations and commands of the main module that can be parsed.
    pub fn outline(&self) -> Vec<OutlineItem> {
        outline(&self.sources, self.module())
    }
}

/// The mistakes that only follow from others: unknown names that a paragraph or a module that cannot be read may
/// declare.
enum Consequences {
    None,
    AllNames,
    /// The words of the paragraphs that cannot be parsed.
    Names(FxHashSet<String>),
    /// For a text that is no spec at all.
    Everything,
}

impl Consequences {
    fn of(mistakes: &[Diagnostic], sources: &Sources, program: &Program) -> Consequences {
        let is_elsewhere = |mistake: &Diagnostic| {
            let place = mistake.place.as_ref();
            mistake.code == Some(code::MODULE)
                || mistake.code == Some(code::CYCLIC_OPEN)
                || place.is_some_and(|(span, _)| span.file != FileId(0))
        };
        let is_parsed = |mistake: &Diagnostic| mistake.code == Some(code::EXTENSION);
        match mistakes {
            [] => Consequences::None,
            [one] if one.place.is_none() => Consequences::Everything,
            _ if mistakes.iter().any(is_elsewhere) => Consequences::AllNames,
            _ if mistakes.iter().all(is_parsed) => Consequences::None,
            _ => Consequences::Names(words_outside(sources, &program.modules[0].ast)),
        }
    }

    fn include(&self, mistake: &Diagnostic) -> bool {
        let is_name = mistake.code == Some(code::UNKNOWN_NAME);
        match self {
            Consequences::None => false,
            Consequences::AllNames => is_name,
            Consequences::Names(words) => {
                let quoted = mistake.message.split('`').nth(1).unwrap_or_default();
                let name = quoted.rsplit('/').next().unwrap_or_default();
                is_name && words.contains(name)
            }
            Consequences::Everything => true,
        }
    }
}

/// The words of a text that belong to no paragraph.
fn words_outside(sources: &Sources, module: &Module) -> FxHashSet<String> {
    let spans: Vec<_> = module.paragraphs.iter().map(Paragraph::span).collect();
    let text = &sources.get(FileId(0)).text;
    let is_outside =
        |at: usize| !spans.iter().any(|span| (span.start as usize) <= at && at < span.end as usize);
    let words = lexemes(text).filter(|(lexeme, _)| *lexeme == Lexeme::Word);
    let outside = words.filter(|(_, range)| is_outside(range.start));
    outside.map(|(_, range)| text[range].to_owned()).collect()
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

    /// If this failed, an editor would show no outline of the right parts, or put it at wrong places.
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
        // VS Code shows no outline if a name is outside of its item.
        for item in reading.outline() {
            let (name, whole) = (item.span, item.whole);
            assert!(whole.start <= name.start && name.end <= whole.end, "{item:?}");
        }
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
        let both = read("sig A {}\npred p { some }\nfact { some C }\nrun p\n");
        let codes: Vec<_> = both.diagnostics.iter().filter_map(|d| d.code).collect();
        assert_eq!(
            codes,
            [code::SYNTAX, code::UNKNOWN_NAME],
            "`p` is there, though it cannot be read"
        );
        let unparsed = read("sig A {}\npred p { some }\nsig B {}\nfact { A = = B }\nrun p\n");
        assert_eq!(unparsed.diagnostics.len(), 2);
        assert_eq!(heads(&unparsed.outline()), ["Sig sig A", "Sig sig B", "Run run p"]);
        let unclosed = read("sig A {}\npred p {\nsig B {}\n");
        assert_eq!(heads(&unclosed.outline()), ["Sig sig A", "Sig sig B"]);
        let opened = read("open missing\nsig A {}\n");
        assert_eq!(heads(&opened.outline()), ["Open open missing", "Sig sig A"]);
    }
}
