//! Random edits: no answer may panic, and none may be that of an earlier text.

use std::path::PathBuf;

use serde_json::{Value as Json, json};

use super::documents::Documents;
use super::position::TextLines;
use super::requests;
use crate::flags::LanguageFlags;

const URI: &str = "untitled:spec";

/// The requests that are about a text, and what they take besides.
const METHODS: [&str; 14] = [
    "textDocument/hover",
    "textDocument/definition",
    "textDocument/references",
    "textDocument/documentHighlight",
    "textDocument/prepareRename",
    "textDocument/rename",
    "textDocument/completion",
    "textDocument/signatureHelp",
    "textDocument/documentSymbol",
    "textDocument/formatting",
    "textDocument/codeLens",
    "textDocument/inlayHint",
    "textDocument/foldingRange",
    "textDocument/semanticTokens/full",
];

/// Numbers that look random, and are the same each time (Marsaglia's xorshift).
struct Random(u64);

impl Random {
    fn below(&mut self, limit: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        usize::try_from(self.0 % limit.max(1) as u64).expect("it is below a size")
    }

    fn one<'t, T>(&mut self, of: &'t [T]) -> &'t T {
        &of[self.below(of.len())]
    }
}

/// Texts that people type, and some that they do not.
const TYPED: [&str; 40] = [
    " ",
    "\n",
    ".",
    "{",
    "}",
    "(",
    ")",
    "[",
    "]",
    "|",
    ",",
    ":",
    "'",
    "`",
    "\"",
    "-- é𝔸",
    "/*",
    "*/",
    "->",
    "=>",
    "+",
    "-",
    "#",
    "*",
    "^",
    "~",
    "@",
    "/",
    "$",
    "1",
    "sig A { f: lone A }\n",
    "pred p[a: A] { some a.f }\n",
    "run p for 3\n",
    "all x: A | ",
    "let y = x.f | ",
    "open util/ordering[A]\n",
    "some ",
    "for 3 but ",
    "n.",
    "\r\n",
];

fn language() -> LanguageFlags {
    LanguageFlags { folders: Vec::new(), strict_alloy: false, recursion: None, files: None }
}

fn position(text: &str, random: &mut Random) -> Json {
    let mut at = random.below(text.len() + 1);
    while !text.is_char_boundary(at) {
        at -= 1;
    }
    TextLines::new(text).position(at)
}

fn params(position: &Json) -> Json {
    json!({
        "textDocument": { "uri": URI },
        "position": position,
        "range": { "start": { "line": 0, "character": 0 }, "end": position },
        "context": { "includeDeclaration": true, "diagnostics": [] },
        "newName": "renamed",
    })
}

/// The mistakes, and the answer to each request at a position.
fn answers(documents: &mut Documents, position: &Json) -> Vec<Json> {
    let analysis = documents.analysis(URI).expect("it is open");
    let findings = analysis.findings();
    let mut all = vec![json!(format!("{findings:?}"))];
    for method in METHODS {
        all.push(match requests::answer(method, &params(position), documents) {
            Ok(answer) => answer,
            Err((_, why)) => why.into(),
        });
    }
    all
}

/// The specs of the library, as texts to begin with.
fn beginnings() -> Vec<String> {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../specs");
    let files = std::fs::read_dir(folder).expect("the library is there");
    let mut paths: Vec<PathBuf> = files.map(|file| file.expect("it is there").path()).collect();
    paths.sort();
    let specs = paths.iter().filter(|path| path.extension().is_some_and(|end| end == "als"));
    specs.map(|path| std::fs::read_to_string(path).expect("it is a text")).collect()
}

fn edit(documents: &mut Documents, random: &mut Random, version: i64) {
    let text = documents.text(URI).expect("it is open").1.to_owned();
    let start = position(&text, random);
    let from = TextLines::new(&text).offset(&start);
    let mut to = (from + *random.one(&[0, 0, 0, 1, 3, 12])).min(text.len());
    while !text.is_char_boundary(to) {
        to += 1;
    }
    let end = TextLines::new(&text).position(to);
    let typed = *random.one(&TYPED);
    // A part of the text itself, now and then.
    let new =
        if random.below(8) == 0 { text[from..].lines().next().unwrap_or(typed) } else { typed };
    let change = json!({ "range": { "start": start, "end": end }, "text": new });
    documents.change(URI, Some(version), &[change]);
}

fn random_edits(number: usize, seed: u64) {
    let specs = beginnings();
    let mut random = Random(seed);
    let mut documents = Documents::new(&language());
    for count in 0..number {
        if count % 100 == 0 {
            // Not too long, for a reading takes as long as the text.
            let begun = random.one(&specs);
            let short: String = begun.lines().take(40).map(|line| format!("{line}\n")).collect();
            documents.open(URI, Some(0), &short);
        }
        edit(&mut documents, &mut random, count as i64);
        let place = position(documents.text(URI).expect("it is open").1, &mut random);
        let method = *random.one(&METHODS);
        // An answer, or a reason.
        let _ = requests::answer(method, &params(&place), &mut documents);
        if count % 100 == 99 {
            let mut fresh = Documents::new(&language());
            fresh.open(URI, Some(0), documents.text(URI).expect("it is open").1);
            let both = [answers(&mut documents, &place), answers(&mut fresh, &place)];
            assert_eq!(both[0], both[1], "after {count} edits of seed {seed}");
        }
    }
}

/// If it failed, some text would end the server, or an answer would be about an earlier text.
#[test]
fn edits_are_survived_and_answered_as_they_are() {
    random_edits(200, 7);
}

/// The same with as many edits as `KORREL_EDITS` says, in a spec of the library each hundred.
#[test]
#[ignore = "needs minutes"]
fn many_edits_are_survived() {
    let number = std::env::var("KORREL_EDITS").ok().and_then(|number| number.parse().ok());
    let seed = std::env::var("KORREL_RANDOM_SEED").ok().and_then(|seed| seed.parse().ok());
    random_edits(number.unwrap_or(100_000), seed.unwrap_or(1));
}
