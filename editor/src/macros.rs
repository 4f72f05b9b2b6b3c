//! Names in the bodies of macros.
//!
//! The resolver reads a body where the macro is used, with arguments in the place of the parameters. So it notes no parameter,
//! and nothing in the body of a macro that nobody uses; these names are read off the tree.

use korrel_lang::ast::{Declaration, Expr, ExprKind, Macro, Name};
use korrel_lang::source::Span;

use crate::walk::children;

/// The names in the body of a macro that no quantifier and no `let` of the body binds.
#[derive(Default)]
pub(crate) struct MacroNames<'m> {
    /// Each parameter with its uses.
    pub parameters: Vec<(&'m Name, Vec<Span>)>,
    /// The others, with their paths.
    pub free: Vec<(&'m str, Span)>,
    /// The names that are bound around the expression at hand, each with the number of the parameter that it is.
    bound: Vec<(&'m str, Option<usize>)>,
}

impl<'m> MacroNames<'m> {
    pub fn new(declared: &'m Macro) -> MacroNames<'m> {
        let mut names = MacroNames::default();
        for (at, parameter) in declared.parameters.iter().enumerate() {
            names.parameters.push((parameter, Vec::new()));
            names.bound.push((&parameter.text, Some(at)));
        }
        names.walk(&declared.body);
        names
    }

    fn walk(&mut self, expr: &'m Expr) {
        let known = self.bound.len();
        match &expr.kind {
            ExprKind::Name(text) => {
                match self.bound.iter().rev().find(|(bound, _)| bound == text) {
                    Some((_, Some(parameter))) => self.parameters[*parameter].1.push(expr.span),
                    Some((_, None)) => {}
                    None => self.free.push((text, expr.span)),
                }
            }
            ExprKind::At(text) => self.free.push((text, expr.span)),
            ExprKind::Quantified(_, declared, body) => {
                self.bind(declared);
                self.walk(body);
            }
            ExprKind::Comprehension(declared, body) => {
                self.bind(declared);
                body.iter().for_each(|body| self.walk(body));
            }
            ExprKind::Let(bindings, body) => {
                for (name, value) in bindings {
                    self.walk(value);
                    self.bound.push((&name.text, None));
                }
                self.walk(body);
            }
            _ => children(expr).into_iter().for_each(|part| self.walk(part)),
        }
        self.bound.truncate(known);
    }

    fn bind(&mut self, declared: &'m [Declaration]) {
        for declaration in declared {
            self.walk(&declaration.range);
            self.bound.extend(declaration.names.iter().map(|name| (&*name.text, None)));
        }
    }
}
