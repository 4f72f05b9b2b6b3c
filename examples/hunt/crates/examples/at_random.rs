//! The faults of the crates, searched for with sequences of calls that proptest draws. `documentation` is as one writes a test of a
//! library: any words, many calls, any room; `bounds` has the spec's.

#[path = "../../random/by_proptest.rs"]
mod by_proptest;

use std::collections::BTreeMap;
use std::panic::{AssertUnwindSafe, catch_unwind, set_hook};

use by_proptest::tell;
use caches::Cache;
use heapz::{DecreaseKey, Heap};
use proptest::collection::vec;

/// A call, by its number, with a word.
type Calls = Vec<(u8, String)>;
type Model = BTreeMap<String, usize>;
type OfTrie = (&'static str, u8, fn(&Calls) -> bool);
/// A call, by its number, with a key and a priority.
type OfHeap = (&'static str, fn(&Vec<(u8, u8, i32)>) -> bool);
/// A call, by its number, with a key.
type OfCache = (&'static str, fn(usize, &[(u8, u8)]) -> bool);

fn main() {
    set_hook(Box::new(|_| ()));
    for (fault, kinds, holds) in tries() {
        let holds = |calls: &Calls| quiet(|| holds(calls));
        let calls = |word: &'static str, most: usize| vec((0..kinds, word), 1..=most);
        tell(fault, "documentation", &calls("[a-z]{0,8}", 20), holds, Vec::len);
        tell(fault, "bounds", &calls("[ab]{0,3}", 4), holds, Vec::len);
    }
    for (fault, holds) in heaps() {
        let holds = |calls: &Vec<(u8, u8, i32)>| quiet(|| holds(calls));
        let calls = |keys: u8, priorities: i32, most: usize| {
            vec((0..4_u8, 0..keys, 0..priorities), 1..=most)
        };
        tell(fault, "documentation", &calls(50, 1000, 50), holds, Vec::len);
        tell(fault, "bounds", &calls(4, 3, 6), holds, Vec::len);
    }
    for (fault, holds) in caches_of_two_queues() {
        let holds = |(room, calls): &(usize, Vec<(u8, u8)>)| quiet(|| holds(*room, calls));
        let calls = |room: std::ops::RangeInclusive<usize>, keys: u8, most: usize| {
            (room, vec((0..3_u8, 0..keys), 1..=most))
        };
        let size = |(_, calls): &(usize, Vec<(u8, u8)>)| calls.len();
        tell(fault, "documentation", &calls(2..=16_usize, 30_u8, 60), holds, size);
        tell(fault, "bounds", &calls(2..=3_usize, 3_u8, 5), holds, size);
    }
}

/// A panic does not hold.
fn quiet(holds: impl FnOnce() -> bool) -> bool {
    catch_unwind(AssertUnwindSafe(holds)).unwrap_or(false)
}

/// Each fault of a trie, with how many kinds of calls show it: words are inserted by 0, removed by 1.
fn tries() -> [OfTrie; 7] {
    [
        ("ptrie, the empty word", 2, |calls| {
            let (mut trie, mut model) = (ptrie::Trie::new(), Model::new());
            calls.iter().enumerate().all(|(i, (call, word))| {
                if *call == 0 {
                    trie.insert(word.bytes(), i);
                    model.insert(word.clone(), i);
                }
                let longest = model
                    .iter()
                    .filter(|(held, _)| word.starts_with(*held))
                    .max_by_key(|(held, _)| held.len());
                trie.find_longest_prefix(word.bytes()) == longest.map(|(_, i)| i)
            })
        }),
        ("patricia_tree 0.4.0, an insertion", 2, |calls| {
            let (mut map, mut model) = (patricia_tree_0_4_0::PatriciaMap::new(), Model::new());
            calls.iter().enumerate().all(|(i, (call, word))| {
                let same = if *call == 0 {
                    map.insert(word, i) == model.insert(word.clone(), i)
                } else {
                    map.remove(word) == model.remove(word)
                };
                same && map.iter().map(|(_, i)| i).eq(model.values())
            })
        }),
        ("fast_radix_trie, remove after a split", 3, |calls| {
            let (mut map, mut model) = (fast_radix_trie::RadixMap::new(), Model::new());
            calls.iter().filter(|(_, word)| !word.is_empty()).enumerate().all(
                |(i, (call, word))| match call {
                    0 => map.insert(word, i) == model.insert(word.clone(), i),
                    1 => map.remove(word) == model.remove(word),
                    _ => {
                        map.split_by_prefix(word);
                        model.retain(|held, _| !held.starts_with(word));
                        true
                    }
                },
            )
        }),
        ("fast_radix_trie, split_by_prefix", 2, |calls| {
            let (mut map, mut model) = (fast_radix_trie::RadixMap::new(), Model::new());
            calls.iter().enumerate().all(|(i, (call, word))| {
                if *call == 0 {
                    map.insert(word, i);
                    model.insert(word.clone(), i);
                } else {
                    map.split_by_prefix(word);
                    model.retain(|held, _| !held.starts_with(word));
                }
                map.values().eq(model.values())
            })
        }),
        ("radixt, prefix_iter of the empty word", 2, |calls| {
            let (mut map, mut model) = (radixt::RadixMap::new(), Model::new());
            calls.iter().enumerate().all(|(i, (call, word))| {
                if *call == 0 {
                    map.insert(word, i);
                    model.insert(word.clone(), i);
                }
                !word.is_empty() || map.prefix_values(word).eq(model.values())
            })
        }),
        ("radixt, remove", 2, |calls| {
            let (mut map, mut model) = (radixt::RadixMap::new(), Model::new());
            calls.iter().enumerate().all(|(i, (call, word))| {
                if *call == 0 {
                    map.insert(word, i) == model.insert(word.clone(), i)
                } else {
                    map.remove(word) == model.remove(word)
                }
            })
        }),
        ("radixt, prefix_iter of another word", 2, |calls| {
            let (mut map, mut model) = (radixt::RadixMap::new(), Model::new());
            calls.iter().filter(|(_, word)| !word.is_empty()).enumerate().all(
                |(i, (call, word))| {
                    if *call == 0 {
                        map.insert(word, i);
                        model.insert(word.clone(), i);
                    }
                    let begins = model.iter().filter(|(held, _)| held.starts_with(word));
                    map.prefix_values(word).eq(begins.map(|(_, i)| i))
                },
            )
        }),
    ]
}

/// Keys are pushed by 0, decreased by 1, deleted by 2; what is first is popped by 3.
fn heaps() -> [OfHeap; 2] {
    fn holds(calls: &[(u8, u8, i32)], is_left_out: fn(bool) -> bool) -> bool {
        let mut heap = heapz::RankPairingHeap::single_pass_min();
        let (mut model, mut were_there) = (BTreeMap::new(), Vec::new());
        calls.iter().all(|(call, key, priority)| {
            let held = model.get(key).copied();
            match (call, held) {
                (0, None) => {
                    heap.push(*key, *priority);
                    model.insert(*key, *priority);
                    were_there.push(*key);
                }
                (1, Some(before)) if *priority < before => {
                    heap.update(key, *priority);
                    model.insert(*key, *priority);
                }
                (2, None) if is_left_out(were_there.contains(key)) => {}
                (2, _) => return heap.delete(key) == model.remove(key).map(|_| *key),
                (3, _) => {
                    let least = model.values().min().copied();
                    return heap.pop().and_then(|key| model.remove(&key)) == least;
                }
                _ => {}
            }
            true
        })
    }
    [
        ("heapz, delete of a key that never was there", |calls| {
            holds(calls, |was_there| was_there)
        }),
        ("heapz, delete of a key that was there", |calls| holds(calls, |was_there| !was_there)),
    ]
}

/// Keys are put by 0, asked for by 1, removed by 2.
fn caches_of_two_queues() -> [OfCache; 2] {
    [
        ("caches, put in a TwoQueueCache", |room, calls| {
            let mut cache = caches::TwoQueueCache::new(room).expect("it has room");
            calls.iter().all(|(call, key)| {
                if *call == 0 {
                    cache.put(*key, *key);
                } else {
                    cache.get(key);
                }
                cache.len() <= room
            })
        }),
        ("caches, remove from a TwoQueueCache", |room, calls| {
            let mut cache = caches::TwoQueueCache::new(room).expect("it has room");
            calls.iter().all(|(call, key)| match call {
                // The fault above is not looked for here.
                0 => {
                    quiet(|| matches!(cache.put(*key, *key), caches::PutResult::Put));
                    true
                }
                1 => cache.get(key).is_none_or(|value| value == key),
                _ => cache.contains(key) == cache.remove(key).is_some(),
            })
        }),
    ]
}
