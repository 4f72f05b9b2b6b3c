//! A search that does not end: a list that has become long makes one suspicious.
//!
//! *Problem.* Some lists end right after they have become long, and the question whether they end can cost more than
//! all of them. *Choice.* It costs a twentieth of what the list has cost so far, or less, and is given up where that
//! does not do. It is asked again whenever the list is twice as long. The list is measured in time, since most of it is
//! spent on writing, which counts no steps. The question is measured in its steps, each taken for as long as it takes
//! at the most, so that it never depends on the machine how far it goes within its time. *Rejected.* To ask at a number
//! of instances, since an instance of one spec costs a hundred times as much as one of another.

use std::time::Duration;

use korrel_lang::diagnostic::Diagnostic;
use korrel_sat::{Answer, Cdcl, Effort, Solver, Var};
use korrel_translate::{Endless, endless, free_cells};

use crate::problem::Problem;

/// From so many instances on, or so many conflicts, a list is long.
pub const LONG: u64 = 1 << 14;

/// The share of the list's cost that the question may have.
const SHARE: u32 = 20;

/// The nanoseconds of a gate or wire until it is in the clauses of a search.
const BUILT: u64 = 400;
/// The nanoseconds of a tick of a search.
const TICK: u64 = 50;
/// The nanoseconds of a gate or wire that is computed.
const COMPUTED: u64 = 8;

/// Asks of a list that has become long whether it ends.
pub struct LongList {
    /// The number of instances at which that is asked next, or `None` once it is known.
    next: Option<u64>,
    /// What the question has cost so far.
    spent: Duration,
}

impl LongList {
    /// Nothing is asked of a list that is not watched.
    pub fn new(is_watched: bool) -> LongList {
        LongList { next: is_watched.then_some(1), spent: Duration::ZERO }
    }

    /// The warning that the list does not end, once that is known: it is asked where many instances were found, or
    /// the search for few of them was long, whenever their number has doubled. `time`: what the list has cost, of
    /// the processor.
    pub fn never_ends(
        &mut self,
        count: u64,
        conflicts: impl FnOnce() -> u64,
        time: impl FnOnce() -> Duration,
        problem: &Problem<'_>,
        effort: &Effort,
    ) -> Option<Diagnostic> {
        let next = self.next.filter(|next| count >= *next)?;
        self.next = Some(next.max(count) * 2);
        if count < LONG && conflicts() < LONG {
            return None;
        }
        self.asked(time(), problem, effort)
    }

    /// The same of a list that has found nothing for a while, however few instances there are: in a scope that is far too
    /// large the second one can take hours.
    pub fn never_ends_so_far(
        &mut self,
        time: Duration,
        problem: &Problem<'_>,
        effort: &Effort,
    ) -> Option<Diagnostic> {
        self.next?;
        self.asked(time, problem, effort)
    }

    /// False once the answer is known.
    pub fn is_watched(&self) -> bool {
        self.next.is_some()
    }

    fn asked(
        &mut self,
        time: Duration,
        problem: &Problem<'_>,
        effort: &Effort,
    ) -> Option<Diagnostic> {
        let mut left = Allowance::of((time / SHARE).saturating_sub(self.spent));
        let before = left.nanoseconds;
        let answer = never_ends(problem, &mut left, effort);
        self.spent += Duration::from_nanos(before - left.nanoseconds);
        let warning = answer?;
        self.next = None;
        warning
    }
}

/// What a question may still cost.
struct Allowance {
    nanoseconds: u64,
}

impl Allowance {
    fn of(time: Duration) -> Allowance {
        Allowance { nanoseconds: u64::try_from(time.as_nanos()).unwrap_or(u64::MAX) }
    }

    /// The number of steps that it allows.
    fn steps(&self, each: u64) -> u64 {
        self.nanoseconds / each
    }

    fn spend(&mut self, steps: u64, each: u64) {
        self.nanoseconds = self.nanoseconds.saturating_sub(steps.saturating_mul(each));
    }
}

