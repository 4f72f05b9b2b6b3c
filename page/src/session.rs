//! A spec that is looked at while it is written: its last good text, and what was seen of each command.

use std::collections::BTreeMap;
use std::ops::ControlFlow;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use korrel::answer::{ConjunctAnswer, CountRow, Number};
use korrel::{
    BigUint, Command, Conclusion, Error, Evaluator, Fork, Forked, Heap, Judgement, PartLabel,
    SeenForks, Settings, Side, Size, View, message,
};
use korrel_draw::DrawnInstance;
use serde_json::Value as Json;

use crate::answer::{
    Answer, ComparedSide, PageInstance, PageLook, PageSize, PageText, PageValue, SpecEntry, Tick,
};
use crate::drawn::InstanceLook;
use crate::kinds::{instance, kind_of};
use crate::opened::OpenText;
use crate::report::PageReport;
use crate::request::{CommandChoice, Request};

/// What is known over all saves. Questions are answered side by side, none waits for another.
#[derive(Debug, Default)]
pub struct Session {
    state: Mutex<SessionState>,
}

#[derive(Debug, Default)]
struct SessionState {
    /// Grows with each text.
    version: u64,
    /// The text as it is now.
    now: Option<Arc<OpenText>>,
    /// The last text without mistakes.
    good: Option<Arc<OpenText>>,
    /// The last view of each command, for the newest text without mistakes.
    views: BTreeMap<String, View>,
    /// The last list of each command, of texts before the good one.
    earlier: BTreeMap<String, View>,
    /// A report of `korrel test`.
    report: Option<Arc<PageReport>>,
}

/// The most that are passed over in search of another kind. Whoever looks for more waits for ever.
const PASSED: u64 = 20_000;

impl Session {
    /// Opens a text in place of the one before, and returns its version.
    pub fn open(&self, opened: OpenText) -> u64 {
        let opened = Arc::new(opened);
        let mut known = self.known();
        if opened.is_good() {
            let seen = std::mem::take(&mut known.views);
            known.earlier.extend(seen.into_iter().filter(|(_, view)| view.listed.is_some()));
            known.good = Some(Arc::clone(&opened));
        }
        known.now = Some(opened);
        known.version += 1;
        known.version
    }

    /// Shows a report of `korrel test` in place of the one before, and returns the version, which grows as with a new text.
    pub fn report(&self, report: PageReport) -> u64 {
        let mut known = self.known();
        known.report = Some(Arc::new(report));
        known.version += 1;
        known.version
    }

    /// The version of what is shown, or 0 before there is one.
    pub fn version(&self) -> u64 {
        self.known().version
    }

    /// Answers a question at the cost that the settings allow. `tell` is given what is known of a look before all is.
    pub fn answer(
        &self,
        request: &Request,
        settings: &Settings,
        tell: &mut dyn FnMut(&Answer),
    ) -> Answer {
        let (good, version) = {
            let known = self.known();
            if *request == Request::Spec {
                return known.spec();
            }
            if *request == Request::Report {
                return Answer::Report { report: known.report.clone() };
            }
            (known.good.clone(), known.version)
        };
        let Some(good) = good else { return Answer::refused("the spec has mistakes") };
        let asked = SessionQuestion { session: self, good: &good, version, settings };
        asked.answer(request, tell).unwrap_or_else(|error| Answer::of_error(&error))
    }

    fn known(&self) -> MutexGuard<'_, SessionState> {
        // A panic elsewhere leaves nothing half done here.
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl SessionState {
    fn spec(&self) -> Answer {
        let Some(now) = &self.now else { return Answer::refused("no text is open") };
        let said = |message_of: &korrel::Diagnostic| message(now.sources(), message_of);
        let hints = self.good.iter().flat_map(|good| good.hints().projections());
        let projected = hints.map(|(sig, at)| (sig.clone(), at.unwrap_or(0)));
        let entries = self.good.iter().flat_map(|good| good.entries());
        let sizes = |sizes: Vec<Size>| sizes.into_iter().map(PageSize::from).collect();
        let entry = |entry: &crate::Entry| SpecEntry {
            wanted: entry.wanted.clone(),
            name: entry.name.clone(),
            text: entry.command.text(),
            is_check: entry.command.is_check(),
            sizes: sizes(entry.command.sizes().unwrap_or_default()),
            steps: entry.command.steps().map(PageSize::from),
        };
        Answer::Spec(PageText {
            version: self.version,
            name: now.name().to_owned(),
            text: now.text().to_owned(),
            projected: projected.collect(),
            is_good: now.is_good(),
            diagnostics: now.diagnostics().iter().map(said).collect(),
            entries: entries.map(entry).collect(),
        })
    }
}

/// A question to the good text of a version.
struct SessionQuestion<'s> {
    session: &'s Session,
    good: &'s OpenText,
    version: u64,
    settings: &'s Settings,
}

