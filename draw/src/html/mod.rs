//! One page with all instances, which needs nothing else: it opens from a file, without a network.
//!
//! The page holds the records and their pictures as data. Its own script puts them in sight. A policy lets
//! nothing run or style but that script and that style sheet, which it names by their hashes: whatever a
//! spec calls its sigs and strings stays text.

use std::borrow::Cow;

use korrel_lang::visible::visible;
use serde_json::{Value as Json, json};
use sha2::{Digest, Sha256};

use crate::escape::{script_json, xml};
use crate::frames::steps::named_steps;
use crate::hints::Hints;
use crate::instance::DrawnInstance;
use crate::lanes::lanes_picture;
use crate::svg::{Picture, pictures};
use crate::theme::Theme;
use korrel_heapgraph::json::renamed;
use korrel_heapgraph::{Header, whole_states};

const PAGE: &str = include_str!("page.html");
const STYLE: &str = concat!(include_str!("drawing.css"), include_str!("page.css"));
const SCRIPT: &str = concat!(include_str!("drawing.js"), include_str!("page.js"));

/// Colours, letters and tables, for other pages that show these drawings.
pub const DRAWING_STYLE: &str = include_str!("drawing.css");
/// The functions that put drawings and tables into a page, for other pages that show them.
pub const DRAWING_SCRIPT: &str = include_str!("drawing.js");

/// An instance in a page.
#[derive(Clone, Debug)]
pub struct PageEntry {
    pub instance: DrawnInstance,
    /// The record as the stream has it.
    pub record: Json,
    /// The values of the page's expressions here, in order: one, or of a trace one for each state.
    pub values: Vec<Vec<String>>,
}

/// A page. `expressions`: by whose values instances can be chosen. `lanes`: the sigs whose objects have a lane each, if
/// there are any.
pub fn html(
    header: &Header,
    entries: &[PageEntry],
    expressions: &[String],
    lanes: &[String],
    theme: Theme,
    hints: &Hints,
) -> String {
    let types: Vec<&str> = header.types.iter().map(|ty| ty.name.as_str()).collect();
    let instances: Vec<Json> =
        entries.iter().map(|entry| page_data(header, entry, lanes, hints)).collect();
    let data = json!({
        "spec": visible(&header.spec),
        "command": visible(&header.command),
        "types": types,
        "expressions": expressions.iter().map(|text| visible(text)).collect::<Vec<_>>(),
        "instances": instances,
    });
    let policy = policy(&[SCRIPT], STYLE, "");
    let theme = match theme {
        Theme::Light => "light",
        Theme::Dark => "dark",
        Theme::Plain => "plain",
    };
    let parts = [
        ("{policy}", policy),
        ("{title}", xml(&header.spec)),
        ("{style}", STYLE.to_owned()),
        ("{theme}", theme.to_owned()),
        ("{data}", script_json(&data.to_string())),
        ("{script}", SCRIPT.to_owned()),
    ];
    filled(PAGE, &parts)
}

/// The policy of a page that runs these scripts, has this style sheet, and may do what `more` adds, but nothing else.
pub fn policy(scripts: &[&str], style: &str, more: &str) -> String {
    let scripts: Vec<String> = scripts.iter().map(|script| format!("'{}'", hash(script))).collect();
    format!(
        "default-src 'none'; base-uri 'none'; form-action 'none'; script-src {}; style-src '{}'{more}",
        scripts.join(" "),
        hash(style)
    )
}

/// An instance as the script of a page takes it: its pictures, its record, and the texts beside them.
pub fn page_data(header: &Header, entry: &PageEntry, lanes: &[String], hints: &Hints) -> Json {
    // A page steps through the states of a trace: each has one picture.
    let of_trace = matches!(entry.instance, DrawnInstance::Trace(_));
    let hints = if of_trace { &hints.clone().at_one_object() } else { hints };
    let drawn = pictures(header, &entry.instance, Theme::Light, hints);
    let lanes =
        (!lanes.is_empty()).then(|| lanes_picture(header, &entry.instance, lanes, Theme::Light));
    let steps = named_steps(header, &entry.instance, hints);
    let values = entry.values.iter().map(|texts| texts.iter().map(|text| visible(text)).collect());
    json!({
        "id": entry.instance.id(),
        "key": entry.instance.key(),
        "size": entry.instance.objects(),
        "caption": entry.instance.caption(),
        "ending": entry.instance.ending_label(),
        "values": values.collect::<Vec<Vec<_>>>(),
        "loop": entry.instance.back(),
        "steps": steps.iter().map(|text| visible(text)).collect::<Vec<_>>(),
        "record": renamed(&whole(&entry.record), &|text| visible(text).into_owned()),
        "pictures": drawn.iter().map(picture).collect::<Vec<Json>>(),
        "lanes": lanes.flatten().as_ref().map(picture),
    })
}

fn picture(picture: &Picture) -> Json {
    let Picture { title, body, width, height, objects, arrows, .. } = picture;
    let objects: Vec<_> = objects.iter().map(|id| visible(id)).collect();
    json!([visible(title), body, width.ceil(), height.ceil(), objects, arrows])
}

/// The record with whole states, where it tells them by what changed.
fn whole(record: &Json) -> Json {
    let mut whole = record.clone();
    if let Ok(states) = whole_states(record) {
        whole["states"] = states.into_iter().map(Cow::into_owned).collect();
    }
    whole
}

/// A page with its parts in place of their names, each of which stands there once, in this order. The contents of a
/// part are not looked at again.
pub fn filled(page: &str, parts: &[(&str, String)]) -> String {
    let mut out = String::new();
    let mut rest = page;
    for (name, part) in parts {
        let (before, after) = rest.split_once(name).expect("the page has each part once, in order");
        out += before;
        out += part;
        rest = after;
    }
    out + rest
}

/// The hash by which a policy names a script.
fn hash(text: &str) -> String {
    let digest = Sha256::digest(text.as_bytes());
    format!("sha256-{}", base64(&digest))
}

/// Bytes as base 64 (RFC 4648).
pub fn base64(bytes: &[u8]) -> String {
    const DIGITS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let mut out = String::new();
    for group in bytes.chunks(3) {
        let whole = group.iter().fold(0_u32, |whole, byte| whole << 8 | u32::from(*byte));
        let whole = whole << (8 * (3 - group.len()));
        for place in 0..4 {
            let digit = DIGITS[(whole >> (18 - 6 * place) & 63) as usize];
            out.push(if place <= group.len() { char::from(digit) } else { '=' });
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    /// If this fails, browsers run nothing of the page. The values are those of RFC 4648, section 10.
    #[test]
    fn hashes_are_written_as_browsers_read_them() {
        assert_eq!(
            [&b"f"[..], b"fo", b"foo", b"foobar"].map(base64),
            ["Zg==", "Zm8=", "Zm9v", "Zm9vYmFy"]
        );
    }
}
