//! From a heap to a value of the caller's type.
//!
//! *Problem.* Heaps are graphs, and serde knows trees. *Choice.* The caller's type says what becomes of a
//! reference: where it asks for text (`String`), that is the object's id; where it asks for a struct, a map or an
//! enum, the object itself stands there. So trees come out as trees, and what is cyclic is cut where the
//! caller wants it to be. An object within itself is an error that names it. *Rejected.* To write objects out as
//! JSON and to decode that: shared objects would be copied before anyone asked for them, and cycles have no
//! end.

use std::borrow::Cow;
use std::cell::RefCell;

use serde::de::value::{MapDeserializer, SeqDeserializer, StrDeserializer};
use serde::de::{
    Deserializer, EnumAccess, Error, IntoDeserializer, MapAccess, VariantAccess, Visitor,
};
use serde_json::{Map, Value as Json};

use super::layout::{Layout, Shape, Shapes, number, shape};
use super::misfit::Misfit;
use super::values::Tables;

/// A heap that is being read.
pub(crate) struct Reading<'a> {
    layout: &'a Layout,
    tables: &'a Tables,
    objects: &'a Map<String, Json>,
    /// The objects around the present place.
    open: RefCell<Vec<&'a str>>,
}

impl<'a> Reading<'a> {
    pub fn new(
        layout: &'a Layout,
        tables: &'a Tables,
        objects: &'a Map<String, Json>,
    ) -> Reading<'a> {
        Reading { layout, tables, objects, open: RefCell::default() }
    }

    /// Runs something inside an object.
    fn within<T>(&self, id: &'a str, run: impl FnOnce() -> Result<T, Misfit>) -> Result<T, Misfit> {
        if self.open.borrow().contains(&id) {
            let help = "take its id there, as a `String`, and look that up with `Heap::object`";
            return Err(Misfit::new(format!("{id} lies within itself; {help}")));
        }
        self.open.borrow_mut().push(id);
        let done = run();
        self.open.borrow_mut().pop();
        done
    }
}

/// A value at its place.
#[derive(Clone)]
pub(crate) struct Decoder<'a> {
    reading: &'a Reading<'a>,
    value: Cow<'a, Json>,
    shape: Option<&'a Shape>,
}

/// What a value is.
enum Found<'a> {
    Object(Object<'a>),
    /// Without references: of the caller's values, or a value as it stands.
    Plain(Json),
    Array(&'a [Json]),
    Entries(&'a Map<String, Json>),
}

#[derive(Clone, Copy)]
struct Object<'a> {
    id: &'a str,
    of: &'a str,
    fields: &'a Map<String, Json>,
}

impl<'a> Decoder<'a> {
    pub fn new(reading: &'a Reading<'a>, value: &'a Json, shape: Option<&'a Shape>) -> Decoder<'a> {
        Decoder { reading, value: Cow::Borrowed(value), shape }
    }

    fn found(&self) -> Result<Found<'a>, Misfit> {
        let Reading { layout, tables, objects, .. } = self.reading;
        match &self.value {
            Cow::Borrowed(Json::Array(elements)) => return Ok(Found::Array(elements)),
            Cow::Borrowed(Json::Object(entries)) => return Ok(Found::Entries(entries)),
            _ => {}
        }
        let given = match &*self.value {
            Json::Number(integer) => match integer.as_i64() {
                Some(integer) => tables.value("Int", integer)?,
                None => None,
            },
            Json::String(text) => match objects.get_key_value(text) {
                Some((id, fields)) => {
                    let fields = fields.as_object().ok_or_else(|| Misfit::new("no object"))?;
                    let of = fields.get("$type").and_then(Json::as_str).unwrap_or_default();
                    match tables.sig_of(layout, of) {
                        Some(sig) => tables.value(sig, number(id))?,
                        None => return Ok(Found::Object(Object { id, of, fields })),
                    }
                }
                None => None,
            },
            _ => None,
        };
        Ok(Found::Plain(given.unwrap_or(&self.value).clone()))
    }

    fn elements(
        &self,
        elements: &'a [Json],
    ) -> SeqDeserializer<impl Iterator<Item = Decoder<'a>>, Misfit> {
        let Decoder { reading, shape, .. } = *self;
        SeqDeserializer::new(elements.iter().map(move |one| Decoder::new(reading, one, shape)))
    }

    /// A map's entries, whose keys are texts in JSON whatever they are.
    fn entries<'de>(
        &self,
        entries: &'a Map<String, Json>,
    ) -> MapDeserializer<'de, impl Iterator<Item = (Decoder<'a>, Decoder<'a>)>, Misfit> {
        let Decoder { reading, shape, .. } = *self;
        let has_integers =
            matches!(shape, Some(Shape::Map(keys, _)) if keys.iter().any(|of| of == "int"));
        MapDeserializer::new(entries.iter().map(move |(key, value)| {
            let integer = key.parse::<i64>().ok().filter(|_| has_integers);
            let key = integer.map_or_else(|| Json::from(key.as_str()), Json::from);
            let key = Decoder { reading, value: Cow::Owned(key), shape: None };
            (key, Decoder::new(reading, value, None))
        }))
    }
}

