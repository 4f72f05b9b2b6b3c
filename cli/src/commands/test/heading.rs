//! The subject of a report.

use korrel_campaign::{Subject, TOOL, declared, question_hash, scope_text};
use korrel_harness::report::{InputListing, ReportHeading};
use korrel_harness::{DriverLimits, Plan, Relabel};
use korrel_lang::spec::Spec;
use serde_json::{Map, Value as Json, json};

use crate::flags::{DriverFlags, OverflowFlag, TestFlags};

pub fn heading(test: &TestFlags, spec: &Spec, subjects: &[Subject], plan: &Plan) -> ReportHeading {
    let listing = listing(test);
    ReportHeading {
        tool: TOOL.to_owned(),
        spec: spec.name.clone(),
        question: question_hash(&listing, spec, subjects),
        scope: scope(test, subjects),
        driver: plan.driver.words(),
        against: plan.against.as_ref().map(|against| against.words()).unwrap_or_default(),
        shard: test.inputs.shard.map(|shard| (shard.part, shard.of)),
        options: options(test),
        declarations: declared(subjects),
        listing: Some(listing),
        replay: replay(test),
    }
}

/// The flags that determine the inputs, as data.
pub fn listing(test: &TestFlags) -> InputListing {
    let (inputs, language) = (&test.inputs, &test.language);
    InputListing {
        spec: test.spec().display().to_string(),
        folders: language.folders.iter().map(|folder| folder.display().to_string()).collect(),
        strict_alloy: language.strict_alloy,
        recursion: language.recursion,
        scope: inputs.scope.clone(),
        grow: inputs.grow.clone(),
        invariant: test.judging.invariant.clone(),
        wraps: inputs.overflow == OverflowFlag::Wrap,
    }
}

fn scope(test: &TestFlags, subjects: &[Subject]) -> String {
    match &test.inputs.replay {
        Some(replayed) => format!("of the replay of {replayed}"),
        None => scope_text(subjects),
    }
}

/// All other flags that change the inputs that are tried.
fn options(test: &TestFlags) -> Map<String, Json> {
    let inputs = &test.inputs;
    let mut options = Map::new();
    let mut put = |name: &str, value: Json| options.insert(name.to_owned(), value);
    if let Some(relabel) = inputs.relabel {
        put("relabel", relabel_text(relabel).into());
        put("seed", json!(inputs.seed));
    }
    if test.judging.relabel_judge {
        put("relabel-judge", json!(true));
    }
    if inputs.repeat.get() > 1 {
        put("repeat", json!(inputs.repeat.get()));
    }
    if inputs.lazy {
        put("lazy", json!(true));
    }
    if let Some(replayed) = &inputs.replay {
        put("replay", json!(replayed));
    }
    options
}

/// The number of bytes as the flag takes it, whose units are powers of 1024.
fn size(bytes: u64) -> String {
    let units = [("T", 40), ("G", 30), ("M", 20)];
    let whole = units.iter().find(|(_, shift)| bytes.trailing_zeros() >= *shift);
    whole.map_or(format!("{}K", bytes >> 10), |(unit, shift)| format!("{}{unit}", bytes >> shift))
}

pub fn relabel_text(relabel: Relabel) -> String {
    match relabel {
        Relabel::All => "all".to_owned(),
        Relabel::Some(wanted) => wanted.to_string(),
        Relabel::Only(_) => unreachable!("no flag says so"),
    }
}

/// The words of a command that sends one input again.
fn replay(test: &TestFlags) -> Vec<String> {
    let mut words = vec!["korrel".to_owned(), "test".to_owned(), test.spec().display().to_string()];
    let mut add = |flag: &str, value: Option<String>| {
        words.push(flag.to_owned());
        words.extend(value);
    };
    if let Some(scope) = &test.inputs.scope {
        add("--scope", Some(scope.clone()));
    }
    if let Some(pattern) = &test.inputs.grow {
        add("--grow", Some(pattern.clone()));
    }
    if let Some(invariant) = &test.judging.invariant {
        add("--invariant", Some(invariant.clone()));
    }
    if test.inputs.overflow == OverflowFlag::Wrap {
        add("--overflow", Some("wrap".to_owned()));
    }
    for folder in &test.language.folders {
        add("-I", Some(folder.display().to_string()));
    }
    if test.inputs.keyed.keys {
        add("--keys", None);
    }
    if test.language.strict_alloy {
        add("--strict-alloy", None);
    }
    if let Some(depth) = test.language.recursion {
        add("--recursion", Some(depth.to_string()));
    }
    words.extend(limits(&test.drivers));
    words
}

/// The limits of a driver, where they are not as ever, in words.
pub fn limits(drivers: &DriverFlags) -> Vec<String> {
    let time = drivers.timeout;
    let time = (time != DriverLimits::default().answer)
        .then(|| ["--timeout".to_owned(), format!("{}ms", time.as_millis())]);
    let memory = drivers.driver_memory.map(|bytes| ["--driver-memory".to_owned(), size(bytes)]);
    time.into_iter().chain(memory).flatten().collect()
}

#[cfg(test)]
mod tests {
    use super::size;

    /// If this fails, the command that is shown sets another limit.
    #[test]
    fn sizes_are_as_the_flag_takes_them() {
        let shown = [3 << 40, 1536 << 20, 2 << 30, 60 << 20, 5 << 10].map(size);
        assert_eq!(shown, ["3T", "1536M", "2G", "60M", "5K"]);
    }
}
