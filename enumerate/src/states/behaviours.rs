//! All behaviours of a command, labelled, and a search among those in which some cells are known.

use korrel_lang::instance::Relation;
use korrel_lang::model::{Command, Model, TraceKind};
use korrel_lang::unroll::{Time, UnrolledCommand};
use korrel_sat::{Effort, Enumerator, Lit, Options, Projection, Var};
use korrel_translate::{Contents, Symmetry, Translation, TranslationFailure};

use crate::problem::{Meaning, Problem};
use crate::search::beyond::in_time;

/// The beginnings of a command's traces as models, without symmetry breaking.
pub(crate) struct TraceModels<'m> {
    pub model: &'m Model,
    command: Command,
    pub translation: Translation,
    pub symmetry: Symmetry,
    /// For each cell the relation whose value it tells, and the states of which it does.
    pub told: Vec<(Relation, Time)>,
    /// The cells' variables, by time.
    pub order: Vec<Var>,
    pub search: Enumerator,
}

impl<'m> TraceModels<'m> {
    /// The behaviours with so many states, from the least to the greatest number.
    ///
    /// # Errors
    /// A scope that cannot be, or is too large, a construct that cannot be translated, or a stop.
    pub fn new(
        model: &'m Model,
        command: &Command,
        (min, max): (usize, usize),
        meaning: Meaning,
        effort: &Effort,
    ) -> Result<TraceModels<'m>, TranslationFailure> {
        let mut command = command.clone();
        let [min, max] = [min, max].map(|states| u32::try_from(states).unwrap_or(u32::MAX));
        command.scope = command.scope.with_steps(min, max, command.span);
        command.traces = TraceKind::Prefixes;
        let problem = Problem::unrooted(model, &command, meaning, effort)?;
        let contents = Contents { break_symmetry: false, ..Contents::default() };
        let translation = problem.translate(contents, effort)?;
        let unrolled = command.unrolled(model).expect("it is about traces");
        let told = translation.cells.iter().map(|cell| unrolled.told_by(cell.relation));
        let told: Vec<(Relation, Time)> = told.collect();
        let times: Vec<Time> = told.iter().map(|(_, time)| *time).collect();
        let order = in_time(&times);
        // The shortest first, and more of everything else.
        let first = |var: &Var| var.lit(told[var.index()].1 != Time::Shape);
        let witnesses = translation.projection.witnesses.clone();
        let projection = Projection { order: order.iter().map(first).collect(), witnesses };
        let search =
            Enumerator::new(&translation.cnf, &projection, Options::default(), effort.clone());
        let symmetry = problem.symmetry;
        Ok(TraceModels { model, command, translation, symmetry, told, order, search })
    }

    pub fn unrolled(&self) -> &UnrolledCommand {
        self.command.unrolled(self.model).expect("it is about traces")
    }

    /// For each number of states from 1 on, the literal that says that there are more.
    pub fn longer(&self) -> Vec<Lit> {
        let cells = &self.translation.cells;
        let flag = |relation| {
            let at = cells.iter().position(|cell| cell.relation == relation)?;
            Some(Var::new(at as u32).positive())
        };
        self.unrolled().shape().map_while(flag).collect()
    }
}
