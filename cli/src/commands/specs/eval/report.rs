//! The report on one heap: a line of JSON, and messages for people.

use korrel_enumerate::heap::HeapError;
use korrel_lang::code;
use korrel_lang::diagnostic::Diagnostic;
use korrel_lang::evaluate::Failure;
use korrel_lang::model::{Fact, FactOrigin, Model, Sig, Type, VariableId};
use korrel_lang::source::Span;
use korrel_lang::tuples::TupleSet;
use serde_json::{Map, Value as Json, json};

use super::asked::Questions;
use super::judge::{Evaluated, Findings, Judgement, relation};
use super::record::GivenHeap;
use korrel_lang::spec::Spec;

pub fn line(spec: &Spec, asked: &Questions, heap: &GivenHeap, judgement: &Judgement) -> Json {
    let mut line = json!({ "kind": "evaluation", "id": heap.id });
    let object = line.as_object_mut().expect("it was made as an object");
    if let Judgement::Judged { key: Some(key), .. } = judgement {
        object.insert("key".to_owned(), json!(key));
    }
    object.insert("holds".to_owned(), json!(judgement.holds()));
    match judgement {
        Judgement::Misfit(errors) => {
            let error = |error: &HeapError| json!({ "at": error.path, "message": error.message });
            object.insert("errors".to_owned(), errors.iter().map(error).collect());
        }
        Judgement::TooLarge(what, _) => {
            object.insert("too_large".to_owned(), json!(what));
        }
        Judgement::Judged { states, atoms, .. } => {
            let mut states = states.iter().map(|verdict| state(spec, asked, verdict, atoms));
            object.extend(states.next().expect("a heap has a state"));
            object.extend(states.map(|post| ("post".to_owned(), Json::Object(post))));
        }
    }
    line
}

fn state(spec: &Spec, asked: &Questions, verdict: &Findings, atoms: &[Json]) -> Map<String, Json> {
    let violated = |failures: &[Failure], name: &str| -> Vec<Json> {
        failures.iter().map(|failure| violation(spec, asked, failure, name, atoms)).collect()
    };
    let facts = verdict.facts.iter();
    let facts = facts.flat_map(|(at, why)| violated(why, &asked.model.facts[*at].name));
    let answers = asked.texts.iter().zip(&verdict.answers);
    let values = answers.filter_map(|(text, answer)| match answer {
        Evaluated::Relation(tuples) => {
            Some(json!({ "text": text, "value": relation(tuples, atoms) }))
        }
        Evaluated::Integer(number) => Some(json!({ "text": text, "value": number })),
        Evaluated::Formula(why) if why.is_empty() => Some(json!({ "text": text, "value": true })),
        Evaluated::Formula(why) => {
            Some(json!({ "text": text, "value": false, "violated": violated(why, text) }))
        }
        Evaluated::Answered => None,
    });
    let entries = [
        ("facts", json!(verdict.facts.is_empty())),
        ("violated", facts.collect()),
        ("values", values.collect()),
    ];
    entries.into_iter().map(|(key, value)| (key.to_owned(), value)).collect()
}

fn violation(
    spec: &Spec,
    asked: &Questions,
    failure: &Failure,
    name: &str,
    atoms: &[Json],
) -> Json {
    let called = failure.calls.last().map(|(function, _)| &asked.model.functions[*function].name);
    let (line, column) = spec.sources.line_and_column(failure.span);
    let file = &spec.sources.get(failure.span.file).name;
    let mut bindings = Map::new();
    for (variable, value) in &failure.bindings {
        let mut name = asked.model.variables[*variable].name.clone();
        while bindings.contains_key(&name) {
            name.push('\'');
        }
        bindings.insert(name, binding(value, atoms));
    }
    json!({
        "name": called.map_or(name, String::as_str),
        "at": format!("{file}:{line}:{column}"),
        "text": spec.sources.text(failure.span),
        "for": bindings,
    })
}

/// One atom by itself; any other value as a relation.
fn binding(value: &TupleSet, atoms: &[Json]) -> Json {
    match value.single() {
        Some(atom) => atoms[atom.0 as usize].clone(),
        None => relation(value, atoms),
    }
}

