//! The parts of a list, and their cubes: sets of assignments, of which no two share one.

use std::collections::HashSet;
use std::fmt;

use serde_json::{Map, Value};

use crate::Unproven;
use crate::problem;

/// Which part of a list a folder has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Shard {
    /// The number of the part, from 1.
    pub(crate) number: u32,
    /// How many parts the list has.
    pub(crate) parts: u32,
}

impl Shard {
    /// The member `shard` of a problem. It comes with `cubes`, or both are missing.
    pub(crate) fn read(problem: &Map<String, Value>) -> Result<Option<Shard>, String> {
        match (problem.get("shard"), problem.contains_key("cubes")) {
            (None, false) => Ok(None),
            (None, true) => Err("`cubes` stands without `shard`".to_owned()),
            (Some(_), false) => Err("`shard` stands without `cubes`".to_owned()),
            (Some(value), true) => match value.as_str().and_then(Shard::parse) {
                Some(shard) => Ok(Some(shard)),
                None => Err(format!("`shard`: {value} is no part of a list, such as \"2/4\"")),
            },
        }
    }

    /// Reads `2/4`, written in the one way there is.
    fn parse(text: &str) -> Option<Shard> {
        let (number, parts) = text.split_once('/')?;
        let shard = Shard { number: number.parse().ok()?, parts: parts.parse().ok()? };
        let is_right = (1..=shard.parts).contains(&shard.number) && shard.to_string() == text;
        is_right.then_some(shard)
    }
}

impl fmt::Display for Shard {
    fn fmt(&self, to: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(to, "{}/{}", self.number, self.parts)
    }
}

/// A set of assignments.
#[derive(Debug)]
pub(crate) struct Cube {
    /// The number of the part that has it.
    pub(crate) part: u32,
    /// The literals that hold, of different variables.
    pub(crate) literals: Vec<i32>,
}

/// Reads the member `cubes`. That the variables are the formula's is seen by [`Tree::new`].
pub(crate) fn read(values: &[Value], parts: u32) -> Result<Vec<Cube>, String> {
    let mut cubes = Vec::with_capacity(values.len());
    for (place, value) in values.iter().enumerate() {
        let cube = cube(value, parts);
        cubes.push(cube.map_err(|why| format!("cubes[{place}]: {why}"))?);
    }
    Ok(cubes)
}

fn cube(value: &Value, parts: u32) -> Result<Cube, String> {
    let Some([part, literals]) = value.as_array().map(Vec::as_slice) else {
        return Err("a cube is `[part, [literal, …]]`".to_owned());
    };
    let is_part = |part: &u64| (1..=u64::from(parts)).contains(part);
    let Some(part) = part.as_u64().filter(is_part) else {
        return Err(format!("{part} is none of the {parts} parts"));
    };
    let mut cube = Cube { part: part as u32, literals: Vec::new() };
    let mut seen = HashSet::new();
    for value in literals.as_array().ok_or("the literals are no array")? {
        let literal = value.as_i64().and_then(|number| i32::try_from(number).ok());
        let Some(literal) = literal.filter(|&literal| literal != 0 && literal != i32::MIN) else {
            return Err(format!("{value} is no literal"));
        };
        if !seen.insert(literal.abs()) {
            return Err(format!("variable {} stands twice", literal.abs()));
        }
        cube.literals.push(literal);
    }
    Ok(cube)
}

/// Finds the cube of an assignment. That there is a tree shows that no two cubes share an assignment.
pub(crate) struct Tree<'a> {
    cubes: &'a [Cube],
    nodes: Vec<Node>,
}

/// Cubes, in three kinds: those that need a variable to be false or true, and all others.
#[derive(Default)]
struct Node {
    /// The cubes that do not have the variable.
    others: Vec<u32>,
    /// 0 if there are other cubes only.
    variable: i32,
    /// The nodes for the variable's values, false and true. 0 is none, for that is the first node.
    next: [u32; 2],
}

