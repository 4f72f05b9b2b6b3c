package korrel;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Heaps of a running program, written down for {@code korrel learn} and its like. */
class RecorderTest {
    private static final String LISTS = """
        sig List { header: lone Node, size: Int }
        sig Node { next: lone Node, value: Int }
        pred repOk[l: List] { Node = l.header.*next }
        run repOk for 3 but exactly 1 List, 0..3 Int
        """;

    @TempDir
    Path folder;
    private Path spec;

    static final class Node {
        Node next;
        final Object value;

        Node(Object value, Node next) {
            this.value = value;
            this.next = next;
        }
    }

    static final class List_ {
        Node header;
        int size;

        List_(Object... values) {
            for (Object value : values) {
                header = new Node(value, header);
                size++;
            }
        }
    }

    @BeforeEach
    void writeSpec() throws IOException {
        spec = Files.writeString(folder.resolve("lists.als"), LISTS);
    }

    private Recorder lists(String name) {
        return Korrel.find(spec.toString(), "repOk").type("List", List_.class).types(Node.class).recorder(folder.resolve(name));
    }

    private List<String> lines(String name) throws IOException {
        return Files.readAllLines(folder.resolve(name));
    }

    /** If this failed, a test suite could not say what its heaps have in common. */
    @Test
    void anInvariantIsLearntFromWhatAProgramHad() throws Exception {
        Recorder good = lists("good.jsonl");
        for (Object[] values : new Object[][] {{}, {3}, {3, 1}, {3, 1, 2}}) {
            good.record(new List_(values));
        }
        List_ ring = new List_(1, 2);
        ring.header.next.next = ring.header;
        List_ tooLong = new List_(2);
        tooLong.size = 2;
        Recorder bad = lists("bad.jsonl");
        bad.recordByName(Map.of("l", ring));
        bad.record(tooLong);
        Process learn = new ProcessBuilder(System.getenv("KORREL"), "learn", spec.toString(), "repOk",
            "--good", folder.resolve("good.jsonl").toString(), "--bad", folder.resolve("bad.jsonl").toString(),
            "--format", "json", "-q").redirectError(ProcessBuilder.Redirect.INHERIT).start();
        String said = new String(learn.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        Set<Object> learnt = new LinkedHashSet<>();
        said.lines().forEach(line -> learnt.add(JsonReader.readObject(line).get("text")));
        assertEquals(Set.of("no n: Node | n in n.^next", "l.size = #Node"), learnt);
    }

    /** If this failed, a suite that runs again would double its file. */
    @Test
    void eachHeapIsWrittenOnce() throws IOException {
        for (int again = 0; again < 2; again++) {
            Recorder record = lists("once.jsonl");
            for (int value : new int[] {1, 1, 2}) {
                record.record(new List_(value));
            }
        }
        assertEquals(2, lines("once.jsonl").size());
    }

    /** If this failed, what is no heap would be an example. */
    @Test
    void whatIsNoHeapOfTheSpecIsNotWritten() throws IOException {
        Recorder record = lists("none.jsonl");
        refuses("roots.l: missing", () -> record.record());
        refuses("there is no root list", () -> record.recordByName(Map.of("list", new List_())));
        refuses("there is no root number 2", () -> record.record(new List_(), new List_()));
        refuses("roots.l", () -> record.record(3));
        refuses("roots.l", () -> record.record(new Node(1, null)));
        refuses("value", () -> record.record(new List_("one")));
        assertEquals(List.of(), lines("none.jsonl"));
    }

    private static void refuses(String said, org.junit.jupiter.api.function.Executable call) {
        String message = assertThrows(KorrelException.class, call).getMessage();
        assertTrue(message.contains(said), message);
    }

    /** If this failed, {@code one} sigs and parameters that are one object would have to be named one by one. */
    @Test
    void aRootThatIsNotGivenIsOneThatIs() throws IOException {
        Files.writeString(spec, "abstract sig A {} sig B extends A {} pred p[b: B, a: A] {} run p");
        Korrel.find(spec.toString()).recorder(folder.resolve("roots.jsonl")).record(new HeapObject("B"));
        assertEquals(Map.of("b", "B$0", "a", "B$0"), JsonReader.readObject(lines("roots.jsonl").get(0)).get("roots"));
    }

    /** If this failed, heaps that programs in two languages have written could not be compared line by line. */
    @Test
    void aHeapIsTheSameLineInEveryLanguage() throws IOException {
        Path vectors = Specs.vectors().resolveSibling("recorded.jsonl");
        Find find = Korrel.find(vectors.resolveSibling("recorded.als").toString());
        Codec codec = find.codec(find.header());
        Recorder record = find.recorder(folder.resolve("same.jsonl"));
        Set<Object> expected = new LinkedHashSet<>();
        for (String line : Files.readAllLines(vectors)) {
            Map<String, Object> vector = JsonReader.readObject(line);
            record.recordByName(new LinkedHashMap<>(new Heap(codec, Json.map(vector.get("record"))).roots()));
            expected.add(vector.get("expect"));
        }
        assertEquals(new ArrayList<>(expected), lines("same.jsonl"));
    }
}
