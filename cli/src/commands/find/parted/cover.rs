//! `find --cover P,Q,R`: the smallest instance for each combination of truth values.

use korrel_enumerate::{
    Combination, Combinations, PairCombination, Problem, Undecided, denied, goal_conjuncts,
};
use korrel_harness::{counted, verb};
use korrel_lang::code;
use korrel_lang::diagnostic::Diagnostic;
use korrel_lang::model::{Command, Formula, FormulaKind};
use korrel_sat::Step;
use serde_json::{Map, Value as Json, json};

use super::{Conclusion, NamedValue, PartOutcome, PartedQuestion, QuestionPart};
use crate::commands::shared::conjuncts::{ConjunctName, predicate_of};
use crate::commands::shared::expressions::{ListedExpressions, as_formulas, listed};
use crate::commands::shared::question::{AskedCommand, meaning, ready};
use crate::commands::shared::undecided::{ADVICE, WITHIN, asking_all, undecided};
use crate::flags::FindFlags;
use crate::limits::stop::Stop;
use crate::messages::error::Error;

/// More formulas have more combinations than anybody looks at.
const MOST: usize = 12;

/// The word for the conjuncts of the command's predicate.
const CONJUNCTS: &str = "conjuncts";

pub struct Cover {
    asked: AskedCommand,
    /// The command whose instances are examined: the named one, or the same without its predicate.
    command: Command,
    formulas: Vec<Formula>,
    /// The name of each formula, under which records state its truth.
    names: Vec<String>,
    /// The same names with places, if the formulas are conjuncts.
    header: Json,
    pairwise: bool,
    /// Known once the combinations are.
    missing: Option<MissingCombinations>,
}

/// The combinations of which there is no instance.
struct MissingCombinations {
    impossible: Vec<Json>,
    /// The combinations that an instance could have in which arithmetic overflows.
    undecided: Vec<Json>,
}

impl Cover {
    /// # Errors
    /// A text that is no formula of the spec, or too many of them.
    pub fn new(asked: &AskedCommand, text: &str, pairwise: bool) -> Result<Cover, Error> {
        let cover = match text.trim() {
            CONJUNCTS => Cover::of_conjuncts(asked),
            _ => Cover::of_formulas(listed(asked, "--cover", text)?)?,
        };
        let count = cover.formulas.len();
        if count == 0 {
            return Err(usage(
                "there is nothing to cover",
                "give predicates or formulas: `--cover p,q`",
            ));
        }
        if count > MOST && !pairwise {
            let message = format!("{count} formulas have 2^{count} combinations");
            let help = format!(
                "up to {MOST} are covered in all combinations; `--pairwise` covers those of each two"
            );
            return Err(usage(&message, &help));
        }
        // One formula alone is in no pair: its own two values are covered.
        Ok(Cover { pairwise: pairwise && count > 1, ..cover })
    }

    fn of_formulas(listed: ListedExpressions) -> Result<Cover, Error> {
        let ListedExpressions { texts, values, asked } = listed;
        let formulas = as_formulas(&asked, values, &texts)?;
        let command = asked.command.asking(asked.command.goal.clone());
        let header = json!(texts);
        Ok(Cover::with(asked, command, formulas, texts, header))
    }

    /// Covers the conjuncts of the goal, without the ranges of the parameters.
    fn of_conjuncts(asked: &AskedCommand) -> Cover {
        let asked = asked.clone();
        let all = goal_conjuncts(&asked.spec.model, &asked.command);
        let predicate = predicate_of(&asked);
        let names = ConjunctName::of_all(&asked.spec, &all, &predicate);
        let texts: Vec<String> = names.iter().map(|name| told(name, &names)).collect();
        let header = names.iter().map(ConjunctName::json).collect();
        let formulas = all.into_iter().map(|conjunct| conjunct.formula).collect();
        let truth = Formula { kind: FormulaKind::Constant(true), span: asked.command.goal.span };
        let command = asked.command.asking(truth);
        Cover::with(asked, command, formulas, texts, header)
    }

    fn with(
        asked: AskedCommand,
        command: Command,
        formulas: Vec<Formula>,
        names: Vec<String>,
        header: Json,
    ) -> Cover {
        Cover { asked, command, formulas, names, header, pairwise: false, missing: None }
    }

    fn part(&self, combination: &Combination) -> QuestionPart {
        let goal = self.command.goal.clone();
        let tests = self.formulas.iter().zip(combination);
        let tests =
            tests.map(|(formula, &holds)| if holds { formula.clone() } else { denied(formula) });
        let parts = [goal].into_iter().chain(tests).collect();
        let span = self.command.goal.span;
        QuestionPart {
            command: self.command.asking(Formula { kind: FormulaKind::And(parts), span }),
            said: ("truth", self.truth(combination.iter().copied().enumerate())),
            limit: Some(1),
        }
    }

    /// The truth values of some formulas by their names.
    fn truth(&self, of: impl IntoIterator<Item = (usize, bool)>) -> Json {
        let entry = |(place, truth): (usize, bool)| (self.names[place].clone(), json!(truth));
        Json::Object(of.into_iter().map(entry).collect())
    }

    /// The combinations that no instance has, of all that there are.
    fn missing(&self, possible: &[Combination]) -> Vec<Combination> {
        let formulas = self.formulas.len();
        // True first, and the last formula changes fastest, as the possible ones come.
        let all = (0..1_u64 << formulas).map(|number| -> Combination {
            (0..formulas).map(|place| number >> (formulas - 1 - place) & 1 == 0).collect()
        });
        all.filter(|combination| !possible.contains(combination)).collect()
    }

