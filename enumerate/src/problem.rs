//! A command, ready to be answered.

use korrel_lang::diagnostic::Diagnostic;
use korrel_lang::evaluate::{Violation, violation};
use korrel_lang::instance::Instance;
use korrel_lang::model::{Command, Model, SigId};
use korrel_lang::universe::AtomId;
use korrel_sat::Effort;
use korrel_translate::{
    Bounds, Fill, Options, Overflow, Scopes, Symmetry, Translation, Untranslated, translate,
};

use crate::rooting::rooted_classes;

/// What an instance of a command is.
#[derive(Clone, Copy, Debug, Default)]
pub struct Meaning {
    pub overflow: Overflow,
    /// The command's parameters are witnesses, not part of an instance.
    pub ignore_parameters: bool,
}

/// A command with its scope, its bounds and their symmetry.
#[derive(Clone, Debug)]
pub struct Problem<'m> {
    pub model: &'m Model,
    pub command: &'m Command,
    pub scopes: Scopes,
    pub bounds: Bounds,
    pub symmetry: Symmetry,
}

impl<'m> Problem<'m> {
    /// # Errors
    /// A scope that cannot be, or is too large.
    pub fn new(
        model: &'m Model,
        command: &'m Command,
        meaning: Meaning,
    ) -> Result<Problem<'m>, Diagnostic> {
        Problem::within(&Effort::default(), model, command, meaning)
    }

    /// The same, with so much effort at the most for each translation. If it is stopped meanwhile, no
    /// class is rooted: a labelling of its own, and nobody sees it as long as the stop lasts.
    ///
    /// # Errors
    /// A scope that cannot be, or is too large.
    pub fn within(
        effort: &Effort,
        model: &'m Model,
        command: &'m Command,
        meaning: Meaning,
    ) -> Result<Problem<'m>, Diagnostic> {
        let mut problem = Problem::unrooted(model, command, meaning)?;
        let rooted = match rooted_classes(&problem, !meaning.ignore_parameters, effort) {
            Ok(rooted) => rooted,
            Err(Untranslated::Stopped) => Vec::new(),
            Err(Untranslated::Refused(diagnostic)) => return Err(*diagnostic),
        };
        if !rooted.is_empty() {
            let with_parameters = !meaning.ignore_parameters;
            problem.symmetry = Symmetry::new(model, &problem.bounds, with_parameters, rooted);
        }
        Ok(problem)
    }

    /// The same without looking for rooted classes: the instances are the same, but for which
    /// labelling stands for a class.
    ///
    /// # Errors
    /// As [`Problem::new`].
    pub fn unrooted(
        model: &'m Model,
        command: &'m Command,
        meaning: Meaning,
    ) -> Result<Problem<'m>, Diagnostic> {
        let scopes = Scopes::new(model, command, meaning.overflow)?;
        let bounds = Bounds::new(model, command, &scopes)?;
        let symmetry = Symmetry::new(model, &bounds, !meaning.ignore_parameters, Vec::new());
        Ok(Problem { model, command, scopes, bounds, symmetry })
    }

    /// # Errors
    /// A construct that cannot be translated; too many gates; a stop.
    pub fn translate(
        &self,
        options: Options,
        effort: &Effort,
    ) -> Result<Translation, Untranslated> {
        self.translate_under(&self.symmetry, &self.bounds, options, effort)
    }

    /// The same within tighter bounds, and where more is known of the rooted classes than the
    /// problem's own symmetry says.
    pub(crate) fn translate_under(
        &self,
        symmetry: &Symmetry,
        bounds: &Bounds,
        options: Options,
        effort: &Effort,
    ) -> Result<Translation, Untranslated> {
        translate(self.model, self.command, &self.scopes, bounds, symmetry, options, effort)
    }

    /// What is wrong with an instance, by the evaluator and the scope; `None` if nothing is.
    pub fn fault(&self, instance: &Instance) -> Option<String> {
        if let Some(fault) = self.population_fault(instance) {
            return Some(fault);
        }
        match violation(self.model, self.command, instance)? {
            Violation::Fact(fact) => Some(format!("the fact `{}` does not hold", fact.name)),
            Violation::Goal => Some("the command's own formula does not hold".to_string()),
        }
    }

    fn population_fault(&self, instance: &Instance) -> Option<String> {
        for (id, sig) in self.model.sigs.iter() {
            let size = instance.sig(id).len();
            if let Some(sizes) = self.scopes.sizes(id)
                && !(sizes.min as usize..=sizes.max as usize).contains(&size)
            {
                return Some(format!("`{}` has {size} atoms, outside its scope", sig.name));
            }
        }
        let lacking = self.scopes.fills().iter().find(|fill| !holds_all(instance, fill));
        if let Some(fill) = lacking {
            let name = |sig: SigId| &self.model.sigs[sig].name;
            return Some(format!("`{}` does not hold all of `{}`", name(fill.sig), name(fill.of)));
        }
        let scattered = self.model.top_level().find(|&sig| !is_prefix(instance, sig));
        scattered.map(|sig| {
            format!("the atoms of `{}` are not the first of their sig", self.model.sigs[sig].name)
        })
    }
}

/// Whether a sig that is to hold all of another does.
pub(crate) fn holds_all(instance: &Instance, fill: &Fill) -> bool {
    instance.sig(fill.of).is_subset(instance.sig(fill.sig))
}

/// Whether the atoms in use are the first ones of their sig.
fn is_prefix(instance: &Instance, top: SigId) -> bool {
    let block = instance.universe.block(top);
    let members = instance.sig(top);
    let first = block.clone().take_while(|&atom| members.contains(&[AtomId(atom)])).count();
    first == members.len()
}
