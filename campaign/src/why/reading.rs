//! Words as the spec reads them.

use korrel_lang::instance::Relation;
use korrel_lang::model::{Declaration, ExprKind, FormulaKind, IntExprKind, Value};
use korrel_lang::parse::parse_expression;
use korrel_lang::resolve::Session;
use korrel_lang::source::Sources;
use korrel_lang::spec::Spec;

use super::world::{SymbolMeaning, TermSort};

/// The spec's own reading of texts.
pub(super) struct Reading<'v> {
    pub session: Session<'v>,
    sources: Sources,
    parameters: &'v [Declaration],
}

impl<'v> Reading<'v> {
    pub fn new(spec: &'v Spec, parameters: &'v [Declaration]) -> Reading<'v> {
        let session = Session::new(&spec.program).expect("the spec was resolved before");
        Reading { session, sources: spec.sources.clone(), parameters }
    }

    pub fn read(&mut self, text: &str) -> Option<Value> {
        let file = self.sources.add("word", text);
        let expr = parse_expression(&self.sources, file).ok()?;
        self.session.read(&self.sources, file);
        Some(self.session.resolve(self.parameters, &expr).ok()?.0)
    }

    /// True if a name means something.
    pub fn knows(&mut self, name: &str) -> bool {
        self.read(name).is_some()
    }

    /// True if a text means a word: the name alone is that of the relation or of the function.
    pub fn means(&mut self, text: &str, sort: TermSort, meaning: &SymbolMeaning) -> bool {
        let Some(value) = self.read(text) else { return false };
        let arity = match sort {
            TermSort::Set(_) => 1,
            TermSort::Relation(..) => 2,
            TermSort::Integer | TermSort::Truth => 0,
        };
        match (meaning, value) {
            (SymbolMeaning::Relation(relation), Value::Relation(expr)) => match expr.kind {
                ExprKind::Sig(sig) => *relation == Relation::Sig(sig),
                ExprKind::Field(field) => *relation == Relation::Field(field),
                ExprKind::Variable(variable) => *relation == Relation::Variable(variable),
                // A term that says which sig the field belongs to names this one.
                _ => matches!(relation, Relation::Field(_)) && expr.arity == arity,
            },
            (SymbolMeaning::Of(..), Value::Relation(expr)) => expr.arity == arity,
            (SymbolMeaning::Called(id, _), Value::Formula(formula)) => {
                matches!(formula.kind, FormulaKind::Call(called, _) if called == *id)
            }
            (SymbolMeaning::Called(id, _), Value::Integer(number)) => {
                matches!(number.kind, IntExprKind::Call(called, _) if called == *id)
            }
            (SymbolMeaning::Called(id, _), Value::Relation(expr)) => {
                matches!(expr.kind, ExprKind::Call(called, _) if called == *id)
            }
            _ => false,
        }
    }
}
