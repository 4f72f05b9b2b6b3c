//! Corruptions of problems, formulas and streams are refused, each at the file and line at fault.

mod support;

use serde_json::{Value, json};
use support::World;
use support::write::{Files, Folder, assert_refused, files, files_up_to, stream, text};

/// Changes `problem.json`.
#[track_caller]
fn problem(change: impl Fn(&mut Value), words: &str) {
    let mut files = files_up_to();
    change(&mut files.problem);
    assert_refused(&files, "problem.json: ", words);
}

#[test]
fn members_of_the_problem() {
    for name in
        ["format", "tool", "atoms", "classes", "ranks", "use", "population", "order", "shown"]
    {
        problem(|p| drop(p.as_object_mut().unwrap().remove(name)), "is missing");
        if name != "tool" {
            problem(|p| p[name] = json!(7), name);
        }
    }
    problem(|p| p["format"] = json!("certificate/2"), "`format`");
    let mut files = files();
    files.problem["question"] = json!("other");
    assert_refused(&files, "stream.jsonl:1: ", "`question`");
}

#[test]
fn classes_and_ranks() {
    problem(|p| p["classes"] = json!([[0, 1], [1, 0]]), "in a class already");
    problem(|p| p["classes"] = json!([[0, 0]]), "in a class already");
    problem(|p| p["classes"] = json!([[0]]), "two or more");
    problem(|p| p["classes"] = json!([[0, 2]]), "2 is no atom");
    problem(|p| p["classes"] = json!([[0, -1]]), "-1 is no atom");
    problem(|p| p["classes"] = json!([[0, 4294967296u64]]), "no atom");
    problem(|p| p["classes"] = json!([]), "in no class");
    problem(|p| p["ranks"] = json!([0, 0]), "rank already");
    problem(|p| p["ranks"] = json!([0]), "atom 1 is missing");
    problem(|p| p["ranks"] = json!([0, 1.5]), "no atom");
}

#[test]
fn atoms_in_use() {
    problem(|p| p["use"] = json!([1]), "as many");
    problem(|p| p["use"] = json!([1, 7]), "no variable");
    problem(|p| p["use"] = json!([1, 0]), "no variable");
    problem(|p| p["use"] = json!([1, false]), "no variable");
    problem(|p| p["use"] = json!([1, true]), "does not say");
    problem(|p| p["use"] = json!([1, 3]), "does not say");
    problem(|p| p["use"] = json!([3, 6]), "does not say");
    problem(|p| p["use"] = json!([true, true]), "does not say");
    // Cells that say it, but not where they should.
    problem(
        |p| {
            let mut population = p["population"].as_array_mut().unwrap().split_off(0);
            population.extend(p["order"].as_array_mut().unwrap().split_off(0));
            p["order"] = json!(population);
        },
        "of no cell of `population`",
    );
    // Cells that renamings change, and that no comparison sees.
    problem(
        |p| {
            let order = p["order"].as_array_mut().unwrap().split_off(0);
            p["population"].as_array_mut().unwrap().extend(order);
        },
        "is in `population`",
    );
}

#[test]
fn cells_that_are_wrong() {
    problem(|p| p["order"][0] = json!(["r", [0, 1], 3]), "name one cell");
    problem(|p| p["order"][0] = json!(["A", [0], true]), "name one cell");
    problem(|p| p["order"][0] = json!(["r", [0, 0], 4]), "has a cell already");
    problem(|p| p["order"][0] = json!(["r", [0, 0], true]), "variable");
    problem(|p| p["order"][0] = json!(["r", [0, 0], 7]), "variable 7");
    problem(|p| p["order"][0] = json!(["r", [0, 0], -3]), "different signs");
    problem(|p| p["order"][0] = json!(["r", [0, 0], 0]), "no value");
    problem(|p| p["order"][0] = json!(["r", [0, 0], -2147483648i64]), "no value");
    problem(|p| p["order"][0] = json!(["r", [0, 0], 4294967299u64]), "no value");
    problem(|p| p["order"][0] = json!(["r", [0, 0], null]), "no value");
    problem(|p| p["order"][0] = json!(["r", [0, 0]]), "a cell is");
    problem(|p| p["order"][0] = json!(["r", [0], 3]), "different lengths");
    problem(|p| p["order"][0] = json!(["r", [0, 5], 3]), "no atom");
    problem(|p| p["order"][0] = json!(["q", [0, 0], 3]), "is moved to no cell");
    problem(
        |p| p["order"].as_array_mut().unwrap().push(json!(["q", [0], true])),
        "is moved to no cell",
    );
    problem(
        |p| {
            let order = p["order"].as_array_mut().unwrap();
            order.extend([json!(["q", [0], true]), json!(["q", [1], false])]);
        },
        "of another value",
    );
    problem(|p| drop(p["order"].as_array_mut().unwrap().pop()), "entries");
}

