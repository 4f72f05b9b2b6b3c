package korrel;

import java.lang.reflect.Array;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.OffsetDateTime;
import java.time.Period;
import java.time.ZoneOffset;
import java.util.AbstractMap;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Collection;
import java.util.Collections;
import java.util.Comparator;
import java.util.Date;
import java.util.HashMap;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.LinkedList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.PriorityQueue;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Values that programs treat wrongly more often than others: a catalogue, by kinds, the simplest of each kind first.
 *
 * <pre>
 * Korrel.sequences(…).call("add", Awkward.ints(), (it, value) -> it.add(value));
 * </pre>
 *
 * <p>Most of what a public list of bugs had and Korrel missed was missed for a value that nobody had put into a pool
 * (docs/yardstick.md). They hold no value that is known to crash or hang a program, and none that takes long to compute with.
 */
public final class Awkward {
    private Awkward() {}

    /** {@code null}. */
    public static Pool<Object> nothing() {
        return Pool.<Object>of((Object) null);
    }

    /** Both. */
    public static Pool<Boolean> booleans() {
        return Pool.<Boolean>of(false, true);
    }

    /** Around 0, the borders of smaller types, powers of two, and its own borders. Two boxes of 127 are one object, two of 128 are not. */
    public static Pool<Integer> ints() {
        return Pool.<Integer>of(
            0, 1, -1, 2, -2, 10, 127, 128, -128, -129, 255, 256, 32_767, 32_768, -32_768, -32_769, 65_535, 65_536, 1 << 30,
            Integer.MAX_VALUE - 1, Integer.MAX_VALUE, Integer.MIN_VALUE, Integer.MIN_VALUE + 1);
    }

    /** Around 0, 2^31, 2^32, 2^53, and its own borders. */
    public static Pool<Long> longs() {
        return Pool.<Long>of(
            0L, 1L, -1L, 2L, 127L, 128L, -128L, -129L, (1L << 31) - 1, 1L << 31, -1L << 31, (-1L << 31) - 1, (1L << 32) - 1, 1L << 32,
            (1L << 53) - 1, 1L << 53, (1L << 53) + 1, 1L << 62, Long.MAX_VALUE - 1, Long.MAX_VALUE, Long.MIN_VALUE, Long.MIN_VALUE + 1);
    }

    /** Around 0, and the borders of bytes and its own. */
    public static Pool<Short> shorts() {
        return Pool.<Short>of(
            (short) 0, (short) 1, (short) -1, (short) 127, (short) 128, (short) -128, (short) -129, (short) 255, (short) 256,
            (short) 32_767, (short) -32_768);
    }

    /** Around 0, and its borders. */
    public static Pool<Byte> bytes() {
        return Pool.<Byte>of((byte) 0, (byte) 1, (byte) -1, (byte) 127, (byte) -127, (byte) -128);
    }

    /** Both zeros, what is no number and no quantity, the smallest and the greatest, and around 1, 2^31, 2^53 and 2^63. */
    public static Pool<Double> doubles() {
        return Pool.<Double>of(
            0.0, 1.0, -1.0, -0.0, 0.5, -0.5, 2.0, 0.1, 0.1 + 0.2, Double.NaN, Double.POSITIVE_INFINITY, Double.NEGATIVE_INFINITY,
            Double.MIN_VALUE, -Double.MIN_VALUE, Double.MIN_NORMAL, Double.MAX_VALUE, -Double.MAX_VALUE, Math.nextUp(1.0),
            Math.nextDown(1.0), 0x1p31, 0x1p53 - 1, 0x1p53, 0x1p53 + 2, 0x1p63, -0x1p63, 1e21);
    }

    /** The same with the borders of a float, and around 2^24. */
    public static Pool<Float> floats() {
        return Pool.<Float>of(
            0.0f, 1.0f, -1.0f, -0.0f, 0.5f, 0.1f, Float.NaN, Float.POSITIVE_INFINITY, Float.NEGATIVE_INFINITY, Float.MIN_VALUE,
            -Float.MIN_VALUE, Float.MIN_NORMAL, Float.MAX_VALUE, -Float.MAX_VALUE, Math.nextUp(1.0f), 0x1p24f - 1, 0x1p24f, 0x1p24f + 2,
            0x1p31f);
    }

