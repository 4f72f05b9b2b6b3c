//! The cubes of shards that are cut once, and handed on to those who search them.
//!
//! *Problem.* To cut the space takes a pass over all of it, whatever the part of it that is searched. *Choice.* Whoever plans
//! the parts cuts once, and hands the cubes on: their numbers, and the branches of the order at which each begins. Both follow
//! from the question alone, so that a shard is the same whoever has cut it. *Rejected.* Literals: a number of a variable says
//! nothing to a reader, and takes more room.

use korrel_sat::Lit;
use korrel_translate::Translation;

use super::cube::Region;
use super::deal::Shard;

/// The space, cut for so many shards.
pub struct CutSpace {
    pub(crate) of: u32,
    /// The cubes of all, each group's in order.
    pub(crate) regions: Vec<Region>,
    order: Vec<Lit>,
}

/// The cubes of one shard.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ShardCubes {
    /// Tells the order that they are of from others: `crc32:` and eight digits.
    pub order: String,
    /// In order, without any that holds another.
    pub cubes: Vec<ShardCube>,
}

/// A cube: what begins alike.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ShardCube {
    pub number: u64,
    /// Of each first position of the order: true where the branch that is tried second is taken.
    pub branches: Vec<bool>,
}

impl CutSpace {
    /// `regions`: the cubes of all groups.
    pub(crate) fn new(of: u32, regions: Vec<Region>, translation: &Translation) -> CutSpace {
        CutSpace { of, regions, order: translation.projection.order.clone() }
    }

    /// The cubes of each shard, from the first one on.
    pub fn shards(&self) -> Vec<ShardCubes> {
        let name = name(&self.order);
        let empty = || ShardCubes { order: name.clone(), cubes: Vec::new() };
        let mut shards: Vec<ShardCubes> = (0..self.of).map(|_| empty()).collect();
        for Region { cube, prefix, .. } in &self.regions {
            let branches = prefix.iter().zip(&self.order).map(|(lit, first)| lit != first);
            let cube = ShardCube { number: *cube, branches: branches.collect() };
            shards[Shard::owner(cube.number, self.of) as usize - 1].cubes.push(cube);
        }
        shards
    }
}

impl ShardCubes {
    /// True if they are cubes of this shard, and of a space with this order.
    pub(crate) fn fits(&self, shard: Shard, order: &[Lit]) -> bool {
        let is_within =
            |cube: &ShardCube| shard.owns(cube.number) && cube.branches.len() <= order.len();
        self.order == name(order) && self.cubes.iter().all(is_within)
    }

    /// The same of the literals of an order that they fit.
    pub(crate) fn regions(&self, order: &[Lit]) -> Vec<Region> {
        let literal = |(&second, &first): (&bool, &Lit)| if second { !first } else { first };
        let region = |cube: &ShardCube| {
            let prefix = cube.branches.iter().zip(order).map(literal).collect();
            Region::of_cube(cube.number, prefix)
        };
        self.cubes.iter().map(region).collect()
    }
}

/// Another order has another name.
fn name(order: &[Lit]) -> String {
    let mut hasher = crc32fast::Hasher::new();
    for lit in order {
        hasher.update(&(lit.code() as u64).to_le_bytes());
    }
    format!("crc32:{:08x}", hasher.finalize())
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::Shard;
    use crate::testing::{SPECS, instances, line, lines, problem, schema, strategies};
    use crate::{CubePlace, CubeRange, Next};

    /// If it failed, a worker would search other cubes than it would have cut, or those of another question.
    #[test]
    fn a_shard_is_the_same_whoever_has_cut_it() {
        for spec in SPECS {
            let model = problem(spec);
            let problem = model.problem();
            let strategy = strategies()[0];
            let schema = schema(&problem);
            for of in [1, 7, 70] {
                let mut whole = instances(&problem, strategy, None);
                let stream = whole.stream().expect("the enumerator searches");
                let cut = stream.cut(of).expect("nobody stops it");
                for (part, cubes) in (1..).zip(cut.shards()) {
                    let shard = Shard { part, of };
                    let mut other = cubes.clone();
                    other.order.push('0');
                    let mut strange = instances(&problem, strategy, None);
                    let strange = strange.stream().expect("the enumerator searches");
                    let range = CubeRange::new(CubePlace::default(), CubePlace::END).of(other);
                    assert!(!strange.restrict_to(shard, Arc::new(range)), "{spec}");

                    let range = CubeRange::new(CubePlace::default(), CubePlace::END).of(cubes);
                    let mut found = instances(&problem, strategy, None);
                    let stream = found.stream().expect("the enumerator searches");
                    assert!(stream.restrict_to(shard, Arc::new(range)), "{spec}");
                    let mut own = Vec::new();
                    while let Next::Instance(instance) = found.next() {
                        own.push(line(&problem, &schema, &instance));
                    }
                    assert_eq!(own, lines(&problem, strategy, Some(shard)), "{part}/{of}: {spec}");
                }
            }
        }
    }
}
