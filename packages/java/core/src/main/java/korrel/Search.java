package korrel;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Korat's search (Boyapati, Khurshid, Marinov 2002), size by size.
 *
 * <p>A field gets its value when the predicate first reads it. Where the predicate says no, all heaps with the same values
 * in the fields that were read are excluded; where it says yes, what it did not read is filled in every way. A field takes a
 * value, an object met before, or one new one: objects come in the order in which they are met, so that no two heaps are
 * isomorphic, except where sets hide that order, and there texts decide.
 *
 * <p>Sizes: one more object is never taken on the spot. The choices up to there go to the queue of that size, as a text of
 * one character each. Such a prefix is entered by running the predicate with its choices forced. So no candidate is run
 * twice, smaller heaps come first, and the search is over when the queues are empty.
 *
 * <p>Invariant: {@code trace} holds what was chosen, in order; undoing its entries from the last to the first leaves no choice.
 */
final class Search {
    /** No value is left for a field within the bounds, or a run is to end. */
    private static final Error CUT = new Error(null, null, false, false) {
        private static final long serialVersionUID = 1;
    };

    private static final String OTHER_FIELDS = "it reads other fields when it is run again";

    final Description description;
    /** The roots that the predicate judges. */
    final Object[] args;
    final int judged;
    private final int most;
    private final Trust trust;
    private final Place[] roots;
    private final Map<Object, Cell> cells = new IdentityHashMap<>();
    private final ArrayList<Entry> trace = new ArrayList<>();
    private final Journal journal = new Journal();
    final ArrayTable arrays = new ArrayTable();
    private final TreeMap<Integer, List<String>> queues = new TreeMap<>();
    private List<String> scripts = List.of();
    private int nextScript;
    /** The size of the heap: its objects, and the entries of its containers. */
    private int total;
    /** The choices that are forced, and how many of them are. */
    private String script = "";
    private int at;
    private int floor;
    /** As long as so many entries are there, so is a heap's core, which was accepted. */
    private int accepted;
    private boolean hasMore;
    private boolean stands;
    private boolean isCut;
    private long version = 1;
    private long steps;
    /** Whether the time ended it. */
    boolean isLate;
    /** Why the predicate cannot be used. */
    private String reason;
    long candidates;
    /** The size of the heaps that come now. */
    int size;

    /** A choice. */
    private static final class Entry {
        Place place;
        Object[] choices;
        int at;
        /** How many choices there are in the groups before. */
        int offset;
        List<Description.Type> types;
        int cost;
        /** What is to be chosen after it, and what before that: the entries of a map. */
        Runnable then;
        Runnable next;
    }

    Search(Description description, int judged, int most, Trust trust) {
        this.description = description;
        this.judged = judged;
        this.most = most;
        this.trust = trust;
        args = new Object[judged];
        Object[] others = new Object[description.roots.size()];
        roots = new Place[others.length];
        for (int place = 0; place < roots.length; place++) {
            roots[place] = new Place.Element(place < judged ? args : others, place, description.roots.get(place).kind());
        }
        for (Description.Type type : description.types) {
            type.pool = new Cell[type.bound];
            for (int place = 0; place < type.bound; place++) {
                type.pool[place] = new Cell(this, type, place);
                cells.put(type.pool[place].object, type.pool[place]);
            }
        }
        queues.put(0, new ArrayList<>(List.of("")));
    }

    // What watched objects ask

    void read(Object object, Cell cell, int bit) {
        check(object, cell);
        choose(cell.places[bit], null);
    }

    void write(Object object, Cell cell, int bit) {
        check(object, cell);
        journal.write(cell.places[bit]);
    }

    private void check(Object object, Cell cell) {
        if (object != cell.object) {
            throw refuse("it clones its input: copy the fields that it needs");
        } else if (cell.place >= cell.type.used) {
            throw refuse("it uses an object that is not of its input, but of one before");
        }
    }

    /** The value at a place, which is chosen now if it was not read yet. */
    Object known(Place place) {
        if (place.isUnread()) {
            choose(place, null);
        }
        return place.get();
    }

    void readElement(Object array, int index) {
        Place[] elements = arrays.elements(array);
        if (index >= 0 && index < elements.length && elements[index].isUnread()) {
            choose(elements[index], null);
        }
    }

