package korrel;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.TreeMap;

/**
 * What was chosen, from the first choice to the last, and the prefixes that come with larger heaps.
 *
 * <p>A choice stands in parallel arrays, for a search makes one for each candidate. Its number counts through all groups of its
 * place; these numbers are a text, and prefixes are such texts.
 *
 * <p>Invariant: undoing the choices from the last to the first leaves every place unread, and no object in use.
 */
final class Choices {
    private static final Runnable[] NONE = {};

    /** How many there are. */
    int size;
    /** The size of the heap: its objects, and the entries of its containers. */
    int total;
    /** How many places there are beside the roots: fields of objects, elements. */
    int opened;
    private final int most;
    private final Search search;
    private Place[] places = {};
    private Kind.Group[] groups = {};
    /** The place of each in its group, and the first that is not to be tried. */
    private int[] at = {};
    private int[] end = {};
    private char[] numbers = {};
    /** What is to be chosen after each, and what before that: the entries of a map. */
    private Runnable[] then = NONE;
    private Runnable[] next = NONE;
    /** By the size of the heaps. */
    private final TreeMap<Integer, List<String>> queues = new TreeMap<>();

    Choices(Search search, int most) {
        this.search = search;
        this.most = most;
        queues.put(0, new ArrayList<>(List.of("")));
    }

    /** The first choice of a group, or a forced one, after which no other of its group is tried. */
    void add(Place place, Runnable after, Kind.Group group, int choice, int number, boolean isOnly) {
        if (size == places.length) {
            grow();
        }
        places[size] = place;
        groups[size] = group;
        at[size] = choice;
        end[size] = isOnly ? choice + 1 : group.choices().length;
        numbers[size] = (char) number;
        then[size] = after;
        for (Description.Type type : group.types()) {
            type.used++;
        }
        total += group.cost();
        opened += group.opens();
        put(size++);
    }

    private void grow() {
        int more = 2 * size + 16;
        places = Arrays.copyOf(places, more);
        groups = Arrays.copyOf(groups, more);
        at = Arrays.copyOf(at, more);
        end = Arrays.copyOf(end, more);
        numbers = Arrays.copyOf(numbers, more + 1);
        then = Arrays.copyOf(then, more);
        next = Arrays.copyOf(next, more);
    }

    private void put(int one) {
        Place place = places[one];
        next[one] = place.kind.put(search, place, groups[one].choices()[at[one]], then[one]);
        if (next[one] != null) {
            next[one].run();
        }
    }

    /** What follows a choice at once. */
    Runnable next(int one) {
        return next[one];
    }

    /** Goes on to the next choice of the last place that has one; false if there is none above a floor. */
    boolean back(int floor) {
        while (size > floor) {
            int last = size - 1;
            if (++at[last] == end[last]) {
                drop();
                continue;
            }
            numbers[last]++;
            if (then[last] == null && places[last].kind instanceof Kind.One) { // the commonest step
                places[last].put(groups[last].choices()[at[last]]);
                return true;
            } else if (search.isUncut(() -> put(last))) {
                return true;
            }
        }
        return false;
    }

    void drop() {
        size--;
        for (Description.Type type : groups[size].types()) {
            type.used--;
        }
        total -= groups[size].cost();
        opened -= groups[size].opens();
        search.arrays.drop(places[size]);
        places[size].clear();
    }

    // Later

    /** What adds objects or entries: with the heaps of that size. */
    void queue(Kind.Group[] of) {
        int choice = of[0].choices().length;
        for (int group = 1; group < of.length; group++) {
            int number = of[group].choices().length;
            if (choice > Character.MAX_VALUE) {
                throw search.refuse("it reads a field with more than 65,536 choices");
            } else if (number > 0 && total + of[group].cost() <= most) {
                if (size == places.length) {
                    grow();
                }
                numbers[size] = (char) choice;
                queues.computeIfAbsent(total + of[group].cost(), absent -> new ArrayList<>()).add(new String(numbers, 0, size + 1));
            }
            choice += number;
        }
    }

    /** The size of the smallest heaps that are left, or -1. */
    int smallest() {
        return queues.isEmpty() ? -1 : queues.firstKey();
    }

    List<String> take(int of) {
        return queues.remove(of);
    }
}
