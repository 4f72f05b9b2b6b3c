//! Tells Zed which program answers for specs.

use zed_extension_api as zed;

struct Korrel;

impl zed::Extension for Korrel {
    fn new() -> Korrel {
        Korrel
    }

    fn language_server_command(
        &mut self,
        _server: &zed::LanguageServerId,
        worktree: &zed::Worktree,
    ) -> zed::Result<zed::Command> {
        let command = worktree.which("korrel").ok_or("there is no program `korrel` on the path")?;
        Ok(zed::Command { command, args: vec!["lsp".to_owned()], env: Vec::new() })
    }
}

zed::register_extension!(Korrel);
