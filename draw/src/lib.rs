//! Heap graphs as people see them.
//!
//! ```text
//! Header, DrawnInstance ─► Story: states in order, with what changed (one for each frame)
//! Story, sigs ─► Lanes: objects in order, with what changes about each: text, svg, html
//! comments, theme ─► Hints ─► all of these
//! State, Hints ─► TableSet, and the State of what is in no table
//! State ─► Outline ─► text: trees, chains, adjacency, tables
//!                └────► Graph ─► Layout ─► svg, html;  Graph ─► dot
//! Model, Instance ─► alloy: xml, predicate
//! ```
//!
//! Everything is a pure function from a header and records to a text, the same on every machine.
//! The user's text (names, strings) goes through [`korrel_lang::visible`] and is escaped by each
//! format.
//!
//! ```
//! use korrel_draw::{DrawnInstance, Hints, Page, text};
//! use korrel_heapgraph::Header;
//!
//! let header = serde_json::json!({"format": "heapgraph/1", "roots": {"l": "List"},
//!     "types": {"List": {"first": "Node?"}, "Node": {"key": "int", "next": "Node?"}}});
//! let record = serde_json::json!({"id": 0, "roots": {"l": "List$0"}, "objects": {
//!     "List$0": {"$type": "List", "first": "Node$0"},
//!     "Node$0": {"$type": "Node", "key": 1, "next": "Node$1"},
//!     "Node$1": {"$type": "Node", "key": 2, "next": "Node$0"}}});
//! let header = Header::read(&header)?;
//! let instance = DrawnInstance::read(&header, &record)?;
//! let page = Page { width: 80, is_colored: false };
//! let drawing = text(&header, &instance, &page, &Hints::default());
//! assert!(drawing.contains("l: List$0 ─first→ Node$0 (key 1) ─next→ Node$1 (key 2) ─next→ ^Node$0"));
//! # Ok::<(), korrel_heapgraph::MalformedRecord>(())
//! ```
//!
//! # Where to change what
//!
//! | to | go to |
//! |---|---|
//! | project a drawing over a sig | `draw/projection.rs` for a state, `draw/projected.rs` for an instance |
//! | draw by another hint in a spec's comments, or by another attribute of a theme | `draw/hints.rs`, `draw/thm`, and `draw/graph/build.rs`, which heeds them |
//! | show another value of a function | `draw/functions.rs` |
//! | hide something else | `draw/shown.rs` |
//! | draw objects as rows of tables, or place tables and their arrows otherwise | `draw/tables`, whose head says how it flows |
//! | draw another shape | `draw/look`, `draw/graph/shape.rs` |
//! | change what instances look like | `draw/text`, `draw/graph`, `draw/svg`; look at the snapshots in `draw/tests` |

pub mod alloy;
mod dot;
mod escape;
mod frames;
mod functions;
mod graph;
mod hints;
pub mod html;
mod instance;
mod lanes;
mod look;
mod outline;
mod projected;
mod projection;
mod shown;
mod svg;
mod tables;
mod text;
mod theme;
#[cfg(feature = "thm")]
pub mod thm;
mod value;

pub use dot::dot;
pub use frames::steps::{action_text, step_texts};
pub use hints::Hints;
pub use html::{PageEntry, html};
pub use instance::{DrawnInstance, ending};
pub use lanes::{lane_names, lanes, lanes_svg};
pub use projected::{ProjectedSig, projected, top_sigs};
pub use svg::{Picture, pictures, svg};
pub use tables::names::RowNames;
pub use text::{Page, RuledCell, RuledRow, RuledTable, Style, table, text};
pub use theme::Theme;
