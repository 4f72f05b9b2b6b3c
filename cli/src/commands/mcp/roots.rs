//! The folders from which specs are read: `--root`. Nothing else is read for an agent.

use std::path::{Path, PathBuf};

use korrel_agent::Files;
use korrel_lang::diagnostic::Diagnostic;
use korrel_lang::load::{ModuleText, OpenRequest};
use korrel_lang::visible::visible;

use crate::files::read::{places, read, unreadable};
use crate::messages::error::Error;

/// Folders, as the system names them, without links.
pub struct FolderRoots(Vec<PathBuf>);

impl FolderRoots {
    /// # Errors
    /// A folder that is not there.
    pub fn new(folders: &[PathBuf]) -> Result<FolderRoots, Error> {
        let root = |folder: &PathBuf| {
            let root = folder.canonicalize().map_err(|error| unreadable(folder, &error))?;
            match root.is_dir() {
                true => Ok(root),
                false => Err(unreadable(folder, &"it is no folder")),
            }
        };
        Ok(FolderRoots(folders.iter().map(root).collect::<Result<_, _>>()?))
    }

    /// The file of this path, if it is a spec below a root. A relative path is looked for in each root.
    fn file(&self, path: &Path) -> Option<PathBuf> {
        if path.extension().is_none_or(|ending| ending != "als") {
            return None;
        }
        let found = self.0.iter().filter_map(|root| root.join(path).canonicalize().ok());
        // Links and `..` may lead out.
        let is_below = |file: &PathBuf| self.0.iter().any(|root| file.starts_with(root));
        found.filter(is_below).find(|file| file.is_file())
    }
}

impl Files for FolderRoots {
    fn spec(&self, path: &str) -> Result<ModuleText, String> {
        if self.0.is_empty() {
            return Err("no file is read: the server was started without `--root FOLDER`; give the text as `spec`".to_owned());
        }
        // Other files are nobody's business, nor is it that there are any.
        let file = self.file(Path::new(path)).ok_or_else(|| {
            format!("`{}` is no .als file below a folder of `--root`", visible(path))
        })?;
        let text = read(&file, path).map_err(|mistake| mistake.message.to_string())?;
        Ok(ModuleText { name: path.to_owned(), text })
    }

    fn module(&self, request: &OpenRequest<'_>) -> Result<Option<ModuleText>, Diagnostic> {
        for place in places(request, &[]) {
            if let Some(file) = self.file(&place) {
                let name = place.display().to_string();
                let text = read(&file, &name)?;
                return Ok(Some(ModuleText { name, text }));
            }
        }
        Ok(None)
    }
}
