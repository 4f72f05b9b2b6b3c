//! The page in a browser: clicked, typed into, and used with the keyboard alone.

use std::path::Path;
use std::process::Command;
use std::time::{Duration, Instant};

use serde_json::{Value as Json, json};

use super::browser::Browser;
use super::server::{Server, library};

const TREES: &str = "enum Color { Red, Black }
sig Node { left, right: lone Node, color: Color }
one sig Tree { root: lone Node }
pred tree {
  Node = Tree.root.*(left + right)
  all n: Node | n not in n.^(left + right)
  all n: Node | lone n.~(left + right)
  no n: Node | some n.left & n.right
}
run tree for 3
check { some Node } for 2
";

const ENTER: &str = "\u{e007}";
const ESCAPE: &str = "\u{e00c}";
const RIGHT: &str = "\u{e014}";

#[test]
#[ignore = "needs chromedriver and a browser"]
fn people_can_use_the_page() {
    let browser = Browser::start().expect("there is chromedriver, and a browser");
    looking(&browser);
    editing(&browser);
    saving(&browser);
    nothing_left(&browser);
    traces(&browser);
    forks(&browser);
    steps(&browser);
    sizes(&browser);
    projecting(&browser);
    themes(&browser);
    names_are_text(&browser);
    each_kind_of_spec(&browser);
}

/// Waits until nothing is asked any more.
pub fn idle(browser: &Browser) {
    let begun = Instant::now();
    loop {
        std::thread::sleep(Duration::from_millis(60));
        if browser.eval("return document.body.dataset.busy === '0' && document.body.dataset.looked !== undefined") == true {
            return;
        }
        assert!(begun.elapsed() < Duration::from_secs(60), "it asks for ever");
    }
}

fn opened(browser: &Browser, text: &str) -> Server {
    let server = Server::of(text, &[]);
    browser.open(&server.address);
    idle(browser);
    server
}

fn write(browser: &Browser, selector: &str, text: &str) {
    browser.eval(&format!("document.querySelector('{selector}').value = ''"));
    browser.write(selector, text);
    idle(browser);
}

/// If this failed, nobody could go through instances, count them, or ask about them.
fn looking(browser: &Browser) {
    let _server = opened(browser, TREES);
    // Coloured binary trees of 0 to 3 nodes: Catalan's numbers times powers of 2.
    assert_eq!(browser.text("#all"), "of 51");
    assert_eq!(browser.text("#bars"), "1\\n1\\n2\\n2\\n3\\n8\\n4\\n40".replace("\\n", "\n"));
    assert!(browser.text("#shown figcaption").starts_with("instance 0, key "));
    browser.click("#next");
    idle(browser);
    assert!(browser.text("#shown figcaption").starts_with("instance 1,"));
    write(browser, "#number", "50\u{e007}");
    assert!(browser.text("#shown figcaption").starts_with("instance 50,"));
    browser.press(ESCAPE);
    browser.press("p");
    idle(browser);
    assert!(browser.text("#shown figcaption").starts_with("instance 49,"));
    browser.press(RIGHT);
    idle(browser);
    assert!(browser.text("#shown figcaption").starts_with("instance 50,"));
    // The first one of size 4 is the twelfth.
    browser.eval("document.querySelectorAll('.bar')[3].click()");
    idle(browser);
    assert!(browser.text("#shown figcaption").starts_with("instance 11,"));
    let shape = "return [...document.querySelectorAll('#shown .edge')].map((edge) => edge.dataset.from + edge.dataset.to).join()";
    let before = browser.eval(shape);
    browser.press("k");
    idle(browser);
    assert_ne!(browser.eval(shape), before, "another kind has another shape");
    browser.press("r");
    idle(browser);
    assert!(browser.text("#shown figcaption").starts_with("drawn at random"));

    write(browser, "#number", "50\u{e007}");
    write(browser, "#expression", "Tree.root.^(left + right)\u{e007}");
    let lit = browser.eval("return document.querySelectorAll('#shown .node.lit').length");
    assert_eq!(lit, 2, "what is below the root");
    write(browser, "#expression", "left + right\u{e007}");
    assert_eq!(browser.eval("return document.querySelectorAll('#shown .edge.lit').length"), 2);
    write(browser, "#expression", "some n: Node | n.color = Red\u{e007}");
    // Trees that are all black: 1 + 1 + 2 + 5.
    assert!(browser.text("#value").contains("holds in 42 of 51"), "{}", browser.text("#value"));
    write(browser, "#expression", "#Node\u{e007}");
    assert!(browser.text("#value").contains("0: 1, 1: 2, 2: 8, 3: 40 (of 51)"));
    write(browser, "#expression", "Nod\u{e007}");
    assert!(browser.text("#value").contains("did you mean `Node`"), "{}", browser.text("#value"));
    browser.press(ESCAPE);

    browser.press("i");
    browser.press("p");
    idle(browser);
    assert!(browser.text("#pinned figcaption").starts_with("pinned: instance 50,"));
    assert!(browser.eval("return document.querySelectorAll('.differs').length").as_u64() > Some(0));
    browser.eval("const select = document.querySelector('#command'); select.value = 1; select.dispatchEvent(new Event('change'))");
    idle(browser);
    assert!(browser.text("#shown figcaption").starts_with("counterexample 0"));
    assert_eq!(browser.complaints(), Vec::<Json>::new());
}