    void writeElement(Object array, int index) {
        Place[] elements = arrays.elements(array);
        if (index >= 0 && index < elements.length) {
            journal.write(elements[index]);
        }
    }

    /** Chooses all elements, also of arrays that these are. */
    void readElements(Object array) {
        for (Place place : arrays.elements(array)) {
            readElements(known(place));
        }
    }

    // Refusing

    /** Ends a run, and the search, also where the predicate catches everything. */
    Error refuse(String why) {
        reason = reason == null ? why : reason;
        return CUT;
    }

    Error changes(String how) {
        return refuse("it changes its input (" + how + ": work on a copy)");
    }

    // Choosing

    boolean isBelowPrefix() {
        return at == script.length();
    }

    long version() {
        return version;
    }

    boolean isOver() {
        return isCut || reason != null;
    }

    List<Place> roots() {
        return List.of(roots);
    }

    /** The objects of the heap. */
    List<Cell> inUse() {
        List<Cell> cells = new ArrayList<>();
        for (Description.Type type : description.types) {
            cells.addAll(Arrays.asList(type.pool).subList(0, type.used));
        }
        return cells;
    }

    int reads() {
        return trace.size();
    }

    void choose(Place place, Runnable then) {
        if (isCut || reason != null) {
            throw CUT;
        }
        Kind.Group[] groups = place.kind.groups(this);
        Entry entry = new Entry();
        if (at < script.length()) {
            forced(groups, entry);
        } else {
            first(groups, entry);
        }
        entry.place = place;
        entry.then = then;
        trace.add(entry);
        put(entry);
    }

    private void first(Kind.Group[] groups, Entry entry) {
        if (groups.length > 1) {
            queue(groups);
        }
        if (groups[0].choices().length == 0) {
            isCut = true;
            throw CUT;
        }
        entry.choices = groups[0].choices();
        entry.types = List.of();
    }

    /** The next choice of the script: only the last one may be followed by others of its group. */
    private void forced(Kind.Group[] groups, Entry entry) {
        int choice = script.charAt(at);
        for (Kind.Group group : groups) {
            Object[] choices = group.choices();
            if (choice - entry.offset >= choices.length) {
                entry.offset += choices.length;
                continue;
            }
            at++;
            group.types().forEach(type -> type.used++);
            total += group.cost();
            boolean isLast = at == script.length();
            entry.at = isLast ? choice - entry.offset : 0;
            entry.choices = isLast ? choices : new Object[] {choices[choice - entry.offset]};
            entry.offset = isLast ? entry.offset : choice;
            entry.types = group.types();
            entry.cost = group.cost();
            return;
        }
        throw refuse(OTHER_FIELDS);
    }

    /** What adds objects or entries: later, with the heaps of that size. */
    private void queue(Kind.Group[] groups) {
        char[] path = new char[trace.size() + 1];
        for (int place = 0; place < trace.size(); place++) {
            path[place] = (char) (trace.get(place).offset + trace.get(place).at);
        }
        int choice = groups[0].choices().length;
        for (Kind.Group group : Arrays.asList(groups).subList(1, groups.length)) {
            path[path.length - 1] = (char) choice;
            if (choice > Character.MAX_VALUE) {
                throw refuse("it reads a field with more than 65,536 choices");
            } else if (group.choices().length > 0 && total + group.cost() <= most) {
                queues.computeIfAbsent(total + group.cost(), absent -> new ArrayList<>()).add(new String(path));
            }
            choice += group.choices().length;
        }
    }

    private void put(Entry entry) {
        entry.next = entry.place.kind.put(this, entry.place, entry.choices[entry.at], entry.then);
        if (entry.next != null) {
            entry.next.run();
        }
    }

    /** The next choice of the last entry that has one, and what follows it at once; false if there is none. */
    private boolean back() {
        while (trace.size() > floor) {
            Entry entry = trace.get(trace.size() - 1);
            if (++entry.at >= entry.choices.length) {
                drop();
            } else if (isUncut(() -> put(entry))) {
                return true;
            }
        }
        return false;
    }

