//! Numbers that seem to be random, and worlds that are broken by them.

use super::{Cell, World};

/// A generator of numbers.
pub struct Random(pub u64);

impl Random {
    /// A number below `n`.
    pub fn below(&mut self, n: usize) -> usize {
        self.0 =
            self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        ((self.0 >> 33) as usize) % n.max(1)
    }

    /// One of some things.
    pub fn of<'a, T>(&mut self, all: &'a [T]) -> &'a T {
        &all[self.below(all.len())]
    }

    fn literal(&mut self, most: i32) -> i32 {
        let variable = 1 + self.below(most.max(1) as usize) as i32;
        if self.below(2) == 0 { variable } else { -variable }
    }
}

/// So many worlds are tried: the environment's ROUNDS, or 300.
pub fn rounds() -> u64 {
    std::env::var("ROUNDS").ok().and_then(|rounds| rounds.parse().ok()).unwrap_or(300)
}

/// A world that is spoiled up to twice, and then is proven or not.
pub fn spoiled(random: &mut Random) -> World {
    let mut world = world(random);
    for _ in 0..random.below(3) {
        spoil(&mut world, random);
    }
    if random.below(2) == 0 {
        world.prove();
    }
    world
}

/// A world that is right.
pub fn world(random: &mut Random) -> World {
    let may_miss = random.below(2) == 0;
    let atoms = match random.below(8) {
        0 => 1,
        1 if !may_miss => 3,
        _ => 2,
    };
    let sign = if random.below(2) == 0 { 1 } else { -1 };
    let mut world = World::relation(atoms, may_miss, sign);
    for _ in 0..random.below(3) {
        // A formula that all swaps keep: a sum over all cells, or over those of the diagonal.
        let is_diagonal = random.below(2) == 0;
        let cells = world.order.iter().filter(|cell| !is_diagonal || cell.1[0] == cell.1[1]);
        let sign = if random.below(2) == 0 { 1 } else { -1 };
        let inputs: Vec<i32> = cells.map(|cell| sign * cell.2.unwrap().abs()).collect();
        if inputs.len() > 1 {
            let variable = world.define(&inputs);
            world.roots.push(if random.below(2) == 0 { variable } else { -variable });
        }
    }
    world.prove();
    world
}

/// Breaks something. What is left may prove its theorem nevertheless.
pub fn spoil(world: &mut World, random: &mut Random) {
    let at = |random: &mut Random, length: usize| random.below(length);
    match random.below(17) {
        0 if !world.lines.is_empty() => {
            let line = at(random, world.lines.len());
            world.lines.remove(line);
        }
        1 if !world.lines.is_empty() => {
            let line = random.of(&world.lines).clone();
            let to = at(random, world.lines.len() + 1);
            world.lines.insert(to, line);
        }
        2 if !world.lines.is_empty() && world.open > 0 => {
            let line = at(random, world.lines.len());
            let cell = at(random, world.open as usize);
            world.lines[line][cell] ^= true;
        }
        3 => world.classes.clear(),
        4 => {
            let literal = random.literal(world.variables());
            world.roots.push(literal);
        }
        5 if !world.roots.is_empty() => {
            let root = at(random, world.roots.len());
            world.roots.remove(root);
        }
        6 if !world.definitions.is_empty() => {
            let definition = at(random, world.definitions.len());
            let input = at(random, world.definitions[definition].len());
            world.definitions[definition][input] = random.literal(world.open);
        }
        7 if !world.uses.is_empty() => {
            let rank = at(random, world.uses.len());
            world.uses[rank] = random.below(world.open as usize + 1) as i32;
        }
        8 if !world.order.is_empty() => {
            let (from, to) = (at(random, world.order.len()), at(random, world.order.len()));
            world.order.swap(from, to);
        }
        9 if !world.order.is_empty() => {
            let (from, to) = (at(random, world.order.len()), at(random, world.order.len()));
            let worth = world.order[from].2;
            world.order[from].2 = world.order[to].2;
            world.order[to].2 = worth;
        }
        10 if !world.order.is_empty() => {
            let cell = at(random, world.order.len());
            world.order[cell].2 = if random.below(2) == 0 {
                world.order[cell].2.map(|literal| -literal)
            } else {
                Err(random.below(2) == 0)
            };
        }
        11 if !world.order.is_empty() => {
            let cell = at(random, world.order.len());
            let cell = world.order.remove(cell);
            world.population.push(cell);
        }
        12 if !world.population.is_empty() => {
            let cell = at(random, world.population.len());
            let cell = world.population.remove(cell);
            world.order.insert(0, cell);
        }
        13 => {
            let cell: Cell =
                ("r", vec![at(random, 3) as u32 % world.atoms; 2], Ok(random.literal(world.open)));
            world.order.push(cell);
        }
        14 => world.ranks.reverse(),
        15 => {
            // One relation more, with literals for all atoms but one, or for all.
            for atom in 0..world.atoms - random.below(2) as u32 {
                for inputs in &mut world.definitions {
                    let moved = |literal: &mut i32| {
                        *literal += literal.signum() * i32::from(literal.abs() > world.open)
                    };
                    inputs.iter_mut().for_each(moved);
                }
                for root in &mut world.roots {
                    *root += root.signum() * i32::from(root.abs() > world.open);
                }
                world.open += 1;
                let cell: Cell = ("q", vec![atom], Ok(world.open));
                if random.below(2) == 0 {
                    world.order.push(cell)
                } else {
                    world.population.push(cell)
                }
            }
        }
        _ => spoil_proof(world, random),
    }
}

/// Breaks a line of the proof.
pub fn spoil_proof(world: &mut World, random: &mut Random) {
    let at = random.below(world.proof.len());
    match random.below(4) {
        0 => {
            world.proof.remove(at);
        }
        1 => {
            let line = random.of(&world.proof).clone();
            world.proof.insert(at, line);
        }
        2 => {
            let to = random.below(world.proof.len());
            world.proof.swap(at, to);
        }
        _ => {
            let mut words: Vec<String> = world.proof[at].split(' ').map(str::to_owned).collect();
            let word = random.below(words.len());
            match random.below(3) {
                0 => {
                    words.remove(word);
                }
                1 => words[word] = random.literal(world.open).to_string(),
                _ => words[word] = format!("-{}", words[word]).replace("--", ""),
            }
            world.proof[at] = words.join(" ");
        }
    }
}
