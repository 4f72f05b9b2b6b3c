package korrel;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Drivers of {@code korrel test}, run by it. */
class DriverTest {
    /** The subject: keys are texts, numbers are bytes. */
    static final class Shelf {
        private final Map<String, Short> held = new HashMap<>();
        private String last;

        Short put(String key, short number) {
            last = key;
            return held.put(key, number);
        }
    }

    /** Runs by itself. */
    static final class Driver {
        public static void main(String[] args) throws Exception {
            KorrelDriver.type(Shelf.class);
            KorrelDriver.values(Map.of("Key", args.length > 0 ? List.of("one") : List.of("", "é"), "Int", List.of(0, 255)));
            KorrelDriver.operation("put", a -> ((Shelf) a[0]).put((String) a[1], ((Integer) a[2]).shortValue()));
            KorrelDriver.judge("lose", a -> {
                System.out.println("what a program prints is no reply");
                KorrelDriver.cover("size " + ((Shelf) a[0]).held.size());
                if (((Shelf) a[0]).last != null) {
                    throw new KorrelDriver.Skip("it has a last one");
                }
                if (((Shelf) a[0]).held.containsKey("é")) {
                    throw new KorrelDriver.Fail("lost", "é is gone");
                }
                return null;
            });
            KorrelDriver.operation("strange", a -> ((Shelf) a[0]).put("another", (short) 0));
            KorrelDriver.operation("throw", a -> {
                throw new IllegalStateException("it is empty");
            });
            KorrelDriver.serve();
        }
    }

    /** If this failed, the spec would judge other values than the subject has seen, or could not. */
    @Test
    void valuesOfTheSubjectAreAtomsOfTheSpec() throws Exception {
        says("put", "put: 42 inputs, 42 pass");
    }

    @Test
    void verdictsAndSkips() throws Exception {
        String report = says("lose", "lose: 21 inputs, 3 pass, 6 fail, 12 skipped");
        assertTrue(report.contains("1. lost"), report);
        assertTrue(report.contains("skipped"), report);
        says("throw", "throw: 1 input, 1 pass");
    }

    /** A throw is not what this is: a spec may want one. */
    @Test
    void aValueThatTheSpecHasNotIsAFailureOfItsInput() throws Exception {
        String report = says("strange", "1. not a value of Key");
        assertTrue(report.contains("Shelf$0.held: values: \"another\" is no value of Key"), report);
    }

    @Test
    void anAtomWithoutAValueIsAFailureOfItsInputs() throws Exception {
        String report = says("put", "the objects do not fit the spec", "one");
        assertTrue(report.contains("values: Key$1 has no value; Key has 1 of them"), report);
    }

    private static String says(String op, String text, String... flags) throws Exception {
        String java = ProcessHandle.current().info().command().orElseThrow();
        String korrel = System.getProperty("KORREL", System.getenv().getOrDefault("KORREL", "korrel"));
        List<String> words = new ArrayList<>(List.of(korrel, "test", Specs.own("shelf"), "--op", op, "--start-timeout", "60s",
            "--", java, "-cp", System.getProperty("java.class.path"), "korrel.DriverTest$Driver"));
        words.addAll(List.of(flags));
        Process process = new ProcessBuilder(words).redirectErrorStream(true).start();
        String report = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertTrue(report.contains(text), report);
        return report;
    }
}
