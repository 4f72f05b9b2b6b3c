//! Rows in the story of an instance, and texts and names that are no plain words.

use korrel_draw::{DrawnInstance, Hints, Page, Theme, dot, svg, text};
use korrel_heapgraph::Header;
use serde_json::{Map, Value as Json, json};

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
        svg(&self.header, std::slice::from_ref(&self.instance), Theme::Light, &self.hints)
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

fn rows(ty: &str, count: usize) -> Map<String, Json> {
    (0..count).map(|at| (format!("{ty}${at}"), json!({"$type": ty}))).collect()
}

/// If it failed, a reader would look in the tables for a row that has another name there.
#[test]
fn witnesses_and_actions_name_rows_as_tables_do() {
    let hints = "--@ P: table people\n--@ P: row number id\n--@ N: values 'one', 'two'";
    let header = json!({"format": "heapgraph/1", "roots": {}, "witness": {"who": "P"},
        "actions": {"put": {"p": "P", "n": "N"}}, "types": {"P": {}, "N": {}}});
    let objects: Map<String, Json> = rows("P", 2).into_iter().chain(rows("N", 2)).collect();
    let state = json!({"roots": {}, "objects": objects});
    let step = json!([{"action": "put", "args": {"p": "P$1", "n": "N$0"}}]);
    let record = json!({"id": 0, "roots": {}, "states": [state, state], "loop": 1,
        "witness": {"who": "P$1"}, "steps": [step, step]});
    let drawn = Drawn::of(&header, record, hints);
    for told in [drawn.text(80), drawn.svg().replace("&#39;", "'")] {
        assert!(told.contains("put(p: people 2, n: 'one')"), "{told}");
        assert!(told.contains("who: people 2") || told.contains(">people 2<"), "{told}");
        assert!(!told.contains("P$1") && !told.contains("N$0"), "{told}");
    }
}

/// If it failed, the first value would be another object's in a trace than in a heap.
#[test]
fn values_go_by_the_order_of_objects() {
    let header = json!({"format": "heapgraph/1", "roots": {}, "var": ["B.c", "N"],
        "types": {"B": {"c": "N?"}, "N": {}}});
    let of = |n: &str| json!({"B$0": {"$type": "B", "c": n}, n: {"$type": "N"}});
    let record = trace(&[of("N$1"), of("N$0")]);
    let told =
        Drawn::of(&header, record, "--@ B: table b\n--@ N: values 'first', 'second'").text(80);
    let (before, after) = told.split_once("state 1").expect("two states");
    assert!(before.contains("'second'") && after.contains("'first'"), "{told}");
}

/// If it failed, a table would be said to have no rows, which are moments, or are looked at.
#[test]
fn rows_are_no_moments_and_what_is_projected_over_is_no_table() {
    let types = json!({"T": {"cur": "set R"}, "R": {}});
    let header = json!({"format": "heapgraph/1", "roots": {}, "fixed": ["T"], "types": types});
    let objects = json!({"R$0": {"$type": "R"}, "T$0": {"$type": "T", "cur": ["R$0"]},
        "T$1": {"$type": "T", "cur": []}});
    let hints = "--@ T: table times\n--@ R: table rs";
    let told = Drawn::of(&header, heap(objects.clone()), hints).text(80);
    assert!(told.contains("T$1 │ {}") && !told.contains("no rows"), "{told}");
    let told = Drawn::of(&header, heap(objects), &format!("{hints}\n--@ T: project")).text(80);
    assert!(!told.contains("times") && told.contains("rs"), "{told}");
}

/// If it failed, a table would have columns for rows that stand in another one, or rows that hints hide.
#[test]
fn heirs_with_a_table_of_their_own_are_not_in_their_parents() {
    let header = json!({"format": "heapgraph/1", "roots": {}, "types": {
        "A": {"x": "A?"}, "B": {"x": "A?", "f": "int"}, "C": {"x": "A?"}},
        "extends": {"B": "A", "C": "A"}});
    let objects = json!({"A$0": {"$type": "A", "x": "B$0"}, "B$0": {"$type": "B", "x": null, "f": 1},
        "C$0": {"$type": "C", "x": null}});
    let hints = "--@ A: table as\n--@ B: table bs\n--@ C: hide";
    let told = Drawn::of(&header, heap(objects), hints).text(80);
    let (parent, heir) = told.split_once("\nbs\n").expect("two tables");
    assert!(parent.contains("x → as, bs") && !parent.contains("│ f"), "{told}");
    assert!(heir.contains("x → as, bs │ f"), "{told}");
    assert!(!told.contains("C$0"), "{told}");
}

