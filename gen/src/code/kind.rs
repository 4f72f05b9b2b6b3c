//! The kinds of values that a word in an element stands for.

use super::{Class, CodeModel, EnumClass};
use korrel_heapgraph::Column;

/// One kind of values.
pub enum ElementKind<'a> {
    Int,
    Bool,
    Text,
    Class(&'a Class),
    Enum(&'a EnumClass),
    /// `univ`, and whatever else is not known.
    Any,
}

impl CodeModel {
    /// The kinds of values that an element may be.
    pub fn kinds<'a>(&'a self, element: &'a Column) -> impl Iterator<Item = ElementKind<'a>> {
        element.sorts().map(|sort| match sort {
            "int" => ElementKind::Int,
            "bool" => ElementKind::Bool,
            "string" => ElementKind::Text,
            name => self.named(name),
        })
    }

    fn named(&self, name: &str) -> ElementKind<'_> {
        let class = self.classes.iter().find(|class| class.name == name).map(ElementKind::Class);
        let of_enum = || self.enums.iter().find(|of| of.name == name).map(ElementKind::Enum);
        class.or_else(of_enum).unwrap_or(ElementKind::Any)
    }
}
