//! Instances drawn at random: exactly uniform over the list, or exactly by weight.
//!
//! The instances of each value of the weight are a question of their own, drawn in proportion to their number times
//! the value. One urn holds the instances of one weight.

use korrel_enumerate::Records;
use korrel_enumerate::counting::count;
use korrel_enumerate::counting::sampling::{Samples, pick};
use korrel_enumerate::heap::Schema;
use korrel_lang::code;
use korrel_lang::diagnostic::Diagnostic;
use korrel_lang::source::Span;
use korrel_lang::spec::Mistakes;
use korrel_lang::visible::visible;
use korrel_sat::Effort;
use korrel_sat::counter::{CountOutcome, Dice, Limits};
use korrel_translate::TranslationFailure;
use num_bigint::BigUint;

use crate::settings::Settings;

use super::by_value::{ByValue, ValuePart};
use super::posed::PosedQuestion;
use super::{NoAnswer, SpecCommand};

/// The greatest number of nodes of a graph; all of it is kept in memory.
pub(super) const NODES: u64 = 1 << 22;

/// The instances that are drawn alike.
struct WeighedInstances {
    weight: u64,
    asked: SpecCommand,
}

/// The instances by their weights above 0; `None` if limits or a stop came before they were known. `weight` is the text of the expression.
///
/// # Errors
/// An expression that is no number, or not in each instance one from 0 on.
fn weighed(
    asked: &SpecCommand,
    weight: &str,
    settings: &Settings,
    effort: &Effort,
) -> Result<Option<Vec<WeighedInstances>>, NoAnswer> {
    let (mut weighed, mut sum) = (Vec::new(), BigUint::ZERO);
    for ValuePart { value, asked: part } in
        ByValue::new(asked, weight)?.parts(asked, &asked.posed(settings, effort)?)?
    {
        let number = match value.as_str() {
            "true" => 1,
            "false" | "none" => 0,
            number => number.parse::<i64>().map_err(|_| {
                no_weight(asked, weight, &format!("`{}` is no number", visible(number)))
            })?,
        };
        let Some(count) = counted(&part, settings, effort)? else { return Ok(None) };
        if number < 0 && count > BigUint::ZERO {
            return Err(
                no_weight(asked, weight, &format!("it is {number} in some instance")).into()
            );
        }
        sum += count;
        if let Ok(weight @ 1..) = u64::try_from(number) {
            weighed.push(WeighedInstances { weight, asked: part });
        }
    }
    match counted(asked, settings, effort)? {
        None => Ok(None),
        Some(all) if sum < all => {
            let why = "in some instance it overflows, or has several values";
            Err(no_weight(asked, weight, why).into())
        }
        Some(_) => Ok(Some(weighed)),
    }
}

fn counted(
    asked: &SpecCommand,
    settings: &Settings,
    effort: &Effort,
) -> Result<Option<BigUint>, NoAnswer> {
    let problem = asked.posed(settings, effort)?.problem;
    let limits = Limits { nodes: NODES, ..Limits::within(effort) };
    match count(&problem, settings.classes(), limits, effort) {
        Ok(counted) => Ok(counted.outcome.done()),
        Err(TranslationFailure::Stopped) => Ok(None),
        Err(refused) => Err(NoAnswer::untranslated(&asked.spec, refused)),
    }
}

fn no_weight(asked: &SpecCommand, weight: &str, why: &str) -> Mistakes {
    let mut spec = asked.spec.clone();
    let file = spec.sources.add("--weight", weight);
    let span = Span { file, start: 0, end: weight.len() as u32 };
    let message = format!("`{}` is no weight: {why}", visible(weight));
    let diagnostic = Diagnostic::new(code::WEIGHT, message).at(span, "");
    let help = "a weight is a number from 0 on, or a truth value, in each instance";
    spec.mistake(diagnostic.help(help))
}

/// The urns from which instances are drawn. There is an instance.
pub struct Urns<'p> {
    urns: Vec<Urn<'p>>,
    /// The sum of the urns' weights.
    all: BigUint,
    dice: Dice,
}

