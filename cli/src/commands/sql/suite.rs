//! `korrel sql cover` and `mutants`: few databases that test a query well, and what tests that exist leave out.

use std::ffi::OsStr;
use std::io::Write;
use std::path::{Path, PathBuf};

use korrel_lang::visible::{visible, visible_lines};
use korrel_sql::{
    Comparison, Engine, Goal, GoalState, Judge, KeptDatabase, Suite, Tally, databases,
};

use crate::files::read::unreadable;
use crate::flags::{SqlFormatFlag, SqlQuestionFlag};
use crate::limits::Stop;
use crate::messages::error::{Error, shown as shown_path};
use crate::messages::exit::Exit;
use crate::output::answer;

use super::search::{Ending, search};
use super::{Asked, record, shown, text_of, wrong};

/// What is said of a query.
pub struct Told<'s> {
    pub suite: &'s Suite,
    pub tally: &'s Tally,
    /// The databases that are shown, by their places among those that are kept.
    pub chosen: Vec<usize>,
    pub is_proven: bool,
    pub is_stopped: bool,
    /// Why what no database meets is undecided, beside that.
    pub doubts: Vec<String>,
    pub unsaid: Vec<String>,
    /// What the tests miss.
    pub missed: Option<Vec<usize>>,
}

pub fn run(asked: &Asked<'_>) -> Result<Exit, Error> {
    let (read, file) = (&asked.queries[0], &asked.flags.queries[0]);
    let suite = match asked.flags.question {
        SqlQuestionFlag::Mutants => Suite::of_mutants(read, asked.schema.dialect),
        _ => Suite::of_obligations(read, &asked.schema),
    };
    let suite = suite.map_err(|why| wrong(file, &why))?;
    let given = asked.flags.against.as_deref().map(scripts).transpose()?;
    let comparison = asked.comparison();
    asked.stop.heed(Stop::tell);
    let mut engine = asked.engine()?;
    let mut tests = suite.anew();
    let scored = &mut tests;
    let mut judge = Judge::new(suite);
    let created = engine.create(&asked.texts, &asked.schema);
    let created = created.map_err(|error| Ending::Engine(error).at(&judge, 0));
    let found = created.and_then(|()| {
        if let Some(given) = &given {
            *scored = tried(asked, scored.anew(), given, &mut *engine)?;
        }
        tried_all(asked, &comparison, &mut judge, &mut *engine)
    });
    asked.stop.take_over();
    let is_stopped = match found {
        Ok(()) => false,
        Err(Ending::Stopped(_)) => true,
        Err(ending) => return Err(ending.told(asked)),
    };
    let (suite, tally) = judge.finish();
    if let Some(why) = suite.misprinted() {
        let why = format!("nothing can be made of the query: written anew, {why}");
        return Err(wrong(file, &why));
    }
    if !is_stopped {
        if let Some(message) = suite.failure() {
            return Err(asked.failing([(0, message)]));
        }
        asked.has_answers(&tally)?;
    }
    let missed = given.map(|_| {
        let all = 0..suite.goals().len();
        let met = all.filter(|goal| suite.state(*goal) == GoalState::Met);
        met.filter(|goal| !tests.was_met(*goal)).collect::<Vec<usize>>()
    });
    let (chosen, is_proven) = match &missed {
        Some(missed) => (suite.smallest(missed), true),
        None => suite.chosen(),
    };
    // What is met is met. Of the rest nobody knows.
    let is_all_met = in_state(&suite, &GoalState::Unmet).is_empty();
    let mut doubts = Vec::new();
    if !is_all_met {
        doubts = asked.doubts(&comparison, &tally, !is_stopped);
        doubts.extend(suite.hidden_key().map(|key| shown::hidden_key(file, key)));
    }
    let unsaid = asked.unsaid(&comparison);
    let (suite, tally) = (&suite, &tally);
    let told = Told { suite, tally, chosen, is_proven, is_stopped, doubts, unsaid, missed };
    written(asked, &told)?;
    Ok(match &told.missed {
        _ if is_stopped => asked.stop.tell(),
        Some(missed) if !missed.is_empty() => Exit::Failure,
        _ if !told.doubts.is_empty() => Exit::Incomplete,
        _ => Exit::Success,
    })
}

/// Tries all databases: those of the query, and of each mutant that shows on none of them its own.
fn tried_all(
    asked: &Asked<'_>,
    comparison: &Comparison,
    judge: &mut Judge<Suite>,
    engine: &mut dyn Engine,
) -> Result<(), Ending> {
    search(comparison, judge, engine, &asked.stop)?;
    if judge.verdict.misprinted().is_some() || judge.verdict.failure().is_some() {
        return Ok(());
    }
    tried_wider(asked, comparison, judge, engine)?;
    judge.verdict.complete(engine).map_err(|error| Ending::Engine(error).at(judge, 0))
}

