//! `test`: a program on every input of an operation. Only programs that the person who serves has named are run.

use std::time::Duration;

use korrel_campaign::{
    CampaignError, DefaultSize, OperationChoice, SpecOracles, Subject, TOOL, TestCampaign,
    TestInputs, WantedInputs, declared, question, scope_text, subjects,
};
use korrel_draw::{DrawnInstance, Hints, Page, text};
use korrel_harness::report::{
    Collector, FailureGroup, Format, Look, OperationReport, Report, ReportHeading, RunStatus, told,
    write,
};
use korrel_harness::{DriverCommand, DriverLimits, End, FailedInput, Plan};
use korrel_lang::diagnostic::Diagnostic;
use korrel_lang::source::Sources;
use korrel_lang::visible::{visible, visible_lines};
use korrel_sat::Effort;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value as Json};

use crate::asking::{Asking, Begun};
use crate::given::{OverflowArgument, SpecArgument, short};
use crate::reply::{Cut, ToolRefusal, WhyCut};
use crate::tool::{Question, ToolReply};

/// More groups of failures are not told.
const GROUPS: usize = 20;
/// The page of drawings and reports.
const PAGE: Page = Page { width: 100, is_colored: false };

#[derive(Debug, Deserialize, JsonSchema)]
pub struct Test {
    #[serde(flatten)]
    spec: SpecArgument,
    /// The driver, by the name under which the server was started with it (`--allow NAME=COMMAND`).
    driver: String,
    /// The operations that are tested, by their names; all of the spec if it is empty.
    #[serde(default)]
    operations: Vec<String>,
    /// The scope of the inputs, such as `exactly 1 List, 0..3 Node`. Without it and without `grow` the scope grows until time is
    /// over.
    #[serde(default)]
    scope: Option<String>,
    /// The scope that grows with n, such as `1..n Node`.
    #[serde(default)]
    grow: Option<String>,
    /// A predicate of one parameter that holds of the inputs, and must hold afterwards.
    #[serde(default)]
    invariant: Option<String>,
    #[serde(default)]
    overflow: OverflowArgument,
    /// End after so many failures.
    #[serde(default)]
    #[schemars(range(min = 1))]
    stop_after: Option<u64>,
}

#[derive(Debug, Serialize, JsonSchema)]
pub struct TestReply {
    /// `complete`: every input of the scope was tried. Else why the run ended: `limit`, `budget`, `timeout`, `interrupted`, `error`.
    status: String,
    /// The scope in words.
    scope: String,
    operations: Vec<OperationReply>,
    /// Other problems.
    problems: Vec<String>,
    /// The report for people.
    report: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    cut: Option<Cut>,
}

/// The results of one operation's inputs.
#[derive(Debug, Serialize, JsonSchema)]
struct OperationReply {
    name: String,
    /// The predicates of the spec that judged. Without any, only exceptions, crashes and timeouts are failures.
    judges: Vec<String>,
    inputs: u64,
    passed: u64,
    failed: u64,
    skipped: u64,
    /// The failures, grouped by their cause.
    failures: Vec<FailureReply>,
}

/// Failures of one cause.
#[derive(Debug, Serialize, JsonSchema)]
struct FailureReply {
    cause: String,
    /// The place of the conjunct that fails.
    #[serde(skip_serializing_if = "Option::is_none")]
    at: Option<String>,
    count: u64,
    /// The key of the smallest input: `korrel test … --replay KEY` sends it again.
    key: String,
    /// Its size, the number of objects.
    size: u64,
    /// The rest that is known of it, line by line.
    details: Vec<String>,
    /// The states before and after, as a text.
    #[serde(skip_serializing_if = "Option::is_none")]
    drawing: Option<String>,
    /// The smallest input: `roots` and `objects`.
    #[schemars(with = "Map<String, Json>")]
    input: Json,
    /// The state that the program answered with.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(with = "Option<Map<String, Json>>")]
    post: Option<Json>,
    /// The result that the program answered with.
    #[serde(skip_serializing_if = "Option::is_none")]
    result: Option<Json>,
}