/// The urn from which instances of one weight are drawn.
struct Urn<'p> {
    /// The number of instances, times the weight of each.
    weight: BigUint,
    samples: Samples,
    records: Records<'p>,
}

impl Urns<'_> {
    /// The body of the record of an instance drawn at random.
    ///
    /// # Errors
    /// An instance that the evaluator refuses; a stop while its witnesses are searched for.
    pub fn draw(&mut self) -> Result<&[u8], NoAnswer> {
        let urn = pick(&self.urns, |urn| &urn.weight, &self.all, &mut self.dice);
        let Urn { samples, records, .. } = &mut self.urns[urn];
        if !samples.draw(&mut self.dice) {
            return Err(NoAnswer::Stopped);
        }
        Ok(records.values_body(samples.translation(), samples.values())?)
    }
}

/// The outcome of a drawing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SampleOutcome<T> {
    Done(T),
    /// No instance has a weight.
    Nothing,
    /// There are too many kinds of instances to draw exactly, or a stop came before.
    GivenUp,
}

/// The form in which drawn instances are written.
#[derive(Clone, Copy)]
pub struct Drawing<'s> {
    pub settings: &'s Settings,
    pub schema: &'s Schema,
    /// The expression whose value is an instance's weight. Without one all are alike.
    pub weight: Option<&'s str>,
    /// The same seed draws the same instances on every machine.
    pub seed: u64,
}

/// Fills the urns with the instances of a command and hands them to `draw`.
///
/// # Errors
/// An expression that is no weight; a construct that cannot be translated; an error of `draw`.
pub fn sample<T, E: From<NoAnswer>>(
    asked: &SpecCommand,
    drawing: Drawing<'_>,
    effort: &Effort,
    draw: impl FnOnce(Urns<'_>) -> Result<T, E>,
) -> Result<SampleOutcome<T>, E> {
    let Drawing { settings, seed, .. } = drawing;
    if settings.verify {
        asked.posed(settings, effort)?.check_judged()?;
    }
    let parts = match drawing.weight {
        None => vec![WeighedInstances { weight: 1, asked: asked.clone() }],
        Some(weight) => match weighed(asked, weight, settings, effort)? {
            Some(parts) => parts,
            None => return Ok(SampleOutcome::GivenUp),
        },
    };
    let posed = parts.iter().map(|part| Ok((part.weight, part.asked.posed(settings, effort)?)));
    let posed = posed.collect::<Result<Vec<_>, NoAnswer>>()?;
    let mut urns = Vec::new();
    for (weight, posed) in &posed {
        match urn(*weight, posed, drawing.schema)? {
            Some(urn) => urns.push(urn),
            None => return Ok(SampleOutcome::GivenUp),
        }
    }
    let all: BigUint = urns.iter().map(|urn| &urn.weight).sum();
    if all == BigUint::ZERO {
        return Ok(SampleOutcome::Nothing);
    }
    draw(Urns { urns, all, dice: Dice::new(seed) }).map(SampleOutcome::Done)
}

/// The urn of a weight; `None` if limits or a stop came before.
fn urn<'p>(
    weight: u64,
    posed: &'p PosedQuestion<'p>,
    schema: &'p Schema,
) -> Result<Option<Urn<'p>>, NoAnswer> {
    let PosedQuestion { spec, problem, settings, effort, .. } = posed;
    let limits = Limits { nodes: NODES, ..Limits::within(effort) };
    let samples = match Samples::prepare(problem, settings.classes(), limits, effort) {
        Ok(CountOutcome::Done(samples)) => samples,
        Ok(_) | Err(TranslationFailure::Stopped) => return Ok(None),
        Err(refused) => return Err(NoAnswer::untranslated(spec, refused)),
    };
    let (extras, translation) = (settings.extras(), Some(samples.translation()));
    let records = Records::of_models(problem, schema, extras, translation, effort)
        .map_err(|mistake| posed.refused(mistake))?;
    Ok(Some(Urn { weight: samples.count() * weight, samples, records }))
}
