package korrel;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;

/** The heaps of {@link All}, as the search finds them; {@code toString} says how far it came. */
public final class Found<T> implements Iterator<T> {
    private final All<T> asked;
    private final Search search;
    private final Trust trust;
    private final Records records;
    private final Handed handed;
    private final Sink sink = new Sink();
    private final String question;
    private final boolean isAssertion;
    private final boolean hides;
    /** The texts of heaps of one size, where isomorphic ones may come. */
    private final Set<String> seen = new HashSet<>();
    private final long limit;
    private int size;
    private boolean isAhead;
    private String status;
    private long count;

    Found(All<T> asked) {
        this.asked = asked;
        Description description = new Description(asked.roots, asked.bounds);
        Lambda lambda = asked.where == null ? null : asked.where.get();
        World world = new World(lambda == null ? loader(asked.roots) : lambda.loader(), description, sink::need);
        isAssertion = lambda != null && lambda.isAssertion;
        if (isAssertion && lambda.hasNoAssertions()) {
            throw new KorrelException("where: " + lambda.name() + " has assertions, and they are off: start Java with -ea");
        }
        trust = new Trust(lambda == null ? null : lambda.in(world, asked.judged), asked.own, asked.runTimeout, asked.timeout);
        search = new Search(description, asked.judged, asked.bounds.size, trust);
        trust.of(search, world);
        question = description.roots.stream().map(root -> root.of().getSimpleName()).collect(Collectors.joining(", "))
            + (lambda == null ? "" : " where " + lambda.name());
        records = new Records(search, question);
        handed = new Handed(search);
        hides = description.types.stream().flatMap(type -> type.enumerated.stream()).anyMatch(one -> one.kind.hides())
            || description.roots.stream().anyMatch(root -> root.kind().hides());
        limit = asked.limit;
    }

    private static ClassLoader loader(List<Class<?>> roots) {
        return roots.stream().map(Class::getClassLoader).filter(Objects::nonNull).findFirst().orElse(Found.class.getClassLoader());
    }

    /** How it ended: {@code complete}, {@code limit}, {@code timeout}, {@code refused}; null before the end. */
    public String status() {
        return status;
    }

    /** How many heaps there were so far. */
    public long count() {
        return count;
    }

    /** How often the predicate was run to find them. */
    public long candidates() {
        return search.candidates;
    }

    /** What there is to say of the predicate. */
    public List<String> notes() {
        String assertion = "the predicate returns nothing: a heap on which it does not throw is right";
        List<String> notes = new ArrayList<>(isAssertion ? List.of(assertion) : trust.notes());
        notes.addAll(sink.notes());
        notes.addAll(asked.bounds.examples == null ? List.of() : asked.bounds.examples.notes());
        return notes;
    }

    Map<String, Object> header() {
        return records.header;
    }

    /** The heap that was handed out last, as a record; with its key only if that is asked for, for it takes time. */
    Map<String, Object> record(boolean isKeyed) {
        return records.record(count - 1, isKeyed);
    }

    /** The heap that was handed out last, as it was then, with its key; until there is asked for the next one. */
    public Heap heap() {
        return records.heap(count - 1);
    }

    @Override
    public boolean hasNext() {
        if (!isAhead && status == null) {
            if (count >= limit) {
                status = "limit";
            } else {
                sink.swallow(this::advance);
            }
            if ("timeout".equals(status)) {
                throw new KorrelException(toString());
            }
        }
        return isAhead;
    }

    private void advance() {
        try {
            do {
                isAhead = search.advance();
            } while (isAhead && hides && !isNew());
            if (!isAhead && !search.isLate) {
                trust.end();
            }
            status = isAhead ? null : search.isLate ? "timeout" : "complete";
        } catch (KorrelException refused) {
            status = "refused";
            isAhead = false;
            throw refused;
        }
    }

    private boolean isNew() {
        if (search.size != size) {
            seen.clear();
            size = search.size;
        }
        return seen.add(Canonical.sameText(records.header, records.record()));
    }

    @Override
    public T next() {
        if (!hasNext()) {
            throw new NoSuchElementException();
        }
        isAhead = false;
        count++;
        return asked.view(handed.roots());
    }

    @Override
    public String toString() {
        String verdict = status == null ? "so far " : switch (status) {
            case "complete" -> "COMPLETE: ";
            case "limit" -> "the first ";
            default -> "INCOMPLETE (" + status + "): ";
        };
        return verdict + All.grouped(count) + (count == 1 ? " heap" : " heaps") + " of " + question + "; " + searched();
    }

    /** The number of candidates, and the bounds. */
    private String searched() {
        List<String> within = new ArrayList<>();
        search.description.types.forEach(type -> within.add(type.name + "=" + type.bound));
        search.description.values.forEach((name, values) -> within.add(name + "=" + range(values)));
        String bounds = within.isEmpty() ? "no bounds" : String.join(", ", within);
        return All.grouped(search.candidates) + " candidates within " + bounds;
    }

    private static String range(Object[] values) {
        boolean isRange = values.length > 2;
        for (int at = 0; at < values.length; at++) {
            isRange &= values[at] instanceof Integer value && value == (int) values[0] + at;
        }
        return isRange ? values[0] + ".." + values[values.length - 1]
            : Arrays.stream(values).map(value -> value instanceof String text ? Json.write(text) : String.valueOf(value)).limit(4)
                .collect(Collectors.joining(", ", "[", values.length > 4 ? ", …]" : "]"));
    }

    /** What a test over all of them says. */
    String remark() {
        return (status.equals("complete") ? "COMPLETE: " : "stopped at the limit: ") + All.grouped(count)
            + (count == 1 ? " input" : " inputs") + " of " + question + "; " + searched() + told();
    }

    String told() {
        return notes().stream().map(note -> "; " + note).collect(Collectors.joining());
    }
}
