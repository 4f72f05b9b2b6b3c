//! Uses of Korrel's additions to Alloy, found in a spec, for users who want to use it with both.

use crate::ast::{self, AdditionKind, Paragraph, StateMarkKind};
use crate::code;
use crate::diagnostic::Diagnostic;
use crate::source::Span;

/// An error for each extension that a module uses. `is_of_traces`: the spec is.
pub fn extensions(module: &ast::Module, is_of_traces: bool) -> Vec<Diagnostic> {
    let mut found = Vec::new();
    for paragraph in &module.paragraphs {
        if let Paragraph::Open(open) = paragraph
            && open.module.text.starts_with("korrel/")
        {
            let help =
                "Alloy has the modules of `util`, and those that stand beside the spec as files";
            let what = format!("the module `{}`", open.module.text);
            found.push(extension(&what, open.module.span, help));
        }
        let Paragraph::Command(command) = paragraph else { continue };
        if let Some(scope) = &command.scope {
            found.extend(scope_extensions(scope));
        }
        if let Some(expect) = command.expect
            && (expect.is_count || expect.count > 1)
        {
            let help = "Alloy knows `expect 0` (unsatisfiable) and `expect 1` (satisfiable)";
            found.push(extension("an expected number of instances", expect.span, help));
        }
    }
    found.extend(module.additions.iter().map(|addition| added(*addition)));
    found.extend(module.marks.iter().filter_map(|mark| marked(*mark, is_of_traces)));
    found
}

fn added(addition: ast::Addition) -> Diagnostic {
    let (what, help) = match addition.kind {
        AdditionKind::Steps => ("`steps` as a name", "to Alloy it is a keyword; take another name"),
        AdditionKind::Multiplicity => {
            ("a multiplicity after `in`", "as two formulas: `x in e`, and `lone x` or the like")
        }
        AdditionKind::NoBreakSpace => {
            ("a no-break space", "write a common space; the two look the same")
        }
    };
    extension(what, addition.span, help)
}

/// Alloy knows `'` and `after`, but they make a spec one of traces. It knows no backticks.
fn marked(mark: ast::StateMark, is_of_traces: bool) -> Option<Diagnostic> {
    Some(match mark.kind {
        StateMarkKind::Backtick => {
            let help = "with `'` and `after`, plain names are read in the state before";
            extension("a backtick", mark.span, help)
        }
        _ if !is_of_traces => {
            let help = "to Alloy, a file with `'` or `after` is a spec of traces";
            extension("a second state without `var`", mark.span, help)
        }
        StateMarkKind::PrimedBox => {
            let help = "put brackets around what stands before it, as in `(f[x])'`";
            extension("a prime right after a `]`", mark.span, help)
        }
        StateMarkKind::Prime | StateMarkKind::After => return None,
    })
}

/// An error for each extension in a scope.
pub fn scope_extensions(scope: &ast::ScopeClause) -> Vec<Diagnostic> {
    let is_range = |sizes: &ast::SizeRange| sizes.max.is_some() || sizes.is_unbounded;
    let default = scope.default.filter(is_range).map(|sizes| {
        extension("a range of sizes", sizes.span, "write one number, the greatest size")
    });
    let is_of_steps = |part: &ast::SigScopeClause| part.sig.text == "steps";
    let ranges = scope.sigs.iter().filter(|part| is_range(&part.sizes) && !is_of_steps(part));
    let parts = ranges.map(|part| {
        if matches!(part.sig.text.as_str(), "Int" | "int") {
            let help = "write a bit width, as in `4 Int`";
            extension("a range of integers", part.sizes.span, help)
        } else {
            let help = "write one number, the greatest size";
            extension("a range of sizes", part.sizes.span, help)
        }
    });
    let strings = scope.sigs.iter().filter(|part| part.sig.text == "String" && !part.is_exact);
    let strings = strings.map(|part| {
        let help = "write the number of strings, as in `exactly 4 String`";
        extension("a greatest number of strings", part.span, help)
    });
    default.into_iter().chain(parts).chain(strings).collect()
}

fn extension(what: &str, span: Span, help: &str) -> Diagnostic {
    Diagnostic::new(code::EXTENSION, format!("{what} is an extension of Korrel's"))
        .at(span, "not in Alloy, or not with this meaning")
        .help(help)
}
