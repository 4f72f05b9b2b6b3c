package korrel;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.net.URL;
import java.util.List;
import java.util.jar.JarFile;
import org.junit.jupiter.api.Assertions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.platform.commons.JUnitException;

/** Classes that are written anew. */
class WorldTest {
    static final class Numbers {
        int[] numbers;
        String name;
    }

    private static World world() {
        return new World(WorldTest.class.getClassLoader(), new Description(List.of(Numbers.class), new Description.Bounds()), () -> { });
    }

    @Test
    void theVerifierAcceptsEachClassOfJunit() throws Exception {
        // If this failed, a jump, a frame or a table would lead to a wrong instruction.
        World world = world();
        int loaded = 0;
        for (Class<?> of : List.of(Assertions.class, ParameterizedTest.class, JUnitException.class)) {
            URL jar = of.getProtectionDomain().getCodeSource().getLocation();
            try (JarFile file = new JarFile(jar.getPath())) {
                for (String name : file.stream().map(entry -> entry.getName()).filter(name -> name.matches("org/.*(?<!-info)[.]class")).toList()) {
                    try {
                        Class<?> anew = Class.forName(name.substring(0, name.length() - 6).replace('/', '.'), true, world);
                        assertEquals(world, anew.getClassLoader(), name);
                        loaded++;
                    } catch (NoClassDefFoundError optional) { // of Kotlin
                        assertTrue(optional.getMessage().startsWith("kotlin") || optional.getMessage().contains("$"), optional.getMessage());
                    }
                }
            }
        }
        assertTrue(loaded > 300, loaded + " classes");
    }

    @Test
    void aWorldHasItsOwnClasses() throws Exception {
        World world = world();
        assertNotSame(Numbers.class, world.of(Numbers.class));
        assertEquals(String[].class, world.of(String[].class));
        assertEquals(KorrelException.class, world.loadClass(KorrelException.class.getName()));
        assertNotSame(Watch.class, world.loadClass(Watch.class.getName()));
    }
}
