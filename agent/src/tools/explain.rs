//! `explain`: the meaning of a message's code.

use std::fmt::Write;

use korrel_lang::code;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::asking::Asking;
use crate::given::short;
use crate::reply::ToolRefusal;
use crate::tool::{Question, ToolReply};

#[derive(Debug, Deserialize, JsonSchema)]
pub struct Explain {
    /// The code of a message, such as `E0006`. Without it, all codes are listed.
    #[serde(default)]
    code: Option<String>,
}

#[derive(Debug, Serialize, JsonSchema)]
pub struct ExplainReply {
    /// The meaning, a wrong spec and the mended one, and why the language is so: in Markdown.
    #[serde(skip_serializing_if = "Option::is_none")]
    explanation: Option<String>,
    /// All codes with their titles, if none was given.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    codes: Vec<CodeReply>,
}

#[derive(Debug, Serialize, JsonSchema)]
struct CodeReply {
    code: String,
    title: String,
}

impl Question for Explain {
    type Answer = ExplainReply;
    const NAME: &'static str = "explain";
    const TITLE: &'static str = "Explain a message";
    const DESCRIPTION: &'static str = "Explain the code of a message: what it means, a wrong spec and the mended one, and why the \
        language is so. Without a code, list all codes.";

    fn answer(self, _: &Asking) -> Result<ExplainReply, ToolRefusal> {
        let Some(wanted) = self.code else {
            let said = |code: &code::Code| CodeReply {
                code: code.name().to_owned(),
                title: code.title().to_owned(),
            };
            let codes = code::ALL.iter().map(said).collect();
            return Ok(ExplainReply { explanation: None, codes });
        };
        short("code", &wanted)?;
        let Some(known) = code::Code::similar(&wanted).map(|(_, code)| code) else {
            return Err(ToolRefusal::new(format!(
                "there is no code `{wanted}`; without a code all are listed"
            )));
        };
        Ok(ExplainReply { explanation: Some(known.text()), codes: Vec::new() })
    }
}

impl ToolReply for ExplainReply {
    fn write(&self, text: &mut String) {
        text.push_str(self.explanation.as_deref().unwrap_or_default());
        for CodeReply { code, title } in &self.codes {
            let _ = writeln!(text, "{code}  {title}");
        }
    }
}
