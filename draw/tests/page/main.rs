//! The page in a browser: clicked, typed into, and fed with names that would like to be scripts.
//!
//! That needs `chromedriver`. The rest of the page is in the snapshots.

mod browser;

use std::path::{Path, PathBuf};
use std::time::Instant;

use browser::Browser;
use korrel_draw::{DrawnInstance, Hints, PageEntry, Theme, html};
use korrel_heapgraph::Header;
use serde_json::{Value as Json, json};

/// As many as there are binary trees of eight nodes.
const TREES: usize = 1430;

/// Counts the visible cards that have no picture.
const EMPTY: &str = "[...document.querySelectorAll('.card:not([hidden])')].filter((card) => { \
    const { top, bottom } = card.getBoundingClientRect(); \
    return top < innerHeight && bottom > 0 && !card.querySelector('svg') }).length";

#[test]
#[ignore = "chromedriver: cargo test -p korrel-draw --test page -- --ignored"]
fn people_can_use_the_page() {
    let browser = Browser::start().expect("there is chromedriver, and a browser");
    gallery(&browser);
    letters_are_readable(&browser);
    cards_hold_their_pictures(&browser);
    a_narrow_page_has_no_holes(&browser);
    a_picture_is_explored(&browser);
    frames(&browser);
    traces(&browser);
    player(&browser);
    hostile_names_are_text(&browser);
}

/// If this fails, a gallery of thousands is slow, or cannot be searched.
fn gallery(browser: &Browser) {
    let url = page("trees", &trees());
    let start = Instant::now();
    browser.open(&url);
    assert_eq!(browser.eval("return document.body.dataset.ready"), "yes");
    let seconds = start.elapsed().as_secs_f64();
    assert!(seconds < 2.0, "the page opens in {seconds} seconds");
    assert_eq!(browser.text("#shown"), "1430 instances");
    let filled = "return [...document.querySelectorAll('.card svg')].length";
    assert_eq!(browser.eval(&format!("return {EMPTY}")), 0, "the first screen is drawn at once");
    let filled = browser.eval(filled).as_u64().expect("a number");
    assert!(filled < 200, "only what is in sight is drawn, not {filled}");

    browser.click(".card");
    assert_eq!(browser.text("#name"), "instance 0");
    browser.click("#next");
    browser.press("\u{e014}");
    assert_eq!(browser.text("#name"), "instance 2");
    browser.press("\u{e012}");
    assert_eq!(browser.text("#name"), "instance 1");
    assert!(browser.text("#tables").contains("Node$7"), "the table stands beside the graph");
    browser.press("g");

    browser.write("#search", "1234");
    assert_eq!(browser.text("#shown"), "1 of 1430");
    browser.press("\u{e007}");
    assert_eq!(browser.text("#name"), "instance 1234");
    browser.click("#clear");
    browser.press("g");
    // Asked in the same turn, so that nothing that comes into sight later has been drawn yet.
    let empty = browser.eval(&format!(
        "const select = document.querySelector('#values select'); select.value = '=3'; \
         select.dispatchEvent(new Event('input', {{ bubbles: true }})); return {EMPTY}"
    ));
    assert_eq!(empty, 0, "a card in sight is empty before it is painted");
    assert_eq!(browser.text("#shown"), "143 of 1430");
    browser.click("#clear");
    browser.write("#most", "5");
    assert_eq!(browser.text("#shown"), "0 of 1430");
    assert_eq!(browser.complaints(), Vec::<Json>::new());
}

/// If this fails, letters in cards are too small to be read: those of labels are a twelfth smaller.
fn letters_are_readable(browser: &Browser) {
    for name in ["commit_graph", "red_black_tree", "river", "two_states"] {
        browser.open(&page(name, &stream(name)));
        browser.press("g");
        let least = browser.eval(
            "return Math.min(...[...document.querySelectorAll('.card svg')].map((svg) => \
             12 * svg.getBoundingClientRect().width / svg.viewBox.baseVal.width))",
        );
        assert!(least.as_f64().is_some_and(|pixels| pixels >= 12.0), "{name}: {least} pixels");
    }
}

/// Opens the first instance. A page with one instance has done that.
fn first(browser: &Browser) {
    if browser.eval("return document.querySelector('#single').hidden") == true {
        browser.click(".card");
    }
}

