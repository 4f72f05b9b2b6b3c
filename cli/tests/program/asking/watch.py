"""Watches a spec in a terminal: `python3 watch.py KORREL`. What goes wrong is an AssertionError."""

import os
import pty
import re
import select
import signal
import struct
import subprocess
import sys
import tempfile
import termios
import time

PART = re.compile(rb"\x1b\[(\?[0-9]+[hl]|[0-9;]*[A-Za-z])|[^\x1b]+", re.S)
LISTS = "open part\nsig N { next: lone N }\npred p { %s }\nrun p for 3\nrun q { no N } for 1\n"
ACYCLIC, LOOPLESS = "no n: N | n in n.^next", "no n: N | n = n.next"


class Terminal:
    """A program in a terminal of 100 columns and so many lines, and the lines that it shows."""

    def __init__(self, *command, lines=40):
        self.outer, inner = pty.openpty()
        size = struct.pack("HHHH", lines, 100, 0, 0)
        import fcntl

        fcntl.ioctl(inner, termios.TIOCSWINSZ, size)
        self.inner, self.before = inner, termios.tcgetattr(inner)
        self.lines, self.row, self.written, self.rest = {}, 0, b"", b""
        self.program = subprocess.Popen(
            command, stdin=inner, stdout=inner, stderr=inner, start_new_session=True
        )

    def read(self, seconds):
        if not select.select([self.outer], [], [], seconds)[0]:
            return
        new = os.read(self.outer, 65536)
        self.written += new
        text = self.rest + new
        # What may go on in the next bytes waits for them.
        cut = text.rfind(b"\x1b")
        if cut >= 0 and not PART.match(text, cut):
            text, self.rest = text[:cut], text[cut:]
        else:
            self.rest = b""
        for part in PART.finditer(text):
            code = (part.group(1) or b"").decode()
            if code.endswith("H"):
                self.row = int(code[:-1].split(";")[0] or 1)
                self.lines[self.row] = b""
            elif code == "J":
                self.lines = {at: line for at, line in self.lines.items() if at < self.row}
            elif code == "?1049h":
                self.lines = {}
            elif not code:
                self.lines[self.row] = self.lines.get(self.row, b"") + part.group()

    def text(self):
        lines = (line.decode("utf-8", "replace") for _, line in sorted(self.lines.items()))
        return "\n".join(lines)

    def until(self, *wanted, without=()):
        """Waits until it shows all of these and none of those; returns the seconds."""
        begun = time.monotonic()
        while True:
            text = self.text()
            if all(one in text for one in wanted) and not any(one in text for one in without):
                return time.monotonic() - begun
            assert time.monotonic() - begun < 60, (wanted, without, text)
            self.read(0.005)

    def type(self, keys):
        os.write(self.outer, keys)

    def end(self, code):
        begun = time.monotonic()
        while self.program.poll() is None:
            assert time.monotonic() - begun < 60, "it does not end"
            self.read(0.05)
        self.read(0.1)
        assert self.program.returncode == code, (self.program.returncode, code)
        assert termios.tcgetattr(self.inner) == self.before, "the terminal's modes"
        last = max(self.written.rfind(b"\x1b[?1049h"), self.written.rfind(b"\x1b[?25l"))
        for restored in (b"\x1b[?1049l", b"\x1b[?25h"):
            assert self.written.rfind(restored) > last, (restored, self.written[-80:])
        os.close(self.outer)
        os.close(self.inner)


def write(name, text):
    with open(name, "w") as file:
        file.write(text)


def save(text):
    """As many editors do: a new file takes the old one's name."""
    write("new", text)
    os.rename("new", "lists.als")