impl Question for Test {
    type Answer = TestReply;
    const NAME: &'static str = "test";
    const TITLE: &'static str = "Test a program";
    const DESCRIPTION: &'static str = "Run a program on every input of an operation within a scope, and judge its answers by the \
        spec: `pred NAME_pre` says what inputs are, `pred NAME_post` what is right afterwards. The program is a driver (see the \
        resource about drivers) that the person who started the server has allowed, by its name. Failures are grouped by cause, each \
        with its smallest input.";
    const RUNS_PROGRAMS: bool = true;

    fn answer(self, asking: &Asking) -> Result<TestReply, ToolRefusal> {
        let begun = self.spec.begin(asking);
        let driver = self.driver(asking)?;
        let given = [("scope", &self.scope), ("grow", &self.grow), ("invariant", &self.invariant)];
        let given = given.into_iter().filter_map(|(name, text)| Some((name, text.as_ref()?)));
        given
            .chain(self.operations.iter().map(|one| ("operations", one)))
            .try_for_each(|(name, text)| short(name, text))?;
        let mut spec = self.spec.whole(&begun)?;
        let subjects = subjects(&mut spec, &self.choice()).map_err(refused)?;
        let oracles = SpecOracles::new(&spec, &subjects).map_err(refused)?;
        let effort = Effort::within(begun.memory()).until(asking.flag.clone());
        let (plan, question) = (self.plan(driver, &begun), question(&subjects));
        let inputs = TestInputs::Listed(WantedInputs::After(vec![None; subjects.len()]));
        let campaign = TestCampaign {
            spec: &spec,
            oracles: &oracles,
            plan: &plan,
            question: &question,
            inputs: &inputs,
            overflow: self.overflow.into(),
            shard: None,
            is_lazy: false,
            expect: None,
            effort: &effort,
        };
        let report = Report::new(heading(&spec, &subjects, &plan), &question.operations);
        let mut collector = Collector::new(report);
        let tested = campaign.run(&mut collector, &mut |_| ()).map_err(refused)?;
        if let End::Refused(refusal) = &tested.end
            && collector.report.inputs() == 0
        {
            let help = refusal.help().into_iter().map(|help| format!("\n  help: {help}"));
            return Err(ToolRefusal::new(format!("{refusal}{}", help.collect::<String>())));
        }
        let mut report = collector.end(&tested.end, RunStatus::Interrupted);
        report.grown = tested.grown;
        Ok(said(&report, &begun))
    }
}

impl Test {
    fn driver(&self, asking: &Asking) -> Result<DriverCommand, ToolRefusal> {
        let names: Vec<&str> = asking.drivers.keys().map(String::as_str).collect();
        let known = asking.drivers.get(&self.driver).cloned();
        known.ok_or_else(|| {
            let wanted: String = self.driver.chars().take(100).collect();
            let wanted = visible(&wanted);
            ToolRefusal::new(match names.as_slice() {
                [] => format!(
                    "no driver may be run: the server was started without one. The person who starts it allows one by `korrel mcp \
                     --allow NAME=COMMAND`; `{wanted}` was asked for"
                ),
                names => format!("there is no driver `{wanted}`; there is {}", names.join(", ")),
            })
        })
    }

    fn choice(&self) -> OperationChoice {
        OperationChoice {
            names: self.operations.clone(),
            invariant: self.invariant.clone(),
            scope: self.scope.clone(),
            grow: self.grow.clone(),
            unscoped: DefaultSize::Grows,
        }
    }

    fn plan(&self, driver: DriverCommand, begun: &Begun<'_>) -> Plan {
        let (left, limits) = (begun.left(), DriverLimits::default());
        let answer = limits.answer.min(left / 6);
        Plan {
            limits: DriverLimits {
                answer,
                start: limits.start.min(left),
                memory: Some(begun.memory()),
                ..limits
            },
            // The rest is for the last answer, and for trying a failure again.
            budget: Some(left.saturating_sub(2 * answer).max(Duration::from_millis(1))),
            stop_after: self.stop_after,
            is_supervised: begun.asking.is_supervised,
            ..Plan::new(driver)
        }
    }
}

