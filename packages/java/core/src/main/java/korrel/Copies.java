package korrel;

import java.lang.reflect.Array;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;

/**
 * The heap at which a search stood, from which objects are made that are not watched: of the user's own classes, or of those
 * of the search. Watched objects stand for those that are made, lists for containers.
 */
final class Copies {
    private final Search search;
    private final Cell[] cells;
    private final Object[][] fields;
    private final List<Object> roots = new ArrayList<>();
    /** What orders sets, and chooses where nothing was read: the answer must be the same for all that it may be. */
    private final Random chance;

    /** What the predicate gets, one of many. */
    Copies(Search search, int attempt) {
        this.search = search;
        chance = new Random(4 * search.candidates + attempt);
        cells = search.inUse();
        fields = new Object[cells.length][];
        for (int one = 0; one < cells.length; one++) {
            Place[] places = cells[one].places;
            Object[] values = fields[one] = new Object[places.length];
            for (int bit = 0; bit < places.length; bit++) {
                if (places[bit].kind != null) {
                    values[bit] = held(places[bit]);
                }
            }
        }
        search.roots().subList(0, search.judged).forEach(root -> roots.add(held(root)));
    }

    private Object held(Place place) {
        return place.isUnread() ? any(place.kind) : held(place.get(), place.kind);
    }

    private Object held(Object value, Kind kind) {
        if (kind instanceof Kind.One) {
            return value;
        } else if (kind instanceof Kind.Sequence sequence) {
            List<Object> items = new ArrayList<>();
            for (Place place : search.arrays.elements(value, sequence)) {
                items.add(held(place));
            }
            return items;
        } else if (kind instanceof Kind.Members) {
            return shuffled((Collection<?>) value);
        } else if (kind instanceof Kind.Entries entries) {
            Map<Object, Object> held = new LinkedHashMap<>();
            Map<?, ?> map = (Map<?, ?>) value;
            shuffled(map.keySet()).forEach(key -> held.put(key, held(map.get(key), entries.item)));
            return held;
        }
        return value;
    }

    private List<Object> shuffled(Collection<?> of) {
        List<Object> all = new ArrayList<>(of);
        Collections.shuffle(all, chance);
        return all;
    }

    /** Some value, which makes no new object. */
    private Object any(Kind kind) {
        if (kind instanceof Kind.One one) {
            List<Object> known = new ArrayList<>(Arrays.asList(one.values));
            Arrays.stream(cells).filter(cell -> one.types.contains(cell.type)).forEach(cell -> known.add(cell.object));
            return known.isEmpty() ? null : known.get(chance.nextInt(known.size()));
        }
        List<Object> some = new ArrayList<>();
        for (int left = chance.nextInt(3); left > 0; left--) {
            some.add(any(kind instanceof Kind.Entries entries ? entries.keys.item : kind.item()));
        }
        if (kind instanceof Kind.Entries entries) {
            Map<Object, Object> map = new LinkedHashMap<>();
            some.forEach(key -> map.put(key, any(entries.item)));
            return map;
        }
        return some;
    }

    // Making

    /** The roots of new objects. */
    Object[] made(boolean areOwn) {
        return new Making(areOwn).roots();
    }

    private final class Making {
        private final boolean areOwn;
        private final Map<Object, Object> made = new IdentityHashMap<>();

        Making(boolean areOwn) {
            this.areOwn = areOwn;
            for (Cell cell : cells) {
                Object object = (areOwn ? cell.type.ownLayout : cell.type.worldLayout).make();
                made.put(cell.object, object);
                if (!areOwn) { // before a set holds it
                    Cell.hashed(object, made.size());
                }
            }
            for (int at = 0; at < cells.length; at++) {
                Object object = made.get(cells[at].object);
                Object[] values = fields[at];
                for (Description.Attribute attribute : cells[at].type.enumerated) {
                    try {
                        (areOwn ? attribute.own : attribute.world).set(object, made(values[attribute.bit], attribute.kind));
                    } catch (IllegalAccessException impossible) {
                        throw new AssertionError(impossible);
                    }
                }
            }
        }

        Object[] roots() {
            Object[] all = new Object[roots.size()];
            for (int at = 0; at < all.length; at++) {
                all[at] = made(roots.get(at), search.roots().get(at).kind);
            }
            return all;
        }

        private Object made(Object held, Kind kind) {
            if (held == null) {
                return null;
            } else if (kind instanceof Kind.One one) {
                Object copy = kind.isFlat() ? null : made.get(held);
                return copy != null ? copy : areOwn ? one.own(held) : held;
            } else if (kind instanceof Kind.Array array) {
                List<?> items = (List<?>) held;
                Object all = Array.newInstance(areOwn ? array.own : array.world, items.size());
                for (int at = 0; at < items.size(); at++) {
                    Array.set(all, at, made(items.get(at), array.item));
                }
                return all;
            } else if (!(kind instanceof Kind.Entries entries)) {
                Collection<Object> all = kind instanceof Kind.Members ? new LinkedHashSet<>() : new ArrayList<>();
                ((List<?>) held).forEach(one -> all.add(made(one, kind.item())));
                return all;
            } else {
                Map<Object, Object> all = new LinkedHashMap<>();
                ((Map<?, ?>) held).forEach((key, value) -> all.put(made(key, entries.keys.item), made(value, entries.item)));
                return all;
            }
        }
    }
}