/// Tries those of each mutant that none of the databases of `comparison`, all of which were tried, tells from its query.
pub fn tried_wider(
    asked: &Asked<'_>,
    comparison: &Comparison,
    judge: &mut Judge<Suite>,
    engine: &mut dyn Engine,
) -> Result<(), Ending> {
    judge.verdict.settle();
    let groups = judge.verdict.wider(comparison, &asked.schema, &asked.source, &asked.choices);
    for (_, goals) in &groups {
        judge.verdict.reopen(goals);
    }
    for (comparison, goals) in groups {
        judge.verdict.only(goals);
        search(&comparison, judge, engine, &asked.stop)?;
        judge.verdict.settle();
    }
    Ok(())
}

/// A script of tests, and its text.
type Script = (PathBuf, String);

/// The file, or those of the folder that end in `.sql`, by their names.
fn scripts(path: &Path) -> Result<Vec<Script>, Error> {
    let mut paths = vec![path.to_owned()];
    if path.is_dir() {
        let cannot = |error: std::io::Error| unreadable(path, &error);
        paths.clear();
        for entry in std::fs::read_dir(path).map_err(cannot)? {
            let path = entry.map_err(cannot)?.path();
            paths.extend((path.extension() == Some(OsStr::new("sql"))).then_some(path));
        }
        paths.sort();
        if paths.is_empty() {
            return Err(wrong(path, "the folder has no file that ends in .sql"));
        }
    }
    paths.into_iter().map(|path| text_of(&path).map(|text| (path, text))).collect()
}

/// What the databases of the scripts meet.
fn tried(
    asked: &Asked<'_>,
    tests: Suite,
    scripts: &[Script],
    engine: &mut dyn Engine,
) -> Result<Suite, Ending> {
    let mut judge = Judge::new(tests);
    for (path, text) in scripts {
        let found = databases(text, asked.schema.dialect)
            .map_err(|why| Ending::Search(wrong(path, &why)))?;
        for (number, database) in found.into_iter().enumerate() {
            let refused = judge.tally().refused;
            let added = judge.add(database, engine).and_then(|_| judge.ask(engine));
            let _ = added.map_err(|error| Ending::Engine(error).at(&judge, 0))?;
            let tally = judge.tally();
            if let Some(why) = tally.last_refused.as_ref().filter(|_| tally.refused > refused) {
                asked.report.note(&format!(
                    "{}: the engine refuses database {number}, which counts for nothing: {}: {}",
                    shown_path(path),
                    why.message,
                    why.statement
                ));
            }
        }
    }
    Ok(judge.finish().0)
}

fn written(asked: &Asked<'_>, told: &Told<'_>) -> Result<(), Error> {
    let mut out = std::io::stdout().lock();
    match asked.flags.answer.format {
        SqlFormatFlag::Json => {
            drop(out);
            for record in record::suite(asked.flags, told) {
                answer(&record)?;
            }
        }
        SqlFormatFlag::Text => out.write_all(visible_lines(&text(asked, told)).as_bytes())?,
        SqlFormatFlag::Sql => out.write_all(script(asked, told).as_bytes())?,
    }
    Ok(())
}

impl Told<'_> {
    /// The databases that are shown, each with the goals that none before it meets.
    fn shown(&self) -> Vec<(&KeptDatabase, Vec<&Goal>)> {
        let goals = self.suite.goals();
        let mut left: Vec<usize> = match &self.missed {
            Some(missed) => missed.clone(),
            None => (0..goals.len()).collect(),
        };
        let each = self.chosen.iter().map(|at| {
            let met: Vec<usize> = self.suite.met(*at).filter(|goal| left.contains(goal)).collect();
            left.retain(|goal| !met.contains(goal));
            (&self.suite.kept()[*at], met.into_iter().map(|goal| &goals[goal]).collect())
        });
        each.collect()
    }
}

/// The goals in this state.
pub fn in_state<'s>(suite: &'s Suite, state: &GoalState) -> Vec<&'s Goal> {
    let goals = suite.goals().iter().enumerate();
    goals.filter(|(at, _)| suite.state(*at) == *state).map(|(_, goal)| goal).collect()
}

/// `3:7  where  city = 'Oslo' is true`.
fn line(goal: &Goal) -> String {
    format!("{}:{}  {}  {}", goal.place.line, goal.place.column, goal.kind, goal.said)
}

