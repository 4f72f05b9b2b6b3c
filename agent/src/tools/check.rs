//! `check_spec`: the mistakes and the warnings, what the spec offers, and what its commands give.

use std::fmt::Write;

use korrel::{Checked, Error, Verdict};
use korrel_editor::{Analysis, Edit};
use korrel_lang::spec::{OutlineItem, OutlineKind};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::asking::{Asking, Begun};
use crate::given::SpecGiven;
use crate::said::{Cut, EditSaid, FixSaid, InstanceSaid, MessageSaid, Refusal, Shown, WhyCut};
use crate::tool::{Question, Said};

/// More messages are not told.
const TOLD: usize = 100;
/// The longest text for which edits are looked for, in bytes.
const MENDED_TEXT: usize = 20 << 10;
/// The first mistakes, for which edits are looked for: each edit is tried by reading the spec again.
const MENDED: usize = 20;

#[derive(Debug, Deserialize, JsonSchema)]
pub struct Check {
    #[serde(flatten)]
    spec: SpecGiven,
    /// Run each command, and compare what it gives with its `expect`; a `check` expects no counterexample.
    #[serde(default)]
    run: bool,
}

#[derive(Debug, Serialize, JsonSchema)]
pub struct CheckSaid {
    /// There are no mistakes, so that the other tools can be asked.
    is_good: bool,
    /// The mistakes; where there are none, the warnings.
    messages: Vec<MessageSaid>,
    /// The declarations of the spec, in order: sigs, fields, facts, predicates, functions, assertions.
    declares: Vec<String>,
    /// The commands, in order; their numbers count from 0.
    commands: Vec<CommandSaid>,
    #[serde(skip_serializing_if = "Option::is_none")]
    cut: Option<Cut>,
}

/// A command.
#[derive(Debug, Serialize, JsonSchema)]
struct CommandSaid {
    /// By which it is asked for, where no other command is called so.
    label: String,
    /// As written, in one line.
    text: String,
    /// The result, if it was run.
    #[serde(skip_serializing_if = "Option::is_none")]
    ran: Option<RanSaid>,
}

/// The result of a command.
#[derive(Debug, Serialize, JsonSchema)]
struct RanSaid {
    /// `met`, `not_met`, or `incomplete` if limits ended it; `refused` if it cannot be run.
    verdict: VerdictSaid,
    /// The number of instances that it expects, in words.
    expected: String,
    /// The number that was found, in words: as far as the expectation needs it.
    found: String,
    /// The first instance, where there should be none: of a `check` the counterexample.
    #[serde(skip_serializing_if = "Option::is_none")]
    first: Option<InstanceSaid>,
    /// Warnings about its scope and its facts; the reason why it is refused.
    messages: Vec<MessageSaid>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
enum VerdictSaid {
    Met,
    NotMet,
    Incomplete,
    Refused,
}

impl Question for Check {
    type Answer = CheckSaid;
    const NAME: &'static str = "check_spec";
    const TITLE: &'static str = "Check a spec";
    const DESCRIPTION: &'static str = "Read a spec: its mistakes and warnings with their places, codes, remedies and edits \
        that mend them; what it declares, and its commands. Ask this first, and after each change. With `run`, each \
        command is run and compared with what it expects, and a `check` that fails shows its counterexample.";

