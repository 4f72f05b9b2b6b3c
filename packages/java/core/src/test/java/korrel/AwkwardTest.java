package korrel;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.StringWriter;
import java.lang.reflect.Method;
import java.net.URI;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import javax.tools.JavaFileObject;
import javax.tools.SimpleJavaFileObject;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The catalogue of awkward values, and pools. */
class AwkwardTest {
    private static final String IMPORTS = "import java.lang.reflect.Array; import java.math.*; import java.time.*; import java.util.*; "
        + "import java.util.concurrent.atomic.*; import java.util.function.*; import java.util.regex.*; import java.util.stream.*;\n";

    @Test
    void whatIsWrittenIsWhatIsTried(@TempDir Path folder) throws Exception {
        // If this failed, a reader would type what a failure shows, and try another value.
        Pool<Object> all = Awkward.all().and(Awkward.empty());
        StringBuilder source = new StringBuilder(IMPORTS + "public class Typed {\n");
        for (int at = 0; at < all.size(); at++) {
            source.append("public static Object make").append(at).append("() { return ").append(all.texts().get(at)).append("; }\n");
        }
        JavaFileObject file = new SimpleJavaFileObject(URI.create("string:///Typed.java"), JavaFileObject.Kind.SOURCE) {
            @Override
            public CharSequence getCharContent(boolean ignores) {
                return source.append("}\n");
            }
        };
        StringWriter said = new StringWriter();
        assertTrue(ToolProvider.getSystemJavaCompiler().getTask(said, null, null, List.of("-d", folder.toString()), null, List.of(file)).call(), said.toString());
        try (URLClassLoader loader = new URLClassLoader(new URL[] {folder.toUri().toURL()})) {
            Class<?> typed = loader.loadClass("Typed");
            for (int at = 0; at < all.size(); at++) {
                Method make = typed.getMethod("make" + at);
                Object value = all.get(at);
                Object wanted = make.invoke(null);
                String text = all.texts().get(at);
                boolean isLambda = value != null && value.getClass().isHidden();
                if (!isLambda && !Difference.isOpaque(value)) {
                    assertNull(Korrel.difference(value, wanted), text);
                    assertEquals(value == null ? null : value.getClass(), wanted == null ? null : wanted.getClass(), text);
                }
            }
        }
    }

    @Test
    void eachIsThereOnceAndMadeAnew() {
        Pool<Object> all = Awkward.all();
        assertEquals(List.of(), all.and(Awkward.iterators()).and(Awkward.functions()).texts().stream().filter(text -> text.endsWith(" (2)")).toList());
        assertEquals(all.size(), all.and(Awkward.iterators()).and(Awkward.functions()).size());
        assertEquals(341, all.size());
        List<Object> first = new ArrayList<>(all);
        assertEquals(List.of(), all.stream().filter(value -> value instanceof ArrayList<?> list && first.stream().anyMatch(one -> one == list)).toList());
        Pool<Integer> ints = Awkward.ints();
        assertSame(ints.get(6), ints.get(6), "127");
        assertNotSame(ints.get(7), ints.get(7), "128");
        for (Pool<?> numbers : List.of(Awkward.longs(), Awkward.doubles(), Awkward.bigIntegers(), Awkward.bigDecimals())) {
            assertNotSame(numbers.get(numbers.size() - 1), numbers.get(numbers.size() - 1));
            assertEquals(numbers.get(numbers.size() - 1), numbers.get(numbers.size() - 1));
        }
    }

    @Test
    void thoseThatTellTypesApart() {
        // Each is a pair that some comparison takes for the same.
        assertTrue(Awkward.doubles().containsAll(List.of(0.0, -0.0, Double.NaN, 0x1p53, 0x1p53 + 2)));
        assertTrue(Awkward.strings().texts().containsAll(List.of("\"\"", "new String(\"a\")", "\"e\\u0301\"", "\"\\u00e9\"", "\"\\ud83d\"")));
        assertTrue(Awkward.strings().containsAll(List.of("Aa", "BB", "polygenelubricants")), "of equal hash codes, and of the least");
        assertTrue(Awkward.bigDecimals().texts().containsAll(List.of("new BigDecimal(\"1\")", "new BigDecimal(\"1.0\")", "new BigDecimal(\"10\")", "new BigDecimal(\"1E+1\")")));
    }

    @Test
    void indicesAboutALength() {
        assertEquals("9 values: 0, 2, 3, -1, -3, -4, 4, 2147483647, -2147483648", Awkward.indices(3).toString());
        assertEquals("5 values: 0, -1, 1, 2147483647, -2147483648", Awkward.indices(0).toString());
    }

    @Test
    void aPoolOfOnesOwn() {
        Pool<Object> pool = Pool.<Object>of('a', '\n', 1.5f, "a\"").and("new int[1]", () -> new int[1]).and(Awkward.booleans()).and(Awkward.booleans());
        assertEquals("7 values: 'a', '\\n', 1.5f, \"a\\\"\", new int[1], false, true", pool.toString());
        assertNotSame(pool.get(4), pool.get(4));
    }

    @Test
    void valuesThatAreWrittenTheSameAreAllThere() {
        // If this failed, all but one of the objects without a toString would be left out, and nobody would know.
        Box full = new Box();
        full.value = 1;
        Pool<Box> pool = Pool.of(new Box(), full, new Box());
        assertEquals("2 values: a Box, a Box (2)", pool.toString());
        assertEquals(1.0, pool.get(1).value);
        assertEquals("2 values: a Box, a Box (2)", Pool.of(new Box()).and(Pool.of(full)).and(pool).toString());
        assertEquals(List.of(1, 2), List.copyOf(Pool.<Integer>of().and("x", () -> 1).and("x", () -> 2).and("x", () -> 1)));
    }

    static final class Box {
        double value;
    }

    @Test
    void aPoolStandsForValuesOfHeaps() {
        List<Double> found = Korrel.all(Box.class).values(double.class, Awkward.doubles()).stream().map(box -> box.value).toList();
        assertEquals(Awkward.doubles(), found);
        assertEquals(List.of(0.0, -0.0), Korrel.all(Box.class).values("Box.value", Pool.of(0.0, -0.0)).stream().map(box -> box.value).toList());
    }

    @Test
    void whatResultsAreWrittenAs() {
        List<Object> ring = new ArrayList<>();
        ring.add(ring);
        assertEquals("[…]", Written.of(ring));
        assertEquals("an Object", Written.of(new Object()));
        assertEquals("new int[][] {new int[] {1}, null}", Written.of(new int[][] {{1}, null}));
        assertEquals("a@1f", Written.of(new StringBuilder("a@1f")), "this is no address");
        assertEquals("a Cross whose toString throws IllegalStateException", Written.of(new Cross()));
    }

    static final class Cross {
        @Override
        public String toString() {
            throw new IllegalStateException();
        }
    }
}
