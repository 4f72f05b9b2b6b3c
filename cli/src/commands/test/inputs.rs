//! The inputs of a run, as they are handed to drivers: numbered, chosen, relabelled.

use std::sync::mpsc::Receiver;

use korrel_harness::{Growing, Input, InputName, Labellings, Oracle, Stages};

use super::after::After;
use super::listing::Message;
use super::naming::Naming;

/// The receiving end of the listing thread's messages.
pub struct Received {
    receiver: Receiver<Message>,
    may_repeat: bool,
    is_cut: bool,
}

impl Received {
    pub fn new(receiver: Receiver<Message>, may_repeat: bool) -> Received {
        Received { receiver, may_repeat, is_cut: false }
    }

    fn receive(&mut self) -> Option<Message> {
        let message = self.receiver.recv().ok();
        self.is_cut |= message.is_none();
        message
    }
}

impl Stages for Received {
    fn begin(&mut self, _: u64) -> bool {
        matches!(self.receive(), Some(Message::Begun))
    }

    fn next(&mut self) -> Option<Input> {
        match self.receive()? {
            Message::Input(input) => Some(input),
            Message::Begun | Message::Listed | Message::Over => None,
        }
    }

    fn is_cut(&self) -> bool {
        self.is_cut
    }

    fn key(&mut self, input: &Input) -> Option<String> {
        let name = input.name.as_ref().filter(|_| self.may_repeat);
        name.map(|name| name.key.clone())
    }
}

/// The inputs that are wanted.
pub enum WantedInputs {
    /// All after these.
    After(After),
    /// The one with this name. Its labelling is sent beside it, or alone.
    Only { name: InputName, is_beside: bool },
}

/// Numbers the inputs of each operation, and gives out those that are wanted.
pub struct Numbered<'i, 'g> {
    inputs: &'i mut Growing<'g>,
    wanted: WantedInputs,
    naming: Naming<'i>,
    /// The next id, by operation.
    next: Vec<u64>,
    /// The only one that was wanted has been found.
    is_found: bool,
    /// There is no such labelling; the number of labellings.
    pub no_labelling: Option<u128>,
}

impl<'i, 'g> Numbered<'i, 'g> {
    pub fn new(
        inputs: &'i mut Growing<'g>,
        wanted: WantedInputs,
        naming: Naming<'i>,
    ) -> Numbered<'i, 'g> {
        let next = vec![0; naming.subjects.len()];
        Numbered { inputs, wanted, naming, next, is_found: false, no_labelling: None }
    }

    /// The name that was wanted and that no input has.
    pub fn missing(&self) -> Option<&InputName> {
        match &self.wanted {
            WantedInputs::Only { name, .. } if !self.is_found => Some(name),
            _ => None,
        }
    }

    /// An operation that has fewer inputs than were tried already: after which one it was to go on,
    /// and how many there are.
    pub fn beyond(&self) -> Option<(u64, u64)> {
        let WantedInputs::After(after) = &self.wanted else { return None };
        let known = after.iter().zip(&self.next);
        known.filter_map(|(after, &listed)| Some(((*after)?, listed))).find(|(id, n)| id >= n)
    }

    /// An input under the labelling that is wanted.
    fn relabelled(&mut self, input: Input, name: &InputName, is_beside: bool) -> Option<Input> {
        let Some(labelling) = name.labelling else { return Some(input) };
        let canonical = self.naming.canonical(&input);
        let parameters = &self.naming.subjects[input.op].operation.parameters;
        let labellings = Labellings::new(&self.naming.types, canonical.json(), parameters);
        if labelling >= labellings.count() {
            self.no_labelling = Some(labellings.count());
            return None;
        }
        if is_beside {
            return Some(input);
        }
        let heap = labellings.heap(labelling).into();
        Some(Input { heap, name: Some(name.clone()), ..input })
    }
}

impl Iterator for Numbered<'_, '_> {
    type Item = Input;

    fn next(&mut self) -> Option<Input> {
        while !self.is_found {
            let mut input = self.inputs.next()?;
            let next = &mut self.next[input.op];
            input.id = *next;
            *next += 1;
            match &self.wanted {
                WantedInputs::After(after)
                    if after[input.op].is_none_or(|after| input.id > after) =>
                {
                    return Some(input);
                }
                WantedInputs::After(_) => self.inputs.withhold(),
                WantedInputs::Only { name, is_beside } => {
                    let (name, is_beside) = (name.clone(), *is_beside);
                    self.is_found = input.name.as_ref().is_some_and(|own| own.key == name.key);
                    if self.is_found {
                        return self.relabelled(input, &name, is_beside);
                    }
                }
            }
        }
        None
    }
}
