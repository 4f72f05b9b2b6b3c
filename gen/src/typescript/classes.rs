//! Classes: one for a sig, one for a group of members.

use super::{TypeScript, any_of};
use crate::code::{Class, CodeModel, Struct};
use crate::syntax::{Body, Syntax};

pub fn class(code: &CodeModel, class: &Class, body: &Body) -> String {
    let parent =
        class.parent.map_or(String::new(), |at| format!(" extends {}", code.classes[at].ident));
    let word = if class.is_abstract { "abstract class" } else { "class" };
    // Without `$type`, any object would be one.
    format!(
        "\nexport {word} {}{parent} {{\n  declare readonly $type: {}\n{}{}}}\n",
        class.ident,
        kinds(code, class),
        body.declared,
        if class.is_abstract { String::new() } else { methods(body) }
    )
}

pub fn group(group: &Struct, body: &Body) -> String {
    format!("\nexport class {} {{\n{}{}}}\n", group.ident, body.declared, methods(body))
}

/// The names of a class and of all below it, as types.
fn kinds(code: &CodeModel, class: &Class) -> String {
    let own = code.classes.iter().position(|other| other.name == class.name).expect("it is one");
    // What a class extends stands before it.
    let mut is_below = vec![false; code.classes.len()];
    for (at, class) in code.classes.iter().enumerate() {
        is_below[at] = at == own || class.parent.is_some_and(|parent| is_below[parent]);
    }
    let below = code.classes.iter().zip(is_below).filter(|(_, is_below)| *is_below);
    let concrete = below.map(|(class, _)| class).filter(|class| !class.is_abstract);
    any_of(concrete.map(|class| TypeScript.literal(&class.name)))
}

fn methods(body: &Body) -> String {
    let Body { read, written, written_in_sets, .. } = body;
    if read.is_empty() {
        return "\n  $read(_fields: Fields, _heap: Reader): void {}\n\
                \n  $write(_heap: Writer): Fields {\n    return {}\n  }\n"
            .to_owned();
    }
    format!(
        "\n  $read(fields: Fields, heap: Reader): void {{\n{read}  }}\n\
         \n  $write(heap: Writer): Fields {{\n    return {{\n{written}{written_in_sets}    }}\n  }}\n"
    )
}