impl<'a> IntoDeserializer<'_, Misfit> for Decoder<'a> {
    type Deserializer = Decoder<'a>;

    fn into_deserializer(self) -> Decoder<'a> {
        self
    }
}

impl<'de> Deserializer<'de> for Decoder<'_> {
    type Error = Misfit;

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Misfit> {
        match self.found()? {
            Found::Object(object) => object.members(self.reading, None, visitor),
            Found::Plain(value) => Ok(value.deserialize_any(visitor)?),
            Found::Array(elements) => visitor.visit_seq(self.elements(elements)),
            Found::Entries(entries) => visitor.visit_map(self.entries(entries)),
        }
    }

    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Misfit> {
        if self.value.is_null() { visitor.visit_none() } else { visitor.visit_some(self) }
    }

    fn deserialize_str<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Misfit> {
        match self.found()? {
            Found::Object(object) => visitor.visit_str(object.id),
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
        match self.found()? {
            Found::Object(_) => visitor.visit_unit(),
            Found::Plain(value) => Ok(value.deserialize_unit_struct(name, visitor)?),
            _ => self.deserialize_any(visitor),
        }
    }

    fn deserialize_struct<V: Visitor<'de>>(
        self,
        name: &'static str,
        fields: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Misfit> {
        match self.found()? {
            Found::Object(object) => object.members(self.reading, Some(fields), visitor),
            Found::Plain(value) => Ok(value.deserialize_struct(name, fields, visitor)?),
            _ => self.deserialize_any(visitor),
        }
    }

    fn deserialize_enum<V: Visitor<'de>>(
        self,
        name: &'static str,
        variants: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Misfit> {
        match self.found()? {
            Found::Object(object) => {
                let reading = self.reading;
                visitor.visit_enum(Sum { reading, object, variants })
            }
            Found::Plain(value) => Ok(value.deserialize_enum(name, variants, visitor)?),
            _ => self.deserialize_any(visitor),
        }
    }

    fn deserialize_ignored_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Misfit> {
        visitor.visit_unit()
    }

    serde::forward_to_deserialize_any! {
        bool i8 i16 i32 i64 i128 u8 u16 u32 u64 u128 f32 f64 char bytes byte_buf unit seq tuple
        tuple_struct map
    }
}

impl<'a> Object<'a> {
    /// What a struct has of it: its fields, `$type` and `$id`. Who does not say which it wants (a map, a
    /// flattened struct) is given all.
    fn members<'de, V: Visitor<'de>>(
        self,
        reading: &'a Reading<'a>,
        wanted: Option<&[&str]>,
        visitor: V,
    ) -> Result<V::Value, Misfit> {
        let is_wanted = |name: &str| wanted.is_none_or(|wanted| wanted.contains(&name));
        let type_name = self.fields.get("$type").filter(|_| is_wanted("$type"));
        let fields = self.fields.iter().filter(|(name, _)| *name != "$type");
        let members = Fields {
            reading,
            id: is_wanted("$id").then_some(self.id),
            fields: type_name
                .map(|of| ("$type", of))
                .into_iter()
                .chain(fields.map(|(n, v)| (n.as_str(), v))),
            shape: |name: &str| {
                let mut fields = reading.layout.fields(self.of);
                fields.find(|(known, _)| known == name).map(|(_, shape)| shape)
            },
            next: None,
        };
        reading.within(self.id, || visitor.visit_map(members))
    }
}

/// The members of an object, or the roots.
struct Fields<'a, I, S> {
    reading: &'a Reading<'a>,
    id: Option<&'a str>,
    fields: I,
    shape: S,
    next: Option<(&'a str, Cow<'a, Json>)>,
}

