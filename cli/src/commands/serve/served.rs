//! A page that is being served.

use std::io;
use std::net::{Ipv4Addr, TcpListener};
use std::sync::Arc;

use korrel_page::{OpenText, PageReport, Session, Settings};

use super::guard::RequestGuard;
use super::site::Site;
use crate::limits::memory;

/// A page asks several questions at once; one of them has no use for more memory.
const MOST_MEMORY: u64 = 1 << 30;

/// Lasts as long as the program.
pub struct ServerState {
    session: Arc<Session>,
    site: Arc<Site>,
    /// Where the page is.
    pub address: String,
}

/// What a question of the page may take if nobody says otherwise.
pub fn settings() -> Settings {
    Settings::new().memory((memory::of_a_translation() / 4).min(MOST_MEMORY))
}

impl ServerState {
    /// Begins to serve; on port 0, on one that is free.
    ///
    /// # Errors
    /// The port is taken; there are no random numbers, or no memory for a thread.
    pub fn new(opened: OpenText, port: u16, settings: Settings) -> io::Result<ServerState> {
        let session = Arc::new(Session::default());
        session.open(opened);
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, port))?;
        let guard = RequestGuard::new(listener.local_addr()?.port())?;
        let address = guard.address();
        let site = Arc::new(Site::new(guard, Arc::clone(&session), settings));
        let serving = Arc::clone(&site);
        std::thread::Builder::new().spawn(move || serving.serve(&listener))?;
        Ok(ServerState { session, site, address })
    }

    /// Shows this report from now on.
    pub fn report(&self, report: PageReport) {
        self.session.report(report);
        self.site.tell();
    }

    /// Shows another text from now on.
    pub fn open(&self, opened: OpenText) {
        self.session.open(opened);
        self.site.tell();
    }
}
