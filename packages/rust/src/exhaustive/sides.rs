//! One sequence of calls, made on a library and on a model, and how these differ.
//!
//! Each part has a name for the watch: what makes a side, a call on a side, the end or the drop of a side. So none is blamed for another one, and
//! a panic of any of them is caught, and told with its side.

use super::calls::Drawn;
use super::cause::Failing;
use super::panics::{Panicked, caught};
use super::watch::Watch;

/// What makes the two sides, and what is compared of them.
pub(super) struct Sides<'a, S, M> {
    pub(super) subject: Box<dyn Fn() -> S + 'a>,
    pub(super) model: Box<dyn Fn() -> M + 'a>,
    pub(super) end: Option<End<'a, S, M>>,
}

/// What is seen of both sides in the end, written.
type End<'a, S, M> = (Box<dyn Fn(S) -> String + 'a>, Box<dyn Fn(M) -> String + 'a>);

/// How a sequence ends.
pub(super) enum Finish {
    Passes,
    /// Its last call panics on both sides.
    Panics,
    /// What follows its last call panics on both sides.
    EndPanics,
    /// Why, its lines, and whether what follows its last call fails.
    Fails {
        failing: Failing,
        lines: String,
        is_in_the_end: bool,
    },
}

/// What came of a sequence.
pub(super) struct Tried {
    pub(super) finish: Finish,
    /// So many of its calls were made.
    pub(super) reached: usize,
    /// A call, or the end, returned something that is compared.
    pub(super) returns: bool,
}

/// What differs, and whether it follows the last call.
struct Differs {
    why: String,
    is_in_the_end: bool,
}

impl From<String> for Differs {
    fn from(why: String) -> Differs {
        Differs { why, is_in_the_end: false }
    }
}

impl<S, M> Sides<'_, S, M> {
    /// Makes a sequence.
    pub(super) fn tried(&self, drawn: &Drawn<S, M>, watch: &Watch) -> Tried {
        let mut told = Vec::new();
        let made = self.made(drawn, watch, &mut told);
        watch.end();
        let ends = self.end.is_some() && matches!(made, Ok(Finish::Passes));
        let returns = ends || told.iter().any(|told| told != NOTHING && told != PANICKED);
        let fails = |Differs { why, is_in_the_end }| {
            let (failing, lines) = (Failing::of(why, None), drawn.lines(&told));
            Finish::Fails { failing, lines, is_in_the_end }
        };
        Tried { finish: made.unwrap_or_else(fails), reached: told.len(), returns }
    }

    fn made(
        &self,
        drawn: &Drawn<S, M>,
        watch: &Watch,
        told: &mut Vec<String>,
    ) -> Result<Finish, Differs> {
        let unmade = |side| move |panic| format!("{side} panicked as it was made: {panic}");
        watch.begin("what makes the subject", "");
        let mut it = caught(true, &self.subject).map_err(unmade("the subject"))?;
        let mut model =
            step(watch, "what makes the model", &self.model).map_err(unmade("the model"))?;
        let finish = called(drawn, watch, told, (&mut it, &mut model));
        let (place, mine, theirs) = match &self.end {
            Some((of_subject, of_model)) if matches!(finish, Ok(Finish::Passes)) => (
                ("in the end", "it is"),
                step(watch, "what `end` makes of the subject after these calls", || of_subject(it)),
                step(watch, "what `end` makes of the model after these calls", || of_model(model)),
            ),
            _ => (
                ("dropped", RETURNED),
                step(watch, "the drop of the subject after these calls", || dropped(it)),
                step(watch, "the drop of the model after these calls", || dropped(model)),
            ),
        };
        let finish = finish?;
        let both_panic = mine.is_err() && theirs.is_err();
        if let Some((_, why)) = difference(place, &mine, &theirs) {
            return Err(Differs { why, is_in_the_end: matches!(finish, Finish::Passes) });
        }
        let is_end = both_panic && matches!(finish, Finish::Passes);
        Ok(if is_end { Finish::EndPanics } else { finish })
    }

    /// Makes a sequence that fails once more, and says if that is otherwise, or if it ends before its last call, for its beginning passed.
    pub(super) fn again(
        &self,
        drawn: &Drawn<S, M>,
        watch: &Watch,
        failing: &Failing,
        lines: &str,
        is_early: bool,
    ) -> String {
        let said = match self.tried(drawn, watch).finish {
            Finish::Fails { failing: again, .. } if again.why != failing.why => {
                format!("Made once more, it fails otherwise: {}", again.why)
            }
            Finish::Fails { lines: again, .. } if again != lines => {
                format!("Made once more, it returns other values:\n{again}")
            }
            Finish::Fails { .. } if is_early => {
                "Without the calls that are not reached it passed before.".to_owned()
            }
            Finish::Fails { .. } => return String::new(),
            _ => "Made once more, it passes.".to_owned(),
        };
        format!("\n{said}\nSo the subject or the model is not the same from run to run.")
    }
}

/// Makes the calls, and says why if they differ.
fn called<S, M>(
    drawn: &Drawn<S, M>,
    watch: &Watch,
    told: &mut Vec<String>,
    (it, model): (&mut S, &mut M),
) -> Result<Finish, String> {
    for call in &drawn.calls {
        watch.go_on("the last of these calls", || Some(call.line()));
        let mine = caught(true, || call.with.on_subject(it));
        let theirs = step(watch, "the last of these calls, made on the model,", || {
            call.with.on_model(model)
        });
        if let Some((short, why)) = difference((call.with.name(), RETURNED), &mine, &theirs) {
            told.push(short);
            return Err(why);
        }
        match mine {
            Ok(mine) => told.push(mine),
            Err(_) => {
                told.push(PANICKED.to_owned());
                return Ok(Finish::Panics);
            }
        }
    }
    Ok(Finish::Passes)
}

fn step<T>(watch: &Watch, what: &'static str, call: impl FnOnce() -> T) -> Result<T, Panicked> {
    watch.go_on(what, || None);
    caught(true, call)
}

fn dropped<T>(it: T) -> String {
    drop(it);
    NOTHING.to_owned()
}

/// What a call without a result returns.
const NOTHING: &str = "()";

const RETURNED: &str = "it returned";

/// What is shown of a call that panics on both sides.
const PANICKED: &str = "it panicked";

/// What a call returned, written.
type Returned = Result<String, Panicked>;

/// How two outcomes differ, in short, and as a message: `pop: it returned 1, expected 2`. Of panics only that there is one counts.
fn difference(
    (name, verb): (&str, &str),
    mine: &Returned,
    theirs: &Returned,
) -> Option<(String, String)> {
    let (short, long, why) = match (mine, theirs) {
        (Err(_), Err(_)) => return None,
        (Ok(mine), Ok(theirs)) if mine == theirs => return None,
        (Ok(mine), Ok(theirs)) => {
            (format!("{mine}, expected {theirs}"), format!("{verb} "), String::new())
        }
        (Ok(mine), Err(panic)) => {
            let is_nothing = mine == NOTHING;
            let mine = if is_nothing { RETURNED } else { mine };
            let long = if is_nothing { String::new() } else { format!("{verb} ") };
            (format!("{mine}, expected a panic"), long, format!(": {panic}"))
        }
        (Err(panic), Ok(theirs)) => {
            let theirs = if theirs == NOTHING { "no panic" } else { theirs };
            (format!("it panicked, expected {theirs}"), String::new(), format!(": {panic}"))
        }
    };
    Some((short.clone(), format!("{name}: {long}{short}{why}")))
}
