//! Expressions of the command line, resolved in the spec that is asked.

use korrel_lang::code;
use korrel_lang::diagnostic::Diagnostic;
use korrel_lang::model::{Formula, Value};
use korrel_lang::parse::parse_expression;
use korrel_lang::resolve::Session;
use korrel_lang::visible::visible;

use crate::commands::shared::question::AskedCommand;
use crate::messages::error::Error;

/// What texts mean in the spec, and the spec with what they brought with it.
///
/// # Errors
/// Texts that mean nothing in it, or name an atom of one labelling.
pub fn resolved(
    asked: &AskedCommand,
    texts: &[String],
) -> Result<(Vec<Value>, AskedCommand), Error> {
    let mut spec = asked.spec.clone();
    let mut session = Session::new(&asked.spec.program).expect("the spec was resolved before");
    let (mut values, mut mistakes) = (Vec::new(), Vec::new());
    for (number, text) in (1..).zip(texts) {
        let name =
            if texts.len() == 1 { "expression".to_owned() } else { format!("expression {number}") };
        let file = spec.sources.add(name, text);
        session.read(&spec.sources, file);
        let parsed = parse_expression(&spec.sources, file).map_err(|mistake| vec![mistake]);
        match parsed.and_then(|expr| session.resolve(&asked.command.parameters, &expr)) {
            Ok((value, _)) => values.push(value),
            Err(found) => mistakes.extend(found),
        }
    }
    if !mistakes.is_empty() {
        return Err(Error::Spec(Box::new(spec.sources.clone()), mistakes));
    }
    if let Some((atom, _)) = session.atoms().first() {
        let message = format!("`{}` is an atom of one labelling", visible(atom));
        return Err(Error::about(&spec, Diagnostic::new(code::COMMAND, message)));
    }
    spec.model = session.into_model();
    Ok((values, AskedCommand { spec, command: asked.command.clone() }))
}

/// The same of texts that are to be formulas.
///
/// # Errors
/// One that is none, too.
pub fn formulas(
    asked: &AskedCommand,
    texts: &[String],
) -> Result<(Vec<Formula>, AskedCommand), Error> {
    let (values, asked) = resolved(asked, texts)?;
    let formula = |(value, text): (Value, &String)| match value {
        Value::Formula(formula) => Ok(formula),
        Value::Relation(_) | Value::Integer(_) => {
            let message = format!("`{}` is no formula", visible(text));
            let help =
                "a predicate by its name alone is called with the roots of its parameters' names";
            Err(Error::about(&asked.spec, Diagnostic::new(code::KIND, message).help(help)))
        }
    };
    let formulas = values.into_iter().zip(texts).map(formula).collect::<Result<_, _>>()?;
    Ok((formulas, asked))
}

/// `p, q[a, b]`: what stands between the commas that are in no brackets.
pub fn listed(text: &str) -> Vec<String> {
    let (mut parts, mut depth) = (vec![String::new()], 0_usize);
    for c in text.chars() {
        match c {
            '[' | '(' | '{' => depth += 1,
            ']' | ')' | '}' => depth = depth.saturating_sub(1),
            _ => {}
        }
        match (c, depth) {
            (',', 0) => parts.push(String::new()),
            _ => parts.last_mut().expect("there is one").push(c),
        }
    }
    parts.iter().map(|part| part.trim().to_owned()).filter(|part| !part.is_empty()).collect()
}

/// # Errors
/// A text that is given twice: what is told of it would stand under one name.
pub fn once(texts: &[String]) -> Result<(), Error> {
    let mut others = texts.iter().enumerate();
    let Some((_, text)) = others.find(|(at, text)| texts[..*at].contains(text)) else {
        return Ok(());
    };
    let message = format!("`{}` is given twice", visible(text));
    let mut kept: Vec<&str> = Vec::new();
    texts.iter().map(String::as_str).for_each(|text| {
        if !kept.contains(&text) {
            kept.push(text);
        }
    });
    let help = format!("once is enough: `{}`", visible(&kept.join(", ")));
    Err(Error::Usage(Diagnostic::new(code::COMMAND, message).help(help)))
}

#[cfg(test)]
mod tests {
    use super::listed;

    /// If it failed, the arguments of a call would be taken for expressions of their own.
    #[test]
    fn commas_in_brackets_part_nothing() {
        assert_eq!(listed("p, q[a, b],{ x, y: A | r },"), ["p", "q[a, b]", "{ x, y: A | r }"]);
        assert_eq!(listed(" , "), Vec::<String>::new());
    }
}