    /** Around 0 and the borders of long. */
    public static Pool<BigInteger> bigIntegers() {
        return Pool.<BigInteger>of(
            new BigInteger("0"), new BigInteger("1"), new BigInteger("-1"), new BigInteger("2"), new BigInteger("2147483648"),
            new BigInteger("9007199254740993"), new BigInteger("9223372036854775807"), new BigInteger("9223372036854775808"),
            new BigInteger("-9223372036854775808"), new BigInteger("-9223372036854775809"), new BigInteger("18446744073709551616"));
    }

    /** Of one value and several scales, which {@code compareTo} takes for the same and {@code equals} does not. */
    public static Pool<BigDecimal> bigDecimals() {
        return Pool.<BigDecimal>of(
            new BigDecimal("0"), new BigDecimal("0.0"), new BigDecimal("0E+3"), new BigDecimal("1"), new BigDecimal("1.0"),
            new BigDecimal("-1"), new BigDecimal("1.1"), new BigDecimal("1.10"), new BigDecimal("10"), new BigDecimal("1E+1"),
            new BigDecimal("0.1"), new BigDecimal("9007199254740993"), new BigDecimal("9223372036854775808"), new BigDecimal("1E+400"));
    }

    /** Those of all types; some are equal as numbers and not as objects. */
    public static Pool<Number> numbers() {
        return Pool.<Number>of().and(ints()).and(longs()).and(shorts()).and(bytes()).and(doubles()).and(floats()).and(bigIntegers()).and(bigDecimals())
            .and("new AtomicInteger(0)", () -> new AtomicInteger(0));
    }

    /** Letters, digits and blanks, some of other scripts, signs that combine, halves of a pair, and both ends. */
    public static Pool<Character> chars() {
        return Pool.<Character>of(
            'a', 'b', 'A', '0', ' ', '\n', '\'', '"', '\\', '\0', '\u007f', '\u0080', '\u00a0', '\u00df', '\u00e9', '\u0130', '\u0131',
            '\u0301', '\u03c2', '\u0661', '\u2028', '\ud83d', '\ude00', '\ufeff', '\uffff');
    }

    /** Empty, blank, like another type, of composed characters and halves of a pair, with ends of lines, with equal hash codes, and equal ones that are not identical. */
    public static Pool<String> strings() {
        return Pool.<String>of(
            "", "a", "b", "A", " ", "a b", " a ", "0", "-0", "01", "+1", "1e3", "2147483648", "NaN", "true", "null", "\n", "a\r\n",
            "a.b", "[0]", "%s", "$1", "\\", "\"", "\u00a0", "\u2003", "\u00df", "\u0130", "\u0661", "\u00e9", "e\u0301", "\ud83d\ude00",
            "\ud83d", "\ude00\ud83d", "\ufeff", "\0", "a\0", "Aa", "BB", "polygenelubricants")
            .and("new String(\"\")", () -> new String(""))
            .and("new String(\"a\")", () -> new String("a"));
    }

    /** Of properties and keys: with spaces and dots, like indices, words of the language, and those of members. */
    public static Pool<String> names() {
        return Pool.<String>of(
            "a", "", "a b", "a.b", "0", "-1", "01", "a$b", "_", "class", "null", "this", "length", "size", "get", "name", "toString",
            "hashCode", "getClass", "constructor");
    }