#[test]
fn how_cells_are_shown() {
    problem(|p| drop(p["shown"].as_array_mut().unwrap().pop()), "entries");
    problem(|p| p["shown"][0] = json!({"atom": 0, "named": ["B$0"]}), "no name of atom 0");
    problem(|p| p["shown"][0] = json!({"atom": 9, "named": []}), "no atom");
    problem(|p| p["shown"][0] = json!({"atom": 0}), "an entry has");
    problem(|p| p["shown"][0] = json!({"at": [], "is": null}), "no key and no value");
    problem(|p| p["shown"][0] = json!({"at": [{"atom": 2}], "is": 1}), "no atom");
    // Another order of cells, so the lines show other assignments.
    let mut files = files();
    files.problem["shown"].as_array_mut().unwrap().rotate_left(1);
    files.refused();
}

#[test]
fn clauses_that_are_wrong() {
    let good = files_up_to();
    let lines: Vec<&str> = good.formula.lines().collect();
    let with = |at: usize, new: &[&str]| {
        let mut lines = lines.clone();
        lines.splice(at..at + 1, new.iter().copied());
        Files { formula: text(&lines), ..good.clone() }
    };
    // The lines from the third on: `7 -2 1 0`, `-7 2 0`, `-7 -1 0`, `8 -3 1 0`.
    assert_eq!(&lines[2..6], ["7 -2 1 0", "-7 2 0", "-7 -1 0", "8 -3 1 0"]);
    let place = "formula.cnf:";
    assert_refused(&with(0, &["p cnf 15 35"]), place, "clauses");
    assert_refused(&with(0, &["p cnf 3 36"]), place, "6 open");
    assert_refused(&with(0, &["p cnf 999999999999 36"]), place, "is due");
    assert_refused(&with(1, &["c p show 1 2 3 4 5 0"]), place, "is due");
    assert_refused(&with(1, &[]), "formula.cnf:", "is missing");
    assert_refused(&with(2, &["7 -2 8 0"]), "formula.cnf:3: ", "defined by");
    assert_refused(&with(2, &["7 -2 0"]), "formula.cnf:3: ", "is due");
    assert_refused(&with(2, &["8 -2 1 0"]), "formula.cnf:3: ", "is due");
    assert_refused(&with(2, &["7 -2 99 0"]), "formula.cnf:3: ", "no variable 99");
    assert_refused(&with(2, &["7 -2 1"]), "formula.cnf:3: ", "only 0");
    assert_refused(&with(2, &["7 -2 0 1 0"]), "formula.cnf:3: ", "only 0");
    assert_refused(&with(2, &["", "7 -2 1 0"]), "formula.cnf:3: ", "empty");
    assert_refused(&with(3, &["-7 -1 0", "-7 2 0"]), "formula.cnf:4: ", "is due");
    assert_refused(&with(3, &[]), "formula.cnf:4: ", "is due");
    assert_refused(&with(5, &["1 2 0", "8 -3 1 0"]), "formula.cnf:6: ", "is due");
    assert_refused(&with(5, &["c late", "8 -3 1 0"]), "formula.cnf:6: ", "no number");
    let last = lines.len() - 1;
    assert_refused(&with(last, &[]), place, "clauses");
    assert_refused(&with(last, &["1 2 0"]), place, "one literal or none");
    // A root less, with the right number of clauses: atom 2 may be in use without atom 1.
    let fewer = format!("p cnf 15 {}", lines.len() - 3);
    let mut without: Vec<&str> = lines.iter().copied().filter(|line| *line != "-7 0").collect();
    without[0] = &fewer;
    let files = Files { formula: text(&without), ..good.clone() };
    assert_refused(&files, "formula.cnf: ", "in use without");
}

#[test]
fn another_formula() {
    let mut world = World::relation(2, false, 1);
    // Atom 0 is related to itself: no symmetry.
    world.roots = vec![1];
    world.prove();
    assert_refused(&world.files(), "proof.gz:", "does not follow");
    // The formula of another list: lines that do not satisfy it, or too few lines.
    let mut world = World::relation(2, false, 1);
    let all = world.define(&[1, 2, 3, 4]);
    world.roots = vec![-all];
    let mut mixed = world.files();
    assert_refused(&mixed, "stream.jsonl:", "does not satisfy");
    world.prove();
    mixed.stream = world.files().stream;
    mixed.proof = world.files().proof;
    assert!(mixed.verify().is_ok());
    mixed.formula = files().formula;
    assert_refused(&mixed, "proof.gz:", "");
}

