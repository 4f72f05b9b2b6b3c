package korrel;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;

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
    private final Trust trust;
    private final Place[] roots;
    private final Choices choices;
    private final Journal journal = new Journal();
    final ArrayTable arrays = new ArrayTable();
    private List<String> scripts = List.of();
    private int nextScript;
    /** The choices that are forced, and how many of them are. */
    private String script = "";
    private int at;
    private int floor;
    /** As long as so many entries are there, so is a heap's core, which was accepted. */
    private int accepted;
    private boolean hasMore;
    private boolean stands;
    private boolean isCut;
    private long steps;
    /** Whether the time ended it. */
    boolean isLate;
    /** Why the predicate cannot be used. */
    private String reason;
    long candidates;
    /** The size of the heaps that come now. */
    int size;

    Search(Description description, int judged, int most, Trust trust) {
        this.description = description;
        this.judged = judged;
        this.trust = trust;
        choices = new Choices(this, most);
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
            }
        }
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

    boolean isOver() {
        return isCut || reason != null;
    }

    List<Place> roots() {
        return List.of(roots);
    }

    /** The objects of the heap. */
    Cell[] inUse() {
        int number = 0;
        for (Description.Type type : description.types) {
            number += type.used;
        }
        Cell[] all = new Cell[number];
        int from = 0;
        for (Description.Type type : description.types) {
            System.arraycopy(type.pool, 0, all, from, type.used);
            from += type.used;
        }
        return all;
    }

    int reads() {
        return choices.size;
    }

    void choose(Place place, Runnable then) {
        if (isCut || reason != null) {
            throw CUT;
        }
        Kind.Group[] groups = place.kind.groups(this);
        if (at < script.length()) {
            forced(place, then, groups);
            return;
        } else if (groups.length > 1) {
            choices.queue(groups);
        }
        if (groups[0].choices().length == 0) {
            isCut = true;
            throw CUT;
        }
        choices.add(place, then, groups[0], 0, 0, false);
    }

    /** The next choice of the script: only the last one may be followed by others of its group. */
    private void forced(Place place, Runnable then, Kind.Group[] groups) {
        int number = script.charAt(at);
        int choice = number;
        for (Kind.Group group : groups) {
            int length = group.choices().length;
            if (choice < length) {
                at++;
                choices.add(place, then, group, choice, number, at < script.length());
                return;
            }
            choice -= length;
        }
        throw refuse(OTHER_FIELDS);
    }

    /** Whether there were values within the bounds. */
    boolean isUncut(Runnable choose) {
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
                hasMore = choices.back(floor);
                continue;
            }
            stands = isFull() || isUncut(this::fill);
            if (stands) {
                return true;
            }
            next();
        }
        return false;
    }

    private void next() {
        stands = false;
        hasMore = choices.back(floor);
        if (choices.size <= accepted) {
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
            accepted = Math.max(choices.size, script.length());
        } else if (at < script.length()) {
            throw trust.refused(OTHER_FIELDS);
        }
        return isRight;
    }

    /** Forces the choices of the next prefix; what it shares with the one before stays. */
    private boolean enter() {
        while (!hasMore) {
            if (nextScript == scripts.size()) {
                if (choices.smallest() < 0) {
                    return false;
                }
                size = choices.smallest();
                scripts = choices.take(size);
                nextScript = 0;
            }
            String now = scripts.get(nextScript);
            scripts.set(nextScript++, null);
            floor = Math.max(now.length() - 1, 0);
            int kept = 0;
            while (kept < Math.min(floor, Math.min(choices.size, script.length())) && script.charAt(kept) == now.charAt(kept)) {
                kept++;
            }
            while (choices.size > kept) {
                choices.drop();
            }
            script = now;
            at = kept;
            accepted = 0;
            Runnable first = kept == 0 ? () -> root(0) : choices.next(kept - 1);
            hasMore = first == null || isUncut(first) || choices.back(floor);
        }
        return true;
    }

    private void root(int place) {
        if (place < judged) {
            choose(roots[place], () -> root(place + 1));
        }
    }

    /** Whether the predicate has read all that there is: each choice fills one place. The values of maps are chosen with the map. */
    private boolean isFull() {
        return !description.hasMaps() && choices.size == roots.length + choices.opened;
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
            Cell cell = one.isFlat() ? null : Cell.of(value);
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

    /** A run that was only a trial is over: the reason for which it must be the last, or null. */
    String ended() {
        journal.undo();
        isCut = false;
        return reason;
    }
}
