//! What commands and predicates amount to, shown beside them: numbers of instances, sizes, contradictions, parts that say
//! nothing.
//!
//! The places are those of the reading ([`Analysis::lenses`]) and cost nothing. What is shown there is searched for, so it is
//! asked of a [`korrel::Spec`], which a thread can own, with [`Settings`](korrel::Settings) that end the search.

use korrel::{Amount, BigUint, Command, Diagnostic, Error, Settings, View};
use korrel_lang::ast::{Paragraph, Target};
use korrel_lang::model::{self, CommandKind, ExprKind, Model, Node, Sig, SigId};
use korrel_lang::source::Span;

use crate::analysis::Analysis;

/// A line that is shown above a command or a predicate.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Lens {
    pub span: Span,
    pub subject: LensSubject,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum LensSubject {
    /// By its number from 0.
    Command(usize),
    /// By its name; and the first command that runs it, or the first one at all.
    Predicate(String, Option<usize>),
}

/// What a lens says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Outlook {
    /// `16 instances · smallest 0 objects`, `holds in 16 of 112`.
    pub text: String,
    /// There is no instance.
    pub is_empty: bool,
}

/// The sizes that a command's scope leaves to be derived, behind the command.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SizeHint {
    /// Where it is shown.
    pub offset: u32,
    /// `Node 0..3, Int -8..7`.
    pub text: String,
}

impl Analysis {
    /// A lens for each command and each predicate of the text; none where the spec has mistakes.
    pub fn lenses(&self) -> Vec<Lens> {
        if self.spec().is_none() {
            return Vec::new();
        }
        let (mut lenses, mut commands) = (Vec::new(), 0);
        for paragraph in &self.reading.module().paragraphs {
            match paragraph {
                Paragraph::Command(command) => {
                    if !command.is_chained {
                        let subject = LensSubject::Command(commands);
                        lenses.push(Lens { span: command.span, subject });
                    }
                    commands += 1;
                }
                Paragraph::Function(function) if function.result.is_none() => {
                    let name = function.name.text.clone();
                    let within = self.command_of(&name);
                    let subject = LensSubject::Predicate(name, within);
                    lenses.push(Lens { span: function.name.span, subject });
                }
                _ => {}
            }
        }
        lenses
    }

    /// The number of the first command that runs a predicate, or of the first command.
    fn command_of(&self, predicate: &str) -> Option<usize> {
        let commands = self.reading.module().paragraphs.iter().filter_map(|one| match one {
            Paragraph::Command(command) => Some(command),
            _ => None,
        });
        let runs = |command: &&korrel_lang::ast::Command| {
            command.kind == CommandKind::Run
                && matches!(&command.target, Target::Name(name) if name.text == predicate)
        };
        let commands: Vec<_> = commands.collect();
        let own = commands.iter().position(runs);
        own.or((!commands.is_empty()).then_some(0))
    }

    /// The sizes that the scopes of commands do not name.
    pub fn size_hints(&self) -> Vec<SizeHint> {
        let Some(spec) = self.spec() else { return Vec::new() };
        let asked = korrel::Spec::from(spec.clone());
        let commands = spec.model.commands.iter().enumerate();
        commands
            .filter_map(|(index, command)| {
                let written = command.written?;
                let sizes = asked.command(&index.to_string()).ok()?.sizes().ok()?;
                let scope = written.scope.map_or("", |scope| self.sources().text(scope));
                let is_named = |of: &str| {
                    let mut words =
                        scope.split(|c: char| !c.is_alphanumeric() && !"_/".contains(c));
                    words.any(|word| word == of)
                };
                // The range of integers says nothing where nothing speaks of them.
                let has_integers = speaks_of_integers(&spec.model, command);
                let is_shown = |size: &&korrel::Size| {
                    !is_named(&size.of) && (has_integers || size.of != "Int")
                };
                let shown = sizes.iter().filter(is_shown);
                let shown: Vec<String> = shown.map(sized).collect();
                let offset = written.scope.map_or(written.subject.end, |scope| scope.end);
                (!shown.is_empty()).then(|| SizeHint { offset, text: shown.join(", ") })
            })
            .collect()
    }
}

