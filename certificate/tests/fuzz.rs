//! Broken certificates: what is accepted proves its theorem, and nothing panics.

mod support;

use support::World;
use support::fuzz::{Random, rounds, spoil, spoil_proof, spoiled, world};
use support::parts::{cubes, folders, spoil_cubes, spoil_lines, verify_all};
use support::write::{Files, Folder};

#[test]
fn what_is_accepted_holds() {
    let (mut accepted, mut refused) = (0, 0);
    for seed in 0..rounds() {
        let mut random = Random(seed);
        let mut world = spoiled(&mut random);
        for _ in 0..random.below(3) {
            spoil_proof(&mut world, &mut random);
        }
        match world.files().verify() {
            Ok(_) => {
                accepted += 1;
                let theorem = world.theorem();
                assert_eq!(theorem, Ok(()), "seed {seed}: {world:#?}");
            }
            Err(_) => refused += 1,
        }
    }
    assert!(accepted > rounds() / 20 && refused > rounds() / 20, "{accepted} {refused}");
}

#[test]
fn parts_that_are_accepted_hold() {
    let (mut accepted, mut all_accepted) = (0, 0);
    for seed in 0..rounds() / 4 {
        let mut random = Random(seed);
        let world = world(&mut random);
        let number = 1 + random.below(3) as u32;
        let mut cubes = cubes(world.open, number, &mut random);
        for _ in 0..random.below(3) {
            spoil_cubes(&mut cubes, number, world.open, &mut random);
        }
        let mut parts = world.parts(number, &cubes);
        for _ in 0..random.below(3) {
            let at = random.below(parts.len());
            match random.below(4) {
                0 => spoil_lines(&mut parts, &mut random),
                1 => spoil_cubes(&mut parts[at].cubes, number, world.open, &mut random),
                2 => spoil(&mut parts[at], &mut random),
                _ => spoil_proof(&mut parts[at], &mut random),
            }
            if random.below(3) == 0 {
                parts[at].prove();
            }
        }
        for part in &parts {
            if part.files().verify().is_ok() {
                accepted += 1;
                assert_eq!(part.theorem(), Ok(()), "seed {seed}: {part:#?}");
            }
        }
        let all: Vec<Files> = parts.iter().map(World::files).collect();
        if verify_all(&folders(&all)).is_ok() && number > 1 {
            all_accepted += 1;
            let theorem = World::theorem_of_all(&parts);
            assert_eq!(theorem, Ok(()), "seed {seed}: {parts:#?}");
        }
    }
    assert!(accepted > rounds() / 20 && all_accepted > rounds() / 50, "{accepted} {all_accepted}");
    assert!(all_accepted < rounds() / 5, "{all_accepted}");
}

#[test]
fn bytes_that_change_make_no_panic() {
    let folder = Folder::new();
    for seed in 0..rounds() {
        let mut random = Random(seed);
        let files = world(&mut random).files();
        files.write(&folder);
        let name = *random.of(&["problem.json", "formula.cnf", "stream.jsonl", "proof.gz"]);
        let mut bytes = std::fs::read(folder.0.join(name)).unwrap();
        for _ in 0..1 + random.below(3) {
            let at = random.below(bytes.len());
            match random.below(4) {
                0 => bytes[at] = random.below(256) as u8,
                1 => bytes.truncate(at),
                2 => bytes[at] = *random.of(b"0123456789-[]{}\", \n:"),
                _ => bytes.insert(at, *random.of(b"0123456789-[]{}\", \n:")),
            }
            if bytes.is_empty() {
                break;
            }
        }
        folder.write(name, &bytes);
        if let Err(unproven) = folder.verify() {
            assert!(!unproven.is_unreadable && !unproven.is_stopped, "seed {seed}: {unproven}");
        }
    }
}
