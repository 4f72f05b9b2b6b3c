use std::path::{Path, PathBuf};

use super::token::{LayoutToken, TokenKind};
use super::*;

/// If it failed, the one layout would be another one.
#[test]
fn the_layout() {
    let text = "module  a/b\n\n\n\nopen util/ordering [ A ]as o\nsig A{f:lone A,\n\n  g : set A->A}{ some  f }\n\
        pred p[a:A,b : A]\n{\n-- why\n a . f=b   -- here\n  all x :A|\n x->x in g=>\nx!=a and\n  a!in x . ^f\n no f }\n\
        fun q(a: A): one A { a . *f . ~( f ) }\nrun p\nfor 3 but exactly 2A,-3 .. 4 Int expect  1 // two\n\
        l :run { #A>-1\nA = o/first + none } for 2\na:run{} bc :run{}for 1\nbcd:check{ some( A implies\nA ) }";
    let expected = "module a/b\n\nopen util/ordering[A] as o\nsig A {\n  f: lone A,\n\n  g: set A -> A\n} { some f }\n\
        pred p[a: A, b: A] {\n  -- why\n  a.f = b   -- here\n  all x: A |\n    x->x in g =>\n      x != a and\n      a !in x.^f\n  no f\n}\n\
        fun q(a: A): one A { a.*f.~(f) }\nrun p\n  for 3 but exactly 2 A, -3..4 Int expect 1 // two\n\
        l: run {\n  #A > -1\n  A = o/first + none\n} for 2\na:  run {}\nbc: run {} for 1\nbcd: check {\n  some (A implies\n    A)\n}\n";
    let text = text.replace("exactly 2A", "exactly 2 A");
    assert_eq!(formatted("spec.als", &text).map_err(|m| m.diagnostics), Ok(expected.to_owned()));
}

/// If it failed, a formula of its own would look as if it went on with the one before, or the other way round.
#[test]
fn a_line_that_begins_with_a_negation() {
    let lines = |texts: &[&str]| texts.iter().map(|text| format!("{text}\n")).collect::<String>();
    let text = lines(&[
        "sig A { f: set A }",
        "run {",
        "some A",
        "! A = A",
        "!some A",
        "not A in A.f",
        "not // why",
        "no A",
        "A",
        "!in A",
        "A",
        "not in A",
        "A",
        "! = A.f",
        "A",
        "not = A.f",
        "A",
        "!>= A.f",
        "A.f",
        "[A] = A",
        "{ some A",
        "! A = A }",
        "}",
    ]);
    let expected = lines(&[
        "sig A { f: set A }",
        "run {",
        "  some A",
        "  !A = A",
        "  !some A",
        "  not A in A.f",
        "  not // why",
        "    no A",
        "  A",
        "    !in A",
        "  A",
        "    not in A",
        "  A",
        "    != A.f",
        "  A",
        "    not = A.f",
        "  A",
        "    !>= A.f",
        "  A.f",
        "    [A] = A",
        "  {",
        "    some A",
        "    !A = A",
        "  }",
        "}",
    ]);
    assert_eq!(formatted("spec.als", &text).map_err(|m| m.diagnostics), Ok(expected));
}

/// All specs below some folders of the project.
fn specs() -> Vec<PathBuf> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let mut open: Vec<PathBuf> =
        ["specs", "tests/specs", "tests/conformance", "cli/tests", "../shared/conformance"]
            .iter()
            .map(|folder| root.join(folder))
            .collect();
    let mut found = Vec::new();
    while let Some(path) = open.pop() {
        if path.is_dir() {
            let inside = std::fs::read_dir(&path).expect("a folder can be read");
            open.extend(inside.map(|entry| entry.expect("an entry can be read").path()));
        } else if path.extension().is_some_and(|end| end == "als") {
            found.push(path);
        }
    }
    found.sort();
    found
}

/// The layout of a text that can be parsed.
fn laid_out(text: &str) -> String {
    let plain = text.replace("\r\n", "\n");
    let module = parsed("spec.als", &plain).expect("it can be parsed");
    super::laid_out(&module, &plain)
}

/// Why a text is not laid out as it should be.
fn fault(text: &str) -> Option<&'static str> {
    let module = parsed("spec.als", text).expect("it can be parsed");
    let new = laid_out(text);
    match parsed("spec.als", &new) {
        Err(_) => Some("cannot be read"),
        Ok(after) if without_places(&after) != without_places(&module) => Some("another meaning"),
        Ok(_) if comments(&new) != comments(text) => Some("other comments"),
        Ok(_) if laid_out(&new) != new => Some("not the same again"),
        Ok(_) => None,
    }
}

/// The text with other gaps, as far as it had any.
fn with_gaps(text: &str, mut gap: impl FnMut() -> &'static str) -> String {
    let mut changed = String::new();
    let mut last: Option<LayoutToken<'_>> = None;
    for token in tokens(text) {
        let had_gap = token.spaces + token.breaks > 0;
        match last {
            Some(last) if last.kind == TokenKind::LineComment => changed.push('\n'),
            Some(_) if had_gap => changed.push_str(gap()),
            _ => {}
        }
        changed.push_str(token.text);
        last = Some(token);
    }
    changed
}

