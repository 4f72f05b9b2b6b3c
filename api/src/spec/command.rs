//! Commands of a spec.

use std::ops::ControlFlow;
use std::sync::Arc;

use korrel_enumerate::Estimate;
use korrel_enumerate::heap::InstanceId;
use korrel_heapgraph::typed::Values;
use korrel_lang::diagnostic::Diagnostic;
use korrel_lang::model::{self, CommandKind, SigId, Sizes};
use korrel_lang::source::Sources;
use korrel_lang::spec::Spec;
use korrel_lang::unroll::Steps;
use korrel_sat::Effort;
use korrel_translate::Scopes;
use num_bigint::BigUint;

use crate::error::Error;
use crate::heap::Heap;
use crate::question::Amount;
use crate::search::asked::samples;
use crate::search::counting::{amount, count, count_by, estimate};
use crate::search::instances::{Instances, each, each_from};
use crate::search::{
    Query, SearchWork, Sink, all, dimacs, on_a_large_stack, search, search_from, types, why_empty,
};
use crate::settings::Settings;

use super::types::Types;

/// The least and the greatest number of atoms of a sig, or of states, or the least and the greatest integer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Size {
    /// The sig, or `Int`.
    pub of: String,
    pub least: i64,
    pub greatest: i64,
}

/// A command of a spec, what its atoms and integers stand for, and the settings for its answers.
#[derive(Clone, Debug)]
pub struct Command {
    asked: Query,
}

impl Command {
    pub(crate) fn new(spec: Arc<Spec>, command: model::Command) -> Command {
        Command {
            asked: Query { spec, command, settings: Settings::default(), values: Values::new() },
        }
    }

    pub(crate) fn query(&self) -> &Query {
        &self.asked
    }

    /// The command in one line and without `expect`, within its scope.
    pub fn text(&self) -> String {
        self.asked.spec.text(&self.asked.command)
    }

    /// True if its instances are counterexamples.
    pub fn is_check(&self) -> bool {
        self.asked.command.kind == CommandKind::Check
    }

    /// The texts that the spans of diagnostics about the command point into, its scope included.
    pub fn sources(&self) -> &Sources {
        &self.asked.spec.sources
    }

    /// The sizes that the scope allows: of each sig that has any, and of `Int` its least and greatest number.
    ///
    /// ```
    /// let spec = korrel::spec("sig Node {} one sig Tree { root: lone Node } run {} for 3 but 0..4 Int")?;
    /// let sizes = spec.command("0")?.sizes()?;
    /// let sizes: Vec<_> = sizes.iter().map(|size| (size.of.as_str(), size.least, size.greatest)).collect();
    /// assert_eq!(sizes, [("Node", 0, 3), ("Tree", 1, 1), ("Int", 0, 4)]);
    /// # Ok::<(), korrel::Error>(())
    /// ```
    ///
    /// # Errors
    /// A scope that cannot be.
    pub fn sizes(&self) -> Result<Vec<Size>, Error> {
        let Query { spec, command, settings, .. } = &self.asked;
        let scopes = Scopes::new(&spec.model, command, settings.overflow);
        let scopes = scopes.map_err(|mistake| spec.mistake(mistake))?;
        let size = |(sig, sizes): (SigId, Sizes)| Size {
            of: spec.model.sigs[sig].path.clone(),
            least: sizes.min.into(),
            greatest: sizes.max.into(),
        };
        let (least, greatest) = scopes.integers;
        let integers = Size { of: "Int".to_owned(), least, greatest };
        Ok(scopes.stated(&spec.model).into_iter().map(size).chain([integers]).collect())
    }

    /// The least and the greatest number of states of its traces, or `None` if it is about single states. There is no greatest
    /// where it is about all infinite ones (`1.. steps`).
    ///
    /// ```
    /// let spec = korrel::spec("var sig Left {} run { eventually no Left } for 2 but 6 steps run {}")?;
    /// let steps = spec.command("0")?.steps().expect("it is about traces");
    /// assert_eq!((steps.least, steps.greatest), (1, Some(6)));
    /// # Ok::<(), korrel::Error>(())
    /// ```
    pub fn steps(&self) -> Option<Steps> {
        let Query { spec, command, .. } = &self.asked;
        Steps::of(&spec.model, command)
    }

    /// The same within another scope, such as `5 but exactly 3 Node, 0..4 Int`.
    ///
    /// # Errors
    /// A mistake in the scope.
    pub fn scope(self, scope: &str) -> Result<Command, Error> {
        let mut spec = Spec::clone(&self.asked.spec);
        let command = spec.with_scope(self.asked.command, "scope", scope)?;
        Ok(Command { asked: Query { spec: Arc::new(spec), command, ..self.asked } })
    }

    /// Its scope in one line and without `for`, or `None` if it has none.
    pub fn scope_text(&self) -> Option<String> {
        self.asked.spec.sizes(&self.asked.command)
    }

    /// The same with other settings.
    pub fn with(self, settings: Settings) -> Command {
        Command { asked: Query { settings, ..self.asked } }
    }