/// If this failed, nobody would see why a heap is no instance.
fn editing(browser: &Browser) {
    let _server = opened(browser, TREES);
    write(browser, "#number", "50\u{e007}");
    let broken = "return [...document.querySelectorAll('#ticks .broken')].map((mark) => mark.nextSibling.firstChild.textContent)";
    assert_eq!(browser.eval(broken), json!([]), "an instance breaks nothing");
    assert_eq!(browser.eval("return document.querySelectorAll('#ticks .holds').length"), 4);
    browser.press(ESCAPE);
    browser.press("e");
    idle(browser);
    browser.eval("const select = document.querySelector('[aria-label=\"left of Node$0\"]'); select.value = '\"Node$0\"'; select.dispatchEvent(new Event('change'))");
    idle(browser);
    let now = browser.eval(broken);
    assert!(
        now.as_array().is_some_and(|all| all.contains(&json!("n not in n.^(left + right)"))),
        "{now}"
    );
    assert!(
        browser.eval("return document.querySelectorAll('#shown .edge').length").as_u64() > Some(0)
    );
    assert!(browser.text("#how").contains("Choose a box"), "people are told how");
    browser.press("e");
    idle(browser);
    assert_eq!(browser.eval(broken), json!([]));
    assert_eq!(browser.complaints(), Vec::<Json>::new());
}

/// If this failed, a save would not refresh the page, lose its place, or not tell what came and went.
fn saving(browser: &Browser) {
    let server = opened(browser, TREES);
    write(browser, "#number", "7\u{e007}");
    let version = |number: u32| {
        let begun = Instant::now();
        let seen = format!("return document.body.dataset.looked === '{number}'");
        while browser.eval(&seen) != true {
            assert!(begun.elapsed() < Duration::from_secs(20), "the page sees no save");
            std::thread::sleep(Duration::from_millis(50));
        }
        idle(browser);
    };
    server.save(&TREES.replace("run tree", "fact { no right }\nrun tree"));
    version(2);
    // Of each size only the chain to the left: 1 + 2 + 4 + 8 of 51.
    assert_eq!(browser.text("#all"), "of 15");
    assert!(
        browser.text("#change").contains("The last save removed 36 and added 0."),
        "{}",
        browser.text("#change")
    );
    assert!(browser.text("#shown figcaption").starts_with("instance 7,"), "the place is kept");
    server.save(&TREES.replace("lone Node }", "lone Nod }"));
    let begun = Instant::now();
    while !browser.text("#messages").contains("did you mean `Node`") {
        assert!(begun.elapsed() < Duration::from_secs(20), "{}", browser.text("#messages"));
        std::thread::sleep(Duration::from_millis(50));
    }
    assert!(browser.text("#change").contains("the last view without"));
    assert_eq!(browser.eval("return document.querySelectorAll('.line.wrong').length"), 1);
    assert_eq!(browser.complaints(), Vec::<Json>::new());
}

