//! Answers to lines, as text.

use std::io::{self, Write};

use korrel::{Answer, Error as Unanswered, Evaluator, Fork, Judgement, Violation};
use korrel_lang::visible::{visible, visible_lines};
use serde_json::Value as Json;

use super::error;
use super::line::{TypedLine, WORDS, without_colon};
use super::place::ReplPlace;
use crate::messages::error::Error;
use crate::messages::exit::Exit;
use crate::messages::reporter::Reporter;

pub struct Replies<'r> {
    report: &'r Reporter,
    /// What a script is told of the lines so far, besides mistakes.
    pub exit: Exit,
}

impl<'r> Replies<'r> {
    pub fn new(report: &'r Reporter) -> Replies<'r> {
        Replies { report, exit: Exit::Success }
    }

    /// Answers a line.
    ///
    /// # Errors
    /// A mistake in it, or standard output that cannot be written.
    pub fn answer(&mut self, place: &mut ReplPlace, line: &TypedLine) -> Result<(), Error> {
        match self.reply(place, line) {
            Ok(text) => Ok(write!(io::stdout().lock(), "{}", visible_lines(&text))?),
            Err(Unanswered::Stopped) => {
                self.exit = self.exit.max(Exit::Incomplete);
                self.report.note(match place.was_stopped() {
                    true => "stopped",
                    false => "given up: a smaller scope may do, or a longer --timeout",
                });
                Ok(())
            }
            Err(other) => Err(error(other)),
        }
    }

    fn reply(&mut self, place: &mut ReplPlace, line: &TypedLine) -> Result<String, Unanswered> {
        match line {
            TypedLine::Empty | TypedLine::Quit => Ok(String::new()),
            TypedLine::Help => Ok(help()),
            TypedLine::Commands => Ok(entries(place)),
            TypedLine::Command(wanted) => match place.enter(wanted) {
                Ok(()) => self.instance(place, &TypedLine::Show),
                Err(mistake) => {
                    self.exit = self.exit.max(self.report.error(mistake));
                    Ok(String::new())
                }
            },
            TypedLine::Scope(scope) => {
                place.resize(scope)?;
                self.instance(place, &TypedLine::Show)
            }
            TypedLine::Count(None) => Ok(format!("{}\n", place.command()?.count()?)),
            TypedLine::Count(Some(expression)) => counts(place, expression),
            TypedLine::Json => match self.is_there(place)? {
                true => Ok(format!("{}\n", place.heap.as_ref().expect("it is there").json())),
                false => Ok(String::new()),
            },
            TypedLine::Why => self.why(place),
            TypedLine::Fork(fork) => self.fork(place, *fork),
            TypedLine::Expression(text) => self.value(place, text),
            _ => self.instance(place, line),
        }
    }

    /// Goes to an instance, and draws it.
    fn instance(&mut self, place: &mut ReplPlace, line: &TypedLine) -> Result<String, Unanswered> {
        if !place.go(line)? {
            self.nothing(place, line)?;
            return Ok(String::new());
        }
        Ok(drawn(place))
    }

    /// Goes from the trace another way, and draws where that leads.
    fn fork(&mut self, place: &mut ReplPlace, fork: Fork) -> Result<String, Unanswered> {
        if !self.is_there(place)? {
            return Ok(String::new());
        }
        if let Some(seen) = place.fork(fork)? {
            self.report.note(&fork.exhausted(seen));
            return Ok(String::new());
        }
        Ok(drawn(place))
    }

    /// Goes to the first instance, if none was looked at. False if there is none.
    fn is_there(&mut self, place: &mut ReplPlace) -> Result<bool, Unanswered> {
        let is_there = place.go(&TypedLine::Show)?;
        if !is_there {
            self.nothing(place, &TypedLine::Show)?;
        }
        Ok(is_there)
    }

    /// Says that there is no such instance, and why.
    fn nothing(&self, place: &ReplPlace, line: &TypedLine) -> Result<(), Unanswered> {
        match line {
            TypedLine::Kind => self.report.note("no other shape was found from here on"),
            TypedLine::Previous(_) => self.report.note("this is the first instance"),
            _ => {
                let command = place.command()?;
                let why = if place.heap.is_none() { command.why_empty()? } else { None };
                match why {
                    Some(why) => self.report.diagnostics(command.sources(), &[why]),
                    None => self
                        .report
                        .note("there is no such instance: `:count` says how many there are"),
                }
            }
        }
        Ok(())
    }

    /// The value of an expression on the instance.
    fn value(&mut self, place: &mut ReplPlace, text: &str) -> Result<String, Unanswered> {
        let evaluator = match place.command()?.expressions(&[text]) {
            Ok(evaluator) => evaluator,
            Err(mistakes) => {
                if let Some(word) = without_colon(text) {
                    self.report.note(&format!("a command begins with a colon: `{word}`"));
                }
                return Err(mistakes);
            }
        };
        self.report.remarks(evaluator.sources(), evaluator.warnings());
        if !self.is_there(place)? {
            return Ok(String::new());
        }
        // `next` is a relation of the integers, too.
        if let Some(word) = without_colon(text).filter(|word| word[1..] == *text)
            && !evaluator.sources().texts().next().is_some_and(|spec| spec.contains(text))
        {
            self.report.note(&format!("a command begins with a colon: `{word}`"));
        }
        let values = answers(place, &evaluator)?;
        let is_formula = values.iter().any(|value| matches!(value, Answer::Formula(_)));
        if is_formula {
            place.formula = Some(text.to_owned());
        }
        Ok(match &values[..] {
            [value] => format!("{}\n", shown(value)),
            states => {
                let line =
                    |(at, value): (usize, &Answer)| format!("state {at}: {}\n", shown(value));
                states.iter().enumerate().map(line).collect()
            }
        })
    }

    fn why(&mut self, place: &mut ReplPlace) -> Result<String, Unanswered> {
        if !self.is_there(place)? {
            return Ok(String::new());
        }
        let Some(formula) = place.formula.clone() else { return conjuncts(place) };
        let evaluator = place.command()?.expressions(&[&formula])?;
        let why = evaluator.explain(record(place))?;
        self.report.diagnostics(evaluator.sources(), &why);
        Ok(if why.is_empty() { format!("`{formula}` holds\n") } else { String::new() })
    }
}

/// Terminals are wide enough for the drawings of small instances.
const WIDTH: usize = 100;

fn drawn(place: &ReplPlace) -> String {
    let heap = place.heap.as_ref().expect("it is there");
    format!("instance {}\n{}", place.name, heap.drawing(WIDTH))
}

fn record(place: &ReplPlace) -> &str {
    place.heap.as_ref().expect("it is there").json()
}

/// The answers of one expression: one, or of a trace one in each state.
fn answers(place: &ReplPlace, evaluator: &Evaluator) -> Result<Vec<Answer>, Unanswered> {
    match evaluator.judge(record(place))? {
        Judgement::Judged { states, positions, .. } if positions.is_empty() => {
            Ok(states.into_iter().take(1).flat_map(|state| state.answers).collect())
        }
        Judgement::Judged { positions, .. } => Ok(positions.into_iter().flatten().collect()),
        Judgement::TooLarge(..) => Err(Unanswered::Stopped),
        Judgement::Misfit(_) => unreachable!("an instance fits its types"),
    }
}

fn shown(value: &Answer) -> String {
    match value {
        Answer::Relation(tuples) => {
            let tuple = |tuple: &Vec<Json>| tuple.iter().map(atom).collect::<Vec<_>>().join("->");
            format!("{{{}}}", tuples.iter().map(tuple).collect::<Vec<_>>().join(", "))
        }
        Answer::Integer(Some(number)) => number.to_string(),
        Answer::Integer(None) => "a number that does not fit into 64 bits".to_owned(),
        Answer::Formula(why) if why.is_empty() => "true".to_owned(),
        Answer::Formula(why) => format!("false: {}", because(&why[0])),
        Answer::Answered => "it speaks of what comes after the last state".to_owned(),
    }
}

fn because(violation: &Violation) -> String {
    let bindings = violation.bindings.iter();
    let bindings: Vec<String> =
        bindings.map(|(name, value)| format!("{name} = {}", atom(value))).collect();
    let state = violation.state.map_or_else(String::new, |at| format!(" in state {at}"));
    match bindings.is_empty() {
        true => format!("`{}`{state}", violation.text),
        false => format!("`{}`{state} for {}", violation.text, bindings.join(", ")),
    }
}

fn atom(value: &Json) -> String {
    match value {
        Json::String(text) => visible(text).into_owned(),
        other => other.to_string(),
    }
}

/// The conjuncts of the command, and whether each holds.
fn conjuncts(place: &ReplPlace) -> Result<String, Unanswered> {
    let (names, evaluator) = place.command()?.conjuncts()?;
    let values = answers(place, &evaluator)?;
    let line = |(name, value): (&korrel::ConjunctName, &Answer)| {
        let holds = match value {
            Answer::Formula(why) if why.is_empty() => "holds",
            Answer::Formula(_) => "fails",
            _ => "open ",
        };
        format!("{holds}  {}\n", name.text)
    };
    Ok(names.iter().zip(&values).map(line).collect())
}

/// How many instances have each value of an expression.
fn counts(place: &ReplPlace, expression: &str) -> Result<String, Unanswered> {
    let rows = place.command()?.count_by(expression)?;
    let all: korrel::BigUint = rows.iter().map(|(_, number)| number).sum();
    let of = |value: &str| rows.iter().find(|(known, _)| known.as_deref() == Some(value));
    if rows.iter().all(|(value, _)| matches!(value.as_deref(), Some("true" | "false"))) {
        let holding = of("true").map_or_else(|| "0".to_owned(), |(_, number)| number.to_string());
        return Ok(format!("{holding} of {all}\n"));
    }
    let row = |(value, number): &(Option<String>, korrel::BigUint)| {
        format!("{}: {number}\n", value.as_deref().unwrap_or("?"))
    };
    Ok(rows.iter().map(row).collect())
}

fn entries(place: &ReplPlace) -> String {
    let entry =
        |entry: &korrel_page::Entry| format!("{}  {}\n", entry.wanted, entry.command.text());
    place.opened().entries().iter().map(entry).collect()
}

fn help() -> String {
    let mut text = "An expression or a formula is evaluated on the instance. Besides:\n".to_owned();
    for (word, takes, what) in WORDS {
        let head = format!("{word} {takes}");
        text += &format!("  {head:18}{what}\n");
    }
    text
}
