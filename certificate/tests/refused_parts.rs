//! Corruptions of parts are refused, each at the folder, file and line at fault.

mod support;

use serde_json::{Value, json};
use support::World;
use support::parts::{assert_all_refused, folders, three, verify_all};
use support::write::{Files, assert_refused, files, stream_of, text};

/// Changes `problem.json` of one part, and then of all parts.
#[track_caller]
fn problem(change: impl Fn(&mut Value), words: &str) {
    let mut parts = three();
    change(&mut parts[1].problem);
    assert_refused(&parts[1], "problem.json: ", words);
    for other in [0, 2] {
        change(&mut parts[other].problem);
    }
    assert_all_refused(&parts, 0, "problem.json", words);
}

fn worlds() -> Vec<World> {
    let cubes = [(1, vec![1, 4]), (2, vec![-4, 1, -2]), (3, vec![1, 2, -4]), (2, vec![-1])];
    World::relation(2, false, 1).parts(3, &cubes)
}

fn all_files(worlds: &[World]) -> Vec<Files> {
    worlds.iter().map(World::files).collect()
}

#[test]
fn shards_that_are_no_parts() {
    problem(|p| drop(p.as_object_mut().unwrap().remove("cubes")), "`shard` stands without");
    problem(|p| drop(p.as_object_mut().unwrap().remove("shard")), "`cubes` stands without");
    for shard in [
        "0/3",
        "4/3",
        "02/3",
        "2/03",
        "+2/3",
        "2 /3",
        "2/3 ",
        "2",
        "2/",
        "/3",
        "",
        "2/3/3",
        "0/0",
        "-1/3",
        "2/9999999999",
    ] {
        problem(|p| p["shard"] = json!(shard), "is no part of a list");
    }
    problem(|p| p["shard"] = json!(2), "is no part of a list");
    problem(|p| p["shard"] = json!([2, 3]), "is no part of a list");
    problem(|p| p["shard"] = Value::Null, "is no part of a list");
    let mut whole = files();
    whole.problem["cubes"] = json!([]);
    assert_refused(&whole, "problem.json: ", "`cubes` stands without");
}

#[test]
fn cubes_that_are_wrong() {
    for wrong in [json!({}), json!(7), Value::Null] {
        problem(|p| p["cubes"] = wrong.clone(), "`cubes` is no array");
    }
    for wrong in [json!([]), json!([1]), json!([1, [1], 2]), json!(1), json!({"1": [1]})] {
        problem(|p| p["cubes"][1] = wrong.clone(), "cubes[1]: a cube is");
    }
    for part in
        [json!(0), json!(4), json!(-1), json!(1.0), json!("1"), json!(4294967297u64), json!(true)]
    {
        problem(|p| p["cubes"][1][0] = part.clone(), "is none of the 3 parts");
    }
    problem(|p| p["cubes"][1][1] = json!(1), "are no array");
    for literal in
        [json!(0), json!(1.0), json!("1"), json!(4294967297u64), json!(-2147483648i64), json!([1])]
    {
        problem(|p| p["cubes"][1][1][2] = literal.clone(), "is no literal");
    }
    for literal in [json!(5), json!(-5), json!(2147483647)] {
        problem(|p| p["cubes"][1][1][2] = literal.clone(), "the formula has no variable");
    }
    problem(|p| p["cubes"][1][1][2] = json!(1), "cubes[1]: variable 1 stands twice");
    problem(|p| p["cubes"][1][1][2] = json!(-1), "cubes[1]: variable 1 stands twice");
}

#[test]
fn cubes_that_overlap() {
    problem(|p| p["cubes"][1][1] = json!([]), "share an assignment");
    problem(|p| p["cubes"][3][1] = json!([-2]), "share an assignment");
    problem(|p| p["cubes"][2][1] = json!([1, -4]), "share an assignment");
    problem(
        |p| p["cubes"].as_array_mut().unwrap().push(json!([1, [1, 4]])),
        "cubes[0] and cubes[4] share",
    );
    problem(
        |p| p["cubes"].as_array_mut().unwrap().push(json!([2, [-1, 2]])),
        "cubes[3] and cubes[4] share",
    );
    // Both parts leave to the other one what has no loop.
    let mut both = World::relation(2, false, 1);
    both.roots.clear();
    let parts = both.parts(2, &[(1, vec![-1]), (2, vec![-4])]);
    assert_all_refused(&all_files(&parts), 0, "problem.json", "share an assignment");
}

