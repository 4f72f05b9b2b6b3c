package korrel;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/** The vectors that every reader of streams reads: a stream that was cut, changed or written anew is told from a whole one. */
class VectorsTest {
    private static final List<String> PARTS = List.of("roots", "objects", "sets", "relations");

    private static final List<String> TRACE = List.of("loop", "steps", "witness");

    /** By the kind of error, words of the messages that say so. */
    private static final Map<String, String> WORDS = Map.of("not JSON", "line \\d+: JSON: .*",
        "format", "this is no stream of heapgraph/1: .*|line \\d+: (a second header|no record of heapgraph/1).*",
        "truncated", "it ends without a word|the stream breaks off after \\d+ heaps",
        "count", "the end record (counts|does not count) .* read: lines were lost or added.*",
        "digest", "the digest of the instances is .*", "after end", "line \\d+: this stands after the end record.*");

    @TestFactory
    Stream<DynamicTest> eachVectorIsReadAsItSays() throws IOException {
        List<String> vectors = new ArrayList<>(Files.readAllLines(Specs.vectors()));
        vectors.addAll(Files.readAllLines(Specs.vectors().resolveSibling("traces.jsonl")));
        return vectors.stream().map(JsonReader::readObject)
            .map(vector -> DynamicTest.dynamicTest((String) vector.get("name"), () -> check(vector)));
    }

    private static void check(Map<String, Object> vector) {
        Map<String, Object> expected = Json.map(vector.get("expect"));
        List<Object> read = new ArrayList<>();
        String end;
        try (Heaps heaps = Korrel.find("streams.als").read(stream(vector))) {
            heaps.forEachRemaining(heap ->
                read.add(parts(JsonReader.read(heap.isTrace() ? heap.trace().toJson() : heap.encode().toJson()))));
            assertEquals(expected.containsKey("note"), heaps.messages().contains("digest"), heaps.messages());
            end = heaps.status();
        } catch (KorrelException refused) {
            end = refused.getMessage();
        }
        Map<String, Object> or = Json.map(expected.get("or"));
        boolean isOther = !or.isEmpty() && !end.equals("complete");
        checkEnd(isOther ? or : expected, end, read);
    }

    private static void checkEnd(Map<String, Object> expected, String end, List<Object> read) {
        if (expected.get("error") instanceof String error) {
            String words = switch (error) {
                case "schema" -> "instance " + expected.get("record") + ": \\Q" + expected.get("path") + "\\E: .*";
                case "header" -> "this is no stream of heapgraph/1: `" + expected.get("part") + "`.*";
                default -> WORDS.get(error);
            };
            assertTrue(end.matches("(?s)" + words), error + ": " + end);
            return;
        }
        assertEquals(expected.get("complete"), end.equals("complete"), end);
        if (expected.get("instances") instanceof List<?> instances) {
            assertEquals(instances.stream().map(VectorsTest::parts).toList(), read);
        } else {
            assertEquals(expected.get("instances"), read.size());
        }
    }

    /** What is written of an instance, whatever order its members stand in; parts that are left out are empty. */
    private static Object parts(Object record) {
        List<Object> parts = new ArrayList<>();
        if (Json.map(record).get("states") instanceof List<?> states) {
            states.forEach(state -> parts.add(parts(state)));
            TRACE.forEach(part -> parts.add(part + sorted(Json.map(record).get(part))));
            return parts;
        }
        PARTS.forEach(part -> parts.add(part + Json.map(Json.map(record).get(part)).entrySet().stream()
            .filter(entry -> !List.of().equals(entry.getValue())).map(VectorsTest::sorted).sorted().toList()));
        return parts;
    }

    private static String sorted(Object value) {
        if (value instanceof Map.Entry<?, ?> entry) {
            return entry.getKey() + "=" + sorted(entry.getValue());
        }
        if (value instanceof List<?> items) {
            return items.stream().map(VectorsTest::sorted).toList().toString();
        }
        return value instanceof Map<?, ?> map ? map.entrySet().stream().map(VectorsTest::sorted).sorted().toList().toString()
            : String.valueOf(value);
    }

    private static ByteArrayInputStream stream(Map<String, Object> vector) {
        String text = String.join("\n", ((List<?>) vector.get("lines")).stream().map(String.class::cast).toList());
        boolean isEnded = !Boolean.FALSE.equals(vector.get("last_line_feed")) && !text.isEmpty();
        return new ByteArrayInputStream((text + (isEnded ? "\n" : "")).getBytes(StandardCharsets.UTF_8));
    }
}
