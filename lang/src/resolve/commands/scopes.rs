//! Scopes: the names in them, and whether their numbers make sense.

use crate::ast;
use crate::code;
use crate::diagnostic::Diagnostic;
use crate::model::{
    Command, IntegerScope, Model, Scope, SequenceScope, Sig, SigId, SigKind, SigScope, Sizes,
    StepEnd, StepScope,
};
use crate::resolve::report::unknown::what_there_is;
use crate::similar::most_similar;
use crate::source::Span;
use crate::unroll::STEPS;

/// Resolves a scope: a command's, or one from elsewhere that is to replace it.
///
/// # Errors
/// A name that is no sig, two scopes for one sig, or numbers that no universe can have.
pub fn resolve_scope(model: &Model, scope: &ast::ScopeClause) -> Result<Scope, Diagnostic> {
    let mut resolved = Scope { span: Some(scope.span), ..Scope::default() };
    if let Some(default) = scope.default {
        resolved.default = Some(sizes(default, false)?);
    }
    for part in &scope.sigs {
        add_part(model, part, &mut resolved)?;
    }
    Ok(resolved)
}

fn add_part(
    model: &Model,
    part: &ast::SigScopeClause,
    scope: &mut Scope,
) -> Result<(), Diagnostic> {
    let is_second = match part.sig.text.as_str() {
        "Int" | "int" => scope.integers.replace(integers(part)?).is_some(),
        "seq" => {
            let max = sizes(part.sizes, false)?.max;
            scope.sequences.replace(SequenceScope { max, span: part.span }).is_some()
        }
        "String" => {
            if part.sizes.max.is_some() {
                return Err(exact_range(part.sizes.span));
            }
            let sizes = sizes(part.sizes, true)?;
            let sig = Sig::STRING;
            scope.strings.replace(SigScope { sig, sizes, span: part.span }).is_some()
        }
        "steps" => scope.steps.replace(steps(part)?).is_some(),
        "univ" | "none" | "seq/Int" => return Err(built_in(part)),
        _ => {
            let sig = scoped_sig(model, part)?;
            let sizes = match model.sigs[sig].is_variable {
                true => sizes_over_time(model, sig, part)?,
                false => sizes(part.sizes, part.is_exact)?,
            };
            scope.sigs.push(SigScope { sig, sizes, span: part.span });
            scope.sigs.iter().filter(|other| other.sig == sig).count() > 1
        }
    };
    if is_second {
        let message = format!("`{}` has two scopes", part.sig.text);
        return Err(Diagnostic::new(code::SCOPE_VALUE, message)
            .at(part.span, "the second one")
            .help("leave one of them out"));
    }
    Ok(())
}

fn built_in(part: &ast::SigScopeClause) -> Diagnostic {
    let message = format!("`{}` takes no scope", part.sig.text);
    Diagnostic::new(code::SCOPE_TARGET, message)
        .at(part.sig.span, "a built-in sig")
        .help("scopes go to sigs, `Int`, `seq` and `String`")
}

// Scopes over time: of steps, and of sigs that change.

/// Says whether a command takes the scope of steps that it has.
///
/// # Errors
/// It has one, and its instances are single states.
pub(crate) fn check_steps(model: &Model, command: &Command) -> Result<(), Diagnostic> {
    match command.scope.steps {
        Some(steps) if !model.is_temporal(command) => {
            let why = "nothing is declared by `var`, and no temporal operator is in the command";
            let what = "`steps` in the scope of a command that is not temporal";
            Err(Diagnostic::new(code::TEMPORAL, what)
                .at(steps.span, why)
                .help("leave it out; what changes is declared by `var`"))
        }
        _ => Ok(()),
    }
}

