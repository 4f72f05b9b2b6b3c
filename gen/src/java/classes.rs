//! Classes: one for an enum, one for a sig, one for a group of members.

use super::quoted;
use crate::code::{Class, CodeModel, EnumClass, Struct};
use crate::syntax::Body;

pub fn enumeration(of: &EnumClass) -> String {
    let value = |(name, ident): &(String, String)| format!("        {ident}({})", quoted(name));
    let values: Vec<String> = of.values.iter().map(value).collect();
    format!(
        "\n    public enum {0} implements Literal {{\n{1};\n\n        private final String text;\n\n        {0}(String text) {{\n            \
         this.text = text;\n        }}\n\n        @Override\n        public String text() {{\n            \
         return text;\n        }}\n    }}\n",
        of.ident,
        values.join(",\n")
    )
}

pub fn class(code: &CodeModel, class: &Class, body: &Body) -> String {
    let parent = match class.parent {
        Some(at) => format!("extends {}", code.classes[at].ident),
        None => "implements Readable".to_owned(),
    };
    let word = if class.is_abstract { "abstract class" } else { "class" };
    let methods = if class.is_abstract { String::new() } else { methods(body) };
    let (name, declared) = (&class.ident, &body.declared);
    format!("\n    public static {word} {name} {parent} {{\n{declared}{methods}    }}\n")
}

pub fn group(group: &Struct, body: &Body) -> String {
    let (name, declared) = (&group.ident, &body.declared);
    format!(
        "\n    public static final class {name} implements Readable {{\n{declared}{}    }}\n",
        methods(body)
    )
}

fn methods(body: &Body) -> String {
    let Body { read, written, written_in_sets, .. } = body;
    format!(
        "\n        @Override\n        public void $read(Map<String, Object> fields, Reader heap) {{\n{read}        }}\n\n        \
         @Override\n        public Map<String, Object> $write(Writer heap) {{\n            \
         Map<String, Object> fields = new LinkedHashMap<>();\n{written}{written_in_sets}            return fields;\n        }}\n"
    )
}
