//! An object as a variant of an enum.

use std::borrow::Cow;

use serde_core::de::value::StrDeserializer;
use serde_core::de::{DeserializeSeed, EnumAccess, Error, VariantAccess, Visitor};
use serde_json::Value as Json;

use super::content::ObjectContent;
use super::{Decoder, Decoding};
use crate::typed::Misfit;

/// An object as a variant that is called like its type, or the nearest one that it extends.
pub(super) struct EnumObject<'a> {
    pub decoding: &'a Decoding<'a>,
    pub object: ObjectContent<'a>,
    pub variants: &'static [&'static str],
}

impl<'a, 'de> EnumAccess<'de> for EnumObject<'a> {
    type Error = Misfit;
    type Variant = Variant<'a>;

    fn variant_seed<V: DeserializeSeed<'de>>(
        self,
        seed: V,
    ) -> Result<(V::Value, Variant<'a>), Misfit> {
        let EnumObject { decoding, object, variants } = self;
        let name = decoding.types.ancestors(object.of).find(|name| variants.contains(name));
        let name = name.ok_or_else(|| Misfit::unknown_variant(object.of, variants))?;
        let variant = seed.deserialize(StrDeserializer::<Misfit>::new(name))?;
        Ok((variant, Variant { decoding, object }))
    }
}

pub(super) struct Variant<'a> {
    pub decoding: &'a Decoding<'a>,
    pub object: ObjectContent<'a>,
}

impl<'de> VariantAccess<'de> for Variant<'_> {
    type Error = Misfit;

    fn unit_variant(self) -> Result<(), Misfit> {
        Ok(())
    }

    fn newtype_variant_seed<T: DeserializeSeed<'de>>(self, seed: T) -> Result<T::Value, Misfit> {
        let id = Json::from(self.object.id);
        seed.deserialize(Decoder { decoding: self.decoding, value: Cow::Owned(id), form: None })
    }

    fn tuple_variant<V: Visitor<'de>>(self, _: usize, _: V) -> Result<V::Value, Misfit> {
        Err(Misfit::new(format!("{} has fields with names, and no tuple", self.object.id)))
    }

    fn struct_variant<V: Visitor<'de>>(
        self,
        fields: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Misfit> {
        self.object.members(self.decoding, Some(fields), visitor)
    }
}
