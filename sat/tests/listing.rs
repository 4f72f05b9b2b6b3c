//! The walk of a compiled formula, against the whole list.

mod support;

use korrel_sat::counter::StreamCompilation;
use korrel_sat::{CompileWhen, Effort, Listing, Models, Options, Step};
use support::{Question, Random, Row, enumerator, list, questions, row, value};

fn listing(question: &Question, effort: &Effort, when: CompileWhen) -> Listing {
    let (cnf, projection) = (question.cnf.clone(), question.projection.clone());
    let search = enumerator(question, Options::default());
    Listing::new(search, effort.clone()).compiling(when, cnf.literals(), move |bytes, effort| {
        StreamCompilation::new(&cnf, &projection, bytes, effort)
    })
}

fn some_time(random: &mut Random) -> CompileWhen {
    CompileWhen::After(random.below(4) as u32)
}

/// If this failed, a stream would lose or repeat models where the walk takes over, or have another order. Or the compiled
/// formula would tell another number of them.
#[test]
fn a_walk_takes_over_anywhere() {
    let (mut walked, mut told) = (0, 0);
    for (question, mut random) in questions(110, 6000) {
        let models = question.models();
        let when = some_time(&mut random);
        let mut listing = listing(&question, &Effort::default(), when);
        let found = list(&mut listing, &question.projection.order);
        assert_eq!(found, models, "{when:?} {question:?}");
        assert_eq!(listing.statistics().models, models.len() as u64);
        assert_eq!(listing.number().is_some(), listing.knows_number());
        if let Some(number) = listing.number() {
            assert_eq!(number, models.len().into(), "{question:?}");
            told += 1;
        }
        walked += usize::from(when == CompileWhen::After(0) && models.len() > 3);
    }
    assert!(walked > 500, "{walked} lists were walked from the beginning");
    assert!(told > 1000, "the number of {told} was told");
}

/// If this failed, a writer that keeps what has not changed would write a line that is no model.
#[test]
fn what_is_before_the_change_is_unchanged() {
    for (question, mut random) in questions(120, 3000) {
        let order = &question.projection.order;
        let mut listing = listing(&question, &Effort::default(), some_time(&mut random));
        let mut before: Option<Row> = None;
        while listing.next() == Step::Model {
            let model = row(&listing, order);
            let kept = listing.changed_from();
            if let Some(before) = before {
                assert_eq!(before[..kept], model[..kept], "{question:?}");
            }
            before = Some(model);
        }
    }
}

/// If this failed, a resumed stream, a shard or a thread would lose or repeat models: some places are models, others
/// are not, and some prefixes have none.
#[test]
fn a_walk_begins_anywhere() {
    for (question, mut random) in questions(130, 6000) {
        let order = &question.projection.order;
        let models = question.models();
        let mut listing = listing(&question, &Effort::default(), some_time(&mut random));
        for _ in 0..3 {
            let mut place: Row = order.iter().map(|_| random.coin()).collect();
            if let (true, Some(model)) =
                (random.coin(), models.get(random.below(models.len().max(1))))
            {
                place.clone_from(model);
            }
            let length = random.below(order.len() + 1);
            let prefix: Vec<_> = (0..length)
                .map(|at| order[at].var().lit(place[at] == order[at].is_positive()))
                .collect();
            listing.enter(&prefix);
            // Another place that begins alike.
            (length..order.len()).for_each(|at| place[at] ^= random.below(3) == 0);
            let resumes = random.coin();
            if resumes {
                listing.resume_after(value(&question, &place));
            }
            let begins = |row: &&Row| row[..length] == place[..length];
            let rest = models.iter().filter(begins).filter(|&row| !resumes || *row < place);
            let rest: Vec<Row> = rest.cloned().collect();
            let most = random.below(rest.len() + 1);
            let found: Vec<Row> = std::iter::from_fn(|| match listing.next() {
                Step::Model => Some(row(&listing, order)),
                _ => None,
            })
            .take(most)
            .collect();
            assert_eq!(found, rest[..most], "{prefix:?} {place:?} {question:?}");
        }
    }
}

/// If this failed, Ctrl-C would be waited out, or the findings before it be lost.
#[test]
fn a_walk_stops_and_goes_on() {
    for (question, mut random) in questions(140, 1500) {
        let (order, effort) = (&question.projection.order, Effort::default());
        let mut listing = listing(&question, &effort, some_time(&mut random));
        let mut found = Vec::new();
        loop {
            if random.below(3) == 0 {
                effort.stop();
                let step = listing.next();
                effort.go_on();
                if step == Step::Model {
                    found.push(row(&listing, order));
                }
                if step == Step::Exhausted {
                    break;
                }
                continue;
            }
            match listing.next() {
                Step::Model => found.push(row(&listing, order)),
                Step::Exhausted => break,
                Step::Stopped => unreachable!("the flag is lowered"),
            }
        }
        assert_eq!(found, question.models(), "{question:?}");
    }
}
