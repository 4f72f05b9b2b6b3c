package korrel;

import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.lang.ProcessBuilder.Redirect;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;

/** A run of the program. Closing it ends it; none outlives this Java. */
final class Program implements Runnable {
    private static final int LONGEST_MESSAGES = 1 << 16;
    /** In seconds, from the end of its output to its own. */
    private static final int LONGEST_END = 10;
    private static final Set<Process> RUNNING = ConcurrentHashMap.newKeySet();

    static {
        Runtime.getRuntime().addShutdownHook(new Thread(() -> RUNNING.forEach(Process::destroyForcibly)));
    }

    private final Process process;
    private final StringBuffer messages = new StringBuffer();
    private final Thread listener;

    Program(List<String> arguments) {
        String program = path();
        List<String> words = new ArrayList<>(List.of(program));
        words.addAll(arguments);
        try {
            process = new ProcessBuilder(words).redirectInput(Redirect.from(nothing())).start();
        } catch (IOException absent) {
            throw new KorrelException(program + " cannot be run (" + absent.getMessage() + "); the jar korrel-program"
                + " brings it for " + Bundled.platform() + ", or say where it is: KORREL=/path/to/korrel in the environment, or -DKORREL=…", absent);
        }
        RUNNING.add(process);
        listener = new Thread(this::listen, "korrel's messages");
        listener.setDaemon(true);
        listener.start();
    }

    /** The property KORREL, the environment's, the program of the jar, or what the path has. */
    static String path() {
        String path = System.getProperty("KORREL", System.getenv("KORREL"));
        if (path == null || path.isEmpty()) {
            path = Bundled.path();
        }
        return path == null ? "korrel" : path;
    }

    private static File nothing() {
        return new File(System.getProperty("os.name").startsWith("Windows") ? "NUL" : "/dev/null");
    }

    InputStream output() {
        return process.getInputStream();
    }

    /** What it says on standard error, when it has ended. */
    String messages() {
        try {
            process.waitFor(LONGEST_END, TimeUnit.SECONDS);
            listener.join(TimeUnit.SECONDS.toMillis(LONGEST_END));
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        }
        return messages.toString().strip();
    }

    int exitCode() {
        messages();
        return process.isAlive() ? -1 : process.exitValue();
    }

    @Override
    public void run() {
        process.destroyForcibly();
        RUNNING.remove(process);
    }

    private void listen() {
        try (InputStreamReader errors = new InputStreamReader(process.getErrorStream(), StandardCharsets.UTF_8)) {
            char[] buffer = new char[4096];
            for (int read = errors.read(buffer); read >= 0; read = errors.read(buffer)) {
                if (messages.length() < LONGEST_MESSAGES) {
                    messages.append(buffer, 0, read);
                }
            }
        } catch (IOException closed) {
            return; // the program was ended while it spoke
        }
    }
}
