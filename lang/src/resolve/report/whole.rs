//! A relation where its value for one atom is meant: `key > 3` for `n.key > 3`.

use crate::model::Type;
use crate::resolve::context::Resolver;
use crate::resolve::context::node::ValueKind;
use crate::resolve::context::place::Local;
use crate::source::Span;

impl Resolver<'_> {
    /// The replacement for a relation by its name alone, if it gives values of the type `wanted`.
    /// The variables in scope are tried, innermost first.
    pub(crate) fn whole_relation(&self, span: Span, ty: &Type, wanted: &Type) -> Option<String> {
        let name =
            self.text(span).filter(|text| text.chars().all(|c| c.is_alphanumeric() || c == '_'))?;
        if !ty.has_arity(2) {
            return None;
        }
        let gives = |of: &Type| {
            let given =
                self.model.join(of, ty).is_some_and(|given| self.model.overlaps(&given, wanted));
            of.has_arity(1) && given
        };
        let fitting = self.place.locals.iter().rev().find(|(_, local)| match local {
            Local::Variable(variable) => {
                matches!(&self.variables[variable], ValueKind::Relation(of) if gives(of))
            }
            Local::Node(_) => false,
        });
        let whole = format!("`{name}` alone is the whole relation");
        if let Some((variable, _)) = fitting {
            return Some(format!("{whole}; write `{variable}.{name}`"));
        }
        let owner = ty.products.iter().find(|product| product.len() == 2)?[0];
        let (sig, owner) = (self.sig_name(owner), Type::of(owner));
        let letter = sig.chars().next()?.to_lowercase().next()?;
        gives(&owner).then(|| {
            format!("{whole}; `{letter}.{name}` is that of one, as in `all {letter}: {sig} | …`")
        })
    }
}
