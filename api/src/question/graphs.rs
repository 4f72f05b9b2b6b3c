//! Whether the instances of a command are graphs that a format has.

use std::ops::ControlFlow;

use korrel_enumerate::Meaning;
use korrel_enumerate::heap::Schema;
use korrel_heapgraph::graph6::GraphFormat;
use korrel_heapgraph::graphs::GraphType;
use korrel_sat::Effort;

use super::listing::WantedInstance;
use super::posed::PosedQuestion;
use super::{NoAnswer, SpecCommand};
use crate::settings::Settings;

/// Something that some instance has, and that a format of graphs has no place for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GraphMisfit {
    /// A node with an edge to itself.
    Loop,
    /// An edge without one back.
    OneWay,
}

impl SpecCommand {
    /// What an instance has that cannot be written; `None` if all can.
    ///
    /// # Errors
    /// A formula that cannot be translated; a stop.
    pub fn graph_misfit(
        &self,
        edges: &GraphType,
        format: GraphFormat,
        meaning: Meaning,
        effort: &Effort,
    ) -> Result<Option<GraphMisfit>, NoAnswer> {
        let relation = format!("({} <: {})", edges.node, edges.field);
        let has_loop = format!("some iden & {relation}");
        let is_one_way = format!("{relation} != ~{relation}");
        let has = |test: &str| self.has_instance_where(test, meaning, effort);
        let either = match format {
            GraphFormat::Digraph6 => return Ok(None),
            GraphFormat::Sparse6 => is_one_way.clone(),
            GraphFormat::Graph6 => format!("{has_loop} or {is_one_way}"),
        };
        Ok(match has(&either)? {
            false => None,
            true if has(&is_one_way)? => Some(GraphMisfit::OneWay),
            true => Some(GraphMisfit::Loop),
        })
    }

    /// Whether a formula, as a text, holds of an instance of the command.
    fn has_instance_where(
        &self,
        test: &str,
        meaning: Meaning,
        effort: &Effort,
    ) -> Result<bool, NoAnswer> {
        let (asked, settings) = (self.within(test)?, Settings::of(meaning));
        let schema = Schema::of(&asked.spec, &asked.command).map_err(NoAnswer::Mistakes)?;
        let posed = PosedQuestion::new(&asked.spec, &asked.command, &settings, effort)?;
        let mut listing = posed.open_for(&WantedInstance::Any)?;
        let records = listing.records(&schema)?;
        let mut is_some = false;
        let step = listing.list::<NoAnswer>(records, 1, |_| {
            is_some = true;
            Ok(ControlFlow::Break(()))
        })?;
        match (is_some, step) {
            (false, korrel_sat::Step::Stopped) => Err(NoAnswer::Stopped),
            _ => Ok(is_some),
        }
    }
}
