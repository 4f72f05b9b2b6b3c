//! Tries, whose values are the names of their words.

use std::collections::BTreeMap;

use radix_trie::TrieCommon;
use serde_json::{Value, json};

use crate::{Objects, Program, name};

type Word = Vec<u8>;

/// What is asked of each library: words are byte strings.
trait Trie {
    fn insert(&mut self, word: Word, name: String) -> Option<String>;
    fn remove(&mut self, word: &[u8]) -> Option<String>;
    fn remove_below(&mut self, word: &[u8]);
    /// The words that begin with this one, with their values.
    fn below(&self, word: &[u8]) -> Vec<(Word, String)>;
    /// The value of the longest word that this one begins with.
    fn longest(&self, word: &[u8]) -> Option<String>;
}

macro_rules! patricia_tree {
    ($version:ident) => {
        impl Trie for $version::PatriciaMap<String> {
            fn insert(&mut self, word: Word, name: String) -> Option<String> {
                self.insert(word, name)
            }
            fn remove(&mut self, word: &[u8]) -> Option<String> {
                self.remove(word)
            }
            fn remove_below(&mut self, word: &[u8]) {
                self.split_by_prefix(word);
            }
            fn below(&self, word: &[u8]) -> Vec<(Word, String)> {
                self.iter_prefix(word).map(|(word, name)| (word, name.clone())).collect()
            }
            fn longest(&self, word: &[u8]) -> Option<String> {
                self.get_longest_common_prefix(word).map(|(_, name)| name.clone())
            }
        }
    };
}

patricia_tree!(patricia_tree);
patricia_tree!(patricia_tree_0_4_0);
patricia_tree!(patricia_tree_0_5_5);

impl Trie for radix_trie::Trie<Word, String> {
    fn insert(&mut self, word: Word, name: String) -> Option<String> {
        self.insert(word, name)
    }
    fn remove(&mut self, word: &[u8]) -> Option<String> {
        self.remove(word)
    }
    fn remove_below(&mut self, _: &[u8]) {
        unimplemented!("it has no such method")
    }
    fn below(&self, word: &[u8]) -> Vec<(Word, String)> {
        let below = self.get_raw_descendant(word);
        below
            .iter()
            .flat_map(|trie| trie.iter().map(|(word, name)| (word.clone(), name.clone())))
            .collect()
    }
    fn longest(&self, word: &[u8]) -> Option<String> {
        self.get_ancestor_value(word).cloned()
    }
}

impl Trie for qp_trie::Trie<Word, String> {
    fn insert(&mut self, word: Word, name: String) -> Option<String> {
        self.insert(word, name)
    }
    fn remove(&mut self, word: &[u8]) -> Option<String> {
        self.remove(word)
    }
    fn remove_below(&mut self, word: &[u8]) {
        self.remove_prefix(word);
    }
    fn below(&self, word: &[u8]) -> Vec<(Word, String)> {
        self.iter_prefix(word).map(|(word, name)| (word.clone(), name.clone())).collect()
    }
    /// It has no such method: `get` is asked for each beginning.
    fn longest(&self, word: &[u8]) -> Option<String> {
        (0..=word.len()).rev().find_map(|end| self.get(&word[..end]).cloned())
    }
}

impl Trie for ptrie::Trie<u8, String> {
    fn insert(&mut self, word: Word, name: String) -> Option<String> {
        let old = self.get(word.iter().copied()).cloned();
        self.insert(word.into_iter(), name);
        old
    }
    fn remove(&mut self, word: &[u8]) -> Option<String> {
        self.remove(word.iter().copied())
    }
    fn remove_below(&mut self, _: &[u8]) {
        unimplemented!("it has no such method")
    }
    fn below(&self, word: &[u8]) -> Vec<(Word, String)> {
        let named = |name: &String| {
            self.iter().find(|(_, other)| other == name).map(|(word, _)| (word, name.clone()))
        };
        self.find_postfixes(word.iter().copied()).into_iter().filter_map(named).collect()
    }
    fn longest(&self, word: &[u8]) -> Option<String> {
        self.find_longest_prefix(word.iter().copied()).cloned()
    }
}

