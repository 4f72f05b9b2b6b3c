//! How one object looks: what is said of all that it is in comes before what is said of its type.

use korrel_heapgraph::{Object, State, number};

use super::{LineStyle, NodeLook, NodeShape, Paint};

/// What is said of an object.
#[derive(Clone, Debug)]
pub struct ObjectLook {
    /// Of its type, and of what this extends.
    of_type: NodeLook,
    /// Of what it is in.
    sets: Vec<NodeLook>,
}

impl ObjectLook {
    pub fn new(of_type: NodeLook, sets: Vec<NodeLook>) -> ObjectLook {
        ObjectLook { of_type, sets }
    }

    fn first<T: Clone>(&self, of: impl Fn(&NodeLook) -> Option<T>) -> Option<T> {
        self.sets.iter().find_map(&of).or_else(|| of(&self.of_type))
    }

    pub fn shape(&self) -> NodeShape {
        self.first(|look| look.shape).unwrap_or_default()
    }

    pub fn line(&self) -> LineStyle {
        self.first(|look| look.line).unwrap_or_default()
    }

    /// The look of what it is in, and that of its type, as far as they have a colour.
    pub fn paints(&self) -> [Option<Paint>; 2] {
        [self.sets.iter().find_map(|look| look.paint), self.of_type.paint]
    }

    /// The object's name: its own, or the label of its type, with its number if there are several.
    pub fn title(&self, state: &State, at: usize) -> String {
        let object = &state.objects[at];
        let is_numbered = self.of_type.is_numbered.unwrap_or(true);
        let of_type = |other: &&Object| other.type_name == object.type_name;
        let number = || number(&object.id).map(|number| number.to_string()).unwrap_or_default();
        match &self.of_type.label {
            None if is_numbered => object.id.clone(),
            None => object.type_name.clone(),
            Some(label) if is_numbered && state.objects.iter().filter(of_type).count() > 1 => {
                format!("{label}{}", number())
            }
            Some(label) => label.clone(),
        }
    }

    /// An object that is in something is seen if any of it is.
    pub fn is_visible(&self) -> bool {
        self.any(|look| look.is_visible.or(self.of_type.is_visible).unwrap_or(true))
    }

    /// It is drawn although nothing leads to it or from it.
    pub fn stays_alone(&self) -> bool {
        self.any(|look| {
            let is_visible = look.is_visible.or(self.of_type.is_visible).unwrap_or(true);
            let hides = look.hides_unconnected.or(self.of_type.hides_unconnected).unwrap_or(false);
            is_visible && !hides
        })
    }

    fn any(&self, is_it: impl Fn(&NodeLook) -> bool) -> bool {
        match self.sets.is_empty() {
            true => is_it(&self.of_type),
            false => self.sets.iter().any(is_it),
        }
    }
}
