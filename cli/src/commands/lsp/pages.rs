//! Pages of instances, beside the texts that an editor has open: as `korrel serve` has them, and while one types.

use std::collections::BTreeMap;
use std::time::Duration;

use korrel_page::OpenText;

use super::documents::Documents;
use crate::commands::serve::{ServerState, settings};

/// The time for a question of a page.
const TIME: Duration = Duration::from_secs(30);

#[derive(Default)]
pub struct Pages(BTreeMap<String, ServerState>);

impl Pages {
    /// The address of the page of a text, which is served from now on; it shows the command first.
    ///
    /// # Errors
    /// The text is not open; there is no port.
    pub fn shown(
        &mut self,
        documents: &Documents,
        uri: &str,
        command: &str,
    ) -> Result<String, String> {
        let opened = opened(documents, uri).ok_or(format!("`{uri}` is not open"))?;
        let served = match self.0.entry(uri.to_owned()) {
            std::collections::btree_map::Entry::Occupied(known) => known.into_mut(),
            std::collections::btree_map::Entry::Vacant(place) => {
                let served = ServerState::new(opened, 0, settings().timeout(TIME));
                place.insert(served.map_err(|error| error.to_string())?)
            }
        };
        Ok(format!("{}#{command}", served.address))
    }

    /// Tells the page of a text, if it has one, that the text, or a module that it opens, has changed.
    pub fn follow(&self, documents: &Documents, uri: &str) {
        if let Some(served) = self.0.get(uri)
            && let Some(opened) = opened(documents, uri)
        {
            served.open(opened);
        }
    }
}

fn opened(documents: &Documents, uri: &str) -> Option<OpenText> {
    let (name, text) = documents.text(uri)?;
    let texts = documents.texts();
    let dialect = documents.dialect();
    OpenText::with_files(name, text, dialect, |request| texts.find(request)).ok()
}
