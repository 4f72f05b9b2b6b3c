//! Completion: the names that can stand at the cursor.
//!
//! *Problem.* Where somebody types, the text does not parse. *Choice.* A name nobody has is put at the cursor, and what is
//! still open behind it is closed in a few ways; the first text whose paragraph then parses is read, and its resolver has
//! noted the type of what stands before the dot, and the variables in scope stand around the name in its tree. Where no way
//! parses, all names are offered. *Rejected.* A second parser that forgives: it would have to know the whole language again.

use std::collections::BTreeSet;

use korrel_lang::ast::{
    BinaryOp, Declaration, Expr, ExprKind, Name, PairOp, Paragraph, RelationOp, UnaryOp,
};
use korrel_lang::load::FindModule;
use korrel_lang::model::{Model, Sig, Type};
use korrel_lang::parse::{Lexeme, in_one_line, lexemes};
use korrel_lang::resolve::Valued;
use korrel_lang::source::Span;

use crate::analysis::{Analysis, MAIN};
use crate::names::DeclaredKind;
use crate::walk::{around, paragraph_at};
use crate::words::KEYWORDS;

/// A proposal.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Completion {
    pub label: String,
    /// `None` of a word of the language, and of a module.
    pub kind: Option<DeclaredKind>,
    /// The head of its declaration.
    pub detail: String,
}

/// The proposals for a place.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Completions {
    /// What they replace: the part of a name before the cursor.
    pub span: Option<Span>,
    /// The likeliest first.
    pub items: Vec<Completion>,
}

/// Stands at the cursor while the text is read.
const PLACEHOLDER: &str = "korrelCompletes";

/// What may be missing behind the cursor, before the brackets that are still open.
const ENDINGS: [&str; 5] =
    ["", " | some none", ": univ | some none", " in univ", " => some none else some none"];

impl Analysis {
    /// The names that can stand at an offset: behind a dot, what can be joined there. `find` gives the texts of opened modules.
    pub fn completions(&self, offset: u32, find: &mut FindModule<'_>) -> Completions {
        let Some(cursor) = Cursor::new(self.text(), offset as usize) else {
            return Completions::default();
        };
        let span = Span { file: MAIN, start: cursor.start as u32, end: offset };
        let items = match cursor.place() {
            Place::Module => modules(),
            Place::Member => self.members(&cursor, find),
            Place::Sig => {
                self.globals(&[DeclaredKind::Sig, DeclaredKind::Enum, DeclaredKind::EnumValue])
            }
            Place::Goal => self.globals(&[DeclaredKind::Predicate, DeclaredKind::Assertion]),
            Place::Any => self.names_in_scope(&cursor, find),
        };
        Completions { span: Some(span), items }
    }

    /// What a dot can join: fields of what stands before it, and functions that take it.
    fn members(&self, cursor: &Cursor<'_>, find: &mut FindModule<'_>) -> Vec<Completion> {
        let before = self.tried(cursor, find, |again, here| {
            let joins = around(again.reading.module(), here).into_iter();
            let mut before = joins.filter_map(|expr| match &expr.kind {
                ExprKind::Binary(BinaryOp::Relation(RelationOp::Join), left, right)
                    if right.span.start >= here.start =>
                {
                    Some(left)
                }
                _ => None,
            });
            let ty = again.type_of_expr(before.next()?)?;
            Some((again.reading.model().clone(), ty))
        });
        let Some((model, ty)) = before else {
            return self.globals(&[DeclaredKind::Field, DeclaredKind::Function]);
        };
        let mut items: Vec<Completion> = fields(&model, &ty);
        let head = |one: &Completion| one.label.clone();
        let known: BTreeSet<String> = items.iter().map(head).collect();
        let takes = |name: &str| {
            model.functions.iter().any(|(_, function)| {
                let first = function.parameters.first().and_then(|one| one.variables.first());
                function.name == name
                    && first.is_some_and(|&first| fits(&model, &ty, &model.variables[first].ty, 1))
            })
        };
        let functions = self.globals(&[DeclaredKind::Function, DeclaredKind::Predicate]);
        items.extend(
            functions.into_iter().filter(|one| takes(&one.label) && !known.contains(&one.label)),
        );
        items
    }

