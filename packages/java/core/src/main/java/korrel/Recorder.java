package korrel;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Writes heaps down as they are when it is called, each once, a line each, for {@code korrel learn}, {@code eval} and
 * {@code show}:
 *
 * <pre>
 * Recorder record = Korrel.find("tree.als", "repOk").types(Tree.class, Node.class).recorder(Path.of("good.jsonl"));
 * …
 * record.record(tree);
 * </pre>
 *
 * <p>The file is added to; what stands there already is not written again. Threads may share a recorder.
 */
public final class Recorder {
    private final Find question;
    private final Codec codec;
    private final Schema schema;
    private final Path to;
    private final Set<String> known;

    Recorder(Find question, Path to) {
        this.question = question;
        this.to = to;
        Header header = question.header();
        codec = question.codec(header);
        schema = new Schema(header);
        write("");
        try {
            known = new HashSet<>(Files.readAllLines(to));
        } catch (IOException error) {
            throw new UncheckedIOException(error);
        }
    }

    /**
     * The heap that these roots, in the order of the header, lead to. A root that is not given is the one among the
     * others that has its type. A heap that does not fit the spec's types is refused, and is not written.
     */
    public void record(Object... roots) {
        List<String> names = List.copyOf(codec.header.roots.keySet());
        if (roots.length > names.size()) {
            throw noRoot("number " + (names.size() + 1));
        }
        Map<String, Object> given = new LinkedHashMap<>();
        for (int at = 0; at < roots.length; at++) {
            given.put(names.get(at), roots[at]);
        }
        recordByName(given);
    }

    /** The same with the roots by name, {@code Map.of("t", tree)}. */
    public synchronized void recordByName(Map<String, ?> given) {
        Map<String, Shape> shapes = codec.header.roots;
        given.keySet().stream().filter(name -> !shapes.containsKey(name)).findFirst().ifPresent(name -> {
            throw noRoot(name);
        });
        Map<String, Object> roots = new LinkedHashMap<>();
        shapes.forEach((name, shape) ->
            roots.put(name, given.containsKey(name) ? given.get(name) : ofType(name, shape, given.values())));
        Map<String, Object> written = question.encode(codec, roots).record();
        Map<String, Object> record = Json.object("kind", "instance");
        record.putAll(written);
        schema.check(record);
        String line = Json.write(record);
        if (known.add(line)) {
            write(line + "\n");
        }
    }

    private Object ofType(String name, Shape shape, Collection<?> given) {
        List<Object> roots = new ArrayList<>(given);
        roots.removeIf(root -> root == null);
        Classes classes = codec.asking(roots.stream().<java.lang.reflect.Type>map(Object::getClass).toList()).classes;
        return roots.stream().filter(root -> fits(root, shape, classes)).findFirst()
            .orElseThrow(() -> Schema.wrong("roots." + name, "missing; it is declared " + shape));
    }

    private boolean fits(Object root, Shape shape, Classes classes) {
        if (!(root instanceof HeapObject) && !classes.all().containsValue(root.getClass())) {
            return false;
        }
        String type = classes.typeOf(root, codec.header);
        return shape.first().stream().anyMatch(of -> codec.header.isA(type, of));
    }

    private KorrelException noRoot(String name) {
        return new KorrelException("there is no root " + name + "; there are " + codec.header.roots.keySet());
    }

    private void write(String text) {
        try {
            Files.writeString(to, text, StandardCharsets.UTF_8, StandardOpenOption.CREATE, StandardOpenOption.APPEND);
        } catch (IOException error) {
            throw new UncheckedIOException(error);
        }
    }
}
