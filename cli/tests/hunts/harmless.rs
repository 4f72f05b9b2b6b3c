//! What was removed because it could do harm does not come back.
//!
//! Some faults of other people's programs must not be shown with their input: a run that does not end, an access that should
//! be denied, a document that should be refused, a process that a call ends. `harmful.txt` has the names, keys and texts of
//! those that stood here, and has them as digests, so that it shows none of them.
//!
//! A text is its words: letters, digits and `_`, in small letters. So neither line breaks nor marks hide one. A line of the
//! list has the number of words, a hash of the first three in 16 bits, and the digest of all of them with a blank between,
//! cut off. The hash is there to be quick: some millions of places are done with it in a second. The line for another text
//! is printed by `KORREL_HARMFUL=TEXT cargo test -p korrel --test hunts harmful_lines -- --nocapture`.

use std::process::Command;

use sha2::{Digest, Sha256};

use crate::root;

const LIST: &str = "cli/tests/hunts/harmful.txt";

#[test]
fn no_harmful_input_is_in_the_tree() {
    // If this failed, a page would hand readers what makes a program of others hang, or slips past its checks.
    let list = Harmful::read(&std::fs::read_to_string(root().join(LIST)).expect("it is there"));
    let listed = Command::new("git").args(["ls-files", "-z"]).current_dir(root()).output();
    let listed = String::from_utf8(listed.expect("git can be started").stdout).expect("UTF-8");
    let (mut files, mut found) = (0, Vec::new());
    for path in listed.split_terminator('\0').filter(|path| *path != LIST) {
        // A file that is deleted, and still tracked, has nothing to be looked through.
        let Ok(bytes) = std::fs::read(root().join(path)) else { continue };
        files += 1;
        // The path is looked at as a line above the others.
        let lines = list.lines_with_harm(&[path.as_bytes(), b"\n", &bytes].concat());
        found.extend(lines.into_iter().map(|line| format!("{path}:{}", line - 1)));
    }
    assert!(files > 1000, "{files} files were looked through");
    assert!(found.is_empty(), "what must not be shown stands in {found:?}");
}

#[test]
fn harmful_lines_are_found() {
    // If this failed, the list would find nothing, whatever is written.
    if let Ok(text) = std::env::var("KORREL_HARMFUL") {
        println!("{}", entry(&text));
    }
    let list = Harmful::read(&entry("`planted(x, x)`: never do this"));
    let planted = "A page.\n\nIn Planted,\n**x** x, never *do* this.\n";
    assert_eq!(list.lines_with_harm(planted.as_bytes()), [3]);
    let others =
        ["planted(x, x): never do it", "planted x never do this", "planted(x, x): never do"];
    for harmless in others {
        assert!(list.lines_with_harm(harmless.as_bytes()).is_empty(), "{harmless}");
    }
    // One word, or two, are found as well, and not within longer words.
    let list = Harmful::read(&format!("{}\n{}", entry("0123456789abcdef"), entry("open it")));
    assert_eq!(list.lines_with_harm(b"--replay 0123456789abcdef:97 --\nto open `it`"), [1, 2]);
    assert!(list.lines_with_harm(b"0123456789abcdef0 reopen it, open its").is_empty());
    // Each line of the list is one: a list that is not read would be empty.
    let text = std::fs::read_to_string(root().join(LIST)).expect("it is there");
    let entries = Harmful::read(&text).entries;
    assert!(entries.len() > 400 && entries.len() == text.lines().count(), "{}", entries.len());
}

/// The list. Invariant: `is_quick` is true for the hashes of `entries`, and for no others.
struct Harmful {
    /// The number of words, the hash of the first ones, the digest of all.
    entries: Vec<(usize, u16, String)>,
    is_quick: Vec<bool>,
}

impl Harmful {
    fn read(list: &str) -> Self {
        let mut is_quick = vec![false; 1 << 16];
        let entry = |line: &str| {
            let parts: Vec<&str> = line.split(' ').collect();
            let [count, quick, digest] = parts[..] else { panic!("three columns: {line}") };
            let quick = u16::from_str_radix(quick, 16).expect("a hash of 16 bits");
            is_quick[usize::from(quick)] = true;
            (count.parse().expect("a number of words"), quick, digest.to_owned())
        };
        let entries = list.lines().map(entry).collect();
        Self { entries, is_quick }
    }

    /// The lines in which a text of the list begins.
    fn lines_with_harm(&self, text: &[u8]) -> Vec<usize> {
        let mut found = Vec::new();
        let mut last: [Option<Word>; 3] = [None; 3];
        for word in Words::of(text) {
            last = [last[1], last[2], Some(word)];
            for first in 0..3 {
                let Some(Word { start, line, .. }) = last[first] else { continue };
                let words = last[first..].iter().flatten().map(|word| word.hash);
                let quick = joined(words);
                if self.is_quick[usize::from(quick)] && self.has(&text[start..], quick, 3 - first) {
                    found.push(line);
                }
            }
        }
        found
    }

    /// Whether a text of the list begins here. `hashed` words have this hash.
    fn has(&self, text: &[u8], quick: u16, hashed: usize) -> bool {
        self.entries.iter().any(|(count, hash, digest)| {
            let is_asked = *hash == quick && (*count).min(3) == hashed;
            is_asked && digest_of(text, *count) == *digest
        })
    }
}

/// The line of the list for a text.
fn entry(text: &str) -> String {
    let hashes: Vec<u64> = Words::of(text.as_bytes()).map(|word| word.hash).collect();
    let quick = joined(hashes.iter().copied().take(3));
    format!("{} {quick:04x} {}", hashes.len(), digest_of(text.as_bytes(), hashes.len()))
}

/// The digest of the first words, by its first half.
fn digest_of(text: &[u8], count: usize) -> String {
    let words = Words::of(text).take(count);
    let words: Vec<String> = words
        .map(|word| String::from_utf8_lossy(&text[word.start..word.end]).to_lowercase())
        .collect();
    let bytes = Sha256::digest(words.join(" "));
    bytes[..12].iter().map(|byte| format!("{byte:02x}")).collect()
}

#[derive(Clone, Copy)]
struct Word {
    start: usize,
    end: usize,
    /// From 1.
    line: usize,
    /// FNV-1a of the small letters.
    hash: u64,
}

/// The words of a text, one after the other.
struct Words<'t> {
    text: &'t [u8],
    at: usize,
    line: usize,
}

impl<'t> Words<'t> {
    fn of(text: &'t [u8]) -> Self {
        Self { text, at: 0, line: 1 }
    }
}

const PRIME: u64 = 0x0100_0000_01b3;

impl Iterator for Words<'_> {
    type Item = Word;

    fn next(&mut self) -> Option<Word> {
        let (mut start, mut hash) = (None, 0xcbf2_9ce4_8422_2325_u64);
        while let Some(&byte) = self.text.get(self.at) {
            if byte.is_ascii_alphanumeric() || byte == b'_' {
                start = start.or(Some(self.at));
                hash = (hash ^ u64::from(byte.to_ascii_lowercase())).wrapping_mul(PRIME);
            } else if start.is_some() {
                break;
            } else if byte == b'\n' {
                self.line += 1;
            }
            self.at += 1;
        }
        let start = start?;
        Some(Word { start, end: self.at, line: self.line, hash })
    }
}

/// The hash of up to three words, from theirs.
fn joined(words: impl Iterator<Item = u64>) -> u16 {
    let hash = words.fold(0, |hash: u64, word| (hash ^ word).wrapping_mul(PRIME));
    u16::try_from(hash >> 48).expect("16 bits are left")
}
