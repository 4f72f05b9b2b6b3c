//! Inputs on their way to the workers.

use std::collections::VecDeque;
use std::sync::{Condvar, Mutex, MutexGuard};
use std::time::Duration;

use crate::input::Input;

/// The interval at which a worker that waits for inputs looks whether the run is stopped.
const GLANCE: Duration = Duration::from_millis(50);

/// Inputs in order, with their numbers in the run.
#[derive(Default)]
pub(super) struct InputQueue {
    state: Mutex<QueueState>,
    changed: Condvar,
}

#[derive(Default)]
struct QueueState {
    inputs: VecDeque<(u64, Input)>,
    is_closed: bool,
    /// The number of workers that wait. To wake nobody is a call of the system, too.
    waiting: usize,
}

/// The answer to a worker that waits.
pub(super) enum NextInput {
    Input(u64, Input),
    Nothing,
    NoMore,
}

impl InputQueue {
    fn state(&self) -> MutexGuard<'_, QueueState> {
        self.state.lock().expect("no holder of the lock panics")
    }

    pub fn push(&self, number: u64, input: Input) {
        let mut state = self.state();
        state.inputs.push_back((number, input));
        if state.waiting > 0 {
            self.changed.notify_one();
        }
    }

    /// No more inputs come.
    pub fn close(&self) {
        self.state().is_closed = true;
        self.changed.notify_all();
    }

    /// Drops the inputs that no worker has taken. Returns their number.
    pub fn clear(&self) -> u64 {
        let mut state = self.state();
        let dropped = state.inputs.len() as u64;
        state.inputs.clear();
        dropped
    }

    /// Moves the next inputs to `taken`, at most so many of those that are there now.
    pub fn take(&self, most: usize, taken: &mut VecDeque<(u64, Input)>) {
        let mut state = self.state();
        let most = most.min(state.inputs.len());
        taken.extend(state.inputs.drain(..most));
    }

    /// The next input. Waits for it, for a while.
    pub fn wait(&self) -> NextInput {
        let mut state = self.state();
        if state.inputs.is_empty() && !state.is_closed {
            state.waiting += 1;
            let waited = self.changed.wait_timeout(state, GLANCE);
            state = waited.expect("no holder of the lock panics").0;
            state.waiting -= 1;
        }
        match state.inputs.pop_front() {
            Some((number, input)) => NextInput::Input(number, input),
            None if state.is_closed => NextInput::NoMore,
            None => NextInput::Nothing,
        }
    }
}
