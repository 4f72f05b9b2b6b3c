//! A server on a spec, and a client that says what a browser would not.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::Duration;

use serde_json::Value as Json;

pub struct Server {
    child: Child,
    folder: tempfile::TempDir,
    pub address: String,
}

impl Server {
    /// Serves a text as `spec.als`.
    pub fn of(text: &str, flags: &[&str]) -> Server {
        Server::telling(text, flags, Stdio::inherit())
    }

    /// The same, which writes its messages there.
    pub fn telling(text: &str, flags: &[&str], messages: Stdio) -> Server {
        let folder = tempfile::tempdir().expect("there is room");
        std::fs::write(folder.path().join("spec.als"), text).expect("it can be written");
        let mut child = Command::new(env!("CARGO_BIN_EXE_korrel"))
            .args(["serve", "spec.als", "--no-open"])
            .args(flags)
            .current_dir(folder.path())
            .stdout(Stdio::piped())
            .stderr(messages)
            .spawn()
            .expect("the program is there");
        let mut address = String::new();
        let out = child.stdout.take().expect("piped");
        BufReader::new(out).read_line(&mut address).expect("the address is printed");
        Server { child, folder, address: address.trim().to_owned() }
    }

    pub fn spec(&self) -> PathBuf {
        self.folder.path().join("spec.als")
    }

    pub fn save(&self, text: &str) {
        std::fs::write(self.spec(), text).expect("it can be written");
    }

    pub fn port(&self) -> u16 {
        let host = self.address.split('/').nth(2).expect("an address has a host");
        host.rsplit_once(':').expect("it has a port").1.parse().expect("a number")
    }

    /// The token, between slashes.
    pub fn path(&self) -> String {
        format!("/{}/", self.address.split('/').nth(3).expect("an address has its token"))
    }

    /// Sends a request as it is; the status and the body of the answer.
    pub fn send(&self, request: &str) -> (u16, String) {
        let mut stream = TcpStream::connect(("127.0.0.1", self.port())).expect("it is served");
        stream.set_read_timeout(Some(Duration::from_secs(60))).expect("a time");
        // Whoever is refused may not be heard to the end.
        let _ = stream.write_all(request.as_bytes());
        let mut answer = Vec::new();
        let _ = stream.read_to_end(&mut answer);
        let answer = String::from_utf8_lossy(&answer).into_owned();
        let status = answer.split(' ').nth(1).and_then(|status| status.parse().ok());
        let body = answer.split_once("\r\n\r\n").map(|(_, body)| body.to_owned());
        (status.unwrap_or(0), body.unwrap_or_default())
    }

    /// A request with these headers beside its own.
    pub fn request(&self, method: &str, path: &str, headers: &str, body: &str) -> (u16, String) {
        let host = match headers.contains("Host:") {
            true => String::new(),
            false => format!("Host: 127.0.0.1:{}\r\n", self.port()),
        };
        let length = body.len();
        self.send(&format!(
            "{method} {path} HTTP/1.1\r\n{host}{headers}Content-Length: {length}\r\n\r\n{body}"
        ))
    }

    /// The last line of the answer to a question.
    pub fn ask(&self, question: &Json) -> Json {
        let path = format!("{}ask", self.path());
        let json = "Content-Type: application/json\r\n";
        let (status, body) = self.request("POST", &path, json, &question.to_string());
        assert_eq!(status, 200, "{body}");
        serde_json::from_str(body.lines().last().expect("an answer has a line")).expect("JSON")
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// A spec of the library.
pub fn library(name: &str) -> String {
    std::fs::read_to_string(root().join(format!("specs/{name}.als"))).expect("it is there")
}

/// The repository's folder.
pub fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}
