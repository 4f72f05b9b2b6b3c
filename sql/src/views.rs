//! Views, which stand in a schema beside its tables.

use sqlparser::ast::{CreateView, Query, Statement};

use crate::dialect::Dialect;
use crate::query::statements;
use crate::tables::last_word;

/// The views of a schema, the last of each name.
#[derive(Clone, Debug, Default)]
pub(crate) struct Views {
    views: Vec<View>,
}

#[derive(Clone, Debug)]
pub(crate) struct View {
    name: String,
    /// What its columns are called, where that is said.
    pub columns: Vec<String>,
    pub query: Query,
}

impl Views {
    /// The views of SQL files. One that cannot be read is left out: whoever reads from it is taken to read all columns.
    pub fn read(files: &[String], dialect: Dialect) -> Views {
        let mut views = Vec::new();
        for (statement, _) in files.iter().flat_map(|file| statements(file, dialect)) {
            if let Some(Statement::CreateView(CreateView { name, columns, query, .. })) = statement
            {
                let Some(name) = last_word(&name) else { continue };
                let columns = columns.into_iter().map(|column| column.name.value).collect();
                views.push(View { name: name.value.clone(), columns, query: *query });
            }
        }
        Views { views }
    }

    pub(crate) fn named(&self, name: &str) -> Option<&View> {
        self.views.iter().rev().find(|view| view.name.eq_ignore_ascii_case(name))
    }
}
