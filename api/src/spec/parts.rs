//! Questions in parts: near misses, a cover, an instance for each value, a difference, the completions of a heap.

use std::ops::ControlFlow;

use korrel_lang::spec::Mistakes;
use korrel_sat::Effort;

use crate::error::Error;
use crate::heap::Heap;
use crate::question::{
    Conclusion, Cover, Difference, Distinct, NearMisses, PartLabel, PartedQuestion, SpecCommand,
};
use crate::search::asked::complete;
use crate::search::instances::{each, each_part};
use crate::search::{Query, Sink};

use super::Command;

impl Command {
    /// Hands the near misses of a predicate to `visit` until it breaks: instances that break exactly one of its conjuncts
    /// and satisfy all else. `most` is the number for each conjunct, where `None` asks for all. The label tells the conjunct, the
    /// conclusion the outcome for each, as far as the settings' limit allowed to come to it.
    ///
    /// ```
    /// use std::ops::ControlFlow;
    /// let spec = korrel::spec("sig N { next: lone N }
    ///     pred list[h: N] { N = h.*next
    ///                       no n: N | n in n.^next }
    ///     run list for 2")?;
    /// let mut broken = Vec::new();
    /// spec.command("list")?.near_misses("list", Some(1), |label, heap| {
    ///     if let korrel::PartLabel::Violates(conjunct) = label {
    ///         broken.push((conjunct.text.clone(), heap.graph().objects.len()));
    ///     }
    ///     ControlFlow::Continue(())
    /// })?;
    /// let expected = [("N = h.*next", 2), ("no n: N | n in n.^next", 1)];
    /// assert_eq!(broken, expected.map(|(text, size)| (text.to_owned(), size)));
    /// # Ok::<(), korrel::Error>(())
    /// ```
    ///
    /// # Errors
    /// A predicate that means nothing in the spec, a construct that cannot be translated, or a stop.
    pub fn near_misses(
        &self,
        predicate: &str,
        most: Option<u64>,
        visit: impl FnMut(&PartLabel, Heap) -> ControlFlow<()>,
    ) -> Result<Conclusion, Error> {
        let predicate = predicate.to_owned();
        self.parts(move |asked| Ok(Box::new(NearMisses::new(asked, &predicate, most)?)), visit)
    }

    /// Hands the smallest instance for each combination of truth values of some formulas, `P, Q, R`, to `visit`, as many as
    /// the settings allow or until it breaks. `conjuncts` stands for those of the command's predicate. Of more than twelve
    /// formulas, each two have all their combinations, and not all of them together. The conclusion tells which no instance has.
    ///
    /// ```
    /// use std::ops::ControlFlow;
    /// let spec = korrel::spec("sig N { next: lone N } run {} for 2")?;
    /// let mut sizes = Vec::new();
    /// let conclusion = spec.command("0")?.cover("some N, some next", |_, heap| {
    ///     sizes.push(heap.graph().objects.len());
    ///     ControlFlow::Continue(())
    /// })?;
    /// assert_eq!(sizes, [1, 1, 0]);
    /// let korrel::Conclusion::Cover { impossible, .. } = conclusion else { unreachable!() };
    /// assert_eq!(impossible, [[("some N".to_owned(), false), ("some next".to_owned(), true)]]);
    /// # Ok::<(), korrel::Error>(())
    /// ```
    ///
    /// # Errors
    /// A text that is no formula of the spec, a construct that cannot be translated, or a stop.
    pub fn cover(
        &self,
        formulas: &str,
        visit: impl FnMut(&PartLabel, Heap) -> ControlFlow<()>,
    ) -> Result<Conclusion, Error> {
        let formulas = formulas.to_owned();
        self.parts(move |asked| Ok(Box::new(Cover::new(asked, &formulas)?)), visit)
    }

