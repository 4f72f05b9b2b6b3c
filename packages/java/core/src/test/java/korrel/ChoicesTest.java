package korrel;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import korrel.code.Chosen;
import org.junit.jupiter.api.Test;

/** The vectors of choices that the engines of all languages share: packages/choices/README.md. */
class ChoicesTest {
    private static final Map<String, Class<?>> CLASSES = Map.of("Bit", Chosen.Bit.class, "Node", Chosen.Node.class, "Ring", Chosen.Ring.class,
        "A", Chosen.A.class, "B", Chosen.B.class, "List", Chosen.Lists.List.class);

    @Test
    void heapsComeInTheOrderOfAllLanguages() throws IOException {
        // If this failed, heaps would be missing, or come in another order than in the other languages.
        List<String> lines = Files.readAllLines(Specs.choices());
        assertTrue(lines.size() >= 8);
        for (String line : lines) {
            Map<String, Object> vector = Json.map(JsonReader.read(line));
            All<?> all = asked(vector);
            List<Object> found = new ArrayList<>();
            for (Object root : all) {
                assertFalse(all.toString().startsWith("COMPLETE"));
                found.add(Chosen.walked(root));
            }
            assertEquals(vector.get("heaps"), found, (String) vector.get("name"));
            assertTrue(all.toString().startsWith("COMPLETE: "), all.toString());
            assertTrue(all.toString().contains("; " + vector.get("candidates") + " candidates within "), vector.get("candidates") + ": " + all);
        }
    }

    private static All<?> asked(Map<String, Object> vector) {
        List<String> names = List.copyOf(Json.map(vector.get("classes")).keySet());
        String terms = ((List<?>) vector.get("where")).stream().map(term -> term((List<?>) term)).collect(Collectors.joining(";"));
        All<?> all = Korrel.all(CLASSES.get(names.get(0)), root -> Chosen.holds(terms, root)).ints(0, 1);
        Json.map(vector.get("bounds")).forEach((name, most) -> all.objects(
            name.equals("Node") && names.contains("List") ? Chosen.Lists.Node.class : CLASSES.get(name), (int) most));
        return all;
    }

    private static String term(List<?> term) {
        return term.get(0) + ":" + term.stream().skip(1).map(path -> ((List<?>) path).stream().map(String::valueOf).collect(Collectors.joining(".")))
            .collect(Collectors.joining(","));
    }
}
