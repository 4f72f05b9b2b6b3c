//! Calls, and all sequences of a number of them as a strategy.
//!
//! An operation has a strategy of its arguments, of any type. So a call is drawn from the same choices as all inputs, and what a strategy knows
//! holds from call to call: interchangeable names are the same ones in each.

use std::cell::RefCell;
use std::collections::HashSet;
use std::fmt::{self, Debug};

use super::strategy::Strategy;
use super::tape::{DrawRefusal, Tape};

/// An operation, and what its arguments are drawn from.
pub(super) trait Operation<S, M> {
    fn name(&self) -> &str;
    fn draw<'b>(&'b self, tape: &mut Tape) -> Result<Box<dyn Call<S, M> + 'b>, DrawRefusal>;
}

/// An operation with its arguments.
pub(super) trait Call<S, M> {
    fn name(&self) -> &str;
    /// As code, with brackets.
    fn arguments(&self) -> String;
    fn on_subject(&self, it: &mut S) -> String;
    fn on_model(&self, it: &mut M) -> String;
}

pub(super) struct ByFunctions<T, F, G> {
    pub(super) name: String,
    pub(super) arguments: T,
    pub(super) subject: F,
    pub(super) model: G,
}

impl<S, M, T, F, G> Operation<S, M> for ByFunctions<T, F, G>
where
    T: Strategy<Value: Clone>,
    F: Fn(&mut S, T::Value) -> String,
    G: Fn(&mut M, T::Value) -> String,
{
    fn name(&self) -> &str {
        &self.name
    }

    fn draw<'b>(&'b self, tape: &mut Tape) -> Result<Box<dyn Call<S, M> + 'b>, DrawRefusal> {
        Ok(Box::new((self, self.arguments.draw(tape)?)))
    }
}

impl<S, M, T, F, G> Call<S, M> for (&ByFunctions<T, F, G>, T::Value)
where
    T: Strategy<Value: Clone>,
    F: Fn(&mut S, T::Value) -> String,
    G: Fn(&mut M, T::Value) -> String,
{
    fn name(&self) -> &str {
        &self.0.name
    }

    /// A tuple has its brackets. That the text begins with one does not say that it is a tuple.
    fn arguments(&self) -> String {
        let is_tuple = std::any::type_name::<T::Value>().starts_with('(');
        if is_tuple { format!("{:?}", self.1) } else { format!("({:?})", self.1) }
    }

    fn on_subject(&self, it: &mut S) -> String {
        (self.0.subject)(it, self.1.clone())
    }

    fn on_model(&self, it: &mut M) -> String {
        (self.0.model)(it, self.1.clone())
    }
}

/// The sequences of a number of calls.
pub(super) struct OfLength<'b, 'a, S, M> {
    pub(super) operations: &'b [Box<dyn Operation<S, M> + 'a>],
    pub(super) length: usize,
    pub(super) ended: &'b Ended,
}

/// The choices of sequences behind which nothing is tried.
pub(super) type Ended = RefCell<HashSet<Vec<u128>>>;

impl<'b, S, M> Strategy for OfLength<'b, '_, S, M> {
    type Value = Drawn<'b, S, M>;

    /// A refusal ends the draws, and so the search leaves out all that begins as this does.
    fn draw(&self, tape: &mut Tape) -> Result<Drawn<'b, S, M>, DrawRefusal> {
        let mut calls = Vec::with_capacity(self.length);
        for _ in 0..self.length {
            let ended = self.ended.borrow();
            if !ended.is_empty() && tape.places().is_some_and(|places| ended.contains(&places)) {
                return Err(DrawRefusal);
            }
            let place = tape.place(self.operations.len() as u128)? as usize;
            calls.push(DrawnCall { place, with: self.operations[place].draw(tape)? });
        }
        Ok(Drawn { calls, places: tape.places() })
    }
}

pub(super) struct Drawn<'b, S, M> {
    pub(super) calls: Vec<DrawnCall<'b, S, M>>,
    /// Its choices; none if they are random.
    pub(super) places: Option<Vec<u128>>,
}

/// A call, and the place of its operation.
pub(super) struct DrawnCall<'b, S, M> {
    pub(super) place: usize,
    pub(super) with: Box<dyn Call<S, M> + 'b>,
}

impl<S, M> DrawnCall<'_, S, M> {
    /// As code: `  it.push(1);`
    pub(super) fn line(&self) -> String {
        format!("  it.{}{};", self.with.name(), self.with.arguments())
    }
}

impl<S, M> Drawn<'_, S, M> {
    /// The calls as code, and behind each what it returned.
    pub(super) fn lines(&self, told: &[String]) -> String {
        let behind = |at: usize| match told.get(at).map(String::as_str) {
            None => " // not reached".to_owned(),
            Some("()") => String::new(),
            Some(told) => format!(" // {told}"),
        };
        let line = |(at, call): (usize, &DrawnCall<S, M>)| format!("{}{}", call.line(), behind(at));
        match self.calls.iter().enumerate().map(line).collect::<Vec<_>>() {
            lines if lines.is_empty() => "  (no call)".to_owned(),
            lines => lines.join("\n"),
        }
    }
}

impl<S, M> Debug for Drawn<'_, S, M> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.calls.iter().try_for_each(|call| writeln!(f, "{}", call.line()))
    }
}
