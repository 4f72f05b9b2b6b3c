//! Types of containers, as other languages write them: `Optional[Node]`, `List<Node>`, `list of Node`.

use super::{Advice, BrokenText};

/// The text to type for a container with what it holds, or `None` if the name is no container's.
pub(crate) fn container(name: &str, of: &str) -> Option<String> {
    let of = of.trim();
    let is_plain = |text: &str| {
        !text.is_empty() && text.chars().all(|c| c.is_alphanumeric() || matches!(c, '_' | '/'))
    };
    let word = match name {
        "Optional" | "Option" | "Maybe" | "Nullable" | "optional" | "option" | "maybe" => "lone",
        "List" | "list" | "Array" | "array" | "Vec" | "Vector" | "ArrayList" | "Sequence"
        | "Seq" => "seq",
        "Set" | "HashSet" | "FrozenSet" | "frozenset" | "Collection" | "Iterable" => "set",
        "Map" | "HashMap" | "Dict" | "dict" | "map" => {
            let (key, value) = of.split_once(',')?;
            let (key, value) = (key.trim(), value.trim());
            return (is_plain(key) && is_plain(value)).then(|| format!("{key} -> lone {value}"));
        }
        _ => return None,
    };
    is_plain(of).then(|| format!("{word} {of}"))
}

/// `List<Node>`, at whose end the parser gave up.
pub(super) fn angled(line: &str) -> Option<String> {
    let (head, of) = line.trim_end().strip_suffix('>')?.rsplit_once('<')?;
    let name = head.trim_end().rsplit(|c: char| !c.is_alphanumeric() && c != '_').next()?;
    container(name, of)
}

/// `one of Node`, `list of Node`, `set[Node]`.
pub(super) fn worded(cut: &BrokenText<'_>, found: &str) -> Option<Advice> {
    const MULTIPLICITIES: [&str; 5] = ["one", "lone", "some", "set", "seq"];
    let last = cut.at.checked_sub(1)?;
    let (place, typed) = match cut.word(last) {
        "of" if cut.is_name(cut.at) => {
            let word = last.checked_sub(1)?;
            let is_known = MULTIPLICITIES.contains(&cut.word(word));
            (word..cut.at, is_known.then(|| format!("{} {found}", cut.word(word)))?)
        }
        word if found == "of" && cut.is_name(cut.at + 1) => {
            (last..cut.at + 1, container(word, cut.word(cut.at + 1))?)
        }
        word if found == "[" && MULTIPLICITIES.contains(&word) && cut.word(cut.at + 2) == "]" => {
            (last..cut.at + 1, format!("{word} {}", cut.word(cut.at + 1)))
        }
        _ => return None,
    };
    let written = cut.range(place.start).start..cut.range(place.end).end;
    Some(Advice::help(format!("write `{typed}`")).at(written, "a type as elsewhere"))
}

#[cfg(test)]
mod tests {
    use super::container;

    /// If it failed, the proposed type for one of another language would be the wrong one.
    #[test]
    fn containers() {
        for (name, of, expected) in [
            ("Optional", "Node", Some("lone Node")),
            ("List", " Node ", Some("seq Node")),
            ("dict", "Key, a/Value", Some("Key -> lone a/Value")),
            ("Map", "Key", None),
            ("List", "List[Node]", None),
            ("List", "", None),
            ("Node", "Node", None),
        ] {
            assert_eq!(container(name, of).as_deref(), expected, "{name}[{of}]");
        }
    }
}