impl Trie for sequence_trie::SequenceTrie<u8, String> {
    fn insert(&mut self, word: Word, name: String) -> Option<String> {
        self.insert(&word, name)
    }
    /// It does not say what was there.
    fn remove(&mut self, word: &[u8]) -> Option<String> {
        let old = self.get(word).cloned();
        self.remove(word);
        old
    }
    fn remove_below(&mut self, _: &[u8]) {
        unimplemented!("it has no such method")
    }
    fn below(&self, word: &[u8]) -> Vec<(Word, String)> {
        let Some(node) = self.get_node(word) else { return Vec::new() };
        let whole = |rest: Vec<&u8>| word.iter().chain(rest).copied().collect();
        node.iter().map(|(rest, name)| (whole(rest), name.clone())).collect()
    }
    fn longest(&self, word: &[u8]) -> Option<String> {
        self.get_ancestor(word).cloned()
    }
}

struct Words {
    trie: Box<dyn Trie>,
    words: BTreeMap<String, Word>,
}

/// A trie without words, and the words that the names of the first state stand for.
pub fn begun(library: &str, objects: &Objects) -> Option<Box<dyn Program>> {
    let trie: Box<dyn Trie> = match library {
        "patricia_tree" => Box::new(patricia_tree::PatriciaMap::new()),
        "patricia_tree-0.4.0" => Box::new(patricia_tree_0_4_0::PatriciaMap::new()),
        "patricia_tree-0.5.5" => Box::new(patricia_tree_0_5_5::PatriciaMap::new()),
        "radix_trie" => Box::new(radix_trie::Trie::new()),
        "qp-trie" => Box::new(qp_trie::Trie::new()),
        "ptrie" => Box::new(ptrie::Trie::new()),
        "sequence_trie" => Box::new(sequence_trie::SequenceTrie::new()),
        _ => return None,
    };
    let mut words = BTreeMap::new();
    let starts = |word: &Value| word.get("start").and_then(Value::as_str).map(str::to_owned);
    let mut below: Vec<(Option<String>, Word)> = vec![(None, Word::new())];
    while let Some((start, letters)) = below.pop() {
        // The words that are one letter longer than `start`, or the empty one.
        let longer = objects.iter().filter(|(name, _)| name.starts_with("Word$"));
        for ((name, _), letter) in longer.filter(|(_, word)| starts(word) == start).zip(*b"abqr") {
            let last = start.as_ref().map(|_| letter);
            let word: Word = letters.iter().copied().chain(last).collect();
            below.push((Some(name.clone()), word.clone()));
            words.insert(name.clone(), word);
        }
    }
    Some(Box::new(Words { trie, words }))
}

impl Words {
    /// The names of the words that the trie says begin with this one, in an order that hashes have no part in.
    fn below(&self, word: &Word) -> Vec<String> {
        let found = self.trie.below(word).into_iter();
        let own = |(word, name)| if self.words[&name] == word { name } else { format!("{word:?}") };
        let mut below: Vec<String> = found.map(own).collect();
        below.sort();
        below
    }
}

impl Program for Words {
    fn call(&mut self, op: &str, args: &Objects) -> Value {
        let name = name(args, "w");
        let word = &self.words[&name];
        match op {
            "insert" => json!(self.trie.insert(word.clone(), name)),
            "remove" => json!(self.trie.remove(word)),
            _ => {
                self.trie.remove_below(word);
                Value::Null
            }
        }
    }

    fn state(&self) -> Objects {
        let all = self.words.iter();
        let below = all.flat_map(|(name, word)| {
            self.below(word).into_iter().map(move |other| [name.clone(), other])
        });
        let below: Vec<[String; 2]> = below.collect();
        let longest = self
            .words
            .iter()
            .map(|(name, word)| Some((name.clone(), json!(self.trie.longest(word)?))));
        let longest: Objects = longest.flatten().collect();
        let words = self.below(&Word::new());
        let state = json!({ "Trie$0": { "words": words, "below": below, "longest": longest } });
        state.as_object().cloned().expect("it is one")
    }
}
