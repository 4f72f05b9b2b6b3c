//! The space between two tokens of a line.

use crate::words::is_keyword;

use super::token::{LayoutToken, TokenKind};

/// Keywords that are a value by themselves.
const VALUES: [&str; 8] = ["none", "univ", "iden", "this", "Int", "String", "int", "seq/Int"];

/// Operators that are words.
const WORD_OPERATORS: [&str; 15] = [
    "and",
    "or",
    "implies",
    "iff",
    "else",
    "in",
    "until",
    "releases",
    "since",
    "triggered",
    "fun/add",
    "fun/sub",
    "fun/mul",
    "fun/div",
    "fun/rem",
];

/// Signs that only stand between two operands.
const SIGN_OPERATORS: [&str; 22] = [
    "=>", "<=>", "||", "&&", "=", "<", ">", "=<", "<=", ">=", "->", "++", "+", "-", "&", "<:",
    ":>", "<<", ">>", ">>>", "|", ";",
];

/// An expression may end with it.
pub(super) fn ends_operand(token: &LayoutToken<'_>) -> bool {
    match token.kind {
        TokenKind::Word => {
            let is_operator = WORD_OPERATORS.contains(&token.text) || is_keyword(token.text);
            !is_operator || VALUES.contains(&token.text)
        }
        TokenKind::Sign => matches!(token.text, ")" | "]" | "}" | "'" | "’" | "‘" | "`"),
        TokenKind::LineComment | TokenKind::BlockComment => false,
    }
}

/// Comparisons, which may be denied: `a !in b`, `a not = b`.
const COMPARISONS: [&str; 7] = ["in", "=", "<", ">", "=<", "<=", ">="];

/// It goes on with the operand before it, so a line that begins with it is not alone. `next` stands behind it.
pub(super) fn is_infix(token: &LayoutToken<'_>, next: Option<&LayoutToken<'_>>) -> bool {
    match token.text {
        _ if token.is_comment() => false,
        "!" | "not" => {
            next.is_some_and(|next| !next.is_comment() && COMPARISONS.contains(&next.text))
        }
        text if token.kind == TokenKind::Word => WORD_OPERATORS.contains(&text),
        "." | "::" | "[" | "'" | "’" | "‘" | "`" => true,
        text => SIGN_OPERATORS.contains(&text),
    }
}

/// True if a space stands between two tokens. `before` is the token before the left one.
pub(super) fn is_apart(
    before: Option<&LayoutToken<'_>>,
    left: &LayoutToken<'_>,
    right: &LayoutToken<'_>,
) -> bool {
    if left.is_comment() || right.is_comment() {
        return true;
    }
    if left.is_tight || right.is_tight {
        return false;
    }
    let is_unary = |token: &LayoutToken<'_>| match token.text {
        "~" | "^" | "*" | "#" | "!" => true,
        "-" => !before.is_some_and(ends_operand),
        _ => false,
    };
    if left.kind == TokenKind::Sign {
        match left.text {
            "(" | "[" | "." | "::" => return false,
            ".." => return right.text.starts_with(char::is_alphabetic),
            "{" => return right.text != "}",
            "!" if right.text == "=" || right.text == "in" => return false,
            _ if is_unary(left) => return false,
            _ => {}
        }
    }
    if right.kind == TokenKind::Sign {
        match right.text {
            ")" | "]" | "," | ";" | "." | "::" | ".." | ":" | "'" | "’" | "‘" | "`" => {
                return false;
            }
            "[" => return !ends_operand(left) && !is_called(left),
            "(" if left.kind == TokenKind::Word && !is_keyword(left.text) => {
                return right.spaces + right.breaks > 0;
            }
            "$" => return right.spaces > 0,
            _ => {}
        }
    }
    left.text != "$" || right.spaces > 0
}

/// Keywords that are called as functions are.
fn is_called(token: &LayoutToken<'_>) -> bool {
    matches!(token.text, "disj" | "sum" | "int")
}
