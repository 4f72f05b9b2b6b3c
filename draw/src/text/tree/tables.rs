//! Fields of several entries, as tables.

use super::Tree;
use crate::text::grid::{Grid, GridCell};
use crate::text::line::{Line, Style};
use korrel_heapgraph::{Scalar, Value};

impl Tree<'_> {
    pub(super) fn table(&self, object: usize, name: &str, value: &Value) -> Vec<Line> {
        let id = &self.scene.state.objects[object].id;
        let is_changed = self.scene.changes.has_field(id, name);
        let style = if is_changed { Style::Changed } else { Style::Value };
        let title =
            Line::new(Style::Faint, &format!("{name}{}", if is_changed { "*" } else { "" }));
        let text = |scalar: &Scalar| self.scene.reference(scalar);
        let cell = |text: String| GridCell::new(style, text);
        let lines = match value {
            Value::Sequence(items) => {
                let head = (0..items.len()).map(|index| index.to_string()).collect();
                let row = items.iter().map(|item| cell(text(item))).collect();
                Grid { head, rows: vec![row] }.plain(self.most)
            }
            value => {
                let tuples = value.tuples();
                let rows: Vec<Vec<GridCell>> = tuples
                    .iter()
                    .map(|tuple| tuple.iter().map(|scalar| cell(text(scalar))).collect())
                    .collect();
                Grid { head: self.heads(object, name, tuples[0].len()), rows }.plain(self.most)
            }
        };
        let below = lines.into_iter().map(|line| line.after("  "));
        std::iter::once(title).chain(below).collect()
    }

    /// The types of a field's columns.
    fn heads(&self, object: usize, name: &str, arity: usize) -> Vec<String> {
        let ty = &self.scene.state.objects[object].type_name;
        let declared = self.scene.header.field(ty, name).map(|field| field.shape.columns());
        match declared {
            Some(columns) if columns.len() == arity => {
                columns.into_iter().map(|column| column.text.clone()).collect()
            }
            _ => vec![String::new(); arity],
        }
    }
}