/// `6 steps` is `1..6 steps`. `1.. steps` has no end.
fn steps(part: &ast::SigScopeClause) -> Result<StepScope, Diagnostic> {
    let sizes = part.sizes;
    if let Some((by, increment)) = sizes.increment
        && by != 1
    {
        let help =
            format!("leave the increment out: `{}..{} steps`", sizes.min, sizes.max.unwrap_or(0));
        return Err(Diagnostic::new(code::SCOPE_VALUE, "steps are counted one by one")
            .at(increment, "each number of states in the range is tried")
            .help(help));
    }
    let (min, max) = match (sizes.max, part.is_exact) {
        (None, true) if sizes.is_unbounded => return Err(exact_range(sizes.span)),
        (None, false) if sizes.is_unbounded => (sizes.min, sizes.min.max(i64::from(STEPS))),
        (None, false) => (1, sizes.min),
        (None, true) => (sizes.min, sizes.min),
        (Some(max), false) => (sizes.min, max),
        (Some(_), true) => return Err(exact_range(sizes.span)),
    };
    if min.min(max) < 1 {
        return Err(Diagnostic::new(code::SCOPE_VALUE, "a trace has at least one state")
            .at(sizes.span, "a number of states")
            .help("`1 steps` allows traces of one state that is repeated for ever"));
    }
    if max < min {
        return Err(empty_range(sizes.span));
    }
    if sizes.is_unbounded && min > 1 {
        return Err(Diagnostic::new(
            code::SCOPE_VALUE,
            "a scope of steps without an end begins with 1",
        )
        .at(sizes.span, "traces of all numbers of states are tried")
        .help("write `1.. steps`"));
    }
    let [min, max] = [min, max].map(|size| u32::try_from(size).expect("32 bits, and positive"));
    let end = if sizes.is_unbounded { StepEnd::Endless } else { StepEnd::Bounded };
    Ok(StepScope { min, max, end, span: part.span })
}

/// The scope of a sig that changes: how many different atoms it has in all states together.
fn sizes_over_time(
    model: &Model,
    sig: SigId,
    part: &ast::SigScopeClause,
) -> Result<Sizes, Diagnostic> {
    let declared = &model.sigs[sig];
    let name = &declared.name;
    if let SigKind::Extends(parent) = declared.kind {
        let top = &model.sigs[model.top(parent)].name;
        let message = format!("`{name}` takes no scope: it changes, and extends another sig");
        return Err(Diagnostic::new(code::SCOPE_TARGET, message)
            .at(part.span, "its atoms are those of the sig above it")
            .related(declared.span, "declared by `var`")
            .help(format!("give `{top}` a scope")));
    }
    let given = sizes(part.sizes, part.is_exact)?;
    if given.min > 0 {
        return Err(Diagnostic::new(
            code::SCOPE_VALUE,
            format!("the scope of `{name}` has no least size"),
        )
        .at(part.span, "a sig that changes may have fewer atoms in each state")
        .related(declared.span, "declared by `var`")
        .help(format!(
            "write `{} {name}`: at most so many different atoms in a whole trace",
            given.max
        )));
    }
    Ok(Sizes::up_to(given.max))
}

fn scoped_sig(model: &Model, part: &ast::SigScopeClause) -> Result<SigId, Diagnostic> {
    let name = part.sig.text.strip_prefix("this/").unwrap_or(&part.sig.text);
    let is_user = |id: SigId| id > Sig::STRING && !model.is_meta(id);
    let user_sigs = || model.sigs.iter().filter(|(id, _)| is_user(*id));
    // By its path, else by its name if no other sig has that.
    let by_path = user_sigs().find(|(_, sig)| sig.path == name);
    let mut by_name = user_sigs().filter(|(_, sig)| sig.name == name);
    let by_name = by_name.next().filter(|_| by_name.next().is_none());
    let Some((sig, _)) = by_path.or(by_name) else {
        let mut known: Vec<String> = user_sigs().map(|(_, sig)| sig.path.clone()).collect();
        known.extend(model.declares_var.then(|| "steps".to_owned()));
        let message = format!("the scope names `{name}`, which is not a sig");
        let diagnostic = Diagnostic::new(code::SCOPE_TARGET, message)
            .at(part.sig.span, "no sig of this name is declared");
        let similar =
            most_similar(name, &known).map(|similar| format!("did you mean `{similar}`?"));
        known.retain(|name| !name.contains('/'));
        let help = similar.or_else(|| what_there_is(known));
        return Err(help.into_iter().fold(diagnostic, Diagnostic::help));
    };
    if matches!(model.sigs[sig].kind, SigKind::Subset { .. }) {
        let message = format!("the subset sig `{name}` takes no scope");
        return Err(Diagnostic::new(code::SCOPE_TARGET, message)
            .at(part.sig.span, "it holds atoms of other sigs")
            .help("give a scope to the sigs that it is declared `in`"));
    }
    Ok(sig)
}

