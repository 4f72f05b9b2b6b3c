//! Reports a name that several declarations fit, with a way to write each of them.

use std::rc::Rc;

use crate::code;
use crate::diagnostic::Diagnostic;
use crate::model::{Expr, ExprKind, FieldId, FunctionId, RelationOp, SigId};
use crate::resolve::context::node::{Callee, Candidate, Pending, PendingKind};
use crate::resolve::context::{Resolver, Result};
use crate::source::Span;

impl Resolver<'_> {
    pub(crate) fn ambiguous<T>(
        &mut self,
        candidates: &[Candidate<Rc<Pending>>],
        span: Span,
    ) -> Result<T> {
        let named: Vec<NamedCandidate> =
            candidates.iter().filter_map(|c| named(&c.meaning)).collect();
        let span = named.first().map_or(span, |named| named.span);
        let mut diagnostic = Diagnostic::new(code::AMBIGUOUS, "this name is ambiguous")
            .at(span, "several declarations of this name fit here");
        if named.iter().any(|named| self.is_of_meta(&named.what)) {
            let help = "each atom has its own where one variable ranges over them: `all s: sig$ | all t: sig$ - s | …`";
            return self.report(diagnostic.help(help));
        }
        let mut ways = Vec::new();
        for named in named {
            let Some((declared, label, way)) = self.way_to_write(&named.what) else { continue };
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

    /// The place where a candidate is declared, a description of it, and the way to write it.
    fn way_to_write(&self, named: &Referent) -> Option<(Span, String, String)> {
        match *named {
            Referent::Field(field) => {
                let field = &self.model.fields[field];
                let owner = self.sig_name(field.sig);
                let way = format!("`{owner} <: {}`", field.name);
                Some((field.span, format!("a field of `{owner}`"), way))
            }
            Referent::Sig(sig) => {
                let sig = &self.model.sigs[sig];
                let own = if sig.path == sig.name { "this/" } else { "" };
                Some((sig.span, "a sig".to_string(), format!("`{own}{}`", sig.path)))
            }
            Referent::Function(function) => {
                let way = "the module's alias before its name".to_string();
                Some((self.model.functions[function].span, "a function".to_string(), way))
            }
            Referent::Leading(_) | Referent::Other => None,
        }
    }

    /// True of `x.value` where `value` is that of `A$`, and the like.
    pub(crate) fn leads_from_meta(&self, candidate: &Pending) -> bool {
        named(candidate).is_some_and(|named| self.is_of_meta(&named.what))
    }

    /// `value` of `A$`, and the like.
    fn is_of_meta(&self, named: &Referent) -> bool {
        matches!(named, Referent::Leading(sig) if self.model.is_meta(*sig))
    }
}

/// A name in the source, and what a candidate takes it for.
struct NamedCandidate {
    what: Referent,
    span: Span,
}

enum Referent {
    Field(FieldId),
    Sig(SigId),
    Function(FunctionId),
    /// From the atoms of a sig to others.
    Leading(SigId),
    Other,
}

/// The thing that a candidate refers to. For `this.f` and `x.f`, that is `f`.
fn named(candidate: &Pending) -> Option<NamedCandidate> {
    match &candidate.kind {
        PendingKind::Done(expr) => match &expr.kind {
            ExprKind::Binary(RelationOp::Join, _, field) => Some(named_by(field)),
            _ => Some(named_by(expr)),
        },
        PendingKind::Binary(RelationOp::Join, _, right) => named(right),
        PendingKind::Call(call) => match call.callee {
            Callee::Function(function) => {
                Some(NamedCandidate { what: Referent::Function(function), span: call.span })
            }
            _ => None,
        },
        _ => None,
    }
}

fn named_by(expr: &Expr) -> NamedCandidate {
    let what = match &expr.kind {
        ExprKind::Field(field) => Referent::Field(*field),
        ExprKind::Sig(sig) => Referent::Sig(*sig),
        ExprKind::Call(function, _) => Referent::Function(*function),
        ExprKind::Binary(RelationOp::Product, from, _) => match from.kind {
            ExprKind::Sig(sig) => Referent::Leading(sig),
            _ => Referent::Other,
        },
        _ => Referent::Other,
    };
    NamedCandidate { what, span: expr.span }
}