fn heading(spec: &korrel_lang::spec::Spec, subjects: &[Subject], plan: &Plan) -> ReportHeading {
    ReportHeading {
        tool: TOOL.to_owned(),
        spec: spec.name.clone(),
        scope: scope_text(subjects),
        driver: plan.driver.words(),
        declarations: declared(subjects),
        ..ReportHeading::default()
    }
}

fn refused(error: CampaignError) -> ToolRefusal {
    let all = |sources: &Sources, diagnostics: &[Diagnostic]| {
        let texts: Vec<String> = diagnostics.iter().map(|one| one.render(sources, false)).collect();
        ToolRefusal::new(texts.join("\n\n"))
    };
    match error {
        CampaignError::Spec(mistakes) => all(&mistakes.sources, &mistakes.diagnostics),
        CampaignError::Settings(mistake) => all(&Sources::default(), &[mistake]),
        CampaignError::Internal(bug) => ToolRefusal::new(format!("this is a bug in Korrel: {bug}")),
    }
}

fn said(report: &Report, begun: &Begun<'_>) -> TestReply {
    let shown = |text: &str| visible_lines(text).into_owned();
    let draw = |failure: &FailedInput| drawing(report, failure);
    let look = Look { visible: Some(&shown), lists_all: false, text: Some(&draw) };
    let mut text = Vec::new();
    write(report, Format::Text, &look, &mut text).expect("memory takes all");
    let is_cut = report.operations.iter().any(|op| op.groups.len() > GROUPS);
    let cut = match report.status {
        RunStatus::Complete if is_cut => Some(Cut::new(
            WhyCut::Size,
            "mend what these have in common, and ask again; `report` has the causes of all",
        )),
        RunStatus::Complete | RunStatus::Refused => None,
        RunStatus::Limit => {
            Some(Cut::new(WhyCut::Number, "ask with a greater `stop_after`, or mend what fails"))
        }
        _ if begun.asking.flag.load(std::sync::atomic::Ordering::Relaxed) => {
            Some(Cut::new(WhyCut::Cancelled, "ask again"))
        }
        _ => {
            Some(Cut::new(WhyCut::Time, "ask for a smaller `scope`, which can be tried to its end"))
        }
    };
    TestReply {
        status: report.status.name().to_owned(),
        scope: report.heading.scope.clone(),
        operations: report.operations.iter().map(|op| operation(report, op)).collect(),
        problems: report.problems.clone(),
        report: String::from_utf8(text).expect("reports are texts"),
        cut,
    }
}

fn operation(report: &Report, op: &OperationReport) -> OperationReply {
    OperationReply {
        name: op.name.clone(),
        judges: op.judges.clone(),
        inputs: op.inputs,
        passed: op.passed,
        failed: op.failed,
        skipped: op.skipped(),
        failures: op.groups.iter().take(GROUPS).map(|group| failure(report, group)).collect(),
    }
}

fn failure(report: &Report, group: &FailureGroup) -> FailureReply {
    let smallest = &group.smallest;
    FailureReply {
        cause: group.cause.clone(),
        at: group.at.clone(),
        count: group.count,
        key: smallest.name.to_string(),
        size: smallest.size,
        details: told(smallest),
        drawing: drawing(report, smallest),
        input: smallest.pre.clone(),
        post: smallest.post.clone(),
        result: smallest.result.clone(),
    }
}

/// The states before and after, or `None` where they do not fit their types.
fn drawing(report: &Report, failure: &FailedInput) -> Option<String> {
    let header = report.heading.header(&failure.op)?;
    let states = DrawnInstance::read(&header, &failure.states()?).ok()?;
    // The title is shown already.
    Some(
        text(&header, &states, &PAGE, &Hints::default())
            .lines()
            .skip(1)
            .map(|line| format!("{line}\n"))
            .collect(),
    )
}

impl ToolReply for TestReply {
    fn write(&self, text: &mut String) {
        // Problems are in it.
        text.push_str(&self.report);
        Cut::write(self.cut.as_ref(), text);
    }
}
