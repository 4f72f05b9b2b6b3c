//! The smallest calls, given to the crates alone.

use std::panic::{catch_unwind, set_hook};

use caches::Cache;
use heapz::{DecreaseKey, Heap};

fn main() {
    set_hook(Box::new(|_| ())); // A panic is shown as `Err`.

    let mut map = patricia_tree_0_4_0::PatriciaMap::new();
    map.insert("aa", 0);
    map.insert("a", 1);
    map.remove("aa");
    map.insert("", 2);
    println!("patricia_tree 0.4.0: {} words; {:?}", map.len(), map.values().collect::<Vec<_>>());

    let mut trie = ptrie::Trie::new();
    trie.insert("".bytes(), "everything");
    println!("ptrie: it is there; {:?}", trie.get("".bytes()));
    println!("ptrie: each word begins with it; {:?}", trie.find_longest_prefix("a".bytes()));

    let mut map = fast_radix_trie::RadixMap::new();
    map.insert("a", 1);
    let begins = map.iter_prefix(&"").count();
    println!(
        "fast_radix_trie: {begins} word begins with the empty one; split off: {}",
        map.split_by_prefix("").len()
    );

    let mut map = fast_radix_trie::RadixMap::from_iter([("a", 1), ("b", 2)]);
    map.split_by_prefix("a");
    println!(
        "fast_radix_trie: b is there, {:?}; removed: {:?}",
        map.get("b").copied(),
        map.remove("b")
    );

    let all = catch_unwind(|| radixt::RadixMap::from([("a", 1)]).prefix_iter("").count());
    println!("radixt: the words that begin with the empty one; {:?}", all.map_err(|_| ()));

    let mut map = radixt::RadixMap::from([("a", 1)]);
    map.remove("");
    println!("radixt: nothing is removed, and a; {:?}, {:?}", map.get("a"), map.get(""));

    let map = radixt::RadixMap::from([("ab", 1), ("aba", 2)]);
    println!("radixt: words that begin with aa; {:?}", map.prefix_iter("aa").collect::<Vec<_>>());

    let mut heap = heapz::RankPairingHeap::single_pass_min();
    heap.push("a", 1);
    println!(
        "heapz: b is not there, {:?}; the first of {}; {:?}",
        heap.delete(&"b"),
        heap.size(),
        heap.top()
    );

    let mut heap = heapz::RankPairingHeap::single_pass_min();
    heap.push("a", 1);
    heap.push("b", 2);
    heap.delete(&"a");
    println!("heapz: a is deleted again; {:?}", heap.delete(&"a"));

    let mut cache = caches::TwoQueueCache::new(2).expect("it has room");
    for key in [0, 1, 2] {
        cache.put(key, key);
    }
    println!("caches: 0 is there, {}; removed: {:?}", cache.contains(&0), cache.remove(&0));

    let put = catch_unwind(|| {
        let mut cache = caches::TwoQueueCache::new(2).expect("it has room");
        for key in [0, 0, 1, 1, 2] {
            cache.put(key, key);
        }
    });
    println!("caches: 0, 0, 1, 1 and 2 are put; {:?}", put.map_err(|_| ()));
}
