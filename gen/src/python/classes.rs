//! Dataclasses: one for a sig, one for a group of members.

use crate::code::{Class, CodeModel, Struct};
use crate::syntax::Body;

pub fn class(code: &CodeModel, class: &Class, body: &Body) -> String {
    let parent = class.parent.map_or(String::new(), |at| format!("({})", code.classes[at].ident));
    let head = format!(
        "\n\n@dataclass(eq=False, repr=False, kw_only=True)\nclass {}{parent}:\n{}",
        class.ident, body.declared
    );
    match (class.is_abstract, body.declared.is_empty()) {
        (true, true) => head + "    pass\n",
        (true, false) => head,
        (false, _) => head + &methods(body),
    }
}

pub fn group(group: &Struct, body: &Body) -> String {
    let (name, declared) = (&group.ident, &body.declared);
    format!("\n\n@dataclass(kw_only=True)\nclass {name}:\n{declared}{}", methods(body))
}

fn methods(body: &Body) -> String {
    let line = if body.declared.is_empty() { "" } else { "\n" };
    let read = if body.read.is_empty() { "        pass\n" } else { &body.read };
    format!(
        "{line}    def _read(self, fields: dict[str, Any], heap: _Reader) -> None:\n{read}\n    \
         def _write(self, heap: _Writer) -> dict[str, Any]:\n{}",
        written(body)
    )
}

fn written(body: &Body) -> String {
    let fields = match body.written.is_empty() {
        true => "{}".to_owned(),
        false => format!("{{\n{}        }}", body.written),
    };
    match body.written_in_sets.is_empty() {
        true => format!("        return {fields}\n"),
        false => {
            format!("        fields = {fields}\n{}        return fields\n", body.written_in_sets)
        }
    }
}
