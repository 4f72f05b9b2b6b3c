//! The line for each answer, and the totals.

use std::collections::BTreeMap;
use std::fmt;

use korrel_tests::temporal::TemporalRow;

use crate::ask::{End, Found};
use crate::choice;
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
    random: Total,
    random_forbid: Total,
    traces: Total,
    /// Totals of random specs by theme: integers wrapping around, and overflow forbidden.
    themes: BTreeMap<String, [Total; 2]>,
}

/// The number of answers that agree, of those that Alloy gives.
#[derive(Default)]
struct Total {
    agree: usize,
    differ: usize,
    /// They differ, but where Korrel means something else.
    by_choice: usize,
    unfinished: usize,
}

impl Report {
    /// Takes an answer; a line if it does not agree.
    pub fn add(&mut self, question: &Question, found: Found) -> Option<String> {
        let mut judgement = judge::answer(question, &found);
        let reason = match &found.end {
            _ if judgement == Judgement::ByChoice => {
                question.traces.as_ref().and_then(TemporalRow::accepted)
            }
            End::Failed(_) => None,
            _ if judgement != Judgement::Differs => None,
            _ => choice::reason(question),
        };
        if reason.is_some() {
            judgement = Judgement::ByChoice;
        }
        match question.group {
            Group::Wrap => {
                self.verdicts.add(judge::verdict(question, &found));
                self.counts.add(judge::count(question, &found));
            }
            Group::Forbid => self.forbid.add(judgement),
            Group::Integers => self.integers.add(judgement),
            Group::Traces => self.traces.add(judgement),
            Group::Random | Group::RandomForbid => {
                let theme = self.themes.entry(question.command.clone()).or_default();
                let at = usize::from(question.group == Group::RandomForbid);
                theme[at].add(judgement);
                [&mut self.random, &mut self.random_forbid][at].add(judgement);
            }
        }
        let word = match judgement {
            Judgement::Agrees => None,
            Judgement::Differs => Some("differs"),
            Judgement::ByChoice => Some("by choice"),
            Judgement::Unfinished => Some("unfinished"),
            Judgement::NoAnswer => Some("no answer"),
        };
        let line = word.map(|word| {
            format!(
                "{word:<11} {} {} {} --overflow {}: expected {}, {}{}",
                question.file,
                question.index,
                question.command,
                question.overflow,
                expected(question),
                described(question, &found),
                reason.map(|why| format!(": {why}")).unwrap_or_default()
            )
        });
        self.times.extend(Time::of(question, &found));
        line
    }

    /// `verdicts 118 of 118, counts 97 of 98, forbid 37 of 37, integers 70 of 70`.
    pub fn totals(&self) -> String {
        self.named().map(|(name, total)| format!("{name} {total}")).join(", ")
    }

    /// A line for each theme of random specs.
    pub fn themes(&self) -> String {
        let line = |(theme, [wrap, forbid]): (&String, &[Total; 2])| {
            format!("{theme:<8} wrap {wrap}, forbid {forbid}\n")
        };
        self.themes.iter().map(line).collect()
    }

    pub fn exit_code(&self) -> u8 {
        let any = |number: fn(&Total) -> usize| self.named().iter().any(|(_, t)| number(t) > 0);
        match (any(|total| total.differ), any(|total| total.unfinished)) {
            (true, _) => 1,
            (false, true) => 3,
            (false, false) => 0,
        }
    }

    fn named(&self) -> [(&'static str, &Total); 7] {
        [
            ("verdicts", &self.verdicts),
            ("counts", &self.counts),
            ("forbid", &self.forbid),
            ("integers", &self.integers),
            ("random", &self.random),
            ("random forbid", &self.random_forbid),
            ("traces", &self.traces),
        ]
    }
}

impl Total {
    fn add(&mut self, judgement: Judgement) {
        match judgement {
            Judgement::Agrees => self.agree += 1,
            Judgement::Differs => self.differ += 1,
            Judgement::ByChoice => self.by_choice += 1,
            Judgement::Unfinished => self.unfinished += 1,
            Judgement::NoAnswer => {}
        }
    }
}

/// `37 of 40`, `37 of 40 and 3 by choice`.
impl fmt::Display for Total {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let all = self.agree + self.differ + self.by_choice + self.unfinished;
        write!(f, "{} of {all}", self.agree)?;
        match self.by_choice {
            0 => Ok(()),
            some => write!(f, " and {some} by choice"),
        }
    }
}

fn expected(question: &Question) -> String {
    if question.traces.as_ref().is_some_and(|row| row.is_refused) {
        return "a refusal".to_owned();
    }
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
