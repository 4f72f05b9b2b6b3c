//! The editors' parts, by their own suites: editors that are driven without a screen, a client of the protocol, and the grammar of
//! tree-sitter.

use std::collections::BTreeSet;
use std::path::Path;

use super::script;

fn read(file: &str) -> String {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    std::fs::read_to_string(root.join(file)).unwrap_or_else(|error| panic!("{file}: {error}"))
}

/// The pieces of a text between two others, each as words.
fn between<'t>(text: &'t str, start: &str, end: &str) -> BTreeSet<&'t str> {
    let pieces = text.split(start).skip(1).filter_map(|rest| rest.split_once(end));
    pieces.flat_map(|(piece, _)| words(piece)).collect()
}

fn words(text: &str) -> impl Iterator<Item = &str> {
    text.split(|c: char| !c.is_ascii_alphabetic()).filter(|word| !word.is_empty())
}

/// The words of the language: those that the parser reserves.
fn reserved(grammar: &str) -> BTreeSet<&str> {
    let (_, rule) = grammar.split_once("reserved  = @{").expect("there is the rule");
    let (rule, _) = rule.split_once("!word_char").expect("it ends with the word");
    rule.split('"').skip(1).step_by(2).collect()
}

/// If it failed, an editor would colour a name as a word of the language, or a word as a name.
#[test]
fn all_editors_know_the_words_of_the_language() {
    let grammar = read("grammar/src/grammar.pest");
    let reserved = reserved(&grammar);
    assert!(reserved.len() > 50 && reserved.contains("sig"), "{reserved:?}");

    let text = read("editors/vscode/syntaxes/korrel.tmLanguage.json");
    let (_, keywords) = text.split_once("\"keywords\"").expect("there are keywords");
    let (keywords, _) = keywords.split_once("\"names\"").expect("names follow");
    assert_eq!(between(keywords, "/])(?:", ")"), reserved, "VS Code");

    let text = read("editors/neovim/syntax/korrel.vim");
    let keywords = text.lines().filter_map(|line| line.strip_prefix("syntax keyword "));
    let keywords =
        keywords.filter(|line| !line.contains("contained")).flat_map(|line| words(line).skip(1));
    assert_eq!(keywords.collect::<BTreeSet<_>>(), reserved, "Neovim");

    let text = read("editors/emacs/korrel-mode.el");
    let (lists, _) = text.split_once("(defconst korrel--name").expect("names follow");
    assert_eq!(between(lists, "'(\"", "\")"), reserved, "Emacs");

    let text = read("editors/tree-sitter-korrel/src/scanner.c");
    assert_eq!(between(&text, "RESERVED[] = {", "}"), reserved, "tree-sitter's scanner");

    // `all` is a quantifier only, and what every spec has is a constant; both are named nodes.
    let nodes = ["all", "Int", "String", "iden", "none", "this", "univ"];
    let text = read("editors/tree-sitter-korrel/queries/highlights.scm");
    let (_, queries) = text.split_once("; Words.").expect("there are words");
    let (queries, _) = queries.split_once("; Signs.").expect("signs follow");
    let mut found: BTreeSet<&str> =
        queries.split('"').skip(1).step_by(2).filter(|word| !word.contains('/')).collect();
    found.extend(nodes);
    assert_eq!(found, reserved, "tree-sitter's queries");
}

/// If it failed, the extension would lack a part, or its client would not be served.
#[test]
#[ignore = "what editors/vscode/try needs: cargo test -p korrel --test packages vscode -- --ignored"]
fn vscode() {
    script(Path::new("editors/vscode/try"));
}

/// If it failed, VS Code itself would show no mistake, no count, or no instances.
#[test]
#[ignore = "what editors/vscode/drive needs, 500 MB: cargo test -p korrel --test packages driven_vscode -- --ignored"]
fn driven_vscode() {
    script(Path::new("editors/vscode/drive"));
}

/// If it failed, Neovim would not be served.
#[test]
#[ignore = "needs Neovim: cargo test -p korrel --test packages neovim -- --ignored"]
fn neovim() {
    script(Path::new("editors/neovim/try"));
}

/// If it failed, Emacs would not be served.
#[test]
#[ignore = "needs Emacs and eglot: cargo test -p korrel --test packages emacs -- --ignored"]
fn emacs() {
    script(Path::new("editors/emacs/try"));
}

/// If it failed, the grammar would read another language than Korrel's parser.
#[test]
#[ignore = "needs tree-sitter: cargo test -p korrel --test packages tree_sitter -- --ignored"]
fn tree_sitter() {
    script(Path::new("editors/tree-sitter-korrel/try"));
}
