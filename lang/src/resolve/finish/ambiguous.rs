//! Reports a name that several declarations fit, with a way to write each of them.

use crate::code;
use crate::diagnostic::Diagnostic;
use crate::model::{ExprKind, RelationOp};
use crate::resolve::node::{Pending, PendingKind};
use crate::resolve::{Resolver, Result};
use crate::source::Span;

impl Resolver<'_> {
    pub(super) fn ambiguous<T>(&mut self, candidates: &[&Pending], span: Span) -> Result<T> {
        let mut diagnostic = Diagnostic::error(code::AMBIGUOUS, "this name is ambiguous")
            .at(span, "several declarations of this name fit here");
        let mut ways = Vec::new();
        for named in candidates.iter().filter_map(|candidate| named(candidate)) {
            let Some((declared, label, way)) = self.way_to_write(named) else { continue };
            diagnostic = diagnostic.related(declared, label);
            if !ways.contains(&way) {
                ways.push(way);
            }
        }
        self.report(match ways.is_empty() {
            true => diagnostic,
            false => diagnostic.help(format!("say which one is meant: {}", ways.join(" or "))),
        })
    }

    /// Where a candidate is declared, what it is, and what to write for it.
    fn way_to_write(&self, named: &ExprKind) -> Option<(Span, String, String)> {
        match *named {
            ExprKind::Field(field) => {
                let field = &self.model.fields[field];
                let owner = self.sig_name(field.sig);
                let way = format!("`{owner} <: {}`", field.name);
                Some((field.span, format!("a field of `{owner}`"), way))
            }
            ExprKind::Sig(sig) => {
                let sig = &self.model.sigs[sig];
                let own = if sig.path == sig.name { "this/" } else { "" };
                Some((sig.span, "a sig".to_string(), format!("`{own}{}`", sig.path)))
            }
            ExprKind::Call(function, _) => {
                let way = "the module's alias before its name".to_string();
                Some((self.model.functions[function].span, "a function".to_string(), way))
            }
            _ => None,
        }
    }
}

/// What a candidate refers to; of `this.f` and `x.f`, that is `f`.
fn named(candidate: &Pending) -> Option<&ExprKind> {
    match &candidate.kind {
        PendingKind::Done(expr) => match &expr.kind {
            ExprKind::Binary(RelationOp::Join, _, field) => Some(&field.kind),
            kind => Some(kind),
        },
        PendingKind::Binary(RelationOp::Join, _, right) => named(right),
        _ => None,
    }
}
