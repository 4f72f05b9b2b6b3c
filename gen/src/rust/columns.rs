//! The type of a column, and the way in which it is read and written.

use crate::code::{Class, CodeModel, ElementKind};
use korrel_heapgraph::Column;

#[derive(PartialEq)]
pub struct ColumnCode {
    pub ty: String,
    verb: Verb,
    /// The sorts that may stand there, as the header writes them.
    sorts: String,
}

#[derive(PartialEq)]
enum Verb {
    /// A method of the reader and of the writer.
    Heap(String),
    /// An enum reads and writes itself.
    Enum,
}

impl ColumnCode {
    pub fn of(code: &CodeModel, element: &Column) -> ColumnCode {
        let mut codes = code.kinds(element).map(|kind| ColumnCode::of_kind(code, &kind));
        let first = codes.next().unwrap_or_else(ColumnCode::scalar);
        let code = if codes.all(|code| code == first) { first } else { ColumnCode::scalar() };
        ColumnCode { sorts: element.text.clone(), ..code }
    }

    pub fn read(&self, json: &str) -> String {
        match &self.verb {
            Verb::Enum => format!("{}::read({json})", self.ty),
            Verb::Heap(verb) if verb == "id" || verb == "scalar" => {
                format!("heap.{verb}(heap.fitting({json}, {})?)", super::quoted(&self.sorts))
            }
            Verb::Heap(verb) => format!("heap.{verb}({json})"),
        }
    }

    pub fn write(&self, item: &str) -> String {
        match &self.verb {
            Verb::Enum => {
                format!("Ok::<Json, Error>(Json::from({}.text()))", item.trim_start_matches('&'))
            }
            Verb::Heap(verb) => format!("heap.{verb}({item})"),
        }
    }

    fn of_kind(code: &CodeModel, kind: &ElementKind<'_>) -> ColumnCode {
        match kind {
            ElementKind::Int => ColumnCode::heap(code.integers.as_deref().unwrap_or("i64"), "int"),
            ElementKind::Bool => ColumnCode::heap("bool", "boolean"),
            ElementKind::Text => ColumnCode::heap("String", "text"),
            ElementKind::Class(class) => match (&class.value, table(code, class)) {
                (Some(value), Some(table)) => ColumnCode::heap(value, &format!("value_{table}")),
                _ => ColumnCode::heap("Id", "id"),
            },
            ElementKind::Enum(of) => {
                ColumnCode { ty: of.ident.clone(), verb: Verb::Enum, sorts: String::new() }
            }
            ElementKind::Any => ColumnCode::scalar(),
        }
    }

    fn heap(ty: &str, verb: &str) -> ColumnCode {
        ColumnCode { ty: ty.to_owned(), verb: Verb::Heap(verb.to_owned()), sorts: String::new() }
    }

    fn scalar() -> ColumnCode {
        ColumnCode::heap("Scalar", "scalar")
    }
}

/// The sigs whose atoms stand for values, and the topmost of each line, whose table has its values.
pub fn valued(code: &CodeModel) -> impl Iterator<Item = (&Class, &Class)> {
    let is_valued = |at: usize| code.classes[at].value.is_some();
    (0..code.classes.len()).filter(move |&at| is_valued(at)).map(move |at| {
        let top = code.line(at).filter(|&at| is_valued(at)).last().expect("it is one itself");
        (&code.classes[at], &code.classes[top])
    })
}

fn table<'a>(code: &'a CodeModel, of: &Class) -> Option<&'a str> {
    valued(code).find(|(class, _)| class.name == of.name).map(|(_, top)| top.ident.as_str())
}
