package korrel;

import java.lang.reflect.Array;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;

/**
 * The heap at which a search stands, all of whose fields have values, as objects of the user's own classes. It is done for each
 * heap, and so goes straight from the one to the other; {@link Copies} keep a heap, and choose what is not known yet.
 */
final class Handed {
    private final Search search;

    Handed(Search search) {
        this.search = search;
    }

    Object[] roots() {
        Cell[] cells = search.inUse();
        for (Cell cell : cells) {
            cell.own = cell.type.ownLayout.make();
        }
        for (Cell cell : cells) {
            for (Description.Attribute attribute : cell.type.fields()) {
                try {
                    attribute.own.set(cell.own, own(cell.places[attribute.bit].get(), attribute.kind));
                } catch (IllegalAccessException impossible) {
                    throw new AssertionError(impossible);
                }
            }
        }
        List<Place> roots = search.roots();
        Object[] all = new Object[roots.size()];
        for (int at = 0; at < all.length; at++) {
            all[at] = own(roots.get(at).get(), roots.get(at).kind);
        }
        return all;
    }

    private Object own(Object value, Kind kind) {
        if (kind instanceof Kind.One one) {
            Cell cell = one.isFlat() ? null : Cell.of(value);
            return cell == null ? one.own(value) : cell.own;
        } else if (kind instanceof Kind.Array array) {
            return array(value, array);
        } else if (kind instanceof Kind.Sequence sequence) {
            List<Object> all = new ArrayList<>();
            for (Place place : search.arrays.elements(value, sequence)) {
                all.add(own(place.get(), sequence.item));
            }
            return all;
        } else if (kind instanceof Kind.Members members) {
            Collection<Object> all = new LinkedHashSet<>();
            ((Collection<?>) value).forEach(one -> all.add(own(one, members.item)));
            return all;
        }
        Kind.Entries entries = (Kind.Entries) kind;
        Map<Object, Object> all = new LinkedHashMap<>();
        ((Map<?, ?>) value).forEach((key, one) -> all.put(own(key, entries.keys.item), own(one, entries.item)));
        return all;
    }

    private Object array(Object value, Kind.Array array) {
        int length = Array.getLength(value);
        Object all = Array.newInstance(array.own, length);
        if (array.own.isPrimitive()) {
            System.arraycopy(value, 0, all, 0, length);
            return all;
        }
        Object[] from = (Object[]) value;
        Object[] to = (Object[]) all;
        for (int at = 0; at < length; at++) {
            to[at] = own(from[at], array.item);
        }
        return all;
    }
}
