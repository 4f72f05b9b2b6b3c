//! Uses of Korrel's additions to Alloy, found in a spec: for those who want to use it with both.

use crate::ast::{self, Paragraph};
use crate::code;
use crate::diagnostic::Diagnostic;
use crate::source::Span;

/// An error for each extension that a module uses.
pub fn extensions(module: &ast::Module) -> Vec<Diagnostic> {
    let mut found = Vec::new();
    for paragraph in &module.paragraphs {
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
    found.extend(module.marks.iter().map(|mark| {
        let help = "Alloy knows it in temporal specs only, which Korrel does not read";
        extension("a second state", *mark, help)
    }));
    found
}

/// An error for each extension in a scope.
pub fn scope_extensions(scope: &ast::ScopeClause) -> Vec<Diagnostic> {
    let is_range = |sizes: &ast::SizeRange| sizes.max.is_some();
    let default = scope.default.filter(is_range).map(|sizes| {
        extension("a range of sizes", sizes.span, "write one number, the greatest size")
    });
    let parts = scope.sigs.iter().filter(|part| is_range(&part.sizes)).map(|part| {
        if matches!(part.sig.text.as_str(), "Int" | "int") {
            let help = "write a bit width, as in `4 Int`";
            extension("a range of integers", part.sizes.span, help)
        } else {
            let help = "write one number, the greatest size";
            extension("a range of sizes", part.sizes.span, help)
        }
    });
    default.into_iter().chain(parts).collect()
}

fn extension(what: &str, span: Span, help: &str) -> Diagnostic {
    Diagnostic::new(code::EXTENSION, format!("{what} is an extension of Korrel's"))
        .at(span, "not in Alloy, or not with this meaning")
        .help(help)
}
