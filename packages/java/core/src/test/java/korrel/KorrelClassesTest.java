package korrel;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Heaps of classes as a stream: what {@code korrel find --classes} writes. */
class KorrelClassesTest {
    private static final String TREE = Specs.code("Tree.java") + ":Tree";

    @TempDir
    Path folder;

    private record Ended(int code, String stream, String told) {}

    private Ended find(String of, String... words) throws IOException, InterruptedException {
        List<String> all = new ArrayList<>(List.of(Program.path(), "find", "--classes", of));
        all.addAll(List.of(words));
        Path out = folder.resolve("out");
        Path told = folder.resolve("told");
        ProcessBuilder asked = new ProcessBuilder(all).redirectOutput(out.toFile()).redirectError(told.toFile());
        asked.environment().put("CLASSPATH", System.getProperty("java.class.path"));
        int code = asked.start().waitFor();
        return new Ended(code, Files.readString(out), Files.readString(told));
    }

    @Test
    void aStreamAsKorrelFindWritesItAndAsOtherLanguagesDo() throws Exception {
        // If this failed, a tool that reads streams would refuse it, or see other heaps than of the same classes in Python or JavaScript.
        Ended ended = find(TREE, "--where", "repOk", "--scope", "4 Node, 1..4 int", "--keys");
        assertEquals(0, ended.code, ended.told);
        assertEquals("COMPLETE: 51 heaps of Tree where Tree.repOk; 785 candidates within Tree=1, Node=4, int=1..4\n", ended.told);
        assertTrue(ended.stream.endsWith("{\"kind\":\"end\",\"status\":\"complete\",\"count\":51,\"digest\":\"crc32:5fee6934\"}\n"), ended.stream);
        Set<String> keys = new HashSet<>();
        Korrel.find("").read(new ByteArrayInputStream(ended.stream.getBytes(StandardCharsets.UTF_8))).forEachRemaining(heap -> keys.add(heap.key()));
        assertEquals(51, keys.size());
    }

    @Test
    void compiledClassesAndNamesOfRoots() throws Exception {
        Ended ended = find(folderOfTests() + ":g=korrel.CodeKeysTest.Graph", "--where", "repOk", "--scope", "3 Vertex, 3 seq", "--bare");
        assertEquals(0, ended.code, ended.told);
        assertEquals(8, ended.stream.lines().filter(line -> line.contains("\"roots\":{\"g\":\"Graph$0\"}")).count());
        assertTrue(ended.stream.contains("\"nodes\":[\"Vertex$0\",\"Vertex$1\",\"Vertex$2\"]"), ended.stream);
    }

    private static Path folderOfTests() throws Exception {
        return Path.of(CodeKeysTest.class.getProtectionDomain().getCodeSource().getLocation().toURI());
    }

    @Test
    void mistakesAndEnds() throws Exception {
        ends(2, "Tree.java has no class Tre", Specs.code("Tree.java") + ":Tre");
        ends(2, "--where good: Tree has no method of this name", TREE, "--where", "good");
        ends(2, "--scope: `4` is none of `4 Node`, `1..4 int`", TREE, "--scope", "4");
        ends(2, "there is no class Nod", TREE, "--scope", "4 Nod");
        ends(0, "the first 2 heaps", TREE, "--where", "repOk", "--scope", "0..0 Node.key", "-n", "2");
        ends(3, "INCOMPLETE (timeout)", TREE, "--where", "repOk", "--scope", "9 Node, 1..9 int", "--timeout", "100ms");
        ends(1, "COMPLETE: 0 heaps", TREE, "--scope", "0 Tree");
        Files.writeString(folder.resolve("Wrong.java"), "class Wrong { int }");
        ends(2, "Wrong.java cannot be compiled", folder.resolve("Wrong.java") + ":Wrong");
    }

    private void ends(int code, String told, String of, String... words) throws Exception {
        Ended ended = find(of, words);
        assertEquals(code, ended.code, ended.told);
        assertTrue(ended.told.contains(told), ended.told);
    }

    @Test
    void sourcesBesideEachOtherThatPrint() throws Exception {
        Path in = Files.createDirectories(folder.resolve("src/example"));
        Files.writeString(in.resolve("Bag.java"), "package example; class Bag { Item first; static { System.out.println(\"begins\"); }\n"
            + "void check() { assert first != null && first.weight > 0; } }");
        Files.writeString(in.resolve("Item.java"), "package example; class Item { int weight; }");
        Ended ended = find(in.resolve("Bag.java") + ":Bag", "--where", "check", "--scope", "1..3 Item.weight", "--quiet");
        assertEquals(0, ended.code, ended.told);
        assertEquals(5, ended.stream.lines().count(), ended.stream);
        assertTrue(!ended.stream.contains("begins"), ended.stream);
    }
}
