//! A part of a list that others can check: its cubes, and those of the other parts.
//!
//! Each part proves of its own cubes that all is listed, and of what lies in no cube that nothing is there. The cubes of
//! the others are granted. Since all parts say the same cubes, all that is granted is proven by somebody.

use korrel_lang::code;
use korrel_lang::diagnostic::Diagnostic;
use korrel_sat::Lit;
use korrel_translate::TranslationFailure;
use serde_json::{Map, Value as Json, json};

use crate::regions::cube::Region;
use crate::regions::deal::Shard;
use crate::regions::shard::ShardCut;

/// One of several parts of a list.
pub(super) struct CertifiedPart {
    shard: Shard,
    /// The cubes of all parts, in order.
    cubes: Vec<Region>,
}

impl CertifiedPart {
    /// # Errors
    /// More parts than agree on their cubes by themselves; a stop.
    pub fn new(mut cut: ShardCut) -> Result<CertifiedPart, TranslationFailure> {
        let shard = cut.shard;
        if shard.groups() > 1 {
            let message = format!("there are no certificates of {} parts", shard.of);
            let help = "certify at most 64 parts";
            return Err(Diagnostic::new(code::UNSUPPORTED, message).help(help).into());
        }
        Ok(CertifiedPart { shard, cubes: cut.group().ok_or(TranslationFailure::Stopped)? })
    }

    /// The cubes that are searched here.
    pub fn own(&self) -> Vec<Region> {
        self.cubes.iter().filter(|cube| self.shard.owns(cube.cube)).cloned().collect()
    }

    pub fn shard(&self) -> Shard {
        self.shard
    }

    /// What `problem.json` says of it.
    pub fn statement(&self) -> Map<String, Json> {
        let Shard { part, of } = self.shard;
        let cubes = self.cubes.iter().map(|cube| {
            let owner = (1..=of).find(|&part| Shard { part, of }.owns(cube.cube));
            let lits: Vec<i64> = cube.prefix.iter().map(|lit| lit.to_dimacs()).collect();
            json!([owner, lits])
        });
        let members = [("shard", json!(format!("{part}/{of}"))), ("cubes", cubes.collect())];
        members.map(|(name, value)| (name.to_owned(), value)).into_iter().collect()
    }

    /// The clauses that a model lies in no cube.
    pub fn outside(&self) -> impl Iterator<Item = impl Iterator<Item = Lit>> {
        self.cubes.iter().map(|cube| cube.prefix.iter().map(|&lit| !lit))
    }
}
