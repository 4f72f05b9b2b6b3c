//! The subject of a report.

use korrel_harness::report::ReportHeading;
use korrel_harness::{DriverLimits, Plan, Relabel};
use korrel_heapgraph::shapes;
use korrel_lang::spec::Spec;
use serde_json::{Map, Value as Json, json};

use super::operations::{Subject, declarations};
use crate::commands::find::TOOL;
use crate::commands::shared::hash::hash;
use crate::flags::{OverflowFlag, TestFlags};

pub fn heading(test: &TestFlags, spec: &Spec, subjects: &[Subject], plan: &Plan) -> ReportHeading {
    ReportHeading {
        tool: TOOL.to_owned(),
        spec: spec.name.clone(),
        question: question(test, spec, subjects),
        scope: scope(test, subjects),
        driver: plan.driver.words(),
        against: plan.against.as_ref().map(|against| against.words()).unwrap_or_default(),
        shard: test.inputs.shard.map(|shard| (shard.part, shard.of)),
        options: options(test),
        declarations: declared(subjects),
        replay: replay(test),
    }
}

/// The declarations by which a reader of the report can draw inputs.
pub fn declared(subjects: &[Subject]) -> Map<String, Json> {
    let mut declared = declarations(subjects);
    // They stand in the report's own words.
    declared.retain(|name, _| !["tool", "spec"].contains(&name.as_str()));
    let ops = subjects.iter().map(|subject| {
        let operation = &subject.operation;
        (operation.name.clone(), json!({ "parameters": shapes(&operation.parameters) }))
    });
    declared.insert("ops".to_owned(), Json::Object(ops.collect()));
    declared
}

/// The question: everything that the inputs and the verdicts depend on. The options tell how inputs
/// are sent.
pub fn question(test: &TestFlags, spec: &Spec, subjects: &[Subject]) -> String {
    let commands = subjects.iter().flat_map(|subject| {
        [subject.operation.name.clone(), spec.text(&subject.command, None), subject.scope.clone()]
    });
    let commands: Vec<String> = commands.collect();
    let overflow = test.inputs.overflow.name();
    let invariant = test.judging.invariant.as_deref().unwrap_or("");
    let texts =
        ["test", overflow, invariant].into_iter().chain(commands.iter().map(String::as_str));
    hash(texts.chain(spec.texts()))
}

fn scope(test: &TestFlags, subjects: &[Subject]) -> String {
    if let Some(replayed) = &test.inputs.replay {
        return format!("of the replay of {replayed}");
    }
    match subjects {
        [only] => only.scope.clone(),
        several if several.iter().all(|subject| subject.scope == several[0].scope) => {
            several[0].scope.clone()
        }
        several => {
            let scopes = several.iter().map(|one| format!("{}: {}", one.operation.name, one.scope));
            scopes.collect::<Vec<_>>().join("; ")
        }
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
    if let Some(every) = test.drivers.fresh_every {
        put("fresh-every", json!(every.get()));
    }
    options
}

/// The number of bytes as the flag takes it, whose units are powers of 1024.
fn size(bytes: u64) -> String {
    let units = [("T", 40), ("G", 30), ("M", 20)];
    let whole = units.iter().find(|(_, shift)| bytes.trailing_zeros() >= *shift);
    whole.map_or(format!("{}K", bytes >> 10), |(unit, shift)| format!("{}{unit}", bytes >> shift))
}

fn relabel_text(relabel: Relabel) -> String {
    match relabel {
        Relabel::All => "all".to_owned(),
        Relabel::Some(wanted) => wanted.to_string(),
        Relabel::Only(_) => unreachable!("no flag says so"),
    }
}

/// The words of a command that sends one input again.
fn replay(test: &TestFlags) -> Vec<String> {
    let mut words = vec!["korrel".to_owned(), "test".to_owned(), test.spec.display().to_string()];
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
    if test.inputs.keys {
        add("--keys", None);
    }
    if test.drivers.timeout != DriverLimits::default().answer {
        add("--timeout", Some(format!("{}ms", test.drivers.timeout.as_millis())));
    }
    if let Some(bytes) = test.drivers.driver_memory {
        add("--driver-memory", Some(size(bytes)));
    }
    if test.language.strict_alloy {
        add("--strict-alloy", None);
    }
    words
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
