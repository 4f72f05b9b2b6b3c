//! The sendings of an input: as it is, under other labellings, each several times.

use std::rc::Rc;

use korrel_heapgraph::Record;
use serde_json::Value;

use crate::heaps::agree::{HeapState, Renaming, isomorphism};
use crate::heaps::relabel::{LabellingNumbers, Labellings, choose};
use crate::input::Input;
use crate::plan::Plan;
use crate::schedule::open::verdict::AnswerJudge;

/// An input under a name of its own.
pub(in crate::schedule) struct LabelledInput {
    /// `None`: as it was listed.
    pub labelling: Option<u128>,
    pub heap: Record,
}

/// The labellings of an input that are sent, one after the other.
pub(in crate::schedule) struct LabellingCopies {
    as_listed: Option<Record>,
    others: Option<Others>,
    /// The one that is being sent, and how often it will be yet.
    current: Option<(Rc<LabelledInput>, u32)>,
    repeat: u32,
}

/// Labellings of the canonical form.
struct Others {
    canonical: Record,
    chosen: LabellingNumbers,
    op: usize,
}

impl LabellingCopies {
    pub fn new(input: &Input, plan: &Plan, judge: &mut AnswerJudge<'_>) -> LabellingCopies {
        let others = plan.relabel.map(|relabel| {
            let canonical = judge.oracle.canonical(input);
            let parameters = &judge.question.operations[input.op].parameters;
            let labellings = Labellings::new(judge.types, canonical.json(), parameters);
            let state = |heap| HeapState::new(judge.types, heap, parameters);
            let (from, to) = (canonical.json(), input.heap.json());
            let listed = isomorphism(&state(from), &state(to), &fixed(judge, from));
            let sent = listed.and_then(|names| labellings.number(&names));
            let source = (input.op, input.id);
            let chosen = choose(relabel, labellings.count(), sent, plan.seed, source);
            Others { canonical, chosen, op: input.op }
        });
        let as_listed = Some(input.heap.clone());
        LabellingCopies { as_listed, others, current: None, repeat: plan.repeat.max(1) }
    }

    pub fn next(&mut self, judge: &AnswerJudge<'_>) -> Option<Rc<LabelledInput>> {
        if let Some((labelled, left @ 1..)) = &mut self.current {
            *left -= 1;
            return Some(Rc::clone(labelled));
        }
        let labelled = match self.as_listed.take() {
            Some(heap) => LabelledInput { labelling: None, heap },
            None => self.others.as_mut()?.next(judge)?,
        };
        let labelled = Rc::new(labelled);
        self.current = Some((Rc::clone(&labelled), self.repeat - 1));
        Some(labelled)
    }

    /// The names that the objects of the listed input have in a labelling.
    pub fn renaming(
        &self,
        judge: &AnswerJudge<'_>,
        listed: &Value,
        labelling: u128,
    ) -> Option<Renaming> {
        let others = self.others.as_ref()?;
        let parameters = &judge.question.operations[others.op].parameters;
        let canonical = others.canonical.json();
        let state = |heap| HeapState::new(judge.types, heap, parameters);
        let to_canonical = isomorphism(&state(listed), &state(canonical), &fixed(judge, listed))?;
        let onwards = Labellings::new(judge.types, canonical, parameters).renaming(labelling);
        let renamed = |name: String| onwards.get(&name).cloned().unwrap_or(name);
        Some(to_canonical.into_iter().map(|(id, name)| (id, renamed(name))).collect())
    }
}

/// Objects that keep their names.
fn fixed(judge: &AnswerJudge<'_>, heap: &Value) -> Renaming {
    let objects = heap.get("objects").and_then(Value::as_object).into_iter().flatten();
    let is_fixed = |fields: &Value| {
        fields.get("$type").and_then(Value::as_str).is_some_and(|ty| judge.types.is_fixed(ty))
    };
    let fixed = objects.filter(|(_, fields)| is_fixed(fields));
    fixed.map(|(id, _)| (id.clone(), id.clone())).collect()
}

impl Others {
    fn next(&mut self, judge: &AnswerJudge<'_>) -> Option<LabelledInput> {
        let labelling = self.chosen.next()?;
        let parameters = &judge.question.operations[self.op].parameters;
        let labellings = Labellings::new(judge.types, self.canonical.json(), parameters);
        let heap = labellings.heap(labelling).into();
        Some(LabelledInput { labelling: Some(labelling), heap })
    }
}
