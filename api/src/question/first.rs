//! The first instances that satisfy a formula, with the roots and within the scope of a command.

use std::ops::ControlFlow;

use korrel_enumerate::Meaning;
use korrel_enumerate::heap::{Schema, begin_record};
use korrel_lang::instance::Instance;
use korrel_lang::model::Formula;
use korrel_sat::{Effort, Step};
use num_bigint::BigUint;

use crate::settings::Settings;

use super::count::{Silence, Tally};
use super::difference::size;
use super::listing::Listing;
use super::posed::PosedQuestion;
use super::{NoAnswer, SpecCommand};

/// An instance, and its record.
#[derive(Clone, Debug)]
pub struct ShownInstance {
    pub instance: Instance,
    /// The body of the record, with the key and the line break.
    pub body: Vec<u8>,
    pub key: String,
    /// The number of objects.
    pub size: usize,
}

impl ShownInstance {
    /// The record with this id, in a line without its break.
    pub fn record(&self, id: u64) -> String {
        record_of(&self.body, id)
    }
}

/// The record of a body, in a line without its break.
fn record_of(body: &[u8], id: u64) -> String {
    let mut line = Vec::new();
    begin_record(&mut line, &id.into());
    line.extend_from_slice(body.trim_ascii_end());
    String::from_utf8(line).expect("JSON is UTF-8")
}

/// A number of instances that may be cut off.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Amount {
    pub number: BigUint,
    /// There may be more.
    pub is_least: bool,
}

/// The first instances, `most` or fewer, and the reason for the end; a model: there are enough.
///
/// # Errors
/// A formula that cannot be translated.
pub fn first(
    asked: &SpecCommand,
    formula: Formula,
    schema: &Schema,
    (meaning, effort): (Meaning, &Effort),
    most: usize,
) -> Result<(Vec<ShownInstance>, Step), NoAnswer> {
    let (command, settings) = (asked.command.asking(formula), Settings::of(meaning).keys());
    let posed = PosedQuestion::new(&asked.spec, &command, &settings, effort)?;
    let mut shown: Vec<ShownInstance> = Vec::new();
    let step = each_shown(&mut posed.open()?, schema, |one| {
        shown.push(one);
        shown.len() < most
    })?;
    Ok((shown, step))
}

/// Hands on the instances of a list that writes keys as long as `visit` wants more.
pub(super) fn each_shown<'p>(
    listing: &mut Listing<'p>,
    schema: &'p Schema,
    mut visit: impl FnMut(ShownInstance) -> bool,
) -> Result<Step, NoAnswer> {
    let records = listing.records(schema)?;
    listing.list(records, 1, |found| {
        let key = found.heap()?.and_then(|(_, key)| key.map(str::to_owned));
        let instance = found.search().map(|instances| instances.instance());
        let mut body = Vec::new();
        found.bodies(0, |text| {
            body.extend_from_slice(text);
            ControlFlow::Break(())
        })?;
        let (Some(instance), Some(key)) = (instance, key) else {
            return Ok(ControlFlow::Break(()));
        };
        let size = size(schema, &instance);
        Ok(match visit(ShownInstance { instance, body, key, size }) {
            true => ControlFlow::Continue(()),
            false => ControlFlow::Break(()),
        })
    })
}

/// More instances than these are counted without a list, or not all.
const LISTED: u64 = 10_000;

/// The number of instances that satisfy a formula, with the roots and within the scope of a command. What nothing but a list
/// counts is counted as far as 10,000.
///
/// # Errors
/// A formula that cannot be translated; a stop.
pub fn amount(
    asked: &SpecCommand,
    formula: Formula,
    meaning: Meaning,
    effort: &Effort,
) -> Result<Amount, NoAnswer> {
    let (command, settings) = (asked.command.asking(formula), Settings::of(meaning));
    let posed = PosedQuestion::new(&asked.spec, &command, &settings, effort)?;
    let Tally { number, is_complete, .. } = posed.decided(LISTED, &mut Silence)?;
    if effort.is_stopped() {
        return Err(NoAnswer::Stopped);
    }
    Ok(Amount { number, is_least: !is_complete })
}
