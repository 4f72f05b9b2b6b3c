//! Bindings: of `let` variables and parameters, and what they mean for the memory.

use std::rc::Rc;

use korrel_lang::model::{Expr, FunctionId, NodeId, Value as ModelValue, VariableId};

use crate::encode::environment::standing::Standing;
use crate::encode::environment::{EncodedValue, MemoKey};
use crate::encode::value::relation::EncodedRelation;
use crate::encode::{Encoded, Encoder, Unsupported};

/// A variable, and the free ones of the expression that it stands for.
pub(crate) type Follower = (VariableId, Rc<[VariableId]>);

impl<'a> Encoder<'a> {
    /// Gives a value to a variable from outside.
    pub(crate) fn bind_relation(&mut self, variable: VariableId, relation: EncodedRelation) {
        self.environment.set(variable, EncodedValue::Relation(relation), Rc::default());
    }

    /// Binds a `let` variable, which is to be given to `unfollow` when its scope ends.
    pub(crate) fn bind_let(
        &mut self,
        variable: VariableId,
        value: &'a ModelValue,
    ) -> Result<(), Unsupported> {
        let (variable, free) = self.bind_value(variable, value)?;
        self.environment.follow(variable, &free);
        Ok(())
    }

    /// Binds a `let` variable, which is still to follow those that its value depends on.
    pub(crate) fn bind_value(
        &mut self,
        variable: VariableId,
        value: &'a ModelValue,
    ) -> Encoded<Follower> {
        let free = self.environment.free.of(value);
        let value = match value {
            ModelValue::Formula(formula) => EncodedValue::Formula(formula),
            ModelValue::Relation(expr) => EncodedValue::Relation(self.encode_relation(expr)?),
            ModelValue::Integer(expr) => EncodedValue::Number(self.encode_integer(expr)?),
        };
        let depends = self.dependencies(&free);
        self.environment.set(variable, value, depends);
        Ok((variable, free))
    }

    /// Binds a function's parameters to the values of the arguments, all of which are translated
    /// first; each is given back with the variables that its value depends on.
    pub(crate) fn bind_parameters(
        &mut self,
        function: FunctionId,
        arguments: &'a [Expr],
    ) -> Result<Vec<Follower>, Unsupported> {
        let model = self.model;
        let declarations = &model.functions[function].parameters;
        let parameters = declarations.iter().flat_map(|declaration| &declaration.variables);
        let bound: Vec<(VariableId, &Expr)> = parameters.copied().zip(arguments).collect();
        self.bind_arguments(&bound)
    }

    /// The same of some parameters.
    pub(crate) fn bind_arguments(
        &mut self,
        arguments: &[(VariableId, &'a Expr)],
    ) -> Result<Vec<Follower>, Unsupported> {
        let values: Vec<EncodedRelation> = arguments
            .iter()
            .map(|(_, argument)| self.encode_relation(argument))
            .collect::<Result<_, _>>()?;
        let mut followers = Vec::new();
        for (&(parameter, argument), value) in arguments.iter().zip(values) {
            let free = self.environment.free.of(argument);
            let depends = self.dependencies(&free);
            self.environment.set(parameter, EncodedValue::Relation(value), depends);
            followers.push((parameter, free));
        }
        Ok(followers)
    }

    /// Translates something in which these variables depend on others.
    pub(crate) fn following<T>(
        &mut self,
        followers: &[Follower],
        translate: impl FnOnce(&mut Self) -> Encoded<T>,
    ) -> Encoded<T> {
        followers.iter().for_each(|(variable, free)| self.environment.follow(*variable, free));
        let result = translate(self);
        followers.iter().rev().for_each(|&(variable, _)| self.environment.unfollow(variable));
        result
    }

    /// The key under which a node is remembered; `None` if it will not be met again.
    pub(crate) fn key_to_remember(
        &mut self,
        node: NodeId<'a>,
        free: &[VariableId],
        positive: bool,
    ) -> Option<MemoKey<'a>> {
        (!self.environment.is_met_once(free)).then(|| self.key(node, free, positive))
    }

    pub(crate) fn key(
        &mut self,
        node: NodeId<'a>,
        free: &[VariableId],
        positive: bool,
    ) -> MemoKey<'a> {
        let values = self.environment.ids_of(free);
        // Elsewhere a bit says the same wherever it is used, and is shared.
        let standing = if self.is_polar { self.standing } else { Standing::OneSided };
        let context = if self.forbids_overflow() { self.context() } else { 0 };
        let positive = positive || !(self.is_polar || self.forbids_overflow());
        MemoKey { node, positive, standing, context, values }
    }
}