/// The warning that a list does not end, if it does not: the bound of the fields that no formula mentions, else that of
/// the cells that an instance of the greatest sizes leaves free. `None` if the allowance was spent before that was
/// known. There is no warning also where the bounds say nothing.
fn never_ends(
    problem: &Problem<'_>,
    left: &mut Allowance,
    effort: &Effort,
) -> Option<Option<Diagnostic>> {
    let question = &problem.question;
    if let Some(warning) = endless(question) {
        return Some(Some(warning));
    }
    let Some(suspect) = Endless::of(question) else { return Some(None) };
    let most = left.steps(BUILT);
    let Ok(cells) = free_cells(question, &problem.symmetry, most, effort) else {
        left.spend(most, BUILT);
        return None;
    };
    let Some(cells) = cells else {
        left.spend(most, BUILT);
        return Some(None);
    };
    left.spend(cells.size(), BUILT);
    let mut search = Cdcl::with_clauses(&cells.cnf, effort.clone());
    search.limit_ticks(left.steps(TICK));
    let answer = search.solve(&[]);
    left.spend(search.ticks(), TICK);
    match answer {
        Answer::Satisfiable => {}
        Answer::Unsatisfiable => return Some(None),
        Answer::Stopped => return None,
    }
    let value = |input: u32| search.value(Var::new(input)).unwrap_or(false);
    let values: Vec<bool> = (0..cells.cnf.primary() as u32).map(value).collect();
    let (enough, mut gates) = (suspect.enough(), left.steps(COMPUTED));
    let before = gates;
    let is_endless = cells.of(&values, enough, &mut gates) >= enough;
    left.spend(before - gates, COMPUTED);
    match is_endless {
        true => Some(Some(suspect.warning())),
        // The next ones might have been free.
        false if gates < cells.size() => None,
        false => Some(None),
    }
}

#[cfg(test)]
mod tests {
    use korrel_lang::spec::Spec;

    use super::*;
    use crate::Meaning;

    /// The warning after a list of `count` instances that took so long, and what the question cost.
    fn asked(text: &str, count: u64, time: Duration) -> (bool, Duration) {
        told(text, |long, problem, effort| long.never_ends(count, || 0, || time, problem, effort))
    }

    /// The same of a list that stands still.
    fn waited(text: &str, time: Duration) -> (bool, Duration) {
        told(text, |long, problem, effort| long.never_ends_so_far(time, problem, effort))
    }

    fn told(
        text: &str,
        ask: impl FnOnce(&mut LongList, &Problem<'_>, &Effort) -> Option<Diagnostic>,
    ) -> (bool, Duration) {
        let spec = Spec::read("spec.als", text.to_owned(), false, &mut |_| Ok(None));
        let spec = spec.unwrap_or_else(|mistakes| panic!("{mistakes:?}"));
        let effort = Effort::default();
        let problem = Problem::new(
            &spec.model,
            spec.model.commands.last().expect("it has commands"),
            Meaning::default(),
            &effort,
        );
        let problem = problem.unwrap_or_else(|why| panic!("{why:?}"));
        let mut long = LongList::new(true);
        let warning = ask(&mut long, &problem, &effort);
        (warning.is_some(), long.spent)
    }

    /// If this failed, `find` of 16,796 search trees would take four times as long as the trees do.
    #[test]
    fn the_question_costs_a_twentieth_of_the_list() {
        let spec = include_str!("../../../specs/search_tree.als");
        let text = &format!("{spec}\nrun repOk for exactly 10 Node, 1..10 Int\n");
        for milliseconds in [0, 1, 30, 1000, 100_000] {
            let time = Duration::from_millis(milliseconds);
            let (warning, spent) = asked(text, LONG, time);
            assert!(spent * SHARE <= time, "{spent:?} of {time:?}");
            assert!(!warning, "there are {LONG} instances and a few more");
        }
    }

    /// If this failed, a search that stands still after its first instance would do so in silence.
    #[test]
    fn it_is_asked_of_a_list_that_stands_still_too() {
        let text = "sig N { e: set N } fact { no n: N | n in n.e } run {} for exactly 60 N";
        assert_eq!(asked(text, 1, Duration::from_secs(10)), (false, Duration::ZERO));
        let (is_told, spent) = waited(text, Duration::from_secs(10));
        assert!(is_told && spent * SHARE <= Duration::from_secs(10), "{spent:?}");
        let few = "sig N { e: lone N } fact { no n: N | n in n.e } run {} for exactly 6 N";
        assert_eq!(waited(few, Duration::from_secs(10)), (false, Duration::ZERO));
    }

    /// If this failed, the warning about a list that never ends would come too late, or never.
    #[test]
    fn it_is_answered_in_what_the_list_allows() {
        let text = "sig N { e: set N } fact { no iden & ^e } run {} for exactly 20 N";
        assert_eq!(asked(text, LONG, Duration::ZERO), (false, Duration::ZERO));
        assert_eq!(asked(text, LONG - 1, Duration::from_secs(100)), (false, Duration::ZERO));
        let (is_told, spent) = asked(text, LONG, Duration::from_secs(10));
        assert!(is_told && !spent.is_zero());
    }
}
