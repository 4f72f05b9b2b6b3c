package korrel;

import java.io.ByteArrayOutputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;

/** Swallows what a predicate prints: it runs a million times. */
final class Sink {
    private static final int LONGEST = 200;
    private final ByteArrayOutputStream first = new ByteArrayOutputStream();
    private final Swallowing out = new Swallowing();
    private final Swallowing err = new Swallowing();
    private final PrintStream toOut = new PrintStream(out, true);
    private final PrintStream toErr = new PrintStream(err, true);
    private Thread own;
    private long lines;

    /** Whatever this thread prints meanwhile is swallowed. */
    void swallow(Runnable run) {
        own = Thread.currentThread();
        out.shown = System.out;
        err.shown = System.err;
        System.setOut(toOut);
        System.setErr(toErr);
        try {
            run.run();
        } finally {
            System.setOut(out.shown);
            System.setErr(err.shown);
        }
    }

    List<String> notes() {
        return lines == 0 ? List.of() : List.of("the predicate printed " + All.grouped(lines) + " lines, which is not shown: "
            + first.toString(StandardCharsets.UTF_8).strip());
    }

    private final class Swallowing extends OutputStream {
        private PrintStream shown;

        @Override
        public void write(int octet) {
            if (Thread.currentThread() != own) {
                shown.write(octet);
                return;
            }
            if (lines == 0 && first.size() < LONGEST) {
                first.write(octet);
            }
            lines += octet == '\n' ? 1 : 0;
        }
    }
}
