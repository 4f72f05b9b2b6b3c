//! What stands at a place: its declaration, its type, the meaning of a command's scope, the meaning of a mistake.

use korrel::Settings;
use korrel_lang::ast::Paragraph;
use korrel_lang::model::SigKind;
use korrel_lang::parse::in_one_line;
use korrel_lang::resolve::ValuedExpression;
use korrel_lang::source::Span;
use korrel_lang::spec::OutlineKind;

use crate::analysis::Analysis;
use crate::names::{DeclaredKind, DeclaredName, MAIN};
use crate::walk::around;

/// A text about a place, as Markdown.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Hover {
    pub span: Span,
    pub text: String,
}

impl Analysis {
    /// What there is to say about an offset: of a name its declaration and the comment above it, of an expression its type, of a
    /// command the sizes that its scope allows; then the long text of each mistake at the place.
    pub fn hover(&self, offset: u32) -> Option<Hover> {
        let mut parts: Vec<String> = Vec::new();
        let mut place = None;
        if let Some((span, declared)) = self.names().at(offset) {
            place = Some(span);
            parts.extend(declared.into_iter().map(|one| self.about(one)));
        }
        if parts.is_empty()
            && let Some((span, text)) = self.value_at(offset).or_else(|| self.command_at(offset))
        {
            place = Some(span);
            parts.push(text);
        }
        for finding in self.findings() {
            let is_here = finding.span.start <= offset && offset <= finding.span.end;
            if let Some(code) = finding.code.filter(|_| is_here) {
                place = place.or(Some(finding.span));
                parts.push(code.text());
            }
        }
        Some(Hover { span: place?, text: parts.join("\n\n---\n\n") })
    }

    fn about(&self, declared: &DeclaredName) -> String {
        let head = match declared.kind {
            DeclaredKind::Variable => match self.type_of_variable(declared.span) {
                Some(ty) => format!("{}: {}", declared.name, self.reading.model().describe(&ty)),
                None => declared.head.clone(),
            },
            // A macro stands for its text.
            DeclaredKind::Item(OutlineKind::Macro) => {
                shortened(&in_one_line(self.sources().text(declared.whole)))
            }
            DeclaredKind::Item(_) => declared.head.clone(),
        };
        let mut text = format!("```alloy\n{head}\n```");
        if let Some(ty) = self.type_of(declared) {
            text.push_str(&format!("\n\n{ty}"));
        }
        if declared.span.file != MAIN {
            let module = self.sources().get(declared.span.file).name.trim_end_matches(".als");
            text.push_str(&format!("\n\nin `{module}`"));
        }
        if let Some(comment) = self.comment_above(declared.whole) {
            text.push_str(&format!("\n\n{comment}"));
        }
        text
    }

    /// The type of a field, the enum of a value.
    fn type_of(&self, declared: &DeclaredName) -> Option<String> {
        let model = self.reading.model();
        match declared.kind {
            DeclaredKind::Item(OutlineKind::Field) => {
                let field = model.fields.iter().find(|(_, field)| field.span == declared.span)?.1;
                Some(format!("type `{}`", model.describe(&field.ty)))
            }
            DeclaredKind::Item(OutlineKind::EnumValue) => {
                let value = model.sigs.iter().find(|(_, sig)| sig.span == declared.span)?.1;
                match value.kind {
                    SigKind::Extends(of) => Some(format!("a value of `{}`", model.sigs[of].name)),
                    _ => None,
                }
            }
            _ => None,
        }
    }

    /// The innermost expression there, and its type.
    fn value_at(&self, offset: u32) -> Option<(Span, String)> {
        let here = Span { file: MAIN, start: offset, end: offset };
        let expr = around(self.reading.module(), here)
            .into_iter()
            .find(|expr| self.reading.notes.values.contains_key(&expr.span))?;
        let what = match &self.reading.notes.values[&expr.span] {
            ValuedExpression::Formula => "a formula".to_owned(),
            ValuedExpression::Number => "a number".to_owned(),
            ValuedExpression::Relation(ty) => {
                let kind = if ty.has_arity(1) { "a set" } else { "a relation" };
                format!("{kind} of type `{}`", self.reading.model().describe(ty))
            }
        };
        let text = in_one_line(self.sources().text(expr.span));
        Some((expr.span, format!("```alloy\n{}\n```\n\n{what}", shortened(&text))))
    }

    /// The command there, and the sizes of its scope.
    fn command_at(&self, offset: u32) -> Option<(Span, String)> {
        let commands = self.reading.module().paragraphs.iter().filter_map(|one| match one {
            Paragraph::Command(command) => Some(command),
            _ => None,
        });
        let (index, command) = commands
            .enumerate()
            .find(|(_, command)| command.span.start <= offset && offset <= command.span.end)?;
        let sizes = self.sizes(index)?;
        let lines: Vec<String> = sizes.iter().map(|size| format!("- {size}")).collect();
        Some((command.span, format!("The scope allows\n\n{}", lines.join("\n"))))
    }