    /// Hands the smallest instance for each combination of values of some expressions, `#A, some r`, to `visit`, as many as
    /// the settings allow or until it breaks.
    ///
    /// ```
    /// use std::ops::ControlFlow;
    /// let spec = korrel::spec("sig N { next: lone N } run {} for 3")?;
    /// let mut values = Vec::new();
    /// spec.command("0")?.distinct("#N", |label, _| {
    ///     values.push(label.member().1["#N"].as_u64());
    ///     ControlFlow::Continue(())
    /// })?;
    /// values.sort();
    /// assert_eq!(values, [Some(0), Some(1), Some(2), Some(3)]);
    /// # Ok::<(), korrel::Error>(())
    /// ```
    ///
    /// # Errors
    /// An expression whose value depends on the labelling, a construct that cannot be translated, or a stop.
    pub fn distinct(
        &self,
        expressions: &str,
        visit: impl FnMut(&PartLabel, Heap) -> ControlFlow<()>,
    ) -> Result<Conclusion, Error> {
        let expressions = expressions.to_owned();
        self.parts(move |asked| Ok(Box::new(Distinct::new(asked, &expressions)?)), visit)
    }

    /// Hands the instances that only one of two predicates allows to `visit` until it breaks: the smallest of each
    /// side, as many as the settings' limit. The conclusion counts all of both sides by size. A limit of 0 asks for
    /// nothing else.
    ///
    /// ```
    /// use std::ops::ControlFlow;
    /// let spec = korrel::spec("sig N { next: lone N }
    ///     pred acyclic { no n: N | n in n.^next }
    ///     pred loopless { no n: N | n = n.next }
    ///     run { } for 3")?;
    /// let visit = |_: &_, _| ControlFlow::Continue(());
    /// let difference = spec.command("0")?.diff("acyclic", "loopless", visit)?;
    /// let korrel::Conclusion::Difference(sides) = difference else { unreachable!() };
    /// assert_eq!(sides[0].outcome.count, 0, "whatever is acyclic has no loop");
    /// assert_eq!(sides[1].outcome.sizes, [(2, 1), (3, 3)].into(), "a circle of two, alone or not, or of three");
    /// # Ok::<(), korrel::Error>(())
    /// ```
    ///
    /// # Errors
    /// Texts that are no formulas of the spec, a construct that cannot be translated, or a stop.
    pub fn diff(
        &self,
        left: &str,
        right: &str,
        visit: impl FnMut(&PartLabel, Heap) -> ControlFlow<()>,
    ) -> Result<Conclusion, Error> {
        let (left, right) = (left.to_owned(), right.to_owned());
        self.parts(move |asked| Ok(Box::new(Difference::new(asked, &left, &right)?)), visit)
    }

    /// Hands the instances that complete a heap to `visit`, as many as the settings allow or until it breaks. The objects that are given keep their names, and
    /// given fields are exact. A field that is missing or `{"?": true}` is open.
    ///
    /// ```
    /// use std::ops::ControlFlow;
    /// let spec = korrel::spec("sig N { next: lone N } pred p[h: N] { N = h.*next } run p for 2")?;
    /// let heap = serde_json::json!({
    ///     "objects": { "n": { "$type": "N", "next": null } }, "roots": { "h": "n" }
    /// });
    /// let mut found = 0;
    /// spec.command("p")?.complete(&heap, |_| {
    ///     found += 1;
    ///     ControlFlow::Continue(())
    /// })?;
    /// assert_eq!(found, 1, "a root that leads nowhere leaves no room for others");
    /// # Ok::<(), korrel::Error>(())
    /// ```
    ///
    /// # Errors
    /// A heap that does not fit the spec, or that has a state afterwards (`post`); a construct that cannot be translated; a
    /// stop.
    pub fn complete(
        &self,
        heap: &serde_json::Value,
        visit: impl FnMut(Heap) -> ControlFlow<()>,
    ) -> Result<(), Error> {
        let heap = heap.clone();
        let work = move |asked: &Query, effort: &Effort, sink: &mut Sink<'_, _>| {
            complete(&heap, asked, effort, sink)
        };
        each(self.query().clone(), work, visit)
    }

    fn parts(
        &self,
        ask: impl FnOnce(&SpecCommand) -> Result<Box<dyn PartedQuestion>, Mistakes> + Send + 'static,
        visit: impl FnMut(&PartLabel, Heap) -> ControlFlow<()>,
    ) -> Result<Conclusion, Error> {
        each_part(self.query().clone(), Box::new(ask), visit)
    }
}
