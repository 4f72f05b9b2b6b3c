//! Instances as one object of a sig sees them.

use std::path::Path;

use korrel_draw::{DrawnInstance, Hints, Page, Theme, dot, pictures, projected, text, top_sigs};
use korrel_heapgraph::Header;
use serde_json::{Value as Json, json};

fn locks() -> (Header, DrawnInstance) {
    let header = json!({"format": "heapgraph/1", "roots": {"start": "Time"}, "types": {
        "Time": {"holder": "rel Process Lock", "ready": "set Process", "next": "Time?"},
        "Process": {"waits": "map Time Lock", "born": "Time", "seen": "rel Time int Lock"},
        "Lock": {}}});
    let record = json!({"id": 0, "roots": {"start": "Time$0"}, "objects": {
        "Time$0": {"$type": "Time", "holder": [["Process$0", "Lock$0"]], "ready": ["Process$1"], "next": "Time$1"},
        "Time$1": {"$type": "Time", "holder": [["Process$1", "Lock$0"], ["Process$1", "Lock$1"]],
            "ready": ["Process$0", "Process$1"], "next": null},
        "Process$0": {"$type": "Process", "waits": {"Time$1": "Lock$1"}, "born": "Time$0",
            "seen": [["Time$0", 3, "Lock$0"], ["Time$1", 4, "Lock$1"]]},
        "Process$1": {"$type": "Process", "waits": {"Time$0": "Lock$0"}, "born": "Time$1", "seen": []},
        "Lock$0": {"$type": "Lock"}, "Lock$1": {"$type": "Lock"}}});
    let header = Header::read(&header).expect("a header");
    let instance = DrawnInstance::read(&header, &record).expect("a record");
    (header, instance)
}

fn over(sig: &str, at: usize) -> Hints {
    Hints::default().projecting(&[(sig.to_owned(), Some(at))])
}

/// If this failed, a projection would draw facts of another time, or not all facts of this one.
#[test]
fn a_relation_loses_its_column_of_times() {
    let (header, instance) = locks();
    let drawn = |at: usize| {
        let pictures = pictures(&header, &instance, Theme::Light, &over("Time", at));
        let [picture] = pictures.as_slice() else { panic!("a projected heap is one picture") };
        let arrow = |(from, to, _): &(usize, usize, bool)| {
            format!("{} → {}", picture.objects[*from], picture.objects[*to])
        };
        let mut arrows: Vec<String> = picture.arrows.iter().map(arrow).collect();
        arrows.sort();
        arrows
    };
    // holder and seen at Time$0; waits.
    assert_eq!(drawn(0), ["Process$0 → Lock$0", "Process$1 → Lock$0"]);
    // waits and seen; holder twice.
    assert_eq!(drawn(1), ["Process$0 → Lock$1", "Process$1 → Lock$0", "Process$1 → Lock$1"]);
    let page = Page { width: 80, is_colored: false };
    insta::assert_snapshot!(text(&header, &instance, &page, &over("Time", 1)));
    let sigs = projected(&header, &instance, &over("Time", 1));
    assert_eq!((sigs[0].object.as_deref(), sigs[0].at, sigs[0].of), (Some("Time$1"), 1, 2));
}

/// If this failed, an instance with fewer objects than the one before, or a sig without any, could not be drawn.
#[test]
fn an_object_that_is_not_there_is_the_last_one() {
    let (header, instance) = locks();
    let sigs = projected(&header, &instance, &over("Time", 9));
    assert_eq!((sigs[0].object.as_deref(), sigs[0].at), (Some("Time$1"), 1));
    let sigs = projected(&header, &instance, &over("Clock", 0));
    assert_eq!((sigs[0].object.as_deref(), sigs[0].of), (None, 0));
    let page = Page { width: 80, is_colored: false };
    let same = text(&header, &instance, &page, &over("Clock", 0));
    assert_eq!(same, text(&header, &instance, &page, &Hints::default()));
}

/// If this failed, a field from a sig to itself could not be projected, or two sigs at once.
#[test]
fn two_sigs_are_projected_one_after_the_other() {
    let (header, instance) = locks();
    let hints = over("Process", 0).projecting(&[("Time".to_owned(), Some(0))]);
    let pictures = pictures(&header, &instance, Theme::Light, &hints);
    let [picture] = pictures.as_slice() else { panic!("a projected heap is one picture") };
    assert_eq!(picture.objects, ["Lock$0", "Lock$1"]);
}

