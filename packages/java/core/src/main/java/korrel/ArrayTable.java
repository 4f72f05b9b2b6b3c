package korrel;

import java.lang.reflect.Array;
import java.util.ArrayList;
import java.util.Arrays;

/** The arrays of a heap, whose elements are places: an array itself can hold no mark. There are few at a time. */
final class ArrayTable {
    private static final Place[] NONE = {};
    private final ArrayList<Entry> entries = new ArrayList<>();

    private record Entry(Place holder, Object array, Place[] elements) {}

    /** Makes an array one of the heap, in place of what its place held. */
    Object add(Place holder, Object array, Kind item) {
        drop(holder);
        Place[] elements = new Place[Array.getLength(array)];
        Arrays.setAll(elements, at -> new Place.OfArray(array, at, item));
        entries.add(new Entry(holder, array, elements));
        return array;
    }

    void drop(Place holder) {
        if (!entries.isEmpty()) {
            entries.removeIf(entry -> entry.holder == holder);
        }
    }

    /** None of an array that is none of the heap's. */
    Place[] elements(Object array) {
        for (int at = 0; at < entries.size(); at++) {
            if (entries.get(at).array == array) {
                return entries.get(at).elements;
            }
        }
        return NONE;
    }

    /** Of a list or an array. */
    Place[] elements(Object value, Kind.Sequence kind) {
        return kind instanceof Kind.Array ? elements(value) : ((WatchedList) value).places;
    }
}