/// A field, the facts or the goal of a command have to do with numbers.
fn speaks_of_integers(model: &Model, command: &model::Command) -> bool {
    let is_integer = |sig: &SigId| matches!(*sig, Sig::INT | Sig::SEQ_INT);
    let facts = model.facts.iter().map(|fact| Node::Formula(&fact.formula));
    let asked = facts.chain([&command.declared, &command.goal].map(Node::Formula));
    let in_fields =
        model.fields.iter().any(|(_, field)| field.ty.products.iter().flatten().any(is_integer));
    in_fields
        || model.reachable(asked).any(|node| match node {
            Node::Integer(_) => true,
            Node::Relation(expr) => matches!(&expr.kind, ExprKind::Sig(sig) if is_integer(sig)),
            Node::Formula(_) => false,
        })
}

fn sized(size: &korrel::Size) -> String {
    let korrel::Size { of, least, greatest } = size;
    match least == greatest {
        true => format!("{of} {least}"),
        false => format!("{of} {least}..{greatest}"),
    }
}

impl LensSubject {
    /// What there is to say; `None` if the search ended before anything was known.
    ///
    /// # Errors
    /// A construct that cannot be translated.
    pub fn outlook(
        &self,
        spec: &korrel::Spec,
        settings: &Settings,
    ) -> Result<Option<Outlook>, Error> {
        match self {
            LensSubject::Command(index) => {
                let command = spec.command(&index.to_string())?.with(settings.clone());
                of_command(&command)
            }
            LensSubject::Predicate(name, within) => {
                let command = predicate(spec, name, *within)?.with(settings.clone());
                of_predicate(&command)
            }
        }
    }
}

/// The command that runs a predicate, in the scope of another one if it is none itself.
fn predicate(spec: &korrel::Spec, name: &str, within: Option<usize>) -> Result<Command, Error> {
    let Some(index) = within else { return spec.command(name) };
    if spec.commands().nth(index) == Some(name) {
        return spec.command(&index.to_string());
    }
    let of_scope = spec.command(&index.to_string())?;
    let own = spec.command(name)?;
    match of_scope.scope_text() {
        Some(scope) => own.scope(&scope),
        None => Ok(own),
    }
}

fn of_command(command: &Command) -> Result<Option<Outlook>, Error> {
    let mut last: Option<View> = None;
    let is_whole = match command.look(None, |view| last = Some(view.clone())) {
        Ok(view) => {
            last = Some(view);
            true
        }
        Err(Error::Stopped) => false,
        Err(error) => return Err(error),
    };
    Ok(last.and_then(|view| said_of(&view, is_whole)))
}

/// `16 instances · smallest 0 objects`.
fn said_of(view: &View, is_whole: bool) -> Option<Outlook> {
    let listed: u64 = view.sizes.values().sum();
    let amount = match &view.total {
        Some(total) => total.clone(),
        None => Amount { number: listed.into(), is_least: true },
    };
    if listed == 0 && amount.is_least {
        return None;
    }
    let (one, many) = match view.is_of_check {
        true => ("counterexample", "counterexamples"),
        false => ("instance", "instances"),
    };
    if amount.number == BigUint::from(0_u32) {
        return Some(Outlook { text: format!("no {one}"), is_empty: true });
    }
    let thing = if view.is_of_traces { "state" } else { "object" };
    let word = if amount.number == BigUint::from(1_u32) && !amount.is_least { one } else { many };
    let mut text = format!("{} {word}", in_words(&amount));
    let least = view.sizes.keys().next().filter(|least| is_whole || view.is_whole(**least));
    if let Some(&least) = least {
        let plural = if least == 1 { "" } else { "s" };
        text.push_str(&format!(" · smallest {least} {thing}{plural}"));
    }
    Some(Outlook { text, is_empty: false })
}

