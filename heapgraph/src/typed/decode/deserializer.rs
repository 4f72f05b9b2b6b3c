//! A place, as serde asks for it.

use std::borrow::Cow;

use serde_core::de::value::{MapDeserializer, SeqDeserializer};
use serde_core::de::{Deserializer, IntoDeserializer, Visitor};
use serde_json::{Map, Value as Json};

use super::Decoder;
use super::content::HeapContent;
use super::variant::EnumObject;
use crate::Shape;
use crate::typed::Misfit;

impl<'de> Deserializer<'de> for Decoder<'_> {
    type Error = Misfit;

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Misfit> {
        match self.content()? {
            HeapContent::Object(object) => object.members(self.decoding, None, visitor),
            HeapContent::Plain(value) => Ok(value.deserialize_any(visitor)?),
            HeapContent::Array(elements) => visitor.visit_seq(self.elements(elements)),
            HeapContent::Entries(entries) => visitor.visit_map(self.entries(entries)),
        }
    }

    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Misfit> {
        if self.value.is_null() { visitor.visit_none() } else { visitor.visit_some(self) }
    }

    fn deserialize_str<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Misfit> {
        match self.content()? {
            HeapContent::Object(object) => visitor.visit_str(object.id),
            _ => self.deserialize_any(visitor),
        }
    }

    fn deserialize_string<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Misfit> {
        self.deserialize_str(visitor)
    }

    fn deserialize_identifier<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Misfit> {
        self.deserialize_str(visitor)
    }

    fn deserialize_newtype_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        visitor: V,
    ) -> Result<V::Value, Misfit> {
        visitor.visit_newtype_struct(self)
    }

    fn deserialize_unit_struct<V: Visitor<'de>>(
        self,
        name: &'static str,
        visitor: V,
    ) -> Result<V::Value, Misfit> {
        match self.content()? {
            HeapContent::Object(object) => {
                object.alone(self.decoding, name)?;
                visitor.visit_unit()
            }
            HeapContent::Plain(value) => Ok(value.deserialize_unit_struct(name, visitor)?),
            _ => self.deserialize_any(visitor),
        }
    }

    fn deserialize_struct<V: Visitor<'de>>(
        self,
        name: &'static str,
        fields: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Misfit> {
        match self.content()? {
            HeapContent::Object(object) => {
                if fields.is_empty() {
                    object.alone(self.decoding, name)?;
                }
                object.members(self.decoding, Some(fields), visitor)
            }
            HeapContent::Plain(value) => Ok(value.deserialize_struct(name, fields, visitor)?),
            _ => self.deserialize_any(visitor),
        }
    }

    fn deserialize_enum<V: Visitor<'de>>(
        self,
        name: &'static str,
        variants: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Misfit> {
        match self.content()? {
            HeapContent::Object(object) => {
                let decoding = self.decoding;
                visitor.visit_enum(EnumObject { decoding, object, variants })
            }
            HeapContent::Plain(value) => Ok(value.deserialize_enum(name, variants, visitor)?),
            _ => self.deserialize_any(visitor),
        }
    }

    fn deserialize_ignored_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Misfit> {
        visitor.visit_unit()
    }

    serde_core::forward_to_deserialize_any! {
        bool i8 i16 i32 i64 i128 u8 u16 u32 u64 u128 f32 f64 char bytes byte_buf unit seq tuple
        tuple_struct map
    }
}

impl<'a> Decoder<'a> {
    fn elements(
        &self,
        elements: &'a [Json],
    ) -> SeqDeserializer<impl Iterator<Item = Decoder<'a>>, Misfit> {
        let Decoder { decoding, form, .. } = *self;
        SeqDeserializer::new(elements.iter().map(move |one| Decoder::new(decoding, one, form)))
    }

    /// A map's entries, whose keys are texts in JSON whatever they are.
    fn entries<'de>(
        &self,
        entries: &'a Map<String, Json>,
    ) -> MapDeserializer<'de, impl Iterator<Item = (Decoder<'a>, Decoder<'a>)>, Misfit> {
        let Decoder { decoding, form, .. } = *self;
        let has_integers = matches!(form, Some(Shape::Map(keys, _)) if keys.has("int"));
        MapDeserializer::new(entries.iter().map(move |(key, value)| {
            let integer = key.parse::<i64>().ok().filter(|_| has_integers);
            let key = integer.map_or_else(|| Json::from(key.as_str()), Json::from);
            let key = Decoder { decoding, value: Cow::Owned(key), form: None };
            (key, Decoder::new(decoding, value, None))
        }))
    }
}

impl<'a> IntoDeserializer<'_, Misfit> for Decoder<'a> {
    type Deserializer = Decoder<'a>;

    fn into_deserializer(self) -> Decoder<'a> {
        self
    }
}
