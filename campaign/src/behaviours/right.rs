//! All right ends of a call, for a test of it.

use korrel_harness::{BehaviourCall, RightEnds};
use serde_json::Value as Json;

use crate::operations::rename;

use super::traces::{PossibleState, ProgramState, TraceBehaviours};

impl TraceBehaviours<'_> {
    /// The ends that the spec allows within its scope. `None` if it does not say whether the call throws, or before
    /// there is a state.
    pub(super) fn right_ends(
        &mut self,
        state: &ProgramState,
        call: &BehaviourCall,
    ) -> Option<RightEnds> {
        state.calls?;
        let (mut right, mut throwing) = (RightEnds::default(), Vec::new());
        for mut one in state.possible.iter().cloned() {
            let action = self.in_spec(&mut one, call);
            throwing.push(self.behaviours.throws(&one.behaviour, &action) == Some(true));
            if throwing.ends_with(&[true]) {
                self.add(&mut right, &one, one.behaviour.last(), None);
                continue;
            }
            // The walker sees a stop.
            for next in self.behaviours.next(&one.behaviour, &action).ok()? {
                self.add(&mut right, &one, next.behaviour.last(), next.result);
            }
        }
        right.throws = *throwing.first()?;
        if throwing.iter().any(|throws| *throws != right.throws) {
            return None;
        }
        let view = &self.view;
        let types = self.header.types.iter().filter(|ty| view.sees_type(&ty.name));
        right.seen = types.map(|ty| (ty.name.clone(), view.seen_fields(&ty.name))).collect();
        right.beside = view.seen_beside();
        Some(right)
    }

    fn add(&self, right: &mut RightEnds, from: &PossibleState, state: &Json, result: Option<Json>) {
        let is_object = |name: &str| state["objects"].get(name).is_some();
        let own = |name: &str| match from.own(name) {
            Some(own) => Some(own.clone()),
            // The program may call it as it likes.
            None => is_object(name).then(|| format!("new {name}")),
        };
        let (mut state, mut result) = (self.view.seen(state), result);
        rename(&mut state, &own);
        result.iter_mut().for_each(|result| rename(result, &own));
        for name in from.names.keys() {
            if !right.known.contains(name) {
                right.known.push(name.clone());
            }
        }
        if !right.ends.contains(&(state.clone(), result.clone())) {
            right.ends.push((state, result));
        }
    }
}
