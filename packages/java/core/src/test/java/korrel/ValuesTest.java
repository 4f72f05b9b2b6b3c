package korrel;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** The contract of values: if one of these failed, a test would see values that are not its own. */
class ValuesTest {
    private static final Map<String, ?> ALL = Map.of("Key", List.of("", "é", "a b"), "Int", List.of(0, 1, 255));

    @Test
    void atomsAndIntegersInEveryPlace() {
        HeapObject store = (HeapObject) first(ALL).root("Store");
        assertEquals(Map.of("", 0, "é", 0), store.get("table"));
        assertEquals(List.of("é"), store.get("order"));
        assertEquals(List.of(List.of("é", "é")), store.get("pairs"));
        assertEquals("", store.get("first"));
    }

    @Test
    void oneByOne() {
        Map<String, ?> named = Map.of("Key", Map.of("Key$0", 'x', "Key$1", List.of()), "Int", Map.of(0, -7L, "1", 8, "2", 9));
        Heap heap = first(named);
        HeapObject store = (HeapObject) heap.root("Store");
        assertEquals('x', store.get("first"));
        assertEquals(-7L, store.get("least"));
        assertEquals(heap.toJson(), heap.encode().toJson());
        store.set("least", (byte) -7);
        assertEquals(heap.toJson(), heap.encode().toJson(), "numbers are equal, whatever their type");
        store.set("least", 9.0);
        Codec plain = new Codec(heap.header(), new Classes(), Values.NONE);
        assertEquals(2, ((HeapObject) new Heap(plain, heap.encode().record()).root("Store")).get("least"));
    }

    @Test
    void mistakes() {
        assertEquals("values: the spec has no sig Kex; those without fields are [Key], and Int", mistake(Map.of("Kex", List.of())));
        assertEquals("values: Store has fields [table, sizes, order, pairs, first, least]: its atoms are objects",
            mistake(Map.of("Store", List.of(1))));
        assertEquals("values: Key$0 and Key$1 have one value, \"a\"", mistake(Map.of("Key", List.of("a", "a"))));
        assertEquals("values: 0 and 1 have one value, 5", mistake(Map.of("Int", List.of(5, 5L))));
        assertEquals("values: Key$1 has no value; Key has 1 of them", mistake(Map.of("Key", List.of("a"))));
        assertEquals("values: Node$0 is no atom of Key, such as Key$0", mistake(Map.of("Key", Map.of("Node$0", 1))));
        assertEquals("values: x is no integer", mistake(Map.of("Int", Map.of("x", 1))));
        assertEquals("values: Key has neither a list of values nor a map", mistake(Map.of("Key", "abc")));
        assertEquals("values: Key$1 has the value null, which says that there is none",
            mistake(Map.of("Key", Arrays.asList("a", null))));
    }

    @Test
    void noEnumAndNoSubset() {
        Find find = Korrel.find(Specs.own("subsets"));
        assertEquals("values: Color is an enum; its values are [RED, GREEN]",
            assertThrows(KorrelException.class, () -> find.values(Map.of("Color", List.of(1))).first()).getMessage());
        assertEquals("values: Marked is a subset: name the sig that its atoms are of",
            assertThrows(KorrelException.class, () -> find.values(Map.of("Marked", List.of(1))).first()).getMessage());
        Find names = Korrel.find(Specs.library("intentional_names"));
        assertEquals("values: Value is abstract: name those that extend it, [Root, Wildcard, Plain]",
            assertThrows(KorrelException.class, () -> names.values(Map.of("Value", List.of(1))).first()).getMessage());
    }

    @Test
    void whatIsNoValueIsNotEncoded() {
        Heap heap = first(ALL);
        HeapObject store = (HeapObject) heap.root("Store");
        store.set("least", 2);
        assertEquals("Store$0.least: values: 2 is no value of Int", unknown(heap));
        store.set("least", 0).set("first", "z");
        assertEquals("Store$0.first: values: \"z\" is no value of Key", unknown(heap));
        Map<Object, Object> table = new LinkedHashMap<>(Map.of("a b", 255));
        store.set("first", null).set("table", table);
        assertEquals("{\"Key$2\":2}", Json.write(Json.map(Json.map(heap.encode().record().get("objects")).get("Store$0")).get("table")),
            "a value that was not in the heap is a new atom");
    }

    private static Heap first(Map<String, ?> values) {
        return Korrel.find(Specs.own("keys"), "two").values(values).first().orElseThrow();
    }

    private static String mistake(Map<String, ?> values) {
        return assertThrows(KorrelException.class, () -> first(values).objects()).getMessage();
    }

    private static String unknown(Heap heap) {
        return assertThrows(KorrelException.class, heap::encode).getMessage();
    }
}
