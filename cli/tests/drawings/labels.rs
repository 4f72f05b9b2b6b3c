//! Texts beside boxes: read from the picture alone, without the program's own layout.

use regex_lite::{Captures, Regex};
use serde_json::Value as Json;

/// The width of a letter of the font at size 1, and its extent above and below its line.
const WIDTH: f64 = 0.602;
const ABOVE: f64 = 0.73;
const BELOW: f64 = 0.2;

struct Place {
    what: String,
    is_text: bool,
    left: f64,
    top: f64,
    right: f64,
    bottom: f64,
}

/// Labels and names of roots that lie upon another one, upon a box, or upon an arrow's head.
pub fn overlapping(_: &[Json], picture: &str) -> Vec<String> {
    let places = places(picture);
    let mut wrong = Vec::new();
    for (at, one) in places.iter().enumerate() {
        for other in &places[at + 1..] {
            let is_meant = !one.is_text && !other.is_text;
            if !is_meant && one.touches(other) {
                wrong.push(format!("{} lies upon {}", one.what, other.what));
            }
        }
    }
    wrong
}

impl Place {
    fn touches(&self, other: &Place) -> bool {
        let crosses = |a: (f64, f64), b: (f64, f64)| a.0 < b.1 && b.0 < a.1;
        crosses((self.left, self.right), (other.left, other.right))
            && crosses((self.top, self.bottom), (other.top, other.bottom))
    }
}

/// Boxes, heads, labels and roots' names, with the groups around them added up.
fn places(picture: &str) -> Vec<Place> {
    let token = Regex::new(
        r#"<g(?: class="[^"]*")?(?: transform="translate\(([-.\d]+) ([-.\d]+)\)")?>|(</g>)|<rect width="([.\d]+)" height="([.\d]+)" rx|<text class="(label|root)[^"]*" x="([-.\d]+)" y="([-.\d]+)"[^>]*>([^<]*)<|<path class="head" d="M([^"]*)Z"#,
    );
    let mut groups = vec![(0.0, 0.0)];
    let mut places = Vec::new();
    for found in token.expect("it is an expression").captures_iter(picture) {
        let (x, y) = *groups.last().expect("groups are closed as often as opened");
        if found.get(3).is_some() {
            groups.pop();
        } else if found.get(4).is_some() {
            let (right, bottom) = (x + number(&found, 4), y + number(&found, 5));
            places.push(Place {
                what: "a box".to_owned(),
                is_text: false,
                left: x,
                top: y,
                right,
                bottom,
            });
        } else if let Some(kind) = found.get(6) {
            let is_label = kind.as_str() == "label";
            places.push(text(&found, is_label, (x, y)));
        } else if let Some(corners) = found.get(10) {
            places.push(head(corners.as_str(), (x, y)));
        } else {
            let by = |group| found.get(group).map_or(0.0, |_| number(&found, group));
            groups.push((x + by(1), y + by(2)));
        }
    }
    places
}

fn text(found: &Captures<'_>, is_label: bool, (x, y): (f64, f64)) -> Place {
    let size = if is_label { 11.0 } else { 12.0 };
    let shown = found[9].replace("&gt;", ">").replace("&lt;", "<").replace("&amp;", "&");
    let wide = shown.chars().count() as f64 * size * WIDTH;
    let (x, y) = (x + number(found, 7), y + number(found, 8));
    let left = if is_label { x - wide / 2.0 } else { x };
    Place {
        what: format!("`{shown}`"),
        is_text: true,
        left,
        top: y - size * ABOVE,
        right: left + wide,
        bottom: y + size * BELOW,
    }
}

/// The room of an arrow's head, less a pixel at each side, by its three corners.
fn head(corners: &str, (x, y): (f64, f64)) -> Place {
    let number = |text: &str| text.parse::<f64>().expect("numbers of SVG");
    let corners = corners.split('L').map(|corner| corner.split_once(' ').expect("two numbers"));
    let corners: Vec<(f64, f64)> = corners.map(|(x, y)| (number(x), number(y))).collect();
    let least = |by: fn(&(f64, f64)) -> f64| corners.iter().map(by).fold(f64::INFINITY, f64::min);
    let most = |by: fn(&(f64, f64)) -> f64| corners.iter().map(by).fold(0.0, f64::max);
    Place {
        what: "an arrow's head".to_owned(),
        is_text: false,
        left: x + least(|corner| corner.0) + 1.0,
        top: y + least(|corner| corner.1) + 1.0,
        right: x + most(|corner| corner.0) - 1.0,
        bottom: y + most(|corner| corner.1) - 1.0,
    }
}

fn number(found: &Captures<'_>, group: usize) -> f64 {
    found[group].parse().expect("numbers of SVG")
}
