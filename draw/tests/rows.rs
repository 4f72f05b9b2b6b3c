//! Rows in the story of an instance, and texts and names that are no plain words.

use korrel_draw::{DrawnInstance, Hints, Page, Theme, dot, svg, text};
use korrel_heapgraph::Header;
use serde_json::{Value as Json, json};

struct Drawn {
    header: Header,
    instance: DrawnInstance,
    hints: Hints,
}

impl Drawn {
    fn new(types: Json, record: Json, hints: &str) -> Drawn {
        let header = json!({"format": "heapgraph/1", "roots": {}, "types": types});
        Drawn::of(&header, record, hints)
    }

    fn of(header: &Json, record: Json, hints: &str) -> Drawn {
        let header = Header::read(header).expect("a header");
        let instance = DrawnInstance::read(&header, &record).expect("an instance");
        Drawn { header, instance, hints: Hints::read(hints) }
    }

    fn text(&self, width: usize) -> String {
        let page = Page { width, is_colored: false };
        text(&self.header, &self.instance, &page, &self.hints)
    }

    fn svg(&self) -> String {
        svg(&self.header, &[self.instance.clone()], Theme::Light, &self.hints)
    }
}

fn heap(objects: Json) -> Json {
    json!({"id": 0, "roots": {}, "objects": objects})
}

fn trace(states: &[Json]) -> Json {
    let states = states.iter().map(|objects| json!({"roots": {}, "objects": objects}));
    json!({"id": 0, "roots": {}, "states": states.collect::<Vec<_>>()})
}

/// If it failed, a reader would see a state from which rows are gone as one without a change.
#[test]
fn a_state_from_which_rows_are_gone_is_drawn() {
    let p = || json!({"$type": "P"});
    let states = [json!({"P$0": p(), "P$1": p()}), json!({"P$1": p()}), json!({}), json!({})];
    let header = json!({"format": "heapgraph/1", "roots": {}, "var": ["P"], "types": {"P": {}}});
    let told = Drawn::of(&header, trace(&states), "--@ P: table people").text(80);
    let state = |at: usize| told.split("state ").nth(at + 1).expect("a state").to_owned();
    assert!(state(1).starts_with("1 (gone: P$0)") && state(1).contains("people"), "{told}");
    assert!(state(2).starts_with("2 (gone: P$1)") && state(2).contains("no rows"), "{told}");
    assert!(state(3).starts_with("3 (no change)") && !state(3).contains("people"), "{told}");
}

/// If it failed, the lines between columns would not stand below each other.
#[test]
fn columns_are_as_wide_as_what_is_shown() {
    let types = json!({"A": {"s": "str", "t": "str"}});
    let row = |s: &str| json!({"$type": "A", "s": s, "t": "x"});
    let objects = json!({"A$0": row("a\nb\u{7}c"), "A$1": row("t")});
    let drawn = Drawn::new(types, heap(objects), "--@ A: table \"a\u{b}b\"");
    let told = drawn.text(80);
    let places = |line: &str| -> Vec<usize> {
        let signs = line.chars().enumerate().filter(|(_, c)| matches!(c, '│' | '┼'));
        signs.map(|(at, _)| at).collect()
    };
    let all: Vec<Vec<usize>> = told.lines().map(places).filter(|of| !of.is_empty()).collect();
    assert_eq!(all.len(), 4, "{told}");
    assert!(all.iter().all(|of| *of == all[0]), "{told}");
}

/// If it failed, a text of wide characters would run over the next column.
#[test]
fn a_long_text_is_cut_by_its_width() {
    let types = json!({"A": {"s": "str", "t": "str"}});
    let objects = json!({"A$0": {"$type": "A", "s": "日".repeat(41), "t": "x"}});
    let picture = Drawn::new(types, heap(objects), "--@ A: table a").svg();
    let cut = picture.split('>').find_map(|text| text.split_once("…<")).expect("it is cut").0;
    assert_eq!(cut.matches('日').count(), 19, "{cut}");
}

/// If it failed, of two tables of one name, as two schemas have them, Graphviz would draw one.
#[test]
fn tables_of_one_name_are_two_nodes() {
    let types = json!({"A": {"b": "B?"}, "B": {}});
    let objects = json!({"A$0": {"$type": "A", "b": "B$0"}, "B$0": {"$type": "B"}});
    let drawn = Drawn::new(types, heap(objects), "--@ A: table t\n--@ B: table t");
    let graph = dot(&drawn.header, &drawn.instance, &drawn.hints);
    assert!(graph.contains("\"table A\":r0c1 -> \"table B\":r0c0"), "{graph}");
}
