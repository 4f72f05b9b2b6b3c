//! What the page asks.

use std::fmt;

use korrel::{BigUint, Fork};
use serde_json::Value as Json;

/// A command, and the scope that replaces its own.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CommandChoice {
    /// Its number in the spec, or the name of a predicate or an assertion that no command is about.
    pub command: String,
    pub scope: Option<String>,
    /// Fields that are not drawn.
    pub hidden: Vec<String>,
    /// Sigs that drawings are projected over, and the place of the object that is looked at.
    pub projected: Vec<(String, usize)>,
}

/// A question.
#[derive(Clone, Debug, PartialEq)]
pub enum Request {
    /// The text, what is wrong with it, and its commands.
    Spec,
    /// Counts by size, what the last edit changed, what each conjunct excludes.
    Look(CommandChoice),
    /// The instances from one on, with their drawings.
    Instances { of: CommandChoice, first: BigUint, most: usize },
    /// The first instance from one on whose shape is none of those that were seen.
    Kind { of: CommandChoice, first: BigUint, seen: Vec<String> },
    /// An instance that is drawn at random.
    Random { of: CommandChoice, seed: u64 },
    /// A trace that goes another way than one that is shown, and none that was seen.
    Fork { of: CommandChoice, record: Json, fork: Fork, seen: Vec<String> },
    /// The value of an expression on a heap.
    Evaluate { of: CommandChoice, record: Json, text: String },
    /// The number of instances in which a formula holds.
    Holding { of: CommandChoice, formula: String },
    /// What a heap breaks, each conjunct with a tick or without, and its drawing.
    Judge { of: CommandChoice, record: Json },
    /// The instances that only one of two formulas allows.
    Compare { of: CommandChoice, left: String, right: String },
    /// The records of the first instances, without drawings.
    Records { of: CommandChoice, most: usize },
    /// The report of `korrel test` that is shown beside the spec.
    Report,
}

/// A question that is none.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unreadable(String);

impl fmt::Display for Unreadable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for Unreadable {}

/// Longer expressions are refused: nobody types them.
const LONGEST: usize = 10_000;
/// More instances are not drawn at once.
const DRAWN: usize = 200;
/// More records are not downloaded at once.
const RECORDS: usize = 10_000;
/// An instance of a greater number is asked for by nobody.
const DIGITS: usize = 1000;

impl Request {
    /// Reads a question as the page writes it.
    ///
    /// # Errors
    /// A text that is no question, or one that asks for more than is ever answered.
    pub fn read(text: &str) -> Result<Request, Unreadable> {
        let json: Json = serde_json::from_str(text)
            .map_err(|error| Unreadable(format!("a question is JSON: {error}")))?;
        let asks = RequestMembers(&json);
        let of = || asks.asked();
        Ok(match asks.text("ask")? {
            "spec" => Request::Spec,
            "report" => Request::Report,
            "look" => Request::Look(of()?),
            "instances" => Request::Instances {
                of: of()?,
                first: asks.number("first")?,
                most: asks.most(DRAWN)?,
            },
            "kind" => {
                Request::Kind { of: of()?, first: asks.number("first")?, seen: asks.texts("seen")? }
            }
            "random" => Request::Random { of: of()?, seed: asks.word("seed")? },
            "fork" => Request::Fork {
                of: of()?,
                record: asks.record()?,
                fork: asks.fork()?,
                seen: asks.texts("seen")?,
            },
            "evaluate" => Request::Evaluate {
                of: of()?,
                record: asks.record()?,
                text: asks.expression("expression")?,
            },
            "holding" => Request::Holding { of: of()?, formula: asks.expression("expression")? },
            "judge" => Request::Judge { of: of()?, record: asks.record()? },
            "compare" => Request::Compare {
                of: of()?,
                left: asks.expression("left")?,
                right: asks.expression("right")?,
            },
            "records" => Request::Records { of: of()?, most: asks.most(RECORDS)? },
            _ => return Err(Unreadable("there is no such question".to_owned())),
        })
    }
}

struct RequestMembers<'j>(&'j Json);

