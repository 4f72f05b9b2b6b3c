//! `korrel explain`: a text for each code, and its examples are what they are said to be.

use korrel_lang::code::{self, Code};

use crate::program::{Run, file, korrel};

/// The arguments after the example, if the mistake lies in them.
fn arguments(code: Code, is_mended: bool) -> &'static [&'static str] {
    match (code, is_mended) {
        (code::UNSUPPORTED, _) => &["second"],
        (code::COMMAND, false) => &["repOk"],
        (code::COMMAND, true) => &["small"],
        (code::EXTENSION, _) => &["--strict-alloy"],
        (code::AFTER, _) => &["--after", "3"],
        (code::WEIGHT, false) => &["--weight", "minus[#Leaf, #Branch]"],
        (code::WEIGHT, true) => &["--weight", "#Leaf"],
        _ => &[],
    }
}

/// The first example is wrong, the second is mended.
fn examples(code: Code) -> [String; 2] {
    let text = code.text();
    let blocks = text.split("```alloy\n").skip(1);
    let blocks: Vec<&str> = blocks.filter_map(|block| block.split("```").next()).collect();
    let [wrong, mended] = blocks[..] else { panic!("{code} has two examples") };
    // A text cannot show how deep is too deep.
    let brackets = |sign: &str| sign.repeat(600);
    let wrong = wrong.replace("(…", &brackets("(")).replace("…)", &brackets(")"));
    [wrong, mended.to_string()]
}

/// A driver that there is none of: with a spec that is right, only this is wrong.
const NO_DRIVER: &str = "./no_such_driver";

/// True if the code is about operations, which `korrel test` reports.
fn is_of_operations(code: Code) -> bool {
    [code::POSTCONDITION, code::OPERATION].contains(&code)
}

/// A driver of `sort` that answers each input by its id and the words in the place of `{}`.
fn sorter(reply: &str) -> String {
    format!(
        "read -r h; echo '{{\"ready\":true,\"ops\":[\"sort\"]}}'
         while read -r l; do id=${{l#*'\"id\":'}}; id=${{id%%,*}}; echo \"{reply}\"; done"
    )
}

/// Runs a driver for a mistake about drivers: one that is right, or one that writes the line in the
/// text.
fn run_driver(code: Code, is_mended: bool, spec: &str) -> Run {
    let pass = "{\\\"id\\\":$id,\\\"pass\\\":true}".to_owned();
    let text = code.text();
    let said = text.split("```json\n").nth(if is_mended { 2 } else { 1 });
    let said = said.and_then(|block| Some(block.lines().next()?.replace('"', "\\\"")));
    let driver = sorter(&said.unwrap_or(pass));
    // The key belongs to an input with three objects.
    let replay: &[&str] = if code == code::KEY { &["--replay", "0fc888df4db4e3e9"] } else { &[] };
    korrel(&[&["test", spec], replay, &["--", "sh", "-c", &driver]].concat())
}

fn run(code: Code, is_mended: bool, spec: &str) -> Run {
    let folder = format!("explain/{code}/{is_mended}");
    let path = file(&folder, "spec.als", spec);
    let path = path.to_str().expect("the path is UTF-8");
    if is_of_operations(code) {
        return korrel(&["test", path, "--", NO_DRIVER]);
    }
    if [code::DRIVER, code::PROTOCOL, code::KEY].contains(&code) {
        return run_driver(code, is_mended, path);
    }
    if [code::UNTAKEN, code::UNMET, code::DEAD_END].contains(&code) {
        return korrel(&["check", path]);
    }
    if code == code::IDLE {
        return korrel(&["check", "--vacuity", path]);
    }
    if code == code::ENDLESS && !is_mended {
        return korrel(&["find", "--timeout", "2s", path]);
    }
    if code == code::LEFT_OUT {
        return korrel(&["explore", path]);
    }
    if code == code::WEIGHT {
        return korrel(&[&["sample", path], arguments(code, is_mended)].concat());
    }
    if code == code::UNHEEDED {
        let theme = code.text();
        let theme = theme.split("```xml\n").nth(1).and_then(|block| block.split("```").next());
        let theme = file(&folder, "spec.thm", theme.expect("the text shows a theme"));
        let theme = theme.to_str().expect("the path is UTF-8");
        return korrel(&["show", path, "--format", "svg", "--theme", theme]);
    }
    let text = code.text();
    let blocks: Vec<&str> = text.split("```json\n").skip(1).collect();
    // The second of the two heaps is mended.
    let json = if is_mended { blocks.last() } else { blocks.first() };
    let Some(json) = json else {
        return korrel(&[&["find", "-n", "1", path], arguments(code, is_mended)].concat());
    };
    // The mistake lies in a heap.
    let heap = json.split("```").next().expect("splitting gives a first part");
    let heap = file(&folder, "heap.json", heap);
    korrel(&["eval", path, "--heap", heap.to_str().expect("the path is UTF-8")])
}

/// If this fails, a text shows something as wrong that is not, or the other way round.
#[test]
fn examples_are_wrong_and_mended() {
    for &code in code::ALL {
        let [wrong, mended] = examples(code);
        let run_of_wrong = run(code, false, &wrong);
        assert!(
            run_of_wrong.stderr.contains(&format!("[{code}]")),
            "{code}: {}",
            run_of_wrong.stderr
        );
        assert!(is_clean(code, &run(code, true, &mended)), "{code}");
    }
}

/// True if the program finds no mistake in the spec.
fn is_clean(code: Code, run: &Run) -> bool {
    println!("{code}: {}", run.stderr);
    if is_of_operations(code) {
        return run.stderr.starts_with(&format!("error[E0055]: the driver `{NO_DRIVER}` cannot"));
    }
    !["error", "warning"].iter().any(|word| run.stderr.contains(word)) && run.code == Some(0)
}

/// Codes are typed by hand.
#[test]
fn a_code_in_any_case() {
    let run = korrel(&["explain", "e0008"]);
    assert_eq!((run.code, run.stdout), (Some(0), code::ARITY.text()));
    assert!(run.stderr.is_empty(), "{}", run.stderr);
}

/// Without a code, or with a wrong one, the user learns which there are.
#[test]
fn other_codes() {
    let all = korrel(&["explain"]);
    assert_eq!((all.code, all.stdout.lines().count()), (Some(0), code::ALL.len()));
    let near = korrel(&["explain", "E8"]);
    assert_eq!((near.code, near.stdout.as_str()), (Some(2), ""));
    assert!(near.stderr.contains("did you mean `E0008`?"), "{}", near.stderr);
    // A retired code is not what its message is called today.
    let retired = korrel(&["explain", "e37"]);
    assert_eq!(retired.code, Some(2));
    let now = "E0037 is retired, and its message is W0011 now";
    assert!(retired.stderr.contains(now), "{}", retired.stderr);
    let far = korrel(&["explain", "Node"]);
    assert_eq!(far.code, Some(2));
    assert!(far.stderr.contains("`korrel explain` lists"), "{}", far.stderr);
}
