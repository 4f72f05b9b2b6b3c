//! The page that `korrel serve` serves: who may ask, what an answer may cost, and a browser that clicks through it.

#[path = "../../../draw/tests/page/browser.rs"]
mod browser;
mod clicks;
mod hostile;
mod reports;
mod server;
mod themes;
