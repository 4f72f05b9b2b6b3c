//! The questions by name: how an agent finds out what it can ask, and how JSON becomes a question.

use std::fmt::Write;

use korrel_lang::similar::most_similar;
use korrel_lang::visible::{visible, visible_lines};
use schemars::JsonSchema;
use schemars::generate::SchemaSettings;
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::{Map, Value as Json};

use crate::asking::Asking;
use crate::plain;
use crate::reply::{ToolRefusal, shortened};
use crate::tools::{Check, Choose, Count, Diff, Eval, Explain, Find, Learn, NearMisses, Test};

/// An answer.
#[derive(Clone, Debug)]
pub struct Answer {
    /// As its schema says.
    pub json: Json,
    /// The same for people, and for agents that are shown no more.
    pub text: String,
}

/// A question that an agent can ask.
#[derive(Clone, Debug)]
pub struct Tool {
    pub name: &'static str,
    pub title: &'static str,
    /// Its purpose, and how it is asked.
    pub description: &'static str,
    /// The schema of a question: an object.
    pub input: Map<String, Json>,
    /// The schema of an answer: an object.
    pub output: Map<String, Json>,
    /// It runs a program of the user's.
    pub runs_programs: bool,
    answer: fn(Json, &Tool, &Asking) -> Result<Answer, ToolRefusal>,
}

/// The type of a question, with that of its answer.
pub(crate) trait Question: DeserializeOwned + JsonSchema {
    type Answer: ToolReply;
    const NAME: &'static str;
    const TITLE: &'static str;
    const DESCRIPTION: &'static str;
    const RUNS_PROGRAMS: bool = false;

    /// Answers within the limits.
    ///
    /// # Errors
    /// Mistakes in the spec or in the question, or a stop before anything was found.
    fn answer(self, asking: &Asking) -> Result<Self::Answer, ToolRefusal>;
}

/// The type of an answer.
pub(crate) trait ToolReply: Serialize + JsonSchema {
    /// All that it says, for people.
    fn write(&self, text: &mut String);
}

/// All questions, in the order in which an agent should read them.
pub fn tools() -> Vec<Tool> {
    vec![
        Tool::of::<Check>(),
        Tool::of::<Count>(),
        Tool::of::<Find>(),
        Tool::of::<Eval>(),
        Tool::of::<NearMisses>(),
        Tool::of::<Diff>(),
        Tool::of::<Choose>(),
        Tool::of::<Explain>(),
        Tool::of::<Learn>(),
        Tool::of::<Test>(),
    ]
}

/// The question of this name.
pub fn tool(name: &str) -> Option<Tool> {
    tools().into_iter().find(|tool| tool.name == name)
}

impl Tool {
    fn of<Q: Question>() -> Tool {
        let mut input = schema::<Q>(false);
        // A mistyped name would otherwise change a question without a word.
        input.insert("additionalProperties".to_owned(), false.into());
        Tool {
            name: Q::NAME,
            title: Q::TITLE,
            description: Q::DESCRIPTION,
            input,
            output: schema::<Q::Answer>(true),
            runs_programs: Q::RUNS_PROGRAMS,
            answer: answer::<Q>,
        }
    }

    /// Answers a question that is written as its schema says.
    ///
    /// # Errors
    /// JSON that is no such question, mistakes in the spec or in the question, or a stop before anything was found.
    pub fn answer(&self, asked: Json, asking: &Asking) -> Result<Answer, ToolRefusal> {
        let asked = if asked.is_null() { Json::Object(Map::new()) } else { asked };
        let Json::Object(members) = &asked else {
            return Err(ToolRefusal::new("the arguments are no JSON object"));
        };
        let known = self.input.get("properties").and_then(Json::as_object);
        let known: Vec<&String> = known.into_iter().flat_map(Map::keys).collect();
        if let Some(unknown) = members.keys().find(|name| !known.contains(name)) {
            return Err(self.unknown(unknown, &known));
        }
        (self.answer)(asked, self, asking)
    }

    /// The arguments that are not of the types that they should have.
    fn misfits(&self, asked: &Json) -> Vec<String> {
        let misfits = |(name, value): &(&String, &Json)| {
            let wanted = &self.input["properties"][name.as_str()];
            let is_other = |values: &Vec<Json>| !values.contains(value);
            !has_type(value, wanted) || wanted["enum"].as_array().is_some_and(is_other)
        };
        let all = asked.as_object().into_iter().flatten();
        all.filter(misfits).map(|(name, _)| format!("`{name}`")).collect()
    }

    fn unknown(&self, unknown: &str, known: &[&String]) -> ToolRefusal {
        let shown: String = unknown.chars().take(100).collect();
        let mut why = format!("`{}` has no argument `{}`", self.name, visible(&shown));
        let names: Vec<String> = known.iter().map(|&name| name.clone()).collect();
        let _ = match most_similar(&shown, &names) {
            Some(similar) => write!(why, "; did you mean `{similar}`?"),
            None => write!(why, "; it has {}", names.join(", ")),
        };
        ToolRefusal::new(why)
    }
}

