//! The shard to which a cube belongs. The cube's number alone decides, so that a program that puts
//! shards together can tell, too.

/// One of `of` disjoint parts of the instances. `part` counts from 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shard {
    pub part: u32,
    pub of: u32,
}

/// Up to so many shards each cuts the space by itself.
const ALONE: u32 = 64;
/// The number of low bits that tell a cube's number from others of the same block, where there are
/// groups.
const WITHIN: u32 = 32;

impl Shard {
    /// True if the cube of this number is the shard's.
    pub fn owns(self, cube: u64) -> bool {
        Shard::owner(cube, self.of) == self.part
    }

    /// The part, of so many, to which the cube of this number belongs.
    pub fn owner(cube: u64, of: u32) -> u32 {
        let groups = Shard { part: 1, of }.groups();
        if groups == 1 {
            return dealt(cube, of) + 1;
        }
        let (block, at) = (cube >> WITHIN, cube & ((1 << WITHIN) - 1));
        let group = dealt(block, of) % groups;
        let members = u64::from(Shard { part: group + 1, of }.members());
        let place = (scrambled(block).wrapping_add(at) % members) as u32;
        place * groups + group + 1
    }

    /// The number of groups into which all shards fall, each of which has blocks of its own.
    pub fn groups(self) -> u32 {
        if self.of <= ALONE { 1 } else { self.of.isqrt() }
    }

    /// The number of shards in the shard's group.
    pub fn members(self) -> u32 {
        let groups = self.groups();
        self.of / groups + u32::from((self.part - 1) % groups < self.of % groups)
    }

    /// True if the block of this number is that of the shard's group.
    pub fn owns_block(self, block: u64) -> bool {
        let groups = self.groups();
        dealt(block, self.of) % groups == (self.part - 1) % groups
    }

    /// The number of a cube within a block.
    pub fn cube(block: u64, at: u64) -> u64 {
        block << WITHIN | at
    }
}

/// Deals round after round, each beginning with another part: neighbours are alike and go to different parts, and
/// what comes again in each round goes to all of them.
fn dealt(number: u64, parts: u32) -> u32 {
    let parts = u64::from(parts);
    (scrambled(number / parts).wrapping_add(number) % parts) as u32
}

/// A number as good as random, and the same everywhere (SplitMix64: Steele, Lea, Flood 2014). It is
/// below 2⁶³, so that a number may be added.
pub(crate) fn scrambled(number: u64) -> u64 {
    let mixed = number.wrapping_add(1).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    let mixed = (mixed ^ mixed >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    (mixed ^ mixed >> 31) >> 1
}

#[cfg(test)]
mod tests {
    use super::Shard;

    /// If it failed, instances would be lost or come twice, or one machine would have nothing to do.
    #[test]
    fn each_cube_has_one_owner_and_each_owner_as_many() {
        for of in [1, 2, 7, 64, 65, 100] {
            let mut cubes = vec![0; of as usize];
            let is_grouped = Shard { part: 1, of }.groups() > 1;
            for number in 0..u64::from(of) * 4 {
                let inner = if is_grouped { 40 } else { 1 };
                for at in 0..inner {
                    let cube = if is_grouped { Shard::cube(number, at) } else { number };
                    let owners = (1..=of).filter(|&part| Shard { part, of }.owns(cube));
                    let owners: Vec<u32> = owners.collect();
                    assert_eq!(owners.len(), 1, "cube {cube} of {of}: {owners:?}");
                    cubes[owners[0] as usize - 1] += 1;
                }
            }
            let mean = cubes.iter().sum::<usize>() / of as usize;
            let (least, most) = (cubes.iter().min(), cubes.iter().max());
            let is_even = least >= Some(&(mean * 3 / 4)) && most <= Some(&(mean * 5 / 4));
            assert!(is_even, "{of}: {least:?} to {most:?}, in the mean {mean}");
        }
    }
}