/// If this failed, what has no object of two sigs would be drawn as an empty set, and what has one as true.
#[test]
fn a_value_whose_columns_have_all_gone_is_true_or_false() {
    let header = json!({"format": "heapgraph/1", "roots": {"held": "A?"}, "types": {
        "A": {"f": "rel B C", "g": "set B", "h": "B?"}, "B": {"i": "map A B"}, "C": {"j": "set A"}}});
    let header = Header::read(&header).expect("a header");
    let record = json!({"id": 0, "roots": {"held": null}, "objects": {
        "A$0": {"$type": "A", "f": [], "g": [], "h": null}, "B$0": {"$type": "B", "i": {}},
        "C$0": {"$type": "C", "j": []}}});
    let instance = DrawnInstance::read(&header, &record).expect("a record");
    let page = Page { width: 80, is_colored: false };
    let drawn = |sigs: &[&str]| {
        let sigs: Vec<_> = sigs.iter().map(|sig| ((*sig).to_owned(), Some(0))).collect();
        let drawing = text(&header, &instance, &page, &Hints::default().projecting(&sigs));
        drawing.lines().skip(1).map(|line| format!("{line}\n")).collect::<String>()
    };
    let all = [
        drawn(&["A"]),
        drawn(&["A", "B"]),
        drawn(&["B", "A"]),
        drawn(&["A", "C"]),
        drawn(&["C", "A", "B"]),
    ];
    insta::assert_snapshot!(all.join("\n"));
}

/// If this failed, a sig that a theme calls by its module's path, and a flag by its name, would be drawn twice.
#[test]
fn a_sig_of_two_names_is_projected_once() {
    let (header, instance) = locks();
    let both = [("lib/Time".to_owned(), None), ("Time".to_owned(), Some(1))];
    let drawn = |hints: &Hints| {
        let page = Page { width: 80, is_colored: false };
        text(&header, &instance, &page, hints)
    };
    let once = drawn(&over("Time", 1));
    assert_eq!(drawn(&Hints::default().projecting(&both)), once);
    assert!(dot(&header, &instance, &over("Time", 1)).contains("label=\"Time$1\""));
    // One of two modules is meant by its whole name.
    let header = json!({"format": "heapgraph/1", "roots": {}, "types": {"a/T": {}, "b/T": {}}});
    let header = Header::read(&header).expect("a header");
    let record = json!({"id": 0, "roots": {}, "objects": {
        "a/T$0": {"$type": "a/T"}, "b/T$0": {"$type": "b/T"}}});
    let instance = DrawnInstance::read(&header, &record).expect("a record");
    let seen = projected(&header, &instance, &over("b/T", 0));
    assert_eq!(seen[0].object.as_deref(), Some("b/T$0"));
}

/// If this failed, a field that is hidden would be drawn because its object is looked at, or one would be hidden with
/// the parameters.
#[test]
fn a_field_of_what_is_looked_at_is_hidden_as_any() {
    let (header, instance) = locks();
    let page = Page { width: 80, is_colored: false };
    let drawn = |hints: Hints| {
        let hints = hints.then(&over("Time", 0));
        text(&header, &instance, &page, &hints) + &dot(&header, &instance, &hints)
    };
    let (plain, hidden) = (drawn(Hints::default()), drawn(Hints::read("--@ ready: hide")));
    assert!(plain.contains("ready: {Process$1}") && !hidden.contains("ready"), "{plain}\n{hidden}");
}

/// If this failed, some projection could not be drawn, or the steps of a trace would name other objects than
/// without it.
#[test]
fn every_stream_is_drawn_over_every_sig() {
    let streams = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/streams");
    for file in std::fs::read_dir(streams).expect("there are streams") {
        let lines = std::fs::read_to_string(file.expect("a file").path()).expect("a stream");
        let mut records = lines.lines().map(|line| serde_json::from_str(line).expect("JSON"));
        let header = Header::read(&records.next().expect("a header")).expect("a header");
        for record in records.filter(|record: &Json| record["kind"] == "instance") {
            let instance = DrawnInstance::read(&header, &record).expect("an instance");
            let steps = |hints: &Hints| -> Vec<String> {
                let pictures = pictures(&header, &instance, Theme::Light, hints);
                pictures.into_iter().map(|picture| picture.step).collect()
            };
            let is_trace = matches!(instance, DrawnInstance::Trace(_));
            for (sig, at) in top_sigs(&header).flat_map(|sig| [(sig, 0), (sig, 1)]) {
                let drawn = steps(&over(sig, at));
                if is_trace {
                    assert_eq!(drawn, steps(&Hints::default()), "{sig}");
                }
            }
        }
    }
}
