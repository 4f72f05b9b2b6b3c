//! A page on which a spec and its instances are looked at.
//!
//! ```text
//! text ─► OpenText ─► Session: the last good text, and what was seen of each command
//! JSON ─► Request ─ Session ─► Answer ─► JSON        questions of the page, with the caller's limits
//! document: the page itself, one file with its scripts and its style sheet, or a report as a page of its own
//! ```
//!
//! There is no file, no clock and no network here: whoever shows the page reads texts, carries questions, and says what an
//! answer may cost. `korrel serve` does that over HTTP, and the playground in WebAssembly.
//!
//! ```
//! use korrel_page::{Answer, OpenText, Request, Session};
//!
//! let session = Session::default();
//! session.open(OpenText::new("list.als", "sig N { next: lone N } run {} for 2")?);
//! let asked = Request::read(r#"{"ask": "instances", "command": "0", "first": "3", "most": 1}"#)?;
//! let Answer::Instances { found } = session.answer(&asked, &korrel::Settings::new(), &mut |_| ()) else {
//!     panic!("there are 9 instances");
//! };
//! assert_eq!(found[0].id.as_deref(), Some("3"));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Where to change what
//!
//! | to | go to |
//! |---|---|
//! | ask another question on the page, or show an answer otherwise | `page/request.rs`, `page/session.rs`, `page/answer.rs`; what is seen is in `page/assets` |
//! | show more of a test's report in the page | `page/report.rs`, `page/assets/report.js`; `cli/commands/serve/report.rs` fills it |

mod answer;
mod document;
mod drawn;
mod kinds;
mod opened;
mod report;
mod request;
mod session;

pub use answer::{
    Answer, ComparedSide, PageInstance, PageLook, PageSize, PageText, PageValue, SpecEntry, Tick,
};
pub use document::{Playground, playground, policy, reported, served};
pub use drawn::PageDrawing;
pub use kinds::kind_of;
pub use opened::{Entry, OpenText};
pub use report::{PageFailure, PageReport};
pub use request::{CommandChoice, Request, Unreadable};
pub use session::Session;

pub use korrel::Settings;