fn answer<Q: Question>(asked: Json, tool: &Tool, asking: &Asking) -> Result<Answer, ToolRefusal> {
    let question = Q::deserialize(&asked).map_err(|error| {
        // The error does not say where it is.
        let misfits = tool.misfits(&asked).join(", ");
        let place = if misfits.is_empty() { "" } else { "; look at " };
        ToolRefusal::new(format!("these arguments do not fit: {error}{place}{misfits}"))
    })?;
    let answer = question.answer(asking)?;
    let mut text = String::new();
    answer.write(&mut text);
    let mut json = serde_json::to_value(&answer).expect("an answer is JSON");
    shorten(&mut json);
    Ok(Answer { json, text: shortened(&visible_lines(&text), 10 * LONGEST) })
}

fn has_type(value: &Json, wanted: &Json) -> bool {
    match wanted["type"].as_str() {
        Some("string") => value.is_string(),
        Some("boolean") => value.is_boolean(),
        Some("integer") => value.is_u64(),
        Some("object") => value.is_object(),
        Some("array") => {
            let has_type = |item: &Json| has_type(item, &wanted["items"]);
            value.as_array().is_some_and(|items| items.iter().all(has_type))
        }
        _ => true,
    }
}

/// The greatest length of a text in an answer, in bytes. A longer one, such as a name that a hostile spec has, is of no
/// use. The whole answer in words may have ten times as much.
const LONGEST: usize = 40_000;

fn shorten(json: &mut Json) {
    match json {
        Json::String(text) if text.len() > LONGEST => *text = shortened(text, LONGEST),
        Json::Array(items) => items.iter_mut().for_each(shorten),
        Json::Object(members) => members.values_mut().for_each(shorten),
        _ => {}
    }
}

/// The schema of a type, with nothing that is defined elsewhere: not every reader follows references.
pub(crate) fn schema<T: JsonSchema>(is_output: bool) -> Map<String, Json> {
    let settings = SchemaSettings::draft2020_12().with(|settings| {
        settings.inline_subschemas = true;
        settings.contract = match is_output {
            true => schemars::generate::Contract::Serialize,
            false => schemars::generate::Contract::Deserialize,
        };
    });
    let schema = settings.into_generator().into_root_schema_for::<T>();
    match schema.to_value() {
        Json::Object(mut schema) => {
            // The names of our types say nothing.
            schema.remove("title");
            let mut schema = Json::Object(schema);
            plain::plain(&mut schema);
            let Json::Object(schema) = schema else { unreachable!("it was an object") };
            schema
        }
        _ => unreachable!("a struct is an object"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// If it failed, a client would refuse the list of tools, or an agent not know what to ask.
    #[test]
    fn each_tool_says_what_goes_in_and_what_comes_out() {
        for tool in tools() {
            for schema in [&tool.input, &tool.output] {
                assert_eq!(schema["type"], "object", "{}", tool.name);
                let text = Json::Object(schema.clone()).to_string();
                assert!(!text.contains("$ref"), "{}: {text}", tool.name);
            }
            let input = Json::Object(tool.input.clone()).to_string();
            assert!(!input.contains("\"null\""), "{}: {input}", tool.name);
            let properties = tool.input["properties"].as_object().expect("each has some");
            for (name, property) in properties {
                assert!(property["description"].is_string(), "{}: {name}", tool.name);
            }
        }
    }

    /// If it failed, a mistyped argument would change the question without a word.
    #[test]
    fn a_mistyped_argument_is_refused() {
        let refused = |name: &str, asked: Json| {
            let answer = tool(name).expect("there is one").answer(asked, &Asking::default());
            answer.expect_err("it is a mistake").to_string()
        };
        let asked = serde_json::json!({ "spec": "run {}", "scop": "3" });
        assert_eq!(
            refused("count", asked),
            "`count` has no argument `scop`; did you mean `scope`?"
        );
        let asked = serde_json::json!({ "spec": 3 });
        assert!(refused("count", asked).starts_with("these arguments do not fit: invalid type"));
        for (name, value) in
            [("from", 5.into()), ("limit", (-1).into()), ("seen", serde_json::json!([1]))]
        {
            let why = refused("find", serde_json::json!({ "spec": "run {}", name: value }));
            assert!(why.ends_with(&format!("; look at `{name}`")), "{why}");
        }
        let why = refused("find", serde_json::json!({ "spec": "run {}", "show": "picture" }));
        assert!(why.contains("`drawing`") && why.ends_with("; look at `show`"), "{why}");
        assert_eq!(refused("count", Json::Null), "give the text of the spec as `spec`");
        let long = "a".repeat(300 << 10);
        let asked = serde_json::json!({ "spec": long });
        assert_eq!(
            refused("count", asked),
            "the spec and its modules have 300 kB, and at most 64 are read"
        );
        let asked = serde_json::json!({ "spec": "run {}", "scope": "3".repeat(1 << 20) });
        assert_eq!(
            refused("count", asked),
            "`scope` has 1048576 bytes, and at most 10000 are read"
        );
    }
}