    private void drop() {
        Entry entry = trace.remove(trace.size() - 1);
        entry.types.forEach(type -> type.used--);
        total -= entry.cost;
        arrays.drop(entry.place);
        entry.place.clear();
    }

    /** Whether there were values within the bounds. */
    private boolean isUncut(Runnable choose) {
        try {
            choose.run();
            return true;
        } catch (Error cut) {
            if (cut != CUT) {
                throw cut;
            } else if (reason != null) {
                throw trust.refused(reason);
            }
            isCut = false;
            return false;
        }
    }

    // The heaps

    /** Goes on to the next heap that the predicate accepts; false at the end. */
    boolean advance() {
        if (stands) {
            next();
        }
        while (hasMore || enter()) {
            isLate = (++steps & 63) == 0 && trust.isLate();
            if (isLate) {
                return false;
            }
            if (accepted == 0 && !isRight()) {
                hasMore = back();
                continue;
            }
            stands = isUncut(this::fill);
            if (stands) {
                return true;
            }
            next();
        }
        return false;
    }

    private void next() {
        stands = false;
        hasMore = back();
        if (trace.size() <= accepted) {
            accepted = 0;
        }
    }

    /** Runs the predicate. */
    private boolean isRight() {
        candidates++;
        boolean isRight = trust.run(args);
        journal.undo();
        if (reason != null) {
            throw trust.refused(reason);
        }
        if (isCut) { // the prefix of such a run must not be queued again: it is not audited
            isCut = isRight = false;
        } else {
            trust.audit(isRight);
        }
        if (isRight) {
            accepted = Math.max(trace.size(), script.length());
        } else if (at < script.length()) {
            throw trust.refused(OTHER_FIELDS);
        }
        return isRight;
    }

    /** Forces the choices of the next prefix; what it shares with the one before stays. */
    private boolean enter() {
        while (!hasMore) {
            if (nextScript == scripts.size()) {
                if (queues.isEmpty()) {
                    return false;
                }
                size = queues.firstKey();
                scripts = queues.remove(size);
                nextScript = 0;
            }
            String now = scripts.get(nextScript);
            scripts.set(nextScript++, null);
            floor = Math.max(now.length() - 1, 0);
            int kept = 0;
            while (kept < Math.min(floor, Math.min(trace.size(), script.length())) && script.charAt(kept) == now.charAt(kept)) {
                kept++;
            }
            while (trace.size() > kept) {
                drop();
            }
            script = now;
            at = kept;
            version++;
            accepted = 0;
            Runnable first = kept == 0 ? () -> root(0) : trace.get(kept - 1).next;
            hasMore = first == null || isUncut(first) || back();
        }
        return true;
    }

    private void root(int place) {
        if (place < judged) {
            choose(roots[place], () -> root(place + 1));
        }
    }

    /** Chooses what the predicate has not read, in the order in which objects are met. */
    private void fill() {
        List<Cell> met = new ArrayList<>();
        for (Place root : roots) {
            meet(known(root), root.kind, met);
        }
        for (int at = 0; at < met.size(); at++) {
            for (Place field : met.get(at).places) {
                if (field.kind != null) {
                    meet(known(field), field.kind, met);
                }
            }
        }
    }

    private void meet(Object value, Kind kind, List<Cell> met) {
        if (kind instanceof Kind.One one) {
            Cell cell = one.isFlat() ? null : cell(value);
            if (cell != null && !met.contains(cell)) {
                met.add(cell);
            }
        } else if (kind instanceof Kind.Sequence sequence) {
            for (Place place : arrays.elements(value, sequence)) {
                meet(known(place), sequence.item, met);
            }
        } else if (kind instanceof Kind.Members members) {
            ((Collection<?>) value).forEach(one -> meet(one, members.item, met));
        } else if (kind instanceof Kind.Entries entries) {
            ((Map<?, ?>) value).forEach((key, one) -> {
                meet(key, entries.keys.item, met);
                meet(one, entries.item, met);
            });
        }
    }

    /** What an object of the heap is to the search; null of a value. */
    Cell cell(Object value) {
        return cells.get(value);
    }

    /** A run that was only a trial is over: the reason for which it must be the last, or null. */
    String ended() {
        journal.undo();
        isCut = false;
        return reason;
    }
}
