//! A bijection of the objects of two states that extends a given one and maps one state onto the
//! other.
//!
//! *Problem.* Two answers name new objects as they like, and may have several. *Choice.* Objects are
//! coloured by the known facts about them, and known objects by their names. Colours are refined by
//! the objects that an object refers to and is referred to by. If several objects share a colour,
//! each partner of the first is tried, and colours are refined again. The result is compared in
//! full, so a colour that deceives costs time only. *Rejected.* Walking both states from their roots
//! in step: sets have no order in which to walk.

use std::collections::{BTreeMap, HashMap};

use super::colours::{Colours, refined};
use super::normal::normal;
use super::state::{HeapState, Renaming};

/// The bijection. `known` pairs names of `a` with names of `b`, also of objects that are gone.
pub fn isomorphism(a: &HeapState<'_>, b: &HeapState<'_>, known: &Renaming) -> Option<Renaming> {
    let back: Renaming = known.iter().map(|(a, b)| (b.clone(), a.clone())).collect();
    if back.len() != known.len() {
        return None;
    }
    search(a, b, known)
}

fn search(a: &HeapState<'_>, b: &HeapState<'_>, known: &Renaming) -> Option<Renaming> {
    let (in_a, in_b) = (
        classes(&refined(a, &names(known, |(a, _)| a))),
        classes(&refined(b, &names(known, |(_, b)| b))),
    );
    if in_a.len() != in_b.len() {
        return None;
    }
    let mut renaming = known.clone();
    let mut open: Option<(&Vec<String>, &Vec<String>)> = None;
    for (colour, those) in &in_a {
        let others = in_b.get(colour).filter(|others| others.len() == those.len())?;
        match those.as_slice() {
            [one] => {
                renaming.insert(one.clone(), others[0].clone());
            }
            _ if open.is_none_or(|(least, _)| those.len() < least.len()) => {
                open = Some((those, others))
            }
            _ => {}
        }
    }
    match open {
        None => (normal(a, &renaming) == normal(b, &Renaming::new())).then_some(renaming),
        Some((those, others)) => others.iter().find_map(|other| {
            let mut more = known.clone();
            more.insert(those[0].clone(), other.clone());
            search(a, b, &more)
        }),
    }
}

/// The known objects by a number that their partners have, too.
fn names<'k>(
    known: &'k Renaming,
    side: fn((&'k String, &'k String)) -> &'k String,
) -> HashMap<&'k str, u64> {
    let mut pairs: Vec<_> = known.iter().collect();
    pairs.sort();
    pairs.into_iter().enumerate().map(|(at, pair)| (side(pair).as_str(), at as u64)).collect()
}

fn classes(colours: &Colours<'_>) -> BTreeMap<u64, Vec<String>> {
    let mut classes: BTreeMap<u64, Vec<String>> = BTreeMap::new();
    for (id, colour) in colours {
        classes.entry(*colour).or_default().push((*id).to_owned());
    }
    // Hash tables are in no order.
    classes.values_mut().for_each(|ids| ids.sort());
    classes
}

#[cfg(test)]
mod tests {
    use serde_json::{Map, Value, json};

    use super::*;
    use korrel_heapgraph::Header;

    fn agree(a: &Value, b: &Value, known: &[(&str, &str)]) -> bool {
        let header = json!({ "types": { "N": { "next": "N?", "all": "set N", "row": "seq N" } } });
        let types = Header::declared(&header).unwrap();
        let known = known.iter().map(|(a, b)| ((*a).to_owned(), (*b).to_owned())).collect();
        isomorphism(&HeapState::new(&types, a, &[]), &HeapState::new(&types, b, &[]), &known)
            .is_some()
    }

    /// A heap of N, each with its successor.
    fn cycles(successors: &[(&str, &str)]) -> Value {
        let objects = successors.iter().map(|(id, next)| {
            ((*id).to_owned(), json!({ "$type": "N", "next": next, "all": [], "row": [] }))
        });
        json!({ "objects": objects.collect::<Map<_, _>>() })
    }

    /// If this fails, objects that look alike are taken for each other: one cycle of six has the same
    /// colours as two of three.
    #[test]
    fn colours_do_not_suffice() {
        let six = cycles(&[("a", "b"), ("b", "c"), ("c", "d"), ("d", "e"), ("e", "f"), ("f", "a")]);
        let again =
            cycles(&[("u", "z"), ("z", "v"), ("v", "y"), ("y", "w"), ("w", "x"), ("x", "u")]);
        let threes =
            cycles(&[("a", "b"), ("b", "c"), ("c", "a"), ("d", "e"), ("e", "f"), ("f", "d")]);
        assert!(agree(&six, &again, &[]) && !agree(&six, &threes, &[]));
        assert!(agree(&six, &again, &[("a", "v"), ("c", "w")]));
        assert!(!agree(&six, &again, &[("a", "v"), ("c", "x")]));
    }

    /// If this fails, the order of a set makes a difference, or that of a sequence does not.
    #[test]
    fn sets_have_no_order() {
        let heap = |all: Value, row: Value| {
            json!({ "objects": {
                "a": { "$type": "N", "next": null, "all": all, "row": row },
                "b": { "$type": "N", "next": "a", "all": [], "row": [] },
            } })
        };
        let known = [("a", "a"), ("b", "b")];
        let one = heap(json!(["a", "b"]), json!(["a", "b"]));
        assert!(agree(&one, &heap(json!(["b", "a"]), json!(["a", "b"])), &known));
        assert!(!agree(&one, &heap(json!(["a", "b"]), json!(["b", "a"])), &known));
        assert!(!agree(&one, &heap(json!(["a"]), json!(["a", "b"])), &known));
    }

    /// If this fails, programs in two languages differ by how they write a number, or numbers that differ are
    /// taken for the same.
    #[test]
    fn numbers_are_compared_as_numbers() {
        let same = |a: &str, b: &str| {
            let heap = |number: &str| -> Value {
                serde_json::from_str(&format!(r#"{{"roots":{{"n":{number}}}}}"#)).unwrap()
            };
            agree(&heap(a), &heap(b), &[])
        };
        let pairs = [
            ("2", "2.0"),
            ("1e16", "10000000000000000"),
            ("-1e18", "-1000000000000000000"),
            ("1.8e19", "18000000000000000000"),
            ("0", "-0.0"),
        ];
        pairs.iter().for_each(|(a, b)| assert!(same(a, b) && same(b, a), "{a} {b}"));
        let others = [
            ("1e16", "10000000000000001"),
            ("9007199254740993", "9007199254740992"),
            ("18446744073709551615", "18446744073709551616.0"),
            ("0.5", "1"),
        ];
        others.iter().for_each(|(a, b)| assert!(!same(a, b), "{a} {b}"));
    }
}
