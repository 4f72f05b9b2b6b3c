//! Corruptions of proofs are refused, each at the line at fault.

mod support;

use support::World;
use support::write::{Files, Folder, assert_refused, files, files_up_to, gzip, stream, text};

#[test]
fn sections_of_the_proof() {
    let good = files();
    let place = "proof.gz:";
    assert_refused(&good.with_step(0, &[]), "proof.gz:1: ", "`p certificate/1` is due");
    assert_refused(&good.with_step(0, &["p certificate/2"]), "proof.gz:1: ", "is due");
    assert_refused(&good.with_step(1, &[]), "proof.gz:2: ", "`symmetry 0 1` is due");
    assert_refused(&good.with_step(1, &["symmetry 1 0"]), "proof.gz:2: ", "is due");
    let list = good.step("list");
    let missing: Vec<&str> = good.proof.lines().skip(list).collect();
    let missing = format!("p certificate/1\n{}", text(&missing));
    assert_refused(
        &Files { proof: missing, ..good.clone() },
        "proof.gz:2: ",
        "`symmetry 0 1` is due",
    );
    assert_refused(&good.with_step(list, &["symmetry 0 1", "0", "list"]), place, "`list` is due");
    assert_refused(&good.with_step(list - 1, &[]), place, "no step of this section");
    assert_refused(&good.with_step(list - 1, &["m", "0"]), place, "no step of this section");
    assert_refused(
        &good.with_step(list - 1, &["s 0 1 0 1 0", "0"]),
        place,
        "no step of this section",
    );
    let last = good.proof.lines().count() - 1;
    assert_refused(&good.with_step(last, &[]), place, "ends within a section");
    assert_refused(&good.with_step(last, &["0", "0"]), place, "follows the end");
    assert_refused(&good.with_step(last, &["0", ""]), place, "follows the end");
    assert_refused(&good.with_step(last, &["0", "m"]), place, "follows the end");
    assert_refused(&good.with_step(last, &["m", "0"]), place, "taken already");
    assert_refused(&good.with_step(list + 1, &["0"]), place, "does not follow");
}

#[test]
fn lines_that_no_step_takes() {
    // The formula is false, so the end may come at once. But then a line is left.
    let mut world = World::relation(2, false, 1);
    let all = world.define(&[1, 2, 3, 4]);
    world.roots = vec![all, -all];
    world.prove();
    let mut files = world.files();
    let list = files.step("list");
    let short: Vec<&str> = files.proof.lines().take(list + 1).chain(["0"]).collect();
    files.proof = text(&short);
    assert!(files.verify().is_ok());
    files.stream = stream(&[world.line(&[false; 4])]);
    assert_refused(&files, "stream.jsonl:2: ", "does not satisfy");
    // The clauses refuse all lines but those that are left out.
    let good = World::relation(2, false, 1).files();
    let last = good.step("m");
    let refused = good.with_step(last, &["1 2 3 4 0"]);
    assert_refused(&refused, "proof.gz:", "does not follow");
}

#[test]
fn steps_of_the_proof() {
    let good = files_up_to();
    let list = good.step("list");
    let place = format!("proof.gz:{}: ", list + 2);
    for (step, words) in [
        ("1 2", "only 0"),
        ("1 0 2 0", "only 0"),
        ("16 0", "no variable 16"),
        ("-2147483648 0", "no number"),
        ("99999999999 0", "no number"),
        ("1  2 0", "no number"),
        ("1 2 0 ", "no number"),
        ("1\t2 0", "no number"),
        ("+1 0", "no step"),
        ("01 0", "no number"),
        ("m 1", "no step"),
        ("c comment", "no step"),
        ("", "no step"),
        ("d 1 0", "no step has added"),
        ("d 7 -2 1 0", "no step has added"),
        ("d 0", "no step has added"),
        ("d", "no step"),
        ("-1 0", "does not follow"),
        ("1 2 3 4 5 6 0", "does not follow"),
        ("list", "no step"),
        ("x\u{7}", "no step"),
    ] {
        let first = good.proof.lines().nth(list + 1).unwrap().to_owned();
        assert_refused(&good.with_step(list + 1, &[step, &first]), &place, words);
    }
}

#[test]
fn deletions_name_clauses_as_they_are_written() {
    let good = files();
    let list = good.step("list");
    let first = good.proof.lines().nth(list + 1).unwrap().to_owned();
    let clause = "1 2 1 -2 0";
    let with = |steps: &[&str]| good.with_step(list + 1, &[steps, &[&first]].concat());
    assert!(with(&[clause]).verify().is_ok());
    assert!(with(&[clause, clause, "d 1 2 1 -2 0", "d 1 2 1 -2 0"]).verify().is_ok());
    assert_refused(&with(&[clause, "d 1 2 -2 0"]), "proof.gz:", "no step has added");
    assert_refused(&with(&[clause, "d 2 1 1 -2 0"]), "proof.gz:", "no step has added");
    assert_refused(
        &with(&[clause, "d 1 2 1 -2 0", "d 1 2 1 -2 0"]),
        "proof.gz:",
        "no step has added",
    );
}