#[test]
fn lines_of_the_stream() {
    let world = World::relation(2, false, 1);
    let good = world.files();
    let lines: Vec<String> = world.lines.iter().map(|line| world.line(line)).collect();
    let with = |change: &dyn Fn(&mut Vec<String>)| {
        let mut lines = lines.clone();
        change(&mut lines);
        Files { stream: stream(&lines), ..good.clone() }
    };
    assert_refused(&with(&|lines| drop(lines.remove(3))), "proof.gz:", "");
    assert_refused(&with(&|lines| drop(lines.pop())), "proof.gz:", "taken already");
    assert_refused(&with(&|lines| lines.clear()), "proof.gz:", "taken already");
    assert_refused(
        &with(&|lines| lines.insert(4, lines[4].clone())),
        "stream.jsonl:7: ",
        "that of line 6",
    );
    assert_refused(
        &with(&|lines| lines.push(lines[0].clone())),
        "stream.jsonl:12: ",
        "that of line 2",
    );
    // Lines in another order are fine for the list, but the steps follow the old order.
    assert_refused(&with(&|lines| lines.swap(2, 5)), "proof.gz:", "");
    // A line that is a renaming of the right one.
    let isolated =
        world.lines.iter().position(|line| *line == [true, false, false, false]).unwrap();
    let renamed = world.line(&[false, false, false, true]);
    assert_refused(
        &with(&|lines| lines[isolated] = renamed.clone()),
        &format!("stream.jsonl:{}: ", isolated + 2),
        "a renaming of the assignment is greater",
    );
    // A renaming of a line beside the line.
    assert_refused(&with(&|lines| lines.push(renamed.clone())), "stream.jsonl:12: ", "is greater");
    assert_refused(
        &with(&|lines| lines[0] = "\"roots\":{}}".to_owned()),
        "stream.jsonl:2: ",
        "no `objects`",
    );
}

#[test]
fn records_of_the_stream() {
    let good = files();
    let lines: Vec<&str> = good.stream.lines().collect();
    let with = |at: usize, new: &[&str]| {
        let mut lines = lines.clone();
        lines.splice(at..at + 1, new.iter().copied());
        Files { stream: text(&lines), ..good.clone() }
    };
    let end = lines.len() - 1;
    let place = "stream.jsonl:";
    assert_refused(&with(0, &[]), "stream.jsonl:1: ", "header");
    assert_refused(
        &with(0, &[&lines[0].replace("heapgraph/1", "heapgraph/2")]),
        "stream.jsonl:1: ",
        "header",
    );
    assert_refused(
        &with(0, &[&lines[0].replace("\"types\"", "\"shard\":\"1/2\",\"types\"")]),
        place,
        "shard",
    );
    assert_refused(
        &with(0, &[&lines[0].replace("\"types\"", "\"traces\":\"lasso\",\"types\"")]),
        place,
        "empty",
    );
    assert_refused(&with(0, &[lines[0], lines[0]]), "stream.jsonl:2: ", "header");
    assert_refused(&with(end, &[]), place, "without an end");
    assert_refused(&with(end, &[lines[end], lines[end]]), "stream.jsonl:13: ", "follows");
    assert_refused(&with(end, &[lines[end], ""]), "stream.jsonl:13: ", "follows");
    let ends = [("complete", "limit"), ("\"count\":10", "\"count\":11"), ("crc32:", "crc32:0")];
    for (from, to) in ends {
        assert_refused(&with(end, &[&lines[end].replace(from, to)]), "stream.jsonl:12: ", "is");
    }
    for at in 1..end {
        // The digest and the number of lines stand in the way, whatever follows.
        assert_refused(&with(at, &[]), place, "");
        assert_refused(&with(at, &[lines[at], lines[at]]), place, "id");
        assert_refused(
            &with(at, &[&lines[at].replace("objects\":{", "objects\": {")]),
            place,
            "digest",
        );
        assert_refused(&with(at, &[&lines[at].replace("\"id\":", "\"id\": ")]), place, "digest");
        assert_refused(
            &with(at, &[&lines[at].replace(",\"obj", ",\"objects\":{},\"obj")]),
            place,
            "twice",
        );
        assert_refused(&with(at, &[&lines[at][..lines[at].len() - 1]]), place, "");
    }
    assert_refused(&Files { stream: String::new(), ..good.clone() }, "stream.jsonl:1: ", "ends");
}

#[test]
fn texts_that_are_no_json() {
    let folder = Folder::new();
    files().write(&folder);
    let problem = files().problem.to_string();
    let deep = "[".repeat(1_000_000);
    let twice = problem.replacen('{', "{\"order\":[],", 1);
    for text in ["", "{", "[]", "null", &problem[1..], &deep, &twice, "\u{feff}{}"] {
        folder.write("problem.json", text);
        let unproven = folder.verify().unwrap_err();
        assert!(!unproven.is_unreadable && unproven.file == "problem.json", "{unproven}");
    }
    folder.write("problem.json", b"{\"format\":\"\xff\"}");
    assert!(folder.verify().is_err());
}
