package korrel;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** What a stream says, and when the program ends. */
class StreamTest {
    private static final String ENDLESS = "exactly 1 Tree, 12 Node, 1..12 Int";

    @Test
    void aMistakeInASpecIsToldAsTheProgramTellsIt() {
        String message = assertThrows(KorrelException.class, () -> Korrel.find(Specs.own("mistake")).list()).getMessage();
        assertTrue(message.startsWith("error[E0006]: there is no name `Nod`"), message);
        assertTrue(message.contains("did you mean `Node`?"), message);
    }

    @Test
    void aScopeWithAMistakeToo() {
        String message = assertThrows(KorrelException.class,
            () -> Korrel.find(Specs.library("red_black_tree")).scope("3 Nodes").iterator()).getMessage();
        assertTrue(message.contains("Nodes"), message);
    }

    @Test
    void aStreamWithoutInstancesIsEmpty() {
        assertEquals(List.of(), Korrel.find(Specs.own("contradiction")).list());
    }

    @Test
    void limitsAreKept() {
        Heaps heaps = Korrel.find(Specs.library("red_black_tree")).limit(3).iterator();
        heaps.forEachRemaining(heap -> assertTrue(heap.id() < 3));
        assertEquals(3, heaps.count());
        assertEquals("limit", heaps.status());
    }

    @Test
    void timeThatRunsOutIsAnError() {
        Find find = Korrel.find(Specs.library("red_black_tree")).scope("exactly 1 Tree, 18 Node, 1..18 Int").timeout(Duration.ofMillis(300));
        String message = assertThrows(KorrelException.class, find::list).getMessage();
        assertTrue(message.startsWith("korrel find: the stream is incomplete: timeout after "), message);
    }

    @Test
    void keysAndOneOfThem() {
        List<Heap> all = Korrel.find(Specs.library("red_black_tree")).keys().list();
        Heap third = all.get(2);
        Heap found = Korrel.find(Specs.library("red_black_tree")).key(third.key()).keys().first().orElseThrow();
        assertEquals(third.toJson(), found.toJson());
        assertEquals(null, Korrel.find(Specs.library("red_black_tree")).first().orElseThrow().key());
    }

    @Test
    void closingEndsTheProgram() throws Exception {
        long before = children();
        try (Stream<Heap> heaps = Korrel.find(Specs.library("red_black_tree")).scope(ENDLESS).stream()) {
            assertEquals(5, heaps.limit(5).count());
            assertEquals(before + 1, children());
        }
        assertTrue(becomes(before));
    }

    /** If this failed, each test that leaves its loop early would leave a program behind. */
    @Test
    void aLoopThatIsLeftEndsTheProgram() throws Exception {
        long before = children();
        leave();
        assertTrue(becomes(before));
    }

    private static void leave() {
        for (Heap heap : Korrel.find(Specs.library("red_black_tree")).scope(ENDLESS)) {
            if (heap.id() == 4) {
                return;
            }
        }
    }

    private static boolean becomes(long wanted) throws InterruptedException {
        for (int i = 0; i < 100 && children() != wanted; i++) {
            System.gc();
            Thread.sleep(50);
        }
        return children() == wanted;
    }

    private static long children() {
        return ProcessHandle.current().children().filter(ProcessHandle::isAlive).count();
    }

    @Test
    void aProgramThatIsNotThereIsSaid() {
        String message = with("/no/such/korrel", () -> Korrel.find("any.als").iterator());
        assertTrue(message.startsWith("/no/such/korrel cannot be run"), message);
        assertTrue(message.contains("KORREL=/path/to/korrel"), message);
    }

    @Test
    @DisabledOnOs(OS.WINDOWS)
    void aStreamThatBreaksOffIsNoStream(@TempDir Path folder) throws Exception {
        String header = "echo '{\"kind\":\"header\",\"format\":\"heapgraph/1\",\"roots\":{},\"types\":{},\"enums\":{}}'\n";
        String one = "echo '{\"kind\":\"instance\",\"id\":0,\"roots\":{},\"objects\":{}}'\n";
        String message = with(program(folder, header + one + "echo dying >&2; kill -9 $$"), () -> Korrel.find("any.als").list());
        assertEquals("korrel find: the stream breaks off after 1 heaps (exit code 137)\ndying", message);
        message = with(program(folder, header + "printf '{\"kind\":\"inst'"), () -> Korrel.find("any.als").list());
        assertEquals("korrel find: the stream breaks off after 0 heaps (exit code 0)", message);
        message = with(program(folder, header + one + "echo '{\"kind\":\"end\",\"status\":\"limit\",\"count\":1}'"), () -> Korrel.find("any.als").list());
        assertTrue(message.contains("incomplete: limit"), "nobody has asked for a limit: " + message);
        message = with(program(folder, "echo '{\"kind\":\"header\",\"format\":\"heapgraph/2\"}'"), () -> Korrel.find("any.als").list());
        assertTrue(message.startsWith("this is no stream of heapgraph/1"), message);
        message = with(program(folder, "exit 0"), () -> Korrel.find("any.als").list());
        assertEquals("korrel find: it ends without a word (exit code 0)", message);
    }

    private static String program(Path folder, String text) throws Exception {
        Path program = folder.resolve("korrel");
        Files.writeString(program, "#!/bin/sh\n" + text);
        assertTrue(program.toFile().setExecutable(true));
        return program.toString();
    }

    private static String with(String program, org.junit.jupiter.api.function.Executable action) {
        String before = System.getProperty("KORREL");
        System.setProperty("KORREL", program);
        try {
            return assertThrows(KorrelException.class, action).getMessage();
        } finally {
            if (before == null) {
                System.clearProperty("KORREL");
            } else {
                System.setProperty("KORREL", before);
            }
        }
    }

    @Test
    void theHeaderSaysWhatThereIs() {
        Header header = Korrel.find(Specs.library("red_black_tree")).header();
        assertEquals("run repOk for exactly 1 Tree, 3 Node, 1..3 Int", header.command());
        assertEquals(List.of("Tree", "Node"), header.types());
        assertEquals(List.of("RED", "BLACK"), header.enums().get("Color"));
        assertFalse(header.toJson().isEmpty());
    }
}
