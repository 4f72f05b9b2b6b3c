//! The verdict on a trace: its facts and formulas at the first state, and the value of each expression in every state.

use korrel_enumerate::heap::{
    AbstractionFailure, HeapError, Keys, TraceStates, abstract_trace, atom_values,
};
use korrel_lang::evaluate::{Evaluator, Excess};
use korrel_lang::model::Node;
use korrel_sat::Effort;

use super::judge::GivenAtoms;
use super::{Answer, Evaluation, Findings, Judgement};

impl Evaluation {
    /// A trace that is not judged is given back as an error.
    pub(super) fn judged_trace(
        &self,
        states: Result<TraceStates<'_>, Vec<HeapError>>,
        keys: Option<&mut Keys>,
    ) -> Result<Judgement, Judgement> {
        let model = &self.spec.model;
        let states = states.map_err(Judgement::Misfit)?;
        let graph = states.read(&self.schema, model).map_err(Judgement::Misfit)?;
        let trace = abstract_trace(&self.schema, model, &graph, &self.extent);
        let trace = trace.map_err(|why| match why {
            AbstractionFailure::Misfit(errors) => Judgement::Misfit(errors),
            AbstractionFailure::TooLarge(what) => Judgement::TooLarge(what, None),
        })?;
        let universe = &trace.states[0].universe;
        let atoms = atom_values(&self.schema, model, &graph.states, universe);
        let named = self.named_atoms(&atoms).map_err(Judgement::Misfit)?;
        let given = GivenAtoms { named: &named, atoms: &atoms, atom_count: universe.len() };
        let too_large = |Excess { span, what }: Excess| {
            Judgement::TooLarge(format!("the evaluator would have to {what}"), Some(span))
        };
        let mut evaluator = self.evaluator(Evaluator::of_trace(model, &trace), &given);
        let facts = self.facts(&mut evaluator, &given);
        evaluator.excess().cloned().map_or(Ok(()), |excess| Err(too_large(excess)))?;
        let positions = (0..trace.states.len()).map(|at| {
            let evaluator = Evaluator::of_trace(model, &trace).at(at);
            let mut evaluator = self.evaluator(evaluator, &given);
            let answers = self.texts.iter().zip(&self.values).map(|(text, value)| {
                if evaluator.is_unknown(Node::from(value)) {
                    return Answer::Answered;
                }
                self.answer(&mut evaluator, text, value, &given)
            });
            let answers = answers.collect();
            evaluator.excess().cloned().map_or(Ok(answers), |excess| Err(too_large(excess)))
        });
        let positions = positions.collect::<Result<Vec<Vec<Answer>>, Judgement>>()?;
        let key =
            keys.and_then(|keys| keys.trace_key(&graph.states, graph.back, &Effort::default()));
        let first = Findings { facts, answers: positions[0].clone() };
        Ok(Judgement::Judged { states: vec![first], positions, key })
    }
}
