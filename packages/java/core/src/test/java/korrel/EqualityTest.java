package korrel;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** If these failed, a test could not tell one key from another: a cache that stores the wrong ones would pass. */
class EqualityTest {
    record Key() {}

    static final class Plain {}

    private static final String TWO = "exactly 2 Key, 0..2 Int, 2 seq";

    private static Find find() {
        return Korrel.find(Specs.own("keys")).scope(TWO).limit(50);
    }

    @Test
    void recordsWithoutComponentsAreRefusedWhereThereAreTwo() {
        Heap heap = find().type("Key", Key.class).first().orElseThrow();
        String message = assertThrows(KorrelException.class, heap::objects).getMessage();
        assertTrue(message.startsWith("Key$0 and Key$1 are equal in Java, for Key has no fields"), message);
    }

    @Test
    void oneOfThemIsNotTakenForAnother() {
        Heap heap = Korrel.find(Specs.own("keys")).scope("exactly 1 Key, 0..2 Int, 2 seq").type("Key", Key.class).first().orElseThrow();
        assertEquals(1, heap.all(Key.class).size());
    }

    @Test
    void objectsOfClassesAndHeapObjectsAreEqualToThemselvesAlone() {
        for (Class<?> of : List.of(Plain.class, HeapObject.class)) {
            Find find = of == Plain.class ? find().type("Key", of) : find();
            for (Heap heap : find) {
                Map<String, Object> objects = heap.objects();
                assertNotEquals(objects.get("Key$0"), objects.get("Key$1"));
                assertEquals(heap.toJson(), heap.encode().toJson());
            }
        }
    }

    @Test
    void valuesTellThemApart() {
        Heap heap = find().values(Map.of("Key", List.of("a", "b"))).first().orElseThrow();
        assertNotEquals(heap.objects().get("Key$0"), heap.objects().get("Key$1"));
    }
}