def watch(korrel):
    save(LISTS % ACYCLIC)
    write("part.als", "module part\nsig M {}\nfact { no M }\n")
    seen = Terminal(korrel, "watch", "lists.als", "--color", "never")
    seen.until("run p for 3 (1 of 2)", "0: 1  1: 1  2: 2  3: 4", "8 in all", "instance 1 of 8")
    seen.until("17  no n: N | n in n.^next", without=["…"])

    seen.type(b"n")
    seen.until("instance 2 of 8")
    seen.type(b"\x1b[B\x1b[A\x1b[A\x1b[A")
    seen.until("instance 1 of 8")
    seen.type(b"\t")
    seen.until("run q", "(2 of 2)", "1 in all")
    seen.type(b"\x1b[C")
    seen.until("run p for 3 (1 of 2)", "8 in all")

    seen.type(b"?")
    seen.until("a screen down", without=["8 in all"])
    seen.type(b"?")
    seen.until("8 in all", without=["a screen down"])

    save(LISTS % f"{ACYCLIC} {LOOPLESS}")
    seen.until("redundant", without=["…"])
    seen.until("removed nothing and added nothing")
    save(LISTS % LOOPLESS)
    seen.until("the last edit removed 0 and added 4", "added, the smallest, key", without=["…", "OLD"])

    save(LISTS % "no n: N | n in m.^next")
    seconds = [seen.until("OLD", "E0006", "the last edit removed 0 and added 4")]
    save(LISTS % LOOPLESS)
    seen.until("12 in all", without=["OLD", "E0006", "…"])
    os.remove("lists.als")
    seen.until("OLD", "cannot read `lists.als`", "12 in all")
    save(LISTS % ACYCLIC)
    seen.until("8 in all", "removed 4 and added 0", without=["OLD", "…"])
    write("part.als", "module part\nsig M {}\nfact { one M }\n")
    seen.until("1: 1  2: 1", without=["OLD", "…"])
    write("part.als", "module part\nsig M {}\nfact { no M }\n")
    seen.until("8 in all", without=["OLD", "…"])
    os.remove("part.als")
    seen.until("OLD", "E0024", "8 in all")
    write("part.als", "module part\nsig M {}\nfact { no M }\n")
    seen.until("8 in all", without=["OLD", "E0024", "…"])
    # A search that would take years does not hold up the next save.
    save((LISTS % ACYCLIC).replace("lone N", "set N").replace("for 3", "for exactly 40 N, 0 M"))
    seen.until("exactly 40 N")
    for broken in range(8):
        save(LISTS % f"no m{broken}")
        seconds.append(seen.until(f"`m{broken}`", "OLD"))
    save(LISTS % ACYCLIC)
    seen.until("8 in all", without=["OLD", "…"])
    seen.type(b"q")
    seen.end(0)
    seconds.sort()
    print("seconds from save to messages:", " ".join(f"{one:.3f}" for one in seconds))
    assert seconds[len(seconds) // 2] < 1, seconds

    # On a small screen the rest is seen by scrolling.
    seen = Terminal(korrel, "watch", "lists.als", "--color", "never", lines=8)
    seen.until("8 in all", "lines above: 0, below: ", without=["instance 3", "…"])
    seen.type(b"\x1b[6~")
    seen.until("run p for 3 (1 of 2)", "instance 3", without=["8 in all"])
    seen.type(b"k\x1b[5~")
    seen.until("8 in all", "lines above: 0")
    seen.type(b"q")
    seen.end(0)

    for number in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP):
        seen = Terminal(korrel, "watch", "lists.als")
        seen.until("8 in all")
        seen.program.send_signal(number)
        seen.program.send_signal(number)
        seen.end(130)
    seen = Terminal(korrel, "watch", "lists.als")
    seen.until("8 in all")
    seen.type(b"\x03")
    seen.end(130)
    # A terminal that hangs up ends it, even without a signal.
    seen = Terminal(korrel, "watch", "lists.als")
    seen.until("8 in all")
    os.close(seen.inner)
    os.close(seen.outer)
    assert seen.program.wait(timeout=20) == 130


if __name__ == "__main__":
    korrel = os.path.abspath(sys.argv[1])
    with tempfile.TemporaryDirectory() as folder:
        os.chdir(folder)
        watch(korrel)
        os.chdir("/")
