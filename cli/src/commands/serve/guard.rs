//! Who may ask.
//!
//! *Problem.* Any page in the browser can send requests to this machine, and a name that a stranger controls may lead here
//! (DNS rebinding). *Choice.* The address has a token that nobody can guess; the `Host` must be this one, so that a stranger's
//! name is refused; a request with an `Origin` must come from this page; questions are JSON, which a form of another page
//! cannot send. The page's policy lets nothing run but its own script. *Rejected.* A cookie: it is sent for other pages, too.

use std::fmt::Write;
use std::io;

use super::http::{Head, RequestRefusal};

pub struct RequestGuard {
    port: u16,
    token: String,
}

impl RequestGuard {
    /// # Errors
    /// The system gives no random numbers.
    pub fn new(port: u16) -> io::Result<RequestGuard> {
        let mut bytes = [0_u8; 16];
        getrandom::fill(&mut bytes)
            .map_err(|error| io::Error::other(format!("there are no random numbers: {error}")))?;
        let token = bytes.iter().fold(String::new(), |mut token, byte| {
            let _ = write!(token, "{byte:02x}");
            token
        });
        Ok(RequestGuard { port, token })
    }

    pub fn address(&self) -> String {
        format!("http://127.0.0.1:{}/{}/", self.port, self.token)
    }

    /// The part of the path behind the token.
    ///
    /// # Errors
    /// A request of somebody else's.
    pub fn passed<'h>(&self, head: &'h Head) -> Result<&'h str, RequestRefusal> {
        let hosts = [format!("127.0.0.1:{}", self.port), format!("localhost:{}", self.port)];
        let host = head.header("host").unwrap_or_default();
        if !hosts.iter().any(|own| own == host) {
            return Err(RequestRefusal::new(421, "this address is not served under that name"));
        }
        let own = format!("http://{host}");
        if head.header("origin").is_some_and(|origin| origin != own) {
            return Err(RequestRefusal::new(403, "another page asks"));
        }
        let site = head.header("sec-fetch-site");
        if site.is_some_and(|site| !["same-origin", "none"].contains(&site)) {
            return Err(RequestRefusal::new(403, "another page asks"));
        }
        let rest = head.path.strip_prefix('/').and_then(|path| path.split_once('/'));
        match rest {
            Some((token, rest)) if is_same(token, &self.token) => Ok(rest),
            _ => Err(RequestRefusal::new(
                403,
                "the address lacks its token: open the one that was printed",
            )),
        }
    }
}

/// Takes the same time wherever two texts of one length differ.
fn is_same(one: &str, other: &str) -> bool {
    let differences = one.bytes().zip(other.bytes()).map(|(a, b)| a ^ b);
    one.len() == other.len() && differences.fold(0, |all, bits| all | bits) == 0
}
