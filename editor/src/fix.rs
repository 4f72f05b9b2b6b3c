//! Quick fixes: edits that mend a mistake.
//!
//! *Problem.* A remedy is a sentence with the text to type in it; it does not say, for a machine, what that text replaces.
//! *Choice.* Each place that it could replace is tried, the smallest first, and the edited text is read again: a fix is
//! one that takes its mistake away and brings no other. So no fix is ever offered that does not mend. *Rejected.*
//! Diagnostics that carry edits: a hundred messages would have to say their remedy twice.

use korrel_lang::load::FindModule;
use korrel_lang::source::{FileId, Span};

use crate::analysis::Analysis;
use crate::finding::Finding;
use crate::names::MAIN;
use crate::walk::around;

/// A text in the place of another.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Edit {
    pub span: Span,
    pub text: String,
}

/// An edit that mends a mistake.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fix {
    pub title: String,
    pub edits: Vec<Edit>,
}

/// More edits are not tried for one mistake: each is a reading.
const MOST_TRIED: usize = 40;

impl Analysis {
    /// The fixes of a mistake, as its remedies name them. `find` gives the texts of opened modules, as for the reading.
    pub fn fixes(&self, finding: &Finding, find: &mut FindModule<'_>) -> Vec<Fix> {
        let mut fixes: Vec<Fix> = Vec::new();
        for help in &finding.help {
            for remedy in remedies(help) {
                let edits = self.edits(&remedy, finding.span);
                let works = |edit: &Edit, find: &mut FindModule<'_>| {
                    let edited = self.edited(std::slice::from_ref(edit));
                    let again = Analysis::new(self.name(), &edited, self.dialect(), find);
                    self.is_mended(finding, &again)
                };
                let mut tried = edits.into_iter().take(MOST_TRIED);
                let Some(edit) = tried.find(|edit| works(edit, find)) else { continue };
                let fix = Fix { title: remedy.title, edits: vec![edit] };
                if fixes.iter().all(|other| other.edits != fix.edits) {
                    fixes.push(fix);
                }
            }
        }
        fixes
    }

    /// The text with edits, which do not overlap.
    pub fn edited(&self, edits: &[Edit]) -> String {
        self.edited_in(MAIN, edits)
    }

    /// The same of a file's text.
    pub(crate) fn edited_in(&self, file: FileId, edits: &[Edit]) -> String {
        let mut edits: Vec<&Edit> = edits.iter().collect();
        edits.sort_by_key(|edit| edit.span);
        let (text, mut edited, mut at) = (&self.sources().get(file).text, String::new(), 0);
        for edit in edits {
            edited.push_str(&text[at..edit.span.start as usize]);
            edited.push_str(&edit.text);
            at = edit.span.end as usize;
        }
        edited.push_str(&text[at..]);
        edited
    }

    /// There are fewer mistakes than before, or none and fewer warnings, and the finding is not among them.
    fn is_mended(&self, finding: &Finding, again: &Analysis) -> bool {
        let count = |analysis: &Analysis, errors: bool| {
            let all = analysis.reading.diagnostics.iter();
            all.filter(|one| one.is_error() == errors).count()
        };
        let is_same =
            |other: &Finding| other.code == finding.code && other.span.start == finding.span.start;
        let remains = again.findings().iter().any(is_same);
        let (before, after) = (count(self, true), count(again, true));
        match before {
            0 => after == 0 && !remains && count(again, false) < count(self, false),
            // What was hidden behind a mistake may be one, too.
            _ => after < before || (after == before && !remains && self.was_at_parsing(finding)),
        }
    }

    fn was_at_parsing(&self, finding: &Finding) -> bool {
        finding.code == Some(korrel_lang::code::SYNTAX)
    }

    /// The edits by which a remedy could be meant, the likeliest first.
    fn edits(&self, remedy: &Remedy, place: Span) -> Vec<Edit> {
        let edit = |span: Span| Edit { span, text: remedy.text.clone() };
        let end = self.text().len() as u32;
        match remedy.how {
            FixSearch::Replace => {
                let mut spans = vec![place];
                spans.extend(around(self.reading.module(), place).iter().map(|expr| expr.span));
                spans.extend(self.rest_of_line(place));
                spans.dedup();
                spans.into_iter().map(edit).collect()
            }
            FixSearch::Close => {
                let after = Span { start: place.end, ..place };
                let at_end = Span { file: MAIN, start: end, end };
                [at_end, after].map(edit).into()
            }
            FixSearch::Open => vec![edit(Span { file: MAIN, start: 0, end: 0 })],
        }
    }

    /// The stretches of the line up to its end, or to the end of the place, that begin before the place.
    fn rest_of_line(&self, place: Span) -> Vec<Span> {
        let text = self.text();
        let (start, end) = (place.start as usize, place.end as usize);
        let line = text[..start].rfind('\n').map_or(0, |at| at + 1);
        let line_end = text[end..].find('\n').map_or(text.len(), |at| end + at);
        let line_end = line + text[line..line_end].trim_end().len();
        let begins_word = |at: &usize| {
            let before = text[..*at].chars().next_back();
            text.is_char_boundary(*at) && before.is_none_or(|c| !c.is_alphanumeric() && c != '_')
        };
        let begins =
            (line..start).rev().filter(|at| text.is_char_boundary(*at)).filter(begins_word);
        let span = |(start, end): (usize, usize)| Span {
            file: MAIN,
            start: start as u32,
            end: end as u32,
        };
        begins.flat_map(|begin| [(begin, end), (begin, line_end)]).map(span).collect()
    }
}

/// The text that a remedy gives, and what to do with it.
struct Remedy {
    title: String,
    text: String,
    how: FixSearch,
}