    /// Returns all combinations that are possible, and the others; `None` if it was stopped.
    fn of_all(
        &self,
        combinations: &Combinations,
        undecided: &Undecided,
    ) -> Option<(Vec<Combination>, MissingCombinations)> {
        let possible = combinations.possible(None)?;
        let missing = self.missing(&possible);
        let (open, impossible): (Vec<_>, Vec<_>) = match undecided {
            Undecided::Nothing => (Vec::new(), missing),
            Undecided::Unknown => (missing, Vec::new()),
            Undecided::Some(combinations) => {
                let open = combinations.possible(None)?;
                missing.into_iter().partition(|combination| open.contains(combination))
            }
        };
        let tell = |all: Vec<Combination>| -> Vec<Json> {
            all.into_iter().map(|one| self.truth(one.into_iter().enumerate())).collect()
        };
        let (impossible, undecided) = (tell(impossible), tell(open));
        Some((possible, MissingCombinations { impossible, undecided }))
    }

    /// Like `of_all`, for each two formulas.
    fn of_pairs(
        &self,
        combinations: &Combinations,
        undecided: &Undecided,
    ) -> Option<(Vec<Combination>, MissingCombinations)> {
        let (possible, missing) = combinations.covering_pairs()?;
        let (impossible, open): (Vec<_>, Vec<_>) = match undecided {
            Undecided::Nothing => (missing, Vec::new()),
            Undecided::Unknown => (Vec::new(), missing),
            Undecided::Some(combinations) => {
                let (_, closed) = combinations.covering_pairs()?;
                missing.into_iter().partition(|pair| closed.contains(pair))
            }
        };
        let tell = |all: Vec<PairCombination>| -> Vec<Json> {
            let pair = |one: PairCombination| self.truth(one.places.into_iter().zip(one.truths));
            all.into_iter().map(pair).collect()
        };
        let (impossible, undecided) = (tell(impossible), tell(open));
        Some((possible, MissingCombinations { impossible, undecided }))
    }
}

impl PartedQuestion for Cover {
    fn asked(&self) -> &AskedCommand {
        &self.asked
    }

    fn words(&self) -> String {
        let which = if self.pairwise { "pairs" } else { "all" };
        format!("cover of {which} of {}", self.header)
    }

    fn header(&self) -> NamedValue {
        let mut said = json!({ "of": self.header });
        if self.pairwise {
            said["pairwise"] = true.into();
        }
        ("cover", said)
    }

    fn whole(&self) -> Command {
        let goal = [self.command.goal.clone()];
        asking_all(&self.command, &[&goal[..], &self.formulas].concat())
    }

    fn parts(&mut self, find: &FindFlags, stop: &Stop) -> Result<Option<Vec<QuestionPart>>, Error> {
        let refused = |diagnostic| Error::about(&self.asked.spec, diagnostic);
        let (model, effort) = (&self.asked.spec.model, stop.effort());
        let problem = Problem::new(model, &self.command, meaning(&find.question), &effort);
        let problem = ready(&self.asked.spec, problem, stop)?;
        let combinations = Combinations::new(&problem, &self.formulas, effort).map_err(refused)?;
        let Some(combinations) = combinations else { return Ok(None) };
        let meaning = meaning(&find.question);
        let undecided = undecided(&self.asked, &self.command, &self.formulas, meaning, stop)?;
        let covered = match self.pairwise {
            true => self.of_pairs(&combinations, &undecided),
            false => self.of_all(&combinations, &undecided),
        };
        let Some((possible, missing)) = covered else { return Ok(None) };
        let parts = possible.iter().map(|combination| self.part(combination)).collect();
        self.missing = Some(missing);
        Ok(Some(parts))
    }

    fn conclusion(
        &self,
        outcomes: &[PartOutcome],
        _: &FindFlags,
        _: &Stop,
    ) -> Result<Conclusion, Error> {
        debug_assert!(
            outcomes.iter().all(|outcome| outcome.count == 1 || outcome.step == Step::Stopped),
            "a possible combination has an instance"
        );
        let Some(missing) = &self.missing else { return Ok(Conclusion::default()) };
        let MissingCombinations { impossible, undecided } = missing;
        let (mut told, mut remarks) = (Map::new(), Vec::new());
        let what = if self.pairwise { "pair of truth values" } else { "combination" };
        let count = impossible.len();
        let are = verb(count, "is", "are");
        remarks.push(format!("{} {are} impossible within the scope", counted(count, what)));
        told.insert("impossible".to_owned(), json!(impossible));
        if !undecided.is_empty() {
            let count = undecided.len();
            let have = verb(count, "has", "have");
            remarks.push(format!("{} {have} no instance {WITHIN}", counted(count, what)));
            remarks.push(ADVICE.to_owned());
            told.insert("undecided".to_owned(), json!(undecided));
        }
        Ok(Conclusion { told, remarks })
    }
}

/// A conjunct's text, its place where another one has the same text, and which it is where there are several of
/// one place.
fn told(name: &ConjunctName, all: &[ConjunctName]) -> String {
    let is_shared = all.iter().filter(|other| other.text == name.text).count() > 1;
    let nth = name.nth.map_or(String::new(), |nth| format!(" ({nth})"));
    if is_shared { format!("{} @ {}{nth}", name.text, name.at) } else { name.text.clone() }
}

fn usage(message: &str, help: &str) -> Error {
    Error::Usage(Diagnostic::new(code::COMMAND, message.to_owned()).help(help.to_owned()))
}
