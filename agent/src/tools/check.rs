//! `check`: the mistakes and the warnings, what the spec offers, and what its commands give.

use std::fmt::Write;

use korrel::answer::{self, Fix, Message, NumbersAnswer, VerdictAnswer};
use korrel::{CommandCheck, Error, Verdict};
use korrel_editor::{Analysis, Edit};
use korrel_lang::spec::{OutlineItem, OutlineKind};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::asking::{Asking, Begun};
use crate::given::SpecArgument;
use crate::reply::{Cut, InstanceForm, InstanceReply, ToolRefusal, WhyCut, message_said};
use crate::tool::{Question, ToolReply};

/// More messages are not told.
const TOLD: usize = 100;
/// The longest text for which edits are looked for, in bytes.
const MENDED_TEXT: usize = 20 << 10;
/// The first mistakes, for which edits are looked for: each edit is tried by reading the spec again.
const MENDED: usize = 20;

#[derive(Debug, Deserialize, JsonSchema)]
pub struct Check {
    #[serde(flatten)]
    spec: SpecArgument,
    /// Run each command, and compare what it gives with its `expect`; a `check` expects no counterexample.
    #[serde(default)]
    run: bool,
}

#[derive(Debug, Serialize, JsonSchema)]
pub struct CheckReply {
    /// There are no mistakes, so that the other tools can be asked.
    good: bool,
    /// The mistakes, or the warnings if there are none.
    messages: Vec<Message>,
    /// The declarations of the spec, in order: sigs, fields, facts, predicates, functions, assertions.
    declares: Vec<String>,
    /// The commands, in order; their numbers count from 0.
    commands: Vec<CommandReply>,
    #[serde(skip_serializing_if = "Option::is_none")]
    cut: Option<Cut>,
}

/// A command.
#[derive(Debug, Serialize, JsonSchema)]
struct CommandReply {
    /// By which it is asked for, where no other command is called so.
    label: String,
    /// As written, in one line.
    command: String,
    /// The result, if it was run.
    #[serde(skip_serializing_if = "Option::is_none")]
    ran: Option<RunReply>,
}

/// The result of a command.
#[derive(Debug, Serialize, JsonSchema)]
struct RunReply {
    verdict: VerdictAnswer,
    #[serde(flatten)]
    numbers: Option<NumbersAnswer>,
    /// Why it cannot be run, if no message says that.
    #[serde(skip)]
    why: Option<String>,
    /// The first instance, where there should be none: of a `check` the counterexample.
    #[serde(skip_serializing_if = "Option::is_none")]
    first: Option<InstanceReply>,
    /// Warnings about its scope and its facts; the reason why it is refused.
    messages: Vec<Message>,
}

impl Question for Check {
    type Answer = CheckReply;
    const NAME: &'static str = "check";
    const TITLE: &'static str = "Check a spec";
    const DESCRIPTION: &'static str = "Read a spec: its mistakes and warnings with their places, codes, remedies and edits \
        that mend them; what it declares, and its commands. Ask this first, and after each change. With `run`, each \
        command is run and compared with what it expects, and a `check` that fails shows its counterexample.";

    fn answer(self, asking: &Asking) -> Result<CheckReply, ToolRefusal> {
        let begun = self.spec.begin(asking);
        let analysis = self.spec.read(&begun)?;
        let messages = self.messages(&analysis, &begun);
        let outline = analysis.symbols();
        let declares = outline.iter().filter(|item| !is_command(item)).flat_map(lines).collect();
        let mut said = CheckReply {
            good: analysis.spec().is_some(),
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

fn commands(outline: &[OutlineItem]) -> Vec<CommandReply> {
    let all = outline.iter().filter(|item| is_command(item));
    all.map(|item| CommandReply { label: item.name.clone(), command: item.text.clone(), ran: None })
        .collect()
}

/// Runs each command as far as the limits allow.
fn run(spec: &korrel::Spec, commands: &mut [CommandReply], begun: &Begun<'_>) -> Option<Cut> {
    for (at, said) in commands.iter_mut().enumerate() {
        let checked = spec.command(&at.to_string()).map(|one| one.with(begun.settings()));
        let checked = checked.and_then(|command| command.check());
        let is_stopped = matches!(&checked, Err(Error::Stopped))
            || matches!(&checked, Ok(CommandCheck { verdict: Verdict::Incomplete, .. }));
        said.ran = Some(ran(spec, checked));
        if is_stopped && begun.is_over() {
            let go_on =
                format!("count command {at} and those after it by `count`, in smaller scopes");
            return Some(Cut::stopped(begun, go_on));
        }
    }
    None
}

fn ran(spec: &korrel::Spec, checked: Result<CommandCheck, Error>) -> RunReply {
    let none =
        |verdict, why, messages| RunReply { verdict, numbers: None, why, first: None, messages };
    let said = |all: &[korrel::Diagnostic]| -> Vec<Message> {
        all.iter().map(|one| message_said(spec.sources(), one)).collect()
    };
    match checked {
        Ok(checked) => RunReply {
            verdict: VerdictAnswer::from(checked.verdict),
            numbers: Some(NumbersAnswer { expected: checked.expected, found: checked.found }),
            why: None,
            first: checked
                .first
                .as_ref()
                .map(|heap| InstanceReply::of(heap, InstanceForm::Drawing)),
            messages: said(&checked.warnings),
        },
        Err(Error::Stopped) => none(VerdictAnswer::Incomplete, None, Vec::new()),
        Err(Error::Spec(mistakes)) => none(VerdictAnswer::Error, None, said(&mistakes.diagnostics)),
        Err(other) => none(VerdictAnswer::Error, Some(other.to_string()), Vec::new()),
    }
}

impl Check {
    fn messages(&self, analysis: &Analysis, begun: &Begun<'_>) -> Vec<Message> {
        let said = |(at, one): (usize, &korrel::Diagnostic)| {
            let mut said = message_said(analysis.sources(), one);
            if at < MENDED && analysis.text().len() <= MENDED_TEXT && !begun.is_over() {
                let finding = analysis.finding(one);
                let fixes =
                    analysis.fixes(&finding, &mut |request| self.spec.module(request, begun));
                let edits = |edits: &[Edit]| edits.iter().map(|one| edit(analysis, one)).collect();
                let fix = |fix: &korrel_editor::Fix| Fix {
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

fn edit(analysis: &Analysis, edit: &Edit) -> answer::Edit {
    let sources = analysis.sources();
    let (line, column) = sources.line_and_column(edit.span);
    let end = korrel::Span { start: edit.span.end, ..edit.span };
    let (end_line, end_column) = sources.line_and_column(end);
    answer::Edit { line, column, end_line, end_column, text: edit.text.clone() }
}

impl ToolReply for CheckReply {
    fn write(&self, text: &mut String) {
        let _ = match (self.good, self.messages.len()) {
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
            let _ = writeln!(text, "  {at}: {}", command.command);
            if let Some(ran) = &command.ran {
                ran.write(text);
            }
        }
        Cut::write(self.cut.as_ref(), text);
    }
}

impl RunReply {
    fn write(&self, text: &mut String) {
        let RunReply { verdict, numbers, why, first, messages } = self;
        let numbers = numbers.as_ref().map(NumbersAnswer::to_string);
        let told: Vec<String> =
            [Some(verdict.name().to_owned()), numbers, why.clone()].into_iter().flatten().collect();
        let _ = writeln!(text, "     {}", told.join(": "));
        if let Some(first) = first {
            first.write(text);
        }
        messages.iter().for_each(|message| text.push_str(&message.text));
    }
}
