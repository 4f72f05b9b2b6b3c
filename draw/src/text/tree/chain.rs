//! Chains: objects that each lead to just one other one, in a line.

use super::Tree;
use crate::text::attributes::{Scene, in_brackets};
use crate::text::line::{Line, Style, flow, width};

impl Tree<'_> {
    /// The links of a chain that begins with an object, if one does.
    pub(super) fn chain(&mut self, object: usize) -> Option<Vec<usize>> {
        let outline = self.scene.outline;
        if self.chainless.contains(&object) {
            return None;
        }
        let mut links: Vec<usize> = Vec::new();
        let mut at = object;
        while let [edge] = self.scene.branches(at)[..] {
            links.push(edge);
            at = outline.edges[edge].to;
            if outline.reached_by[at] != Some(edge) {
                break;
            }
        }
        let goes_on = links.iter().any(|&link| self.is_list(link));
        if !goes_on {
            // Nor does one begin further on.
            self.chainless.extend(links.iter().map(|&link| outline.edges[link].to));
        }
        (links.len() > 1 && goes_on).then_some(links)
    }

    /// True if a link is the only way from its object to others of the type, as in a list.
    fn is_list(&self, link: usize) -> bool {
        let Scene { header, state, outline, .. } = self.scene;
        let edge = &outline.edges[link];
        let ty = &state.objects[edge.from].type_name;
        let mut own = header
            .fields(ty)
            .filter(|field| {
                field.shape.columns().last().is_some_and(|to| header.is_a(ty, &to.text))
            })
            .filter(|field| !outline.back_fields.contains(&field.name));
        matches!((own.next(), own.next()), (Some(only), None) if only.name == edge.field)
    }

    pub(super) fn draw_chain(
        &mut self,
        object: usize,
        above: Option<usize>,
        head: Line,
        links: &[usize],
        first: &str,
        rest: &str,
    ) {
        let scene = self.scene;
        let mut start = head;
        start.append(self.link_end(object, above));
        let mut pieces = Vec::new();
        for &link in links {
            let edge = &scene.outline.edges[link];
            let again = self.said_again(link);
            let mut piece = Line::new(
                Style::Faint,
                &match again {
                    Some(back) => format!("─{}⇄{back}─ ", scene.label(link)),
                    None => format!("─{}→ ", scene.label(link)),
                },
            );
            if scene.is_changed(link) {
                piece.push(Style::Changed, "*");
            }
            let is_child = scene.outline.reached_by[edge.to] == Some(link);
            if !is_child {
                piece.append(scene.name(edge.to, "^"));
            } else if scene.branches(edge.to).len() > 1 {
                piece.append(scene.name(edge.to, "↓"));
                self.later.push_back(edge.to);
            } else {
                piece.append(self.link_end(edge.to, Some(edge.from)));
            }
            pieces.push(piece);
        }
        start.push(Style::Plain, " ");
        let room = self.most.saturating_sub(width(first));
        for (at, line) in flow(start, pieces, " ", 3, room).into_iter().enumerate() {
            self.lines.push(line.after(if at == 0 { first } else { rest }));
        }
    }

    /// An object of a chain, without the fields that its links show.
    fn link_end(&self, object: usize, above: Option<usize>) -> Line {
        let scene = self.scene;
        let outline = scene.outline;
        let shown = |name: &str| {
            outline.edges.iter().enumerate().any(|(at, edge)| {
                self.said_again(at).is_some_and(|back| back == name) && edge.to == object
            })
        };
        let fields = scene.left_over(object);
        let kept = fields.iter().filter(|(name, _)| !shown(name));
        let mut attributes: Vec<Line> =
            kept.map(|(name, value)| scene.attribute(object, name, value, above)).collect();
        attributes.append(&mut scene.memberships(object));
        in_brackets(scene.titled(object), attributes)
    }

    /// The field that leads back along a link, if it does nothing else.
    fn said_again(&self, link: usize) -> Option<&str> {
        let outline = self.scene.outline;
        let edge = &outline.edges[link];
        let back = outline.leaving[edge.to].iter().map(|&at| &outline.edges[at]);
        let mut back = back.filter(|back| back.is_back);
        let found = back.find(|back| back.to == edge.from && back.key.is_empty())?;
        let is_link = !edge.is_back && !outline.is_bare[edge.to];
        is_link.then_some(found.field.as_str())
    }
}
