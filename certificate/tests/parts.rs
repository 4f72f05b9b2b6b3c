//! Parts of a list: each is accepted, and all together are.

mod support;

use std::cell::Cell;
use std::path::PathBuf;

use korrel_certificate::verify_parts;
use serde_json::json;
use support::World;
use support::fuzz::Random;
use support::parts::{Cube, cubes, folders, three, verify_all};
use support::write::{Files, Folder, files};

/// Checks each part, and all together. The result is the number of all lines.
fn lines(world: &World, parts: u32, cubes: &[Cube]) -> u64 {
    let all = world.parts(parts, cubes);
    let mut count = 0;
    for part in &all {
        assert_eq!(part.theorem(), Ok(()));
        let verified = part.files().verify().unwrap_or_else(|why| panic!("{why}\n{part:#?}"));
        assert_eq!(verified.part, part.shard);
        assert_eq!(verified.lines, part.lines.len() as u64);
        count += verified.lines;
    }
    assert_eq!(World::theorem_of_all(&all), Ok(()));
    let mut all: Vec<Files> = all.iter().map(World::files).collect();
    all.rotate_left(1);
    let verified = verify_all(&folders(&all)).unwrap_or_else(|why| panic!("{why}\n{all:#?}"));
    assert_eq!((verified.lines, verified.part.is_some()), (count, parts == 1));
    count
}

#[test]
fn parts_of_lists() {
    let mut random = Random(7);
    for (world, count) in [
        (World::relation(2, false, 1), 10),
        (World::relation(2, true, -1), 13),
        (World::relation(1, true, 1), 3),
        (World::relation(0, false, 1), 1),
    ] {
        for parts in 1..5 {
            let cubes = cubes(world.open, parts, &mut random);
            assert_eq!(lines(&world, parts, &cubes), count, "{cubes:?}");
        }
    }
}

#[test]
fn parts_without_cubes_and_cubes_without_literals() {
    let world = World::relation(2, false, 1);
    assert_eq!(lines(&world, 3, &[(2, vec![])]), 10);
    assert_eq!(lines(&world, 3, &[(1, vec![3]), (3, vec![-3])]), 10);
    let mut none = world;
    none.is_false = true;
    assert_eq!(lines(&none, 2, &[]), 0);
    assert_eq!(lines(&none, 2, &[(1, vec![-2])]), 0);
}

#[test]
fn assignments_in_no_cube() {
    // The cubes hold the lines alone: all other assignments have a greater renaming.
    let world = World::relation(2, true, 1);
    let literals = |line: &Vec<bool>| -> Vec<i32> {
        (1..).zip(line).map(|(variable, &holds)| if holds { variable } else { -variable }).collect()
    };
    let lines_alone =
        world.lines.iter().enumerate().map(|(at, line)| (1 + at as u32 % 3, literals(line)));
    assert_eq!(lines(&world, 3, &lines_alone.collect::<Vec<_>>()), 13);
}

#[test]
fn problems_that_say_the_same() {
    let parts = three();
    let folders = folders(&parts);
    let object = parts[1].problem.as_object().unwrap();
    // Other spaces, and the members the other way round.
    let members = object.iter().rev().map(|(name, value)| {
        format!("{}:\n {}", json!(name), value.to_string().replace(',', " , "))
    });
    folders[1].write("problem.json", format!("{{{}}}\n", members.collect::<Vec<_>>().join(",\t")));
    assert_eq!(verify_all(&folders).map(|verified| verified.lines), Ok(10));
}

#[test]
fn traces_that_are_none() {
    let mut world = World::relation(2, false, 1);
    world.is_false = true;
    let mut parts: Vec<Files> =
        world.parts(2, &[(1, vec![1]), (2, vec![-1])]).iter().map(World::files).collect();
    for files in &mut parts {
        files.problem["atoms"] = json!([]);
        files.problem["shown"] = json!([]);
    }
    assert_eq!(verify_all(&folders(&parts)).map(|verified| verified.lines), Ok(0));
}

#[test]
fn one_folder_is_checked_as_it_is_alone() {
    let whole = folders(&[files()]);
    assert_eq!(verify_all(&whole), whole[0].verify());
    assert_eq!(verify_all(&whole).unwrap().part, None);
    let part = folders(&three()[1..2]);
    assert_eq!(verify_all(&part), part[0].verify());
    assert_eq!(verify_all(&part).unwrap().part, Some((2, 3)));
    part[0].write("proof.gz", "");
    let unproven = verify_all(&part).unwrap_err();
    assert!(unproven.folder.is_none() && unproven.to_string().starts_with("proof.gz:1: "));
    assert!(!verify_all(&[]).unwrap_err().is_unreadable);
}

#[test]
fn all_parts_tell_what_they_prove() {
    let folders = folders(&three());
    let each: Vec<_> = folders.iter().map(|folder| folder.verify().unwrap()).collect();
    let all = verify_all(&folders).unwrap();
    assert_eq!(all.lines, each.iter().map(|one| one.lines).sum::<u64>());
    assert_eq!(all.steps, each.iter().map(|one| one.steps).sum::<u64>());
    assert_eq!((all.symmetries, all.cells, all.variables), (1, 4, 4));
}

#[test]
fn a_caller_stops() {
    let folders = folders(&three());
    let paths: Vec<PathBuf> = folders.iter().map(|folder| folder.0.clone()).collect();
    let mut last = 0;
    // The check stops at whichever question is answered by yes.
    for most in 0.. {
        let asked = Cell::new(0);
        let stop = || {
            asked.set(asked.get() + 1);
            asked.get() > most
        };
        match verify_parts(&paths, &stop) {
            Ok(_) => break,
            Err(unproven) => {
                assert!(unproven.is_stopped && unproven.folder.is_some(), "{unproven}")
            }
        }
        last = most;
    }
    assert!(last > 30);
}

#[test]
fn a_missing_file_is_unreadable() {
    for (at, name) in [(0, "problem.json"), (0, "formula.cnf"), (1, "formula.cnf"), (2, "proof.gz")]
    {
        let folders: Vec<Folder> = folders(&three());
        std::fs::remove_file(folders[at].0.join(name)).unwrap();
        let unproven = verify_all(&folders).unwrap_err();
        assert!(unproven.is_unreadable && unproven.file == name, "{unproven}");
        assert_eq!(unproven.folder, Some(folders[at].0.clone()));
    }
}

#[test]
fn many_cubes() {
    // Each cube of a long chain, and the rest. All but the last literal of a cube are those of the one before.
    let mut world = World::unproven(3, false, 1);
    world.classes.clear();
    world.ranks.clear();
    world.uses.clear();
    let all: Vec<i32> = (1..=9).collect();
    let mut chain: Vec<Cube> = (1..=9)
        .map(|last| {
            let literals = all[..last].iter().map(|&v| if v == last as i32 { v } else { -v });
            (1 + last as u32 % 2, literals.collect())
        })
        .collect();
    chain.push((1, all.iter().map(|v| -v).collect()));
    assert_eq!(lines(&world, 2, &chain), 512);
    let mut parts: Vec<Files> = world.parts(2, &chain).iter().map(World::files).collect();
    for files in &mut parts {
        files.problem["cubes"][9][1].as_array_mut().unwrap().retain(|literal| *literal != -4);
    }
    let unproven = verify_all(&folders(&parts)).unwrap_err();
    assert!(unproven.why.contains("cubes[3] and cubes[9]"), "{unproven}");
}
