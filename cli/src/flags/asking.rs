//! Other questions than "all instances".

use std::path::PathBuf;

use clap::Args;

use super::values;

/// Flags that fit one question only: what is asked part by part has no one place to go on from, no one
/// order to be cut into shards, and no one formula to be shown or refuted.
const WHOLE: [&str; 8] = ["shard", "balanced", "after", "resume", "key", "id", "dry_run", "proof"];

/// What is asked instead of all instances.
#[derive(Clone, Debug, Default, Args)]
#[group(multiple = true)]
pub struct AskingFlags {
    /// Complete each of these heaps in every way: given objects keep their ids, given fields are exact, a
    /// field that is missing or {"?": true} is open; - for standard input
    #[arg(long, value_name = "HEAP", conflicts_with_all = WHOLE)]
    pub complete: Option<PathBuf>,
    /// Instances that break exactly one conjunct of this predicate and satisfy all others and the
    /// facts; each record says which
    #[arg(long, value_name = "PRED", allow_hyphen_values = true, value_parser = values::unlike_a_flag, conflicts_with_all = WHOLE, conflicts_with = "complete")]
    pub near_miss: Option<String>,
    /// So many near misses of each conjunct (0: all)
    #[arg(long, value_name = "N", requires = "near_miss", default_value_t = 0)]
    pub per_conjunct: u64,
    /// The smallest instance for each combination of truth values of these formulas, P,Q,R, that some
    /// instance has, and those that none has; `conjuncts`: of the conjuncts of the command's predicate,
    /// which is then not required
    #[arg(long, value_name = "P,Q,R", allow_hyphen_values = true, value_parser = values::unlike_a_flag, conflicts_with_all = WHOLE, conflicts_with_all = ["complete", "near_miss"])]
    pub cover: Option<String>,
    /// With --cover: each combination of each two, instead of all
    #[arg(long, requires = "cover")]
    pub pairwise: bool,
    /// One instance, the smallest, for each combination of values of these expressions
    #[arg(long, value_name = "EXPR,…", allow_hyphen_values = true, value_parser = values::unlike_a_flag, conflicts_with_all = WHOLE, conflicts_with_all = ["complete", "near_miss", "cover"])]
    pub distinct_by: Option<String>,
}

impl AskingFlags {
    /// True if the question is asked part by part.
    pub fn is_parted(&self) -> bool {
        self.complete.is_some()
            || self.near_miss.is_some()
            || self.cover.is_some()
            || self.distinct_by.is_some()
    }
}