/// If this fails, a picture in a gallery is cut through a node, or one instance is a gallery of one card.
fn cards_hold_their_pictures(browser: &Browser) {
    for name in ["commit_graph", "red_black_tree", "river", "two_states", "directed_graph"] {
        let records = stream(name);
        browser.open(&page(name, &records));
        let is_open = browser.eval("return !document.querySelector('#single').hidden");
        assert_eq!(is_open, records.1.len() == 1, "{name}");
        browser.press("g");
        let cut = browser.eval(
            "return [...document.querySelectorAll('.card svg')].filter((svg) => { \
             const [inner, outer] = [svg, svg.closest('.card')].map((one) => one.getBoundingClientRect()); \
             return inner.left < outer.left || inner.right > outer.right || inner.bottom > outer.bottom }).length",
        );
        assert_eq!(cut, 0, "{name}");
    }
}

/// If this fails, a narrow page breaks names of objects apart, or has a hole between the picture and its tables.
fn a_narrow_page_has_no_holes(browser: &Browser) {
    // A window may not be so narrow, so the page is.
    let narrow = "document.documentElement.style.width = '400px'; document.body.style.width = '400px'; \
                  dispatchEvent(new Event('resize'))";
    for name in ["red_black_tree", "traces"] {
        browser.open(&page(name, &stream(name)));
        browser.eval(narrow);
        browser.press("g");
        browser.click(".card");
        let hole = "const [above, below] = ['#graph .zoom', '#tables'].map((one) => document.querySelector(one).getBoundingClientRect()); \
                    return below.top - above.bottom";
        let hole = browser.eval(hole).as_f64().expect("a number");
        assert!((0.0..80.0).contains(&hole), "{name}: {hole}");
        let broken = "return [...document.querySelectorAll('#tables td:first-child')].filter((cell) => \
                      /^[A-Z][a-z]*[$][0-9]$/.test(cell.textContent) && cell.getBoundingClientRect().height > 30).map((cell) => cell.textContent)";
        assert_eq!(browser.eval(broken), json!([]), "{name}");
    }
}

/// If this fails, a large graph cannot be made larger, or its boxes cannot be moved apart.
fn a_picture_is_explored(browser: &Browser) {
    browser.open(&page("commit_graph", &stream("commit_graph")));
    first(browser);
    let wide = "return document.querySelector('#graph svg').getBoundingClientRect().width";
    let wide = || browser.eval(wide).as_f64().expect("a number");
    let before = wide();
    browser.click("#graph .zoom button[title=larger]");
    assert!(wide() > before * 1.2, "{before}, {}", wide());
    browser.click("#graph .zoom button[title=smaller]");
    assert!((wide() - before).abs() < 1.0, "{before}, {}", wide());
    let moved = browser.eval(
        "const node = document.querySelector('#graph .node'); \
         const own = [...document.querySelectorAll('#graph .edge')].find((edge) => \
           [edge.dataset.from, edge.dataset.to].includes(node.dataset.object)); \
         const told = () => [node.getAttribute('transform'), own.querySelector('path').getAttribute('d')]; \
         const before = told(); \
         const at = (kind, x, y) => node.dispatchEvent(new PointerEvent(kind, \
           { bubbles: true, button: 0, pointerId: 1, clientX: x, clientY: y })); \
         HTMLElement.prototype.setPointerCapture = () => {}; \
         at('pointerdown', 50, 50); at('pointermove', 90, 70); at('pointerup', 90, 70); \
         return told().map((text, place) => text !== before[place])",
    );
    assert_eq!(moved, json!([true, true]), "the box, and its arrow");
    assert_eq!(browser.complaints(), Vec::<Json>::new());
}

/// If this fails, an ordered sig cannot be stepped through.
fn frames(browser: &Browser) {
    browser.open(&page("river", &stream("river")));
    first(browser);
    assert_eq!(browser.text("#frame"), "State$0 (1 of 8)");
    browser.click("#frame-next");
    browser.press("]");
    assert_eq!(browser.text("#frame"), "State$2 (3 of 8)");
    browser.press("[");
    assert_eq!(browser.text("#frame"), "State$1 (2 of 8)");
    assert!(browser.text("#graph").contains("near"));
    assert_eq!(browser.complaints(), Vec::<Json>::new());
}