/// `4 Int` is a bit width, `0..4 Int` a range.
fn integers(part: &ast::SigScopeClause) -> Result<IntegerScope, Diagnostic> {
    let sizes = part.sizes;
    if part.is_exact {
        return Err(Diagnostic::new(code::SCOPE_VALUE, "`Int` is always exact")
            .at(part.span, "`exactly` says nothing here")
            .help("write `4 Int` for 4 bits (-8..7), or `0..4 Int` for these numbers"));
    }
    if let Some((step, increment)) = sizes.increment {
        let (min, max) = (sizes.min, sizes.max.unwrap_or(step));
        return Err(Diagnostic::new(code::SCOPE_VALUE, "the integers do not grow")
            .at(increment, "an increment is for sigs and steps")
            .help(format!("a range is written with two dots: `{min}..{max} Int`")));
    }
    match sizes.max {
        None if sizes.is_unbounded => Err(endless(&part.sig.text, sizes)),
        None if (0..=30).contains(&sizes.min) => Ok(IntegerScope::BitWidth(sizes.min as u32)),
        None => Err(Diagnostic::new(code::SCOPE_VALUE, "not a bit width")
            .at(sizes.span, "from 0 to 30 bits")
            .help("a range of numbers is written `-5..5 Int`")),
        Some(max) if max < sizes.min => Err(empty_range(sizes.span)),
        Some(max) => Ok(IntegerScope::Range(sizes.min, max)),
    }
}

fn empty_range(span: Span) -> Diagnostic {
    Diagnostic::new(code::SCOPE_VALUE, "an empty range")
        .at(span, "the second number is less than the first")
        .help("swap them")
}

fn exact_range(span: Span) -> Diagnostic {
    Diagnostic::new(code::SCOPE_VALUE, "a range is not exact")
        .at(span, "`exactly` takes one number")
        .help("leave `exactly` out")
}

fn sizes(sizes: ast::SizeRange, is_exact: bool) -> Result<Sizes, Diagnostic> {
    let Ok(min) = u32::try_from(sizes.min) else {
        return Err(Diagnostic::new(code::SCOPE_VALUE, "a scope cannot be negative")
            .at(sizes.span, "a number of atoms")
            .help("`0` leaves the sig empty; integers from -3 are written `-3..3 Int`"));
    };
    if sizes.is_unbounded {
        return Err(endless("A", sizes));
    }
    if let Some((by, span)) = sizes.increment {
        check_increment(by, is_exact, sizes, span)?;
    }
    match sizes.max {
        None if is_exact => Ok(Sizes::exactly(min)),
        None => Ok(Sizes::up_to(min)),
        Some(max) if max < sizes.min => Err(empty_range(sizes.span)),
        Some(max) => {
            let by = sizes.increment.map_or(1, |(by, _)| by);
            let last = max - (max - sizes.min) % by;
            let max = u32::try_from(last).expect("it is no less than the least");
            Ok(Sizes { min, max, is_range: min < max })
        }
    }
}

/// `1.. A`, `1:2 A`.
fn endless(sig: &str, sizes: ast::SizeRange) -> Diagnostic {
    let meant = sizes.increment.map(|(by, _)| by).filter(|by| *by > sizes.min);
    let most = meant.unwrap_or_else(|| sizes.min.max(0).saturating_add(3));
    Diagnostic::new(code::SCOPE_VALUE, "a scope without an end")
        .at(sizes.span, "a search needs a greatest size")
        .help(format!("give one, as in `{}..{most} {sig}`", sizes.min))
}

/// Of exact sizes an increment leaves out some, which no range says.
fn check_increment(
    by: i64,
    is_exact: bool,
    sizes: ast::SizeRange,
    span: Span,
) -> Result<(), Diagnostic> {
    if by < 1 {
        return Err(Diagnostic::new(code::SCOPE_VALUE, "an increment is at least 1")
            .at(span, "the scope would not grow"));
    }
    let skips = is_exact && by > 1 && sizes.max.is_some_and(|max| max - sizes.min >= by);
    if skips {
        let next = sizes.min + by;
        return Err(Diagnostic::new(code::SCOPE_VALUE, "a scope of exact sizes with gaps")
            .at(span, format!("{} and {next}, and none between them", sizes.min))
            .help("leave the increment or `exactly` out, or write a command for each size"));
    }
    Ok(())
}