/// If this failed, an edit that leaves no instance would show what was true of the last one, or not say why there is none.
fn nothing_left(browser: &Browser) {
    let spec = "sig N { next: lone N }
pred p { all n: N | n.next != n
  some N }
run p for 2
";
    let server = opened(browser, spec);
    assert!(browser.text("#ticks").contains("n.next != n"));
    server.save(&spec.replace("  some N", "  some n: N | n.next = n"));
    std::thread::sleep(Duration::from_millis(500));
    idle(browser);
    assert_eq!(browser.eval("return document.querySelectorAll('#ticks li, #shown svg').length"), 0);
    let told = browser.text("#shown figcaption");
    assert!(told.contains("these contradict each other") && told.contains("some n: N"), "{told}");
    // Marks stand below what they mark, however narrow the page is.
    let wraps = "return getComputedStyle(document.querySelector('#shown figcaption')).whiteSpace";
    assert_eq!(browser.eval(wraps), "pre");
    // The message of a mistake stands beside its line.
    server.save("sig N { next: lone M }\nrun {}");
    std::thread::sleep(Duration::from_millis(500));
    idle(browser);
    let said = "return document.querySelector('#coloured .wrong .said').dataset.message";
    assert!(browser.eval(said).as_str().is_some_and(|said| said.contains("`M`")));
    assert_eq!(browser.complaints(), Vec::<Json>::new());
}

/// If this failed, a trace could not be looked at state by state.
fn traces(browser: &Browser) {
    let _server = opened(browser, &library("alternating_bit"));
    let begun = Instant::now();
    while browser.eval("return document.querySelector('#player').hidden") == true {
        assert!(begun.elapsed() < Duration::from_secs(30), "there is no player");
        browser.press("n");
        idle(browser);
    }
    let first = browser.text("#frame-name");
    browser.press("]");
    assert_ne!(browser.text("#frame-name"), first);
    browser.press("[");
    assert_eq!(browser.text("#frame-name"), first);
    assert_eq!(browser.complaints(), Vec::<Json>::new());
}

/// If this failed, nobody could ask what else can come next, or would not be told that it is all.
fn forks(browser: &Browser) {
    let lamps =
        "sig Lamp {} var sig Lit in Lamp {} fact { no Lit } run {} for exactly 2 Lamp, 3 steps";
    let _server = opened(browser, lamps);
    assert_eq!(browser.text("#fork"), "New fork from state 0");
    let lit = "return now.shown.record.states[1]?.sets.Lit.length ?? 0";
    let mut seen = vec![browser.eval(lit)];
    for _ in 0..2 {
        browser.click("#fork");
        idle(browser);
        assert_eq!(browser.text("#fork"), "New fork from state 0", "the next one takes its place");
        assert!(
            browser.text("#frame-name").starts_with("state 1"),
            "{}",
            browser.text("#frame-name")
        );
        assert!(browser.text("#shown figcaption").starts_with("another step from state 0"));
        seen.push(browser.eval(lit));
    }
    seen.sort_by_key(Json::to_string);
    assert_eq!(seen, [json!(0), json!(1), json!(2)]);
    browser.press("F");
    idle(browser);
    assert_eq!(browser.text("#way"), "there is no other next step from state 0: all 3 were seen");
    browser.press("]");
    assert!(!browser.text("#way").contains("seen"), "it is said of what was asked");
    browser.press("I");
    idle(browser);
    assert_eq!(browser.text("#way"), "there is no other first state of this configuration");
    browser.press("C");
    idle(browser);
    assert_eq!(browser.text("#way"), "there is no other configuration");
    browser.press("T");
    idle(browser);
    assert!(browser.text("#shown figcaption").starts_with("another path"));
    browser.press("n");
    idle(browser);
    assert!(browser.text("#shown figcaption").starts_with("instance 0"));
    assert_eq!(browser.complaints(), Vec::<Json>::new());
    let _other = opened(browser, TREES);
    assert_eq!(browser.eval("return byId('ways').hidden"), true, "trees go nowhere");
}

