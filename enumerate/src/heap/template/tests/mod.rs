//! Every record held against the slow path.

mod inline;
mod library;
mod refused;
mod values;

use korrel_lang::load::{load, no_files};
use korrel_lang::model::{Command, Model};
use korrel_lang::resolve::resolve;
use korrel_lang::source::Sources;
use korrel_sat::{Effort, Enumerator, Models, Step, Var};
use korrel_translate::{Contents, Translation};

use super::Template;
use crate::canonical::{Canonicity, Labelling};
use crate::heap::{Schema, begin_record, instance_record};
use crate::{Meaning, Problem};

/// The number of instances of a command that are compared.
const LIMIT: u64 = 3_000;

/// The model of a spec that has no mistakes.
fn model(name: &str, text: &str) -> Model {
    let mut sources = Sources::default();
    let file = sources.add(name, text);
    let program = load(&mut sources, file, &mut no_files);
    let resolved = program.and_then(|program| resolve(&program));
    match resolved {
        Ok(resolved) => resolved.model,
        Err(mistakes) => {
            let messages = mistakes.iter().map(|m| m.render(&sources, false) + "\n");
            panic!("{}in {name}", messages.collect::<String>());
        }
    }
}

/// A command, ready to be listed.
struct Case<'m> {
    problem: Problem<'m>,
    schema: Schema,
    translation: Translation,
}

impl<'m> Case<'m> {
    fn new(model: &'m Model, command: &'m Command, break_symmetry: bool) -> Case<'m> {
        let problem = Problem::new(model, command, Meaning::default(), &Effort::default())
            .expect("the scope is possible");
        let translation = problem
            .translate(Contents { break_symmetry, ..Contents::default() }, &Effort::default())
            .expect("the command is first-order");
        let schema = Schema::new(model, command).expect("no two roots have one name");
        Case { problem, schema, translation }
    }

    fn template(&self) -> Option<Template> {
        let model = self.problem.question.model;
        Template::new(&self.schema, model, &self.translation)
    }

    fn record(&self, id: u64, value: impl Fn(Var) -> bool) -> String {
        let instance = self.translation.decode(self.problem.question.model, value);
        let mut line = Vec::new();
        instance_record(&mut line, &self.schema, self.problem.question.model, &instance, id, &[]);
        String::from_utf8(line).expect("JSON is UTF-8")
    }
}

/// Holds the records of a command against the slow path, for the canonical instances and for all
/// labelled ones. Returns how many there were.
///
/// # Panics
/// At the first difference, or if the command has no template.
fn compare(model: &Model, command: &Command) -> u64 {
    [true, false].map(|canonical| compare_listed(model, command, canonical)).iter().sum()
}

fn compare_listed(model: &Model, command: &Command, canonical: bool) -> u64 {
    let case = Case::new(model, command, canonical);
    let symmetry = &case.problem.symmetry;
    let mut canonicity = canonical.then(|| Canonicity::new(model, symmetry, &case.translation));
    let projection = &case.translation.projection;
    let effort = Effort::default();
    let mut models = Enumerator::new(&case.translation.cnf, projection, Default::default(), effort);
    let mut writers = Writers::new(&case);
    let mut count = 0;
    while count < LIMIT && models.next() == Step::Model {
        let tested = canonicity.as_mut().map(|test| test.test(|var| models.value(var)));
        let refusal = match tested {
            Some(Labelling::Violates(clause)) => Some(clause),
            Some(Labelling::Untested) => unreachable!("nobody raises the flag"),
            Some(Labelling::Canonical) | None => None,
        };
        if let Some(clause) = refusal {
            models.refuse(&clause);
            continue;
        }
        writers.compare(count, models.changed_from(), |var| models.value(var));
        count += 1;
    }
    count
}

/// Templates that get different, but true, numbers of unchanged positions.
struct Writers<'a, 'm> {
    case: &'a Case<'m>,
    told_nothing: Template,
    told_by_enumerator: Template,
    told_exactly: Template,
    last: Vec<bool>,
    /// Records are appended to what is there.
    lines: Vec<u8>,
}

impl<'a, 'm> Writers<'a, 'm> {
    fn new(case: &'a Case<'m>) -> Writers<'a, 'm> {
        let template = case.template().expect("the command has a template");
        Writers {
            case,
            told_nothing: template.clone(),
            told_by_enumerator: template.clone(),
            told_exactly: template,
            last: Vec::new(),
            lines: Vec::new(),
        }
    }

    fn compare(&mut self, id: u64, changed_from: usize, value: impl Fn(Var) -> bool + Copy) {
        let order = &self.case.translation.projection.order;
        let values: Vec<bool> = order.iter().map(|lit| value(lit.var())).collect();
        let unchanged = values.iter().zip(&self.last).take_while(|(a, b)| a == b).count();
        self.last = values;
        let expected = self.case.record(id, value);
        let told = [
            (&mut self.told_nothing, 0),
            (&mut self.told_by_enumerator, changed_from),
            (&mut self.told_exactly, unchanged),
        ];
        for (template, unchanged) in told {
            let start = self.lines.len();
            begin_record(&mut self.lines, &id.into());
            let before = template.body().to_vec();
            template.write(unchanged, value);
            // Another thread makes the line of what the last one had there.
            assert_eq!(template.body().get(..template.kept()), before.get(..template.kept()));
            self.lines.extend_from_slice(template.body());
            assert_eq!(self.lines.pop(), Some(b'\n'));
            let line = std::str::from_utf8(&self.lines[start..]).expect("JSON is UTF-8");
            assert_eq!(line, expected, "{unchanged} unchanged");
        }
    }
}
