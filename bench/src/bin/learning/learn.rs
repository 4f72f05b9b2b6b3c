//! A row of the table of what is learnt.

use std::time::Instant;

use korrel::question::learn::{Example, Learning};
use korrel::question::{ShownInstance, first_instances};
use korrel_enumerate::Meaning;
use korrel_lang::evaluate::Evaluator;
use korrel_sat::Effort;
use korrel_sat::counter::Dice;

use crate::{Invariant, formulas, given, told};

pub const HEADING: &str = "| spec | conjuncts | found | same | seconds | questions | found | same | seconds | terms | not found |";

/// So many heaps are good, and so many bad.
const HEAPS: usize = 10;

/// More questions are not answered.
const MOST: usize = 40;

pub fn row(name: &str, invariant: &Invariant, effort: &Effort) -> Result<String, String> {
    let misses = invariant.near_misses(effort)?;
    let total: usize = misses.iter().filter(|(_, found)| !found.is_empty()).count();
    let mut dice = Dice::new(7);
    let good = drawn(&invariant.good, HEAPS, &mut dice);
    let mut bad: Vec<&ShownInstance> = Vec::new();
    let mut left: Vec<Vec<&ShownInstance>> =
        misses.iter().map(|(_, found)| drawn(found, HEAPS, &mut dice)).collect();
    while bad.len() < HEAPS && left.iter().any(|of| !of.is_empty()) {
        for of in &mut left {
            if bad.len() < HEAPS {
                bad.extend(of.pop());
            }
        }
    }
    let example = |is_good: bool| {
        move |shown: &&ShownInstance| Example {
            name: shown.key.clone(),
            is_good,
            heap: given(shown),
        }
    };
    let examples: Vec<Example> =
        good.iter().map(example(true)).chain(bad.iter().map(example(false))).collect();
    let begun = Instant::now();
    let mut learning = Learning::new(&invariant.asked, "{ }", &examples).map_err(told)?;
    let texts = learning.texts();
    let first = measured(invariant, &texts, &misses, effort)?;
    let seconds = begun.elapsed().as_secs_f64();
    let begun = Instant::now();
    let (own, judge) = formulas(&invariant.asked, std::slice::from_ref(&invariant.predicate))?;
    let (mut questions, mut is_ended) = (0, false);
    while questions < MOST {
        let question = learning.question(Meaning::default(), effort).map_err(told)?;
        let Some(question) = question else {
            is_ended = true;
            break;
        };
        questions += 1;
        let instance = &question.shown.instance;
        let is_good = Evaluator::new(&judge.spec.model, instance).formula(&own[0]);
        learning.answer(&question.shown, is_good);
    }
    let texts = learning.texts();
    let asked = measured(invariant, &texts, &misses, effort)?;
    eprintln!("{name}: {}", texts.join("\n    and "));
    let more = if is_ended { "" } else { "+" };
    let is = |same: bool| if same { "yes" } else { "no" };
    Ok(format!(
        "| {name} | {total} | {} | {} | {seconds:.1} | {questions}{more} | {} | {} | {:.1} | {} | {} |",
        first.found,
        is(first.is_same),
        asked.found,
        is(asked.is_same),
        begun.elapsed().as_secs_f64(),
        learning.tried(),
        asked.lost.join("; ").replace('|', "\\|")
    ))
}

struct Measured {
    found: usize,
    is_same: bool,
    lost: Vec<String>,
}

/// How much of the invariant a conjunction says.
fn measured(
    invariant: &Invariant,
    texts: &[String],
    misses: &[(String, Vec<ShownInstance>)],
    effort: &Effort,
) -> Result<Measured, String> {
    let all = texts.iter().map(|text| format!("({text})"));
    let all = all.chain(["{ }".to_owned()]).collect::<Vec<_>>().join(" and ");
    let own = invariant.call();
    let asked = [all.clone(), format!("{own} and not ({all})"), format!("{all} and not {own}")];
    let (formulas, spec) = formulas(&invariant.asked, &asked)?;
    let mut lost = Vec::new();
    let mut found = 0;
    for (text, misses) in misses.iter().filter(|(_, misses)| !misses.is_empty()) {
        let allows = |shown: &ShownInstance| {
            Evaluator::new(&spec.spec.model, &shown.instance).formula(&formulas[0])
        };
        match misses.iter().any(allows) {
            true => lost.push(text.clone()),
            false => found += 1,
        }
    }
    let mut is_same = true;
    for side in &formulas[1..] {
        let how = (Meaning::default(), effort);
        let differ =
            first_instances(&spec, side.clone(), &invariant.schema, how, 1).map_err(told)?;
        is_same &= differ.0.is_empty();
    }
    Ok(Measured { found, is_same, lost })
}

/// Some of a list, each with the same chance, in the order of the list's last.
fn drawn<'s>(from: &'s [ShownInstance], count: usize, dice: &mut Dice) -> Vec<&'s ShownInstance> {
    let mut left: Vec<&ShownInstance> = from.iter().collect();
    let mut taken = Vec::new();
    while taken.len() < count && !left.is_empty() {
        let at = dice.below(&left.len().into());
        let at = at.iter_u64_digits().next().unwrap_or(0) as usize;
        taken.push(left.swap_remove(at));
    }
    taken
}
