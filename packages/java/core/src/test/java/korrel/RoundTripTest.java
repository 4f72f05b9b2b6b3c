package korrel;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Every instance, decoded and encoded, is the same line again. If not, a test would see another heap. */
class RoundTripTest {
    private static final Map<String, ?> VALUES = Map.of("Key", List.of("", "é"), "Int", List.of(0, 1, 255));

    static Stream<String> library() throws IOException {
        try (Stream<Path> specs = Files.list(Path.of(Specs.library("graph")).getParent())) {
            return specs.map(spec -> spec.getFileName().toString()).filter(name -> name.endsWith(".als"))
                .map(name -> name.substring(0, name.length() - 4)).sorted().toList().stream();
        }
    }

    @ParameterizedTest
    @MethodSource("library")
    void withoutClasses(String spec) throws Exception {
        same(Specs.library(spec), find -> find.limit(200), heap -> {
            for (Heap state : heap.isTrace() ? heap.trace().states() : List.of(heap)) {
                assertEquals(heap.header().roots.size(), state.roots().size());
                state.objects();
            }
        });
    }

    @Test
    void ofUnusualShapes() throws Exception {
        same(Specs.own("unusual"), find -> { }, heap -> heap.roots());
        same(Specs.own("subsets"), find -> { }, heap -> assertFalse(heap.set("Marked").isEmpty()));
        same(Specs.own("keys"), find -> { }, heap -> heap.objects());
    }

    @Test
    void classesWithAnEnumAndCycles() throws Exception {
        same(Specs.library("red_black_tree"), find -> { }, heap -> assertTrue(heap.as(Models.RedBlack.class).isReady()));
    }

    @Test
    void inheritanceAndMaps() throws Exception {
        same(Specs.library("file_system"), find -> { }, heap -> {
            Models.Files.FileSystem files = heap.as(Models.Files.FileSystem.class);
            assertEquals("Directory$", heap.name(files.root).substring(0, 10));
        });
    }

    @Test
    void sequences() throws Exception {
        same(Specs.library("b_tree"), find -> { }, heap -> heap.as(Models.BTree.class));
        same(Specs.library("widget_tree"), find -> { }, heap -> heap.as(Models.Window.class));
    }

    @Test
    void aMapFromNumbersAsAnArray() throws Exception {
        same(Specs.library("hash_table"), find -> { }, heap -> heap.as(Models.HashTable.class));
    }

    @Test
    void setsThatAreInherited() throws Exception {
        same(Specs.library("inheritance_graph"), find -> { }, heap ->
            assertEquals(heap.objects().size(), heap.all(Models.Types.Type.class).size()));
    }

    @Test
    void sealedRecords() throws Exception {
        same(Specs.library("json_document"), find -> find.type("Object", Models.Document.Obj.class),
            heap -> assertEquals(heap.root("Document"), heap.as(Models.Document.class)));
    }

    @Test
    void cyclesBothWays() throws Exception {
        same(Specs.library("doubly_linked_list"), find -> { }, heap -> {
            Models.Linked.List list = heap.as(Models.Linked.List.class);
            assertEquals(list.header, list.header.next.previous);
        });
    }

    @Test
    void relationsAsMapsAndTuples() throws Exception {
        same(Specs.library("intentional_names"), find -> find.types(Models.Names.Query.class, Models.Names.Database.class),
            heap -> heap.as(Models.Names.Query.class));
    }

    @Test
    void integersWithGapsAndAtomsWithValues() throws Exception {
        same(Specs.own("keys"), find -> find.values(VALUES), heap -> {
            Models.Store store = heap.as(Models.Store.class);
            assertTrue(List.of("", "é").containsAll(store.table.keySet()), store.table.toString());
            assertTrue(List.of(0, 1, 255).containsAll(store.table.values()));
        });
    }

    private static void same(String spec, Consumer<Find> settings, Consumer<Heap> decode) throws Exception {
        Find find = Korrel.find(spec);
        settings.accept(find);
        List<String> decoded = new ArrayList<>();
        for (Heap heap : find) {
            assertEquals(heap.toJson(), Json.write(JsonReader.read(heap.toJson())));
            decode.accept(heap);
            if (!heap.isTrace()) {
                heap.objects();
            }
            decoded.add(heap.encode().toJson());
        }
        assertEquals(raw(find), decoded);
    }

    /** The lines of the program itself. */
    private static List<String> raw(Find find) throws Exception {
        List<String> words = new ArrayList<>(List.of(System.getProperty("KORREL", System.getenv().getOrDefault("KORREL", "korrel"))));
        words.addAll(find.arguments());
        Process program = new ProcessBuilder(words).redirectError(ProcessBuilder.Redirect.DISCARD).start();
        String output = new String(program.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        return output.lines().filter(line -> line.startsWith("{\"kind\":\"instance\"")).toList();
    }
}
