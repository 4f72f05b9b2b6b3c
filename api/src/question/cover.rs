//! Covers: the smallest instance for each combination of truth values.

use korrel_enumerate::questions::combinations::{
    Combination, Combinations, PairCombination, UndecidedCombinations,
};
use korrel_enumerate::questions::formula::{in_all, made, truth};
use korrel_enumerate::{Meaning, goal_conjuncts};
use korrel_lang::code;
use korrel_lang::diagnostic::Diagnostic;
use korrel_lang::model::{Command, Formula};
use korrel_lang::spec::Mistakes;
use korrel_sat::{Effort, Step};
use serde_json::{Value as Json, json};

use super::conjuncts::predicate_of;
use super::expressions::ListedExpressions;
use super::{
    Conclusion, ConjunctName, NoAnswer, Part, PartLabel, PartOutcome, PartedQuestion, SpecCommand,
};

/// More formulas have more combinations than anybody looks at: of these, those of each two are covered.
const MOST: usize = 12;

/// The word for the conjuncts of the command's predicate.
const CONJUNCTS: &str = "conjuncts";

/// The question for an instance of each combination of truth values of some formulas.
pub struct Cover {
    asked: SpecCommand,
    /// The command whose instances are examined: the named one, or the same without its predicate.
    command: Command,
    formulas: Vec<Formula>,
    /// The name of each formula, under which records state its truth.
    names: Vec<String>,
    /// The same names with places, if the formulas are conjuncts.
    header: Json,
    is_pairwise: bool,
    /// Known once the combinations are.
    missing: Option<MissingCombinations>,
}

/// Truth values by the names of the formulas.
type Truths = Vec<(String, bool)>;

/// The combinations of which there is no instance.
struct MissingCombinations {
    impossible: Vec<Truths>,
    /// The combinations that an instance could have in which arithmetic overflows.
    undecided: Vec<Truths>,
}

impl Cover {
    /// `text` lists the formulas; `conjuncts` stands for those of the command's predicate. Of more than twelve, each two have all
    /// their combinations, and not all of them together.
    ///
    /// # Errors
    /// A text that is no formula of the spec.
    pub fn new(asked: &SpecCommand, text: &str) -> Result<Cover, Mistakes> {
        let cover = match text.trim() {
            CONJUNCTS => Cover::of_conjuncts(asked),
            _ => Cover::of_formulas(asked.listed("--cover", text)?)?,
        };
        let count = cover.formulas.len();
        if count == 0 {
            let help = "give predicates or formulas: `--cover p,q`";
            let mistake = Diagnostic::new(code::COMMAND, "there is nothing to cover").help(help);
            return Err(asked.spec.mistake(mistake));
        }
        Ok(Cover { is_pairwise: count > MOST, ..cover })
    }

    fn of_formulas(listed: ListedExpressions) -> Result<Cover, Mistakes> {
        let ListedExpressions { texts, values, asked } = listed;
        let formulas = asked.as_formulas(values, &texts)?;
        let command = asked.command.asking(asked.command.goal.clone());
        let header = json!(texts);
        Ok(Cover::with(asked, command, formulas, texts, header))
    }

    /// Covers the conjuncts of the goal, without the ranges of the parameters.
    fn of_conjuncts(asked: &SpecCommand) -> Cover {
        let asked = asked.clone();
        let all = goal_conjuncts(&asked.spec.model, &asked.command);
        let predicate = predicate_of(&asked);
        let names = ConjunctName::of_all(&asked.spec, &all, &predicate);
        let texts: Vec<String> = names.iter().map(|name| told(name, &names)).collect();
        let header = names.iter().map(ConjunctName::json).collect();
        let formulas = all.into_iter().map(|conjunct| conjunct.formula).collect();
        let command = asked.command.asking(truth(asked.command.goal.span));
        Cover::with(asked, command, formulas, texts, header)
    }

    fn with(
        asked: SpecCommand,
        command: Command,
        formulas: Vec<Formula>,
        names: Vec<String>,
        header: Json,
    ) -> Cover {
        Cover { asked, command, formulas, names, header, is_pairwise: false, missing: None }
    }

    fn part(&self, combination: &Combination) -> Part {
        let goal = &self.command.goal;
        let tests = self.formulas.iter().zip(combination);
        let tests = tests.map(|(formula, &holds)| made(formula, holds));
        let all = [goal.clone()].into_iter().chain(tests).collect();
        Part {
            command: self.command.asking(in_all(all, goal.span)),
            label: PartLabel::Truth(self.truths(combination.iter().copied().enumerate())),
            limit: Some(1),
        }
    }

