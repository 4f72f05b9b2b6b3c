//! Campaigns on a counter in shell, by the library alone: no program is started but the driver.

use std::time::Duration;

use korrel_campaign::{
    CampaignError, ExploreOracles, ExploreQuestion, ExploredProgram, ListingEnd, ListingMessage,
    MinimisationEnd, MinimiseQuestion, OperationChoice, Remark, SmallestInput, SpecOracles,
    TestCampaign, TestInputs, TestListing, WantedInputs, question, subjects,
};
use korrel_harness::report::{Collector, Report, ReportHeading, RunStatus};
use korrel_harness::{DriverCommand, End, InputOutcome, Plan, Stops, ready};
use korrel_lang::load::no_files;
use korrel_lang::spec::Spec;
use korrel_sat::Effort;
use korrel_translate::Overflow;
use serde_json::{Value as Json, json};

const SPEC: &str = "sig Counter { n: Int }
    pred add_pre[c: Counter, by: Int] { 0 < by and by < 3 }
    pred add_post[c: Counter, by: Int] { c.n' = plus[c.n, by] }
    pred even[c: Counter] { rem[c.n, 2] = 0 }
    run add_pre for exactly 1 Counter, 0..6 Int";

/// A counter that goes back to 0 beyond a number.
const DRIVER: &str = r#"read -r header; echo '{"ready":true,"constructors":["zero"]}'
    while read -r line; do
        id=${line#*'"id":'}; id=${id%%,*}; n=0
        case $line in *'"op":"add"'*)
            n=${line#*'"n":'}; n=${n%%\}*}; by=${line#*'"by":'}; n=$((n + ${by%%[,\}]*}))
            if [ $n -gt $0 ]; then n=0; fi
        esac
        counter="\"Counter\$0\":{\"\$type\":\"Counter\",\"n\":$n}"
        echo "{\"id\":$id,\"post\":{\"objects\":{$counter}},\"result\":\"Counter\$0\"}"
    done"#;

fn spec() -> Spec {
    Spec::read("counter.als", SPEC, false, &mut no_files).expect("it is right")
}

/// `most`: the greatest number that is counted to.
fn plan(most: i64) -> Plan {
    let words = ["sh", "-c", DRIVER, &most.to_string()].map(str::to_owned);
    Plan { answers: true, ..Plan::new(DriverCommand::new(words).expect("there are words")) }
}

fn silent(remark: Remark) {
    panic!("there is nothing to remark: {remark:?}");
}

/// If this failed, a library call would not reach all states, or would not report those that a predicate excludes.
#[test]
fn states_are_explored() {
    let asked = ExploreQuestion { against: Some("even".to_owned()), ..ExploreQuestion::default() };
    let (mut spec, plan, effort) = (spec(), plan(100), Effort::default());
    let specified = asked.specified(&mut spec).expect("it has operations");
    let stops = Stops::new(effort.flag(), None);
    let said = ready(&plan, &question(&specified), &stops).expect("it is ready");
    let program = ExploredProgram::new(&mut spec, &asked, specified, &said.constructors);
    let program = program.expect("it has a constructor");
    let oracles = ExploreOracles::new(&spec, &program).expect("no names clash");
    let report = Report::new(ReportHeading::default(), &program.question().operations);
    let stopped = || RunStatus::Interrupted;
    let mut explored = oracles.explore(&asked, &plan, Collector::new(report), &effort, &stopped);
    assert!(matches!(explored.end, End::Exhausted));
    oracles.compare(&mut explored, &asked, &effort, &stopped).expect("instances are listed");
    let (found, unreached) = (explored.exploration, explored.unreached.expect("it was compared"));
    assert_eq!(found.by_depth(), [1, 2, 2, 2]);
    let number = |heap: &Json| heap["objects"]["Counter$0"]["n"].as_i64();
    let numbers: Option<Vec<i64>> = found.states.iter().map(|state| number(&state.heap)).collect();
    assert_eq!(numbers, Some(vec![0, 1, 2, 3, 4, 5, 6]));
    assert_eq!((unreached.instances, unreached.found.len()), (4, 0), "0, 2, 4, 6");
    assert_eq!(found.violating(), 3, "1, 3, 5");
}

fn minimised(heap: Json, most: i64) -> Result<MinimisationEnd, CampaignError> {
    let (mut spec, choice) = (spec(), OperationChoice::default());
    let subjects = subjects(&mut spec, &choice)?;
    let oracles = SpecOracles::new(&spec, &subjects)?;
    let asked =
        MinimiseQuestion::new(&spec, choice, Overflow::Forbid, &oracles, heap, &mut silent)?;
    asked.minimise(&plan(most), Duration::from_secs(60), &Effort::default(), &mut silent)
}

fn at(n: i64, by: i64) -> Json {
    json!({ "roots": { "c": "Counter$0", "by": by },
        "objects": { "Counter$0": { "$type": "Counter", "n": n } } })
}

/// If this failed, an input would not get smaller, or one that passes would be taken for a failure.
#[test]
fn a_failure_becomes_smaller() {
    let Ok(MinimisationEnd::Found(smallest)) = minimised(at(5, 2), 3) else { panic!("it fails") };
    let SmallestInput { done, objects, given, is_minimal, .. } = *smallest;
    assert_eq!((objects, given, is_minimal), (1, 1, true));
    let InputOutcome::Failed(failure) = &done.outcome else { panic!("it failed") };
    assert_eq!(failure.causes[0].text, "add_post");
    let (n, by) = (&failure.pre["objects"]["Counter$0"]["n"], &failure.pre["roots"]["by"]);
    assert_eq!(n.as_i64().zip(by.as_i64()).map(|(n, by)| n + by), Some(4), "3 + 1 or 2 + 2");
    assert!(matches!(minimised(at(1, 1), 3), Ok(MinimisationEnd::Passed(_))));
    let misfit = json!({ "roots": {}, "objects": { "N$0": { "$type": "N" } } });
    assert!(matches!(minimised(misfit, 3), Err(CampaignError::Settings(_))));
}

/// If this failed, a library call would miss inputs, or a flag that is raised would not end it.
#[test]
fn every_input_is_tried() {
    let mut spec = spec();
    let subjects = subjects(&mut spec, &OperationChoice::default()).expect("it has operations");
    let oracles = SpecOracles::new(&spec, &subjects).expect("no names clash");
    let (question, inputs) =
        (question(&subjects), TestInputs::Listed(WantedInputs::After(vec![None])));
    let tested = |effort: &Effort| {
        let report = Report::new(ReportHeading::default(), &question.operations);
        let mut collector = Collector::new(report);
        let test = TestCampaign {
            spec: &spec,
            oracles: &oracles,
            plan: &plan(3),
            question: &question,
            inputs: &inputs,
            overflow: Overflow::Forbid,
            shard: None,
            is_lazy: false,
            expect: None,
            effort,
        };
        let end = test.run(&mut collector, &mut silent).expect("inputs are listed").end;
        (end, collector.report.operations[0].passed, collector.report.operations[0].failed)
    };
    let (end, passed, failed) = tested(&Effort::default());
    assert!(matches!(end, End::Exhausted));
    assert_eq!((passed, failed), (5, 9), "0 to 6, and 1 or 2 more: five come to 3 at most");
    assert!(matches!(tested(&Effort::none()), (End::Stopped, 0, 0)));
}

/// If this failed, a budget would end a listing only once inputs come slowly.
#[test]
fn a_budget_ends_a_listing() {
    let text = "sig Counter { n: Int, on: set Int }
        pred add_pre[c: Counter] {}
        run add_pre for exactly 1 Counter, 0..15 Int";
    let mut spec = Spec::read("counter.als", text, false, &mut no_files).expect("it is right");
    let subjects = subjects(&mut spec, &OperationChoice::default()).expect("it has operations");
    let effort = Effort::default();
    let mut listing = TestListing::new(&spec, &subjects, Overflow::Forbid, &effort);
    listing.budget = Some(Duration::ZERO);
    let (inputs, ended) = listing
        .beside(|messages| messages.filter(|one| matches!(one, ListingMessage::Input(_))).count())
        .expect("a thread starts");
    assert!(matches!(ended, ListingEnd::Cut), "the listing was cut");
    assert!(inputs <= 1100, "{inputs} of {} inputs", 16 << 16);
}
