//! The page itself: one file that names its scripts by their hashes, so that nothing else ever runs in it.

use crate::report::PageReport;
use korrel_draw::html::{DRAWING_SCRIPT, DRAWING_STYLE, base64, filled};

const PAGE: &str = include_str!("../assets/page.html");
const STYLE: &str = include_str!("../assets/page.css");
const HIGHLIGHT: &str = include_str!("../assets/highlight.js");
const PICTURE: &str = include_str!("../assets/picture.js");
const PANELS: &str = include_str!("../assets/panels.js");
const EDIT: &str = include_str!("../assets/edit.js");
const REPORT: &str = include_str!("../assets/report.js");
const WORKBENCH: &str = include_str!("../assets/workbench.js");
const REPORTED: &str = include_str!("../assets/reported.js");
const REPORTED_PAGE: &str = include_str!("../assets/reported.html");
const SERVED: &str = include_str!("../assets/served.js");
const PLAYGROUND: &str = include_str!("../assets/playground.js");

/// The page of `korrel serve`, which asks whoever served it.
pub fn served() -> String {
    document(&served_script(), "", &policy())
}

/// The policy of that page: to be sent with it, too.
pub fn policy() -> String {
    korrel_draw::html::policy(&[&served_script()], &style(), "; connect-src 'self'; img-src data:")
}

fn served_script() -> String {
    script(SERVED)
}

/// The library in WebAssembly, and the specs to begin with.
#[derive(Clone, Debug)]
pub struct Playground<'p> {
    /// The module, compressed by gzip.
    pub module: &'p [u8],
    /// The script that loads it in a worker.
    pub worker: &'p str,
    /// The texts to begin with, and the exercises, as the page's script takes them.
    pub texts: &'p serde_json::Value,
}

/// The page without a server: it opens from a file, and asks the library in a worker.
pub fn playground(playground: &Playground<'_>) -> String {
    let Playground { module, worker, texts } = playground;
    let data = serde_json::json!({ "module": base64(module), "worker": worker, "texts": texts });
    let data = data.to_string().replace('<', "\\u003c");
    let script = script(PLAYGROUND);
    let policy =
        korrel_draw::html::policy(&[&script], &style(), "; worker-src blob:; img-src data:");
    // The worker of a blob has this policy, too.
    let policy = policy.replacen("script-src ", "script-src 'wasm-unsafe-eval' ", 1);
    document(&script, &data, &policy)
}

/// A report of `korrel test` as a page of its own, which opens from a file. It shows what the page of `korrel serve` shows
/// of it.
pub fn reported(report: &PageReport) -> String {
    let script = [DRAWING_SCRIPT, PICTURE, REPORT, REPORTED].concat();
    let data = serde_json::to_string(report).expect("a report is JSON").replace('<', "\\u003c");
    let parts = [
        ("{policy}", korrel_draw::html::policy(&[&script], &style(), "")),
        ("{style}", style()),
        ("{data}", data),
        ("{script}", script),
    ];
    filled(REPORTED_PAGE, &parts)
}

fn style() -> String {
    [DRAWING_STYLE, STYLE].concat()
}

fn script(transport: &str) -> String {
    [DRAWING_SCRIPT, HIGHLIGHT, PICTURE, PANELS, EDIT, REPORT, transport, WORKBENCH].concat()
}

fn document(script: &str, data: &str, policy: &str) -> String {
    let parts = [
        ("{policy}", policy.to_owned()),
        ("{style}", style()),
        ("{data}", data.to_owned()),
        ("{script}", script.to_owned()),
    ];
    filled(PAGE, &parts)
}