impl RequestMembers<'_> {
    fn text(&self, name: &str) -> Result<&str, Unreadable> {
        self.0[name].as_str().ok_or_else(|| Unreadable(format!("`{name}` is missing")))
    }

    fn expression(&self, name: &str) -> Result<String, Unreadable> {
        let text = self.text(name)?;
        match text.len() > LONGEST {
            true => Err(Unreadable(format!("an expression has at most {LONGEST} bytes"))),
            false => Ok(text.to_owned()),
        }
    }

    fn asked(&self) -> Result<CommandChoice, Unreadable> {
        let scope = match &self.0["scope"] {
            Json::Null => None,
            _ => Some(self.expression("scope")?),
        };
        let hidden = self.texts("hidden")?;
        let projected = self.projected()?;
        Ok(CommandChoice { command: self.expression("command")?, scope, hidden, projected })
    }

    fn projected(&self) -> Result<Vec<(String, usize)>, Unreadable> {
        let all = self.0["projected"].as_array().map(Vec::as_slice).unwrap_or_default();
        let one = |one: &Json| {
            let at = usize::try_from(one[1].as_u64()?).ok()?;
            Some((one[0].as_str()?.to_owned(), at))
        };
        let read: Option<Vec<_>> = all.iter().map(one).collect();
        read.ok_or_else(|| Unreadable("`projected` are sigs, each with a number".to_owned()))
    }

    fn number(&self, name: &str) -> Result<BigUint, Unreadable> {
        let digits = self.text(name)?;
        let number = match digits.len() <= DIGITS {
            true => BigUint::parse_bytes(digits.as_bytes(), 10),
            false => None,
        };
        number.ok_or_else(|| Unreadable(format!("`{name}` is no number")))
    }

    fn word(&self, name: &str) -> Result<u64, Unreadable> {
        self.0[name].as_u64().ok_or_else(|| Unreadable(format!("`{name}` is no number")))
    }

    fn most(&self, limit: usize) -> Result<usize, Unreadable> {
        let most = usize::try_from(self.word("most")?).unwrap_or(limit);
        Ok(most.clamp(1, limit))
    }

    fn record(&self) -> Result<Json, Unreadable> {
        match &self.0["record"] {
            record @ Json::Object(_) => Ok(record.clone()),
            _ => Err(Unreadable("`record` is no heap".to_owned())),
        }
    }

    fn fork(&self) -> Result<Fork, Unreadable> {
        Ok(match self.text("way")? {
            "configuration" => Fork::Configuration,
            "start" => Fork::Start,
            "path" => Fork::Path,
            "step" => Fork::Step(usize::try_from(self.word("state")?).unwrap_or(usize::MAX)),
            _ => return Err(Unreadable("there is no such way".to_owned())),
        })
    }

    fn texts(&self, name: &str) -> Result<Vec<String>, Unreadable> {
        let all = self.0[name].as_array().map(Vec::as_slice).unwrap_or_default();
        let text = |one: &Json| one.as_str().map(str::to_owned);
        let texts: Option<Vec<String>> = all.iter().map(text).collect();
        texts.ok_or_else(|| Unreadable(format!("`{name}` are texts")))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// If this failed, a page of somebody else's could ask for what takes for ever to read.
    #[test]
    fn what_is_too_much_is_refused() {
        let long = "x".repeat(1 << 20);
        let asked = serde_json::json!({ "ask": "holding", "command": "0", "expression": long });
        let refused = Request::read(&asked.to_string()).expect_err("it is too long");
        assert_eq!(refused.to_string(), "an expression has at most 10000 bytes");
        let asked = serde_json::json!({ "ask": "instances", "command": "0", "first": "0", "most": 1_000_000 });
        let Ok(Request::Instances { most, .. }) = Request::read(&asked.to_string()) else {
            panic!("it is a question");
        };
        assert_eq!(most, DRAWN);
        for text in ["", "[]", "{}", "{\"ask\": \"all\"}", "{\"ask\": \"look\"}"] {
            Request::read(text).expect_err(text);
        }
        let number = "1".repeat(2000);
        let asked =
            serde_json::json!({ "ask": "instances", "command": "0", "first": number, "most": 1 });
        Request::read(&asked.to_string()).expect_err("nobody counts so far");
    }
}
