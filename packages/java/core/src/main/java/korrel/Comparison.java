package korrel;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Whether a predicate in Java and one in a spec accept the same heaps within the same bounds: {@code toString} says so, or shows
 * the smallest heap that only one of them accepts.
 */
public final class Comparison {
    private final String code;
    private final String spec;
    private final long both;
    private final List<Heap> onlyCode;
    private final List<Heap> onlySpec;

    private Comparison(String code, String spec, long both, List<Heap> onlyCode, List<Heap> onlySpec) {
        this.code = code;
        this.spec = spec;
        this.both = both;
        this.onlyCode = onlyCode;
        this.onlySpec = onlySpec;
    }

    /** @param find of the spec's command, without a scope */
    static Comparison of(Find find, String name, All<?> all) {
        Description description = new Description(all.roots, all.bounds);
        Map<String, Heap> inSpec = new LinkedHashMap<>();
        Header header;
        try (Heaps heaps = find.scope(scope(description)).keys().iterator()) {
            header = heaps.header();
            heaps.forEachRemaining(heap -> inSpec.put(heap.key(), heap));
        }
        List<String> before = all.bounds.names;
        all.bounds.names = names(header, description);
        try {
            Found<?> found = all.iterator();
            check(new Header(found.header()), header);
            List<Heap> onlyCode = new ArrayList<>();
            long both = 0;
            while (found.hasNext()) {
                found.next();
                Heap heap = found.heap();
                if (inSpec.remove(heap.key()) == null) {
                    onlyCode.add(heap);
                } else {
                    both++;
                }
            }
            return new Comparison(String.valueOf(found.header().get("command")), name, both, onlyCode, List.copyOf(inSpec.values()));
        } finally {
            all.bounds.names = before;
        }
    }

    /** The scope of a spec. Two roots may be one object, so only of one alone the number is exact. */
    private static String scope(Description description) {
        List<String> parts = new ArrayList<>();
        for (Description.Type type : description.types) {
            boolean isRoot = description.roots.stream().anyMatch(root -> root.of() == type.own);
            parts.add((type.bound == 1 && isRoot ? "exactly 1 " : type.bound + " ") + type.name);
        }
        Object[] integers = description.values.getOrDefault("int", new Object[] {0, 1, 2});
        int least = (int) integers[0];
        for (int at = 0; at < integers.length; at++) {
            if ((int) integers[at] != least + at) {
                throw new KorrelException("int=" + Arrays.toString(integers) + ": a spec has all integers from one to another");
            }
        }
        parts.add(least + ".." + (least + integers.length - 1) + " Int");
        return String.join(", ", parts);
    }

    /** The names that the spec has for the roots, by their types. */
    private static List<String> names(Header header, Description description) {
        Map<String, Shape> free = new LinkedHashMap<>(header.roots);
        List<String> names = new ArrayList<>();
        for (Description.Root root : description.roots) {
            String wanted = root.of().getSimpleName();
            String name = free.keySet().stream().filter(one -> free.get(one).first().contains(wanted)).findFirst()
                .orElseThrow(() -> new KorrelException("the spec has no root of type " + wanted + "; it has " + header.roots.keySet()));
            free.remove(name);
            names.add(name);
        }
        if (!free.isEmpty()) {
            throw new KorrelException("the spec has a root that the code has not: " + String.join(", ", free.keySet()));
        }
        return names;
    }

    /** Keys can be equal only where types and fields are. */
    private static void check(Header code, Header spec) {
        Set<String> types = new LinkedHashSet<>(code.types());
        types.addAll(spec.types());
        for (String type : types) {
            if (!code.has(type) || !spec.has(type)) {
                throw new KorrelException(type + " is " + (spec.has(type) ? "a sig and no class" : "a class and no sig of the spec"));
            }
            Set<String> fields = new LinkedHashSet<>(code.fields(type).keySet());
            fields.addAll(spec.fields(type).keySet());
            for (String field : fields) {
                String mine = String.valueOf(code.fields(type).get(field));
                String theirs = String.valueOf(spec.fields(type).get(field));
                if (!mine.equals(theirs)) {
                    throw new KorrelException(type + "." + field + ": in the code " + mine + ", in the spec " + theirs);
                }
            }
        }
    }

    /** Whether both accept the same heaps. */
    public boolean isSame() {
        return onlyCode.isEmpty() && onlySpec.isEmpty();
    }

    /** How many heaps both accept. */
    public long both() {
        return both;
    }

    /** The heaps that only the code accepts, smallest first. */
    public List<Heap> onlyCode() {
        return List.copyOf(onlyCode);
    }

    /** The heaps that only the spec accepts, smallest first. */
    public List<Heap> onlySpec() {
        return onlySpec;
    }

    @Override
    public String toString() {
        String heaps = All.grouped(both) + (both == 1 ? " heap" : " heaps");
        return isSame() ? code + " and " + spec + " accept the same " + heaps
            : "both accept " + heaps + side(code, spec, onlyCode) + side(spec, code, onlySpec);
    }

    private static String side(String one, String other, List<Heap> heaps) {
        return heaps.isEmpty() ? "" : "\n" + one + " accepts " + All.grouped(heaps.size()) + " that " + other + " does not, the smallest: "
            + heaps.get(0).key() + "\n" + heaps.get(0);
    }
}