/// If this failed, traces would be as long as the spec says, whatever the slider says.
fn steps(browser: &Browser) {
    let lamp = "enum Colour { Red, Green } one sig Lamp { var colour: Colour } run {} for 3 steps";
    let _server = opened(browser, lamp);
    // Words of two letters that come to a circle, none of which is told shorter: 2 + 4 + 12.
    assert_eq!(browser.text("#all"), "of 18");
    browser.eval("byId('scope').open = true");
    assert_eq!(browser.text("#sizes label:last-of-type span"), "steps");
    for (states, total) in [(2, "of 6"), (1, "of 2"), (3, "of 18")] {
        browser.eval(&format!("const slider = document.querySelector('#sizes label:last-of-type input'); slider.value = {states}; slider.dispatchEvent(new Event('change'))"));
        idle(browser);
        assert_eq!(browser.text("#all"), total, "{}", browser.text("#change"));
    }
    assert_eq!(browser.complaints(), Vec::<Json>::new());
}

/// If this failed, a slider would take away the sigs of which there is exactly one.
fn sizes(browser: &Browser) {
    let lists = "sig List { first: lone Node } sig Node {} run {} for exactly 1 List, 2 Node";
    let _server = opened(browser, lists);
    // Of n nodes the first is none or, if there are some, one.
    assert_eq!(browser.text("#all"), "of 5");
    browser.eval("byId('scope').open = true; const slider = document.querySelector('#sizes input'); slider.value = 3; slider.dispatchEvent(new Event('change'))");
    idle(browser);
    assert_eq!(browser.text("#all"), "of 7", "{}", browser.text("#change"));
    assert_eq!(browser.complaints(), Vec::<Json>::new());
}

/// If this failed, nobody could look at one time after the other.
fn projecting(browser: &Browser) {
    let _server = opened(
        browser,
        "abstract sig Time { holds: Process -> Lock } one sig Early, Late extends Time {}
one sig Process {} one sig Lock {} fact { no Early.holds and Late.holds = Process -> Lock } run {}",
    );
    let drawn = "return ['.node', '.edge'].map((part) => document.querySelectorAll(`#shown ${part}`).length)";
    assert_eq!(browser.eval(drawn), json!([4, 1]));
    browser
        .eval("byId('projection').open = true; document.querySelector('#projected input').click()");
    idle(browser);
    assert!(browser.text("#projected").contains("Early$0"), "{}", browser.text("#projected"));
    assert_eq!(browser.eval(drawn), json!([2, 0]));
    browser.click("#projected [aria-label='next Time']");
    idle(browser);
    assert_eq!(browser.eval(drawn), json!([2, 1]), "Late's process holds its lock");
    let arrow = "return document.querySelector('#shown .edge').dataset.from";
    assert_eq!(browser.eval(arrow), "Process$0");
    browser.eval("document.querySelector('#projected input').click()");
    idle(browser);
    assert_eq!(browser.eval(drawn), json!([4, 1]));
    assert_eq!(browser.complaints(), Vec::<Json>::new());
}

/// If this failed, a theme would not be heeded on the page, or nobody could look at the whole beside what it projects.
fn themes(browser: &Browser) {
    let folder = tempfile::tempdir().expect("there is room");
    let theme = folder.path().join("mine.thm");
    let save = |view: &str| {
        let text = format!("<alloy> <view> {view} </view> </alloy>");
        std::fs::write(&theme, text).expect("it can be written");
    };
    let house = "<node shape=\"House\"> <type name=\"Process\"/> </node>";
    save(&format!("<projection> <type name=\"mine/Time\"/> </projection> {house}"));
    let spec = "abstract sig Time { holds: Process -> Lock } one sig Early, Late extends Time {}
one sig Process {} one sig Lock {} fact { no Early.holds and Late.holds = Process -> Lock } run {}";
    let server = Server::of(spec, &["--theme", theme.to_str().expect("a text")]);
    browser.open(&server.address);
    idle(browser);
    let drawn = "return ['.node', '.edge', '.outline'].map((part) => document.querySelectorAll(`#shown ${part}`).length)";
    assert_eq!(browser.eval(drawn), json!([2, 0, 1]), "projected over Time, and a house");
    browser.eval("byId('projection').open = true");
    browser.click("#projected [aria-label='next Time']");
    idle(browser);
    assert_eq!(browser.eval(drawn), json!([2, 1, 1]), "Late's process holds its lock");
    browser.eval("document.querySelector('#projected input').click()");
    idle(browser);
    assert_eq!(browser.eval(drawn), json!([4, 1, 1]), "the whole");
    save("<node visible=\"no\"> <type name=\"Lock\"/> </node>");
    let begun = Instant::now();
    while browser.eval(drawn) != json!([3, 0, 0]) {
        assert!(begun.elapsed() < Duration::from_secs(30), "a theme that is saved is read anew");
        std::thread::sleep(Duration::from_millis(100));
    }
    assert_eq!(browser.complaints(), Vec::<Json>::new());
}

