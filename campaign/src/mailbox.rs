//! A channel between two threads, of which neither waits for the other at each message.
//!
//! *Problem.* A search lists inputs faster than drivers try them. A channel with room for so many messages is full then: its
//! sender sleeps, and each message that is taken wakes it, so that each input costs two changes of thread and a call of the
//! system. *Choice.* Whoever receives takes all messages at once and hands them out one by one, so a full channel is empty
//! after one waking. The other side is woken only if it sleeps. Nothing is held back: a message can be received as soon as
//! it is sent. *Rejected.* Messages that are collected and sent together: the first of them waits for the search that finds
//! the last.

use std::collections::VecDeque;
use std::sync::{Arc, Condvar, Mutex, MutexGuard};
use std::time::Duration;

/// The sending end.
pub(crate) struct Sender<T>(Arc<Mailbox<T>>);

/// The receiving end.
pub(crate) struct Receiver<T> {
    mailbox: Arc<Mailbox<T>>,
    /// The messages that were taken and not handed out.
    taken: VecDeque<T>,
}

/// There is no other end any more.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Gone;

/// No message came.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Unreceived {
    /// In time.
    Timeout,
    /// And none will come.
    Gone,
}

struct Mailbox<T> {
    /// The number of messages that wait at most, beside those that were taken.
    room: usize,
    state: Mutex<MailboxState<T>>,
    /// Only one end waits at a time: the mailbox is not both full and empty.
    changed: Condvar,
}

struct MailboxState<T> {
    messages: VecDeque<T>,
    is_awaited: bool,
    /// One of the ends is gone.
    is_closed: bool,
}

/// A channel in which so many messages can wait before they are taken.
pub(crate) fn mailbox<T>(room: usize) -> (Sender<T>, Receiver<T>) {
    let (messages, is_awaited, is_closed) = (VecDeque::new(), false, false);
    let state = Mutex::new(MailboxState { messages, is_awaited, is_closed });
    let mailbox = Arc::new(Mailbox { room, state, changed: Condvar::new() });
    (Sender(Arc::clone(&mailbox)), Receiver { mailbox, taken: VecDeque::new() })
}

impl<T> Sender<T> {
    /// # Errors
    /// Nobody receives any more.
    pub fn send(&self, message: T) -> Result<(), Gone> {
        let mut state = self.0.lock();
        while state.messages.len() >= self.0.room && !state.is_closed {
            state.is_awaited = true;
            state = self.0.changed.wait(state).expect("no holder of the lock panics");
        }
        if state.is_closed {
            return Err(Gone);
        }
        state.messages.push_back(message);
        self.0.wake(&mut state);
        Ok(())
    }
}

impl<T> Receiver<T> {
    /// The next message. Waits for it at most so long.
    ///
    /// # Errors
    /// None came.
    pub fn receive(&mut self, time: Duration) -> Result<T, Unreceived> {
        if self.taken.is_empty() {
            self.take(time)?;
        }
        Ok(self.taken.pop_front().expect("it has taken some"))
    }

    /// Takes all messages.
    fn take(&mut self, time: Duration) -> Result<(), Unreceived> {
        let mut state = self.mailbox.lock();
        if state.messages.is_empty() && !state.is_closed {
            state.is_awaited = true;
            let waited = self.mailbox.changed.wait_timeout(state, time);
            state = waited.expect("no holder of the lock panics").0;
        }
        if state.messages.is_empty() {
            // Else the mailbox may be full by now, and it is the sender that waits.
            state.is_awaited = false;
            return Err(if state.is_closed { Unreceived::Gone } else { Unreceived::Timeout });
        }
        std::mem::swap(&mut state.messages, &mut self.taken);
        self.mailbox.wake(&mut state);
        Ok(())
    }
}

impl<T> Mailbox<T> {
    fn lock(&self) -> MutexGuard<'_, MailboxState<T>> {
        self.state.lock().expect("no holder of the lock panics")
    }

    /// Wakes the other end, if it waits.
    fn wake(&self, state: &mut MailboxState<T>) {
        if std::mem::take(&mut state.is_awaited) {
            self.changed.notify_one();
        }
    }

    fn close(&self) {
        let mut state = self.lock();
        state.is_closed = true;
        self.wake(&mut state);
    }
}

impl<T> Drop for Sender<T> {
    fn drop(&mut self) {
        self.0.close();
    }
}

impl<T> Drop for Receiver<T> {
    fn drop(&mut self) {
        self.mailbox.close();
    }
}

#[cfg(test)]
mod tests {
    use std::thread;

    use super::*;

    const LONG: Duration = Duration::from_secs(60);

    /// If it failed, an input would be lost or come out of turn, or two threads wait for each other.
    #[test]
    fn messages_come_in_order_whoever_is_faster() {
        for (room, sender_sleeps, receiver_sleeps) in
            [(1, 0, 0), (2, 7, 0), (3, 0, 5), (64, 0, 0), (64, 31, 100)]
        {
            let (sender, mut receiver) = mailbox(room);
            let sleep = |at: u32, every: u32| {
                if every > 0 && at.is_multiple_of(every) {
                    thread::sleep(Duration::from_millis(1));
                }
            };
            let sending = thread::spawn(move || {
                for at in 0..500 {
                    sleep(at, sender_sleeps);
                    sender.send(at).expect("it is received");
                }
            });
            for at in 0..500 {
                sleep(at, receiver_sleeps);
                assert_eq!(receiver.receive(LONG), Ok(at), "with room for {room}");
            }
            assert_eq!(receiver.receive(LONG), Err(Unreceived::Gone));
            sending.join().expect("it ended");
        }
    }

    /// If it failed, a search would go on for a test that is over, or for ever.
    #[test]
    fn a_sender_that_waits_hears_that_nobody_receives() {
        let (sender, receiver) = mailbox(1);
        sender.send(0).expect("there is room");
        let sending = thread::spawn(move || sender.send(1));
        thread::sleep(Duration::from_millis(5));
        drop(receiver);
        assert_eq!(sending.join().expect("it ended"), Err(Gone));
    }

    /// If it failed, a flag or a deadline would not be looked at while a search is slow; or its last input be lost.
    #[test]
    fn a_receiver_waits_no_longer_than_it_says() {
        let (sender, mut receiver) = mailbox(8);
        assert_eq!(receiver.receive(Duration::from_millis(1)), Err(Unreceived::Timeout));
        sender.send(3).expect("there is room");
        drop(sender);
        assert_eq!(receiver.receive(LONG), Ok(3));
        assert_eq!(receiver.receive(LONG), Err(Unreceived::Gone));
    }
}
