//! The cubes of all shards, searched one by one in one process: a way to measure their balance.

use korrel_sat::Step;

use crate::regions::cube::Region;
use crate::regions::deal::Shard;
use crate::search::stream::Stream;

/// A cube, and whose it is.
pub struct OwnedCube {
    /// The number of the part from 1 on, as in `--shard`.
    pub part: u32,
    region: Region,
}

impl Stream<'_> {
    /// The cubes of the shard and of all others that are cut together with it, in order, or nothing if it was stopped.
    pub fn group_cubes(&self, shard: Shard) -> Option<Vec<OwnedCube>> {
        let cubes = self.cut_for(shard).group()?;
        let owned =
            |region: Region| OwnedCube { part: Shard::owner(region.cube, shard.of), region };
        Some(cubes.into_iter().map(owned).collect())
    }

    /// Searches a cube: how many instances lie in it.
    pub fn search_cube(&mut self, cube: &OwnedCube) -> u64 {
        // Nobody helps here.
        self.walk.go_on(None);
        self.walk.enter(&cube.region);
        let instances = std::iter::from_fn(|| (self.walk.advance() == Step::Model).then_some(()));
        instances.count() as u64
    }
}