    /** Empty, with null, with equal and with awkward elements, with shared parts, in a ring, and those that cannot be changed or are views. */
    public static Pool<List<Object>> lists() {
        return Pool.<List<Object>>of()
            .and("new ArrayList<>()", () -> new ArrayList<>())
            .and("new ArrayList<>(List.of(0))", () -> new ArrayList<>(List.of(0)))
            .and("new ArrayList<>(Arrays.asList((Object) null))", () -> new ArrayList<>(Arrays.asList((Object) null)))
            .and("new ArrayList<>(Arrays.asList(null, null))", () -> new ArrayList<>(Arrays.asList(null, null)))
            .and("new ArrayList<>(List.of(1, 1))", () -> new ArrayList<>(List.of(1, 1)))
            .and("new ArrayList<>(List.of(1, 1L, 1.0))", () -> new ArrayList<>(List.of(1, 1L, 1.0)))
            .and("new ArrayList<>(List.of(128, 128))", () -> new ArrayList<>(List.of(128, 128)))
            .and("new ArrayList<>(List.of(0.0, -0.0))", () -> new ArrayList<>(List.of(0.0, -0.0)))
            .and("new ArrayList<>(List.of(Double.NaN))", () -> new ArrayList<>(List.of(Double.NaN)))
            .and("new ArrayList<>(List.of(new ArrayList<>()))", () -> new ArrayList<>(List.of(new ArrayList<>())))
            .and("new ArrayList<>(List.of(new ArrayList<>(), new ArrayList<>()))",
                () -> new ArrayList<>(List.of(new ArrayList<>(), new ArrayList<>())))
            .and("new ArrayList<>(Collections.nCopies(2, new ArrayList<>()))",
                () -> new ArrayList<>(Collections.nCopies(2, new ArrayList<>())))
            .and("new LinkedList<>(List.of(1, 2))", () -> new LinkedList<>(List.of(1, 2)))
            .and("Stream.of(new ArrayList<Object>()).peek(ring -> ring.add(ring)).findFirst().get()",
                () -> Stream.of(new ArrayList<Object>()).peek(ring -> ring.add(ring)).findFirst().get())
            .and("List.of()", () -> List.of())
            .and("List.of(1)", () -> List.of(1))
            .and("Arrays.asList(1, 2)", () -> Arrays.asList(1, 2))
            .and("Collections.unmodifiableList(new ArrayList<>(List.of(1)))",
                () -> Collections.unmodifiableList(new ArrayList<>(List.of(1))))
            .and("Collections.nCopies(2, 1)", () -> Collections.nCopies(2, 1))
            .and("new ArrayList<Object>(List.of(1, 2, 3)).subList(1, 2)", () -> new ArrayList<Object>(List.of(1, 2, 3)).subList(1, 2));
    }

    /** Empty, with null, with equal hash codes, in an order, by another equality, and those that cannot be changed or are views. */
    public static Pool<Set<Object>> sets() {
        return Pool.<Set<Object>>of()
            .and("new HashSet<>()", () -> new HashSet<>())
            .and("new HashSet<>(List.of(1))", () -> new HashSet<>(List.of(1)))
            .and("new HashSet<>(Arrays.asList((Object) null))", () -> new HashSet<>(Arrays.asList((Object) null)))
            .and("new HashSet<>(List.of(0.0, -0.0))", () -> new HashSet<>(List.of(0.0, -0.0)))
            .and("new HashSet<>(List.of(Double.NaN))", () -> new HashSet<>(List.of(Double.NaN)))
            .and("new HashSet<>(List.of(1, 1L))", () -> new HashSet<>(List.of(1, 1L)))
            .and("new HashSet<>(List.of(\"Aa\", \"BB\"))", () -> new HashSet<>(List.of("Aa", "BB")))
            .and("new HashSet<>(List.of(new HashSet<>()))", () -> new HashSet<>(List.of(new HashSet<>())))
            .and("new LinkedHashSet<>(List.of(2, 1))", () -> new LinkedHashSet<>(List.of(2, 1)))
            .and("new TreeSet<Object>(List.of(1, 2)).descendingSet()", () -> new TreeSet<Object>(List.of(1, 2)).descendingSet())
            .and("Stream.of(new TreeSet<Object>((one, other) -> 0)).peek(one -> one.add(1)).findFirst().get()",
                () -> Stream.of(new TreeSet<Object>((one, other) -> 0)).peek(one -> one.add(1)).findFirst().get())
            .and("Set.of()", () -> Set.of())
            .and("Set.of(1)", () -> Set.of(1))
            .and("Collections.unmodifiableSet(new HashSet<>(List.of(1)))", () -> Collections.unmodifiableSet(new HashSet<>(List.of(1))))
            .and("new HashMap<Object, Object>(Map.of(1, 2)).keySet()", () -> new HashMap<Object, Object>(Map.of(1, 2)).keySet());
    }

