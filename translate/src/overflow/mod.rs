//! The places where a command's integers can overflow: warnings, before anything is searched.
//!
//! The problem: an overflow shows in no answer. A comparison that it reaches fails, or a binding is
//! skipped, and instances are missing that the user expects. The choice: an abstract interpretation
//! (Cousot, Cousot 1977) of all that a command can evaluate, over intervals: of each number the
//! least and the greatest that it can be, of each set how large it can be ([`extent`]). A function
//! is interpreted for each choice of what its arguments can be. A quantifier's body is interpreted
//! once, with a variable that stands for all of its atoms, so that the cost does not depend on the
//! scope. An operation whose interval leaves the integers of the scope is reported, and is taken to
//! be within them from there on, so that the operations that it reaches are not blamed as well.
//!
//! It knows declarations but no facts: `plus[n.key, 1]` is reported even where a fact keeps keys small.
//! Rejected: asking a solver whether an overflow is reached, which is exact, but costs a second
//! translation without the facts' own comparisons, and says less about how much room is needed.

mod beyond;
mod declaration;
mod extent;
mod formula;
mod interval;
mod message;
mod number;
mod relation;

use korrel_lang::diagnostic::Diagnostic;
use korrel_lang::model::{Command, Expr, FactOrigin, FunctionId, Model, Value, VariableId};
use korrel_lang::source::Span;
use korrel_lang::universe::Arithmetic;
use rustc_hash::FxHashMap;

use crate::bounds::Bounds;
use crate::scope::Scopes;

use beyond::OutOfRange;
use extent::TupleBounds;
use interval::Interval;
use message::OverflowFault;

/// Warnings about the operations of a command that can overflow within its scope, innermost first.
/// If there are many, only some of them. Where arithmetic is exact, about numbers outside the
/// range.
pub fn overflow_warnings(
    model: &Model,
    command: &Command,
    scopes: &Scopes,
    bounds: &Bounds,
) -> Vec<Diagnostic> {
    let bit_width = match scopes.arithmetic {
        Arithmetic::Forbid { bit_width } | Arithmetic::Wrap { bit_width } => bit_width.max(1),
        Arithmetic::Exact => EXACT_WIDTH,
    };
    let mut analysis = PartialInterpretation::new(model, scopes, bounds, bit_width);
    for (_, field) in model.fields.iter() {
        let extent = analysis.field(field);
        analysis.fields.push(extent);
    }
    // The overflows of a field's range are reported where the field's own fact evaluates it.
    analysis.findings.clear();
    analysis.beyond.clear();
    analysis.calls.clear();
    for fact in &model.facts {
        let before = analysis.beyond.len();
        analysis.formula(&fact.formula);
        if fact.origin != FactOrigin::Written {
            // Numbers that nobody wrote.
            analysis.beyond.truncate(before);
        }
    }
    analysis.declare(&command.parameters);
    analysis.formula(&command.goal);
    match analysis.is_exact {
        true => analysis.warnings_of_numbers(command.span.file),
        false => message::warnings(&analysis.findings, command, scopes.arithmetic),
    }
}

/// Numbers are then as large as this, for whoever asks.
const EXACT_WIDTH: u32 = 48;

/// The number of different arguments after which a function is taken to be called with anything:
/// functions that call each other twice would otherwise have exponentially many.
const MOST_CONTEXTS: usize = 64;

/// The knowledge of a value.
#[derive(Clone, Debug)]
enum AbstractValue {
    Relation(TupleBounds),
    Number(Interval),
    /// Its comparisons have been looked at. Its truth does not matter.
    Formula,
}

/// An operation that can overflow.
#[derive(Clone, Debug)]
struct PossibleOverflow {
    fault: OverflowFault,
    span: Span,
    /// The calls that led there, outermost first.
    calls: Vec<Span>,
    /// The integers of the scope.
    room: Interval,
}

/// The result that was found for each function and such arguments.
type Calls = FxHashMap<FunctionId, Vec<(Vec<TupleBounds>, AbstractValue)>>;

/// The interpretation, as far as it has come.
struct PartialInterpretation<'a> {
    model: &'a Model,
    scopes: &'a Scopes,
    bounds: &'a Bounds,
    bit_width: u32,
    /// The integers of the scope.
    room: Interval,
    /// The bounds of the fields' ranges, as far as they have been looked at: a range may use the
    /// fields before it.
    fields: Vec<TupleBounds>,
    variables: FxHashMap<VariableId, AbstractValue>,
    calls: Calls,
    /// The calls that we are in.
    sites: Vec<Span>,
    /// One for each place, in the order of evaluation.
    findings: Vec<PossibleOverflow>,
    /// Nothing overflows. Only numbers outside the range are looked for.
    is_exact: bool,
    beyond: Vec<OutOfRange>,
}

impl<'a> PartialInterpretation<'a> {
    fn new(
        model: &'a Model,
        scopes: &'a Scopes,
        bounds: &'a Bounds,
        bit_width: u32,
    ) -> PartialInterpretation<'a> {
        let half = 1_i128 << (bit_width - 1);
        PartialInterpretation {
            model,
            scopes,
            bounds,
            bit_width,
            room: Interval::new(-half, half - 1),
            fields: Vec::new(),
            variables: FxHashMap::default(),
            calls: FxHashMap::default(),
            sites: Vec::new(),
            findings: Vec::new(),
            is_exact: scopes.arithmetic == Arithmetic::Exact,
            beyond: Vec::new(),
        }
    }

    /// Interprets a function's body, unless that has been done for such arguments.
    fn call(&mut self, function: FunctionId, arguments: &[Expr], site: Span) -> AbstractValue {
        let mut arguments: Vec<TupleBounds> = arguments.iter().map(|e| self.relation(e)).collect();
        if self.calls.get(&function).is_some_and(|known| known.len() >= MOST_CONTEXTS) {
            for argument in &mut arguments {
                *argument = self.everything(argument.columns.len());
            }
        }
        let known = self.calls.get(&function).into_iter().flatten();
        if let Some((_, result)) = known.clone().find(|(before, _)| *before == arguments) {
            return result.clone();
        }
        let model = self.model;
        let declared = &model.functions[function];
        let parameters = declared.parameters.iter().flat_map(|d| &d.variables);
        for (&parameter, argument) in parameters.zip(&arguments) {
            self.variables.insert(parameter, AbstractValue::Relation(argument.clone()));
        }
        self.sites.push(site);
        let result = self.value(&declared.body);
        self.sites.pop();
        self.calls.entry(function).or_default().push((arguments, result.clone()));
        result
    }

    fn value(&mut self, value: &Value) -> AbstractValue {
        match value {
            Value::Formula(formula) => {
                self.formula(formula);
                AbstractValue::Formula
            }
            Value::Relation(expr) => AbstractValue::Relation(self.relation(expr)),
            Value::Integer(int) => AbstractValue::Number(self.number(int)),
        }
    }

    fn bind(&mut self, variable: VariableId, value: &Value) {
        let known = self.value(value);
        self.variables.insert(variable, known);
    }

    /// Remembers an operation that can overflow. Several evaluations of one are one finding.
    fn report(&mut self, span: Span, fault: OverflowFault) {
        match self.findings.iter_mut().find(|finding| finding.span == span) {
            Some(finding) => finding.fault.widen(&fault),
            None => {
                let (calls, room) = (self.sites.clone(), self.room);
                self.findings.push(PossibleOverflow { fault, span, calls, room });
            }
        }
    }
}

#[cfg(test)]
mod tests;
