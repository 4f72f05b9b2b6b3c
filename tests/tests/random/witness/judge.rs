//! Compares Korrel's list with the witness: it must hold exactly one instance of each class.

use korrel_enumerate::heap::{Schema, instance_record};
use korrel_enumerate::{Classes as Symmetry, Meaning, Strategy};
use korrel_sat::CompileWhen;
use korrel_tests::Spec as Korrel;

use super::classes::{Classes, look};
use super::heap::read;
use super::instances::Question;
use super::names::{Names, Refused, Settled};
use super::sizes::sizes;
use super::tree::{Kind, Multiplicity, SigId, Spec};

/// More assignments than this are not tried.
pub const MOST_ASSIGNMENTS: usize = 1 << 14;

/// The answer on which both agree, or the reason why they were not compared.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Agreed {
    /// So many classes.
    Classes(usize),
    Refusal,
    /// The rules of names give no answer.
    Ambiguous,
    TooMany,
}

/// The way in which a spec is asked.
#[derive(Clone, Copy, Debug)]
pub struct Asked {
    pub ignore_parameters: bool,
    /// All labelled instances are compared as well.
    pub labelled: bool,
    /// Of quantifiers over sets of so many tuples all values are tried.
    pub all_tried: usize,
}

/// # Errors
/// A difference, as text.
pub fn judge(spec: &Spec, asked: Asked) -> Result<Agreed, String> {
    let Some(sizes) = sizes(spec) else {
        return match lines(&spec.to_string(), asked, Symmetry::Isomorphism) {
            Ok(_) => Err("not refused: its scope".to_string()),
            Err(_) => Ok(Agreed::Refusal),
        };
    };
    let Ok((facts, goal)) = settled(spec) else {
        return Ok(Agreed::Ambiguous);
    };
    let ignore_parameters = asked.ignore_parameters;
    let question = Question { spec, sizes, facts, goal, ignore_parameters };
    // A number that the width of so few atoms has no room for.
    if spec.scope.no_integers && question.number_of_atoms() < 2 {
        return Ok(Agreed::TooMany);
    }
    let Ok(classes) = Classes::of(&question, MOST_ASSIGNMENTS) else {
        return Ok(Agreed::TooMany);
    };
    match compare(&question, &classes, asked) {
        Ok(()) => Ok(Agreed::Classes(classes.number_of_classes())),
        // Where both outcomes of a quantifier count, all of its values are tried.
        Err(refused) if refused.contains("[E0018]") => Ok(Agreed::TooMany),
        Err(difference) => Err(difference),
    }
}

pub fn settled(spec: &Spec) -> Result<(Vec<Settled>, Settled), Refused> {
    let mut closed = Names::new(spec, &[]);
    let facts = spec.facts.iter().map(|fact| closed.formula(fact)).collect::<Result<_, _>>()?;
    let goal = Names::new(spec, &spec.parameters).formula(&spec.goal)?;
    let goal = if spec.is_check { Settled::Not(Box::new(goal)) } else { goal };
    Ok((facts, goal))
}

fn compare(question: &Question<'_>, classes: &Classes, asked: Asked) -> Result<(), String> {
    let text = question.spec.to_string();
    let refused = |message| format!("refused: {message}");
    let all = lines(&text, asked, Symmetry::Isomorphism).map_err(refused)?;
    let (listed, expected) = (all.len(), classes.number_of_classes());
    let mut found = vec![0; classes.wanted.len()];
    for line in &all {
        let instance = read(question, line);
        let Some(number) = instance.and_then(|it| classes.number(&look(&it))) else {
            return Err(format!("no instance: {listed} lines, {expected} classes, and {line}"));
        };
        found[number] += 1;
        if found[number] > classes.wanted[number] {
            return Err(format!("listed twice: {listed} lines, {expected} classes, and {line}"));
        }
    }
    if listed != expected {
        return Err(format!("not all: {listed} lines, {expected} classes"));
    }
    if !asked.labelled || !has_plain_labels(question.spec) {
        return Ok(());
    }
    match lines(&text, asked, Symmetry::Labelled)?.len() {
        labelled if labelled == classes.labelled => Ok(()),
        labelled => Err(format!("labelled: {labelled} lines, {} instances", classes.labelled)),
    }
}

/// True if "every labelled instance" says which ones: the place of a `one` sig's atom, or of the atoms
/// of an ordered child, is a choice of the labelling.
fn has_plain_labels(spec: &Spec) -> bool {
    let is_pinned = |id: usize| {
        matches!(spec.sigs[id].kind, Kind::Child(_))
            && spec.sigs[id].multiplicity == Multiplicity::One
    };
    let is_top = |id: SigId| spec.sigs[id].kind == Kind::Top;
    !spec.primary().any(is_pinned) && spec.ordered().into_iter().all(is_top)
}

/// The lines that Korrel lists.
///
/// # Errors
/// Its messages, if it refuses the spec.
fn lines(text: &str, asked: Asked, classes: Symmetry) -> Result<Vec<String>, String> {
    let spec = Korrel::read(text)?;
    let command = spec.first();
    let meaning = Meaning { ignore_parameters: asked.ignore_parameters, ..Meaning::default() };
    let problem = spec.problem_trying(&command, meaning, asked.all_tried)?;
    let mut schema = Schema::new(&spec.model, &command).map_err(|clash| clash.to_string())?;
    if asked.ignore_parameters {
        schema = schema.ignoring_parameters();
    }
    // Most specs have fewer instances than a compilation waits for.
    let compiles = CompileWhen::After(text.len() as u32 % 3);
    let instances = spec.instances(&problem, Strategy { classes, compiles, ..Strategy::default() });
    let line = |instance| {
        let mut line = Vec::new();
        instance_record(&mut line, &schema, &spec.model, instance, 0, &[]);
        String::from_utf8(line).expect("a line is text")
    };
    Ok(instances.iter().map(line).collect())
}
