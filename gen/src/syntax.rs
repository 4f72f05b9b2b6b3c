//! The walk over classes and fields, the same in every language.
//!
//! A file is its head, its enums, its classes, its groups, what it knows of heaps, and perhaps a driver. A
//! class or a group is the declaration, reading and writing of each of its fields. A language says what
//! each of these looks like (`Syntax`), and never in which order or for whom.

use serde_json::Value as Json;

use crate::code::{
    Class, CodeModel, ElementKind, EnumClass, Property, RenamedMember, Struct, Stub,
};
use crate::identifiers::Words;
use korrel_heapgraph::{Column, Shape};

/// The form of code in a language.
pub trait Syntax {
    fn words(&self) -> Words;

    fn head(&self, code: &CodeModel) -> String;

    fn enumeration(&self, of: &EnumClass) -> String;

    /// True if there is a class of this name in the file.
    fn has_class(&self, _: &Class) -> bool {
        true
    }

    fn class(&self, code: &CodeModel, class: &Class, body: &Body) -> String;

    fn group(&self, group: &Struct, body: &Body) -> String;

    /// True if values of enums have names in code.
    fn has_names_of_values(&self) -> bool {
        true
    }

    /// A line that is no code.
    fn comment(&self, line: &str) -> String {
        format!("// {line}\n")
    }

    /// True if a class declares its inherited fields, too.
    fn repeats_inherited(&self) -> bool {
        false
    }

    fn declaration(&self, code: &CodeModel, property: &Property) -> String;

    fn read(&self, code: &CodeModel, property: &Property) -> String;

    fn write(&self, code: &CodeModel, property: &Property) -> String;

    /// A text in code. Most languages have the escapes of JSON.
    fn literal(&self, text: &str) -> String {
        Json::from(text).to_string()
    }

    fn list(&self, items: &[String]) -> String {
        format!("[{}]", items.join(", "))
    }

    fn plain_types(&self) -> PlainTypes;

    /// The type of values that may be one of several types, each named once.
    fn union(&self, types: &[String]) -> String {
        types.join(" | ")
    }

    /// The type of a value of such a shape.
    fn shape_type(&self, shape: &Shape, columns: &[String]) -> String;

    fn element_type(&self, code: &CodeModel, element: &Column) -> String {
        let plain = self.plain_types();
        let mut types: Vec<String> = Vec::new();
        for kind in code.kinds(element) {
            let ty = kind_type(code, &kind, plain);
            if !types.contains(&ty) {
                types.push(ty);
            }
        }
        self.union(&types)
    }

    /// Heaps, the names of types, and all that is the same for every spec.
    fn runtime(&self, code: &CodeModel) -> String;

    /// A function for the user who connects the code under test, and what its arguments are members of. In the text
    /// stand `@NAME`, `@ROOTS` for its types, `@GIVEN` for the arguments and `@WHY` for the reason why it skips inputs.
    fn stub(&self) -> (&'static str, &'static str);

    /// The driver, which calls the stubs.
    fn driver(&self, operations: &[Stub]) -> String;

    fn end(&self) -> &'static str {
        ""
    }

    /// The columns of a field, as arguments of the runtime.
    fn columns(&self, shape: &Shape) -> String {
        let texts: Vec<String> =
            shape.columns().iter().map(|column| self.literal(&column.text)).collect();
        if matches!(shape, Shape::Relation(_)) { self.list(&texts) } else { texts.join(", ") }
    }

    fn type_of(&self, code: &CodeModel, shape: &Shape) -> String {
        let columns = shape.columns().into_iter();
        let columns = columns.map(|column| self.element_type(code, column));
        self.shape_type(shape, &columns.collect::<Vec<_>>())
    }

    /// The names of the types without fields.
    fn without_fields(&self, code: &CodeModel) -> String {
        let plain = code.classes.iter().filter(|class| class.properties.is_empty());
        plain.map(|class| self.literal(&class.name)).collect::<Vec<_>>().join(", ")
    }

    /// Each type, by name, with the types that it extends.
    fn lines(&self, code: &CodeModel) -> Vec<(String, String)> {
        let line = |line: Vec<&str>| {
            let names: Vec<String> = line.into_iter().map(|name| self.literal(name)).collect();
            (names[0].clone(), self.list(&names))
        };
        code.lines().map(line).collect()
    }
}

/// The types of atoms that are no objects.
#[derive(Clone, Copy)]
pub struct PlainTypes {
    pub int: &'static str,
    pub boolean: &'static str,
    pub text: &'static str,
    pub any: &'static str,
}

/// The body of a class or a group, a line for a field.
pub struct Body {
    pub declared: String,
    pub read: String,
    pub written: String,
    /// The lines of the fields that objects have in a subset sig.
    pub written_in_sets: String,
}

/// The text of a file.
pub fn file(language: &dyn Syntax, code: &CodeModel, renamed: &[RenamedMember]) -> String {
    let mut text = language.head(code) + &spelled_otherwise(language, renamed);
    for of in &code.enums {
        text += &language.enumeration(of);
    }
    for class in code.classes.iter().filter(|class| language.has_class(class)) {
        text += &language.class(code, class, &body(language, code, &class.properties));
    }
    for group in code.groups() {
        text += &language.group(group, &body(language, code, &group.properties));
    }
    text += &language.runtime(code);
    if code.has_driver {
        let (stub, roots) = language.stub();
        text.extend(code.operations.iter().map(|operation| {
            stub.replace("@NAME", &operation.ident)
                .replace("@ROOTS", &operation.roots.ident)
                .replace("@GIVEN", &operation.given(roots))
                .replace("@WHY", &language.literal(&operation.reason()))
        }));
        text += &language.driver(&code.operations);
    }
    text + language.end()
}

fn spelled_otherwise(language: &dyn Syntax, renamed: &[RenamedMember]) -> String {
    if renamed.is_empty() {
        return String::new();
    }
    let head = language.comment("Names of the spec that had to be spelled otherwise:");
    let line = |RenamedMember { spec, code }: &RenamedMember| {
        language.comment(&format!("  {spec} is {code}"))
    };
    format!("\n{head}{}", renamed.iter().map(line).collect::<String>())
}

fn body(language: &dyn Syntax, code: &CodeModel, properties: &[Property]) -> Body {
    let is_declared = |property: &&Property| language.repeats_inherited() || !property.is_inherited;
    let write = |property: &Property| language.write(code, property);
    let declared = properties.iter().filter(is_declared);
    let (always, in_sets): (Vec<&Property>, Vec<&Property>) =
        properties.iter().partition(|property| property.is_always());
    Body {
        declared: declared.map(|property| language.declaration(code, property)).collect(),
        read: properties.iter().map(|property| language.read(code, property)).collect(),
        written: always.into_iter().map(write).collect(),
        written_in_sets: in_sets.into_iter().map(write).collect(),
    }
}

fn kind_type(code: &CodeModel, kind: &ElementKind<'_>, plain: PlainTypes) -> String {
    match kind {
        ElementKind::Int => code.integers.clone().unwrap_or_else(|| plain.int.to_owned()),
        ElementKind::Bool => plain.boolean.to_owned(),
        ElementKind::Text => plain.text.to_owned(),
        ElementKind::Class(class) => class.value.as_ref().unwrap_or(&class.ident).clone(),
        ElementKind::Enum(of) => of.ident.clone(),
        ElementKind::Any => plain.any.to_owned(),
    }
}
