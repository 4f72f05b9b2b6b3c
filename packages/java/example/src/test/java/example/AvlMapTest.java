package example;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import java.util.Map;
import korrel.Find;
import korrel.junit.KorrelSource;
import korrel.junit.KorrelTest;

class AvlMapTest {
    @KorrelTest
    @KorrelSource(spec = "avl.als", command = "remove_pre", configure = "keys")
    void removesAndStaysBalanced(AvlMap<String, String> map, String key) {
        int size = map.size();
        boolean was = map.contains(key);
        map.remove(key);
        map.check();
        assertEquals(was ? size - 1 : size, map.size());
        assertEquals(false, map.contains(key));
    }

    static void keys(Find find) {
        find.values(Map.of("Key", List.of("", " ", "a", "a b", "é")));
    }
}
