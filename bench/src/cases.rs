//! The rows that are measured, and how many instances there are.
//!
//! No count is from Korrel: they are closed formulas, OEIS's, Korat's, UDITA's (Gligoric et al.
//! 2009, figure 13) and McKay's; the spec that is named says which.

#[cfg(test)]
mod tests;

use std::path::{Path, PathBuf};

use crate::generators::Structure;

/// A structure of a size.
pub struct Case {
    pub structure: &'static str,
    pub size: &'static str,
    pub spec: PathBuf,
    pub question: CaseQuestion,
    pub known: u64,
    /// With its size and its values.
    pub generator: Option<(Structure, usize, usize)>,
    pub is_quick: bool,
}

#[derive(Clone, Copy)]
pub enum CaseQuestion {
    /// The first command, in this scope.
    Scope(&'static str),
    /// The command of this label.
    Command(&'static str),
}

use CaseQuestion::{Command, Scope};

impl Case {
    pub fn title(&self) -> String {
        format!("{} {}", self.structure, self.size)
    }

    fn quick(self) -> Case {
        Case { is_quick: true, ..self }
    }
}

/// In the order in which they are reported.
pub fn all() -> Vec<Case> {
    let mut cases = Vec::new();
    cases.extend(arrays_and_lists());
    cases.extend(trees());
    cases.extend(graphs());
    cases.extend(puzzles());
    cases
}

fn arrays_and_lists() -> Vec<Case> {
    let heap = |size, scope, known, capacity| {
        let generator = Some((Structure::HeapArray, capacity, capacity));
        case("heap arrays", size, "specs/heap_array.als", Scope(scope), known, generator)
    };
    let list = |size, command, known, nodes, values| {
        let generator = Some((Structure::List, nodes, values));
        case("lists", size, "bench/specs/list.als", Command(command), known, generator)
    };
    let sorted = |size, scope, known, elements, values| {
        let generator = Some((Structure::SortedList, elements, values));
        case("sorted lists", size, "specs/sorted_list.als", Scope(scope), known, generator)
    };
    vec![
        heap("4", "0..4 Int", 320, 4).quick(),
        heap("6", "0..6 Int", 13_139, 6),
        heap("7", "0..7 Int", 117_562, 7),
        heap("8", "0..8 Int", 1_005_075, 8),
        list("6 over 4", "six_over_four", 4_096, 6, 4).quick(),
        list("10 over 4", "ten_over_four", 1_048_576, 10, 4),
        sorted("6 on 7", "exactly 7 Entry, 1..7 Int", 924, 6, 7).quick(),
        sorted("8 on 9", "exactly 9 Entry, 1..9 Int", 12_870, 8, 9),
    ]
}

fn trees() -> Vec<Case> {
    let binary = |size, scope, known, nodes| {
        let generator = Some((Structure::BinaryTree, nodes, nodes));
        case("binary trees", size, "specs/binary_tree.als", Scope(scope), known, generator)
    };
    let search = |size, scope, known, nodes, keys| {
        let generator = Some((Structure::SearchTree, nodes, keys));
        case("search trees", size, "specs/search_tree.als", Scope(scope), known, generator)
    };
    let red_black = |size, scope, known, nodes| {
        let generator = Some((Structure::RedBlackTree, nodes, nodes));
        case("red-black trees", size, "specs/red_black_tree.als", Scope(scope), known, generator)
    };
    vec![
        binary("6", "exactly 6 Node", 132, 6).quick(),
        binary("8", "exactly 8 Node", 1_430, 8),
        binary("10", "exactly 10 Node", 16_796, 10),
        binary("12", "exactly 12 Node", 208_012, 12),
        search("4 on 7", "exactly 4 Node, 1..7 Int", 490, 4, 7).quick(),
        search("6 on 6", "exactly 6 Node, 1..6 Int", 132, 6, 6),
        search("8 on 8", "exactly 8 Node, 1..8 Int", 1_430, 8, 8),
        search("10 on 10", "exactly 10 Node, 1..10 Int", 16_796, 10, 10),
        search("6 on 11", "exactly 6 Node, 1..11 Int", 60_984, 6, 11),
        red_black("5", "exactly 1 Tree, exactly 5 Node, 1..5 Int", 14, 5).quick(),
        red_black("8", "exactly 1 Tree, exactly 8 Node, 1..8 Int", 64, 8),
        red_black("10", "exactly 1 Tree, exactly 10 Node, 1..10 Int", 260, 10),
    ]
}

fn graphs() -> Vec<Case> {
    let acyclic = |size, command, known| {
        let spec = "bench/specs/acyclic_graph.als";
        case("acyclic graphs", size, spec, Command(command), known, None)
    };
    let relation = |size, command, known| {
        let spec = "bench/specs/binary_relation.als";
        case("binary relations", size, spec, Command(command), known, None)
    };
    let simple = |size, command, known| {
        case("simple graphs", size, "bench/specs/simple_graph.als", Command(command), known, None)
    };
    let poset = |size, command, known| {
        case("posets", size, "bench/specs/poset.als", Command(command), known, None)
    };
    let ramsey = |size, scope, known| {
        case("Ramsey graphs", size, "specs/ramsey_graph.als", Scope(scope), known, None)
    };
    let critical = |size, scope, known| {
        case("critical graphs", size, "specs/critical_graph.als", Scope(scope), known, None)
    };
    vec![
        acyclic("5", "five", 302).quick(),
        acyclic("6", "six", 5_984),
        acyclic("7", "seven", 243_668),
        relation("3", "three", 104).quick(),
        relation("4", "four", 3_044),
        relation("5", "five", 291_968),
        simple("5", "five", 34).quick(),
        simple("7", "seven", 1_044),
        poset("4", "four", 16).quick(),
        poset("6", "six", 318),
        ramsey("R(3,5,8)", "exactly 8 Node", 179).quick(),
        ramsey("R(3,5,13)", "exactly 13 Node", 1),
        critical("6", "exactly 6 Node", 5).quick(),
        critical("9", "exactly 9 Node", 103),
    ]
}

fn puzzles() -> Vec<Case> {
    let queens = |size, command, known| {
        case("queens", size, "bench/specs/queens.als", Command(command), known, None)
    };
    let latin = |size, command, known| {
        case("Latin squares", size, "bench/specs/latin_square.als", Command(command), known, None)
    };
    vec![
        queens("6", "six", 4).quick(),
        queens("10", "ten", 724),
        latin("3", "three", 12).quick(),
        latin("4", "four", 576),
    ]
}

fn case(
    structure: &'static str,
    size: &'static str,
    spec: &str,
    question: CaseQuestion,
    known: u64,
    generator: Option<(Structure, usize, usize)>,
) -> Case {
    let spec = Path::new(env!("CARGO_MANIFEST_DIR")).join("..").join(spec);
    Case { structure, size, spec, question, known, generator, is_quick: false }
}
