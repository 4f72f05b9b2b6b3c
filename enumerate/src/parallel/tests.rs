//! Several threads against one.

use std::ops::ControlFlow;
use std::time::Duration;

use korrel_sat::{Listing, Step};

use super::batch::Batch;
use super::job::CubeLimits;
use crate::heap::instance_record;
use crate::testing::{SPECS, instances, lines, problem, schema, strategies};
use crate::{Instances, Problem, Shard, Strategy, Stream, Walk};

/// Everything too large, everything too small, and the sizes in use.
fn limits() -> [CubeLimits; 4] {
    let (zero, long) = (Duration::ZERO, Duration::from_secs(9));
    [
        CubeLimits { much: 0, long: zero, short: zero },
        CubeLimits { much: usize::MAX, long, short: long },
        CubeLimits { much: 500, long: zero, short: long },
        CubeLimits::default(),
    ]
}

fn stream<'i, 'p>(instances: &'i mut Instances<'p>) -> &'i mut Stream<'p> {
    instances.stream().expect("the enumerator searches")
}

/// Writes nothing of an instance.
fn nothing(_: &Walk<Listing>, batch: &mut Batch) -> Result<(), ()> {
    batch.add(0, b"");
    Ok(())
}

/// The lines in order, at most so many, and how the search ended.
fn found(
    problem: &Problem<'_>,
    (strategy, shard): (Strategy, Option<Shard>),
    (limits, threads): (CubeLimits, usize),
    most: usize,
) -> (Vec<String>, Step) {
    let schema = schema(problem);
    let writer = || {
        |walk: &Walk<Listing>, batch: &mut Batch| {
            let (mut out, instance) = (Vec::new(), walk.instance(problem.question.model));
            instance_record(
                &mut out,
                &schema,
                problem.question.model,
                &instance,
                0,
                instance.variables(),
            );
            batch.add(0, &out);
            Ok::<(), ()>(())
        }
    };
    let mut lines: Vec<String> = Vec::new();
    let mut instances = instances(problem, strategy, shard);
    let step = stream(&mut instances).in_parallel_within(limits, threads, writer, |batch| {
        batch.texts(0, |line| {
            lines.push(String::from_utf8(line.to_vec()).expect("JSON is UTF-8"));
            ControlFlow::Continue(())
        });
        if lines.len() >= most { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    });
    (lines, step.expect("nothing fails"))
}

/// The number of threads must not be seen in the output, however the space is cut.
#[test]
fn threads_find_the_same_in_the_same_order() {
    for spec in SPECS {
        let model = problem(spec);
        let problem = model.problem();
        for strategy in strategies() {
            for shard in [None, Some(Shard { part: 2, of: 3 })] {
                let expected = lines(&problem, strategy, shard);
                for limits in limits() {
                    for threads in [1, 2, 5] {
                        let found =
                            found(&problem, (strategy, shard), (limits, threads), usize::MAX);
                        assert_eq!(found, (expected.clone(), Step::Exhausted), "{limits:?} {spec}");
                    }
                }
            }
        }
    }
}

/// A limit on the number of instances must end the other threads too, and what came by then must be
/// the beginning of the whole.
#[test]
fn the_taker_ends_the_search() {
    let model = problem("sig V { e: set V } run {} for 7");
    let problem = model.problem();
    let (lines, step) = found(&problem, (strategies()[0], None), (CubeLimits::default(), 3), 200);
    assert_eq!(step, Step::Model);
    let mut alone = instances(&problem, strategies()[0], None);
    let schema = schema(&problem);
    for line in &lines {
        assert_eq!(alone.advance(), Step::Model);
        let (mut expected, instance) = (Vec::new(), alone.instance());
        instance_record(
            &mut expected,
            &schema,
            problem.question.model,
            &instance,
            0,
            instance.variables(),
        );
        assert_eq!(line.as_bytes(), expected);
    }
}

/// The first error in the order of instances counts, and everything before it is taken, so that the
/// output ends at the same place whatever the number of threads.
#[test]
fn an_error_comes_after_what_is_before_it() {
    let model = problem(SPECS[1]);
    let problem = model.problem();
    let edges = |walk: &Walk<Listing>| {
        walk.instance(model.model()).field(korrel_lang::model::FieldId(0)).len()
    };
    for limits in limits() {
        let mut taken = 0;
        let writer = || {
            |walk: &Walk<Listing>, batch: &mut Batch| match edges(walk) {
                3 => Err(walk.instance(model.model())),
                _ => {
                    batch.add(0, b"");
                    Ok(())
                }
            }
        };
        let mut found = instances(&problem, strategies()[0], None);
        let result = stream(&mut found).in_parallel_within(limits, 3, writer, |batch| {
            taken += batch.count();
            ControlFlow::Continue(())
        });
        let error = result.expect_err("there are graphs of three edges");
        let mut alone = instances(&problem, strategies()[0], None);
        for _ in 0..=taken {
            assert_eq!(alone.advance(), Step::Model);
        }
        assert_eq!(alone.instance(), error, "{limits:?}");
    }
}

/// A thread that panics must not leave the others waiting for ever, nor be passed over in silence.
#[test]
#[should_panic(expected = "on purpose")]
fn a_panic_is_passed_on() {
    let model = problem(SPECS[1]);
    let problem = model.problem();
    let writer = || |_: &Walk<Listing>, _: &mut Batch| -> Result<(), ()> { panic!("on purpose") };
    let mut found = instances(&problem, strategies()[0], None);
    let _ = stream(&mut found).in_parallel(2, writer, |_| ControlFlow::Continue(()));
}

/// The stop flag stops all threads.
#[test]
fn a_stop_stops_all() {
    let model = problem("sig V { e: set V } run {} for 7");
    let problem = model.problem();
    let mut found = instances(&problem, strategies()[0], None);
    let effort = stream(&mut found).effort.clone();
    let writer = || nothing;
    let step = stream(&mut found).in_parallel(3, writer, |_| {
        effort.stop();
        ControlFlow::Continue(())
    });
    assert_eq!(step, Ok(Step::Stopped));
}

/// After the whole was found nothing is left to stop. What comes next (a proof, the reasons why there
/// is nothing) would take a raised flag for Ctrl-C.
#[test]
fn an_end_is_no_stop() {
    let is_raised = |spec: &str, flow: ControlFlow<()>| {
        let model = problem(spec);
        let problem = model.problem();
        let mut found = instances(&problem, strategies()[0], None);
        let writer = || nothing;
        stream(&mut found).in_parallel(2, writer, |_| flow).expect("nothing fails");
        stream(&mut found).effort.is_stopped()
    };
    assert!(!is_raised(SPECS[1], ControlFlow::Continue(())));
    assert!(!is_raised("sig A {} run { some A and no A }", ControlFlow::Continue(())));
    assert!(is_raised(SPECS[1], ControlFlow::Break(())), "the other threads must end");
}