#[test]
fn headers_of_another_part() {
    let good = three();
    for (from, to, words) in [
        (
            "\"shard\":\"2/3\"",
            "\"shard\":\"1/3\"",
            "`shard` is \"1/3\", but that of problem.json is \"2/3\"",
        ),
        ("\"shard\":\"2/3\"", "\"shard\":\"2/4\"", "but that of problem.json"),
        ("\"shard\":\"2/3\"", "\"shard\":\"02/3\"", "but that of problem.json"),
        ("\"shard\":\"2/3\"", "\"shard\":null", "but that of problem.json"),
        ("\"shard\":\"2/3\"", "\"part\":\"2/3\"", "`shard` is missing"),
    ] {
        let mut parts = good.clone();
        parts[1].stream = parts[1].stream.replace(from, to);
        assert_refused(&parts[1], "stream.jsonl:1: ", words);
        assert_all_refused(&parts, 1, "stream.jsonl:1: ", words);
    }
    // The list is whole by problem.json.
    let mut whole = files();
    whole.stream = stream_of(&[], Some("1/1"));
    assert_refused(&whole, "stream.jsonl:1: ", "is a shard");
    // One part's files under the number of another.
    let mut parts = good.clone();
    parts[1].stream = good[0].stream.replace("1/3", "2/3");
    parts[1].proof = good[0].proof.clone();
    assert_all_refused(&parts, 1, "stream.jsonl:2: ", "lies in a cube of part 1");
}

#[test]
fn lines_in_no_own_cube() {
    let good = worlds();
    let counts: Vec<usize> = good.iter().map(|part| part.lines.len()).collect();
    assert!(counts.iter().all(|&count| count > 0), "{counts:?}");
    // A line moves to another part, and the proofs are made anew.
    let line = good[0].lines[0].clone();
    let mut moved = good.clone();
    moved[0].lines.remove(0);
    moved[2].lines.insert(0, line);
    let mut files = all_files(&moved);
    assert_refused(&files[0], "proof.gz:", "");
    assert_all_refused(&files, 0, "proof.gz:", "");
    files[0] = good[0].files();
    assert_refused(&files[2], "stream.jsonl:2: ", "lies in a cube of part 1");
    assert_all_refused(&files, 2, "stream.jsonl:2: ", "lies in a cube of part 1");
    // The proof takes the line, too: it is a line twice, in two parts.
    files[2].proof = files[2].proof.replacen("\nlist\n", "\nlist\nm\n", 1);
    assert_all_refused(&files, 2, "stream.jsonl:2: ", "lies in a cube of part 1");
    // A cube of part 1 or 2 goes to part 3, by all problems.
    for (at, owner) in [(0, 1), (1, 2)] {
        let mut files = all_files(&good);
        files.iter_mut().for_each(|files| files.problem["cubes"][at][0] = json!(3));
        assert_refused(&files[owner - 1], "stream.jsonl:", "lies in a cube of part 3");
        assert_all_refused(&files, owner - 1, "stream.jsonl:", "lies in a cube of part 3");
    }
    // The cube is left out, so the line lies in none.
    let mut files = all_files(&good);
    for files in &mut files {
        files.problem["cubes"].as_array_mut().unwrap().remove(0);
    }
    assert_all_refused(&files, 0, "stream.jsonl:2: ", "lies in no cube");
}

