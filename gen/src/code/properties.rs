//! The fields of a class or a group.

use super::{CodeModel, Owner, Property, Struct};
use crate::identifiers::{Identifiers, Words};
use korrel_heapgraph::{Header, Member, ObjectType, Shape};

impl CodeModel {
    pub(super) fn properties(
        &self,
        given: &Header,
        ty: &ObjectType,
        parent: Option<usize>,
        words: Words,
    ) -> Vec<Property> {
        let mut names = words.fields();
        let inherited = parent.iter().flat_map(|&parent| &self.classes[parent].properties);
        let mut properties: Vec<Property> = inherited
            .filter(|property| property.is_always())
            .map(|property| Property {
                ident: names.take(&property.ident),
                is_inherited: true,
                ..property.clone()
            })
            .collect();
        let own = ty.fields.iter().skip(properties.len());
        properties.extend(own.map(|member| property(member, Owner::Always, &mut names)));
        self.add_subset_fields(given, ty, &mut properties, &mut names);
        properties
    }

    /// Adds the fields that the objects of a type have in a subset sig.
    fn add_subset_fields(
        &self,
        given: &Header,
        ty: &ObjectType,
        properties: &mut Vec<Property>,
        names: &mut Identifiers,
    ) {
        if given.sets.is_empty() {
            return;
        }
        let line: Vec<&str> = given.ancestors(&ty.name).collect();
        for (subset, set) in
            given.sets.iter().zip(self.sets.iter().flat_map(|sets| &sets.properties))
        {
            let of: Vec<&str> = subset.of.sorts().filter(|of| line.contains(of)).collect();
            let is_inherited = !of.contains(&ty.name.as_str());
            properties.extend(subset.fields.iter().filter(|_| !of.is_empty()).map(|member| {
                Property { is_inherited, ..property(member, Owner::In(set.ident.clone()), names) }
            }));
        }
    }
}

impl Struct {
    pub fn new(ident: &str, members: &[Member], words: Words) -> Struct {
        Struct::owned(ident, members, &Owner::Always, words)
    }

    /// The sets of a record, if the spec has subset sigs.
    pub fn of_sets(given: &Header, words: Words) -> Option<Struct> {
        let members = given
            .sets
            .iter()
            .map(|set| Member { name: set.name.clone(), shape: Shape::Set(set.of.clone()) });
        Struct::owned("Sets", &members.collect::<Vec<_>>(), &Owner::Sets, words).unless_empty()
    }

    pub fn unless_empty(self) -> Option<Struct> {
        (!self.properties.is_empty()).then_some(self)
    }

    fn owned(ident: &str, members: &[Member], owner: &Owner, words: Words) -> Struct {
        let mut names = words.fields();
        let properties = members.iter().map(|member| property(member, owner.clone(), &mut names));
        Struct { ident: ident.to_owned(), properties: properties.collect() }
    }
}

fn property(member: &Member, owner: Owner, names: &mut Identifiers) -> Property {
    let ident = names.take(&member.name);
    let (name, shape) = (member.name.clone(), member.shape.clone());
    Property { name, ident, shape, is_inherited: false, owner }
}
