//! The warning about a comparison of numbers that may be missing.

use crate::code;
use crate::diagnostic::Diagnostic;
use crate::resolve::context::Resolver;
use crate::source::Span;

/// A number of what may be empty.
pub(super) struct Empty {
    pub span: Span,
    /// The thing that may be missing.
    pub owner: String,
    /// The field of it that is asked for.
    pub field: Option<String>,
}

impl Resolver<'_> {
    pub(super) fn empty_warning(
        &self,
        comparison: Span,
        empty: &[Empty],
        is_some: bool,
    ) -> Option<Diagnostic> {
        let (first, rest) = empty.split_first()?;
        let message = match &first.field {
            Some(field) => format!("`{}` may be empty; its {field} then counts as 0", first.owner),
            None => format!("`{}` may be empty, and then counts as 0", first.owner),
        };
        let label = |one: &Empty| format!("0 where there is no `{}`", one.owner);
        let mut warning = Diagnostic::new(code::MAYBE_EMPTY, message).at(first.span, label(first));
        let mut owners = vec![&first.owner];
        for other in rest.iter().filter(|other| other.owner != first.owner) {
            warning = warning.related(other.span, label(other));
            owners.push(&other.owner);
        }
        owners.dedup();
        let there: Vec<String> = owners.iter().map(|owner| format!("some {owner}")).collect();
        let (there, joined) = (there.join(" and "), if is_some { "and" } else { "=>" });
        let text = self.quoted(comparison)?;
        Some(warning.help(format!("say that it is there: `{there} {joined} {text}`")))
    }
}
