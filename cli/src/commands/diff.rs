//! `korrel diff SPEC P Q`: the instances that one predicate allows and the other does not, and the
//! reverse.
//!
//! Each difference is a question of its own, `P and not Q` with the roots and the scope of a command. All of
//! it is listed, to be counted by size, and the smallest instances are written.

use std::collections::BTreeMap;

use korrel_enumerate::heap::{self, Heading, Schema};
use korrel_enumerate::{
    Classes, Extras, Instances, Meaning, Problem, Records, Strategy, Unwritten, denied,
};
use korrel_lang::instance::Instance;
use korrel_lang::model::{Command, CommandKind, Formula, FormulaKind};
use korrel_sat::Step;
use serde_json::{Map, Value as Json, json};

use super::find::{StreamSubject, TOOL, as_written, ending, identity, status};
use super::shared::expressions::formulas;
use super::shared::question::{AskedCommand, classes, limited, meaning, ready, wrong};
use super::shared::undecided::{ADVICE, WITHIN, unasked, undecided};
use crate::flags::{DiffFlags, QuestionFlags, SolverFlag};
use crate::limits::stop::Stop;
use crate::messages::error::Error;
use crate::messages::exit::Exit;
use crate::messages::reporter::Reporter;
use crate::output::frame::StreamFrame;
use crate::output::lines::Lines;

pub fn run(diff: &DiffFlags, report: &Reporter) -> Result<Exit, Error> {
    let stop = limited(Stop::new(), diff.timeout, diff.memory)?;
    let question = question(diff);
    let asked = asked(diff, &question, report)?;
    let texts = [diff.left.clone(), diff.right.clone()];
    let (formulas, asked) = formulas(&asked, &texts)?;
    let command = Command { kind: CommandKind::Run, ..asked.command.clone() };
    let schema = Schema::of(&asked.spec, &command)?;
    let header = (!diff.bare).then(|| header(&asked, diff, &question, &schema));
    let mut frame = StreamFrame::new(Lines::stdout(), header);
    stop.heed(ending(&frame, None, None));
    let only = |holds: &Formula, fails: &Formula| {
        let kind = FormulaKind::And(vec![holds.clone(), denied(fails)]);
        asked.command.asking(Formula { kind, span: holds.span })
    };
    let sides = [
        (&texts, only(&formulas[0], &formulas[1])),
        (&[texts[1].clone(), texts[0].clone()], only(&formulas[1], &formulas[0])),
    ];
    let search = DiffSearch {
        diff,
        asked: &asked,
        schema: &schema,
        meaning: meaning(&question),
        classes: classes(&question),
        stop: &stop,
    };
    let unasked = unasked(&asked.command);
    let undecided = undecided(&asked, &unasked, &formulas, meaning(&question), &stop)?;
    let (mut told, mut remarks, mut step) = (Vec::new(), Vec::new(), Step::Exhausted);
    let mut is_undecided = false;
    for (at, ([holds, fails], command)) in sides.iter().enumerate() {
        if step != Step::Exhausted {
            break;
        }
        let problem = search.problem(command)?;
        if told.is_empty() {
            report.cautions(&asked.spec.sources, &problem.question);
        }
        let mut side = search.side(&problem, holds, &mut frame)?;
        side.undecided = side.step == Step::Exhausted
            && undecided.admits(&[Some(at == 0), Some(at == 1)])
            && !stop.is_raised();
        is_undecided |= side.undecided;
        remarks.push(side.remark(holds, fails));
        told.push(side.json(holds));
        step = side.step;
    }
    stop.take_over();
    let is_same = told.iter().all(|side| side["count"] == 0);
    frame.tell(Map::from_iter([("only".to_owned(), Json::Array(told))]));
    frame.end(status(step, &stop))?;
    remarks.iter().for_each(|remark| report.note(remark));
    if is_undecided {
        report.note(ADVICE);
    }
    match (is_same, step) {
        (false, _) => Ok(Exit::Failure),
        (true, Step::Exhausted) if is_undecided => Ok(Exit::Incomplete),
        (true, Step::Exhausted) => Ok(Exit::Success),
        (true, _) => Ok(if diff.bare { stop.tell() } else { stop.exit() }),
    }
}

fn question(diff: &DiffFlags) -> QuestionFlags {
    QuestionFlags {
        spec: diff.spec.clone(),
        command: diff.command.clone(),
        scope: diff.scope.clone(),
        symmetry: diff.symmetry,
        ignore_parameters: false,
        solver: SolverFlag::Enumerator,
        overflow: diff.overflow,
        language: diff.language.clone(),
    }
}

