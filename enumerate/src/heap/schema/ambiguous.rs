//! Names that a reader of a heap could take for something else.

use korrel_lang::code;
use korrel_lang::diagnostic::Diagnostic;
use korrel_lang::model::{Command, ExprKind, Model, Node};
use korrel_lang::source::Span;

use super::Schema;

/// The words by which a header names something that is no sig. The other ones cannot be names of sigs.
const WORDS: [&str; 2] = ["bool", "string"];

impl Schema {
    /// Sigs that are called as a header calls something else, and string literals that look like the
    /// id of an object.
    pub fn ambiguities(&self, model: &Model, command: &Command) -> Vec<Diagnostic> {
        let types = self.types.iter().map(|ty| (ty.name.as_str(), ty.sig));
        let enums = self.enums.iter().map(|declared| (declared.name.as_str(), declared.sig));
        let is_word = |(name, _): &(&str, _)| WORDS.contains(name);
        let sigs = types.chain(enums).filter(is_word);
        let mut found: Vec<Diagnostic> =
            sigs.map(|(name, sig)| word(name, model.sigs[sig].span)).collect();
        let literals = literals(model, command).into_iter();
        let ids = literals.filter(|(text, _)| self.is_like_an_id(text));
        found.extend(ids.map(|(text, span)| id(&text, span)));
        found
    }

    /// True if a text has the form `Sig$n` for one of the types of object.
    pub fn is_like_an_id(&self, text: &str) -> bool {
        let Some((name, number)) = text.rsplit_once('$') else { return false };
        !number.is_empty()
            && number.bytes().all(|byte| byte.is_ascii_digit())
            && self.types.iter().any(|ty| ty.name == name)
    }
}

/// The string literals of a spec, in the order of the model.
pub fn literals(model: &Model, command: &Command) -> Vec<(String, Span)> {
    let facts = model.facts.iter().map(|fact| Node::Formula(&fact.formula));
    let bodies = model.functions.iter().map(|(_, function)| Node::from(&function.body));
    let mut found = Vec::new();
    for node in facts.chain(bodies).chain([Node::Formula(&command.goal)]) {
        for node in node.descendants() {
            if let Node::Relation(expr) = node
                && let ExprKind::String(text) = &expr.kind
                && !found.contains(&(text.clone(), expr.span))
            {
                found.push((text.clone(), expr.span));
            }
        }
    }
    found
}

fn word(name: &str, span: Span) -> Diagnostic {
    let meaning = if name == "bool" { "true and false" } else { "texts" };
    let message = format!("the sig `{name}` would be taken for something else in a heap");
    Diagnostic::new(code::HEAP_NAMES, message)
        .at(span, format!("`{name}` is what a heap's header calls the type of {meaning}"))
        .help("rename the sig")
}

fn id(text: &str, span: Span) -> Diagnostic {
    let message = format!("the string {text:?} would be taken for an object in a heap");
    Diagnostic::new(code::HEAP_NAMES, message)
        .at(span, "objects are called like this")
        .help("choose another text")
}
