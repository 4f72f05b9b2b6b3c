//! The members of an object.

use std::borrow::Cow;

use serde_core::de::value::StrDeserializer;
use serde_core::de::{DeserializeSeed, MapAccess, Visitor};
use serde_json::Value as Json;

use super::content::ObjectContent;
use super::{Decoder, Decoding};
use crate::Shape;
use crate::typed::Misfit;

impl<'a> ObjectContent<'a> {
    /// Refuses a type without fields for one of several objects without fields: all its values are equal, so
    /// that a test could not tell one object from another.
    pub fn alone(&self, decoding: &Decoding<'_>, name: &str) -> Result<(), Misfit> {
        let is_like_it = |(id, fields): &(&String, &Json)| {
            *id != self.id && fields["$type"] == self.of && self.fields.len() == 1
        };
        match decoding.objects.iter().find(is_like_it) {
            None => Ok(()),
            Some((other, _)) => Err(Misfit::new(format!(
                "{} and {other} would be equal, for `{name}` has no fields: take the id, as a `String` or in a field \
                 `$id`, or give `{}` values",
                self.id, self.of
            ))),
        }
    }

    /// The members that a struct has of it: its fields, `$type` and `$id`. A type that does not say
    /// which it wants (a map, a flattened struct) is given all.
    pub fn members<'de, V: Visitor<'de>>(
        self,
        decoding: &'a Decoding<'a>,
        wanted: Option<&[&str]>,
        visitor: V,
    ) -> Result<V::Value, Misfit> {
        let is_wanted = |name: &str| wanted.is_none_or(|wanted| wanted.contains(&name));
        let type_name = self.fields.get("$type").filter(|_| is_wanted("$type"));
        let fields = self.fields.iter().filter(|(name, _)| *name != "$type");
        let members = Fields {
            decoding,
            id: is_wanted("$id").then_some(self.id),
            fields: type_name
                .map(|of| ("$type", of))
                .into_iter()
                .chain(fields.map(|(n, v)| (n.as_str(), v))),
            form: |name: &str| decoding.types.field(self.of, name).map(|field| &field.shape),
            next: None,
        };
        decoding.within(self.id, || visitor.visit_map(members))
    }
}

/// The members of an object, or the roots.
pub(super) struct Fields<'a, I, S> {
    pub decoding: &'a Decoding<'a>,
    pub id: Option<&'a str>,
    pub fields: I,
    pub form: S,
    pub next: Option<(&'a str, Cow<'a, Json>)>,
}

impl<'a, 'de, I, S> MapAccess<'de> for Fields<'a, I, S>
where
    I: Iterator<Item = (&'a str, &'a Json)>,
    S: Fn(&str) -> Option<&'a Shape>,
{
    type Error = Misfit;

    fn next_key_seed<K: DeserializeSeed<'de>>(
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

    fn next_value_seed<V: DeserializeSeed<'de>>(&mut self, seed: V) -> Result<V::Value, Misfit> {
        let (name, value) = self.next.take().expect("a value follows its key");
        let value = match name {
            // These are names, whatever is called alike.
            "$id" | "$type" => {
                let text = value.as_str().unwrap_or_default();
                return seed.deserialize(StrDeserializer::<Misfit>::new(text));
            }
            _ => Decoder { decoding: self.decoding, value, form: (self.form)(name) },
        };
        seed.deserialize(value).map_err(|misfit: Misfit| misfit.below(name))
    }
}