    /** The same of maps, with null as a key and as a value, shared parts, and a ring. */
    public static Pool<Map<Object, Object>> maps() {
        return Pool.<Map<Object, Object>>of()
            .and("new HashMap<>()", () -> new HashMap<>())
            .and("new HashMap<>(Map.of(\"a\", 1))", () -> new HashMap<>(Map.of("a", 1)))
            .and("new HashMap<>(Collections.singletonMap(\"a\", null))", () -> new HashMap<>(Collections.singletonMap("a", null)))
            .and("new HashMap<>(Collections.singletonMap(null, 1))", () -> new HashMap<>(Collections.singletonMap(null, 1)))
            .and("new HashMap<>(Map.of(\"\", 1))", () -> new HashMap<>(Map.of("", 1)))
            .and("new HashMap<>(Map.of(1, \"a\", \"1\", \"b\"))", () -> new HashMap<>(Map.of(1, "a", "1", "b")))
            .and("new HashMap<>(Map.of(1, \"a\", 1L, \"b\"))", () -> new HashMap<>(Map.of(1, "a", 1L, "b")))
            .and("new HashMap<>(Map.of(0.0, 1, -0.0, 2))", () -> new HashMap<>(Map.of(0.0, 1, -0.0, 2)))
            .and("new HashMap<>(Map.of(\"Aa\", 1, \"BB\", 2))", () -> new HashMap<>(Map.of("Aa", 1, "BB", 2)))
            .and("new HashMap<>(Map.of(\"a\", new HashMap<>()))", () -> new HashMap<>(Map.of("a", new HashMap<>())))
            .and("Stream.of(new HashMap<Object, Object>()).peek(ring -> ring.put(\"a\", ring)).findFirst().get()",
                () -> Stream.of(new HashMap<Object, Object>()).peek(ring -> ring.put("a", ring)).findFirst().get())
            .and("Stream.of(new LinkedHashMap<Object, Object>(16, 0.75f, true)).peek(one -> one.put(\"a\", 1)).findFirst().get()",
                () -> Stream.of(new LinkedHashMap<Object, Object>(16, 0.75f, true)).peek(one -> one.put("a", 1)).findFirst().get())
            .and("new TreeMap<Object, Object>(Map.of(\"a\", 1, \"b\", 2)).descendingMap()",
                () -> new TreeMap<Object, Object>(Map.of("a", 1, "b", 2)).descendingMap())
            .and("new IdentityHashMap<>(Map.of(\"a\", 1))", () -> new IdentityHashMap<>(Map.of("a", 1)))
            .and("Map.of()", () -> Map.of())
            .and("Map.of(\"a\", 1)", () -> Map.of("a", 1))
            .and("Collections.unmodifiableMap(new HashMap<>(Map.of(\"a\", 1)))",
                () -> Collections.unmodifiableMap(new HashMap<>(Map.of("a", 1))));
    }

    /** Those that are neither lists nor sets. */
    public static Pool<Collection<Object>> collections() {
        return Pool.<Collection<Object>>of()
            .and("new ArrayDeque<>()", () -> new ArrayDeque<>())
            .and("new ArrayDeque<>(List.of(1, 2))", () -> new ArrayDeque<>(List.of(1, 2)))
            .and("new PriorityQueue<>(List.of(2, 1))", () -> new PriorityQueue<>(List.of(2, 1)))
            .and("new HashMap<Object, Object>(Map.of(\"a\", 1, \"b\", 1)).values()",
                () -> new HashMap<Object, Object>(Map.of("a", 1, "b", 1)).values())
            .and("Collections.unmodifiableCollection(new ArrayList<>(List.of(1)))",
                () -> Collections.unmodifiableCollection(new ArrayList<>(List.of(1))));
    }

