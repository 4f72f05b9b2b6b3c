package korrel;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/** The heaps that every writer changes and writes: what a program did to its input is told as it is. */
class ChangesTest {
    private final Map<String, Object> made = new LinkedHashMap<>();
    private List<?> integers;

    @TestFactory
    Stream<DynamicTest> eachChangeIsWrittenAsItSays() throws IOException {
        return Files.readAllLines(Specs.vectors().resolveSibling("changes.jsonl")).stream().map(JsonReader::readObject)
            .map(vector -> DynamicTest.dynamicTest((String) vector.get("name"), () -> new ChangesTest().check(vector)));
    }

    private void check(Map<String, Object> vector) {
        String end = "{\"kind\":\"end\",\"status\":\"complete\",\"count\":1}\n";
        String lines = Json.write(vector.get("header")) + "\n" + Json.write(vector.get("record")) + "\n" + end;
        Map<String, Object> values = Json.map(vector.get("values"));
        integers = (List<?>) values.get("Int");
        Find find = Korrel.find("streams.als").values(values);
        try (Heaps heaps = find.read(new ByteArrayInputStream(lines.getBytes(StandardCharsets.UTF_8)))) {
            Heap heap = heaps.next();
            change(heap, Json.map(vector.get("change")));
            assertEquals(vector.get("expect"), JsonReader.readObject(heap.encode().toJson()));
        }
    }

    private void change(Heap heap, Map<String, Object> change) {
        made.putAll(heap.objects());
        Map<String, Object> objects = Json.map(change.get("objects"));
        objects.forEach((name, fields) ->
            made.computeIfAbsent(name, isNew -> new HeapObject((String) Json.map(fields).get("$type"))));
        objects.forEach((name, fields) -> Json.map(fields).forEach((field, json) -> {
            if (!field.equals("$type")) {
                ((HeapObject) made.get(name)).set(field, value(json));
            }
        }));
        Json.map(change.get("roots")).forEach((name, json) -> heap.roots().put(name, value(json)));
        Json.map(change.get("sets")).forEach((name, json) -> replace(heap.set(name), json));
        Json.map(change.get("relations")).forEach((name, json) -> replace(heap.relation(name), json));
    }

    private void replace(List<Object> members, Object json) {
        members.clear();
        members.addAll((List<?>) value(json));
    }

    private Object value(Object json) {
        if (json instanceof List<?> items) {
            List<Object> values = new ArrayList<>();
            items.forEach(item -> values.add(value(item)));
            return values;
        }
        if (json instanceof Map<?, ?> map) {
            Map<Object, Object> values = new LinkedHashMap<>();
            map.forEach((key, item) -> values.put(value(key), value(item)));
            return values;
        }
        return json instanceof Number number && integers != null ? integers.get(number.intValue()) : made.getOrDefault(json, json);
    }
}
