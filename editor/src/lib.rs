//! The questions that an editor asks about a spec, as functions: no protocol, no files, no clock.
//!
//! A text is read once ([`Analysis::new`]), whatever mistakes it has; all answers are about that reading. Places are
//! [`Span`](korrel_lang::source::Span)s, in bytes.
//!
//! ```
//! use korrel_editor::Analysis;
//! use korrel_lang::load::no_files;
//!
//! let text = "sig Node { next: lone Node } run { some n: Node | n in n.nxt }";
//! let analysis = Analysis::new("spec.als", text, false, &mut no_files);
//! let findings = analysis.findings();
//! let fixes = analysis.fixes(&findings[0], &mut no_files);
//! assert_eq!(fixes[0].title, "Replace by `next`");
//! assert!(analysis.edited(&fixes[0].edits).contains("n.next"));
//! ```
//!
//! # Where to change what
//!
//! | to | go to |
//! |---|---|
//! | answer another question of an editor | a file in `editor`, with small specs that have a bar at the cursor; its request in `cli/commands/lsp/requests.rs`, and a row in docs/commands/lsp.md |
//! | lay specs out otherwise | `editor/layout`: `space.rs` within a line, `indent.rs` at its beginning, `gaps.rs` where a long one is broken; then `korrel fmt specs` |
//! | rewrite specs of older versions otherwise | `editor/alloy5.rs`, which knows words only |
//! | offer a fix for another message | its words before the text to type, in `editor/fix.rs` |

// In reading order.
mod analysis;

mod finding;

mod fix;

mod names;

mod macros;

mod places;

mod rename;

mod hover;

mod complete;

mod outlook;

mod tokens;

mod fold;

mod signature;

mod layout;

mod alloy5;

mod walk;

mod words;

#[cfg(test)]
mod testing;

pub use alloy5::{ModernText, from_alloy5};
pub use analysis::Analysis;
pub use complete::{Completion, Completions};
pub use finding::{Finding, RelatedPlace};
pub use fix::{Edit, Fix};
pub use fold::{Fold, FoldKind};
pub use hover::Hover;
pub use layout::formatted;
pub use names::{DeclaredKind, DeclaredName};
pub use outlook::{Lens, LensSubject, Outlook, SizeHint, contradiction, idle_parts};
pub use signature::{Signature, Signatures};
pub use tokens::{SemanticKind, SemanticToken};
