//! Makes certificates of tiny formulas, by trying all assignments.
#![allow(dead_code)]

pub mod count;
pub mod fuzz;
pub mod parts;
pub mod write;

use std::collections::HashMap;

/// A cell: a relation, its atoms, and `Ok` a literal or `Err` a known value.
pub type Cell = (&'static str, Vec<u32>, Result<i32, bool>);

/// All that a certificate is made of.
#[derive(Clone, Debug)]
pub struct World {
    pub atoms: u32,
    pub classes: Vec<Vec<u32>>,
    pub ranks: Vec<u32>,
    /// For each atom of `ranks` a variable, or 0 if it is always in use.
    pub uses: Vec<i32>,
    pub population: Vec<Cell>,
    pub order: Vec<Cell>,
    pub open: i32,
    pub definitions: Vec<Vec<i32>>,
    pub roots: Vec<i32>,
    pub is_false: bool,
    /// Of a part: its number, and that of all parts.
    pub shard: Option<(u32, u32)>,
    /// Of a part: the cubes of all parts.
    pub cubes: Vec<parts::Cube>,
    /// The assignments of the lines, in the order of the proof.
    pub lines: Vec<Vec<bool>>,
    /// The proof.
    pub proof: Vec<String>,
}

/// A permutation, as the image of each atom.
pub type Images = Vec<u32>;

impl World {
    /// Atoms of one class with a relation between them. With `may_miss`, atoms may be not in use.
    pub fn relation(atoms: u32, may_miss: bool, sign: i32) -> World {
        let mut world = World::unproven(atoms, may_miss, sign);
        world.prove();
        world
    }

    /// Two atoms that are not interchangeable, with a relation between them.
    pub fn without_symmetry() -> World {
        let mut world = World::relation(2, false, 1);
        world.classes.clear();
        world.ranks.clear();
        world.uses.clear();
        world.prove();
        world
    }

    /// A relation from two atoms of one class to two of another: matrices of bits up to permutations of rows and of columns.
    /// There are 7 (OEIS A002724).
    pub fn of_two_classes() -> World {
        let mut world = World::unproven(4, false, 1);
        world.classes = vec![vec![0, 1], vec![3, 2]];
        world.ranks = vec![3, 0, 1, 2];
        world.order.retain(|cell| cell.1[0] < 2 && cell.1[1] >= 2);
        world.open = 4;
        for (at, cell) in world.order.iter_mut().enumerate() {
            cell.2 = Ok(-(at as i32) - 1);
        }
        world.prove();
        world
    }

    /// [`World::relation`] without lines and proof.
    pub fn unproven(atoms: u32, may_miss: bool, sign: i32) -> World {
        let all: Vec<u32> = (0..atoms).collect();
        let mut open = 0;
        let mut next = || {
            open += 1;
            open
        };
        let population =
            all.iter().map(|&a| ("A", vec![a], if may_miss { Ok(next()) } else { Err(true) }));
        let population: Vec<Cell> = population.collect();
        let mut order: Vec<Cell> = Vec::new();
        for greatest in 0..atoms {
            for a in 0..=greatest {
                for b in 0..=greatest {
                    if a.max(b) == greatest {
                        order.push(("r", vec![a, b], Ok(sign * next())));
                    }
                }
            }
        }
        let uses: Vec<i32> = population.iter().map(|cell| cell.2.unwrap_or(0)).collect();
        let (mut definitions, mut roots) = (Vec::new(), Vec::new());
        let mut refuse = |inputs: Vec<i32>| {
            definitions.push(inputs);
            roots.push(-(open + definitions.len() as i32));
        };
        if may_miss {
            uses.windows(2).for_each(|pair| refuse(vec![pair[1], -pair[0]]));
            for cell in &order {
                let variable = cell.2.unwrap().abs();
                cell.1.iter().for_each(|&a| refuse(vec![variable, -uses[a as usize]]));
            }
        }
        let ranks = all.clone();
        let classes = if atoms > 1 { vec![all] } else { vec![] };
        let ranks = if atoms > 1 { ranks } else { vec![] };
        let uses = if atoms > 1 { uses } else { vec![] };
        World {
            atoms,
            classes,
            ranks,
            uses,
            population,
            order,
            open,
            definitions,
            roots,
            is_false: false,
            shard: None,
            cubes: Vec::new(),
            lines: Vec::new(),
            proof: Vec::new(),
        }
    }

    /// Adds a definition. The result is its variable.
    pub fn define(&mut self, inputs: &[i32]) -> i32 {
        self.definitions.push(inputs.to_vec());
        self.variables()
    }

    /// The greatest variable.
    pub fn variables(&self) -> i32 {
        self.open + self.definitions.len() as i32
    }

    /// Says whether an assignment of the open cells satisfies the formula.
    pub fn satisfied(&self, assignment: &[bool]) -> bool {
        let mut values = assignment.to_vec();
        for inputs in &self.definitions {
            let value = inputs.iter().all(|&input| holds(&values, input));
            values.push(value);
        }
        !self.is_false && self.roots.iter().all(|&root| holds(&values, root))
    }

    /// All assignments of the open cells.
    pub fn assignments(&self) -> impl Iterator<Item = Vec<bool>> + '_ {
        (0..1u64 << self.open)
            .map(|n| (0..self.open).map(|at| n >> (self.open - 1 - at) & 1 == 1).collect())
    }

    /// The cells by relation and tuple.
    pub fn cells(&self) -> HashMap<(&str, &[u32]), Result<i32, bool>> {
        let all = self.population.iter().chain(&self.order);
        all.map(|cell| ((cell.0, cell.1.as_slice()), cell.2)).collect()
    }

    /// All permutations of interchangeable atoms that an assignment has in use.
    pub fn renamings(&self, assignment: &[bool]) -> Vec<Images> {
        let mut all: Vec<Images> = vec![(0..self.atoms).collect()];
        for class in &self.classes {
            let is_used = |atom: &&u32| match self.ranks.iter().position(|rank| rank == *atom) {
                Some(rank) if self.uses[rank] != 0 => holds(assignment, self.uses[rank]),
                _ => true,
            };
            let used: Vec<u32> = class.iter().filter(is_used).copied().collect();
            let mut more = Vec::new();
            for images in &all {
                for permuted in permutations(&used) {
                    let mut images = images.clone();
                    used.iter().zip(permuted).for_each(|(&a, b)| images[a as usize] = b);
                    more.push(images);
                }
            }
            all = more;
        }
        all
    }

    /// The assignment x' with x'(c) = x(π(c)), if all cells have an image.
    pub fn renamed(&self, assignment: &[bool], images: &[u32]) -> Option<Vec<bool>> {
        let cells = self.cells();
        let mut result = assignment.to_vec();
        for (relation, tuple, worth) in self.population.iter().chain(&self.order) {
            let Ok(literal) = worth else { continue };
            let moved: Vec<u32> = tuple.iter().map(|&a| images[a as usize]).collect();
            let Ok(from) = cells.get(&(*relation, moved.as_slice()))? else { return None };
            let value = holds(assignment, *from) == (*literal > 0);
            *result.get_mut(literal.unsigned_abs() as usize - 1)? = value;
        }
        Some(result)
    }

    /// For each cell of `order` whether it has its greater value.
    pub fn labelling(&self, assignment: &[bool]) -> Vec<bool> {
        let value =
            |cell: &Cell| cell.2.map_or_else(|known| known, |literal| holds(assignment, literal));
        self.order.iter().map(value).collect()
    }

    /// A renaming that makes an assignment greater, if there is one.
    pub fn greater(&self, assignment: &[bool]) -> Option<Images> {
        let now = self.labelling(assignment);
        self.renamings(assignment).into_iter().find(|images| {
            self.renamed(assignment, images).is_some_and(|renamed| self.labelling(&renamed) > now)
        })
    }

    /// Writes lines and proof anew.
    pub fn prove(&mut self) {
        self.lines.clear();
        self.proof = vec!["p certificate/1".to_owned()];
        for class in self.classes.clone() {
            for pair in class.windows(2) {
                self.proof.push(format!("symmetry {} {}", pair[0], pair[1]));
                self.tree(&mut Vec::new(), false);
            }
        }
        self.proof.push("list".to_owned());
        self.tree(&mut Vec::new(), true);
    }

    /// Refutes all assignments that begin so.
    fn tree(&mut self, prefix: &mut Vec<bool>, is_list: bool) {
        let clause = clause(prefix);
        if (prefix.len() as i32) < self.open {
            for value in [false, true] {
                prefix.push(value);
                self.tree(prefix, is_list);
                prefix.pop();
            }
            self.proof.push(clause);
            for value in [false, true] {
                prefix.push(value);
                self.proof.push(format!("d {}", self::clause(prefix)));
                prefix.pop();
            }
            if prefix.is_empty() {
                // The section has ended with the empty clause.
                self.proof.truncate(self.proof.len() - 2);
            }
            return;
        }
        if !is_list || !self.satisfied(prefix) || self.is_elsewhere(prefix) {
            self.proof.push(clause);
        } else if let Some(images) = self.greater(prefix) {
            let pairs = self.pairs(prefix, &images);
            self.proof.push(format!("s {pairs}0 {clause}"));
        } else {
            self.proof.push("m".to_owned());
            self.lines.push(prefix.clone());
        }
        if self.open == 0 && self.proof.last().is_none_or(|step| step != "0") {
            self.proof.push("0".to_owned());
        }
    }

    /// The pairs of a permutation whose first atoms are in a cell that is compared, or of a lower rank.
    fn pairs(&self, assignment: &[bool], images: &[u32]) -> String {
        let now = self.labelling(assignment);
        let then = self.labelling(&self.renamed(assignment, images).unwrap());
        let last = now.iter().zip(&then).position(|(now, then)| now != then).unwrap();
        let atoms = self.order[..=last].iter().flat_map(|cell| &cell.1);
        let ranks = atoms.filter_map(|atom| self.ranks.iter().position(|rank| rank == atom));
        let domain = ranks.max().map_or(0, |rank| rank + 1);
        let moved = self.ranks[..domain].iter().filter(|&&atom| images[atom as usize] != atom);
        moved.map(|&atom| format!("{atom} {} ", images[atom as usize])).collect()
    }

    /// What a certificate proves, found by trying all assignments. An error says what does not hold.
    pub fn theorem(&self) -> Result<(), String> {
        self.lines_in_cubes()?;
        let mut reached = HashMap::new();
        for (number, line) in self.lines.iter().enumerate() {
            if !self.satisfied(line) {
                return Err(format!("line {number} does not satisfy the formula"));
            }
            let mut all: Vec<_> =
                self.renamings(line).iter().map(|images| self.renamed(line, images)).collect();
            all.sort();
            all.dedup();
            for renamed in all {
                let renamed = renamed.ok_or("a cell is moved to no cell")?;
                if let Some(other) = reached.insert(renamed, number) {
                    return Err(format!("the lines {other} and {number} are renamings"));
                }
            }
        }
        let is_missing = |one: &Vec<bool>| {
            self.satisfied(one) && !reached.contains_key(one) && !self.greatest_is_elsewhere(one)
        };
        match self.assignments().find(is_missing) {
            Some(missing) => Err(format!("{missing:?} is missing")),
            None => Ok(()),
        }
    }
}

/// The clause that refuses all assignments that begin so.
pub fn clause(prefix: &[bool]) -> String {
    let literal = |(at, value): (usize, &bool)| {
        let variable = at as i32 + 1;
        format!("{} ", if *value { -variable } else { variable })
    };
    prefix.iter().enumerate().map(literal).collect::<String>() + "0"
}

/// Says whether a literal holds. A variable without a value does not.
pub fn holds(values: &[bool], literal: i32) -> bool {
    let value = values.get(literal.unsigned_abs() as usize - 1);
    value.copied().unwrap_or(false) == (literal > 0)
}

fn permutations(atoms: &[u32]) -> Vec<Vec<u32>> {
    if atoms.is_empty() {
        return vec![Vec::new()];
    }
    let mut all = Vec::new();
    for (at, &first) in atoms.iter().enumerate() {
        let mut rest = atoms.to_vec();
        rest.remove(at);
        for mut permuted in permutations(&rest) {
            permuted.insert(0, first);
            all.push(permuted);
        }
    }
    all
}
