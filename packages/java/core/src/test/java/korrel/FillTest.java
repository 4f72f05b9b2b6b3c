package korrel;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** Objects of a user's classes, made from heaps and read back. */
class FillTest {
    /** If this failed, the JDK's map would hold another tree than the heap, or read back as another one. */
    @Test
    void theTreeMapOfTheJdk() throws Exception {
        String java = ProcessHandle.current().info().command().orElseThrow();
        String program = "-DKORREL=" + System.getProperty("KORREL", System.getenv().getOrDefault("KORREL", "korrel"));
        List<String> words = new ArrayList<>(List.of(java, program, "-cp", System.getProperty("java.class.path")));
        String closed = output(words, "korrel.FillTest$OfTheJdk");
        assertTrue(closed.contains("is closed to reflection: start Java with --add-opens java.base/java.util=ALL-UNNAMED"), closed);
        words.add(1, "--add-opens");
        words.add(2, "java.base/java.util=ALL-UNNAMED");
        assertEquals("37 maps, 37 the same, 37 grown\n", output(words, "korrel.FillTest$OfTheJdk"));
    }

    private static String output(List<String> words, String main) throws IOException {
        List<String> all = new ArrayList<>(words);
        all.add(main);
        Process process = new ProcessBuilder(all).redirectErrorStream(true).start();
        return new String(process.getInputStream().readAllBytes()).replace("\r", "");
    }

    /** Runs by itself, with the JDK's module open or not. */
    static final class OfTheJdk {
        public static void main(String[] args) {
            int maps = 0;
            int same = 0;
            int grown = 0;
            for (Heap heap : Korrel.find(Specs.own("java_util"))) {
                TreeMap<?, ?> map = heap.as(TreeMap.class);
                maps++;
                same += heap.encode().toJson().equals(heap.toJson()) && map.size() == map.keySet().size() ? 1 : 0;
                int size = map.size();
                put(map, 7);
                Heap after = heap.encode();
                grown += after.objects().size() == size + 2 && after.objects().containsKey("Entry$" + size) ? 1 : 0;
            }
            System.out.println(maps + " maps, " + same + " the same, " + grown + " grown");
        }

        @SuppressWarnings("unchecked")
        private static void put(TreeMap<?, ?> map, int key) {
            ((TreeMap<Object, Object>) map).put(key, null);
        }
    }

    static final class Wrong {
        private int root;
    }

    static final class Missing {
        private Object top;
    }

    record Half(Object root, int size) {}

    record Ring(Cell current) {}

    record Cell(int value, Cell next) {}

    @Test
    void mistakesNameTheirPlace() {
        assertEquals("Tree$0.root: an object of sig Node, of which no class is known (say types(Node.class), or "
            + "type(\"Node\", …)), does not fit into int", mistake("red_black_tree", Wrong.class));
        assertEquals("Tree$0.root: class korrel.FillTest$Missing has no field root; it has [top]",
            mistake("red_black_tree", Missing.class));
        assertEquals("Tree$0.$type: class korrel.FillTest$Half has a component size, and the sig no such field",
            mistake("red_black_tree", Half.class));
        assertEquals("Node$2.next: records cannot be part of a cycle: Node$0 → Node$1 → Node$2 → Node$0",
            mistake("circular_list", Ring.class));
    }

    private static String mistake(String spec, Class<?> as) {
        Heap heap = Korrel.find(Specs.library(spec)).list().get(1);
        return assertThrows(KorrelException.class, () -> heap.as(as)).getMessage();
    }

    static final class Tree {
        private Item top;
    }

    static final class Item {
        private int _key;
        private Enum<?> color;
        private Item left;
        private Item right;
        private Item parent;
    }

    enum Color { RED, BLACK }

    @Test
    void fieldsOfOtherNames() {
        Find find = Korrel.find(Specs.library("red_black_tree")).type("Tree", Tree.class, Map.of("root", "top"))
            .type("Node", Item.class, Map.of("key", "_key"));
        for (Heap heap : find) {
            Tree tree = heap.as(Tree.class);
            assertTrue(tree.top == null || tree.top.color instanceof Color, "beside the class, by the enum's name");
            assertEquals(heap.toJson(), heap.encode().toJson());
        }
    }

