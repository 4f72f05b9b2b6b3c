package korrel;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/**
 * All behaviours of a spec's command, or of traces, as a test of a program that keeps its state.
 *
 * <pre>
 * Korrel.behaviours("queue.als", "behaviours").check(QueueDriver.class);
 * </pre>
 */
public final class Behaviours {
    private final List<String> asked;

    Behaviours(List<String> asked) {
        this.asked = new ArrayList<>(asked);
    }

    /** The number of states, {@code "6"}, or the least and the greatest: k states are k − 1 calls. */
    public Behaviours steps(String steps) {
        return flags("--steps", steps);
    }

    /** Replaces the command's scope. */
    public Behaviours scope(String scope) {
        return flags("--scope", scope);
    }

    /** Other flags of {@code korrel test}. */
    public Behaviours flags(String... more) {
        asked.addAll(List.of(more));
        return this;
    }

    /**
     * Makes all calls, of a driver that the main method of a class is, in a Java with this one's class path.
     *
     * @return what was tried: {@code COMPLETE: 27 calls, scope up to 5 calls (6 states)}
     */
    public String check(Class<?> main, String... arguments) {
        List<String> driver = new ArrayList<>(List.of(ProcessHandle.current().info().command().orElse("java"),
            "-cp", System.getProperty("java.class.path"), main.getName()));
        driver.addAll(List.of(arguments));
        return checkCommand(driver);
    }

    /** The same of a driver that is any command. */
    public String checkCommand(List<String> driver) {
        String replayed = System.getProperty("KORREL_REPLAY", System.getenv("KORREL_REPLAY"));
        List<String> words = new ArrayList<>(List.of("test"));
        words.addAll(asked);
        words.addAll(replayed == null ? List.of() : List.of("--replay", replayed));
        words.addAll(List.of("--start-timeout", "60s", "--"));
        words.addAll(driver);
        Program program = new Program(words);
        try {
            String report = new String(program.output().readAllBytes(), StandardCharsets.UTF_8).strip();
            return switch (program.exitCode()) {
                case 0 -> lastOf(report);
                case 1 -> throw new AssertionError("\n" + shortened(report, driver));
                case 2 -> throw new KorrelException(program.messages());
                default -> throw new KorrelException("the run is incomplete (exit code " + program.exitCode() + ")\n"
                    + report + "\n" + program.messages());
            };
        } catch (IOException broken) {
            throw new UncheckedIOException(broken);
        } finally {
            program.run();
        }
    }

    private static String lastOf(String report) {
        return report.lines().filter(line -> line.startsWith("COMPLETE")).reduce(report, (first, second) -> second);
    }

    /** A class path fills pages; a key is enough to try a behaviour again. */
    private static String shortened(String report, List<String> driver) {
        StringBuilder shortened = new StringBuilder();
        report.lines().forEach(line -> {
            int at = line.indexOf(" --replay ");
            boolean isLong = line.strip().startsWith("again: korrel ") && at >= 0 && driver.contains("-cp");
            String key = isLong ? line.substring(at + " --replay ".length()).split(" ")[0] : "";
            shortened.append(isLong ? line.substring(0, line.indexOf("again:")) + "again: KORREL_REPLAY=" + key
                + " in the environment, or -DKORREL_REPLAY=" + key : line).append('\n');
        });
        return shortened.toString();
    }
}