impl<'a, 'de, I, S> MapAccess<'de> for Fields<'a, I, S>
where
    I: Iterator<Item = (&'a str, &'a Json)>,
    S: Fn(&str) -> Option<&'a Shape>,
{
    type Error = Misfit;

    fn next_key_seed<K: serde::de::DeserializeSeed<'de>>(
        &mut self,
        seed: K,
    ) -> Result<Option<K::Value>, Misfit> {
        self.next = match self.id.take() {
            Some(id) => Some(("$id", Cow::Owned(Json::from(id)))),
            None => self.fields.next().map(|(name, value)| (name, Cow::Borrowed(value))),
        };
        let key = self.next.as_ref().map(|(name, _)| StrDeserializer::new(name));
        key.map(|key| seed.deserialize(key)).transpose()
    }

    fn next_value_seed<V: serde::de::DeserializeSeed<'de>>(
        &mut self,
        seed: V,
    ) -> Result<V::Value, Misfit> {
        let (name, value) = self.next.take().expect("a value follows its key");
        let value = match name {
            // These are names, whatever is called alike.
            "$id" | "$type" => {
                let text = value.as_str().unwrap_or_default();
                return seed.deserialize(StrDeserializer::<Misfit>::new(text));
            }
            _ => Decoder { reading: self.reading, value, shape: (self.shape)(name) },
        };
        seed.deserialize(value).map_err(|misfit: Misfit| misfit.below(name))
    }
}

/// The roots, as members of one struct.
pub(crate) struct Members<'a> {
    reading: &'a Reading<'a>,
    roots: &'a Map<String, Json>,
    shapes: &'a Shapes,
}

impl<'a> Members<'a> {
    pub fn new(
        reading: &'a Reading<'a>,
        roots: &'a Map<String, Json>,
        shapes: &'a Shapes,
    ) -> Members<'a> {
        Members { reading, roots, shapes }
    }
}

impl<'de> Deserializer<'de> for Members<'_> {
    type Error = Misfit;

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Misfit> {
        visitor.visit_map(Fields {
            reading: self.reading,
            id: None,
            fields: self.roots.iter().map(|(name, value)| (name.as_str(), value)),
            shape: |name: &str| shape(self.shapes, name),
            next: None,
        })
    }

    serde::forward_to_deserialize_any! {
        bool i8 i16 i32 i64 i128 u8 u16 u32 u64 u128 f32 f64 char str string bytes byte_buf option unit
        unit_struct newtype_struct seq tuple tuple_struct map struct enum identifier ignored_any
    }
}

/// An object as a variant that is called like its type, or the nearest one that it extends.
struct Sum<'a> {
    reading: &'a Reading<'a>,
    object: Object<'a>,
    variants: &'static [&'static str],
}

impl<'a, 'de> EnumAccess<'de> for Sum<'a> {
    type Error = Misfit;
    type Variant = Variant<'a>;

    fn variant_seed<V: serde::de::DeserializeSeed<'de>>(
        self,
        seed: V,
    ) -> Result<(V::Value, Variant<'a>), Misfit> {
        let Sum { reading, object, variants } = self;
        let name = reading.layout.line(object.of).find(|name| variants.contains(name));
        let name = name.ok_or_else(|| Misfit::unknown_variant(object.of, variants))?;
        let variant = seed.deserialize(StrDeserializer::<Misfit>::new(name))?;
        Ok((variant, Variant { reading, object }))
    }
}

struct Variant<'a> {
    reading: &'a Reading<'a>,
    object: Object<'a>,
}

impl<'de> VariantAccess<'de> for Variant<'_> {
    type Error = Misfit;

    fn unit_variant(self) -> Result<(), Misfit> {
        Ok(())
    }

    fn newtype_variant_seed<T: serde::de::DeserializeSeed<'de>>(
        self,
        seed: T,
    ) -> Result<T::Value, Misfit> {
        let id = Json::from(self.object.id);
        seed.deserialize(Decoder { reading: self.reading, value: Cow::Owned(id), shape: None })
    }

    fn tuple_variant<V: Visitor<'de>>(self, _: usize, _: V) -> Result<V::Value, Misfit> {
        Err(Misfit::new(format!("{} has fields with names, and no tuple", self.object.id)))
    }

    fn struct_variant<V: Visitor<'de>>(
        self,
        fields: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Misfit> {
        self.object.members(self.reading, Some(fields), visitor)
    }
}
