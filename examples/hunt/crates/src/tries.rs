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

/// patricia_tree, its old versions and its relative; the last one takes words by reference.
macro_rules! patricia_tree {
    ($map:ty, $($reference:tt)?) => {
        impl Trie for $map {
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
                let found = self.iter_prefix($($reference)? word);
                found.map(|(word, name)| (word, name.clone())).collect()
            }
            fn longest(&self, word: &[u8]) -> Option<String> {
                self.get_longest_common_prefix($($reference)? word).map(|(_, name)| name.clone())
            }
        }
    };
}

patricia_tree!(patricia_tree::PatriciaMap<String>,);
patricia_tree!(patricia_tree_0_4_0::PatriciaMap<String>,);
patricia_tree!(patricia_tree_0_5_5::PatriciaMap<String>,);
patricia_tree!(fast_radix_trie::GenericRadixMap<Word, String>, &);

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

/// A map of radixt, which is asked by `iter` for all words, or by `prefix_iter` for those that begin with the empty one.
struct Radixt {
    map: radixt::RadixMap<String>,
    by_iter: bool,
}

impl Trie for Radixt {
    fn insert(&mut self, word: Word, name: String) -> Option<String> {
        self.map.insert(word, name)
    }
    fn remove(&mut self, word: &[u8]) -> Option<String> {
        self.map.remove(word)
    }
    fn remove_below(&mut self, _: &[u8]) {
        unimplemented!("it has no such method")
    }
    fn below(&self, word: &[u8]) -> Vec<(Word, String)> {
        let all = self.by_iter && word.is_empty();
        let found = if all { self.map.iter() } else { self.map.prefix_iter(word) };
        found.map(|(word, name)| (word.into(), name.clone())).collect()
    }
    /// It has no such method: `get` is asked for each beginning.
    fn longest(&self, word: &[u8]) -> Option<String> {
        (0..=word.len()).rev().find_map(|end| self.map.get(&word[..end]).cloned())
    }
}

impl Trie for radixmap::RadixMap<String> {
    fn insert(&mut self, word: Word, name: String) -> Option<String> {
        self.insert(word, name).expect("it has no pattern")
    }
    fn remove(&mut self, word: &[u8]) -> Option<String> {
        self.remove(word).map(|(_, name)| name)
    }
    fn remove_below(&mut self, _: &[u8]) {
        unimplemented!("it has no such method")
    }
    fn below(&self, word: &[u8]) -> Vec<(Word, String)> {
        self.iter()
            .with_prefix(word, false)
            .map(|(word, name)| (word.to_vec(), name.clone()))
            .collect()
    }
    fn longest(&self, word: &[u8]) -> Option<String> {
        (0..=word.len()).rev().find_map(|end| self.get(&word[..end]).cloned())
    }
}

impl Trie for rart::AdaptiveRadixTree<rart::VectorKey, String> {
    fn insert(&mut self, word: Word, name: String) -> Option<String> {
        self.insert_k(&rart::VectorKey::new_from_vec(word), name)
    }
    fn remove(&mut self, word: &[u8]) -> Option<String> {
        self.remove_k(&rart::VectorKey::new_from_vec(word.to_vec()))
    }
    fn remove_below(&mut self, _: &[u8]) {
        unimplemented!("it has no such method")
    }
    fn below(&self, word: &[u8]) -> Vec<(Word, String)> {
        let word = rart::VectorKey::new_from_vec(word.to_vec());
        self.prefix_iter_k(&word)
            .map(|(word, name)| (word.as_ref().to_vec(), name.clone()))
            .collect()
    }
    fn longest(&self, word: &[u8]) -> Option<String> {
        self.longest_prefix_value_bytes(word).cloned()
    }
}

struct Words {
    trie: Box<dyn Trie>,
    words: BTreeMap<String, Word>,
    shortest: Word,
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
        "fast_radix_trie" => Box::new(fast_radix_trie::GenericRadixMap::new()),
        "radixt" | "radixt-iter" => {
            Box::new(Radixt { map: radixt::RadixMap::new(), by_iter: library == "radixt-iter" })
        }
        "radixmap" => Box::new(radixmap::RadixMap::new()),
        "rart" => Box::new(rart::AdaptiveRadixTree::new()),
        _ => return None,
    };
    let shortest = if library == "radixmap" { b"/".to_vec() } else { Word::new() };
    // A word is written when the one that it starts with has been.
    let text = |word: &Value, of: &str| word.get(of).and_then(Value::as_str).map(str::to_owned);
    let mut words = BTreeMap::new();
    let mut waiting: Vec<(&String, &Value)> =
        objects.iter().filter(|(name, _)| name.starts_with("Word$")).collect();
    while !waiting.is_empty() {
        waiting.retain(|(name, object)| {
            let word = match (text(object, "start"), text(object, "last")) {
                (Some(start), Some(last)) => words
                    .get(&start)
                    .map(|start: &Word| [&start[..], &last.as_bytes()[7..]].concat()),
                _ => Some(shortest.clone()),
            };
            let is_written = word.is_some();
            words.extend(word.map(|word| (name.to_string(), word)));
            !is_written
        });
    }
    Some(Box::new(Words { trie, words, shortest }))
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
        let words = self.below(&self.shortest);
        let state = json!({ "Trie$0": { "words": words, "below": below, "longest": longest } });
        state.as_object().cloned().expect("it is one")
    }
}