/// If this failed, a name in a spec would be a script.
fn names_are_text(browser: &Browser) {
    let hostile = "<img src=x onerror=document.title='hit'>";
    let text = format!(
        "one sig A {{ s: String }} fact {{ A.s = \"{hostile}\" }} run {{}} -- {hostile}\nrun {{ some A }} for 2"
    );
    let _server = opened(browser, &text);
    assert!(browser.text("#tables").contains("<img src=x"), "{}", browser.text("#tables"));
    assert_eq!(browser.eval("return document.querySelectorAll('img').length"), 0);
    assert_ne!(browser.eval("return document.title"), "hit");
    assert_eq!(browser.complaints(), Vec::<Json>::new());
}

/// If this failed, some kind of instance would not be drawn; letters are never smaller than 11 pixels.
fn each_kind_of_spec(browser: &Browser) {
    for name in [
        "red_black_tree",
        "commit_graph",
        "json_document",
        "file_system",
        "hash_table",
        "singly_linked_list",
        "two_phase_commit",
    ] {
        let _server = opened(browser, &library(name));
        for _ in 0..3 {
            browser.press("n");
            idle(browser);
        }
        let drawn = browser.eval("return document.querySelectorAll('#shown svg').length");
        assert!(drawn.as_u64() > Some(0), "{name}");
        let least = browser.eval("return Math.min(...[...document.querySelectorAll('#shown svg text')].map((text) => parseFloat(getComputedStyle(text).fontSize) * text.ownerSVGElement.getBoundingClientRect().width / text.ownerSVGElement.viewBox.baseVal.width))");
        assert!(least.as_f64() >= Some(10.99), "{name}: letters of {least} pixels");
        assert_eq!(browser.complaints(), Vec::<Json>::new(), "{name}");
    }
}

/// If this failed, Enter would do nothing where people press it.
#[test]
#[ignore = "needs chromedriver and a browser"]
fn the_keyboard_is_enough() {
    let browser = Browser::start().expect("there is chromedriver, and a browser");
    let _server = opened(&browser, TREES);
    browser.press("/");
    assert_eq!(browser.eval("return document.activeElement.id"), "expression");
    for key in ["#", "N", "o", "d", "e", ENTER] {
        browser.press(key);
    }
    idle(&browser);
    assert!(browser.text("#value").starts_with('0'), "{}", browser.text("#value"));
    browser.press(ESCAPE);
    let reached = browser.eval(
        "return [...document.querySelectorAll('button, input, select, textarea, summary, [tabindex]')]
            .filter((one) => one.checkVisibility() && one.tabIndex < 0).map((one) => one.id)",
    );
    assert_eq!(reached, json!([]), "all that can be clicked can be reached");
}

/// If this failed, people who see little, or who hear the page, could not use it.
#[test]
#[ignore = "needs chromedriver, a browser and npm"]
fn nothing_serious_for_those_who_hear_it() {
    let folder = tempfile::tempdir().expect("there is room");
    let installed = Command::new("npm")
        .args(["install", "--silent", "--prefix"])
        .arg(folder.path())
        .arg("axe-core@4")
        .status();
    assert!(installed.is_ok_and(|status| status.success()), "npm installs axe-core");
    let axe = folder.path().join("node_modules/axe-core/axe.min.js");
    let axe = std::fs::read_to_string(axe).expect("it is installed");
    let browser = Browser::start().expect("there is chromedriver, and a browser");
    for (spec, acts) in [
        ("red_black_tree", "pin(); next(1)"),
        ("red_black_tree", "dark(); edit()"),
        (
            "red_black_tree",
            "showReport({ spec: 's', end: 'e', problems: ['p'], operations: ['o'], failures: [{ op: 'f', cause: 'c', at: null, inputs: '1 input', key: 'k', lines: ['l'], stderr: 'e', all: ['k'], again: 'korrel', drawn: now.shown }] }); document.querySelector('.failure').open = true",
        ),
        (
            "alternating_bit",
            "byId('scope').open = byId('drawing').open = byId('projection').open = byId('keys').open = true; document.querySelector('#projected input').click()",
        ),
    ] {
        let _server = opened(&browser, &library(spec));
        browser.eval(acts);
        idle(&browser);
        browser.eval(&axe);
        browser.eval("axe.run(document).then((found) => { window.found = found.violations; })");
        let begun = Instant::now();
        while browser.eval("return window.found === undefined") == true {
            assert!(begun.elapsed() < Duration::from_secs(30), "axe ends");
            std::thread::sleep(Duration::from_millis(100));
        }
        let serious = browser.eval(
            "return window.found.filter((one) => ['serious', 'critical'].includes(one.impact))
                .map((one) => [one.id, one.nodes.map((node) => node.html)])",
        );
        assert_eq!(serious, json!([]), "{spec}: {acts}");
    }
}

