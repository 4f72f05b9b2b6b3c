//! Names, strings and messages in XML, HTML and DOT.

use korrel_lang::visible::visible;

/// The text as character data and in attributes with either quote. Control characters, which XML
/// 1.0 cannot hold at all, are shown by visible signs, and so are those that turn the text around.
pub fn xml(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in visible(text).chars() {
        match c {
            '&' => out += "&amp;",
            '<' => out += "&lt;",
            '>' => out += "&gt;",
            '"' => out += "&quot;",
            '\'' => out += "&#39;",
            // No characters of XML.
            '\u{fffe}' | '\u{ffff}' => out.push(char::REPLACEMENT_CHARACTER),
            c => out.push(c),
        }
    }
    out
}

/// Between double quotes in DOT, in a label of a record: braces, bars and angle brackets are syntax there.
pub fn dot(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in visible(text).chars() {
        if matches!(c, '"' | '\\' | '{' | '}' | '|' | '<' | '>') {
            out.push('\\');
        }
        out.push(c);
    }
    out
}

/// JSON inside a `script` element, which nothing but `</script` and `<!--` could end.
pub fn script_json(json: &str) -> String {
    let shown = korrel_lang::visible::visible_json(json);
    shown.replace('<', "\\u003c").replace('>', "\\u003e").replace('&', "\\u0026")
}

#[cfg(test)]
mod tests {
    use super::*;

    /// If this fails, a name in a spec becomes part of a page or of a picture.
    #[test]
    fn nothing_of_a_name_is_syntax() {
        assert_eq!(
            xml("<b a='1'>&\"\u{202e}\u{1}"),
            "&lt;b a=&#39;1&#39;&gt;&amp;&quot;\\u{202e}\\u{1}"
        );
        assert_eq!(script_json("\"</script>\""), "\"\\u003c/script\\u003e\"");
        assert_eq!(dot("a\"b\\{c|d}<e>\n"), "a\\\"b\\\\\\{c\\|d\\}\\<e\\>\\\\u\\{a\\}");
    }
}
