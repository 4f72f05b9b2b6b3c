//! Questions about a spec for programs that write code: questions and answers as types, with their JSON schemas.
//!
//! ```text
//! JSON ─► a question (tools/*) ─ Asking: limits, files, drivers ─► an answer ─► JSON, and the same for people
//! tools: all questions, by name. pages: the texts from which the language is learnt
//! ```
//!
//! There is no protocol and no file here: whoever serves an agent carries questions and answers, says what an answer may
//! cost, and opens specs by their paths. `korrel mcp` does that over the Model Context Protocol.
//!
//! ```
//! use korrel_agent::{Asking, tool};
//!
//! let count = tool("count").expect("it is one of them");
//! let asked = serde_json::json!({ "spec": "sig N { next: lone N } run {} for 2" });
//! let answer = count.answer(asked, &Asking::default())?;
//! assert_eq!(answer.json["count"], 9);
//! assert_eq!(answer.text, "9 instances of `run {} for 2`\n");
//! # Ok::<(), korrel_agent::ToolRefusal>(())
//! ```
//!
//! # Where to change what
//!
//! | to | go to |
//! |---|---|
//! | answer another question of an agent, or say more in an answer | a file in `agent/tools`, and its line in `agent/tool.rs`; `agent/tests/client.py` asks each tool, docs/commands/mcp.md has a row |

// In reading order.
mod asking;

mod given;

mod reply;

mod plain;
mod tool;

mod tools;

mod pages;

mod schemas;

pub use asking::{AnswerLimits, Asking, Files, NoFiles};
pub use pages::{Page, pages};
pub use reply::ToolRefusal;
pub use schemas::schemas;
pub use tool::{Answer, Tool, tool, tools};