/// If it failed, a sequence would have as many arrows to one row as it has places.
#[test]
fn a_cell_leads_to_a_row_once() {
    let types = json!({"A": {"q": "seq A"}});
    let objects = json!({"A$0": {"$type": "A", "q": ["A$0", "A$0", "A$0"]}});
    let picture = Drawn::new(types, heap(objects), "--@ A: table a").svg();
    assert_eq!(picture.matches("<g class=\"link").count(), 1, "{picture}");
}

/// If it failed, a terminal would break the lines of a table, and no column would stand below its head.
#[test]
fn no_line_is_wider_than_the_page() {
    for (first, wide) in [(5, 90), (60, 70), (90, 3), (39, 39)] {
        let ty = "T".repeat(first);
        let types = json!({&ty: {"s": "str", "t": "str"}});
        let objects = json!({format!("{ty}$0"): {"$type": ty, "s": "x".repeat(wide), "t": "y"}});
        let told = Drawn::new(types, heap(objects), &format!("--@ {ty}: table a")).text(80);
        assert!(told.lines().all(|line| line.chars().count() <= 80), "{told}");
        assert_eq!(told.matches('x').count(), wide, "{told}");
    }
}

/// If it failed, a drawing would have other tables than the databases of the same spec.
#[test]
fn what_is_said_last_of_a_column_is_heeded() {
    let types = json!({"A": {"x": "A?"}});
    let objects = json!({"A$0": {"$type": "A", "x": null}});
    let hints = "--@ A: table first\n--@ A: row number id\n--@ A.x: column one\n--@ A.x: nullable two\n\
                 --@ A: row text id\n--@ A: table second";
    let told = Drawn::new(types, heap(objects), hints).text(80);
    assert!(told.contains("second\n  id   │ two → second\n"), "{told}");
    assert!(told.contains("  'r1' │ NULL"), "{told}");
}

/// If it failed, a reader would search a table at another place in each state.
#[test]
fn tables_stay_on_their_shelves() {
    let header = json!({"format": "heapgraph/1", "roots": {}, "var": ["P", "Q"],
        "types": {"P": {}, "Q": {}, "R": {}}});
    let with = |p: usize, q: usize| {
        let all = rows("P", p).into_iter().chain(rows("Q", q)).chain(rows("R", 1));
        Json::Object(all.collect())
    };
    let record = trace(&[with(0, 9), with(9, 0), with(9, 9)]);
    let hints = "--@ P: table p\n--@ Q: table q\n--@ R: table r";
    let picture = Drawn::of(&header, record, hints).svg();
    let places = picture.split("<g class=\"table").skip(1);
    let places: Vec<&str> =
        places.map(|table| table.split_once("translate").expect("a place").1).collect();
    let places: Vec<&str> =
        places.iter().map(|place| place.split_once(')').expect("it ends").0).collect();
    assert_eq!(places.len(), 9);
    assert!(places.chunks(3).all(|state| state == &places[..3]), "{places:?}");
}

/// If it failed, Graphviz would draw a link that is new as those that were there before.
#[test]
fn new_links_are_red_in_dot() {
    let header =
        json!({"format": "heapgraph/1", "roots": {}, "var": ["A.x"], "types": {"A": {"x": "A?"}}});
    let state = |x: Json| json!({"A$0": {"$type": "A", "x": x}});
    let record = trace(&[state(Json::Null), state("A$0".into())]);
    let drawn = Drawn::of(&header, record, "--@ A: table a");
    let graph = dot(&drawn.header, &drawn.instance, &drawn.hints);
    assert!(graph.contains("r0c1 -> \"1:table A\":r0c0 [color=red];"), "{graph}");
}
