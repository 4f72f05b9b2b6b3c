//! Korrel's answer against Alloy's.

use korrel_tests::temporal::{TemporalAnswer, TemporalRow};

use crate::ask::{End, Found};
use crate::rows::Question;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Judgement {
    Agrees,
    Differs,
    /// It differs where Korrel means something else than Alloy.
    ByChoice,
    /// Time ran out before anything differed.
    Unfinished,
    /// Alloy says nothing.
    NoAnswer,
}

/// Judges the verdict: there is an instance, or there is none.
pub fn verdict(question: &Question, found: &Found) -> Judgement {
    let Some(sat) = question.sat else { return Judgement::NoAnswer };
    match found.end {
        End::Failed(_) => Judgement::Differs,
        End::Complete => agrees(sat == (found.instances > 0)),
        End::Timeout | End::Hung if found.instances > 0 => agrees(sat),
        End::Timeout | End::Hung => Judgement::Unfinished,
    }
}

/// Judges the number of classes. The program stops at the first that is too many.
pub fn count(question: &Question, found: &Found) -> Judgement {
    let Some(classes) = question.classes else { return Judgement::NoAnswer };
    match found.end {
        End::Failed(_) => Judgement::Differs,
        End::Complete => agrees(found.instances == classes),
        End::Timeout | End::Hung if found.instances > classes => Judgement::Differs,
        End::Timeout | End::Hung => Judgement::Unfinished,
    }
}

/// Both: the worse of the two; of a command about traces, all that Alloy says.
pub fn answer(question: &Question, found: &Found) -> Judgement {
    if let Some(row) = &question.traces {
        return traces(row, found);
    }
    let both = [verdict(question, found), count(question, found)];
    let order = [Judgement::Differs, Judgement::Unfinished, Judgement::Agrees];
    order.into_iter().find(|judgement| both.contains(judgement)).unwrap_or(Judgement::NoAnswer)
}

fn traces(row: &TemporalRow, found: &Found) -> Judgement {
    let answer = match &found.end {
        End::Complete => TemporalAnswer::Lassos(found.lengths.clone()),
        End::Timeout | End::Hung => return Judgement::Unfinished,
        // All else is no message of the program's own.
        End::Failed(message) if message.starts_with("error[") => {
            TemporalAnswer::Refused(message.clone())
        }
        End::Failed(_) => return Judgement::Differs,
    };
    match (row.difference(&answer), row.accepted()) {
        (Some(_), _) => Judgement::Differs,
        (None, Some(_)) if matches!(answer, TemporalAnswer::Lassos(_)) => Judgement::ByChoice,
        (None, _) => Judgement::Agrees,
    }
}

fn agrees(holds: bool) -> Judgement {
    if holds { Judgement::Agrees } else { Judgement::Differs }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::Judgement::{Agrees, Differs, NoAnswer, Unfinished};
    use super::*;
    use crate::rows::Group;

    fn question(sat: Option<bool>, classes: Option<u64>) -> Question {
        Question {
            group: Group::Wrap,
            path: "a.als".into(),
            file: "a.als".to_owned(),
            index: 0,
            command: "p".to_owned(),
            overflow: "wrap",
            recursion: None,
            sat,
            classes,
            seconds: None,
            traces: None,
        }
    }

    /// If this fails, the command reports agreement where there is none, or the reverse.
    #[test]
    fn judgements() {
        let refused = || End::Failed("no".to_owned());
        for (sat, classes, instances, end, expected) in [
            (Some(true), Some(5), 5, End::Complete, (Agrees, Agrees)),
            (Some(true), Some(5), 6, End::Complete, (Agrees, Differs)),
            (Some(true), Some(5), 4, End::Complete, (Agrees, Differs)),
            (Some(true), Some(5), 4, End::Timeout, (Agrees, Unfinished)),
            (Some(true), Some(5), 5, End::Hung, (Agrees, Unfinished)),
            (Some(true), Some(5), 6, End::Timeout, (Agrees, Differs)),
            (Some(true), Some(5), 0, End::Timeout, (Unfinished, Unfinished)),
            (Some(false), Some(0), 0, End::Complete, (Agrees, Agrees)),
            (Some(false), Some(0), 1, End::Complete, (Differs, Differs)),
            (Some(true), None, 1, End::Complete, (Agrees, NoAnswer)),
            (Some(true), None, 0, End::Complete, (Differs, NoAnswer)),
            (Some(true), Some(5), 0, refused(), (Differs, Differs)),
            (None, None, 1, End::Complete, (NoAnswer, NoAnswer)),
        ] {
            let found = Found { instances, end, seconds: 1.0, ..Found::default() };
            let question = question(sat, classes);
            let judged = (verdict(&question, &found), count(&question, &found));
            assert_eq!(judged, expected, "{question:?} {found:?}");
        }
    }

    /// If this fails, a trace too many, too long or too few, or a crash, passes for Alloy's answer.
    #[test]
    fn traces_are_judged_by_all_that_alloy_says() {
        let lengths = |all: &[(u64, u64)]| all.iter().copied().collect::<BTreeMap<u64, u64>>();
        let row = |is_refused: bool| TemporalRow {
            file: "a.als".to_owned(),
            path: "a.als".into(),
            index: 0,
            command: "p".to_owned(),
            overflow: "wrap",
            is_refused,
            sat: (!is_refused).then_some(true),
            classes: (!is_refused).then_some(5),
            by_length: (!is_refused).then(|| lengths(&[(1, 2), (3, 3)])),
            shortest: (!is_refused).then_some(2),
            steps: [2, 3],
            seconds: None,
        };
        let failed = |message: &str| End::Failed(message.to_owned());
        for (is_refused, found, end, expected) in [
            (false, &[(1, 2), (3, 3)][..], End::Complete, Agrees),
            (false, &[(1, 3), (3, 2)], End::Complete, Differs),
            (false, &[(1, 2), (3, 4)], End::Complete, Differs),
            (false, &[], End::Complete, Differs),
            (false, &[(1, 2)], End::Timeout, Unfinished),
            (false, &[], failed("error[E0001]: no"), Differs),
            (true, &[], failed("error[E0001]: no"), Agrees),
            (true, &[], failed("exit status: 4: no message"), Differs),
            (true, &[(1, 1)], End::Complete, Differs),
        ] {
            let found = Found { lengths: lengths(found), end, ..Found::default() };
            assert_eq!(traces(&row(is_refused), &found), expected, "{is_refused} {found:?}");
        }
    }

    /// If this fails, a probe of integers counts as answered although its count differs.
    #[test]
    fn the_worse_judgement_is_the_answer() {
        let found = Found { instances: 4, seconds: 1.0, ..Found::default() };
        assert_eq!(answer(&question(Some(true), Some(5)), &found), Differs);
        assert_eq!(answer(&question(Some(true), None), &found), Agrees);
        assert_eq!(answer(&question(None, None), &found), NoAnswer);
    }
}
