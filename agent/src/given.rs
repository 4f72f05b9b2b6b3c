//! The spec that a question is about: a text with the modules that it opens, or a path.

use std::collections::BTreeMap;

use korrel::{Command, Settings, Spec};
use korrel_editor::Analysis;
use korrel_lang::diagnostic::Diagnostic;
use korrel_lang::load::{ModuleText, OpenRequest};
use korrel_lang::visible::visible;
use korrel_translate::Overflow;
use schemars::JsonSchema;
use serde::Deserialize;

use crate::asking::{Asking, Begun};
use crate::reply::ToolRefusal;

/// A longer text is no spec that an agent writes. Its reading would take more than a moment, and cannot be stopped.
const LONGEST_SPEC: usize = 64 << 10;
/// Nobody types a longer expression, scope or name.
pub(crate) const LONGEST: usize = 10_000;
/// A spec that opens more modules is none.
const MODULES: usize = 100;

/// The spec, as a text or as a file.
#[derive(Clone, Debug, Default, Deserialize, JsonSchema)]
pub(crate) struct SpecArgument {
    /// The text of the spec, in Alloy 6. Give this or `path`.
    #[serde(default)]
    spec: Option<String>,
    /// The path of a spec's file, under a folder that the server was started with (`--root`). Give this or `spec`.
    #[serde(default)]
    path: Option<String>,
    /// The texts of the modules that the spec opens, by the name that stands after `open`. Built-in ones (`util/ordering`, …)
    /// need no text.
    #[serde(default)]
    modules: BTreeMap<String, String>,
    /// The number of seconds that the answer may take, if it is less than the server allows.
    #[serde(default)]
    #[schemars(range(min = 1))]
    seconds: Option<u64>,
    /// The number of megabytes that the answer may take, if it is less than the server allows.
    #[serde(default)]
    #[schemars(range(min = 1))]
    megabytes: Option<u64>,
}

/// A command of the spec.
#[derive(Clone, Debug, Default, Deserialize, JsonSchema)]
pub(crate) struct CommandArgument {
    #[serde(flatten)]
    pub spec: SpecArgument,
    /// A command's label, the name of a predicate or an assertion, or the number of a command, from 0. Without it, the first
    /// command is asked.
    #[serde(default)]
    command: Option<String>,
    /// The scope in place of the command's own, such as `5`, or `4 but exactly 3 Node, 0..7 Int`.
    #[serde(default)]
    scope: Option<String>,
    #[serde(default)]
    overflow: OverflowArgument,
}

/// The effect of an integer overflow: `forbid` leaves out instances that overflow, `wrap` counts around as Alloy may do.
#[derive(Clone, Copy, Debug, Default, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub(crate) enum OverflowArgument {
    #[default]
    Forbid,
    Wrap,
}

impl From<OverflowArgument> for Overflow {
    fn from(given: OverflowArgument) -> Overflow {
        match given {
            OverflowArgument::Forbid => Overflow::Forbid,
            OverflowArgument::Wrap => Overflow::Wrap,
        }
    }
}

impl SpecArgument {
    pub fn begin<'a>(&self, asking: &'a Asking) -> Begun<'a> {
        Begun::new(asking, self.seconds, self.megabytes)
    }

    /// Reads the spec, whatever mistakes it has, and hands the modules that it opens to whoever reads it again.
    ///
    /// # Errors
    /// No text, two, or one that is too long, or a path that is not read.
    pub fn read(&self, begun: &Begun<'_>) -> Result<Analysis, ToolRefusal> {
        let main = self.main(begun)?;
        Ok(Analysis::new(&main.name, &main.text, false, &mut |request: &OpenRequest<'_>| {
            self.module(request, begun)
        }))
    }

    fn main(&self, begun: &Begun<'_>) -> Result<ModuleText, ToolRefusal> {
        let all = self.modules.iter().map(|(name, text)| name.len() + text.len());
        let all: usize = all.chain(self.spec.as_ref().map(String::len)).sum();
        if all > LONGEST_SPEC {
            let most = LONGEST_SPEC >> 10;
            return Err(ToolRefusal::new(format!(
                "the spec and its modules have {} kB, and at most {most} are read",
                all.div_ceil(1 << 10)
            )));
        }
        if self.modules.len() > MODULES {
            return Err(ToolRefusal::new(format!("at most {MODULES} modules are read")));
        }
        match (&self.spec, &self.path) {
            (Some(text), None) => {
                Ok(ModuleText { name: "spec.als".to_owned(), text: text.clone() })
            }
            (None, Some(path)) => {
                short("path", path)?;
                let main = begun.asking.files.spec(path).map_err(ToolRefusal::new)?;
                match main.text.len() > LONGEST_SPEC {
                    true => Err(ToolRefusal::new(format!(
                        "`{}` is larger than {} kB",
                        visible(path),
                        LONGEST_SPEC >> 10
                    ))),
                    false => Ok(main),
                }
            }
            (Some(_), Some(_)) => {
                Err(ToolRefusal::new("give the text as `spec` or a `path`, not both"))
            }
            (None, None) => Err(ToolRefusal::new("give the text of the spec as `spec`")),
        }
    }

    /// The text of a module that was given. Of a spec from a file, also that of a module beside it.
    pub fn module(
        &self,
        request: &OpenRequest<'_>,
        begun: &Begun<'_>,
    ) -> Result<Option<ModuleText>, Diagnostic> {
        if let Some(text) = self.modules.get(request.module) {
            let name = format!("{}.als", request.module);
            return Ok(Some(ModuleText { name, text: text.clone() }));
        }
        match &self.path {
            Some(_) => begun.asking.files.module(request),
            None => Ok(None),
        }
    }

    /// The spec, if it has no mistakes.
    ///
    /// # Errors
    /// All its mistakes.
    pub fn whole(&self, begun: &Begun<'_>) -> Result<korrel_lang::spec::Spec, ToolRefusal> {
        let analysis = self.read(begun)?;
        analysis.spec().cloned().ok_or_else(|| ToolRefusal::of_diagnostics(&analysis))
    }
}

impl CommandArgument {
    /// The command, with what is left of the limits.
    ///
    /// # Errors
    /// Mistakes in the spec or in the scope, or no such command.
    pub fn read(&self, begun: &Begun<'_>) -> Result<Command, ToolRefusal> {
        let command = self.command.as_deref().unwrap_or("0");
        short("command", command)?;
        let spec = Spec::from(self.spec.whole(begun)?);
        let command = spec.command(command)?.with(self.settings(begun));
        match &self.scope {
            Some(scope) => {
                short("scope", scope)?;
                Ok(command.scope(scope)?)
            }
            None => Ok(command),
        }
    }

    pub fn settings(&self, begun: &Begun<'_>) -> Settings {
        begun.settings().overflow(self.overflow.into())
    }
}

/// Refuses a text that nobody types.
///
/// # Errors
/// It is too long.
pub(crate) fn short(name: &str, text: &str) -> Result<(), ToolRefusal> {
    match text.len() > LONGEST {
        true => Err(ToolRefusal::new(format!(
            "`{name}` has {} bytes, and at most {LONGEST} are read",
            text.len()
        ))),
        false => Ok(()),
    }
}
