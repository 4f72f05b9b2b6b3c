package korrel;

import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Map;

/**
 * The order of what stands in a set: objects by the place of their top-level sig and their number, then
 * values of enums, true before false, numbers, texts by code points (docs/heapgraph.md, Keys).
 */
final class Order implements Comparator<Object> {
    private final Header header;
    private final Map<String, String> types;

    /** @param types the type of each name that is an object's */
    Order(Header header, Map<String, String> types) {
        this.header = header;
        this.types = types;
    }

    @Override
    public int compare(Object a, Object b) {
        if (a instanceof List<?> first && b instanceof List<?> second) {
            for (int i = 0; i < first.size() && i < second.size(); i++) {
                int sign = compare(first.get(i), second.get(i));
                if (sign != 0) {
                    return sign;
                }
            }
            return first.size() - second.size();
        }
        int sign = kind(a) - kind(b);
        return sign != 0 ? sign : alike(a, b);
    }

    private int kind(Object atom) {
        if (atom instanceof String text) {
            return types.containsKey(text) ? 0 : header.enumPlace(text) != null ? 1 : 4;
        }
        return atom instanceof Boolean ? 2 : atom instanceof Number ? 3 : 5;
    }

    private int alike(Object a, Object b) {
        return switch (kind(a)) {
            case 0 -> objects((String) a, (String) b);
            case 1 -> header.enumPlace((String) a) - header.enumPlace((String) b);
            case 2 -> Boolean.compare((Boolean) b, (Boolean) a);
            case 3 -> integer(a).compareTo(integer(b));
            case 4 -> byCodePoints((String) a, (String) b);
            default -> 0;
        };
    }

    private int objects(String a, String b) {
        int sign = header.place(types.get(a)) - header.place(types.get(b));
        return sign != 0 ? sign : Long.compare(number(a), number(b));
    }

    /** The number in a name; names from elsewhere need not have one. */
    static long number(String name) {
        int from = name.lastIndexOf('$') + 1;
        if (from == name.length() || name.length() - from > 18) {
            return Long.MAX_VALUE;
        }
        long number = 0;
        for (int i = from; i < name.length(); i++) {
            int digit = name.charAt(i) - '0';
            if (digit < 0 || digit > 9) {
                return Long.MAX_VALUE;
            }
            number = 10 * number + digit;
        }
        return number;
    }

    /** Names of objects in the order of a record. */
    List<String> sorted(Collection<String> names) {
        List<Placed> placed = new ArrayList<>(names.size());
        names.forEach(name -> placed.add(new Placed(header.place(types.get(name)), number(name), name)));
        placed.sort(Placed::compareTo);
        List<String> sorted = new ArrayList<>(names.size());
        placed.forEach(one -> sorted.add(one.name));
        return sorted;
    }

    private record Placed(int place, long number, String name) implements Comparable<Placed> {
        @Override
        public int compareTo(Placed other) {
            return place != other.place ? place - other.place : Long.compare(number, other.number);
        }
    }

    private static BigInteger integer(Object number) {
        return new BigInteger(number.toString());
    }

    private static int byCodePoints(String a, String b) {
        return java.util.Arrays.compare(a.codePoints().toArray(), b.codePoints().toArray());
    }
}