impl SessionQuestion<'_> {
    fn answer(&self, request: &Request, tell: &mut dyn FnMut(&Answer)) -> Result<Answer, Error> {
        match request {
            Request::Spec => Ok(self.session.known().spec()),
            Request::Report => Ok(Answer::Report { report: self.session.known().report.clone() }),
            Request::Look(of) => self.look(of, tell),
            Request::Instances { of, first, most } => self.instances(of, first, *most),
            Request::Kind { of, first, seen } => {
                let (mut is_found, mut at) = (false, first.clone());
                let command = self.command(of, self.settings.clone().limit(PASSED))?;
                command.each_from(first, |heap| {
                    is_found = !seen.contains(&kind_of(&heap));
                    if is_found {
                        return ControlFlow::Break(());
                    }
                    at += 1_u32;
                    ControlFlow::Continue(())
                })?;
                match is_found {
                    true => self.instances(of, &at, 1),
                    false => Ok(Answer::Instances { found: Vec::new() }),
                }
            }
            Request::Random { of, seed } => {
                let mut found = Vec::new();
                let command = self.command(of, self.settings.clone().limit(1).keys())?;
                let look = self.look_of(of, &command)?;
                command.sample(*seed, |heap| {
                    found.push(shown(&heap, None, &look));
                    ControlFlow::Break(())
                })?;
                Ok(Answer::Instances { found })
            }
            Request::Fork { of, record, fork, seen } => self.forked(of, record, *fork, seen),
            Request::Evaluate { of, record, text } => self.evaluate(of, record, text),
            Request::Holding { of, formula } => {
                let command = self.command(of, self.settings.clone())?;
                let rows = command.count_by(formula)?;
                let all = Number(rows.iter().map(|(_, number)| number).sum());
                let row = |(value, number)| CountRow { value, count: Number(number) };
                Ok(Answer::Holding { rows: rows.into_iter().map(row).collect(), all })
            }
            Request::Judge { of, record } => self.judge(of, record),
            Request::Compare { of, left, right } => self.compare(of, left, right),
            Request::Records { of, most } => {
                let mut lines = Vec::new();
                let command = self.command(of, self.settings.clone().limit(*most as u64).keys())?;
                command.each(|heap| {
                    lines.push(heap.json().to_owned());
                    ControlFlow::Continue(())
                })?;
                Ok(Answer::Records { lines })
            }
        }
    }

    fn command(&self, of: &CommandChoice, settings: Settings) -> Result<Command, Error> {
        let mut entries = self.good.entries().iter();
        let Some(entry) = entries.find(|entry| entry.wanted == of.command) else {
            return Err(Error::File("there is no such command any more".to_owned()));
        };
        let command = entry.command.clone().with(settings);
        match &of.scope {
            Some(scope) => command.scope(scope),
            None => Ok(command),
        }
    }

    fn instances(&self, of: &CommandChoice, first: &BigUint, most: usize) -> Result<Answer, Error> {
        let (mut found, mut at) = (Vec::new(), first.clone());
        let command = self.command(of, self.settings.clone().limit(most as u64).keys())?;
        let look = self.look_of(of, &command)?;
        command.each_from(first, |heap| {
            found.push(shown(&heap, Some(at.to_string()), &look));
            at += 1_u32;
            ControlFlow::Continue(())
        })?;
        Ok(Answer::Instances { found })
    }

    fn forked(
        &self,
        of: &CommandChoice,
        record: &Json,
        fork: Fork,
        seen: &[String],
    ) -> Result<Answer, Error> {
        let command = self.command(of, self.settings.clone().keys())?;
        let mut ways: SeenForks = seen.iter().cloned().collect();
        let forked = command.fork(record, fork, &mut ways)?;
        let seen = ways.classes().map(str::to_owned).collect();
        Ok(match forked {
            Forked::Trace(heap) => {
                let found = Some(shown(&heap, None, &self.look_of(of, &command)?));
                Answer::Forked { found, seen, end: None }
            }
            Forked::Nothing(number) => {
                Answer::Forked { found: None, seen, end: Some(fork.exhausted(number)) }
            }
        })
    }

    /// How instances are drawn: as the spec says, without what the page hides, and projected.
    fn look_of(&self, of: &CommandChoice, command: &Command) -> Result<InstanceLook, Error> {
        let at = |(sig, at): &(String, usize)| (sig.clone(), Some(*at));
        let projected: Vec<_> = of.projected.iter().map(at).collect();
        let hints = self.good.hints().clone().whole().hiding(&of.hidden).projecting(&projected);
        let functions = command.drawn_functions(&hints)?;
        Ok(InstanceLook { hints, functions })
    }

    /// Only looks within the command's own scope are compared with earlier ones.
    fn look(&self, of: &CommandChoice, tell: &mut dyn FnMut(&Answer)) -> Result<Answer, Error> {
        let command = self.command(of, self.settings.clone())?;
        let look = self.look_of(of, &command)?;
        let name = self.good.entries().iter().find(|entry| entry.wanted == of.command);
        let name = name.filter(|_| of.scope.is_none()).map(|entry| entry.name.clone());
        let before = match &name {
            None => None,
            Some(name) => {
                let known = self.session.known();
                let done = known.views.get(name).filter(|view| view.is_finished);
                if let Some(done) = done.filter(|_| known.version == self.version) {
                    return Ok(said_of(&command, done, &look));
                }
                known.earlier.get(name).cloned()
            }
        };
        let view = command.look(before.as_ref(), |view| tell(&said_of(&command, view, &look)))?;
        let answer = said_of(&command, &view, &look);
        if let Some(name) = name {
            let mut known = self.session.known();
            if known.version == self.version {
                known.views.insert(name, view);
            }
        }
        Ok(answer)
    }

    fn evaluate(&self, of: &CommandChoice, record: &Json, text: &str) -> Result<Answer, Error> {
        let command = self.command(of, self.settings.clone())?;
        let evaluator = command.expressions(&[text])?;
        let record = record.to_string();
        match evaluator.judge(&record)? {
            Judgement::Judged { states, positions, .. } => {
                let values = match positions.is_empty() {
                    true => {
                        states.iter().flat_map(|state| &state.answers).map(PageValue::of).collect()
                    }
                    false => positions.iter().flatten().map(PageValue::of).collect(),
                };
                Ok(Answer::Values { values })
            }
            Judgement::Misfit(_) | Judgement::TooLarge(..) => {
                Ok(Answer::Refused { messages: reasons(&evaluator, &record)? })
            }
        }
    }

    fn compare(&self, of: &CommandChoice, left: &str, right: &str) -> Result<Answer, Error> {
        let command = self.command(of, self.settings.clone().limit(1).keys())?;
        let look = self.look_of(of, &command)?;
        let mut first = [None, None];
        let conclusion = command.diff(left, right, |label, heap| {
            if let PartLabel::Only(side) = label {
                let at = usize::from(side == right);
                first[at] = Some(shown(&heap, None, &look));
            }
            ControlFlow::Continue(())
        })?;
        let Conclusion::Difference(sides) = conclusion else { return Err(Error::Stopped) };
        let [left, right] = first;
        let side = |side: &Side, first| ComparedSide { count: side.outcome.count, first };
        Ok(Answer::Compared { sides: [side(&sides[0], left), side(&sides[1], right)] })
    }

    fn judge(&self, of: &CommandChoice, record: &Json) -> Result<Answer, Error> {
        let command = self.command(of, self.settings.clone())?;
        let (names, evaluator) = command.conjuncts()?;
        let text = record.to_string();
        let types = command.types()?;
        let drawn = DrawnInstance::read(types.header(), record).ok();
        let look = self.look_of(of, &command)?;
        let drawn = drawn.map(|instance| look.drawing(types.header(), instance, record));
        let judgement = evaluator.judge(&text)?;
        let Judgement::Judged { states, .. } = &judgement else {
            return Ok(Answer::Judged {
                ticks: Vec::new(),
                facts: reasons(&evaluator, &text)?,
                drawn,
            });
        };
        // Of an operation the state before is the one that conjuncts speak of.
        let first = states.first();
        let holds = |at: usize| first.and_then(|one| Some(PageValue::of(one.answers.get(at)?)));
        let tick = |(at, name): (usize, &korrel::ConjunctName)| Tick {
            conjunct: ConjunctAnswer::from(name),
            value: holds(at),
        };
        let ticks = names.iter().enumerate().map(tick).collect();
        // A number breaks nothing, so that only facts are told.
        let facts = reasons(&command.expressions(&[])?, &text)?;
        Ok(Answer::Judged { ticks, facts, drawn })
    }
}

/// Why a heap is not judged.
fn reasons(evaluator: &Evaluator, record: &str) -> Result<Vec<Json>, Error> {
    let why = evaluator.explain(record)?;
    Ok(why.iter().map(|why| message(evaluator.sources(), why)).collect())
}

fn said_of(command: &Command, view: &View, look: &InstanceLook) -> Answer {
    Answer::View(Box::new(PageLook::new(view, command.sources(), look)))
}

fn shown(heap: &Heap, id: Option<String>, look: &InstanceLook) -> PageInstance {
    PageInstance {
        id,
        kind: kind_of(heap),
        key: heap.key().map(str::to_owned),
        drawn: look.drawing(&heap.codec().types, instance(heap), heap.record()),
    }
}
