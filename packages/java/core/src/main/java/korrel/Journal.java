package korrel;

import java.util.ArrayList;

/** What a run of the predicate has written, which is taken back after it: checkers compute fields anew and compare. */
final class Journal {
    private final ArrayList<Place> places = new ArrayList<>();
    private final ArrayList<Object> before = new ArrayList<>();

    /** A place is about to be written. */
    void write(Place place) {
        places.add(place);
        before.add(place.get());
        place.open();
    }

    void undo() {
        for (int last = places.size() - 1; last >= 0; last--) {
            Object value = before.remove(last);
            Place place = places.remove(last);
            if (value == Place.UNREAD) {
                place.clear();
            } else {
                place.put(value);
            }
        }
    }
}
