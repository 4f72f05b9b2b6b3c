//! A field of another sig: `n.root`, where n is a `Node` and `root` a field of `Tree`.
//!
//! The join has a value, the empty set, so it is no error: the command has an answer, and so have the
//! others. An author who writes a variable and a field means another value. The message says which sig
//! has the field, and which fields the variable has. Where names can be read in several ways, nothing
//! is added.

use crate::code;
use crate::diagnostic::Diagnostic;
use crate::model::{Expr, ExprKind, FieldId, Node, RelationOp};
use crate::resolve::context::Resolver;

/// Longer paths are left as they are.
const MOST_FIELDS: usize = 8;

impl Resolver<'_> {
    pub(crate) fn foreign_fields(&self, node: Node<'_>, found: &mut Vec<Diagnostic>) {
        for node in node.descendants() {
            if let Node::Relation(expr) = node
                && let ExprKind::Binary(RelationOp::Join, left, right) = &expr.kind
                && let ExprKind::Field(field) = right.kind
            {
                found.extend(self.foreign_field(expr, left, field, right));
            }
        }
    }

    fn foreign_field(
        &self,
        join: &Expr,
        left: &Expr,
        id: FieldId,
        right: &Expr,
    ) -> Option<Diagnostic> {
        if !self.is_plain(left, MOST_FIELDS) || self.has_namesakes(id) {
            return None;
        }
        let (of, ty) = (self.final_type(left), self.final_type(right));
        let is_empty = self.model.join(&of, &ty).is_none_or(|joined| joined.is_empty());
        let field = &self.model.fields[id];
        let is_told = is_empty && !of.is_empty() && !ty.is_empty();
        if !is_told {
            return None;
        }
        let name = self.quoted(left.span)?;
        let owner = self.sig_name(field.sig);
        let own = self.model.describe(&of);
        let message =
            format!("`{}` is a field of `{owner}`; `{name}` is of type `{own}`", field.name);
        let warning = Diagnostic::new(code::FOREIGN_FIELD, message)
            .at(join.span, "always empty")
            .related(field.span, format!("a field of `{owner}`"));
        Some(warning.help(self.what_it_has(&of)))
    }

    /// A variable that is written, and fields after it that can be no others.
    fn is_plain(&self, expr: &Expr, fields: usize) -> bool {
        match &expr.kind {
            ExprKind::Variable(variable) => {
                let name = self.model.variables[*variable].name.as_str();
                name != "this" && self.text(expr.span) == Some(name)
            }
            ExprKind::Binary(RelationOp::Join, left, right) => match right.kind {
                ExprKind::Field(field) => {
                    fields > 0 && !self.has_namesakes(field) && self.is_plain(left, fields - 1)
                }
                _ => false,
            },
            _ => false,
        }
    }

    /// Several fields of one name, or a function beside it: which one was meant is not known.
    fn has_namesakes(&self, id: FieldId) -> bool {
        let name = &self.model.fields[id].name;
        let fields = self.fields.get(name).map_or(0, Vec::len);
        let is_function = |state: &crate::resolve::context::declared::ModuleState<'_>| {
            state.functions.contains_key(name) || state.macros.contains_key(name)
        };
        let own = self.modules.iter().filter(|(_, state)| !state.is_library);
        fields != 1 || own.into_iter().any(|(_, state)| is_function(state))
    }

    /// The fields that could be written after the dot.
    fn what_it_has(&self, ty: &crate::model::Type) -> String {
        let own = self.model.fields.iter().filter(|(_, field)| {
            self.model.join(ty, &field.ty).is_some_and(|joined| !joined.is_empty())
        });
        let names: Vec<String> = own.map(|(_, field)| format!("`{}`", field.name)).collect();
        let sig = self.model.describe(ty);
        match names.as_slice() {
            [] => format!("`{sig}` has no fields"),
            names => format!("the fields of `{sig}` are {}", names.join(", ")),
        }
    }
}