#[test]
fn lines_that_are_left_out() {
    // The part's proof takes its own cubes as those of another part.
    let good = worlds();
    for at in 0..3 {
        let mut files = all_files(&good);
        let cubes = good[0].cubes.iter().map(|(_, literals)| (9, literals.clone())).collect();
        let mut none = World { cubes, ..good[at].clone() };
        none.prove();
        assert!(none.lines.is_empty());
        files[at].proof = none.files().proof;
        files[at].stream = none.files().stream;
        assert_refused(&files[at], "proof.gz:", "does not follow");
        assert_all_refused(&files, at, "proof.gz:", "does not follow");
    }
    // Lines that lie in no cube are left out.
    let cubes = [(1, vec![1]), (2, vec![-1, 2])];
    for mut world in World::relation(2, false, 1).parts(2, &cubes) {
        let mut files = world.files();
        assert_refused(&files, "stream.jsonl:2: ", "lies in no cube");
        world.lines.retain(|line| line[0] || line[1]);
        files.stream = world.files().stream;
        // The first line is that of the greatest assignment that has no tuple.
        files.proof = files.proof.replacen("\nm\n", "\n1 2 3 4 0\n", 1);
        assert_refused(&files, "proof.gz:", "does not follow");
    }
}

#[test]
fn symmetry_that_only_holds_outside_of_a_cube() {
    // Atom 0 is related to itself. What says this of it, and not of atom 1, lies in a cube of part 2.
    let mut world = World::relation(2, false, 1);
    world.roots = vec![1];
    let parts = world.parts(2, &[(1, vec![1, 4]), (2, vec![1, -4]), (1, vec![-1])]);
    for part in &parts {
        let files = part.files();
        let list = files.step("list") as u64;
        let unproven = files.verify().unwrap_err();
        assert!(unproven.line.is_some_and(|line| line <= list), "{unproven}");
    }
    // Atom 1 is in use without atom 0 in a cube of part 2 only.
    let mut world = World::relation(2, true, 1);
    world.roots.remove(0);
    for part in world.parts(2, &[(2, vec![2, -1]), (1, vec![-2]), (1, vec![2, 1])]) {
        assert_refused(&part.files(), "formula.cnf: ", "in use without");
    }
}

#[test]
fn clauses_of_cubes_stay() {
    let mut world = World::relation(2, false, 1);
    let all = world.define(&[1, 2, 3, 4]);
    world.roots = vec![-all];
    let files = world.parts(3, &worlds()[0].cubes)[0].files();
    let list = files.step("list");
    assert_refused(&files.with_step(list, &["list", "d 1 0"]), "proof.gz:", "no step has added");
    // The clause of a cube of another part follows, and that of an own one does not.
    assert!(files.with_step(list, &["list", "1 0", "d 1 0"]).verify().is_ok());
    assert_refused(&files.with_step(list, &["list", "-1 -4 0"]), "proof.gz:", "does not follow");
}

#[test]
fn folders_that_are_not_all_parts() {
    let good = three();
    let of = |order: &[usize]| order.iter().map(|&at| good[at].clone()).collect::<Vec<_>>();
    for (order, missing) in [(&[0, 1][..], "3/3"), (&[2, 0], "2/3"), (&[1, 2], "1/3")] {
        let unproven = verify_all(&folders(&of(order))).unwrap_err();
        assert_eq!(unproven.to_string(), format!("problem.json: part {missing} is missing"));
    }
    assert_all_refused(&of(&[0, 1, 1]), 2, "problem.json: ", "has part 2/3, too");
    assert_all_refused(&of(&[0, 1, 2, 0]), 3, "problem.json: ", "has part 1/3, too");
    // The same folder twice.
    let written = folders(&good);
    let paths = [0, 1, 2, 1].map(|at: usize| written[at].0.clone());
    let unproven = korrel_certificate::verify_parts(&paths, &|| false).unwrap_err();
    assert!(unproven.why.contains("has part 2/3, too"), "{unproven}");
    // Lists that are whole.
    assert_all_refused(&[files(), files()], 0, "problem.json: ", "no part of a list");
    assert_all_refused(&[files(), good[0].clone()], 0, "problem.json: ", "no part of a list");
    assert_all_refused(
        &[of(&[0, 1, 2]), vec![files()]].concat(),
        3,
        "problem.json: ",
        "no part of",
    );
    // Another number of parts.
    let mut four = good.clone();
    four[2].problem["shard"] = json!("3/4");
    four[2].stream = four[2].stream.replace("3/3", "3/4");
    assert_all_refused(&four, 2, "problem.json: ", "but that of");
    let mut one = good.clone();
    one[0].problem["shard"] = json!("1/1");
    assert_all_refused(&one[..2], 1, "problem.json: ", "but that of");
}