pub fn lines(goals: &[&Goal]) -> String {
    goals.iter().map(|goal| format!("  {}\n", line(goal))).collect()
}

fn text(asked: &Asked<'_>, told: &Told<'_>) -> String {
    let name = shown_path(&asked.flags.queries[0]);
    let mut text = String::new();
    for (number, (kept, goals)) in told.shown().into_iter().enumerate() {
        let size = shown::counted(kept.database.size(), "row");
        text += &format!("database {number}: {size}\n{}", shown::tables(&kept.database));
        text += &shown::result(&name, &kept.result, &[]);
        text += &format!("\n{}:\n{}\n", words(asked).verb, lines(&goals));
    }
    text + &summary(asked, told)
}

fn script(asked: &Asked<'_>, told: &Told<'_>) -> String {
    let file = &asked.flags.queries[0];
    let mut script = String::new();
    for (number, (kept, goals)) in told.shown().into_iter().enumerate() {
        let said: Vec<String> =
            goals.iter().map(|goal| format!("{} {}", words(asked).verb, line(goal))).collect();
        script += &shown::script(&kept.database, number, asked.schema.dialect, &said);
        script += &shown::expected(file, &kept.result);
    }
    script + &shown::commented(&visible_lines(&summary(asked, told)))
}

struct Words {
    goal: &'static str,
    verb: &'static str,
    met: &'static str,
    unmet: &'static str,
}

fn words(asked: &Asked<'_>) -> Words {
    match asked.flags.question {
        SqlQuestionFlag::Mutants => {
            Words { goal: "mutant", verb: "kills", met: "killed", unmet: "equal to the query" }
        }
        _ => Words { goal: "obligation", verb: "meets", met: "met", unmet: "unmet" },
    }
}

/// What holds of all databases.
fn summary(asked: &Asked<'_>, told: &Told<'_>) -> String {
    let Words { goal, met, unmet, .. } = words(asked);
    let (done, open) =
        (in_state(told.suite, &GoalState::Met), in_state(told.suite, &GoalState::Open));
    let never = in_state(told.suite, &GoalState::Unmet);
    let rows = shown::counted(usize::from(asked.flags.rows), "row");
    let databases = shown::counted(told.tally.databases as usize, "database");
    let of = shown::counted(done.len() + never.len() + open.len(), goal);
    let mut text = String::new();
    if let Some(missed) = &told.missed {
        let number = done.len() - missed.len();
        let tests = match asked.flags.question {
            SqlQuestionFlag::Mutants => "the tests kill",
            _ => "the tests meet",
        };
        let of = shown::counted(done.len(), goal);
        text += &format!("{tests} {number} of {of} that can be {met}\n");
    }
    text += &match (told.is_stopped, never.is_empty()) {
        (true, _) => format!("UNDECIDED: {} of {of} are {met}, after {databases}\n", done.len()),
        (false, true) => format!("COMPLETE: all {of} are {met}, after {databases}\n"),
        _ if !told.doubts.is_empty() => format!(
            "UNDECIDED: {} of {of} are {met}; {unmet} on the {databases} that could be asked:\n",
            done.len()
        ),
        (false, false) => format!(
            "COMPLETE: {} of {of} are {met}; {unmet} on all {databases} with up to {rows} in each table:\n",
            done.len()
        ),
    };
    if told.is_stopped && !never.is_empty() {
        text += &format!("{unmet} with up to {rows} in each table:\n");
    }
    text += &lines(&never);
    if !told.doubts.is_empty() {
        text += &format!("but\n{}", shown::doubts(&told.doubts));
    }
    text += &undone(told.suite);
    if let Some(refused) = shown::refused(told.tally) {
        text += &format!("\n{refused}");
    }
    text
}

/// The goals of which it is not known whether a database meets them, and why.
pub fn undone(suite: &Suite) -> String {
    let goals = suite.goals();
    let mut text = String::new();
    let open = in_state(suite, &GoalState::Open);
    if !open.is_empty() {
        text += &format!("undecided:\n{}", lines(&open));
    }
    let failed: Vec<String> = (0..goals.len())
        .filter_map(|at| match suite.state(at) {
            GoalState::Failed(why) => Some(format!("  {}: {}\n", line(&goals[at]), visible(&why))),
            _ => None,
        })
        .collect();
    if !failed.is_empty() {
        text += &format!("not asked, for the engine refuses it:\n{}", failed.concat());
    }
    if !suite.passed.is_empty() {
        text += "not looked into:\n";
        for (place, what) in &suite.passed {
            text += &format!("  {}:{}  {}\n", place.line, place.column, what.replace('\n', " "));
        }
    }
    text
}