/// If this fails, a trace looks like another one, or its loop like an end.
fn traces(browser: &Browser) {
    browser.open(&page("traces", &stream("traces")));
    assert!(browser.text(".card").contains("4 states, the loop begins at state 1"));
    first(browser);
    assert_eq!(browser.text("#frame"), "state 0");
    let strip = browser.text("#strip");
    assert!(strip.contains("state 3") && strip.contains("then state 1 again"), "{strip}");
    assert!(!browser.text("#tables").contains("Ring$1"));
    browser.press("[");
    assert_eq!(browser.text("#frame"), "state 0");
    for _ in 0..3 {
        browser.press("]");
    }
    assert_eq!(browser.text("#frame"), "state 3");
    let tables = browser.text("#tables");
    assert!(tables.contains("Ring$1") && !tables.contains("Node$1"), "{tables}");
    assert!(tables.contains("$x"), "the witness stands beside each state");
    assert_eq!(browser.complaints(), Vec::<Json>::new());
}

/// If this fails, a trace cannot be played, by hand, by key or by itself, or objects jump from state to state.
fn player(browser: &Browser) {
    browser.open(&page("steps", &stream("steps")));
    browser.click(".card");
    let state = || browser.text("#frame");
    // The place of an object in the picture.
    let place = "return [...document.querySelectorAll('#graph .node')].find((node) => \
                 node.textContent.startsWith('Process$1')).getAttribute('transform')";
    let first = browser.eval(place);
    assert_eq!(browser.text("#step"), "then ask(p: Process$0, of: Process$1)");
    for expected in ["state 1", "state 2", "state 3", "state 4", "state 1"] {
        browser.press("]");
        assert_eq!(state(), expected, "a lasso goes on with its loop");
        assert_eq!(browser.eval(place), first, "{expected}: it stays in its place");
    }
    browser.press("\u{e010}");
    assert_eq!(state(), "state 4");
    browser.press("\u{e011}");
    assert_eq!(state(), "state 0");
    let is_first = "return document.querySelector('#frame-previous').disabled";
    assert_eq!(browser.eval(is_first), true);
    browser.eval(
        "const slider = document.querySelector('#slider'); slider.value = 3; \
         slider.dispatchEvent(new Event('input', { bubbles: true }))",
    );
    assert_eq!(state(), "state 3");
    let told = "return document.querySelector('#slider').getAttribute('aria-valuetext')";
    assert_eq!(browser.eval(told), "state 3, in the loop");
    let marked = "return [...document.querySelectorAll('.current')].map((each) => \
                  each.dataset.frame ?? each.dataset.state).join()";
    assert_eq!(browser.eval(marked), "3,3", "in the lanes and below");
    let looping = "return [...document.querySelectorAll('#strip .loop')].length";
    assert_eq!(browser.eval(looping), 4);
    browser.eval("document.querySelector('#lanes .moment').dispatchEvent(new MouseEvent('click', { bubbles: true }))");
    assert_eq!(state(), "state 0");
    browser.click("#strip .state:nth-of-type(3)");
    assert_eq!(state(), "state 2");
    // It plays on into its loop until it is paused.
    let label = "return document.querySelector('#play').getAttribute('aria-label')";
    browser.click("#play");
    assert_eq!(browser.eval(label), "pause");
    let start = Instant::now();
    while state() != "state 1" {
        assert!(start.elapsed().as_secs() < 10, "it plays");
        std::thread::sleep(std::time::Duration::from_millis(50));
    }
    browser.click("#play");
    assert_eq!(browser.eval(label), "play");
    // The beginning of a trace has an end.
    browser.press("n");
    assert_eq!(
        (browser.text("#name").contains("instance 1"), state()),
        (true, "state 0".to_owned())
    );
    browser.press("]");
    browser.press("]");
    assert_eq!(state(), "state 1");
    assert_eq!(browser.eval("return document.querySelector('#frame-next').disabled"), true);
    browser.press("n");
    assert_eq!(browser.eval("return document.querySelector('#stepper').hidden"), true);
    assert_eq!(browser.complaints(), Vec::<Json>::new());
}

