package korrel;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;

/** Lines in, answers out: these are written when no line is waiting. */
final class Lines {
    private final InputStream in;
    private final OutputStream out;
    private final ByteArrayOutputStream line = new ByteArrayOutputStream();
    private final StringBuilder answers = new StringBuilder();
    private final byte[] buffer = new byte[1 << 16];
    private int at;
    private int end;

    Lines(InputStream in, OutputStream out) {
        this.in = in;
        this.out = out;
    }

    void answer(Object answer) {
        Json.write(answer, answers);
        answers.append('\n');
    }

    /** The next line, or null. */
    String next() throws IOException {
        line.reset();
        while (true) {
            int from = at;
            while (at < end && buffer[at] != '\n') {
                at++;
            }
            line.write(buffer, from, at - from);
            if (at < end) {
                at++;
                return line.toString(StandardCharsets.UTF_8);
            }
            out.write(answers.toString().getBytes(StandardCharsets.UTF_8));
            answers.setLength(0);
            end = in.read(buffer);
            at = 0;
            if (end < 0) {
                return null;
            }
        }
    }
}
