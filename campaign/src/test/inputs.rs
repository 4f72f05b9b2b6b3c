//! The inputs of a run, as they are handed to drivers: numbered, chosen, relabelled.

use korrel_harness::corpus::RecordedInput;
use korrel_harness::report::{ReportHeading, ReportReach};
use korrel_harness::{Growing, Input, InputName, Labellings, Oracle};
use serde_json::{Value as Json, json};

use crate::oracle::SpecOracle;
use crate::subject::Subject;

/// The inputs of a test.
#[derive(Clone, Debug)]
pub enum TestInputs {
    /// Inputs that the spec allows.
    Listed(WantedInputs),
    /// Inputs that an earlier run recorded.
    Recorded(Vec<RecordedInput>),
}

/// The inputs that are wanted of all.
#[derive(Clone, Debug)]
pub enum WantedInputs {
    /// All after these.
    After(After),
    /// The one with this name. Its labelling is sent beside it, or alone.
    Only { name: InputName, is_beside: bool },
}

/// The id of the input after which each operation continues, or `None` if all are still to be tried.
pub type After = Vec<Option<u64>>;

/// The ids that an earlier report has reached. `heading` is that of this run.
///
/// # Errors
/// The difference: another question, an answer of another version, or a cut into other shards.
pub fn after_report(
    reached: &ReportReach,
    heading: &ReportHeading,
    subjects: &[Subject],
) -> Result<After, String> {
    if reached.headings.is_empty() {
        return Err("it is not a report of a test".to_owned());
    }
    match reached.headings.iter().find_map(|theirs| difference(theirs, heading)) {
        Some(why) => Err(why),
        None => {
            Ok(subjects.iter().map(|one| reached.last.get(&one.operation.name).copied()).collect())
        }
    }
}

fn difference(theirs: &ReportHeading, ours: &ReportHeading) -> Option<String> {
    let shard = |heading: &ReportHeading| match heading.shard {
        Some((part, of)) => format!("{part}/{of}"),
        None => "none".to_owned(),
    };
    let differ = |what: &str, theirs: &str, ours: &str| {
        (theirs != ours).then(|| format!("its {what} is {theirs}, and not {ours}"))
    };
    let changed = || {
        (theirs.question != ours.question)
            .then(|| "the spec or the flags have changed since it was written".to_owned())
    };
    differ("program", &theirs.tool, &ours.tool)
        .or_else(|| differ("shard", &shard(theirs), &shard(ours)))
        .or_else(|| differ("scope", &theirs.scope, &ours.scope))
        .or_else(changed)
}

/// The ids as a report has them, or `None` if all inputs are still to be tried.
pub fn after_text(after: &After, subjects: &[Subject]) -> Option<Json> {
    let known = subjects.iter().zip(after);
    let known: Vec<(&str, u64)> = known
        .filter_map(|(subject, after)| Some((subject.operation.name.as_str(), (*after)?)))
        .collect();
    match known.as_slice() {
        [] => None,
        [(_, id)] if subjects.len() == 1 => Some(json!(id)),
        several => Some(several.iter().map(|(op, id)| ((*op).to_owned(), json!(id))).collect()),
    }
}

/// Numbers the inputs of each operation, and gives out those that are wanted.
pub(super) struct InputNumbering<'i, 'g> {
    inputs: &'i mut Growing<'g>,
    wanted: &'i WantedInputs,
    oracle: SpecOracle<'i>,
    /// The next id, by operation.
    next: Vec<u64>,
    /// The only one that was wanted has been found.
    is_found: bool,
    /// There is no such labelling. The number of labellings.
    pub no_labelling: Option<u128>,
}

impl<'i, 'g> InputNumbering<'i, 'g> {
    pub fn new(
        inputs: &'i mut Growing<'g>,
        wanted: &'i WantedInputs,
        oracle: SpecOracle<'i>,
    ) -> InputNumbering<'i, 'g> {
        let next = vec![0; oracle.subjects.len()];
        InputNumbering { inputs, wanted, oracle, next, is_found: false, no_labelling: None }
    }

    /// The name that was wanted and that no input has.
    pub fn missing(&self) -> Option<&InputName> {
        match self.wanted {
            WantedInputs::Only { name, .. } if !self.is_found => Some(name),
            _ => None,
        }
    }

    /// An operation that has fewer inputs than were tried already: after which one it was to go on,
    /// and how many there are.
    pub fn beyond(&self) -> Option<(u64, u64)> {
        let WantedInputs::After(after) = self.wanted else { return None };
        let known = after.iter().zip(&self.next);
        known.filter_map(|(after, &listed)| Some(((*after)?, listed))).find(|(id, n)| id >= n)
    }

    /// An input under the labelling that is wanted.
    fn relabelled(&mut self, input: Input, name: &InputName, is_beside: bool) -> Option<Input> {
        let Some(labelling) = name.labelling else { return Some(input) };
        let canonical = self.oracle.canonical(&input);
        let parameters = &self.oracle.subjects[input.op].operation.parameters;
        let types = &self.oracle.subjects[0].types;
        let labellings = Labellings::new(types, canonical.json(), parameters);
        if labelling >= labellings.count() {
            self.no_labelling = Some(labellings.count());
            return None;
        }
        if is_beside {
            return Some(input);
        }
        let heap = labellings.heap(labelling).into();
        Some(Input { heap, name: Some(name.clone()), ..input })
    }
}

impl Iterator for InputNumbering<'_, '_> {
    type Item = Input;

    fn next(&mut self) -> Option<Input> {
        while !self.is_found {
            let mut input = self.inputs.next()?;
            let next = &mut self.next[input.op];
            input.id = *next;
            *next += 1;
            match self.wanted {
                WantedInputs::After(after)
                    if after[input.op].is_none_or(|after| input.id > after) =>
                {
                    return Some(input);
                }
                WantedInputs::After(_) => self.inputs.withhold(),
                WantedInputs::Only { name, is_beside } => {
                    self.is_found = input.name.as_ref().is_some_and(|own| own.key == name.key);
                    if self.is_found {
                        return self.relabelled(input, name, *is_beside);
                    }
                }
            }
        }
        None
    }
}
