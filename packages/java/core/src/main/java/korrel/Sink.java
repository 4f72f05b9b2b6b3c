package korrel;

import java.io.ByteArrayOutputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;

/** Swallows what a predicate prints, for it runs a million times. What other threads print is shown, and they may search, too. */
final class Sink {
    private static final int LONGEST = 200;
    private static final ThreadLocal<Sink> CURRENT = new ThreadLocal<>();
    private static final Fork OUT = new Fork();
    private static final Fork ERR = new Fork();
    private static int users;

    private final ByteArrayOutputStream first = new ByteArrayOutputStream();
    private long lines;

    private boolean isNeeded;
    private boolean isRunning;
    private boolean isOpen;
    private Sink before;

    /** Whatever this thread prints meanwhile is swallowed, as soon as there is a class that may print: it takes half a microsecond. */
    void swallow(Runnable run) {
        isRunning = true;
        open();
        try {
            run.run();
        } finally {
            isRunning = false;
            if (isOpen) {
                isOpen = false;
                CURRENT.set(before);
                end();
            }
        }
    }

    void need() {
        isNeeded = true;
        open();
    }

    private void open() {
        if (isNeeded && isRunning && !isOpen) {
            isOpen = true;
            before = CURRENT.get();
            begin();
            CURRENT.set(this);
        }
    }

    private static synchronized void begin() {
        if (users++ == 0) {
            OUT.shown = System.out;
            ERR.shown = System.err;
            System.setOut(OUT.stream);
            System.setErr(ERR.stream);
        }
    }

    private static synchronized void end() {
        if (--users == 0) {
            System.setOut(OUT.shown);
            System.setErr(ERR.shown);
        }
    }

    List<String> notes() {
        return lines == 0 ? List.of() : List.of("the predicate printed " + All.grouped(lines) + " lines, which is not shown: "
            + first.toString(StandardCharsets.UTF_8).strip());
    }

    private void take(int octet) {
        if (lines == 0 && first.size() < LONGEST) {
            first.write(octet);
        }
        lines += octet == '\n' ? 1 : 0;
    }

    /** Leads to the sink of a thread, if it has one. */
    private static final class Fork extends OutputStream {
        private final PrintStream stream = new PrintStream(this, true);
        private volatile PrintStream shown;

        @Override
        public void write(int octet) {
            Sink sink = CURRENT.get();
            if (sink == null) {
                shown.write(octet);
            } else {
                sink.take(octet);
            }
        }
    }
}