    /// The same whose atoms and integers stand for the caller's own values.
    ///
    /// # Errors
    /// Values that do not fit the spec.
    pub fn values(self, values: Values) -> Result<Command, Error> {
        let command = Command { asked: Query { values, ..self.asked } };
        command.types().map(|_| command)
    }

    /// The types of the heaps, to write some without a search.
    ///
    /// # Errors
    /// Names in the spec that a reader of a heap would misread.
    pub fn types(&self) -> Result<Types, Error> {
        on_a_large_stack(|| types(&self.asked))?
    }

    /// Starts the search in a thread of its own: all instances, or as many as the settings allow. Without the feature `threads` it begins with the first instance
    /// that is asked for, and finds all.
    pub fn instances(&self) -> Instances {
        Instances::new(self.asked.clone())
    }

    /// Hands each instance to `visit`, smallest first, as many as the settings allow or until it breaks.
    ///
    /// # Errors
    /// As [`Instances`] gives them.
    pub fn each(&self, visit: impl FnMut(Heap) -> ControlFlow<()>) -> Result<(), Error> {
        each(self.asked.clone(), search, visit)
    }

    /// The same from the instance with this id on, which may be far beyond what could be listed. None comes where there are
    /// not so many.
    ///
    /// ```
    /// use std::ops::ControlFlow;
    /// let spec = korrel::spec("sig A { r: set A } run {} for exactly 3 A")?;
    /// let mut ids = Vec::new();
    /// spec.command("0")?.each_from(&102_u32.into(), |heap| {
    ///     ids.push(heap.json().split_once(",\"id\":").unwrap().1[..3].to_owned());
    ///     ControlFlow::Continue(())
    /// })?;
    /// assert_eq!(ids, ["102", "103"], "there are 104: OEIS A000595");
    /// # Ok::<(), korrel::Error>(())
    /// ```
    ///
    /// # Errors
    /// An id before which there is more than is ever listed, where it cannot be counted; all those of
    /// [`Command::each`].
    pub fn each_from(
        &self,
        id: &BigUint,
        visit: impl FnMut(Heap) -> ControlFlow<()>,
    ) -> Result<(), Error> {
        let first = InstanceId::from(id.clone());
        let from = first.clone();
        let work = move |asked: &Query, effort: &Effort, sink: &mut Sink<'_, _>| {
            search_from(&from, asked, effort, sink)
        };
        each_from(self.asked.clone(), first, work, visit)
    }

    /// The number of instances, whatever limit is set. They are listed only where they cannot be counted otherwise.
    ///
    /// ```
    /// let spec = korrel::spec("sig A { r: set A } run {} for exactly 8 A")?;
    /// let relations = spec.command("0")?.count()?;
    /// assert_eq!(relations, 458_297_100_061_728_u64.into(), "OEIS A000595");
    /// # Ok::<(), korrel::Error>(())
    /// ```
    ///
    /// # Errors
    /// A construct that cannot be translated, or a stop.
    pub fn count(&self) -> Result<BigUint, Error> {
        self.one(count).map(|number| number.expect("a count that ends is one number"))
    }

    /// The number of instances, for whoever wants to know soon: what only a list counts is counted as far as 10,000.
    ///
    /// ```
    /// let spec = korrel::spec("sig N { next: lone N } pred p[n: N] { no n.next } run p for 2")?;
    /// let (p, all) = (spec.command("p")?.amount()?, spec.command("p")?.amount_of_roots()?);
    /// assert_eq!((p.number, all.number), (4_u32.into(), 11_u32.into()));
    /// # Ok::<(), korrel::Error>(())
    /// ```
    ///
    /// # Errors
    /// A construct that cannot be translated, or a stop.
    pub fn amount(&self) -> Result<Amount, Error> {
        self.roughly(false)
    }

    /// The same of all that the facts and the declarations of the command's roots allow, whatever it runs.
    ///
    /// # Errors
    /// A construct that cannot be translated, or a stop.
    pub fn amount_of_roots(&self) -> Result<Amount, Error> {
        self.roughly(true)
    }

    fn roughly(&self, of_roots: bool) -> Result<Amount, Error> {
        let work = move |asked: &Query, effort: &Effort, sink: &mut Sink<'_, _>| {
            amount(of_roots, asked, effort, sink)
        };
        self.one(work).map(|amount| amount.expect("a count that ends is one number"))
    }

    /// The number of instances for each value that an expression has in some instance: a number, a truth value, an enum's
    /// value, a string. The last row, without a value, has the instances in which it overflows, has several values, or
    /// one outside the scope's integers.
    ///
    /// ```
    /// let spec = korrel::spec("sig A { r: lone A } run {} for 3")?;
    /// let by_size = spec.command("0")?.count_by("#A")?;
    /// let expected = [("0", 1), ("1", 2), ("2", 6), ("3", 16)];
    /// let expected = expected.map(|(size, count): (&str, u32)| (Some(size.to_owned()), count.into()));
    /// assert_eq!(by_size, expected, "OEIS A126285");
    /// # Ok::<(), korrel::Error>(())
    /// ```
    ///
    /// # Errors
    /// An expression whose value depends on the labelling, a construct that cannot be translated, or a stop.
    pub fn count_by(&self, expression: &str) -> Result<Vec<(Option<String>, BigUint)>, Error> {
        let text = expression.to_owned();
        let work = move |asked: &Query, effort: &Effort, sink: &mut Sink<'_, _>| {
            count_by(&text, asked, effort, sink)
        };
        all(&self.asked, work)
    }

    /// About how many instances there are, from parts of the list that are drawn at random. The estimate is the same each
    /// time.
    ///
    /// ```
    /// let spec = korrel::spec("sig A { r: set A } run {} for exactly 3 A")?;
    /// let about = spec.command("0")?.estimate()?;
    /// assert_eq!((about.number, about.runs), (104.0, 1), "all were found");
    /// # Ok::<(), korrel::Error>(())
    /// ```
    ///
    /// # Errors
    /// A construct that cannot be translated, or a stop.
    pub fn estimate(&self) -> Result<Estimate, Error> {
        self.one(estimate).map(|estimate| estimate.expect("an estimate that ends is one"))
    }

    /// Hands instances that are drawn at random to `visit`, as many as the settings allow or until it breaks. Each draw
    /// is uniform over all instances, and the same seed draws the same ones.
    ///
    /// ```
    /// use std::ops::ControlFlow;
    /// let spec = korrel::spec("sig A { r: set A } run {} for exactly 8 A")?;
    /// let command = spec.command("0")?.with(korrel::Settings::new().limit(3));
    /// let mut drawn = Vec::new();
    /// command.sample(7, |heap| {
    ///     drawn.push(heap.json().to_owned());
    ///     ControlFlow::Continue(())
    /// })?;
    /// assert_eq!(drawn.len(), 3, "of 458,297,100,061,728");
    /// # Ok::<(), korrel::Error>(())
    /// ```
    ///
    /// # Errors
    /// Too many kinds of instances to draw exactly, a construct that cannot be translated, or a stop.
    pub fn sample(
        &self,
        seed: u64,
        visit: impl FnMut(Heap) -> ControlFlow<()>,
    ) -> Result<(), Error> {
        self.drawn(seed, None, visit)
    }

    /// Like [`Command::sample`], but the chance of an instance is in proportion to the value of an expression: a number
    /// from 0 on, or a truth value.
    ///
    /// # Errors
    /// An expression that is no weight, and all errors of [`Command::sample`].
    pub fn sample_by(
        &self,
        weight: &str,
        seed: u64,
        visit: impl FnMut(Heap) -> ControlFlow<()>,
    ) -> Result<(), Error> {
        self.drawn(seed, Some(weight.to_owned()), visit)
    }

    fn drawn(
        &self,
        seed: u64,
        weight: Option<String>,
        visit: impl FnMut(Heap) -> ControlFlow<()>,
    ) -> Result<(), Error> {
        let work = move |asked: &Query, effort: &Effort, sink: &mut Sink<'_, _>| {
            samples(seed, weight.as_deref(), asked, effort, sink)
        };
        each(self.asked.clone(), work, visit)
    }

    /// The one finding of some work, if there is one.
    pub(crate) fn one<T: Send + 'static>(
        &self,
        work: impl SearchWork<T>,
    ) -> Result<Option<T>, Error> {
        Ok(all(&self.asked, work)?.pop())
    }

    /// The reasons why there is no instance: the parts of the spec that contradict each other within the scope. `None` where
    /// there is an instance, or where the reasons are too hard to find.
    ///
    /// ```
    /// let spec = korrel::spec("sig A { r: one A } fact { some A and no r } run {}")?;
    /// let why = spec.command("0")?.why_empty()?.expect("there is nothing");
    /// assert_eq!(&*why.message, "no instance exists within the scope: these contradict each other");
    /// assert!(spec.render(&why).contains("sig A { r: one A }"));
    /// # Ok::<(), korrel::Error>(())
    /// ```
    ///
    /// # Errors
    /// As [`Instances`] gives them.
    pub fn why_empty(&self) -> Result<Option<Diagnostic>, Error> {
        self.one(why_empty)
    }

    /// The formula that a search begins with, as DIMACS. Comments name the variables that make an instance, and say
    /// whether one labelling of each isomorphism class is left.
    ///
    /// ```
    /// let spec = korrel::spec("sig A {} run { some A } for 2")?;
    /// let dimacs = spec.command("0")?.dimacs()?;
    /// assert!(dimacs.contains("c 1 is A$0 in A\n") && dimacs.contains("\np cnf 2 2\n"));
    /// # Ok::<(), korrel::Error>(())
    /// ```
    ///
    /// # Errors
    /// A construct that cannot be translated, or a stop.
    pub fn dimacs(&self) -> Result<String, Error> {
        self.one(dimacs).map(|formula| formula.expect("a translation that ends is one text"))
    }
}