/// If this failed, the playground would not open from a file, judge no exercise, or forget what its link holds.
#[test]
#[ignore = "needs chromedriver, node, and Rust's target wasm32-unknown-unknown; it builds for minutes"]
fn the_playground_of_wasm_needs_no_server() {
    let folder = tempfile::tempdir().expect("there is room");
    let file = folder.path().join("playground.html");
    let build = Path::new(env!("CARGO_MANIFEST_DIR")).join("../playground/build");
    let built = Command::new(build).arg(&file).status();
    assert!(built.is_ok_and(|status| status.success()), "it is built");
    let address = format!("file://{}", file.display());
    let browser = Browser::start().expect("there is chromedriver, and a browser");
    browser.open(&format!("{address}#red_black_tree"));
    idle(&browser);
    assert_eq!(browser.text("#all"), "of 16");
    browser.open(&format!("{address}#acyclic"));
    browser.eval("location.reload()");
    let verdict = |wanted: &str| {
        let begun = Instant::now();
        let said = "return document.querySelector('#verdict')?.textContent ?? ''";
        while !browser.eval(said).as_str().is_some_and(|said| said.contains(wanted)) {
            assert!(begun.elapsed() < Duration::from_secs(30), "{}", browser.eval(said));
            std::thread::sleep(Duration::from_millis(100));
        }
    };
    // Of all 25 functional graphs of up to three nodes that are partial, 8 have no circle: OEIS A126285, A000081.
    verdict("It allows 17 too many.");
    let typed = |from: &str, to: &str| {
        browser.eval(&format!(
            "const area = byId('text'); area.value = area.value.replace('{from}', '{to}'); area.dispatchEvent(new Event('input'))"
        ));
    };
    typed("// your answer", "no n: Node | n = n.nxt");
    verdict("Not judged: first mend the mistake in the text.");
    typed("nxt", "next");
    verdict("It allows 4 too many.");
    typed("n = n.next", "n in n.^next or #Node = 1");
    verdict("too few.");
    typed(" or #Node = 1", "");
    verdict("Right: it allows exactly what it should.");
    verdict("Next exercise: A list from its head");
    browser.click("#link");
    let begun = Instant::now();
    while browser.eval("return location.hash === '#acyclic'") == true {
        assert!(begun.elapsed() < Duration::from_secs(10), "there is no link");
        std::thread::sleep(Duration::from_millis(50));
    }
    browser.eval("byId('text').value = ''; location.reload()");
    verdict("Right: it allows exactly what it should.");
    assert!(
        browser
            .eval("return byId('text').value")
            .as_str()
            .is_some_and(|text| text.contains("n in n.^next"))
    );
    assert_eq!(browser.complaints(), Vec::<Json>::new());
}

/// If this failed, the playground would count or list otherwise than the program.
#[test]
#[ignore = "needs chromedriver, node, and Rust's target wasm32-unknown-unknown; it builds for minutes"]
fn the_page_of_wasm_says_what_the_program_says() {
    let test = Path::new(env!("CARGO_MANIFEST_DIR")).join("../playground/test");
    let said = Command::new(test).env("KORREL", env!("CARGO_BIN_EXE_korrel")).output();
    let said = said.expect("there is a shell");
    let text = String::from_utf8_lossy(&said.stdout);
    assert!(said.status.success() && text.contains(" 0 failed"), "{text}");
}
