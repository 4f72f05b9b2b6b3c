//! A predicate that is about no operation because of a slip in its name: `remove_pots`, or `remov_post`, beside
//! `remove_pre`.
//!
//! Operations are found by the names of predicates, so such a slip is no mistake anywhere: a test then judges nothing.
//! What something calls or runs is a helper, whatever its name.

use crate::code;
use crate::diagnostic::Diagnostic;
use crate::model::{Command, Function, FunctionId, Node, Value};
use crate::resolve::context::Resolver;
use crate::similar::most_similar;

const ENDINGS: [&str; 3] = ["_pre", "_post", "_throws"];

/// Two slips, or a pair of letters that changed places, in an ending.
const SLIPS: usize = 2;

impl Resolver<'_> {
    /// Predicates whose names are slips for others, which are not there.
    pub(crate) fn almost_of_operations(&self, implicit: &[Command]) -> Vec<Diagnostic> {
        let own: Vec<(FunctionId, &Function)> = self.own_predicates().collect();
        let has = |name: &str| own.iter().any(|(_, function)| function.name == name);
        let operations: Vec<&Function> = own
            .iter()
            .map(|(_, function)| *function)
            .filter(|f| f.name.ends_with("_pre"))
            .collect();
        if operations.is_empty() {
            return Vec::new();
        }
        let helpers = self.helpers(implicit);
        let mut found = Vec::new();
        for (_, function) in own.iter().filter(|(id, _)| !helpers.contains(id)) {
            let Some(meant) = meant(&function.name, &operations, &has) else { continue };
            if self.model.commands.iter().any(|command| command.label == function.name) {
                continue;
            }
            let base = base(&meant);
            let operation = operations.iter().find(|of| of.name.strip_suffix("_pre") == Some(base));
            let message = format!("`{}` is about no operation", function.name);
            let mut warning =
                Diagnostic::new(code::ALMOST, message).at(function.span, "nothing uses it");
            if let Some(operation) = operation {
                let label = format!("the inputs of the operation `{base}`");
                warning = warning.related(operation.span, label);
            }
            found.push(warning.help(format!("did you mean `{meant}`?")));
        }
        found
    }

    fn own_predicates(&self) -> impl Iterator<Item = (FunctionId, &Function)> {
        self.model.functions.iter().filter(|(_, function)| {
            matches!(function.body, Value::Formula(_)) && self.text(function.span).is_some()
        })
    }

    /// The functions that something calls.
    fn helpers(&self, implicit: &[Command]) -> Vec<FunctionId> {
        let model = &self.model;
        let facts = model.facts.iter().map(|fact| Node::Formula(&fact.formula));
        let goals = model.commands.iter().chain(implicit).map(|c| Node::Formula(&c.goal));
        let bodies = model.functions.iter().map(|(_, function)| Node::from(&function.body));
        let nodes = facts.chain(goals).chain(bodies).flat_map(Node::descendants);
        nodes.filter_map(|node| node.call().map(|(function, _)| function)).collect()
    }
}

/// The name of a predicate of an operation that this one is a slip for.
fn meant(name: &str, operations: &[&Function], has: &dyn Fn(&str) -> bool) -> Option<String> {
    let bases: Vec<&str> = operations.iter().map(|of| base(&of.name)).collect();
    let meant = match ENDINGS.iter().find(|ending| name.ends_with(**ending)) {
        Some(&ending) if ending != "_pre" => {
            let own = base(name);
            if has(own) || bases.contains(&own) {
                return None;
            }
            let bases: Vec<String> = bases.iter().map(|&base| base.to_owned()).collect();
            format!("{}{ending}", most_similar(own, &bases)?)
        }
        Some(_) => return None,
        None => {
            let at = name.rfind('_')?;
            let (own, ending) = (&name[..at], &name[at..]);
            if !bases.contains(&own) {
                return None;
            }
            let slip = |wanted: &&&str| {
                let lower = ending.to_lowercase();
                let distance = strsim::damerau_levenshtein(&lower, wanted);
                // `_pots` is one slip from `_post`. `_next` is three.
                distance <= SLIPS && distance * 2 < wanted.len()
            };
            let nearest = ENDINGS.iter().filter(slip);
            let nearest =
                nearest.min_by_key(|wanted| strsim::damerau_levenshtein(ending, wanted))?;
            format!("{own}{nearest}")
        }
    };
    (!has(&meant)).then_some(meant)
}

/// `remove`, of `remove_post`.
fn base(name: &str) -> &str {
    name.rfind('_').map_or(name, |at| &name[..at])
}
