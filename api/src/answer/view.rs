//! What a command allows at a save, and what the last edit changed.

use serde::Serialize;
use serde_json::Value as Json;

use super::{AmountAnswer, ConjunctAnswer, Message};
use crate::question::watch::{Change, View, WatchedConjunct, WatchedInstance};

/// The record of a save.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ViewRecord {
    /// `view`.
    #[cfg_attr(feature = "schema", schemars(extend("const" = "view")))]
    pub kind: &'static str,
    pub spec: Option<String>,
    pub command: Option<String>,
    /// Grows with each save.
    pub save: u64,
    /// `refused`: the text has mistakes, or the command cannot be asked.
    #[cfg_attr(feature = "schema", schemars(extend("enum" = ["complete", "timeout", "memory", "refused"])))]
    pub status: &'static str,
    pub messages: Vec<Message>,
    pub view: Option<ListedView>,
}

/// A view, and the instances themselves.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ListedView {
    #[serde(flatten)]
    pub view: ViewAnswer<Json>,
    /// The first ones.
    pub instances: Vec<Json>,
}

/// What is known of a command. `I` is how an instance is shown.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ViewAnswer<I> {
    /// The instances are counterexamples.
    pub check: bool,
    pub traces: bool,
    pub sizes: Vec<SizeAnswer>,
    pub total: Option<AmountAnswer>,
    /// The instances that the last save removed and added; null without one.
    pub change: Option<ChangeAnswer<I>>,
    pub conjuncts: Vec<WatchedConjunctAnswer>,
}

/// The instances of a size.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct SizeAnswer {
    pub size: usize,
    pub count: u64,
    /// These are all of this size.
    pub whole: bool,
}

/// A comparison with an earlier save.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(untagged)]
pub enum ChangeAnswer<I> {
    Uncompared {
        /// `false`.
        #[cfg_attr(feature = "schema", schemars(extend("const" = false)))]
        compared: bool,
        /// Declarations have changed, or the lists end too early.
        #[cfg_attr(feature = "schema", schemars(extend("enum" = ["declarations", "cut"])))]
        why: &'static str,
    },
    Compared {
        /// `true`.
        #[cfg_attr(feature = "schema", schemars(extend("const" = true)))]
        compared: bool,
        removed: u64,
        added: u64,
        /// Only smaller sizes are compared.
        below: Option<usize>,
        first_removed: Option<I>,
        first_added: Option<I>,
    },
}

/// A conjunct of what the command runs.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct WatchedConjunctAnswer {
    pub conjunct: ConjunctAnswer,
    /// The instances that it alone excludes.
    pub excludes: Option<AmountAnswer>,
    pub redundant: bool,
    pub newly_redundant: bool,
}

impl<I> ViewAnswer<I> {
    /// `show` is given an instance and the header by which it is drawn.
    pub fn new(view: &View, show: impl Fn(&str, &WatchedInstance) -> Option<I>) -> ViewAnswer<I> {
        let size = |(&size, &count): (&usize, &u64)| SizeAnswer {
            size,
            count,
            whole: view.is_whole(size),
        };
        let uncompared = |why| ChangeAnswer::Uncompared { compared: false, why };
        let change = |change: &Change| match change {
            Change::Declarations => uncompared("declarations"),
            Change::Uncompared => uncompared("cut"),
            Change::Instances(now) => ChangeAnswer::Compared {
                compared: true,
                removed: now.removed,
                added: now.added,
                below: now.below,
                first_removed: now
                    .first_removed
                    .as_ref()
                    .and_then(|one| show(&now.header_removed, one)),
                first_added: now.first_added.as_ref().and_then(|one| show(&view.header, one)),
            },
        };
        ViewAnswer {
            check: view.is_of_check,
            traces: view.is_of_traces,
            sizes: view.sizes.iter().map(size).collect(),
            total: view.total.as_ref().map(AmountAnswer::from),
            change: view.change.as_ref().map(change),
            conjuncts: view.conjuncts.iter().map(WatchedConjunctAnswer::from).collect(),
        }
    }
}

impl From<&WatchedConjunct> for WatchedConjunctAnswer {
    fn from(conjunct: &WatchedConjunct) -> WatchedConjunctAnswer {
        WatchedConjunctAnswer {
            conjunct: ConjunctAnswer::from(&conjunct.name),
            excludes: conjunct.excludes.as_ref().map(AmountAnswer::from),
            redundant: conjunct.is_redundant(),
            newly_redundant: conjunct.is_newly_redundant,
        }
    }
}
