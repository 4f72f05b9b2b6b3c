//! Bindings: of `let` variables and parameters, and what they mean for the memory.

use std::rc::Rc;

use korrel_lang::model::{Expr, FunctionId, Value as ModelValue, VariableId};

use super::environment::{Key, Value};
use super::relation::Relation;
use super::standing::Standing;
use super::{Encoder, Unsupported};

impl<'a> Encoder<'a> {
    /// Gives a value to a variable from outside.
    pub(super) fn bind_relation(&mut self, variable: VariableId, relation: Relation) {
        self.environment.set(variable, Value::Relation(relation), Rc::default());
    }

    /// Binds a `let` variable. The result goes to `unfollow` when its scope ends.
    pub(super) fn bind_let(
        &mut self,
        variable: VariableId,
        value: &'a ModelValue,
    ) -> Result<usize, Unsupported> {
        let (free, value) = match value {
            ModelValue::Formula(formula) => {
                (self.environment.free.of_formula(formula), Value::Formula(formula))
            }
            ModelValue::Relation(expr) => {
                let free = self.environment.free.of_relation(expr);
                (free, Value::Relation(self.encode_relation(expr)?))
            }
            ModelValue::Integer(expr) => {
                let free = self.environment.free.of_integer(expr);
                (free, Value::Number(self.encode_integer(expr)?))
            }
        };
        let depends = self.dependencies(&free);
        self.environment.set(variable, value, depends);
        if !self.environment.is_volatile(&free) {
            return Ok(0);
        }
        self.environment.follow(variable);
        Ok(1)
    }

    /// Binds a function's parameters to the values of the arguments, all of which are translated
    /// first; those parameters are given back whose values are about to change.
    pub(super) fn bind_parameters(
        &mut self,
        function: FunctionId,
        arguments: &'a [Expr],
    ) -> Result<Vec<VariableId>, Unsupported> {
        let values: Vec<Relation> = arguments
            .iter()
            .map(|argument| self.encode_relation(argument))
            .collect::<Result<_, _>>()?;
        let model = self.model;
        let declarations = &model.functions[function].parameters;
        let parameters = declarations.iter().flat_map(|declaration| &declaration.variables);
        let mut volatile = Vec::new();
        for ((&parameter, argument), value) in parameters.zip(arguments).zip(values) {
            let free = self.environment.free.of_relation(argument);
            let depends = self.dependencies(&free);
            self.environment.set(parameter, Value::Relation(value), depends);
            if self.environment.is_volatile(&free) {
                volatile.push(parameter);
            }
        }
        Ok(volatile)
    }

    /// Translates something in which these variables change with the innermost one.
    pub(super) fn following<T>(
        &mut self,
        variables: &[VariableId],
        translate: impl FnOnce(&mut Self) -> Result<T, Unsupported>,
    ) -> Result<T, Unsupported> {
        variables.iter().for_each(|&variable| self.environment.follow(variable));
        let result = translate(self);
        self.environment.unfollow(variables.len());
        result
    }

    /// Under what a node is remembered; not at all if what it mentions is about to change.
    pub(super) fn key_unless_volatile(
        &mut self,
        address: usize,
        free: &[VariableId],
        positive: bool,
    ) -> Option<Key> {
        (!self.environment.is_volatile(free)).then(|| self.key(address, free, positive))
    }

    pub(super) fn key(&mut self, address: usize, free: &[VariableId], positive: bool) -> Key {
        let values = self.environment.ids_of(free);
        // Elsewhere a bit says the same wherever it is used, and is shared.
        let standing = if self.has_skolems { self.standing } else { Standing::OneSided };
        let context = if self.forbids_overflow() { self.context() } else { 0 };
        let positive = positive || !(self.has_skolems || self.forbids_overflow());
        Key { address, positive, standing, context, values }
    }
}