impl<'a> Tree<'a> {
    /// Sees to it that of any two cubes one has a literal whose negation the other one has. The variables are 1 to
    /// `variables`.
    pub(crate) fn new(
        cubes: &'a [Cube],
        variables: i32,
        stop: &dyn Fn() -> bool,
    ) -> Result<Tree<'a>, Unproven> {
        for (place, cube) in cubes.iter().enumerate() {
            if let Some(literal) = cube.literals.iter().find(|literal| literal.abs() > variables) {
                let why = format!("cubes[{place}]: the formula has no variable {}", literal.abs());
                return Err(Unproven::within(problem::FILE, why));
            }
        }
        let mut tree = Tree { cubes, nodes: vec![Node::default()] };
        let mut counts = vec![[0u32; 2]; variables as usize + 1];
        let mut marks = vec![0i8; variables as usize + 1];
        let mut due: Vec<(u32, Vec<u32>)> = vec![(0, (0..cubes.len() as u32).collect())];
        // A child has less cubes than its parent, and fewer variables that it does not know: cubes of 60 literals
        // are looked at 60 times at most.
        while let Some((at, here)) = due.pop() {
            if stop() {
                return Err(Unproven::stopped(problem::FILE));
            }
            let variable = if here.len() > 1 { tree.choose(&here, &mut counts) } else { 0 };
            let mut sides = [Vec::new(), Vec::new()];
            let mut others = Vec::new();
            for &cube in &here {
                let literals = &cubes[cube as usize].literals;
                match literals.iter().find(|literal| literal.abs() == variable) {
                    Some(literal) => sides[usize::from(*literal > 0)].push(cube),
                    None => others.push(cube),
                }
            }
            // No other cube goes into a side, so each is compared with all cubes now.
            for (place, &cube) in others.iter().enumerate() {
                if stop() {
                    return Err(Unproven::stopped(problem::FILE));
                }
                let rest = others[place + 1..].iter().chain(sides.iter().flatten());
                tree.compare(cube, rest, &mut marks)?;
            }
            let mut next = [0; 2];
            for (next, side) in next.iter_mut().zip(sides) {
                if !side.is_empty() {
                    *next = tree.nodes.len() as u32;
                    tree.nodes.push(Node::default());
                    due.push((*next, side));
                }
            }
            tree.nodes[at as usize] = Node { others, variable, next };
        }
        Ok(tree)
    }

    /// The variable that most cubes have, and both signs as often as possible. 0 if none has both signs.
    fn choose(&self, here: &[u32], counts: &mut [[u32; 2]]) -> i32 {
        let literals = || here.iter().flat_map(|&cube| &self.cubes[cube as usize].literals);
        for literal in literals() {
            counts[literal.unsigned_abs() as usize][usize::from(*literal > 0)] += 1;
        }
        let (mut best, mut chosen) = ((0, 0), 0);
        for literal in literals() {
            let [negative, positive] = counts[literal.unsigned_abs() as usize];
            let worth = (negative + positive, negative.min(positive));
            if worth.1 > 0 && worth > best {
                (best, chosen) = (worth, literal.abs());
            }
        }
        for literal in literals() {
            counts[literal.unsigned_abs() as usize] = [0; 2];
        }
        chosen
    }

    /// A cube has a literal whose negation each other cube has. `marks` has an entry for each variable, all 0.
    fn compare<'b>(
        &self,
        cube: u32,
        mut rest: impl Iterator<Item = &'b u32>,
        marks: &mut [i8],
    ) -> Result<(), Unproven> {
        let literals = &self.cubes[cube as usize].literals;
        for &literal in literals {
            marks[literal.unsigned_abs() as usize] = literal.signum() as i8;
        }
        let is_apart =
            |literal: &i32| i32::from(marks[literal.unsigned_abs() as usize]) == -literal.signum();
        let meets = |other: &&u32| !self.cubes[**other as usize].literals.iter().any(is_apart);
        let met = rest.find(meets);
        for &literal in literals {
            marks[literal.unsigned_abs() as usize] = 0;
        }
        match met {
            None => Ok(()),
            Some(&other) => {
                let (first, second) = (cube.min(other), cube.max(other));
                let why = format!("cubes[{first}] and cubes[{second}] share an assignment");
                Err(Unproven::within(problem::FILE, why))
            }
        }
    }

    /// The cube in which an assignment lies, if there is one.
    pub(crate) fn find(&self, holds: impl Fn(i32) -> bool) -> Option<&'a Cube> {
        let mut node = &self.nodes[0];
        loop {
            let all = |literal: &i32| holds(literal.abs()) == (*literal > 0);
            let mut others = node.others.iter().map(|&cube| &self.cubes[cube as usize]);
            if let Some(found) = others.find(|cube| cube.literals.iter().all(all)) {
                return Some(found);
            }
            if node.variable == 0 {
                return None;
            }
            match node.next[usize::from(holds(node.variable))] {
                0 => return None,
                next => node = &self.nodes[next as usize],
            }
        }
    }
}

