package korrel;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.AbstractList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.RandomAccess;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;

/**
 * Values that are made anew each time that they are drawn, and that know how they are written.
 *
 * <pre>
 * Pool&lt;Object&gt; pool = Pool.&lt;Object&gt;of(0, 128).and("new Point(0, 0)", () -> new Point(0, 0)).and(Awkward.strings());
 * </pre>
 *
 * <p>A pool is a list, and so stands wherever a list of values does. Numbers in boxes are put into a box anew, as the language does it: two
 * of 127 are one object, two of 128 are not. What is written twice is there once. If the two differ, both are there, and the second has a
 * number behind its text. Of functions, iterators and the like, which cannot be compared, the first is there. A pool does not change: {@code and} makes another one.
 */
public final class Pool<T> extends AbstractList<T> implements RandomAccess {
    /** By class, how a number is made anew: as the language puts it into a box. */
    private static final Map<Class<?>, UnaryOperator<Object>> ANEW = Map.of(
        Integer.class, one -> (int) one,
        Long.class, one -> (long) one,
        Short.class, one -> (short) one,
        Byte.class, one -> (byte) one,
        Character.class, one -> (char) one,
        Double.class, one -> (double) one,
        Float.class, one -> (float) one,
        BigInteger.class, one -> new BigInteger(((BigInteger) one).toByteArray()),
        BigDecimal.class, one -> new BigDecimal(((BigDecimal) one).unscaledValue(), ((BigDecimal) one).scale()));

    private final Map<String, Supplier<? extends T>> made;
    private final List<Supplier<? extends T>> makers;

    private Pool(Map<String, Supplier<? extends T>> made) {
        this.made = made;
        makers = List.copyOf(made.values());
    }

    /** A pool of values that nobody can change, each written as code. An object that somebody can change is the same each time. */
    @SafeVarargs
    public static <T> Pool<T> of(T... values) {
        Map<String, Supplier<? extends T>> made = new LinkedHashMap<>();
        for (T value : values) {
            put(made, Written.of(value), () -> boxed(value));
        }
        return new Pool<>(made);
    }

    /** With one more value, which is made anew each time, and how it is written. */
    public Pool<T> and(String text, Supplier<? extends T> make) {
        Map<String, Supplier<? extends T>> more = new LinkedHashMap<>(made);
        put(more, text, make);
        return new Pool<>(more);
    }

    /** With those of another pool. */
    public Pool<T> and(Pool<? extends T> others) {
        Map<String, Supplier<? extends T>> more = new LinkedHashMap<>(made);
        others.made.forEach((text, make) -> put(more, text, make));
        return new Pool<>(more);
    }

    private static <T> void put(Map<String, Supplier<? extends T>> made, String text, Supplier<? extends T> make) {
        String free = text;
        for (int number = 2; made.containsKey(free) && !isSame(made.get(free).get(), make.get()); number++) {
            free = text + " (" + number + ")";
        }
        made.putIfAbsent(free, make);
    }

    /** Whether two values of one text are one; what cannot be compared is what its text says. */
    private static boolean isSame(Object one, Object other) {
        return hasTextAlone(one) && hasTextAlone(other) || Difference.between(one, other) == null;
    }

    private static boolean hasTextAlone(Object value) {
        return Difference.isOpaque(value) || value != null && value.getClass().isHidden();
    }

    /** The values as a reader types them. */
    public List<String> texts() {
        return List.copyOf(made.keySet());
    }

    /** Made anew. */
    @Override
    public T get(int place) {
        return makers.get(place).get();
    }

    @Override
    public int size() {
        return makers.size();
    }

    @Override
    public String toString() {
        return size() + " values: " + String.join(", ", texts());
    }

    /** The texts of values: those of a pool as it says, others as they are now. */
    static List<String> texts(List<?> values) {
        if (values instanceof Pool<?> pool) {
            return pool.texts();
        }
        return values.stream().map(Written::of).toList();
    }

    @SuppressWarnings("unchecked")
    private static <T> T boxed(T value) {
        return value == null ? null : (T) ANEW.getOrDefault(value.getClass(), one -> one).apply(value);
    }
}
