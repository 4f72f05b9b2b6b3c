//! The smallest calls, given to the crates alone.

use patricia_tree_0_4_0::PatriciaMap;
use ptrie::Trie;

fn main() {
    let mut map = PatriciaMap::new();
    map.insert("aa", 0);
    map.insert("a", 1);
    map.remove("aa");
    map.insert("", 2);
    println!("patricia_tree 0.4.0: {} words; {:?}", map.len(), map.values().collect::<Vec<_>>());

    let mut trie = Trie::new();
    trie.insert("".bytes(), "everything");
    println!("ptrie: it is there; {:?}", trie.get("".bytes()));
    println!("ptrie: each word begins with it; {:?}", trie.find_longest_prefix("a".bytes()));
}
