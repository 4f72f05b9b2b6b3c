//! Few databases on which many queries say what is asked of them.
//!
//! The problem: a query has goals, its obligations or its mutants. On each database the engine says which goals it meets: an
//! obligation by returning a row, a mutant by returning something else than the query. Which few databases meet all
//! that any database meets, and which goals does none meet?
//!
//! The choice: all goals are asked on the first [`WHOLE`] databases, the smallest, and of those that meet the same only the
//! first is kept. After that only what no database has met is asked. The databases that are kept are at last asked of all,
//! and the fewest of them that meet all are taken (`fewest.rs`). So the fewest are looked for among those that are kept.
//!
//! A goal whose query fails on every database is none: the engine does not know such a query.
//!
//! Values that the query does not tell apart are one on the databases of its [`Comparison`], and a mutant may tell them apart. So
//! whatever no database has met is compared with the query alone, on the databases of both ([`Suite::wider`]), as two queries of a user
//! are. An obligation is made of the query's own predicates and needs no others. So the first database that meets a mutant is the
//! smallest of those of the query; among those of both there may be a smaller one, which nobody looks for.

use std::collections::BTreeSet;
use std::ops::ControlFlow;

use crate::compare::are_same;
use crate::comparison::Comparison;
use crate::database::Database;
use crate::dialect::Dialect;
use crate::domains::Choices;
use crate::engine::{Engine, EngineError, Outcome};
use crate::fewest::{Set, fewest};
use crate::goal::{Goal, GoalState};
use crate::judge::{Answered, Verdict};
use crate::mutants::mutants;
use crate::obligations::obligations;
use crate::parts::TextPlace;
use crate::query::ReadQuery;
use crate::schema::Schema;

/// The databases on which all goals are asked.
const WHOLE: u64 = 2_000;

/// A query that has failed on as many databases, and on all, is not asked any more.
const HOPELESS: u64 = 5;

/// A query with its goals, and the databases that meet some of them.
#[derive(Clone, Debug)]
pub struct Suite {
    read: ReadQuery,
    /// The query as it is written anew.
    printed: String,
    goals: Vec<Goal>,
    /// What of the query has no goal.
    pub passed: Vec<(TextPlace, String)>,
    marks: Vec<Mark>,
    /// Those that are asked on the next databases, if not all are.
    group: Option<Vec<usize>>,
    asked: Vec<usize>,
    databases: u64,
    /// The databases on which the user's query fails, and what the engine says.
    failed: u64,
    failure: String,
    kept: Vec<KeptDatabase>,
    seen: BTreeSet<Vec<bool>>,
    /// The results of the query and of its text written anew, where they differ.
    misprinted: Option<String>,
    /// The first key of the query's ORDER BY that its result does not show.
    hidden: Option<String>,
}

/// What is known of a goal while databases are tried.
#[derive(Clone, Debug, Default)]
struct Mark {
    answered: u64,
    failed: u64,
    message: String,
    /// The place of the first database that meets it.
    first: Option<usize>,
    is_settled: bool,
}

#[derive(Clone, Debug)]
pub struct KeptDatabase {
    pub database: Database,
    /// What the user's query returns.
    pub result: Answered,
    met: Vec<bool>,
    is_whole: bool,
}

impl Suite {
    /// The obligations of a query, and of the views from which it reads.
    ///
    /// # Errors
    /// A query that is not understood.
    pub fn of_obligations(read: &ReadQuery, schema: &Schema) -> Result<Suite, String> {
        let parsed = read.parsed().ok_or_else(not_understood)?;
        let (found, passed) = obligations(parsed, &schema.views);
        let goals = found.into_iter().map(|one| Goal {
            place: one.place,
            kind: one.kind,
            said: one.said.replace('\n', " "),
            query: one.query,
            other_than: None,
        });
        Ok(Suite::new(read, goals.collect(), passed))
    }

    /// The mutants of a query.
    ///
    /// # Errors
    /// A query that is not understood.
    pub fn of_mutants(read: &ReadQuery, dialect: Dialect) -> Result<Suite, String> {
        let made = mutants(read.parsed().ok_or_else(not_understood)?);
        let (mut goals, mut passed) = (Vec::new(), Vec::new());
        for one in made {
            let after = if one.after.is_empty() { "nothing" } else { &one.after };
            let said = format!("{} → {after}", one.before).replace('\n', " ");
            let Ok(mutant) = ReadQuery::new(&one.query, dialect) else {
                passed.push((one.place, said));
                continue;
            };
            // Whoever reads the query's rows relies on their order, so a mutant without ORDER BY must keep it.
            let order = Some(mutant.order()).filter(|order| !order.is_bag());
            goals.push(Goal {
                place: one.place,
                kind: one.kind,
                said,
                query: one.query,
                other_than: Some((read.order(), order.unwrap_or_else(|| read.order()))),
            });
        }
        Ok(Suite::new(read, goals, passed))
    }