    /// The type of an expression. Of `x.*r` the resolver knows no more than that it may be anything, for `iden` is in it; here
    /// it is `x` and what `r` leads to.
    fn type_of_expr(&self, expr: &Expr) -> Option<Type> {
        if let ExprKind::Binary(BinaryOp::Relation(RelationOp::Join), left, right) = &expr.kind
            && let ExprKind::Unary(UnaryOp::Pair(PairOp::ReflexiveClosure), steps) = &right.kind
        {
            let (mut ty, steps) = (self.type_of_expr(left)?, self.type_of_expr(steps)?);
            ty.products.extend(steps.products.iter().map(|one| one[1..].to_vec()));
            return Some(ty);
        }
        match self.reading.notes.values.get(&expr.span)? {
            Valued::Relation(ty) => Some(ty.clone()),
            Valued::Number => Some(Type::of(Sig::INT)),
            Valued::Formula => None,
        }
    }

    /// The variables around the cursor, then all declared names, then the words of the language.
    fn names_in_scope(&self, cursor: &Cursor<'_>, find: &mut FindModule<'_>) -> Vec<Completion> {
        let named = |analysis: &Analysis| {
            analysis.globals(&[
                DeclaredKind::Field,
                DeclaredKind::Sig,
                DeclaredKind::Enum,
                DeclaredKind::EnumValue,
                DeclaredKind::Predicate,
                DeclaredKind::Function,
                DeclaredKind::Macro,
            ])
        };
        let found = self
            .tried(cursor, find, |again, here| Some([locals(again, here), named(again)].concat()));
        let mut items = found.unwrap_or_else(|| named(self));
        items.extend(KEYWORDS.map(|word| plain(word.to_owned())));
        items
    }

    /// The declared names of some kinds: those of the text itself come first.
    fn globals(&self, kinds: &[DeclaredKind]) -> Vec<Completion> {
        let mut items: Vec<(bool, bool, Completion)> = Vec::new();
        for declared in self.names().declared.values().filter(|one| kinds.contains(&one.kind)) {
            let (label, kind, detail) =
                (declared.name.clone(), Some(declared.kind), declared.head.clone());
            let item = Completion { label, kind, detail };
            let file = declared.span.file;
            items.push((self.is_built_in(file), file != MAIN, item));
        }
        items.sort_by(|a, b| (a.0, a.1, &a.2.label).cmp(&(b.0, b.1, &b.2.label)));
        let mut items: Vec<Completion> = items.into_iter().map(|(_, _, item)| item).collect();
        let mut seen = BTreeSet::new();
        items.retain(|item| seen.insert((item.label.clone(), item.detail.clone())));
        items
    }

    /// What `ask` finds in the first reading in which the paragraph at the cursor parses; it is given the place of the name
    /// there.
    fn tried<T>(
        &self,
        cursor: &Cursor<'_>,
        find: &mut FindModule<'_>,
        ask: impl Fn(&Analysis, Span) -> Option<T>,
    ) -> Option<T> {
        let end = (cursor.start + PLACEHOLDER.len()) as u32;
        let here = Span { file: MAIN, start: cursor.start as u32, end };
        for text in cursor.texts() {
            let again = Analysis::new(self.name(), &text, self.is_strict(), find);
            if paragraph_at(again.reading.module(), here).is_some() {
                return ask(&again, here);
            }
        }
        None
    }
}

/// The fields that a value of a type can be joined with.
fn fields(model: &Model, ty: &Type) -> Vec<Completion> {
    let fitting = model.fields.iter().filter(|(_, field)| {
        !model.sigs[field.sig].is_library && fits(model, ty, &field.ty, field.ty.arity())
    });
    let item = |field: &korrel_lang::model::Field| {
        let owner = &model.sigs[field.sig].name;
        let rest =
            Type { products: field.ty.products.iter().map(|one| one[1..].to_vec()).collect() };
        Completion {
            label: field.name.clone(),
            kind: Some(DeclaredKind::Field),
            detail: format!("{owner}.{}: {}", field.name, model.describe(&rest)),
        }
    };
    fitting.map(|(_, field)| item(field)).collect()
}

/// The last column of a type meets the first one of another, of this arity.
fn fits(model: &Model, left: &Type, right: &Type, arity: usize) -> bool {
    let firsts =
        right.products.iter().filter(|one| one.len() == arity).filter_map(|one| one.first());
    let mut firsts = firsts.copied();
    firsts.any(|first| {
        let lasts = left.products.iter().filter_map(|one| one.last());
        lasts.copied().any(|last| model.meet(last, first) != Sig::NONE)
    })
}

