//! The conjuncts of a spec about heaps: idioms, their holes filled, some of them in a context.

use super::Heap;
use super::idioms::{COLORS, COUNTS, KEYS, OTHERS, PARENT, REACH, SHAPE, VALUES};
use crate::generator::Generator;

impl Generator {
    /// That all nodes are reached, as a rule, and some other things.
    pub(super) fn conjuncts(&mut self, heap: &Heap) -> Vec<String> {
        let mut idioms: Vec<&[&str]> = vec![&SHAPE];
        let others: [(bool, &[&str]); 4] = [
            (heap.has_parent, &PARENT),
            (heap.has_key, &KEYS),
            (heap.has_color, &COLORS),
            (heap.has_value, &VALUES),
        ];
        idioms.extend(others.into_iter().filter(|(has, _)| *has).map(|(_, idioms)| idioms));
        let mut all: Vec<String> = Vec::new();
        if !self.chance(1, 12) {
            all.push(self.idiom(&REACH, heap));
        }
        for kind in idioms {
            all.push(self.idiom(kind, heap));
        }
        if self.chance(2, 5) {
            all.push(self.idiom(&SHAPE, heap));
        }
        for _ in 0..self.one_of(&[0, 1, 1, 2]) {
            let kind: &[&str] = self.one_of(&[&COUNTS[..], &OTHERS]);
            let idiom = self.idiom(kind, heap);
            all.push(self.in_context(idiom, heap));
        }
        for idiom in &mut all {
            if self.chance(1, 6) {
                *idiom = self.in_context(std::mem::take(idiom), heap);
            }
        }
        all
    }

    /// The formula where its truth does not help by itself.
    fn in_context(&mut self, formula: String, heap: &Heap) -> String {
        let other = self.idiom(&OTHERS, heap);
        match self.below(12) {
            0 => format!("not ({formula})"),
            1 => format!("not not ({formula})"),
            2 => format!("(({formula}) iff ({other}))"),
            3 => format!("(({other}) => ({formula}) else ({}))", self.idiom(&COUNTS, heap)),
            4 => format!("(({formula}) => ({other}) else ({}))", self.idiom(&OTHERS, heap)),
            5 => format!("(let said = ({formula}) | said or ({other}))"),
            6 => format!("(let said = ({formula}) | (said => ({other})) and (some N => said))"),
            7 => format!(
                "(let said = ({formula}) | (said or ({other})) and (said iff some {}))",
                heap.root
            ),
            8 => format!(
                "(let said = ({formula}) | (no N or said) and (said => ({other}) else some N))"
            ),
            9 => format!("(all z: N | z in {} => ({formula}))", heap.root),
            10 => format!("(no N or ({formula}))"),
            _ => format!("(({formula}) or ({other}))"),
        }
    }

    fn idiom(&mut self, among: &[&str], heap: &Heap) -> String {
        let idiom: &str = among[self.below(among.len())];
        let mut pieces = idiom.split('$');
        let mut text = pieces.next().expect("a text has a first piece").to_string();
        // A formula in a hole sees the variable around it; others it would name wrongly.
        let sees_node =
            ["all n", "some n", "no n", "{ n"].iter().any(|begin| idiom.contains(begin));
        for piece in pieces {
            let (hole, rest) = piece.split_at(1);
            text += &self.filling(hole, sees_node, heap);
            text += rest;
        }
        format!("({text})")
    }

    fn filling(&mut self, hole: &str, sees_node: bool, heap: &Heap) -> String {
        match hole {
            "R" => heap.root.clone(),
            "A" => self.union(heap.steps.clone()),
            "S" => {
                let mut some = heap.steps.clone();
                some.retain(|_| !self.chance(1, 3));
                if some.is_empty() { self.union(heap.steps.clone()) } else { self.union(some) }
            }
            "f" | "g" => self.one_of(&heap.steps).to_string(),
            "i" => self.one_of(&["0", "1", "1", "2"]).to_string(),
            "o" => self.one_of(&["=", "!=", "<", "<=", "<=", ">", ">="]).to_string(),
            "w" => self.one_of(&["no", "some", "lone", "one"]).to_string(),
            "F" => {
                self.variables = variables(heap, sees_node);
                let formula = self.formula(2);
                self.variables.clear();
                format!("({formula})")
            }
            "X" => {
                self.variables = variables(heap, false);
                let set = self.set(2);
                self.variables.clear();
                set
            }
            _ => unreachable!("there is no such hole: ${hole}"),
        }
    }

    fn union(&mut self, mut steps: Vec<&str>) -> String {
        if self.chance(1, 4) {
            steps.reverse();
        }
        steps.join(" + ")
    }
}

/// The variables that are bound around a hole.
fn variables(heap: &Heap, sees_node: bool) -> Vec<String> {
    let all = [(heap.has_parameter, "t"), (sees_node, "n")];
    all.into_iter().filter(|(is_bound, _)| *is_bound).map(|(_, name)| name.to_string()).collect()
}