    /** Empty, of plain values and of objects, with null, with awkward elements, with shared parts, in a ring, and of a narrower type. */
    public static Pool<Object> arrays() {
        return Pool.<Object>of()
            .and("new Object[0]", () -> new Object[0])
            .and("new Object[] {null}", () -> new Object[] {null})
            .and("new Object[] {1, 1L}", () -> new Object[] {1, 1L})
            .and("new String[] {\"a\"}", () -> new String[] {"a"})
            .and("new Object[][] {{}, {}}", () -> new Object[][] {{}, {}})
            .and("Collections.nCopies(2, new Object[0]).toArray()", () -> Collections.nCopies(2, new Object[0]).toArray())
            .and("Stream.of((Object) new Object[1]).peek(ring -> Array.set(ring, 0, ring)).findFirst().get()",
                () -> Stream.of((Object) new Object[1]).peek(ring -> Array.set(ring, 0, ring)).findFirst().get())
            .and("new int[0]", () -> new int[0])
            .and("new int[] {0, -1, Integer.MIN_VALUE}", () -> new int[] {0, -1, Integer.MIN_VALUE})
            .and("new int[][] {{}, null}", () -> new int[][] {{}, null})
            .and("new long[] {1L << 53}", () -> new long[] {1L << 53})
            .and("new double[] {0.0, -0.0, Double.NaN}", () -> new double[] {0.0, -0.0, Double.NaN})
            .and("new byte[] {-1, 0}", () -> new byte[] {-1, 0})
            .and("new char[] {'\\ud83d'}", () -> new char[] {'\ud83d'})
            .and("new boolean[1]", () -> new boolean[1]);
    }

    /** Empty, full, and one in another. */
    public static Pool<Object> optionals() {
        return Pool.<Object>of()
            .and("Optional.empty()", () -> Optional.empty())
            .and("Optional.of(0)", () -> Optional.of(0))
            .and("Optional.of(Optional.empty())", () -> Optional.of(Optional.empty()))
            .and("OptionalInt.empty()", () -> OptionalInt.empty())
            .and("OptionalInt.of(0)", () -> OptionalInt.of(0))
            .and("OptionalDouble.of(-0.0)", () -> OptionalDouble.of(-0.0));
    }

    /** First and last, leap days, the same moment at two places, and spans of time. */
    public static Pool<Object> dates() {
        return Pool.<Object>of()
            .and("LocalDate.of(2000, 2, 29)", () -> LocalDate.of(2000, 2, 29))
            .and("LocalDate.MIN", () -> LocalDate.MIN)
            .and("LocalDate.MAX", () -> LocalDate.MAX)
            .and("LocalDateTime.of(2000, 1, 1, 0, 0)", () -> LocalDateTime.of(2000, 1, 1, 0, 0))
            .and("LocalDateTime.of(9999, 12, 31, 23, 59, 59, 999_999_999)", () -> LocalDateTime.of(9999, 12, 31, 23, 59, 59, 999_999_999))
            .and("LocalTime.MIDNIGHT", () -> LocalTime.MIDNIGHT)
            .and("LocalTime.MAX", () -> LocalTime.MAX)
            .and("Instant.EPOCH", () -> Instant.EPOCH)
            .and("Instant.ofEpochSecond(-1, 1)", () -> Instant.ofEpochSecond(-1, 1))
            .and("Instant.MAX", () -> Instant.MAX)
            .and("OffsetDateTime.of(2000, 1, 1, 0, 0, 0, 0, ZoneOffset.UTC)",
                () -> OffsetDateTime.of(2000, 1, 1, 0, 0, 0, 0, ZoneOffset.UTC))
            .and("OffsetDateTime.of(2000, 1, 1, 1, 0, 0, 0, ZoneOffset.ofHours(1))",
                () -> OffsetDateTime.of(2000, 1, 1, 1, 0, 0, 0, ZoneOffset.ofHours(1)))
            .and("Duration.ZERO", () -> Duration.ZERO)
            .and("Duration.ofNanos(-1)", () -> Duration.ofNanos(-1))
            .and("Period.ofMonths(1)", () -> Period.ofMonths(1))
            .and("Period.ofDays(30)", () -> Period.ofDays(30))
            .and("new Date(0)", () -> new Date(0))
            .and("new Date(-1)", () -> new Date(-1));
    }

    /** With and without flags, empty, with a group, and literal. */
    public static Pool<Pattern> regexps() {
        return Pool.<Pattern>of()
            .and("Pattern.compile(\"a\")", () -> Pattern.compile("a"))
            .and("Pattern.compile(\"a\", Pattern.CASE_INSENSITIVE)", () -> Pattern.compile("a", Pattern.CASE_INSENSITIVE))
            .and("Pattern.compile(\"\")", () -> Pattern.compile(""))
            .and("Pattern.compile(\"(?<a>a)?\")", () -> Pattern.compile("(?<a>a)?"))
            .and("Pattern.compile(\".\", Pattern.LITERAL)", () -> Pattern.compile(".", Pattern.LITERAL));
    }