/// If it failed, the layout would lose a comment, change a meaning, not be the same when it is laid out again, or not apply at all:
/// for each spec, for the spec in one line, and for the spec with gaps at random.
#[test]
fn specs_keep_their_meaning_and_comments() {
    const GAPS: [&str; 8] = [" ", " ", " ", "   ", "\n", "\n", "\t", "\n\n\n"];
    let (mut tried, mut refused) = (0, Vec::new());
    let mut random: u64 = 7;
    for path in specs() {
        let Ok(text) = std::fs::read_to_string(&path) else { continue };
        let text = text.replace("\r\n", "\n");
        if parsed("spec.als", &text).is_err() {
            continue;
        }
        let in_one_line = with_gaps(&text, || " ");
        let at_random = with_gaps(&text, || {
            random = random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            GAPS[(random >> 60) as usize % GAPS.len()]
        });
        for (name, text) in [("", text), (" in one line", in_one_line), (" at random", at_random)] {
            tried += 1;
            if let Some(fault) = fault(&text) {
                refused.push(format!("{}{name}: {fault}", path.display()));
            }
        }
    }
    assert!(tried > 900, "{tried}");
    assert!(refused.is_empty(), "{} of {tried}: {:#?}", refused.len(), refused);
}

fn is_of_library(path: &Path) -> bool {
    path.parent()
        .is_some_and(|folder| folder.ends_with("specs") && !folder.ends_with("tests/specs"))
}

/// If it failed, a line could become too long to be read.
#[test]
fn no_line_of_the_library_is_too_long() {
    let library = specs().into_iter().filter(|path| is_of_library(path));
    let mut tried = 0;
    for path in library {
        let text = std::fs::read_to_string(&path).expect("it can be read");
        for line in laid_out(&with_gaps(&text, || " ")).lines() {
            let code = line.split(" // ").next().and_then(|code| code.split(" -- ").next());
            let code = code.unwrap_or(line);
            assert!(
                code.starts_with("--") || code.chars().count() <= indent::WIDTH,
                "{}: {line}",
                path.display()
            );
        }
        tried += 1;
    }
    assert!(tried > 40, "{tried}");
}

/// If it failed, the layout of a long line that ends with a brace would never end.
#[test]
fn a_brace_stays_in_a_line_that_is_too_long() {
    let name = "m".repeat(130);
    for head in [format!("let {name} ="), format!("let m = {name} in"), format!("fun f: {name} +")]
    {
        let body = if head.starts_with("fun") { " { none }" } else { "" };
        let text = format!("sig A {{}}\n{head} {{ a: A | some a }}{body}\nrun {{}}\n");
        assert_eq!(fault(&text), None, "{head}");
        let new = laid_out(&text);
        assert!(new.contains(" {\n") && new.contains("  a: A | some a\n"), "{new}");
    }
}

/// If it failed, long lines would be broken otherwise than a person breaks them.
#[test]
fn long_lines() {
    insta::assert_snapshot!(laid_out(LONG));
}

const LONG: &str = "
enum Colour { Red, Green, Blue, Cyan, Magenta, Yellow, Black, White, Orange, Purple, Brown, Pink, Grey, Silver, Gold, Bronze }
sig Node extends Thing { next, previous: lone Node, label: Name -> lone Node, colour: one Colour, weight: Int, owner: Person }
fact moves { always (stutter or some g: Guest, r: Room | checkOut[g, r] or some k: Key | checkIn[g, r, k] or enter[g, r, k]) }
pred add[old, new: List, position: Int, element, other: Element, everything: set Element, nothing: set Element, no_more: Int] { new = old }
pred evict[c: Cache] { c in valid
  c.line = Modified implies Fresh' = Fresh - c - Memory + (c in Fresh implies Memory else none) else Fresh' = Fresh - c - d
  always all g: Guest, r: Room, k: Key | enter[g, r, k] implies no Desk.occupant[r] or g in Desk.occupant[r] and g in Here
  some all_of_them implies all a, b: Guest, c, d: Room | some e: Key | a->c in Desk.occupant implies b->d->e in Desk.others
  somethingLong[aaaaaaaaaaaaaaaaaaaaaaaa, bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb, cccccccccccccccccccccccccc, ddddddddddddddddd] // kept
  theWholeOfIt = { a: aaaaaaaaaaaaaaaaaaaaaaa, b: bbbbbbbbbbbbbbbbbbbbb | a->b in somethingElse + somethingMore or a = somewhere }
  aaaaaaaaaaaaaaaaaaaaaaaaaaa + bbbbbbbbbbbbbbbbbbbbbbbbbbb - ccccccccccccccccccccccc + ddddddddddddddddd in eeeeeeeeeeeeeee.fffff
}
fun document[r: Replica]: Insert -> Insert { let below = ~left, beside = { a, b: characters[r] | a.left = b.left } | ^below + *left.(younger[r] & beside).*below }
ends: check { managersGoOn and coordinatorGoesOn implies eventually Manager.phase in Committed + Aborted } for exactly 3 Manager, 8 steps
run evict for exactly 3 Guest, exactly 4 Room, exactly 5 Key, exactly 6 Something, exactly 7 Other, 8 Int, 9 seq, 10 steps expect 1
";