/// The variables that are in scope at a place, the innermost first.
fn locals(again: &Analysis, here: Span) -> Vec<Completion> {
    let module = again.reading.module();
    let sources = again.sources();
    let of_declarations = |declarations: &[Declaration]| -> Vec<(Name, String)> {
        let behind = declarations.iter().rev().filter(|one| one.span.end <= here.start);
        let each = |one: &Declaration| {
            let range = in_one_line(sources.text(one.range.span));
            let named = |name: &Name| (name.clone(), format!("{}: {range}", name.text));
            one.names.iter().map(named).collect::<Vec<_>>()
        };
        behind.flat_map(each).collect()
    };
    let mut found: Vec<(Name, String)> = Vec::new();
    for expr in around(module, here) {
        match &expr.kind {
            ExprKind::Quantified(_, declarations, _) | ExprKind::Comprehension(declarations, _) => {
                found.extend(of_declarations(declarations));
            }
            ExprKind::Let(bindings, _) => {
                let behind =
                    bindings.iter().rev().filter(|(_, value)| value.span.end <= here.start);
                found.extend(behind.map(|(name, value)| {
                    let value = in_one_line(sources.text(value.span));
                    (name.clone(), format!("{} = {value}", name.text))
                }));
            }
            _ => {}
        }
    }
    if let Some(Paragraph::Function(function)) = paragraph_at(module, here) {
        found.extend(of_declarations(&function.parameters));
    }
    let mut seen = BTreeSet::new();
    found.retain(|(name, _)| seen.insert(name.text.clone()) && name.text != PLACEHOLDER);
    let kind = Some(DeclaredKind::Variable);
    found.into_iter().map(|(name, detail)| Completion { label: name.text, kind, detail }).collect()
}

fn plain(label: String) -> Completion {
    Completion { label, kind: None, detail: String::new() }
}

/// The built-in modules.
const MODULES: [&str; 12] = [
    "korrel/shapes",
    "util/boolean",
    "util/graph",
    "util/integer",
    "util/natural",
    "util/ordering",
    "util/relation",
    "util/seqrel",
    "util/sequence",
    "util/sequniv",
    "util/ternary",
    "util/time",
];

/// The built-in modules that are there to be opened.
fn modules() -> Vec<Completion> {
    MODULES.map(|name| plain(name.to_owned())).into()
}

/// The kind of name that can stand at the cursor.
enum Place {
    Any,
    /// Behind a dot.
    Member,
    /// Behind `extends`, or in a scope.
    Sig,
    /// Behind `run` or `check`.
    Goal,
    /// Behind `open`.
    Module,
}

/// The place where somebody types.
struct Cursor<'t> {
    text: &'t str,
    /// Where the name begins that is typed, and where it ends, which may be behind the cursor.
    start: usize,
    end: usize,
}

impl<'t> Cursor<'t> {
    /// `None` within a comment or a string.
    fn new(text: &'t str, offset: usize) -> Option<Cursor<'t>> {
        let is_letter = |c: char| c.is_alphanumeric() || c == '_';
        let within = lexemes(text).find(|(_, range)| range.start < offset && offset <= range.end);
        if let Some((lexeme, range)) = within {
            let words = &text[range.clone()];
            let is_line = words.starts_with("--") || words.starts_with("//");
            let is_comment = is_line || (words.starts_with("/*") && offset < range.end);
            let is_string = lexeme == Lexeme::String && offset < range.end;
            if (lexeme == Lexeme::Gap && is_comment) || is_string {
                return None;
            }
        }
        let start = offset
            - text[..offset]
                .chars()
                .rev()
                .take_while(|c| is_letter(*c))
                .map(char::len_utf8)
                .sum::<usize>();
        let end = offset
            + text[offset..]
                .chars()
                .take_while(|c| is_letter(*c))
                .map(char::len_utf8)
                .sum::<usize>();
        Some(Cursor { text, start, end })
    }

    fn place(&self) -> Place {
        let words: Vec<&str> = lexemes(&self.text[..self.start])
            .filter(|(lexeme, _)| *lexeme != Lexeme::Gap)
            .map(|(_, range)| &self.text[range])
            .collect();
        let line = words.iter().rev().take(12);
        match words.last().copied() {
            Some(".") if words.len() < 2 || words[words.len() - 2] != "." => Place::Member,
            Some("open") => Place::Module,
            Some("run" | "check") => Place::Goal,
            Some("extends" | "exactly") => Place::Sig,
            // A size, in a scope.
            Some(word) if word.starts_with(|c: char| c.is_ascii_digit()) => {
                match line.clone().any(|word| matches!(*word, "for" | "but")) {
                    true => Place::Sig,
                    false => Place::Any,
                }
            }
            _ => Place::Any,
        }
    }

    /// The texts that are tried: with the name at the cursor, and then with what follows in the paragraph cut off and closed.
    fn texts(&self) -> Vec<String> {
        let begun = format!("{}{PLACEHOLDER}", &self.text[..self.start]);
        let rest = &self.text[self.end..];
        let mut texts = vec![format!("{begun}{rest}")];
        let next = begins_paragraph(self.text, self.end);
        let closers = self.closers();
        for ending in ENDINGS {
            texts.push(format!("{begun}{ending}{closers}\n{}", &self.text[next..]));
        }
        // The range of a field.
        texts.push(format!("{begun}: univ {closers}\n{}", &self.text[next..]));
        texts
    }

    /// The brackets that close those that are open at the cursor, in its paragraph.
    fn closers(&self) -> String {
        let from = lexemes(&self.text[..self.start])
            .filter(|(lexeme, range)| {
                *lexeme == Lexeme::Word && starts_paragraph(self.text, range.start)
            })
            .map(|(_, range)| range.start)
            .last()
            .unwrap_or(0);
        let mut open: Vec<&str> = Vec::new();
        for (lexeme, range) in lexemes(&self.text[from..self.start]) {
            match (lexeme, &self.text[from..][range]) {
                (Lexeme::Sign, "{") => open.push("}"),
                (Lexeme::Sign, "(") => open.push(")"),
                (Lexeme::Sign, "[") => open.push("]"),
                (Lexeme::Sign, "}" | ")" | "]") => drop(open.pop()),
                _ => {}
            }
        }
        open.into_iter().rev().map(|closer| format!(" {closer}")).collect()
    }
}

/// Where the next paragraph begins behind an offset, as far as can be told without parsing: a line that begins with a word
/// that begins one.
fn begins_paragraph(text: &str, offset: usize) -> usize {
    let lines = text[offset..].match_indices('\n').map(|(at, _)| offset + at + 1);
    lines.into_iter().find(|&at| starts_paragraph(text, at)).unwrap_or(text.len())
}

fn starts_paragraph(text: &str, at: usize) -> bool {
    const WORDS: [&str; 14] = [
        "open", "enum", "sig", "abstract", "var", "private", "fact", "assert", "pred", "fun",
        "let", "run", "check", "one sig",
    ];
    let begins_line = at == 0 || text[..at].ends_with('\n');
    let is_word = |word: &str| {
        let rest = text[at..].strip_prefix(word);
        rest.is_some_and(|rest| !rest.starts_with(|c: char| c.is_alphanumeric() || c == '_'))
    };
    begins_line && WORDS.iter().any(|word| is_word(word))
}

#[cfg(test)]
mod tests {
    use korrel_lang::load::no_files;