    fn answer(self, asking: &Asking) -> Result<CheckSaid, Refusal> {
        let begun = self.spec.begin(asking);
        let analysis = self.spec.read(&begun)?;
        let messages = self.messages(&analysis, &begun);
        let outline = analysis.symbols();
        let declares = outline.iter().filter(|item| !is_command(item)).flat_map(lines).collect();
        let mut said = CheckSaid {
            is_good: analysis.spec().is_some(),
            messages,
            declares,
            commands: commands(&outline),
            cut: (analysis.diagnostics().len() > TOLD)
                .then(|| Cut::new(WhyCut::Size, "mend these first, and ask again")),
        };
        if self.run
            && let Some(spec) = analysis.spec()
        {
            let cut = run(&korrel::Spec::from(spec.clone()), &mut said.commands, &begun);
            said.cut = cut.or(said.cut);
        }
        Ok(said)
    }
}

fn is_command(item: &OutlineItem) -> bool {
    matches!(item.kind, OutlineKind::Run | OutlineKind::Check)
}

fn lines(item: &OutlineItem) -> Vec<String> {
    let own = std::iter::once(item.text.clone());
    own.chain(item.children.iter().map(|child| format!("  {}", child.text))).collect()
}

fn commands(outline: &[OutlineItem]) -> Vec<CommandSaid> {
    let all = outline.iter().filter(|item| is_command(item));
    all.map(|item| CommandSaid { label: item.name.clone(), text: item.text.clone(), ran: None })
        .collect()
}

/// Runs each command as far as the limits allow.
fn run(spec: &korrel::Spec, commands: &mut [CommandSaid], begun: &Begun<'_>) -> Option<Cut> {
    for (at, said) in commands.iter_mut().enumerate() {
        let checked = spec.command(&at.to_string()).map(|one| one.with(begun.settings()));
        let checked = checked.and_then(|command| command.check());
        let is_stopped = matches!(&checked, Err(Error::Stopped))
            || matches!(&checked, Ok(Checked { verdict: Verdict::Incomplete, .. }));
        said.ran = Some(ran(spec, checked));
        if is_stopped && begun.is_over() {
            let go_on =
                format!("count command {at} and those after it by `count`, in smaller scopes");
            return Some(Cut::stopped(begun, go_on));
        }
    }
    None
}

fn ran(spec: &korrel::Spec, checked: Result<Checked, Error>) -> RanSaid {
    let none = |verdict, found: &str, messages| RanSaid {
        verdict,
        expected: String::new(),
        found: found.to_owned(),
        first: None,
        messages,
    };
    match checked {
        Ok(checked) => RanSaid {
            verdict: match checked.verdict {
                Verdict::Met => VerdictSaid::Met,
                Verdict::NotMet => VerdictSaid::NotMet,
                Verdict::Incomplete => VerdictSaid::Incomplete,
            },
            expected: checked.expected.to_string(),
            found: checked.found.to_string(),
            first: checked.first.as_ref().map(|heap| InstanceSaid::of(heap, Shown::Drawing)),
            messages: checked
                .warnings
                .iter()
                .map(|one| MessageSaid::of(spec.sources(), one))
                .collect(),
        },
        Err(Error::Stopped) => none(VerdictSaid::Incomplete, "nothing yet", Vec::new()),
        Err(Error::Spec(mistakes)) => {
            let mistakes = mistakes.diagnostics.iter();
            let sources = spec.sources();
            let messages = mistakes.map(|one| MessageSaid::of(sources, one)).collect();
            none(VerdictSaid::Refused, "nothing", messages)
        }
        Err(other) => none(VerdictSaid::Refused, &other.to_string(), Vec::new()),
    }
}

impl Check {
    fn messages(&self, analysis: &Analysis, begun: &Begun<'_>) -> Vec<MessageSaid> {
        let said = |(at, one): (usize, &korrel::Diagnostic)| {
            let mut said = MessageSaid::of(analysis.sources(), one);
            if at < MENDED && analysis.text().len() <= MENDED_TEXT && !begun.is_over() {
                let finding = analysis.finding(one);
                let fixes =
                    analysis.fixes(&finding, &mut |request| self.spec.module(request, begun));
                let edits = |edits: &[Edit]| edits.iter().map(|one| edit(analysis, one)).collect();
                let fix = |fix: &korrel_editor::Fix| FixSaid {
                    title: fix.title.clone(),
                    edits: edits(&fix.edits),
                };
                said.fixes = fixes.iter().map(fix).collect();
            }
            said
        };
        analysis.diagnostics().iter().take(TOLD).enumerate().map(said).collect()
    }
}

fn edit(analysis: &Analysis, edit: &Edit) -> EditSaid {
    let sources = analysis.sources();
    let (line, column) = sources.line_and_column(edit.span);
    let end = korrel::Span { start: edit.span.end, ..edit.span };
    let (end_line, end_column) = sources.line_and_column(end);
    EditSaid { line, column, end_line, end_column, text: edit.text.clone() }
}

impl Said for CheckSaid {
    fn write(&self, text: &mut String) {
        let _ = match (self.is_good, self.messages.len()) {
            (true, 0) => writeln!(text, "the spec has no mistakes"),
            (true, 1) => writeln!(text, "the spec has no mistakes, and 1 warning"),
            (true, warnings) => writeln!(text, "the spec has no mistakes, and {warnings} warnings"),
            (false, 1) => writeln!(text, "the spec has a mistake"),
            (false, mistakes) => writeln!(text, "the spec has {mistakes} mistakes"),
        };
        for message in &self.messages {
            let _ = write!(text, "\n{}", message.text);
            for fix in &message.fixes {
                let _ = writeln!(text, "  fix: {}", fix.title);
            }
        }
        if !self.declares.is_empty() {
            let _ = writeln!(text, "\ndeclares:");
            self.declares.iter().for_each(|line| {
                let _ = writeln!(text, "  {line}");
            });
        }
        if !self.commands.is_empty() {
            let _ = writeln!(text, "\ncommands:");
        }
        for (at, command) in self.commands.iter().enumerate() {
            let _ = writeln!(text, "  {at}: {}", command.text);
            if let Some(ran) = &command.ran {
                ran.write(text);
            }
        }
        Cut::write(self.cut.as_ref(), text);
    }
}

impl RanSaid {
    fn write(&self, text: &mut String) {
        let RanSaid { verdict, expected, found, first, messages } = self;
        let _ = match verdict {
            VerdictSaid::Met => writeln!(text, "     as expected: {found}"),
            VerdictSaid::NotMet => {
                writeln!(text, "     NOT as expected: {found}, and not {expected}")
            }
            VerdictSaid::Incomplete => writeln!(text, "     not known yet: {found}"),
            VerdictSaid::Refused => writeln!(text, "     it cannot be run"),
        };
        if let Some(first) = first {
            first.write(text);
        }
        messages.iter().for_each(|message| text.push_str(&message.text));
    }
}
