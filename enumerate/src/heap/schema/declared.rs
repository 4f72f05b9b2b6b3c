//! The header of a schema: the declarations that readers of its heaps know.

use korrel_heapgraph::{Action, Enumeration, Header, Member as Declared, ObjectType, SubsetSig};

use super::{Member, NamedAction, Schema};

impl Schema {
    /// The declarations of these heaps, with `spec` and `command` empty.
    pub fn header(&self) -> Header {
        let name = |sig| self.name(sig).to_owned();
        let types = self.types.iter().map(|ty| ObjectType {
            name: ty.name.clone(),
            parent: ty.parent.map(name),
            is_abstract: ty.is_abstract,
            fields: self.declared(&ty.fields),
        });
        let enums = self.enums.iter().map(|of| Enumeration {
            name: of.name.clone(),
            values: of.values.iter().map(|(name, _)| name.clone()).collect(),
        });
        let sets = self.sets.iter().map(|set| SubsetSig {
            name: set.name.clone(),
            of: set.of.declared(&self.names),
            fields: self.declared(&set.fields),
        });
        let action = |action: &NamedAction| Action {
            name: action.name.clone(),
            parameters: self.declared(&action.parameters),
        };
        Header {
            roots: self.declared(&self.roots),
            types: types.collect(),
            enums: enums.collect(),
            fixed: self.fixed.iter().map(|&sig| name(sig)).collect(),
            sets: sets.collect(),
            relations: self.declared(self.all_relations()),
            witnesses: self.declared(&self.witnesses),
            variable: self.variable.clone(),
            actions: self.actions.iter().map(action).collect(),
            ..Header::default()
        }
    }

    fn declared<'m>(&self, members: impl IntoIterator<Item = &'m Member>) -> Vec<Declared> {
        let declared = |member: &Member| Declared {
            name: member.name.clone(),
            shape: member.shape.declared(&self.names),
        };
        members.into_iter().map(declared).collect()
    }
}