/// `holds in 16 of 112`.
fn of_predicate(command: &Command) -> Result<Option<Outlook>, Error> {
    let told = |found: Result<Amount, Error>| match found {
        Ok(amount) => Ok(Some(amount)),
        Err(Error::Stopped) => Ok(None),
        Err(error) => Err(error),
    };
    let Some(holds) = told(command.amount())? else { return Ok(None) };
    let of = match told(command.amount_of_roots())? {
        Some(all) => format!(" of {}", in_words(&all)),
        None => String::new(),
    };
    let is_empty = holds.number == BigUint::from(0_u32) && !holds.is_least;
    Ok(Some(Outlook { text: format!("holds in {}{of}", in_words(&holds)), is_empty }))
}

/// `16`, `1,204`, `more than 10,000`.
fn in_words(amount: &Amount) -> String {
    let digits = amount.number.to_string();
    let mut text = String::new();
    for (at, digit) in digits.chars().enumerate() {
        if at > 0 && (digits.len() - at).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    match amount.is_least {
        true => format!("more than {text}"),
        false => text,
    }
}

/// Why a command has no instance: the parts that contradict each other, with their places. `None` where there is an instance,
/// where it is too hard to find, or of a check, which is to have none.
///
/// # Errors
/// A construct that cannot be translated.
pub fn contradiction(
    spec: &korrel::Spec,
    command: usize,
    settings: &Settings,
) -> Result<Option<Diagnostic>, Error> {
    let command = spec.command(&command.to_string())?;
    if command.is_check() {
        return Ok(None);
    }
    match command.with(settings.clone()).why_empty() {
        Err(Error::Stopped) => Ok(None),
        answer => answer,
    }
}

/// The parts of a spec that say nothing within the scopes of its commands.
///
/// # Errors
/// A construct that cannot be translated.
pub fn idle_parts(spec: &korrel::Spec, settings: &Settings) -> Result<Vec<Diagnostic>, Error> {
    match spec.vacuity(settings) {
        Err(Error::Stopped) => Ok(Vec::new()),
        answer => answer,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::marked;

    /// If it failed, an editor would show wrong numbers, or numbers at the wrong places.
    #[test]
    fn numbers_beside_commands_and_predicates() {
        let (analysis, _) = marked(
            "|sig N { next: lone N }\npred p { no n: N | n in n.^next }\npred q[n: N] { no n.next }\n\
             run p for 2\ncheck { no none } for 2\nrun { no N and some N } for 3 N",
        );
        let spec = korrel::Spec::from(analysis.spec().expect("it has no mistakes").clone());
        let settings = Settings::new();
        let texts: Vec<String> = analysis
            .lenses()
            .iter()
            .map(|lens| match lens.subject.outlook(&spec, &settings) {
                Ok(Some(outlook)) => outlook.text,
                other => format!("{other:?}"),
            })
            .collect();
        let expected = [
            "holds in 4 of 9",
            "holds in 4 of 11",
            "4 instances · smallest 0 objects",
            "no counterexample",
            "no instance",
        ];
        assert_eq!(texts, expected);
        let why = contradiction(&spec, 2, &settings).expect("it can be asked");
        assert_eq!(why.map(|why| why.related.len() + 1), Some(2));
        let proved = contradiction(&spec, 1, &settings).expect("it can be asked");
        assert!(proved.is_none(), "a check without a counterexample is no mistake");
        let hints: Vec<String> = analysis.size_hints().into_iter().map(|hint| hint.text).collect();
        assert_eq!(hints, ["N 0..2", "N 0..2"]);
        let (analysis, _) = marked("|sig N { key: Int }\nrun {} for 2\nrun {} for 2 but 0..3 Int");
        let hints: Vec<String> = analysis.size_hints().into_iter().map(|hint| hint.text).collect();
        assert_eq!(hints, ["N 0..2, Int -8..7", "N 0..2"]);
    }

    /// If it failed, a number would be hard to read, or be taken for an exact one.
    #[test]
    fn numbers_in_words() {
        let words = |number: u64, is_least| in_words(&Amount { number: number.into(), is_least });
        assert_eq!(
            [words(0, false), words(1204, false), words(10_000, true)],
            ["0", "1,204", "more than 10,000"]
        );
    }
}
