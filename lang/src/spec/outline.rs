//! The outline of a file: what it declares, and where.
//!
//! It is made of the syntax tree alone, so it is there while names do not resolve, and for those paragraphs that can be
//! parsed while others cannot.

use crate::ast::{
    Command, CommandKind, Declaration, Function, Module, Name, Paragraph, Sig, Target,
};
use crate::parse::{in_one_line, sizes_in_one_line};
use crate::source::{Sources, Span};

/// A declaration or a command of a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OutlineItem {
    pub kind: OutlineKind,
    /// The name as declared, the module that is opened, or the label of a command. Empty for a fact without a name.
    pub name: String,
    /// The place of the name, or of the whole item where it has none.
    pub span: Span,
    /// The place of the whole item, in which the name is.
    pub whole: Span,
    /// The head of the item in one line: `abstract sig A extends B`, `next: lone Node`, `p[a, b: A]`, `run p for 3`.
    pub text: String,
    /// The fields of a sig, the values of an enum.
    pub children: Vec<OutlineItem>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum OutlineKind {
    Open,
    Enum,
    EnumValue,
    Sig,
    Field,
    Fact,
    Assertion,
    Predicate,
    Function,
    Macro,
    Run,
    Check,
}

/// The items of a module, in the order of the text. Sigs that are declared together are an item each.
pub fn outline(sources: &Sources, module: &Module) -> Vec<OutlineItem> {
    let mut items = Vec::new();
    let mut commands = 0;
    for paragraph in &module.paragraphs {
        match paragraph {
            // A module that every spec opens by itself stands nowhere.
            Paragraph::Open(open) if open.span.start == open.span.end => {}
            Paragraph::Open(open) => {
                items.push(named(
                    OutlineKind::Open,
                    &open.module,
                    open.span,
                    line(sources, open.span),
                ));
            }
            Paragraph::Enum(declared) => {
                let value = |value: &Name| {
                    named(OutlineKind::EnumValue, value, value.span, value.text.clone())
                };
                let text = format!("enum {}", declared.name.text);
                let item = named(OutlineKind::Enum, &declared.name, declared.span, text);
                let children = declared.values.iter().map(value).collect();
                items.push(OutlineItem { children, ..item });
            }
            Paragraph::Sig(declared) => items.extend(sigs(sources, declared)),
            Paragraph::Fact(fact) => items.push(fact_or_assertion(OutlineKind::Fact, fact)),
            Paragraph::Assertion(fact) => {
                items.push(fact_or_assertion(OutlineKind::Assertion, fact));
            }
            Paragraph::Function(declared) => {
                let kind = match declared.result {
                    None => OutlineKind::Predicate,
                    Some(_) => OutlineKind::Function,
                };
                items.push(named(
                    kind,
                    &declared.name,
                    declared.span,
                    signature(sources, declared),
                ));
            }
            Paragraph::Macro(declared) => {
                let parameters = declared.parameters.iter().map(|name| name.text.clone());
                let text = with_parameters(&declared.name.text, parameters.collect());
                items.push(named(OutlineKind::Macro, &declared.name, declared.span, text));
            }
            Paragraph::Command(declared) => {
                items.push(command(sources, declared, commands));
                commands += 1;
            }
        }
    }
    items
}

fn named(kind: OutlineKind, name: &Name, whole: Span, text: String) -> OutlineItem {
    OutlineItem {
        kind,
        name: name.text.clone(),
        span: name.span,
        whole,
        text,
        children: Vec::new(),
    }
}

fn line(sources: &Sources, span: Span) -> String {
    in_one_line(sources.text(span))
}

fn sigs(sources: &Sources, declared: &Sig) -> impl Iterator<Item = OutlineItem> {
    let head = sources.text(declared.span);
    let head = in_one_line(head.split('{').next().unwrap_or(head));
    let fields: Vec<OutlineItem> =
        declared.fields.iter().flat_map(|field| fields(sources, field)).collect();
    declared.names.iter().map(move |name| {
        let item = named(OutlineKind::Sig, name, declared.span, head.clone());
        OutlineItem { children: fields.clone(), ..item }
    })
}

fn fields(sources: &Sources, declared: &Declaration) -> impl Iterator<Item = OutlineItem> {
    let text = line(sources, declared.span);
    let field = move |name| named(OutlineKind::Field, name, declared.span, text.clone());
    declared.names.iter().map(field)
}

fn fact_or_assertion(kind: OutlineKind, fact: &crate::ast::Fact) -> OutlineItem {
    let (name, span) = match &fact.name {
        Some(name) => (name.text.clone(), name.span),
        None => (String::new(), fact.span),
    };
    OutlineItem { kind, text: name.clone(), name, span, whole: fact.span, children: Vec::new() }
}

/// `p[a, b: A, c: set B]`, with the receiver before the name and the result behind, if there are any.
fn signature(sources: &Sources, declared: &Function) -> String {
    let parameters = declared.parameters.iter().map(|parameter| line(sources, parameter.span));
    let call = with_parameters(&declared.name.text, parameters.collect());
    let receiver = declared.receiver.as_ref().map_or(String::new(), |sig| format!("{}.", sig.text));
    let result = declared.result.as_ref();
    let result = result.map_or(String::new(), |result| format!(": {}", line(sources, result.span)));
    format!("{receiver}{call}{result}")
}

fn with_parameters(name: &str, parameters: Vec<String>) -> String {
    match parameters.is_empty() {
        true => name.to_owned(),
        false => format!("{name}[{}]", parameters.join(", ")),
    }
}

/// `before`: the number of commands before it, which is part of a label that nobody gave.
fn command(sources: &Sources, declared: &Command, before: usize) -> OutlineItem {
    let (kind, word) = match declared.kind {
        CommandKind::Run => (OutlineKind::Run, "run"),
        CommandKind::Check => (OutlineKind::Check, "check"),
    };
    let (name, span) = match (&declared.label, &declared.target) {
        (Some(name), _) | (None, Target::Name(name)) => (name.text.clone(), name.span),
        (None, Target::Block(_)) => (format!("{word}${before}"), declared.span),
    };
    let subject = line(sources, declared.subject);
    let text = match &declared.scope {
        Some(scope) => format!("{subject} for {}", sizes_in_one_line(sources.text(scope.span))),
        None => subject,
    };
    let whole = declared.label.as_ref().map_or(declared.span, |name| name.span.to(declared.span));
    OutlineItem { kind, name, span, whole, text, children: Vec::new() }
}