pub fn failures(asked: &Questions, heap: &GivenHeap, judgement: &Judgement) -> Vec<Diagnostic> {
    let id = &heap.id;
    let (states, atoms) = match judgement {
        Judgement::Misfit(errors) => {
            return errors.iter().map(|error| misfit(asked, id, error)).collect();
        }
        Judgement::TooLarge(what, span) => return vec![too_large(id, what, *span)],
        Judgement::Judged { states, atoms, .. } => (states, atoms),
    };
    let mut found = Vec::new();
    for (verdict, state) in states.iter().zip(["", ", afterwards,"]) {
        for (at, why) in &verdict.facts {
            let message = format!("heap {id}{state} violates {}", title(&asked.model.facts[*at]));
            found.extend(why.iter().map(|failure| frame(asked, &message, failure, atoms)));
        }
        for (text, answer) in asked.texts.iter().zip(&verdict.answers) {
            let Evaluated::Formula(why) = answer else { continue };
            let message = format!("heap {id}{state} violates `{text}`");
            found.extend(why.iter().map(|failure| frame(asked, &message, failure, atoms)));
        }
    }
    found
}

fn misfit(asked: &Questions, id: &Json, error: &HeapError) -> Diagnostic {
    let message = format!("heap {id} does not fit the spec: {error}");
    let diagnostic = Diagnostic::new(code::HEAP, message);
    if !error.path.starts_with("roots") {
        return diagnostic;
    }
    let roots: Vec<String> =
        asked.schema.roots.iter().map(|root| format!("`{}`", root.name)).collect();
    let roots = if roots.is_empty() { "no roots".to_owned() } else { roots.join(", ") };
    diagnostic.help(format!("this command has {roots}; `--command` chooses another one"))
}

fn too_large(id: &Json, what: &str, span: Option<Span>) -> Diagnostic {
    let message = format!("heap {id} is too large to be judged: {what}");
    let diagnostic = Diagnostic::new(code::HEAP_TOO_LARGE, message);
    span.map_or(diagnostic.clone(), |span| diagnostic.at(span, "for this"))
}

fn title(fact: &Fact) -> String {
    match fact.origin {
        FactOrigin::Written if fact.name == "fact" => "a fact".to_owned(),
        FactOrigin::Written => format!("the fact `{}`", fact.name),
        FactOrigin::Sig(_) | FactOrigin::Field(_) => {
            let name = fact.name.rsplit(' ').next().expect("splitting gives at least one part");
            format!("the declaration of `{name}`")
        }
    }
}

/// Two variables of one sig that stand for the same atom.
fn same_atom<'m>(model: &'m Model, bindings: &[(VariableId, TupleSet)]) -> Option<[&'m str; 2]> {
    for (at, (b, value)) in bindings.iter().enumerate() {
        let is_object = |ty: &Type| ty.products.iter().all(|p| p[0] > Sig::STRING);
        let twin = bindings[..at].iter().find(|(a, other)| {
            let (a, b) = (&model.variables[*a], &model.variables[*b]);
            other == value && value.single().is_some() && a.ty == b.ty && is_object(&a.ty)
        });
        if let Some((a, _)) = twin {
            return Some([&model.variables[*a].name, &model.variables[*b].name]);
        }
    }
    None
}

fn frame(asked: &Questions, message: &str, failure: &Failure, atoms: &[Json]) -> Diagnostic {
    let values: Vec<String> = failure
        .bindings
        .iter()
        .map(|(variable, value)| {
            let value = match binding(value, atoms) {
                Json::String(text) => text,
                other => other.to_string(),
            };
            format!("{} = {value}", asked.model.variables[*variable].name)
        })
        .collect();
    let label = match values.is_empty() {
        true => "this does not hold".to_owned(),
        false => format!("this does not hold for {}", values.join(", ")),
    };
    let diagnostic = Diagnostic::new(code::VIOLATED, message).at(failure.span, label);
    let diagnostic = match same_atom(&asked.model, &failure.bindings) {
        Some([a, b]) => diagnostic.help(format!(
            "it fails for {a} = {b}: two variables can stand for one atom; `all disj {a}, {b}: …` \
             leaves that out"
        )),
        None => diagnostic,
    };
    failure.calls.iter().rev().fold(diagnostic, |diagnostic, (function, span)| {
        let name = &asked.model.functions[*function].name;
        diagnostic.related(*span, format!("in `{name}`, called here"))
    })
}
