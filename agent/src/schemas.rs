//! The schemas of answers, made of the types that are written.

use korrel::answer;
use korrel_campaign::{CauseRecord, ExploreRecord, MinimiseRecord};
use korrel_harness::report::ReportRecord;
use schemars::JsonSchema;
use serde_json::{Map, Value as Json};

use crate::tool::{schema, tools};

/// The schema of each answer of the library by its name, and of each tool's answer by `mcp_` and the tool's name, as
/// `docs/answers.schema.json` has them.
pub fn schemas() -> Map<String, Json> {
    let mut all = Map::new();
    let mut put = |name: String, what: &str, mut members: Map<String, Json>| {
        members.remove("$schema");
        if !what.is_empty() {
            members.insert("description".to_owned(), what.into());
        }
        let mut one = Json::Object(members);
        tidy(&mut one);
        all.insert(name, one);
    };
    put("number".to_owned(), "", of::<answer::Number>());
    put("amount".to_owned(), "", of::<answer::AmountAnswer>());
    put("place".to_owned(), "", of::<answer::Place>());
    put("edit".to_owned(), "", of::<answer::Edit>());
    put("fix".to_owned(), "", of::<answer::Fix>());
    put("diagnostic".to_owned(), "", of::<answer::Message>());
    put("violation".to_owned(), "", of::<answer::ViolationAnswer>());
    put("value".to_owned(), "", of::<answer::ValueAnswer>());
    put("state".to_owned(), "", of::<answer::StateAnswer>());
    put("expected".to_owned(), "", of::<korrel::Expectation>());
    put("found".to_owned(), "", of::<answer::FoundAnswer>());
    put("conjunct".to_owned(), "", of::<answer::ConjunctAnswer>());
    put("near_miss".to_owned(), "", of::<answer::NearMissAnswer>());
    put("side".to_owned(), "", of::<answer::SideAnswer>());
    put("choice".to_owned(), "", of::<answer::ChoiceAnswer>());
    put("estimate".to_owned(), "", of::<answer::EstimateAnswer>());
    put("eval".to_owned(), "korrel eval", of::<answer::EvalRecord>());
    put("list".to_owned(), "korrel list", of::<answer::ListRecord>());
    put("watch".to_owned(), "korrel watch", of::<answer::ViewRecord>());
    put("check".to_owned(), "korrel check", of::<answer::CheckRecord>());
    put("learn".to_owned(), "korrel learn", of::<answer::LearntRecord>());
    put("sql".to_owned(), "korrel sql", of::<answer::SqlRecord>());
    put("why".to_owned(), "korrel why", of::<CauseRecord<'_>>());
    put("explore".to_owned(), "korrel explore with a driver", of::<ExploreRecord<'_>>());
    put("minimise".to_owned(), "korrel minimise", of::<MinimiseRecord<'_>>());
    let report = of::<ReportRecord<'_>>();
    put("failure".to_owned(), "", one_of(report.clone(), "failure"));
    put("test".to_owned(), "korrel test, and merge of its reports: report/1", report);
    put("mistake".to_owned(), "", of::<answer::MistakeAnswer>());
    for (command, kind) in TEXTS {
        let one = one_of(of::<answer::TextRecord>(), kind);
        put(command.to_owned(), &format!("korrel {command}"), one);
    }
    for tool in tools() {
        let what = format!("korrel mcp: the tool `{}`", tool.name);
        put(format!("mcp_{}", tool.name), &what, tool.output);
    }
    let named: Vec<(String, Json)> = all.clone().into_iter().collect();
    for (name, schema) in &mut all {
        let Json::Object(members) = schema else { unreachable!("a schema is an object") };
        let others: Vec<&(String, Json)> =
            named.iter().filter(|(other, _)| other != name).collect();
        members.values_mut().for_each(|member| refer(member, &others));
    }
    all
}

/// The commands that answer with a text, each with the kind of its record.
const TEXTS: [(&str, &str); 5] = [
    ("init", "spec"),
    ("gen", "code"),
    ("fmt", "layout"),
    ("translate", "translation"),
    ("explain", "explanation"),
];

/// The schema of one kind of record.
fn one_of(mut all: Map<String, Json>, kind: &str) -> Map<String, Json> {
    let choices = all["oneOf"].as_array_mut().expect("there are several kinds");
    let mut kinds = choices.iter_mut();
    let one = kinds.find(|one| one["properties"]["kind"]["const"] == kind);
    one.and_then(Json::as_object_mut).map(std::mem::take).expect("there is this kind")
}

/// Names what has a name of its own.
fn refer(schema: &mut Json, named: &[&(String, Json)]) {
    let is_alike = |(_, other): &&&(String, Json)| plainly(other) == plainly(schema);
    match (named.iter().find(is_alike), schema) {
        (Some((name, _)), Json::Object(members)) if members.contains_key("properties") => {
            *members = Map::from_iter([("$ref".to_owned(), format!("#/$defs/{name}").into())]);
        }
        (_, Json::Object(members)) => {
            members.values_mut().for_each(|member| refer(member, named));
        }
        (_, Json::Array(items)) => items.iter_mut().for_each(|item| refer(item, named)),
        _ => {}
    }
}

/// A schema without its description, which may be that of a member.
fn plainly(schema: &Json) -> Option<Map<String, Json>> {
    let mut members = schema.as_object()?.clone();
    members.remove("description");
    Some(members)
}

fn of<T: JsonSchema>() -> Map<String, Json> {
    schema::<T>(true)
}

/// No other members than those that are named, and no widths of numbers or remarks for writers.
fn tidy(schema: &mut Json) {
    match schema {
        Json::Object(members) => {
            for annotation in ["format", "default", "readOnly"] {
                members.remove(annotation);
            }
            if let Some(Json::Object(patterns)) = members.remove("patternProperties")
                && let Some((_, value)) = patterns.into_iter().next()
            {
                members.insert("additionalProperties".to_owned(), value);
            }
            if members.contains_key("properties") {
                members.entry("additionalProperties").or_insert(false.into());
            }
            for (keyword, value) in members {
                match value {
                    // The names of members are no keywords.
                    Json::Object(named) if keyword == "properties" => {
                        named.values_mut().for_each(tidy);
                    }
                    value => tidy(value),
                }
            }
        }
        Json::Array(items) => items.iter_mut().for_each(tidy),
        _ => {}
    }
}