/// Returns the command that is asked. If none is given, it is the first predicate's: its parameters
/// are the roots.
fn asked(
    diff: &DiffFlags,
    question: &QuestionFlags,
    report: &Reporter,
) -> Result<AskedCommand, Error> {
    if diff.command.is_some() {
        return AskedCommand::load(question, report);
    }
    let plain = QuestionFlags { scope: None, ..question.clone() };
    let first = AskedCommand::load(&plain, report)?;
    let is_name = |c: char| c.is_alphanumeric() || matches!(c, '_' | '\'' | '"' | '/');
    let command = match diff.left.chars().all(is_name) {
        // An unknown name is reported when it is resolved.
        true => first.spec.command(Some(&diff.left)).unwrap_or_else(|_| first.command.clone()),
        false => first.command.clone(),
    };
    let mut asked = AskedCommand { command, ..first };
    if let Some(scope) = &diff.scope {
        asked.command = asked.spec.with_scope(asked.command.clone(), "--scope", scope)?;
    }
    Ok(asked)
}

fn header(
    asked: &AskedCommand,
    diff: &DiffFlags,
    question: &QuestionFlags,
    schema: &Schema,
) -> String {
    let words = format!("difference of {}", json!([diff.left, diff.right]));
    let heading = Heading {
        tool: TOOL,
        spec: &asked.spec.name,
        command: &asked.spec.text(&asked.command, diff.scope.as_deref()),
        question: &identity(asked, question, StreamSubject::Parts(&words)),
        symmetry: diff.symmetry.name(),
        shard: None,
        key: None,
        cut: None,
        sample: None,
        asks: Some(("diff", &json!([diff.left, diff.right]))),
    };
    heap::header(schema, &heading)
}

struct DiffSearch<'a> {
    diff: &'a DiffFlags,
    asked: &'a AskedCommand,
    schema: &'a Schema,
    meaning: Meaning,
    classes: Classes,
    stop: &'a Stop,
}

/// The instances that only one of the predicates allows.
struct DiffSide {
    /// The number of instances of each size.
    sizes: BTreeMap<usize, u64>,
    step: Step,
    /// There may be more in which arithmetic overflows.
    undecided: bool,
}

impl DiffSearch<'_> {
    fn problem<'p>(&'p self, command: &'p Command) -> Result<Problem<'p>, Error> {
        let effort = self.stop.effort();
        let problem = Problem::new(&self.asked.spec.model, command, self.meaning, &effort);
        let problem = ready(&self.asked.spec, problem, self.stop)?;
        if self.diff.verify {
            self.asked.can_verify(&problem)?;
        }
        Ok(problem)
    }

    fn side(
        &self,
        problem: &Problem<'_>,
        holds: &str,
        frame: &mut StreamFrame,
    ) -> Result<DiffSide, Error> {
        let DiffSearch { diff, asked, schema, .. } = self;
        let about = |diagnostic| Error::about(&asked.spec, diagnostic);
        let strategy = Strategy { classes: self.classes, ..Strategy::default() };
        let mut instances = Instances::new(problem, strategy, self.stop.effort()).map_err(about)?;
        let extras = Extras { verify: diff.verify, keys: diff.keys, ..Extras::default() };
        let effort = self.stop.effort();
        let records = Records::new(problem, schema, extras, &mut instances, &effort);
        let mut records = records.map_err(about)?;
        let said = as_written(&("only", json!(holds)));
        let (mut sizes, mut written) = (BTreeMap::new(), 0);
        frame.begin()?;
        loop {
            match instances.advance() {
                Step::Model => {}
                step => return Ok(DiffSide { sizes, step, undecided: false }),
            }
            *sizes.entry(self.size(&instances.instance())).or_default() += 1;
            if diff.limit > 0 && written == diff.limit {
                continue;
            }
            written += 1;
            let id = frame.count().into();
            match records.body(&mut instances) {
                Ok(body) => frame.add(Some(&id), &said, body)?,
                Err(Unwritten::Stopped) => {
                    return Ok(DiffSide { sizes, step: Step::Stopped, undecided: false });
                }
                Err(Unwritten::Wrong(fault)) => return Err(wrong(&fault)),
            }
        }
    }

    /// The number of objects in an instance.
    fn size(&self, instance: &Instance) -> usize {
        let tops = self.schema.types.iter().filter(|ty| ty.parent.is_none());
        tops.map(|ty| instance.sig(ty.sig).len()).sum()
    }
}

impl DiffSide {
    fn count(&self) -> u64 {
        self.sizes.values().sum()
    }

    fn json(&self, holds: &str) -> Json {
        let sizes = self.sizes.iter().map(|(size, count)| (size.to_string(), json!(count)));
        let mut told = json!({
            "of": holds,
            "count": self.count(),
            "complete": self.step == Step::Exhausted,
            "by_size": sizes.collect::<Map<_, _>>(),
        });
        if self.undecided {
            told["undecided"] = true.into();
        }
        told
    }

    fn remark(&self, holds: &str, fails: &str) -> String {
        let least = if self.step == Step::Exhausted { "" } else { "at least " };
        let count = self.count();
        let sizes = self.sizes.iter().map(|(size, count)| format!("{count} of size {size}"));
        let sizes: Vec<String> = sizes.collect();
        let by_size =
            if sizes.is_empty() { String::new() } else { format!(": {}", sizes.join(", ")) };
        let within = if self.undecided { format!(" {WITHIN}") } else { String::new() };
        format!("`{holds}` allows {least}{count} that `{fails}` does not{within}{by_size}")
    }
}