    fn new(read: &ReadQuery, goals: Vec<Goal>, passed: Vec<(TextPlace, String)>) -> Suite {
        Suite {
            read: read.clone(),
            printed: read.parsed().map(ToString::to_string).unwrap_or_default(),
            marks: vec![Mark::default(); goals.len()],
            goals,
            passed,
            group: None,
            asked: Vec::new(),
            databases: 0,
            failed: 0,
            failure: String::new(),
            kept: Vec::new(),
            seen: BTreeSet::new(),
            misprinted: None,
            hidden: None,
        }
    }

    /// The same goals, of which nothing is known.
    pub fn anew(&self) -> Suite {
        Suite::new(&self.read, self.goals.clone(), self.passed.clone())
    }

    pub fn goals(&self) -> &[Goal] {
        &self.goals
    }

    pub fn kept(&self) -> &[KeptDatabase] {
        &self.kept
    }

    /// Why nothing can be made of the query.
    pub fn misprinted(&self) -> Option<&str> {
        self.misprinted.as_deref()
    }

    /// The first key of the query's ORDER BY that is no column of its result: a mutant that no database tells may differ in the
    /// order of rows. Nothing for obligations.
    pub fn hidden_key(&self) -> Option<&str> {
        let has_mutants = self.goals.iter().any(|goal| goal.other_than.is_some());
        self.hidden.as_deref().filter(|_| has_mutants)
    }

    /// What the engine says of the query, where it fails on every database.
    pub fn failure(&self) -> Option<&str> {
        (self.failed > 0 && self.failed == self.databases).then_some(&self.failure)
    }

    pub fn state(&self, goal: usize) -> GoalState {
        let mark = &self.marks[goal];
        match (mark.first, mark.is_settled) {
            _ if mark.answered == 0 && mark.failed > 0 => GoalState::Failed(mark.message.clone()),
            (Some(_), _) => GoalState::Met,
            (None, true) => GoalState::Unmet,
            (None, false) => GoalState::Open,
        }
    }

    fn is_met(&self, goal: usize) -> bool {
        self.state(goal) == GoalState::Met
    }

    /// Whether a database met it, be it by a mistake of the engine's.
    pub fn was_met(&self, goal: usize) -> bool {
        self.marks[goal].first.is_some()
    }

    /// The place of the smallest database that meets it.
    pub fn first(&self, goal: usize) -> Option<usize> {
        self.marks[goal].first.filter(|_| self.is_met(goal))
    }

    /// The goals that a database meets.
    pub fn met(&self, kept: usize) -> impl Iterator<Item = usize> {
        let met = self.kept[kept].met.iter().enumerate().filter(|(_, met)| **met);
        met.map(|(goal, _)| goal).filter(|goal| self.is_met(*goal))
    }

    /// All databases of a comparison were tried with the goals that are asked.
    pub fn settle(&mut self) {
        for goal in self.scope() {
            self.marks[goal].is_settled = true;
        }
        self.group = None;
    }

    /// Other databases may meet these goals.
    pub fn reopen(&mut self, goals: &[usize]) {
        goals.iter().for_each(|goal| self.marks[*goal].is_settled = false);
    }

    /// Asks of these goals only.
    pub fn only(&mut self, goals: Vec<usize>) {
        self.group = Some(goals);
    }

    /// The goals that are asked now.
    fn scope(&self) -> Vec<usize> {
        self.group.clone().unwrap_or_else(|| (0..self.goals.len()).collect())
    }

    /// The mutants that no database met, with the databases on which each may differ from the query, where these are others than
    /// those of `tried`.
    pub fn wider(
        &self,
        tried: &Comparison,
        schema: &Schema,
        source: &str,
        choices: &Choices,
    ) -> Vec<(Comparison, Vec<usize>)> {
        let mut groups: Vec<(Comparison, Vec<usize>)> = Vec::new();
        let unmet = (0..self.goals.len()).filter(|goal| self.state(*goal) == GoalState::Unmet);
        for goal in unmet.filter(|goal| self.goals[*goal].other_than.is_some()) {
            let mutant = ReadQuery::new(&self.goals[goal].query, schema.dialect);
            let mutant = mutant.expect("it was read when it was made");
            let both = [&self.read, &mutant];
            let comparison = Comparison::new(schema, &both, source, choices);
            if comparison.is_same(tried) {
                continue;
            }
            match groups.iter_mut().find(|(other, _)| other.is_same(&comparison)) {
                Some((_, goals)) => goals.push(goal),
                None => groups.push((comparison, vec![goal])),
            }
        }
        groups
    }

