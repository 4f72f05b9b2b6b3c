//! The long text of each code: what it means, a wrong example and the mended one, and why the
//! language is so.
//!
//! One Markdown file for each. The first line is a heading, `# E0001: …`; the first block of Alloy is
//! wrong, the second is not.

macro_rules! texts {
    ($($code:literal)*) => {
        /// The text of a code as it is written, `E0001`.
        pub fn text(code: &str) -> Option<&'static str> {
            match code {
                $($code => Some(include_str!(concat!($code, ".md"))),)*
                _ => None,
            }
        }
    };
}

texts! {
    "E0001" "E0002" "E0003" "E0004" "E0005" "E0006" "E0007" "E0008" "E0009" "E0010" "E0011" "E0012"
    "E0013" "E0014" "E0015" "E0016" "E0017" "E0018" "E0019" "E0020" "E0021" "E0022" "E0023" "E0024"
    "E0025" "E0026" "E0027" "E0028" "E0029" "E0032" "E0036" "E0037" "E0046" "E0047" "E0048" "W0001"
    "W0002" "W0003" "W0004" "W0005" "W0006" "W0007" "W0008" "W0020"
}

/// A code in one line: its heading.
pub fn title(code: &str) -> Option<&'static str> {
    let heading = text(code)?.lines().next()?;
    heading.strip_prefix("# ")?.split_once(": ").map(|(_, title)| title)
}

/// The code that was meant by something that is none, if there is one that is like it: `e7`, `E00007`.
pub fn similar(written: &str) -> Option<&'static str> {
    let letter = written.chars().find(char::is_ascii_alphabetic).unwrap_or('E');
    let digits: String = written.chars().filter(char::is_ascii_digit).collect();
    let number: u32 = digits.parse().ok()?;
    let meant = format!("{}{number:04}", letter.to_ascii_uppercase());
    crate::code::ALL.iter().copied().find(|code| *code == meant)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::code;

    /// If this fails, `korrel explain` has nothing to say of a code that a message names.
    #[test]
    fn each_code_has_a_text() {
        for code in code::ALL {
            let text = text(code).unwrap_or_else(|| panic!("{code} has no text"));
            assert!(text.starts_with(&format!("# {code}: ")), "{code}");
            assert!(title(code).is_some_and(|title| title.len() <= 80), "{code}");
            assert_eq!(text.matches("\n```alloy\n").count(), 2, "{code}: two examples");
            assert!(text.lines().all(|line| line.chars().count() <= 100), "{code}");
        }
    }

    /// If this fails, a slip of the pen is answered by the list of all codes.
    #[test]
    fn a_slip_is_understood() {
        for (written, meant) in
            [("e7", Some("E0007")), ("7", Some("E0007")), ("E00007", Some("E0007"))]
        {
            assert_eq!(similar(written), meant, "{written}");
        }
        assert_eq!(similar("w2"), Some("W0002"));
        assert_eq!(similar("E0999"), None);
        assert_eq!(similar("Node"), None);
    }
}