#[test]
fn permutations() {
    // Three atoms that may be missing, with cells of each order: `A` 1 to 3, `r` 4 to 12.
    // The formula is false, so the proof has nothing else to do.
    let mut world = World::unproven(3, true, 1);
    world.definitions.clear();
    world.roots.clear();
    world.is_false = true;
    let proof = ["p certificate/1", "symmetry 0 1", "0", "symmetry 1 2", "0", "list", "STEP", "0"];
    world.proof = proof.map(str::to_owned).to_vec();
    let good = world.files();
    let place = "proof.gz:7: ";
    let with = |step: &str| good.with_step(6, &[step]);
    // The cells of `order`: r00 = 4, r01 = 5, r10 = 6, r11 = 7, r02 = 8, …
    assert_eq!(with("s 0 1 1 0 0 -1 -2 4 5 -6 0").verify().map(|verified| verified.steps), Ok(4));
    assert!(with("s 1 0 0 1 0 -1 -2 4 5 -6 0").verify().is_ok());
    // The image of atom 1 is not needed, as the first cell has only atom 0.
    assert!(with("s 0 1 0 -1 -2 4 -7 0").verify().is_ok());
    for (step, words) in [
        ("s 0 1 1 0 0 -1 -2 4 -7 0", "no cell compared has atom 1"),
        ("s 0 1 1 0 0 -1 4 5 -6 0", "atom 1 is in use"),
        ("s 0 1 1 0 0 -2 4 5 -6 0", "atom 0 is in use"),
        ("s 0 1 1 0 0 1 -2 4 5 -6 0", "atom 0 is in use"),
        ("s 0 1 1 0 0 -1 -2 4 5 0", "may be greater"),
        ("s 0 1 1 0 0 -1 -2 4 -6 0", "may be greater"),
        ("s 0 1 1 0 0 -1 -2 5 -6 0", "may be greater"),
        ("s 0 1 1 0 0 -1 -2 4 -5 6 0", "may be greater"),
        ("s 0 1 1 0 0 -1 -2 4 5 -6", "ends with 0"),
        ("s 0 1 1 0", "makes nothing"),
        ("s 0 0 1 0 0 -1 -2 4 5 -6 0", "stays"),
        ("s 0 1 1 0 0 1 0 -1 -2 4 5 -6 0", "two images"),
        ("s 0 1 0 2 0 -1 -2 -3 4 -7 0", "two images"),
        ("s 0 1 1 3 0 -1 -2 4 5 -6 0", "3 is no atom"),
        ("s 0 1 1 -1 0 -1 -2 4 5 -6 0", "-1 is no atom"),
        ("s 0 1 1 0 0 -1 -2 4 5 -77 0", "no variable 77"),
        ("s 0 0 -1 -2 4 -7 0", "no image"),
        ("s 0 -1 -2 4 -7 0", "makes nothing"),
        ("s 0 0", "makes nothing"),
        ("s 0", "no 0 stands"),
        ("s ", "no number"),
        ("s", "no step"),
        ("s 0 1 1 0 0 0", "in use"),
        ("s 0 1 0 -2 4 -7 0", "in use"),
        ("s 1 0 0 -1 -2 5 -4 0", "image of two atoms"),
        ("s 0 2 1 2 0 -1 -2 -3 4 5 -12 0", "no cell compared has atom 1"),
        ("s 0 2 1 2 0 -1 -2 -3 5 12 6 7 8 9 10 -11 0", "may be greater"),
        ("s 0 1 1 2 0 -1 -2 -3 4 5 -11 0", ""),
    ] {
        assert_refused(&with(step), place, words);
    }
}

#[test]
fn atoms_of_two_classes_and_images_of_two_atoms() {
    let mut world = World::unproven(4, false, 1);
    world.classes = vec![vec![0, 1], vec![2, 3]];
    world.order.retain(|cell| cell.1[0] < 2 && cell.1[1] >= 2);
    world.open = 4;
    for (at, cell) in world.order.iter_mut().enumerate() {
        cell.2 = Ok(at as i32 + 1);
    }
    world.prove();
    let good = world.files();
    assert!(good.verify().is_ok());
    let list = good.step("list");
    let first = good.proof.lines().nth(list + 1).unwrap().to_owned();
    let place = format!("proof.gz:{}: ", list + 2);
    // The cells: r02 = 1, r12 = 2, r03 = 3, r13 = 4.
    let with = |step: &str| good.with_step(list + 1, &[step, &first]);
    assert!(with("s 0 1 1 0 0 1 -2 0").verify().is_ok());
    assert_refused(&with("s 0 2 2 0 0 1 -2 0"), &place, "two classes");
    assert_refused(&with("s 1 0 0 2 -1 0"), &place, "image of two atoms");
    assert_refused(&with("s 1 0 0 4 -3 0"), &place, "may be greater");
}

#[test]
fn proofs_that_are_no_gzip() {
    let files = files();
    let packed = gzip(files.proof.as_bytes());
    let folder = Folder::new();
    files.write(&folder);
    let mut broken = packed.clone();
    let middle = broken.len() - 6;
    broken[middle] ^= 1;
    let trailing = [packed.clone(), b"garbage".to_vec()].concat();
    let another = [packed.clone(), gzip(b"m\n")].concat();
    let bytes = files.proof.clone().into_bytes();
    for bytes in [Vec::new(), bytes, packed[..packed.len() - 3].to_vec(), broken, trailing, another]
    {
        folder.write("proof.gz", bytes);
        let unproven = folder.verify().unwrap_err();
        assert!(!unproven.is_unreadable && unproven.file == "proof.gz", "{unproven}");
    }
}
