//! What is said of each answer, and the totals.

use crate::ask::{End, Found};
use crate::judge::{self, Judgement};
use crate::rows::{Group, Question};
use crate::seconds::Time;

#[derive(Default)]
pub struct Report {
    pub times: Vec<Time>,
    verdicts: Total,
    counts: Total,
    forbid: Total,
    integers: Total,
}

/// How many answers agree, of those that Alloy gives.
#[derive(Default)]
struct Total {
    agree: usize,
    differ: usize,
    unfinished: usize,
}

impl Report {
    /// Takes an answer; a line if it does not agree.
    pub fn add(&mut self, question: &Question, found: Found) -> Option<String> {
        match question.group {
            Group::Wrap => {
                self.verdicts.add(judge::verdict(question, &found));
                self.counts.add(judge::count(question, &found));
            }
            Group::Forbid => self.forbid.add(judge::answer(question, &found)),
            Group::Integers => self.integers.add(judge::answer(question, &found)),
        }
        let word = match judge::answer(question, &found) {
            Judgement::Agrees => None,
            Judgement::Differs => Some("differs"),
            Judgement::Unfinished => Some("unfinished"),
            Judgement::NoAnswer => Some("no answer"),
        };
        let line = word.map(|word| {
            format!(
                "{word:<11} {} {} {} --overflow {}: expected {}, {}",
                question.file,
                question.index,
                question.command,
                question.overflow,
                expected(question),
                described(question, &found)
            )
        });
        self.times.extend(Time::of(question, &found));
        line
    }

    /// `verdicts 118 of 118, counts 97 of 98, forbid 37 of 37, integers 70 of 70`.
    pub fn totals(&self) -> String {
        let totals = self.named().map(|(name, total)| {
            let all = total.agree + total.differ + total.unfinished;
            format!("{name} {} of {all}", total.agree)
        });
        totals.join(", ")
    }

    pub fn exit_code(&self) -> u8 {
        let any = |number: fn(&Total) -> usize| self.named().iter().any(|(_, t)| number(t) > 0);
        match (any(|total| total.differ), any(|total| total.unfinished)) {
            (true, _) => 1,
            (false, true) => 3,
            (false, false) => 0,
        }
    }

    fn named(&self) -> [(&'static str, &Total); 4] {
        [
            ("verdicts", &self.verdicts),
            ("counts", &self.counts),
            ("forbid", &self.forbid),
            ("integers", &self.integers),
        ]
    }
}

impl Total {
    fn add(&mut self, judgement: Judgement) {
        match judgement {
            Judgement::Agrees => self.agree += 1,
            Judgement::Differs => self.differ += 1,
            Judgement::Unfinished => self.unfinished += 1,
            Judgement::NoAnswer => {}
        }
    }
}

fn expected(question: &Question) -> String {
    match (question.classes, question.sat) {
        (Some(classes), _) => classes.to_string(),
        (None, Some(true)) => "some".to_owned(),
        (None, Some(false)) => "none".to_owned(),
        (None, None) => "nothing in particular".to_owned(),
    }
}

fn described(question: &Question, found: &Found) -> String {
    let (instances, seconds) = (found.instances, found.seconds);
    match &found.end {
        End::Complete if question.classes.is_some_and(|classes| instances > classes) => {
            "found more".to_owned()
        }
        End::Complete => format!("found {instances}"),
        End::Timeout if instances == 0 => format!("found none in {seconds:.0} s"),
        End::Timeout => format!("found at least {instances} in {seconds:.0} s"),
        End::Hung => format!("found at least {instances}; killed after {seconds:.0} s"),
        End::Failed(message) => format!("failed: {message}"),
    }
}
