use std::path::{Path, PathBuf};

use super::*;

/// If it failed, the one layout would be another one.
#[test]
fn the_layout() {
    let text = "module  a/b\n\n\n\nopen util/ordering [ A ]as o\nsig A{f:lone A,\n\n  g : set A->A}{ some  f }\n\
        pred p[a:A,b : A]\n{\n-- why\n a . f=b   -- here\n  all x :A|\n x->x in g=>\nx!=a and\n  a!in x . ^f\n no f }\n\
        fun q(a: A): one A { a . *f . ~( f ) }\nrun p\nfor 3 but exactly 2A,-3 .. 4 Int expect  1 // two\n\
        l :run { #A>-1\nA = o/first + none } for 2\na:run{}\nbcd:check{ some( A implies\nA ) }";
    let expected = "module a/b\n\nopen util/ordering[A] as o\nsig A { f: lone A,\n\n  g: set A -> A } { some f }\n\
        pred p[a: A, b: A] {\n  -- why\n  a.f = b   -- here\n  all x: A |\n    x -> x in g =>\n      x != a and\n        a !in x.^f\n  no f\n}\n\
        fun q(a: A): one A { a.*f.~(f) }\nrun p\n  for 3 but exactly 2 A, -3..4 Int expect 1 // two\n\
        l: run { #A > -1\n  A = o/first + none } for 2\na:   run {}\nbcd: check { some (A implies\n  A) }\n";
    let text = text.replace("exactly 2A", "exactly 2 A");
    assert_eq!(formatted("spec.als", &text).map_err(|m| m.diagnostics), Ok(expected.to_owned()));
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

/// If it failed, the layout would lose a comment, change a meaning, not be the same when it is laid out again, or not apply at all.
#[test]
fn specs_keep_their_meaning_and_comments() {
    let (mut tried, mut refused) = (0, Vec::new());
    for path in specs() {
        let Ok(text) = std::fs::read_to_string(&path) else { continue };
        let Ok(tree) = tree("spec.als", &text) else { continue };
        let laid_out = indent::lines(&tokens(&text.replace("\r\n", "\n")));
        let again = indent::lines(&tokens(&laid_out));
        let keeps = super::tree("spec.als", &laid_out).is_ok_and(|after| after == tree);
        if !keeps || comments(&laid_out) != comments(&text) || again != laid_out {
            refused.push(path.display().to_string());
        }
        tried += 1;
    }
    assert!(tried > 300, "{tried}");
    assert!(refused.is_empty(), "{} of {tried}: {:#?}", refused.len(), refused);
}
