//! The roots, as members of one struct.

use serde_core::de::{Deserializer, Visitor};
use serde_json::{Map, Value as Json};

use super::Decoding;
use super::members::Fields;
use crate::Member;
use crate::typed::Misfit;

pub(crate) struct Roots<'a> {
    decoding: &'a Decoding<'a>,
    roots: &'a Map<String, Json>,
    declared: &'a [Member],
}

impl<'a> Roots<'a> {
    pub fn new(
        decoding: &'a Decoding<'a>,
        roots: &'a Map<String, Json>,
        declared: &'a [Member],
    ) -> Roots<'a> {
        Roots { decoding, roots, declared }
    }
}

impl<'de> Deserializer<'de> for Roots<'_> {
    type Error = Misfit;

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Misfit> {
        visitor.visit_map(Fields {
            decoding: self.decoding,
            id: None,
            fields: self.roots.iter().map(|(name, value)| (name.as_str(), value)),
            form: |name: &str| {
                let mut declared = self.declared.iter();
                declared.find(|member| member.name == name).map(|member| &member.shape)
            },
            next: None,
        })
    }

    serde_core::forward_to_deserialize_any! {
        bool i8 i16 i32 i64 i128 u8 u16 u32 u64 u128 f32 f64 char str string bytes byte_buf option unit
        unit_struct newtype_struct seq tuple tuple_struct map struct enum identifier ignored_any
    }
}
