//! Macros: `let twice[r] = r.r`. The body is resolved anew for each use, where the parameters stand
//! for the arguments as they are: relations, formulas, or other macros.

use crate::diagnostic::Diagnostic;
use crate::resolve::context::node::{MacroCall, Pending, PendingKind, PendingNode};
use crate::resolve::context::notes::NameMeaning;
use crate::resolve::context::place::{Local, Place};
use crate::resolve::context::{Resolver, Result};
use crate::source::Span;
use crate::{ast, code, model};

/// Deeper than this, expansion does not end (Alloy's limit is the same).
const MAX_EXPANSIONS: usize = 20;

/// The greatest number of nodes that all arguments together have where they are substituted.
const MAX_SUBSTITUTIONS: usize = 1 << 18;

/// The number of nodes that a copy has.
fn size(node: &PendingNode) -> usize {
    let node = match node {
        PendingNode::Formula(formula) => model::Node::Formula(formula),
        PendingNode::Integer(int) => model::Node::Integer(int),
        PendingNode::Relation(Pending { kind: PendingKind::Done(expr), .. }) => {
            model::Node::Relation(expr)
        }
        _ => return 1,
    };
    node.descendants().count()
}

impl<'a> Resolver<'a> {
    pub(crate) fn declare_macro(&mut self, declared: &'a ast::Macro) {
        let name = &declared.name;
        let macros = &mut self.modules[self.place.module].macros;
        match macros.get(&name.text) {
            Some(earlier) => {
                let earlier = earlier.name.span;
                self.duplicate("macro", &name.text, name.span, earlier);
            }
            None => {
                macros.insert(name.text.clone(), declared);
            }
        }
    }

    /// The macro of a name, if there is one.
    pub(crate) fn find_macro(&mut self, name: &str, span: Span) -> Result<Option<MacroCall>> {
        let found = self.find_macros(name);
        match found.as_slice() {
            [] => Ok(None),
            [(module, declared)] => {
                let (name, at) = (declared.name.text.clone(), declared.name.span);
                let (module, arguments) = (*module, Vec::new());
                Ok(Some(MacroCall { module, name, declared: at, arguments, span }))
            }
            [first, second, ..] => {
                let (first, second) = (first.1.name.span, second.1.name.span);
                let message = format!("two macros are called `{name}`");
                self.report(
                    Diagnostic::new(code::AMBIGUOUS, message)
                        .at(span, "which one is meant?")
                        .related(first, "one of them")
                        .related(second, "the other")
                        .help("write the module's alias before the name, as in `a/name`"),
                )
            }
        }
    }

    /// A macro with one argument more.
    pub(crate) fn apply_macro(
        &mut self,
        argument: PendingNode,
        mut call: MacroCall,
        span: Span,
    ) -> Result<PendingNode> {
        let argument = self.settled_argument(argument)?;
        call.arguments.push(argument);
        call.span = span;
        self.expand(call)
    }

    /// Settles the meaning of an argument where it is written. An argument may be a predicate or a
    /// macro.
    fn settled_argument(&mut self, argument: PendingNode) -> Result<PendingNode> {
        let may_be_formula = match &argument {
            PendingNode::Relation(_) => false,
            PendingNode::Choice(choice) => {
                choice.relations.is_empty() || !choice.formulas.is_empty()
            }
            _ => true,
        };
        if may_be_formula {
            return Ok(argument);
        }
        let (value, ty) = self.relation_with_type(argument)?;
        Ok(PendingNode::done(value, ty))
    }

    /// The value of a macro that has all its arguments. Others stay as they are.
    pub(crate) fn expand(&mut self, call: MacroCall) -> Result<PendingNode> {
        if call.arguments.len() < self.macro_parameters(&call) {
            return Ok(PendingNode::Macro(call));
        }
        let body = &self.declared_macro(&call).body;
        let node = self.in_macro(call, |resolver| resolver.node(body))?;
        Ok(self.operand(node))
    }

    /// An argument in the place of its parameter, unless all of them together have grown too large:
    /// each copy in a body may be copied again by the next one.
    pub(crate) fn substituted(&mut self, argument: PendingNode, span: Span) -> Result<PendingNode> {
        self.substitutions += size(&argument);
        if self.substitutions <= MAX_SUBSTITUTIONS {
            return Ok(argument);
        }
        self.report(
            Diagnostic::new(code::TOO_LARGE, "this spec expands to too much")
                .at(span, format!("more than {MAX_SUBSTITUTIONS} parts of macros' arguments, or bodies of quantifiers over `sig$`, are copied"))
                .help("a predicate, a function or a `let` within a formula copies nothing"),
        )
    }

    /// Runs `work` where the macro's body is to be resolved.
    pub(crate) fn in_macro<T>(
        &mut self,
        call: MacroCall,
        work: impl FnOnce(&mut Self) -> Result<T>,
    ) -> Result<T> {
        if self.place.expansions >= MAX_EXPANSIONS {
            let message = format!("the macro `{}` expands without end", call.name);
            return self.report(
                Diagnostic::new(code::RECURSION, message)
                    .at(call.span, format!("after {MAX_EXPANSIONS} expansions there are more"))
                    .help("a macro cannot use itself"),
            );
        }
        let parameters = self.declared_macro(&call).parameters.iter();
        let locals: Vec<(String, Local)> = parameters
            .zip(call.arguments)
            .map(|(parameter, node)| (parameter.text.clone(), Local::Node(Box::new(node))))
            .collect();
        let expansions = self.place.expansions + 1;
        self.in_place(Place { locals, expansions, ..Place::of(call.module) }, work)
    }

    /// The body of a macro and the call, if an expression is just that: a declaration's range may
    /// be one, with multiplicities in it.
    pub(crate) fn macro_range(
        &mut self,
        expr: &ast::Expr,
    ) -> Result<Option<(&'a ast::Expr, MacroCall)>> {
        let (target, arguments) = match &expr.kind {
            ast::ExprKind::Box(target, arguments) => (&**target, arguments.as_slice()),
            _ => (expr, &[][..]),
        };
        let ast::ExprKind::Name(name) = &target.kind else { return Ok(None) };
        if self.place.local(name).is_some() {
            return Ok(None);
        }
        let Some(mut call) = self.find_macro(name, expr.span)? else { return Ok(None) };
        if arguments.len() != self.macro_parameters(&call) {
            return Ok(None);
        }
        self.note(target.span, NameMeaning::Macro(call.declared));
        for argument in arguments {
            let argument = self.node(argument)?;
            let argument = self.settled_argument(argument)?;
            call.arguments.push(argument);
        }
        Ok(Some((&self.declared_macro(&call).body, call)))
    }

    fn declared_macro(&self, call: &MacroCall) -> &'a ast::Macro {
        self.modules[call.module].macros[&call.name]
    }

    pub(crate) fn macro_parameters(&self, call: &MacroCall) -> usize {
        self.declared_macro(call).parameters.len()
    }

    /// Reports a macro that lacks arguments.
    pub(crate) fn incomplete_macro<T>(&mut self, call: &MacroCall) -> Result<T> {
        let (name, wanted, given) = (&call.name, self.macro_parameters(call), call.arguments.len());
        let declared = self.declared_macro(call).name.span;
        let message = format!("the macro `{name}` takes {wanted} arguments, not {given}");
        self.report(
            Diagnostic::new(code::ARGUMENTS, message)
                .at(call.span, format!("{} more needed", wanted - given))
                .related(declared, format!("`{name}` is declared here")),
        )
    }
}