    /// The truth values of some formulas by their names.
    fn truths(&self, of: impl IntoIterator<Item = (usize, bool)>) -> Truths {
        of.into_iter().map(|(place, truth)| (self.names[place].clone(), truth)).collect()
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

    /// Returns all combinations that are possible, and the others, or `None` if it was stopped.
    fn of_all(
        &self,
        combinations: &Combinations,
        undecided: &UndecidedCombinations,
    ) -> Option<(Vec<Combination>, MissingCombinations)> {
        let possible = combinations.possible(None)?;
        let missing = self.missing(&possible);
        let (open, impossible): (Vec<_>, Vec<_>) = match undecided {
            UndecidedCombinations::Nothing => (Vec::new(), missing),
            UndecidedCombinations::Unknown => (missing, Vec::new()),
            UndecidedCombinations::Some(combinations) => {
                let open = combinations.possible(None)?;
                missing.into_iter().partition(|combination| open.contains(combination))
            }
        };
        let tell = |all: Vec<Combination>| -> Vec<Truths> {
            all.into_iter().map(|one| self.truths(one.into_iter().enumerate())).collect()
        };
        let (impossible, undecided) = (tell(impossible), tell(open));
        Some((possible, MissingCombinations { impossible, undecided }))
    }

    /// Like `of_all`, for each two formulas.
    fn of_pairs(
        &self,
        combinations: &Combinations,
        undecided: &UndecidedCombinations,
    ) -> Option<(Vec<Combination>, MissingCombinations)> {
        let (possible, missing) = combinations.covering_pairs()?;
        let (impossible, open): (Vec<_>, Vec<_>) = match undecided {
            UndecidedCombinations::Nothing => (missing, Vec::new()),
            UndecidedCombinations::Unknown => (Vec::new(), missing),
            UndecidedCombinations::Some(combinations) => {
                let (_, closed) = combinations.covering_pairs()?;
                missing.into_iter().partition(|pair| closed.contains(pair))
            }
        };
        let tell = |all: Vec<PairCombination>| -> Vec<Truths> {
            let pair = |one: PairCombination| self.truths(one.places.into_iter().zip(one.truths));
            all.into_iter().map(pair).collect()
        };
        let (impossible, undecided) = (tell(impossible), tell(open));
        Some((possible, MissingCombinations { impossible, undecided }))
    }
}

impl PartedQuestion for Cover {
    fn asked(&self) -> &SpecCommand {
        &self.asked
    }

    fn words(&self) -> String {
        let which = if self.is_pairwise { "pairs" } else { "all" };
        format!("cover of {which} of {}", self.header)
    }

    fn header(&self) -> (&'static str, Json) {
        let mut said = json!({ "of": self.header });
        if self.is_pairwise {
            said["pairwise"] = true.into();
        }
        ("cover", said)
    }

    fn whole(&self) -> Command {
        let goal = &self.command.goal;
        let all = [goal.clone()].into_iter().chain(self.formulas.iter().cloned());
        self.command.asking(in_all(all.collect(), goal.span))
    }

    fn parts(
        &mut self,
        meaning: Meaning,
        _: Option<u64>,
        effort: &Effort,
    ) -> Result<Vec<Part>, NoAnswer> {
        let problem = self.asked.problem_of(&self.command, meaning, effort)?;
        let combinations = Combinations::new(&problem, &self.formulas, effort.clone())
            .map_err(|diagnostic| self.asked.spec.mistake(diagnostic))?
            .ok_or(NoAnswer::Stopped)?;
        let undecided = self.asked.undecided(&self.command, &self.formulas, meaning, effort)?;
        let covered = match self.is_pairwise {
            true => self.of_pairs(&combinations, &undecided),
            false => self.of_all(&combinations, &undecided),
        };
        let (possible, missing) = covered.ok_or(NoAnswer::Stopped)?;
        let parts = possible.iter().map(|combination| self.part(combination)).collect();
        self.missing = Some(missing);
        Ok(parts)
    }

    fn conclusion(
        &self,
        outcomes: &[PartOutcome],
        _: Meaning,
        _: &Effort,
    ) -> Result<Conclusion, NoAnswer> {
        debug_assert!(
            outcomes.iter().all(|outcome| outcome.count == 1 || outcome.step == Step::Stopped),
            "a possible combination has an instance"
        );
        let Some(MissingCombinations { impossible, undecided }) = &self.missing else {
            return Ok(Conclusion::Nothing);
        };
        let (impossible, undecided) = (impossible.clone(), undecided.clone());
        let pairs_of = self.is_pairwise.then_some(self.formulas.len());
        Ok(Conclusion::Cover { impossible, undecided, pairs_of })
    }
}

/// A conjunct's text, its place where another one has the same text, and which it is where there are several of
/// one place.
fn told(name: &ConjunctName, all: &[ConjunctName]) -> String {
    let is_shared = all.iter().filter(|other| other.text == name.text).count() > 1;
    let nth = name.nth.map_or(String::new(), |nth| format!(" ({nth})"));
    if is_shared { format!("{} @ {}{nth}", name.text, name.at) } else { name.text.clone() }
}
