package korrel;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** Where the specs of the tests are. */
final class Specs {
    private Specs() {}

    /** A spec of the project's library. */
    static String library(String name) {
        return file("specs/red_black_tree.als").resolveSibling(name + ".als").toString();
    }

    /** A spec of these tests. */
    static String own(String name) {
        return file("src/test/specs/keys.als", "core/src/test/specs/keys.als", "packages/java/core/src/test/specs/keys.als")
            .resolveSibling(name + ".als").toString();
    }

    /** The traces of examples/quint. */
    static List<String> traces() {
        Path first = file("examples/quint/bank_0.itf.json");
        return List.of(0, 1, 2).stream().map(at -> first.resolveSibling("bank_" + at + ".itf.json").toString()).toList();
    }

    /** examples/queue. */
    static String queue() {
        return file("examples/queue/queue.als").toString();
    }

    /** The vectors for readers in every language. */
    static Path vectors() {
        return file("heapgraph/vectors/streams.jsonl");
    }

    /** A file of examples/code. */
    static String code(String name) {
        return file("examples/code/" + name).toString();
    }

    /** The vectors of choices. */
    static Path choices() {
        return file("packages/choices/heaps.jsonl");
    }

    /** The spec of the vectors of traces. */
    static String ofTraces() {
        return vectors().resolveSibling("traces.als").toString();
    }

    /** The file of one of these names in the folder in which the tests run, or in one above it. */
    private static Path file(String... names) {
        for (Path at = Path.of("").toAbsolutePath(); at != null; at = at.getParent()) {
            for (String name : names) {
                if (Files.exists(at.resolve(name))) {
                    return at.resolve(name);
                }
            }
        }
        throw new IllegalStateException("the tests run in a checkout of the project: there is no " + names[0]);
    }
}
