package korrel;

import java.util.AbstractList;

/** A list of a heap, which chooses an element when it is looked at. A predicate that changes it is refused. */
final class WatchedList extends AbstractList<Object> {
    final Place[] places;
    private final Search search;

    WatchedList(Search search, Kind item, int length) {
        this.search = search;
        places = new Place[length];
        Object[] held = new Object[length];
        for (int at = 0; at < length; at++) {
            places[at] = new Place.Element(held, at, item);
        }
    }

    @Override
    public Object get(int at) {
        return search.known(places[at]);
    }

    @Override
    public int size() {
        return places.length;
    }

    @Override
    public Object set(int at, Object value) {
        throw search.changes("List.set");
    }

    @Override
    public void add(int at, Object value) {
        throw search.changes("List.add");
    }

    @Override
    public Object remove(int at) {
        throw search.changes("List.remove");
    }
}