#[derive(Clone, Copy, PartialEq)]
enum FixSearch {
    /// In the place of what is wrong, or of an expression around it.
    Replace,
    /// A bracket that is missing.
    Close,
    /// At the beginning.
    Open,
}

/// The words before a text that is to be typed, as messages have them.
const BEFORE: [&str; 10] = [
    "did you mean ",
    "write ",
    "or write ",
    "is called as ",
    "the sum is ",
    "the difference is ",
    "mark the whole: ",
    "which one is meant: ",
    "say that it is there: ",
    "equality is written ",
];

fn remedies(help: &str) -> Vec<Remedy> {
    let parts: Vec<&str> = help.split('`').collect();
    let replace = |text: &str| Remedy {
        title: format!("Replace by `{text}`"),
        text: text.to_owned(),
        how: FixSearch::Replace,
    };
    let mut found: Vec<Remedy> = Vec::new();
    if help.starts_with("leave it out") || help.starts_with("drop the ") {
        found.push(Remedy {
            title: "Leave it out".to_owned(),
            text: String::new(),
            how: FixSearch::Replace,
        });
    }
    if let Some(bracket) = help.strip_suffix(" that belongs to it").and_then(|_| parts.get(1)) {
        let (title, text) = (format!("Write the `{bracket}`"), format!("{bracket}\n"));
        return vec![Remedy { title, text, how: FixSearch::Close }];
    }
    for (before, text) in parts.iter().zip(parts.iter().skip(1)).step_by(2) {
        let is_word = BEFORE.iter().any(|word| before.ends_with(word));
        let is_other = matches!(*before, " or " | ", or " | ", or write ") && !found.is_empty();
        if (is_word || is_other) && !text.contains('…') && !text.is_empty() {
            found.push(replace(text));
        }
        if let Some(module) = text.strip_prefix("open ").filter(|_| before.is_empty()) {
            let (title, text) = (format!("Open `{module}`"), format!("open {module}\n"));
            found.push(Remedy { title, text, how: FixSearch::Open });
        }
    }
    // The last one is the whole that is to be written, the first a part of it.
    found.reverse();
    found
}

#[cfg(test)]
mod tests {
    use korrel_lang::load::no_files;

    use crate::analysis::Analysis;

    /// The texts after the fixes of the first finding.
    fn fixed(text: &str) -> Vec<String> {
        let analysis = Analysis::new("spec.als", text, false, &mut no_files);
        let findings = analysis.findings();
        let fixes = analysis.fixes(&findings[0], &mut no_files);
        fixes.iter().map(|fix| analysis.edited(&fix.edits)).collect()
    }

    /// If it failed, a remedy would have to be typed by hand, or would be put where it does not belong.
    #[test]
    fn the_text_of_a_remedy_is_put_where_it_belongs() {
        let map = "sig Map { items: Int -> lone Map }\nrun { all m: Map, i: Int | ";
        let node = "sig Node { next, left: lone Node }\n";
        for (before, wrong, right) in [
            (map, "m.items[i - 1] = m.items[i] }", "m.items[minus[i, 1]] = m.items[i] }"),
            (node, "run { some Node.nxt }", "run { some Node.next }"),
            (node, "run { some n: Nod | n in n.next }", "run { some n: Node | n in n.next }"),
            (node, "pred sorted { some Node }\nrun sortd", "pred sorted { some Node }\nrun sorted"),
            (node, "open util/orderin[Node]\nrun {}", "open util/ordering[Node]\nrun {}"),
            (node, "run { some Node; some next }", "run { some Node some next }"),
            (node, "run { all n: Node | n.next }", "run { all n: Node | some n.next }"),
            (node, "run { #Node }", "run { #Node > 0 }"),
            (node, "run { some n: Node | n.next* = n }", "run { some n: Node | n.*next = n }"),
            (node, "run { some n: Node | n.next^ != n }", "run { some n: Node | n.^next != n }"),
            (node, "fact f: { some Node }", "fact f { some Node }"),
            (node, "run { forall n in Node: some n }", "run { all n: Node | some n }"),
            (node, "sig A { f: Optional[Node] }", "sig A { f: lone Node }"),
            (node, "sig A { f: one of Node }", "sig A { f: one Node }"),
            (
                node,
                "run { some disjoint a, b: Node | a != b }",
                "run { some disj a, b: Node | a != b }",
            ),
            (node, "run { |Node| = 3 }", "run { #Node = 3 }"),
            (node, "run { n: Node | some n }", "run { some n: Node | some n }"),
            (
                node,
                "run { some n: Node | n = n.next or Node }",
                "run { some n: Node | n = n.next or n = Node }",
            ),
            (node, "assert a { no none } run a", "assert a { no none } check a"),
            (node, "fact { all n: Node | n != n.next", "fact { all n: Node | n != n.next}\n"),
        ] {
            let found = fixed(&format!("{before}{wrong}"));
            assert_eq!(found.first(), Some(&format!("{before}{right}")), "{wrong}: {found:?}");
        }
        let states = "sig L { var head: lone N } sig N { var next: lone N }\n";
        let found =
            fixed(&format!("{states}run {{ some l: L | l.head'.*(next') - l.head.*next = N }}"));
        assert_eq!(
            found,
            [format!("{states}run {{ some l: L | l.head'.(*next)' - l.head.*next = N }}")]
        );
    }

    /// If it failed, an editor would offer to type what does not help.
    #[test]
    fn no_fix_is_offered_where_none_mends() {
        assert_eq!(fixed("sig A {}\nrun { some Bcdefg }"), Vec::<String>::new());
        assert_eq!(fixed("sig A { r: A }\nrun { A.r = A -> A }"), Vec::<String>::new());
    }
}