    /** With an identity alone, of an enum, classes, entries, and those that hold something and have no {@code equals}. */
    public static Pool<Object> objects() {
        return Pool.<Object>of()
            .and("new Object()", () -> new Object())
            .and("Thread.State.NEW", () -> Thread.State.NEW)
            .and("Object.class", () -> Object.class)
            .and("int.class", () -> int.class)
            .and("new StringBuilder(\"a\")", () -> new StringBuilder("a"))
            .and("new AtomicReference<>()", () -> new AtomicReference<>())
            .and("new UUID(0, 0)", () -> new UUID(0, 0))
            .and("Locale.ROOT", () -> Locale.ROOT)
            .and("Map.entry(\"a\", 1)", () -> Map.entry("a", 1))
            .and("new AbstractMap.SimpleEntry<>(null, null)", () -> new AbstractMap.SimpleEntry<>(null, null))
            .and("new BitSet()", () -> new BitSet());
    }

    /** Of each of the common shapes. */
    public static Pool<Object> functions() {
        return Pool.<Object>of()
            .and("(Runnable) () -> {}", () -> (Runnable) () -> {})
            .and("Function.identity()", () -> Function.identity())
            .and("(Supplier<Object>) () -> null", () -> (Supplier<Object>) () -> null)
            .and("Comparator.naturalOrder()", () -> Comparator.naturalOrder());
    }

    /** With and without a message and a cause. */
    public static Pool<Throwable> errors() {
        return Pool.<Throwable>of()
            .and("new Exception()", () -> new Exception())
            .and("new RuntimeException(\"a\")", () -> new RuntimeException("a"))
            .and("new IllegalStateException(\"a\", new Exception())", () -> new IllegalStateException("a", new Exception()))
            .and("new AssertionError(null)", () -> new AssertionError(null));
    }

    /** Empty, and with something in it; each goes once. */
    public static Pool<Object> iterators() {
        return Pool.<Object>of()
            .and("List.of().iterator()", () -> List.of().iterator())
            .and("List.of(1, 2).iterator()", () -> List.of(1, 2).iterator())
            .and("new ArrayList<>(List.of(1, 2)).listIterator(2)", () -> new ArrayList<>(List.of(1, 2)).listIterator(2))
            .and("Stream.of()", () -> Stream.of())
            .and("List.of(1).spliterator()", () -> List.of(1).spliterator());
    }

    /** The simplest of each kind that has nothing in it. */
    public static Pool<Object> empty() {
        return Pool.<Object>of(
            null, "")
            .and("new String(\"\")", () -> new String(""))
            .and("new ArrayList<>()", () -> new ArrayList<>())
            .and("List.of()", () -> List.of())
            .and("new HashSet<>()", () -> new HashSet<>())
            .and("Set.of()", () -> Set.of())
            .and("new HashMap<>()", () -> new HashMap<>())
            .and("Map.of()", () -> Map.of())
            .and("new ArrayDeque<>()", () -> new ArrayDeque<>())
            .and("new Object[0]", () -> new Object[0])
            .and("new int[0]", () -> new int[0])
            .and("Optional.empty()", () -> Optional.empty())
            .and("new StringBuilder()", () -> new StringBuilder());
    }

    /** All but {@link #empty}, each once. */
    public static Pool<Object> all() {
        return nothing().and(booleans()).and(numbers()).and(chars()).and(strings()).and(names()).and(lists()).and(sets()).and(maps())
            .and(collections()).and(arrays()).and(optionals()).and(dates()).and(regexps()).and(objects()).and(functions()).and(errors()).and(iterators());
    }

    /** Those about a length, each once: first, last, behind the last one, from the end, beyond, and both borders. */
    public static Pool<Integer> indices(int length) {
        return Pool.of(0, length - 1, length, -1, -length, -length - 1, length + 1, Integer.MAX_VALUE, Integer.MIN_VALUE);
    }
}