    @Test
    void newObjectsGetNewNamesAndTheOldKeepTheirs() {
        Heap heap = Korrel.find(Specs.library("red_black_tree")).list().get(1);
        Tree tree = new Tree();
        tree.top = new Item();
        tree.top.color = Color.BLACK;
        Find find = Korrel.find(Specs.library("red_black_tree")).type("Tree", Tree.class, Map.of("root", "top"))
            .type("Node", Item.class, Map.of("key", "_key"));
        Heap made = find.encode(Map.of("t", tree));
        assertEquals("{\"roots\":{\"t\":\"Tree$0\"},\"objects\":{\"Tree$0\":{\"$type\":\"Tree\",\"root\":\"Node$0\"},"
            + "\"Node$0\":{\"$type\":\"Node\",\"key\":0,\"color\":\"BLACK\",\"left\":null,\"right\":null,\"parent\":null}}}",
            made.toJson());
        HeapObject root = (HeapObject) ((HeapObject) heap.root("t")).get("root");
        root.set("left", new HeapObject("Node").set("key", 9).set("color", "RED").set("left", null).set("right", null).set("parent", root));
        assertEquals(Set.of("Tree$0", "Node$0", "Node$1"), heap.encode().objects().keySet());
        ((HeapObject) heap.root("t")).set("root", null);
        assertEquals(Set.of("Tree$0"), heap.encode().objects().keySet(), "what nothing leads to any more is gone");
    }

    @Test
    void whatTheRootsNeverLedToStays() {
        Heap heap = Korrel.find(Specs.library("access_policy")).first().orElseThrow();
        heap.objects();
        assertEquals(heap.toJson(), heap.encode().toJson());
        assertEquals(Set.of("User$0", "Role$0", "Role$1", "Permission$0"), heap.encode().objects().keySet());
    }

    @Test
    void subsetSigsChange() {
        Heap heap = Korrel.find(Specs.own("subsets")).first().orElseThrow();
        heap.set("Marked").clear();
        heap.relation("Warm.degree").clear();
        assertTrue(heap.encode().toJson().contains("\"sets\":{\"Marked\":[],\"Seen\":[],\"Warm\":[\"RED\"]},\"relations\":{\"Warm.degree\":[]}"));
        assertTrue(heap.encode().toJson().contains("\"Node$0\":{\"$type\":\"Node\",\"next\":\"Node$0\"}"), "it is in no sig with the field");
    }

    static final class Equal {
        Set<Member> roles;
    }

    static final class Member {
        @Override
        public boolean equals(Object other) {
            return other instanceof Member;
        }

        @Override
        public int hashCode() {
            return Objects.hash();
        }
    }

    @Test
    void aSetThatTakesTwoObjectsForOneIsNoSuchHeap() {
        Find find = Korrel.find(Specs.library("access_policy")).type("User", Equal.class).type("Role", Member.class,
            Map.of("juniors", "none", "excludes", "none", "permissions", "none"));
        assertThrows(KorrelException.class, () -> find.forEach(heap -> heap.objects()));
    }

    static final class Holder {
        Set<Numbered> items;
    }

    static final class Numbered {
        private int number;
        private List<Integer> tags;

        @Override
        public boolean equals(Object other) {
            return other instanceof Numbered item && item.number == number && item.tags.equals(tags);
        }

        @Override
        public int hashCode() {
            return Objects.hash(number, tags);
        }
    }

    /** If this failed, a set would hold its elements under the hash codes of objects that are still empty. */
    @Test
    void setsAreFilledWhenTheirElementsAre() {
        Find find = Korrel.find(Specs.own("hashed")).type("Item", Numbered.class);
        for (Heap heap : find) {
            Holder holder = heap.as(Holder.class);
            assertTrue(holder.items.stream().allMatch(holder.items::contains));
            assertEquals(heap.toJson(), heap.encode().toJson());
        }
    }

    @Test
    void rootsByTheirTypes() {
        Heap heap = Korrel.find(Specs.library("red_black_tree"), "repOk").type("Tree", Tree.class, Map.of("root", "top"))
            .type("Node", Item.class, Map.of("key", "_key")).first().orElseThrow();
        Object[] both = heap.as(List.of(Heap.class, Tree.class));
        assertEquals(heap, both[0]);
        assertEquals(heap.root("t"), both[1]);
        assertEquals(Optional.of(both[1]), Optional.of(heap.as(Tree.class)), "made once, however it is reached");
        String message = assertThrows(KorrelException.class, () -> heap.as(List.of(Tree.class, Tree.class))).getMessage();
        assertEquals("no root is left for korrel.FillTest$Tree; the roots are {t=Tree}", message);
        assertThrows(KorrelException.class, () -> heap.root("nothing"));
    }
}
