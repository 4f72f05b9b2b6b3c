//! The number of objects that a smaller input may have of each sig.
//!
//! If a scope is given, an input has as many objects of each sig as it asks for. The input that is to be made
//! smaller may lie outside already; then it may come nearer, and not go further away. The scope of the spec's own
//! command tells what to list, and not what an input is: it is left aside.

use std::ops::RangeInclusive;

use korrel_heapgraph::Header;
use korrel_lang::spec::Spec;
use korrel_translate::{Overflow, Scopes};
use serde_json::Value as Json;

use crate::commands::exploring::explore::state::objects_of;
use crate::commands::test::operations::Subject;
use crate::commands::test::operations::scope::Size;
use crate::messages::error::Error;

pub struct KeptSizes<'k> {
    types: &'k Header,
    /// The sizes by top-level sig; empty if no scope is given, or a growing one.
    sizes: Vec<(&'k str, RangeInclusive<u64>)>,
}

impl<'k> KeptSizes<'k> {
    /// # Errors
    /// A scope that cannot be.
    pub fn new(
        spec: &Spec,
        subject: &'k Subject,
        has_scope: bool,
        given: &Json,
    ) -> Result<KeptSizes<'k>, Error> {
        let types = &subject.types;
        let mut kept = KeptSizes { types, sizes: Vec::new() };
        if !has_scope || matches!(subject.size, Size::Growing(_)) {
            return Ok(kept);
        }
        let scopes = Scopes::new(&spec.model, &subject.command, Overflow::Forbid)
            .map_err(|mistake| Error::about(spec, mistake))?;
        for ty in subject.schema.types.iter().filter(|ty| ty.parent.is_none()) {
            let sizes = scopes.top_level(ty.sig);
            let now = objects_of(&ty.name, given, types);
            let (least, most) = (u64::from(sizes.min).min(now), u64::from(sizes.max).max(now));
            kept.sizes.push((&ty.name, least..=most));
        }
        Ok(kept)
    }

    pub fn allow(&self, heap: &Json) -> bool {
        self.sizes.iter().all(|(ty, sizes)| sizes.contains(&objects_of(ty, heap, self.types)))
    }
}