/// If this fails, a spec from elsewhere runs in the reader's browser, or deceives the reader.
fn hostile_names_are_text(browser: &Browser) {
    let (mut header, mut records) = stream("hostile");
    let image = "</script><img src=x onerror='document.title=1'>\u{202e}<!--";
    header["spec"] = json!(image);
    records[0]["objects"]["A$0"]["name"] = json!(image);
    browser.open(&page("hostile", &(header, records)));
    first(browser);
    assert_eq!(browser.eval("return document.querySelectorAll('img').length"), 0);
    assert_eq!(browser.eval("return document.querySelectorAll('svg script, svg img').length"), 0);
    let shown = "</script><img src=x onerror='document.title=1'>\\u{202e}<!--";
    assert_eq!(browser.text("#spec"), shown);
    assert!(browser.text("#tables").contains(shown));
    assert!(browser.text("#tables").contains("<script>alert('hé')</script>"));
    assert_eq!(browser.complaints(), Vec::<Json>::new());
    let inserted = "const s = document.createElement('script'); s.textContent = 'document.title = 7'; \
                    document.body.append(s); return document.title";
    assert_ne!(browser.eval(inserted), "7", "the policy lets no other script run");
}

/// Writes a page whose depth an expression chooses, and returns its address.
fn page(name: &str, (header, records): &(Json, Vec<Json>)) -> String {
    let header = Header::read(header).expect("a header");
    let entry = |(at, record): (usize, &Json)| PageEntry {
        instance: DrawnInstance::read(&header, record).expect("an instance"),
        record: record.clone(),
        values: vec![vec![(at % 10).to_string()]],
    };
    let entries: Vec<PageEntry> = records.iter().enumerate().map(entry).collect();
    let lanes: &[String] = if name == "steps" { &["Process".to_owned()] } else { &[] };
    let expressions = ["rest".to_owned()];
    let page = html(&header, &entries, &expressions, lanes, Theme::Light, &Hints::default());
    let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(format!("{name}.html"));
    std::fs::write(&path, page).expect("the page is written");
    format!("file://{}", path.display())
}

fn stream(name: &str) -> (Json, Vec<Json>) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("tests/streams/{name}.jsonl"));
    let lines = std::fs::read_to_string(path).expect("the stream is there");
    let mut records: Vec<Json> =
        lines.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect();
    let header = records.remove(0);
    records.retain(|record| record["kind"] == "instance");
    (header, records)
}

/// Every binary tree of eight nodes.
fn trees() -> (Json, Vec<Json>) {
    let header = json!({ "format": "heapgraph/1", "spec": "trees.als", "command": "run ok",
        "roots": { "t": "Tree" }, "enums": {},
        "types": { "Tree": { "root": "Node?" }, "Node": { "left": "Node?", "right": "Node?" } } });
    let mut records = Vec::new();
    shapes(8, &mut |shape| {
        let mut objects = serde_json::Map::new();
        objects.insert("Tree$0".into(), json!({ "$type": "Tree", "root": "Node$0" }));
        for (at, (left, right)) in shape.iter().enumerate() {
            let name = |child: &Option<usize>| child.map(|child| format!("Node${child}"));
            objects.insert(
                format!("Node${at}"),
                json!({ "$type": "Node", "left": name(left), "right": name(right) }),
            );
        }
        let id = records.len();
        records.push(
            json!({ "kind": "instance", "id": id, "roots": { "t": "Tree$0" }, "objects": objects }),
        );
    });
    assert_eq!(records.len(), TREES);
    (header, records)
}

type Shape = Vec<(Option<usize>, Option<usize>)>;

fn shapes(nodes: usize, each: &mut dyn FnMut(&Shape)) {
    for shape in all(nodes) {
        each(&shape);
    }
}

/// The root comes first, then the left tree, then the right one.
fn all(nodes: usize) -> Vec<Shape> {
    if nodes == 0 {
        return vec![Vec::new()];
    }
    let mut found = Vec::new();
    for left in 0..nodes {
        for a in all(left) {
            for b in all(nodes - 1 - left) {
                let moved = |shape: &Shape, by: usize| -> Shape {
                    let child = |at: Option<usize>| at.map(|at| at + by);
                    shape.iter().map(|&(l, r)| (child(l), child(r))).collect()
                };
                let root = ((left > 0).then_some(1), (left + 1 < nodes).then_some(left + 1));
                let mut shape = vec![root];
                shape.append(&mut moved(&a, 1));
                shape.append(&mut moved(&b, left + 1));
                found.push(shape);
            }
        }
    }
    found
}
