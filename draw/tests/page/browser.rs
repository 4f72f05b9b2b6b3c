//! A browser, driven by as much of WebDriver (W3C) as the test needs.

use std::io::{self, BufRead, BufReader, Write};
use std::net::TcpStream;
use std::process::{Child, Command, Stdio};
use std::time::Duration;

use serde_json::{Value as Json, json};

pub struct Browser {
    driver: Child,
    port: u16,
    session: String,
}

/// The id of an element has this name in the protocol.
const ELEMENT: &str = "element-6066-11e4-a52e-4f735466cecf";

impl Browser {
    /// `None` if there is no browser on this machine.
    pub fn start() -> Option<Browser> {
        let mut driver = Command::new("chromedriver")
            .arg("--port=0")
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .ok()?;
        let mut lines = BufReader::new(driver.stdout.take().expect("piped")).lines();
        let port = lines.find_map(|line| {
            let line = line.ok()?;
            let port = line.rsplit_once("on port ")?.1.trim_end_matches('.').parse().ok()?;
            (port != 0).then_some(port)
        })?;
        std::thread::spawn(move || lines.for_each(drop));
        let mut browser = Browser { driver, port, session: String::new() };
        let arguments = ["--headless", "--no-sandbox", "--disable-gpu", "--window-size=1280,900"];
        let quiet = ["--no-first-run", "--disable-background-networking", "--disable-sync"];
        let arguments: Vec<&str> = arguments.into_iter().chain(quiet).collect();
        let capabilities = json!({ "capabilities": { "alwaysMatch": {
            "goog:chromeOptions": { "args": arguments },
            "goog:loggingPrefs": { "browser": "ALL" } } } });
        let started = browser.call("POST", "/session", &capabilities);
        browser.session = started["sessionId"].as_str()?.to_owned();
        Some(browser)
    }

    pub fn open(&self, url: &str) {
        self.command("POST", "/url", &json!({ "url": url }));
    }

    pub fn click(&self, selector: &str) {
        let element = self.element(selector);
        self.command("POST", &format!("/element/{element}/click"), &json!({}));
    }

    pub fn write(&self, selector: &str, text: &str) {
        let element = self.element(selector);
        self.command("POST", &format!("/element/{element}/value"), &json!({ "text": text }));
    }

    /// Presses a key where the focus is.
    pub fn press(&self, key: &str) {
        let keys = json!([{ "type": "keyDown", "value": key }, { "type": "keyUp", "value": key }]);
        let actions = json!({ "actions": [{ "type": "key", "id": "keys", "actions": keys }] });
        self.command("POST", "/actions", &actions);
    }

    pub fn eval(&self, script: &str) -> Json {
        self.command("POST", "/execute/sync", &json!({ "script": script, "args": [] }))
    }

    pub fn text(&self, selector: &str) -> String {
        let element = self.element(selector);
        let text = self.command("GET", &format!("/element/{element}/text"), &Json::Null);
        text.as_str().expect("a text").to_owned()
    }

    /// The page's complaints: refused scripts, errors.
    pub fn complaints(&self) -> Vec<Json> {
        let log = self.command("POST", "/se/log", &json!({ "type": "browser" }));
        log.as_array().expect("a log").clone()
    }

    fn element(&self, selector: &str) -> String {
        let asked = json!({ "using": "css selector", "value": selector });
        let found = self.command("POST", "/element", &asked);
        found[ELEMENT].as_str().unwrap_or_else(|| panic!("{selector}: {found}")).to_owned()
    }

    fn command(&self, method: &str, path: &str, body: &Json) -> Json {
        self.call(method, &format!("/session/{}{path}", self.session), body)
    }

    fn call(&self, method: &str, path: &str, body: &Json) -> Json {
        let answer = self.request(method, path, body).expect("the driver answers");
        let answer: Json = serde_json::from_slice(&answer).expect("JSON");
        assert!(answer["value"]["error"].is_null(), "{path}: {}", answer["value"]);
        answer["value"].clone()
    }

    fn request(&self, method: &str, path: &str, body: &Json) -> io::Result<Vec<u8>> {
        let body = if body.is_null() { String::new() } else { body.to_string() };
        let mut stream = TcpStream::connect(("127.0.0.1", self.port))?;
        stream.set_read_timeout(Some(Duration::from_secs(30)))?;
        let length = body.len();
        write!(
            stream,
            "{method} {path} HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\
             Content-Type: application/json\r\nContent-Length: {length}\r\n\r\n{body}"
        )?;
        body_of(&mut BufReader::new(stream))
    }
}

impl Drop for Browser {
    fn drop(&mut self) {
        // The driver alone knows how its browser ends. A failed test must not leave one behind.
        let _ = self.request("DELETE", &format!("/session/{}", self.session), &Json::Null);
        // If it has ended already, that is as well.
        let _ = self.driver.kill();
        let _ = self.driver.wait();
    }
}

/// The body of an answer. The driver keeps the connection open after it.
fn body_of(answer: &mut impl BufRead) -> io::Result<Vec<u8>> {
    let mut length = 0;
    loop {
        let mut line = String::new();
        answer.read_line(&mut line)?;
        let line = line.trim_end().to_ascii_lowercase();
        if let Some(value) = line.strip_prefix("content-length:") {
            length = value.trim().parse().map_err(io::Error::other)?;
        }
        if line.is_empty() {
            break;
        }
    }
    let mut body = vec![0; length];
    answer.read_exact(&mut body)?;
    Ok(body)
}
