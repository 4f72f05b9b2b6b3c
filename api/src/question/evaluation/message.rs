//! A verdict in words, with the places in the spec.

use korrel_enumerate::heap::{HeapError, Member};
use korrel_lang::code;
use korrel_lang::diagnostic::Diagnostic;
use korrel_lang::instance::Relation;
use korrel_lang::model::{Fact, FactOrigin};
use korrel_lang::source::Span;
use serde_json::Value as Json;

use super::{Answer, Evaluation, GivenHeap, Judgement, Violation};

impl Evaluation {
    /// The diagnostics about a heap: nothing of one that is as the spec says.
    pub fn diagnostics(&self, heap: &GivenHeap, judgement: &Judgement) -> Vec<Diagnostic> {
        let id = &heap.id;
        let (states, noun) = match judgement {
            Judgement::Misfit(errors) => {
                return errors.iter().map(|error| self.misfit(id, error)).collect();
            }
            Judgement::TooLarge(what, span) => return vec![too_large(id, what, *span)],
            Judgement::Judged { states, positions, .. } => {
                (states, if positions.is_empty() { "heap" } else { "trace" })
            }
        };
        let mut found = Vec::new();
        for (findings, state) in states.iter().zip(["", ", afterwards,"]) {
            for (at, violations) in &findings.facts {
                let fact = title(&self.spec.model.facts[*at]);
                let message = format!("{noun} {id}{state} violates {fact}");
                found.extend(violations.iter().map(|violation| violated(&message, violation)));
            }
            for (text, answer) in self.texts.iter().zip(&findings.answers) {
                let Answer::Formula(violations) = answer else { continue };
                let message = format!("{noun} {id}{state} violates `{text}`");
                found.extend(violations.iter().map(|violation| violated(&message, violation)));
            }
        }
        found
    }

    fn misfit(&self, id: &Json, error: &HeapError) -> Diagnostic {
        let message = format!("heap {id} does not fit the spec: {error}");
        let diagnostic = Diagnostic::new(code::HEAP, message);
        if !error.path.starts_with("roots") {
            return diagnostic;
        }
        let roots: Vec<String> =
            self.schema.roots.iter().map(|root| format!("`{}`", root.name)).collect();
        let roots = if roots.is_empty() { "no roots".to_owned() } else { roots.join(", ") };
        let is_sig = |root: &&Member| matches!(root.relation, Relation::Sig(_));
        let only = self.schema.roots.iter().filter(is_sig);
        let only = only.map(|root| format!("`{}`", root.name)).collect::<Vec<_>>();
        let diagnostic = match &only[..] {
            [] => diagnostic,
            [name] => {
                let plain = name.trim_matches('`');
                diagnostic.help(format!(
                    "the object of a `one sig` is a root, too: `\"roots\":{{\"{plain}\":\"{plain}$0\"}}`"
                ))
            }
            _ => diagnostic
                .help(format!("the objects of `one` sigs are roots, too: {}", only.join(", "))),
        };
        diagnostic.help(format!("this command has {roots}; `--command` chooses another one"))
    }
}

fn too_large(id: &Json, what: &str, span: Option<Span>) -> Diagnostic {
    let message = format!("heap {id} is too large to be judged: {what}");
    let diagnostic = Diagnostic::new(code::HEAP_TOO_LARGE, message);
    match span {
        Some(span) => diagnostic.at(span, "for this"),
        None => diagnostic,
    }
}

fn title(fact: &Fact) -> String {
    match fact.origin {
        FactOrigin::Written if fact.name == "fact" => "a fact".to_owned(),
        FactOrigin::Written => format!("the fact `{}`", fact.name),
        FactOrigin::Sig(_) | FactOrigin::Field(_) | FactOrigin::OverTime(_) => {
            let name = fact.name.rsplit(' ').next().expect("splitting gives at least one part");
            format!("the declaration of `{name}`")
        }
    }
}

fn violated(message: &str, violation: &Violation) -> Diagnostic {
    let value = |(name, value): &(String, Json)| match value {
        Json::String(text) => format!("{name} = {text}"),
        other => format!("{name} = {other}"),
    };
    let values: Vec<String> = violation.bindings.iter().map(value).collect();
    let label = match values.is_empty() {
        true => "this does not hold".to_owned(),
        false => format!("this does not hold for {}", values.join(", ")),
    };
    let diagnostic = Diagnostic::new(code::VIOLATED, message).at(violation.span, label);
    let diagnostic = match &violation.same_atom {
        Some([a, b]) => diagnostic.help(format!(
            "it fails for {a} = {b}: two variables can stand for one atom; `all disj {a}, {b}: …` \
             leaves that out"
        )),
        None => diagnostic,
    };
    violation.calls.iter().rev().fold(diagnostic, |diagnostic, (name, span)| {
        diagnostic.related(*span, format!("in `{name}`, called here"))
    })
}
