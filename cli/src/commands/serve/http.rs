//! As much of HTTP/1.1 as one page needs: a request for each connection, answers that end with it.

use std::io::{self, Read, Write};
use std::net::TcpStream;
use std::time::Duration;

/// Longer heads are refused.
const MOST_HEAD: usize = 16 << 10;
/// Longer questions are refused. A heap that is judged is among the longest.
const MOST_BODY: usize = 2 << 20;
const MOST_HEADERS: usize = 64;
/// Whoever sends nothing for so long is gone.
const PATIENCE: Duration = Duration::from_secs(10);

/// What comes before the body of a request.
pub struct Head {
    pub method: String,
    pub path: String,
    headers: Vec<(String, String)>,
}

/// Why a request is not answered.
#[derive(Debug)]
pub struct RequestRefusal {
    pub status: u16,
    pub message: String,
}

impl RequestRefusal {
    pub fn new(status: u16, message: impl Into<String>) -> RequestRefusal {
        RequestRefusal { status, message: message.into() }
    }
}

impl Head {
    /// A header by its name in small letters. Two of one name are none: who sends them wants one of two readers deceived.
    pub fn header(&self, name: &str) -> Option<&str> {
        let mut all = self.headers.iter().filter(|(own, _)| own == name);
        match (all.next(), all.next()) {
            (Some((_, value)), None) => Some(value),
            (None, _) => None,
            (Some(_), Some(_)) => Some(""),
        }
    }
}

/// Reads the head of a request, and what has come of its body.
///
/// # Errors
/// No request, or too long a one. `None` says that nothing more came.
pub fn head(stream: &mut TcpStream) -> Result<(Head, Vec<u8>), Option<RequestRefusal>> {
    stream.set_read_timeout(Some(PATIENCE)).map_err(|_| None)?;
    stream.set_write_timeout(Some(PATIENCE)).map_err(|_| None)?;
    let mut bytes = Vec::new();
    let mut buffer = [0; 4096];
    loop {
        let count = stream.read(&mut buffer).map_err(|_| None)?;
        if count == 0 {
            return Err(None);
        }
        bytes.extend_from_slice(&buffer[..count]);
        let mut headers = [httparse::EMPTY_HEADER; MOST_HEADERS];
        let mut request = httparse::Request::new(&mut headers);
        match request.parse(&bytes) {
            Ok(httparse::Status::Complete(length)) => {
                let text = |name: &str, value: &[u8]| {
                    (name.to_ascii_lowercase(), String::from_utf8_lossy(value).trim().to_owned())
                };
                let head = Head {
                    method: request.method.unwrap_or_default().to_owned(),
                    path: request.path.unwrap_or_default().to_owned(),
                    headers: request.headers.iter().map(|one| text(one.name, one.value)).collect(),
                };
                return Ok((head, bytes.split_off(length)));
            }
            Ok(httparse::Status::Partial) if bytes.len() < MOST_HEAD => {}
            Ok(httparse::Status::Partial) => {
                return Err(Some(RequestRefusal::new(431, "the head of the request is too long")));
            }
            Err(error) => {
                return Err(Some(RequestRefusal::new(400, format!("no request: {error}"))));
            }
        }
    }
}

/// Reads the rest of a body.
///
/// # Errors
/// A body that is too long, or of unknown length. `None` says that nothing more came.
pub fn body(
    stream: &mut TcpStream,
    head: &Head,
    mut begun: Vec<u8>,
) -> Result<String, Option<RequestRefusal>> {
    let length = head.header("content-length").and_then(|length| length.parse::<usize>().ok());
    let Some(length) = length else {
        return Err(Some(RequestRefusal::new(411, "the length of the question is missing")));
    };
    if length > MOST_BODY {
        return Err(Some(RequestRefusal::new(
            413,
            format!("a question has at most {MOST_BODY} bytes"),
        )));
    }
    begun.truncate(length);
    let left = length - begun.len();
    let taken = stream.take(left as u64).read_to_end(&mut begun).map_err(|_| None)?;
    if taken < left {
        return Err(None);
    }
    String::from_utf8(begun)
        .map_err(|_| Some(RequestRefusal::new(400, "the question is not UTF-8")))
}

/// Begins an answer. What follows ends with the connection.
pub fn begin(stream: &mut TcpStream, status: u16, kind: &str, policy: &str) -> io::Result<()> {
    let reason = match status {
        200 => "OK",
        204 => "No Content",
        400 => "Bad Request",
        403 => "Forbidden",
        404 => "Not Found",
        405 => "Method Not Allowed",
        411 => "Length Required",
        413 => "Content Too Large",
        415 => "Unsupported Media Type",
        421 => "Misdirected Request",
        431 => "Request Header Fields Too Large",
        _ => "Service Unavailable",
    };
    write!(
        stream,
        "HTTP/1.1 {status} {reason}\r\nContent-Type: {kind}\r\nConnection: close\r\nCache-Control: no-store\r\n\
         Content-Security-Policy: {policy}; frame-ancestors 'none'\r\nX-Content-Type-Options: nosniff\r\n\
         X-Frame-Options: DENY\r\nReferrer-Policy: no-referrer\r\nCross-Origin-Opener-Policy: same-origin\r\n\
         Cross-Origin-Resource-Policy: same-origin\r\n\r\n"
    )
}