    /// The fewest databases that meet all goals that are met, smallest first, and whether it is known that of those that are
    /// kept no fewer do.
    pub fn chosen(&self) -> (Vec<usize>, bool) {
        let sets = self.kept.iter().map(|kept| Set {
            has: (0..self.goals.len()).map(|goal| kept.met[goal] && self.is_met(goal)).collect(),
            cost: kept.database.size(),
        });
        let (mut chosen, is_proven) = fewest(&sets.collect::<Vec<_>>());
        chosen.sort_by_key(|at| (self.kept[*at].database.size(), *at));
        (chosen, is_proven)
    }

    /// The smallest database of each of these goals, smallest first.
    pub fn smallest(&self, goals: &[usize]) -> Vec<usize> {
        let firsts: BTreeSet<usize> = goals.iter().filter_map(|goal| self.first(*goal)).collect();
        let mut firsts: Vec<usize> = firsts.into_iter().collect();
        firsts.sort_by_key(|at| (self.kept[*at].database.size(), *at));
        firsts
    }

    /// Asks all goals on those databases on which not all were.
    ///
    /// # Errors
    /// That of the engine.
    pub fn complete(&mut self, engine: &mut dyn Engine) -> Result<(), EngineError> {
        let places: Vec<usize> =
            (0..self.kept.len()).filter(|at| !self.kept[*at].is_whole).collect();
        let goals: Vec<usize> = (0..self.goals.len()).filter(|goal| self.is_met(*goal)).collect();
        for at in places {
            let mut queries = vec![self.read.text()];
            queries.extend(goals.iter().map(|goal| self.goals[*goal].query.as_str()));
            let database = std::slice::from_ref(&self.kept[at].database);
            let answers = engine.answers(database, &queries)?.pop();
            if let Some(Outcome::Answers(results)) = answers
                && let Some((own, others)) = results.split_first()
            {
                for (goal, result) in goals.iter().zip(others) {
                    self.kept[at].met[*goal] = self.goals[*goal].is_met(own, result);
                }
            }
            self.kept[at].is_whole = true;
        }
        Ok(())
    }
}

fn not_understood() -> String {
    "the query is not understood, so nothing can be made of it".to_owned()
}

impl Verdict for Suite {
    fn queries(&mut self) -> Vec<&str> {
        let is_whole = self.group.is_none() && self.databases < WHOLE;
        let is_hopeless = |mark: &Mark| mark.answered == 0 && mark.failed >= HOPELESS;
        let is_asked = |goal: &usize| {
            let mark = &self.marks[*goal];
            !is_hopeless(mark) && (is_whole || mark.first.is_none())
        };
        self.asked = self.scope().into_iter().filter(is_asked).collect();
        let goals = self.asked.iter().map(|goal| self.goals[*goal].query.as_str());
        [self.read.text(), &self.printed].into_iter().chain(goals).collect()
    }

    /// Breaks if the query written anew is another one, or fails on every database.
    fn answered(&mut self, database: Database, results: Vec<Answered>) -> ControlFlow<()> {
        self.databases += 1;
        let mut results = results.into_iter();
        let (Some(own), Some(printed)) = (results.next(), results.next()) else {
            return ControlFlow::Continue(());
        };
        let order = self.read.order();
        if let (None, Ok(own)) = (&self.hidden, &own) {
            self.hidden = order.hidden_in(own);
        }
        let is_same = match (&own, &printed) {
            (Ok(own), Ok(printed)) => are_same((own, &order), (printed, &order)),
            (Err(_), Err(_)) => true,
            _ => false,
        };
        if !is_same {
            self.misprinted = Some(match printed {
                Ok(_) => "it returns something else".to_owned(),
                Err(message) => message,
            });
            return ControlFlow::Break(());
        }
        if let Err(message) = &own {
            self.failed += 1;
            self.failure.clone_from(message);
            if database.size() > 1 && self.failed == self.databases {
                return ControlFlow::Break(());
            }
        }
        let mut met = vec![false; self.goals.len()];
        let mut is_new = false;
        for (goal, result) in self.asked.iter().copied().zip(results) {
            let mark = &mut self.marks[goal];
            match &result {
                Ok(_) => mark.answered += 1,
                Err(message) => {
                    mark.failed += 1;
                    mark.message.clone_from(message);
                }
            }
            met[goal] = self.goals[goal].is_met(&own, &result);
            if met[goal] && mark.first.is_none() {
                mark.first = Some(self.kept.len());
                is_new = true;
            }
        }
        let is_whole = self.group.is_none() && self.databases <= WHOLE;
        if is_new || (is_whole && met.contains(&true) && !self.seen.contains(&met)) {
            self.seen.insert(met.clone());
            self.kept.push(KeptDatabase { database, result: own, met, is_whole });
        }
        ControlFlow::Continue(())
    }

    fn is_done(&self) -> bool {
        self.scope().iter().all(|goal| !matches!(self.state(*goal), GoalState::Open))
    }
}