#[test]
fn parts_of_other_lists() {
    let good = three();
    let member = |at: usize, change: &dyn Fn(&mut Value), words: &str| {
        let mut parts = good.clone();
        change(&mut parts[at].problem);
        assert_all_refused(&parts, at, "problem.json: ", words);
    };
    for name in ["tool", "spec", "command", "question"] {
        member(1, &|p| p[name] = json!("other"), &format!("`{name}` is not that of"));
    }
    member(2, &|p| p["order"].as_array_mut().unwrap().swap(1, 2), "`order` is not");
    member(2, &|p| p["shown"].as_array_mut().unwrap().swap(1, 2), "`shown` is not");
    member(2, &|p| p["cubes"][3][0] = json!(1), "`cubes` is not");
    member(2, &|p| p["cubes"].as_array_mut().unwrap().swap(0, 1), "`cubes` is not");
    member(2, &|p| p["more"] = json!(1), "`more` is not");
    member(1, &|p| drop(p.as_object_mut().unwrap().remove("ranks")), "`ranks` is not");
    // A part that is right in itself, of another way to cut the list.
    let cubes = [(1, vec![2]), (2, vec![-2, 3]), (3, vec![-2, -3])];
    let other = all_files(&World::relation(2, false, 1).parts(3, &cubes));
    assert!(verify_all(&folders(&other)).is_ok());
    let mixed = [good[0].clone(), good[1].clone(), other[2].clone()];
    assert_all_refused(&mixed, 2, "problem.json: ", "`cubes` is not");
    // A part that is right in itself, of another formula.
    let mut world = World::relation(2, false, 1);
    let all = world.define(&[1, 2, 3, 4]);
    world.roots = vec![-all];
    let cubes = worlds()[0].cubes.clone();
    let other = all_files(&world.parts(3, &cubes));
    assert!(verify_all(&folders(&other)).is_ok());
    let mixed = [good[0].clone(), other[1].clone(), good[2].clone()];
    assert_all_refused(&mixed, 1, "formula.cnf: ", "is not that of");
    // The same clauses in other bytes.
    for change in ["c more\n", ""] {
        let mut parts = good.clone();
        parts[2].formula = change.to_owned() + parts[2].formula.trim_end();
        parts[2].formula += "\nc";
        assert_all_refused(&parts, 2, "formula.cnf: ", "is not that of");
        parts[2].formula = good[2].formula.trim_end().to_owned();
        assert_all_refused(&parts, 2, "formula.cnf: ", "is not that of");
    }
}

#[test]
fn lines_that_are_read_in_two_ways() {
    let mut parts = three();
    parts[2].stream = parts[2].stream.replace("\"types\":{\"A\"", "\"types\":{\"B\"");
    assert!(parts[2].verify().is_ok());
    assert_all_refused(&parts, 2, "stream.jsonl:1: ", "`types`");
}

#[test]
fn faults_name_their_folder() {
    let good = three();
    for at in 0..3 {
        let mut parts = good.clone();
        parts[at].proof = text(&["p certificate/1", "list"]);
        assert_all_refused(&parts, at, "proof.gz:2: ", "is due");
        parts[at].stream = String::new();
        assert_all_refused(&parts, at, "stream.jsonl:1: ", "ends");
    }
    let mut parts = good.clone();
    parts.iter_mut().for_each(|files| files.formula.push_str("1 2 0\n"));
    assert_all_refused(&parts, 0, "formula.cnf:", "a root");
}
