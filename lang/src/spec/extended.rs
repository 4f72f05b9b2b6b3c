//! A spec with more predicates than its file has: changed copies of its own, for example.

use crate::diagnostic::Diagnostic;
use crate::model::{Command, Unrolling};
use crate::parse::parse;
use crate::resolve::resolve;
use crate::source::FileId;

use super::Spec;

/// A spec with further paragraphs in its main module.
#[derive(Clone, Debug)]
pub struct ExtendedSpec {
    pub spec: Spec,
    /// By text: true if it was taken, false if it has a mistake.
    pub taken: Vec<bool>,
}

impl Spec {
    /// The spec with the predicates and functions of further texts. A text with a mistake is left out, whole.
    pub fn extended(&self, texts: &[String]) -> ExtendedSpec {
        let mut sources = self.sources.clone();
        let mut parsed = Vec::new();
        for (at, text) in texts.iter().enumerate() {
            let file = sources.add(format!("text {}", at + 1), text.as_str());
            parsed.push((file, parse(&sources, file).ok()));
        }
        loop {
            let mut program = self.program.clone();
            for (file, module) in &parsed {
                let Some(module) = module else { continue };
                program.modules[0].ast.extend(module.clone());
                program.texts.insert(*file, sources.get(*file).text.clone());
            }
            let wrong = match resolve(&program) {
                Ok(resolved) => {
                    let taken = parsed.iter().map(|(_, module)| module.is_some()).collect();
                    let spec = Spec {
                        sources,
                        name: self.name.clone(),
                        program,
                        model: resolved.model,
                        warnings: self.warnings.clone(),
                        implicit: resolved.implicit,
                    };
                    return ExtendedSpec { spec, taken };
                }
                Err(mistakes) => files(&mistakes),
            };
            let is_wrong = |file: &FileId| wrong.contains(file);
            let mut left = parsed.iter_mut().filter(|(_, module)| module.is_some()).peekable();
            if left.peek().is_none() {
                return ExtendedSpec { spec: self.clone(), taken: vec![false; texts.len()] };
            }
            let (mut is_less, mut rest) = (false, Vec::new());
            for (file, module) in left {
                if is_wrong(file) {
                    *module = None;
                    is_less = true;
                } else {
                    rest.push(module);
                }
            }
            // A mistake that no text has on its own: none of them is taken.
            if !is_less {
                rest.into_iter().for_each(|module| *module = None);
            }
        }
    }

    /// The command of this spec that one of a spec without the further texts is, with that one's scope.
    pub fn counterpart(&self, of: &Command) -> Option<Command> {
        let mut commands = self.model.commands.iter().chain(&self.implicit);
        let same = commands.find(|one| (one.span, &one.label) == (of.span, &of.label))?;
        let (scope, traces) = (of.scope.clone(), of.traces);
        Some(Command { scope, traces, unrolled: Unrolling::default(), ..same.clone() })
    }
}

fn files(mistakes: &[Diagnostic]) -> Vec<FileId> {
    mistakes.iter().filter_map(|mistake| Some(mistake.place.as_ref()?.0.file)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::load::no_files;

    /// If it failed, one mistaken change of a predicate would take the others with it, or a command would lose its
    /// scope.
    #[test]
    fn texts_with_mistakes_are_left_out() {
        let text = "sig N { next: lone N } pred p[n: N] { some n.next } run p for 2 N";
        let mut spec = Spec::read("spec.als", text, false, &mut no_files).expect("it is right");
        let command = spec.command(None).expect("there is one");
        let command = spec.with_scope(command, "scope", "exactly 3 N").expect("it is right");
        let texts = [
            "pred q[n: N] { no n.next }",
            "pred r[n: N] { n.nxt }",
            "pred s {",
            "pred t { some N }",
        ];
        let ExtendedSpec { spec: more, taken } = spec.extended(&texts.map(str::to_owned));
        assert_eq!(taken, [true, false, false, true]);
        assert!(more.command(Some("t")).is_ok() && more.command(Some("r")).is_err());
        let found = more.counterpart(&command).expect("it is there");
        assert_eq!(found.scope.sigs[0].sizes.min, 3);
        assert_eq!(found.parameters.len(), 1);
    }
}