    /// What the scope of a command allows, in words; `None` where the spec or the scope has a mistake.
    pub fn sizes(&self, command: usize) -> Option<Vec<String>> {
        let spec = korrel::Spec::from(self.spec()?.clone());
        let command = spec.command(&command.to_string()).ok()?;
        let sizes = command.with(Settings::new()).sizes().ok()?;
        Some(sizes.iter().map(in_words).collect())
    }

    /// The lines of comment right above a place.
    fn comment_above(&self, span: Span) -> Option<String> {
        let text = &self.sources().get(span.file).text;
        let line = text[..span.start as usize].rfind('\n').map_or(0, |at| at + 1);
        if !text[line..span.start as usize].trim().is_empty() {
            return None;
        }
        let mut lines: Vec<&str> = Vec::new();
        for above in text[..line].lines().rev() {
            let above = above.trim();
            let Some(said) = above.strip_prefix("--").or_else(|| above.strip_prefix("//")) else {
                break;
            };
            lines.push(said.trim());
        }
        lines.reverse();
        let said = lines.join("\n").trim().to_owned();
        (!said.is_empty()).then_some(said)
    }
}

fn in_words(size: &korrel::Size) -> String {
    let korrel::Size { of, least, greatest } = size;
    match (of.as_str(), least, greatest) {
        ("Int", ..) => format!("integers from {least} to {greatest}"),
        (_, least, greatest) if least == greatest => format!("exactly {least} `{of}`"),
        (_, 0, greatest) => format!("0 to {greatest} `{of}`"),
        _ => format!("{least} to {greatest} `{of}`"),
    }
}

/// A long text is cut.
fn shortened(text: &str) -> String {
    const MOST: usize = 120;
    match text.char_indices().nth(MOST) {
        Some((at, _)) => format!("{} …", &text[..at]),
        None => text.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use crate::testing::marked;

    fn hover(text: &str) -> String {
        let (analysis, offset) = marked(text);
        analysis.hover(offset).map_or(String::new(), |hover| hover.text)
    }

    /// If it failed, an editor would say nothing of what stands under the cursor, or something wrong.
    #[test]
    fn names_expressions_and_commands() {
        let spec = "-- A cell.\nsig Node { next: lone Node }\npred p[n: Node] { some n.nex|t }\nrun p for 3";
        assert_eq!(hover(spec), "```alloy\nnext: lone Node\n```\n\ntype `Node -> Node`");
        let spec = "-- A cell.\nsig Node { next: lone Node }\npred p[n: No|de] { some n.next }\nrun p for 3";
        assert_eq!(hover(spec), "```alloy\nsig Node\n```\n\nA cell.");
        let spec = "sig Node { next: lone Node }\npred p[n: Node] { some n|.next }\nrun p for 3";
        assert_eq!(hover(spec), "```alloy\nn: Node\n```");
        let spec = "sig N { next: lone N }\npred p[n: N] { some n.*|next.next }\nrun p for 3";
        assert!(hover(spec).starts_with("```alloy\nnext: lone N"), "{}", hover(spec));
        let spec = "sig N { succ: lone N }\nrun { some |~succ } for 3";
        assert_eq!(hover(spec), "```alloy\n~succ\n```\n\na relation of type `N -> N`");
        // `f` is A's here, and so is the type.
        let spec = "sig A { f: A } sig B { f: B }\nrun { some A.f|.f } for 3";
        assert!(hover(spec).starts_with("```alloy\nf: A"), "{}", hover(spec));
        let spec = "sig A { f: A } sig B { f: B }\nrun { some |(A.f) & univ } for 3";
        assert_eq!(hover(spec), "```alloy\n(A.f)\n```\n\na set of type `A`");
        let spec = "sig A { f: A } sig B { f: B }\nrun { some A <: |~f } for 3";
        assert_eq!(hover(spec), "```alloy\n~f\n```\n\na relation of type `A -> A`");
        assert!(hover("sig A {} let tw|ice[r] =\n  r.r run {}").contains("let twice[r] = r.r\n"));
        let spec = "enum E { On|e, Two } run {}";
        assert_eq!(hover(spec), "```alloy\nOne\n```\n\na value of `E`");
        let spec = "sig N {} one sig T {}\nrun {} |for 3 but 0..4 Int";
        assert_eq!(
            hover(spec),
            "The scope allows\n\n- 0 to 3 `N`\n- exactly 1 `T`\n- integers from 0 to 4"
        );
        assert!(hover("sig A { r: |B } run {}").contains("# E0006"));
    }
}