    use crate::testing::marked;

    fn labels(text: &str) -> Vec<String> {
        let (analysis, offset) = marked(text);
        analysis.completions(offset, &mut no_files).items.into_iter().map(|one| one.label).collect()
    }

    const SPEC: &str = "sig Tree { root: lone Node }\nsig Node { left, right: lone Node, key: Int }\nsig Leaf extends Node { mark: Int }\nsig Other { left: Tree }\n";

    /// If it failed, an editor would propose fields that cannot stand there, or miss those that can.
    #[test]
    fn behind_a_dot_stand_the_fields_of_what_is_before_it() {
        for typed in [
            "pred p[t: Tree] { some t.root.| }",
            "pred p[t: Tree] { some t.root.| ",
            "pred p[t: Tree] {\n  all n: t.root.|",
            "pred p[t: Tree] {\n  all n: Node | some t.root.|\n\nrun p for 3",
            "pred p[t: Tree] { some t.root.le| }\nrun p for 3",
            "pred p[t: Tree] { some (t.root + t.root.left).|",
            "pred p[t: Tree] { some t.root.*(left + right).|",
        ] {
            let found = labels(&format!("{SPEC}{typed}"));
            assert_eq!(&found[..4], ["left", "right", "key", "mark"], "{typed}");
            assert!(!found.contains(&"root".to_owned()), "{typed}");
        }
        let found = labels(&format!("{SPEC}pred p[t: Tree] {{ some t.|"));
        assert_eq!(&found[..1], ["root"]);
    }

    /// If it failed, an editor would not know the variables around the cursor.
    #[test]
    fn elsewhere_stand_the_names_in_scope() {
        let found =
            labels(&format!("{SPEC}pred p[t: Tree] {{ all n: Node | let m = n.left | some |"));
        assert_eq!(&found[..3], ["m", "n", "t"]);
        assert!(
            ["Tree", "root", "p", "some", "plus"]
                .iter()
                .all(|name| found.contains(&(*name).to_owned()))
        );
        let found = labels(&format!("{SPEC}pred p {{}}\nassert a {{ no none }}\nrun |"));
        assert_eq!(&found[..2], ["a", "p"]);
        assert_eq!(labels(&format!("{SPEC}run {{}} for exactly 2 |"))[0], "Leaf");
        assert!(labels("open |").contains(&"util/ordering".to_owned()));
        assert!(labels("-- some |x").is_empty());
    }
}
