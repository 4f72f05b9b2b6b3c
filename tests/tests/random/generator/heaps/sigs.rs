//! The sigs of a heap, and its scope.

use super::Heap;
use crate::generator::Generator;
use crate::generator::sigs::Relations;

/// The shapes that fields suggest: lists, trees, and graphs. No field is called `next`, as the
/// function of an enum's order is.
const STEPS: [&[&str]; 6] = [
    &["link"],
    &["left", "right"],
    &["left", "right"],
    &["link", "down"],
    &["children"],
    &["left", "right", "link"],
];

impl Generator {
    pub(super) fn heap_sigs(&mut self) -> (Heap, String) {
        let steps = self.one_of(&STEPS).to_vec();
        let has_parameter = self.chance(1, 3);
        let has_tail = self.chance(1, 4);
        let owner = if has_parameter { "t" } else { "T" };
        let has_sentinel = !has_parameter && self.chance(1, 5);
        let root = match self.below(3) {
            _ if has_sentinel => "Head".to_string(),
            0 if has_tail => format!("{owner}.(root + tail)"),
            _ => format!("{owner}.root"),
        };
        let mut heap = Heap {
            root,
            has_parent: steps.len() < 3 && self.chance(1, 4),
            has_key: self.chance(1, 3),
            has_color: self.chance(1, 4),
            has_value: self.chance(1, 6),
            steps,
            has_parameter,
        };
        heap.has_color &= !heap.has_key;
        let word = if has_parameter { "" } else { "one " };
        let (entries, fields) = (self.entries(has_tail), self.node_fields(&heap));
        let color = if heap.has_color { "enum Color { Red, Black }\n" } else { "" };
        let second = if heap.has_value { self.one_of(&VALUES) } else { "" };
        // A node that is rigid: steps start outside the others' class.
        let head = if has_sentinel { "one sig Head extends N {}\n" } else { "" };
        let text =
            format!("{color}{word}sig T {{ {entries} }}\nsig N {{ {fields} }}\n{head}{second}");
        self.relations = relations(&heap);
        (heap, text)
    }

    fn entries(&mut self, has_tail: bool) -> String {
        let word = self.one_of(&["lone", "lone", "one"]);
        let tail = if has_tail { ", tail: lone N" } else { "" };
        format!("root: {word} N{tail}")
    }

    fn node_fields(&mut self, heap: &Heap) -> String {
        let mut fields: Vec<String> = Vec::new();
        for step in &heap.steps {
            let word = match *step {
                "children" => "set",
                _ if self.chance(1, 12) => "one",
                _ => "lone",
            };
            fields.push(format!("{step}: {word} N"));
        }
        let others = [
            (heap.has_parent, "parent: lone N"),
            (heap.has_key, "key: Int"),
            (heap.has_color, "color: Color"),
            (heap.has_value, "value: lone M"),
        ];
        fields.extend(others.iter().filter(|(has, _)| *has).map(|(_, field)| field.to_string()));
        if self.chance(1, 3) {
            // The order of declaration is the order of discovery.
            fields.reverse();
        }
        fields.join(", ")
    }

    /// As small as the number of labelled instances asks for.
    pub(super) fn heap_scope(&mut self, heap: &Heap) -> String {
        let most = if heap.has_key || heap.has_color || heap.has_value { 3 } else { 4 };
        let size = self.one_of(&[2, 3, 3, 3, 4]).min(most);
        let size = match self.below(4) {
            0 | 1 => format!("exactly {size}"),
            2 => format!("1..{size}"),
            _ => size.to_string(),
        };
        let owners = if heap.has_parameter { self.owners() } else { "" };
        let second = if heap.has_value { "2 M, " } else { "" };
        let integers = if heap.has_key {
            ["2 Int", "2 Int", "0..2 Int", "1..2 Int", "0..1 Int", "3 Int"]
        } else {
            // In two bits more than one node overflows.
            ["3 Int", "3 Int", "3 Int", "4 Int", "2 Int", "0..2 Int"]
        };
        let integers = self.one_of(&integers);
        format!("{owners}{second}{size} N, {integers}")
    }

    /// If there are several owners, only the parameter is rigid.
    fn owners(&mut self) -> &'static str {
        let owners = self.one_of(&["exactly 1 T, ", "1 T, ", "2 T, "]);
        if self.chance(1, 3) { owners } else { "exactly 1 T, " }
    }
}

/// The sigs that nodes may refer to; the last one refers back, so that neither class is rooted by itself.
const VALUES: [&str; 3] = ["sig M {}\n", "sig M { other: lone M }\n", "sig M { back: lone N }\n"];

/// The relations in formulas without a pattern.
fn relations(heap: &Heap) -> Relations {
    let mut relations = Relations::default();
    let sets = ["N", "N", "T"].map(str::to_string);
    relations.sets.extend(sets.into_iter().chain(heap.has_value.then(|| "M".to_string())));
    let others = [
        (true, "root"),
        (heap.has_parent, "parent"),
        (heap.has_color, "color"),
        (heap.has_value, "value"),
    ];
    let others = others.into_iter().filter(|(has, _)| *has).map(|(_, name)| name);
    let steps = heap.steps.iter().flat_map(|&step| [step, step]);
    relations.binary.extend(steps.chain(others).map(str::to_string));
    relations
}
