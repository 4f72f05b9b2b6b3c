//! The results of an exploration, as text for people.

use korrel_campaign::{ExplorationEnd, UnreachedInstances, size};
use korrel_draw::{DrawnInstance, Hints, Page, text};
use korrel_harness::{counted, verb};
use korrel_heapgraph::Header;
use korrel_lang::visible::visible_lines;
use serde_json::Value as Json;

/// The number of unreached instances that are drawn.
const SHOWN: usize = 10;

/// The page, in columns. The text does not depend on its reader.
const PAGE: Page = Page { width: 100, is_colored: false };

pub struct ToldExploration<'t> {
    pub explored: &'t ExplorationEnd<'t>,
    /// The predicate that states are compared with.
    pub against: Option<&'t str>,
}

impl ToldExploration<'_> {
    /// The text for people. The remarks on the calls follow it.
    pub fn text(&self) -> String {
        let header = self.header();
        let mut lines = Vec::new();
        for (at, state) in self.explored.exploration.states.iter().enumerate() {
            let violates = state.violated.first().map_or(String::new(), |violated| {
                let at = violated.at.as_ref().map_or(String::new(), |at| format!(" ({at})"));
                format!("  violates {}{at}", violated.cause)
            });
            lines
                .push(format!("  {at}. {}{violates}", self.explored.exploration.text(&state.call)));
            lines.extend(drawn(header.as_ref(), &state.heap));
        }
        lines.push(String::new());
        lines.extend(self.comparison(header.as_ref()));
        lines.push(self.depths());
        if self.explored.exploration.left > 0 {
            lines.push(format!(
                "DEPTH: nothing was called on {} of them",
                self.explored.exploration.left
            ));
        }
        if self.explored.exploration.beyond > 0 {
            let beyond = self.explored.exploration.beyond;
            let lead = verb(beyond, "leads", "lead");
            lines.push(format!(
                "BEYOND: {} {lead} to states that are larger than the scope",
                counted(beyond, "call")
            ));
        }
        lines.push(String::new());
        lines.iter().map(|line| format!("{}\n", visible_lines(line).trim_end())).collect()
    }

    fn depths(&self) -> String {
        let depths: Vec<String> =
            self.explored.exploration.by_depth().iter().map(u64::to_string).collect();
        let (states, most) =
            (self.explored.exploration.states.len(), depths.len().saturating_sub(1));
        format!("STATES: {states} within {}; by calls: {}", counted(most, "call"), depths.join(" "))
    }

    fn comparison(&self, header: Option<&Header>) -> Vec<String> {
        let mut lines = Vec::new();
        let forbidden = self.explored.exploration.forbidden();
        if !forbidden.is_empty() {
            let count = self.explored.exploration.violating();
            let states = counted(self.explored.exploration.states.len(), "state");
            let what = match self.against {
                Some(against) => {
                    format!("{count} of {states}, which `{against}` does not allow")
                }
                None => {
                    let violate = verb(count, "violates", "violate");
                    format!("{count} of {states} {violate} the invariant")
                }
            };
            lines.push(format!("FORBIDDEN: {what}"));
        }
        for (number, one) in (1..).zip(&forbidden) {
            let at = one.cause.at.as_ref().map_or(String::new(), |at| format!("  {at}"));
            lines.push(format!(
                "  {number}. {}{at}  ({})",
                one.cause.cause,
                counted(one.count, "state")
            ));
            let (at, state) = one.smallest;
            lines.push(format!(
                "     smallest: state {at}, {}",
                self.explored.exploration.text(&state.call)
            ));
            lines.extend(one.cause.details.iter().map(|detail| format!("     {detail}")));
            lines.extend(drawn(header, &state.heap));
        }
        if let (Some(unreached), Some(against)) = (&self.explored.unreached, self.against) {
            lines.extend(self.missed(unreached, against, header));
        }
        if !lines.is_empty() {
            lines.push(String::new());
        }
        lines
    }

    fn missed(
        &self,
        unreached: &UnreachedInstances,
        against: &str,
        header: Option<&Header>,
    ) -> Vec<String> {
        let (found, instances) = (unreached.found.len(), unreached.instances);
        let cut = if unreached.is_whole { "" } else { ", as far as they were listed" };
        if found == 0 {
            let which = match instances {
                1 => "the one instance".to_owned(),
                many => format!("each of the {many} instances"),
            };
            return vec![format!("REACHED: {which} of `{against}`{cut}")];
        }
        let mut lines = vec![format!(
            "UNREACHED: {found} of {} of `{against}`{cut}",
            counted(instances, "instance")
        )];
        for (number, (key, heap)) in (1..).zip(unreached.found.iter().take(SHOWN)) {
            lines.push(format!("  {number}. {key} ({})", counted(size(heap), "object")));
            lines.extend(drawn(header, heap));
        }
        if found > SHOWN {
            lines.push(format!("  and {} more", found - SHOWN));
        }
        lines
    }

    fn header(&self) -> Option<Header> {
        Header::read(&Json::Object(self.explored.exploration.program.states.header.clone())).ok()
    }
}

/// A heap, below its title.
pub(super) fn drawn(header: Option<&Header>, heap: &Json) -> Vec<String> {
    let drawing = header.and_then(|header| {
        let instance = DrawnInstance::read(header, heap).ok()?;
        Some(text(header, &instance, &PAGE, &Hints::default()))
    });
    match drawing {
        Some(drawing) => drawing.lines().skip(1).map(|line| format!("     {line}")).collect(),
        None => vec![format!("     {heap}")],
    }
}
