//! Certificates of tiny formulas are accepted.

mod support;

use std::cell::Cell;

use support::World;
use support::write::{Folder, gzip};

fn lines(world: &World) -> u64 {
    assert_eq!(world.theorem(), Ok(()));
    let verified =
        world.files().verify().unwrap_or_else(|why| panic!("{why}\n{:#?}", world.files()));
    assert_eq!(verified.lines, world.lines.len() as u64);
    verified.lines
}

#[test]
fn relations_on_atoms() {
    for sign in [1, -1] {
        assert_eq!(lines(&World::relation(1, false, sign)), 2);
        assert_eq!(lines(&World::relation(2, false, sign)), 10);
        assert_eq!(lines(&World::relation(3, false, sign)), 104);
        assert_eq!(lines(&World::relation(2, true, sign)), 1 + 2 + 10);
        assert_eq!(lines(&World::relation(3, true, sign)), 1 + 2 + 10 + 104);
    }
}

#[test]
fn no_symmetry_lists_all() {
    assert_eq!(lines(&World::without_symmetry()), 16);
}

#[test]
fn two_classes() {
    assert_eq!(lines(&World::of_two_classes()), 7);
}

#[test]
fn a_formula_with_definitions() {
    // One atom is related to itself, and not both are.
    let mut world = World::relation(2, false, 1);
    let diagonal: Vec<i32> = world
        .order
        .iter()
        .filter(|cell| cell.1[0] == cell.1[1])
        .map(|cell| cell.2.unwrap())
        .collect();
    let both = world.define(&diagonal);
    let none = world.define(&[-diagonal[0], -diagonal[1]]);
    let one = world.define(&[-both, -none]);
    world.roots = vec![one];
    world.prove();
    assert_eq!(lines(&world), 4);
}

#[test]
fn known_cells() {
    // Both atoms are in a set, no atom is in another one, and the two relations are one way only.
    let mut world = World::relation(2, false, -1);
    for (name, is_greater) in [("p", true), ("q", false)] {
        for atom in 0..2 {
            world.order.insert(atom, (name, vec![atom as u32], Err(is_greater)));
        }
    }
    world.prove();
    assert_eq!(lines(&world), 10);
}

#[test]
fn formulas_that_are_false() {
    let mut world = World::relation(2, true, 1);
    world.is_false = true;
    world.prove();
    assert_eq!(lines(&world), 0);

    let mut world = World::relation(2, false, 1);
    let all: Vec<i32> = world.order.iter().map(|cell| cell.2.unwrap()).collect();
    let variable = world.define(&all);
    world.roots = vec![variable, -variable];
    world.prove();
    assert_eq!(lines(&world), 0);
}

#[test]
fn no_cells() {
    let mut world = World::relation(0, false, 1);
    assert_eq!(lines(&world), 1);
    world.is_false = true;
    world.prove();
    assert_eq!(lines(&world), 0);
}

#[test]
fn traces_that_are_none() {
    let mut world = World::relation(2, false, 1);
    world.is_false = true;
    world.prove();
    let mut files = world.files();
    files.problem["atoms"] = serde_json::json!([]);
    files.problem["shown"] = serde_json::json!([]);
    assert_eq!(files.verify().map(|verified| verified.lines), Ok(0));
}

#[test]
fn atoms_with_several_names() {
    let world = World::relation(2, true, 1);
    let mut files = world.files();
    // Each atom has another name, too, and no line has an object of it.
    for atom in 0..2 {
        files.problem["atoms"][atom] =
            serde_json::json!([format!("B${atom}"), format!("A${atom}")]);
    }
    assert_eq!(files.verify().map(|verified| verified.lines), Ok(13));
}

#[test]
fn proofs_of_several_gzip_members() {
    let files = World::relation(2, false, 1).files();
    let folder = Folder::new();
    files.write(&folder);
    let (first, second) = files.proof.split_at(30);
    folder.write("proof.gz", [gzip(first.as_bytes()), gzip(second.as_bytes())].concat());
    assert!(folder.verify().is_ok());
}

#[test]
fn a_caller_stops() {
    let folder = Folder::new();
    World::relation(3, false, 1).files().write(&folder);
    let mut last = 0;
    // The check stops at whichever question is answered by yes.
    for most in 0.. {
        let asked = Cell::new(0);
        let stop = || {
            asked.set(asked.get() + 1);
            asked.get() > most
        };
        match korrel_certificate::verify(&folder.0, &stop) {
            Ok(_) => break,
            Err(unproven) => assert!(unproven.is_stopped, "{unproven}"),
        }
        last = most;
    }
    assert!(last > 20);
}

#[test]
fn a_missing_file_is_unreadable() {
    for name in ["problem.json", "formula.cnf", "stream.jsonl", "proof.gz"] {
        let folder = Folder::new();
        World::relation(2, false, 1).files().write(&folder);
        std::fs::remove_file(folder.0.join(name)).unwrap();
        let unproven = folder.verify().unwrap_err();
        assert!(unproven.is_unreadable && unproven.file == name, "{unproven}");
    }
}
