//! A variable that hides a field: `i.lo`, where `lo` is a parameter too.

use crate::code;
use crate::diagnostic::Diagnostic;
use crate::model::{ExprKind, Type};
use crate::resolve::context::Resolver;
use crate::resolve::context::node::{Pending, PendingKind};

impl Resolver<'_> {
    /// The message for a join that cannot be, if the field of the name that the right side has
    /// could be joined.
    pub(crate) fn hidden_field(&self, left: &Pending, right: &Pending) -> Option<Diagnostic> {
        if self.model.join(&left.ty, &right.ty).is_some() {
            return None;
        }
        let PendingKind::Done(expr) = &right.kind else { return None };
        let ExprKind::Variable(variable) = expr.kind else { return None };
        let variable = &self.model.variables[variable];
        let fits = |ty: &Type| self.model.join(&left.ty, ty).is_some_and(|ty| !ty.is_empty());
        let fields = self.find_fields(&variable.name).into_iter();
        let field = fields.map(|id| &self.model.fields[id]).find(|field| fits(&field.ty))?;
        let (name, owner) = (&variable.name, self.sig_name(field.sig));
        let message = format!("`{name}` is the variable here and hides `{owner}.{name}`");
        let path = self.text(left.span).unwrap_or("x").trim();
        Some(
            Diagnostic::new(code::HIDDEN_FIELD, message)
                .at(right.span, "the variable, not the field")
                .related(variable.span, "declared here: rename it")
                .related(field.span, "the field that is hidden")
                .help(format!("rename the variable; the field itself is `{path}.@{name}`")),
        )
    }
}
