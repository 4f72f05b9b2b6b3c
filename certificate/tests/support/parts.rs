//! Splits a world into parts, and writes them into folders.

use std::path::PathBuf;

use korrel_certificate::{Unproven, Verified, verify_parts};

use super::fuzz::Random;
use super::write::{Files, Folder};
use super::{World, holds};

/// The number of the part that has it, and literals that hold.
pub type Cube = (u32, Vec<i32>);

impl World {
    /// All parts of the list, with proofs.
    pub fn parts(&self, parts: u32, cubes: &[Cube]) -> Vec<World> {
        let part = |number| {
            let mut world = self.clone();
            world.shard = Some((number, parts));
            world.cubes = cubes.to_vec();
            world.prove();
            world
        };
        (1..=parts).map(part).collect()
    }

    /// The member `shard`.
    pub fn shard(&self) -> Option<String> {
        self.shard.map(|(number, parts)| format!("{number}/{parts}"))
    }

    fn lies(&self, assignment: &[bool], is_own: bool) -> bool {
        self.shard.is_some_and(|(number, _)| {
            self.cubes.iter().any(|(part, literals)| {
                (*part == number) == is_own && literals.iter().all(|&l| holds(assignment, l))
            })
        })
    }

    /// Says whether an assignment lies in a cube of another part.
    pub fn is_elsewhere(&self, assignment: &[bool]) -> bool {
        self.lies(assignment, false)
    }

    /// The same of the greatest of its renamings.
    pub fn greatest_is_elsewhere(&self, assignment: &[bool]) -> bool {
        let renamings = self.renamings(assignment);
        let renamed = renamings.iter().filter_map(|images| self.renamed(assignment, images));
        let greatest = renamed.max_by_key(|renamed| self.labelling(renamed));
        greatest.is_some_and(|greatest| self.is_elsewhere(&greatest))
    }

    /// Each line of a part lies in one of its cubes. No assignment lies in two cubes.
    pub fn lines_in_cubes(&self) -> Result<(), String> {
        if self.shard.is_none() {
            return Ok(());
        }
        for assignment in self.assignments() {
            let lies = |(_, literals): &&Cube| literals.iter().all(|&l| holds(&assignment, l));
            if self.cubes.iter().filter(lies).count() > 1 {
                return Err(format!("{assignment:?} lies in two cubes"));
            }
        }
        match self.lines.iter().find(|line| !self.lies(line, true)) {
            Some(line) => Err(format!("{line:?} lies in no cube of the part")),
            None => Ok(()),
        }
    }

    /// What the certificates of all parts prove together, found by trying all assignments.
    pub fn theorem_of_all(parts: &[World]) -> Result<(), String> {
        let mut all = World { shard: None, cubes: Vec::new(), ..parts[0].clone() };
        all.lines = parts.iter().flat_map(|part| part.lines.clone()).collect();
        all.theorem()
    }
}

/// Cubes that hold all assignments of `open` cells, each cut off by one variable after the other.
pub fn cubes(open: i32, parts: u32, random: &mut Random) -> Vec<Cube> {
    let mut cubes: Vec<Vec<i32>> = vec![Vec::new()];
    for _ in 0..random.below(6) {
        let at = random.below(cubes.len());
        let variable = 1 + random.below(open.max(1) as usize) as i32;
        if variable <= open && cubes[at].iter().all(|literal| literal.abs() != variable) {
            let mut other = cubes[at].clone();
            cubes[at].push(variable);
            other.insert(random.below(other.len() + 1), -variable);
            cubes.push(other);
        }
    }
    cubes.into_iter().map(|literals| (1 + random.below(parts as usize) as u32, literals)).collect()
}

/// Breaks a cube. What is left may be disjoint nevertheless.
pub fn spoil_cubes(cubes: &mut Vec<Cube>, parts: u32, open: i32, random: &mut Random) {
    let at = random.below(cubes.len());
    let Some(cube) = cubes.get_mut(at) else { return };
    let literal = random.below(cube.1.len());
    match random.below(6) {
        0 => drop(cubes.remove(at)),
        1 => cube.0 = random.below(parts as usize + 1) as u32,
        2 if !cube.1.is_empty() => drop(cube.1.remove(literal)),
        3 if !cube.1.is_empty() => cube.1[literal] *= -1,
        4 => cube.1.push(1 + random.below(open as usize + 1) as i32),
        _ => {
            let more = random.of(cubes).clone();
            cubes.push(more);
        }
    }
}

/// Moves a line, with its step, from one part to another one, or leaves it out.
pub fn spoil_lines(parts: &mut [World], random: &mut Random) {
    let (from, to) = (random.below(parts.len()), random.below(parts.len()));
    if parts[from].lines.is_empty() {
        return;
    }
    let at = random.below(parts[from].lines.len());
    let line = parts[from].lines.remove(at);
    let clause = super::clause(&line);
    let step = (0..parts[from].proof.len()).filter(|&step| parts[from].proof[step] == "m").nth(at);
    if let Some(step) = step {
        parts[from].proof[step] = clause.clone();
    }
    if random.below(3) > 0 {
        let list = parts[to].proof.iter().rposition(|step| *step == clause);
        if let Some(step) = list {
            let before = parts[to].proof[..step].iter().filter(|step| *step == "m").count();
            let place = before.min(parts[to].lines.len());
            parts[to].proof[step] = "m".to_owned();
            parts[to].lines.insert(place, line);
        }
    }
}

/// Two atoms of one class: 10 lines in three parts.
pub fn three() -> Vec<Files> {
    let world = World::relation(2, false, 1);
    let cubes = [(1, vec![1, 4]), (2, vec![-4, 1, -2]), (3, vec![1, 2, -4]), (2, vec![-1])];
    world.parts(3, &cubes).iter().map(World::files).collect()
}

/// Writes each part into a folder.
pub fn folders(parts: &[Files]) -> Vec<Folder> {
    let write = |files: &Files| {
        let folder = Folder::new();
        files.write(&folder);
        folder
    };
    parts.iter().map(write).collect()
}

/// Checks folders together.
pub fn verify_all(folders: &[Folder]) -> Result<Verified, Unproven> {
    let paths: Vec<PathBuf> = folders.iter().map(|folder| folder.0.clone()).collect();
    verify_parts(&paths, &|| false)
}

/// The folders are refused: this one (from 0) is at fault, at this place of it, for this reason.
#[track_caller]
pub fn assert_all_refused(parts: &[Files], at: usize, place: &str, words: &str) {
    let folders = folders(parts);
    match verify_all(&folders) {
        Ok(verified) => panic!("accepted: {verified:?}\n{parts:#?}"),
        Err(unproven) => {
            assert_eq!(unproven.folder, Some(folders[at].0.clone()), "{unproven}");
            let place = folders[at].0.join(place).display().to_string();
            let message = unproven.to_string();
            assert!(message.starts_with(&place) && message.contains(words), "{message}");
            assert!(!unproven.is_stopped && !unproven.is_unreadable, "{message}");
        }
    }
}
