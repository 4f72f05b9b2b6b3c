//! Finds the part of a path that may be missing.

use crate::model::{Expr, ExprKind, Multiplicity, RelationOp};
use crate::resolve::context::Resolver;
use crate::resolve::report::pitfalls::guards::{Guard, Path, Start};
use crate::resolve::report::pitfalls::single::{SingleVariables, multiplicity};

use super::warning::Empty;

impl Resolver<'_> {
    /// The part of a set that may be empty; then the set is empty too.
    pub(super) fn may_be_missing(
        &self,
        set: &Expr,
        values: &SingleVariables<'_>,
        guards: &[Guard],
    ) -> Option<Empty> {
        let path = self.path(set, values)?;
        let length = self.may_end(&path, guards, values)?;
        let (owner, field) = self.named(set, &path, length)?;
        Some(Empty { span: set.span, owner, field })
    }

    /// The number of fields along a path after which something may be missing; `None` if nothing
    /// may, or the path is no single atom.
    fn may_end(
        &self,
        path: &Path,
        guards: &[Guard],
        values: &SingleVariables<'_>,
    ) -> Option<usize> {
        let is_one = match path.start {
            Start::Variable(variable) => values.is_one(variable),
            Start::Sig(_) => true,
        };
        if !is_one {
            return None;
        }
        let mut ends = None;
        for (at, &field) in path.fields.iter().enumerate() {
            match multiplicity(&self.model.fields[field].range)? {
                Multiplicity::One => {}
                Multiplicity::Lone if self.is_guarded(path, at + 1, guards, values) => {}
                Multiplicity::Lone => ends = ends.or(Some(at + 1)),
                Multiplicity::Some | Multiplicity::Set => return None,
            }
        }
        ends
    }

    fn is_guarded(
        &self,
        path: &Path,
        length: usize,
        guards: &[Guard],
        values: &SingleVariables<'_>,
    ) -> bool {
        let prefix = Path { start: path.start, fields: path.fields[..length].to_vec() };
        let field = path.fields[length - 1];
        values.total.contains(&field)
            || guards.iter().any(|guard| match guard {
                Guard::Some(there) => *there == prefix,
                Guard::Field(mentioned) => *mentioned == field,
                Guard::Variable(variable) => {
                    path.start == Start::Variable(*variable) && length == 1
                }
            })
    }

    /// The part that may be missing, as the user writes it, and the last field if that is another.
    fn named(&self, set: &Expr, path: &Path, length: usize) -> Option<(String, Option<String>)> {
        if length == path.fields.len() {
            return Some((self.quoted(set.span)?, None));
        }
        let last = &self.model.fields[*path.fields.last()?].name;
        let mut owner = set;
        for _ in length..path.fields.len() {
            match &owner.kind {
                ExprKind::Binary(RelationOp::Join, left, _) => owner = left,
                // The rest stands in a `let`.
                _ => return None,
            }
        }
        Some((self.quoted(owner.span)?, Some(last.clone())))
    }
}