/// One part, and the cubes of all parts.
#[derive(Clone, Copy)]
pub(crate) struct Part<'a> {
    pub(crate) shard: Shard,
    pub(crate) tree: &'a Tree<'a>,
}

impl<'a> Part<'a> {
    /// The cubes of all other parts.
    pub(crate) fn others(self) -> impl Iterator<Item = &'a Cube> {
        self.tree.cubes.iter().filter(move |cube| cube.part != self.shard.number)
    }

    /// Says why an assignment lies in none of the part's cubes, if it does not.
    pub(crate) fn refuse(&self, holds: impl Fn(i32) -> bool) -> Option<String> {
        match self.tree.find(holds) {
            Some(cube) if cube.part == self.shard.number => None,
            Some(cube) => Some(format!("the line lies in a cube of part {}", cube.part)),
            None => Some("the line lies in no cube".to_owned()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Cube, Shard, Tree};

    fn cubes(all: &[&[i32]]) -> Vec<Cube> {
        all.iter().map(|literals| Cube { part: 1, literals: literals.to_vec() }).collect()
    }

    /// Says whether a tree of cubes of up to four variables is made. It finds what trying each cube finds.
    fn is_disjoint(cubes: &[Cube]) -> bool {
        let Ok(tree) = Tree::new(cubes, 4, &|| false) else { return false };
        for bits in 0..16 {
            let holds = |variable: i32| bits >> (variable - 1) & 1 == 1;
            let lies = |cube: &&Cube| cube.literals.iter().all(|&l| holds(l.abs()) == (l > 0));
            let found: Vec<&[i32]> = cubes.iter().filter(lies).map(|c| &c.literals[..]).collect();
            let by_tree = tree.find(holds).map(|cube| &cube.literals[..]);
            assert_eq!(found, Vec::from_iter(by_tree), "{cubes:?}");
        }
        true
    }

    #[test]
    fn a_part_is_written_in_one_way() {
        assert_eq!(Shard::parse("4/4"), Some(Shard { number: 4, parts: 4 }));
        let wrong =
            "0/3 4/3 02/3 2/03 +2/3 2/+3 -1/3 2 2/ /3 / 2/3/4 2/4294967296 0/0 2\u{ff0f}3 a/3 2/3a";
        for text in wrong.split(' ').chain(["", "2/3 ", " 2/3", "2 / 3", "2/3\n"]) {
            assert_eq!(Shard::parse(text), None, "{text}");
        }
    }

    #[test]
    fn cubes_that_share_no_assignment() {
        assert!(is_disjoint(&cubes(&[])));
        assert!(is_disjoint(&cubes(&[&[]])));
        assert!(is_disjoint(&cubes(&[&[1, 2], &[-1, 2], &[-2, 3]])));
        // No tree of variables has these: each pair differs in another one.
        assert!(is_disjoint(&cubes(&[&[1, -2], &[2, -3], &[3, -1], &[1, 2, 3], &[-1, -2, -3]])));
        for wrong in [
            &[&[][..], &[]][..],
            &[&[], &[1]],
            &[&[1], &[1]],
            &[&[1], &[2]],
            &[&[1, 2], &[-1, 2], &[2, 3]],
            &[&[1, -2], &[2, -3], &[3, -1], &[1, 2, 3], &[-1, -2]],
        ] {
            assert!(!is_disjoint(&cubes(wrong)), "{wrong:?}");
        }
    }

    /// All sets of up to three cubes of three variables, and what trying all assignments says of them.
    #[test]
    fn all_small_sets_of_cubes() {
        let mut all = Vec::new();
        for mut code in 0..27 {
            let mut literals = Vec::new();
            for variable in 1..=3 {
                let sign = code % 3 - 1;
                code /= 3;
                literals.extend((sign != 0).then_some(sign * variable));
            }
            all.push(literals);
        }
        let meet = |a: &[i32], b: &[i32]| !a.iter().any(|literal| b.contains(&-literal));
        let mut disjoint = 0;
        for a in &all {
            for b in &all {
                for c in &all {
                    let expected = !meet(a, b) && !meet(a, c) && !meet(b, c);
                    assert_eq!(is_disjoint(&cubes(&[a, b, c])), expected, "{a:?} {b:?} {c:?}");
                    disjoint += u32::from(expected);
                }
            }
        }
        assert!(disjoint > 100);
    }
}
