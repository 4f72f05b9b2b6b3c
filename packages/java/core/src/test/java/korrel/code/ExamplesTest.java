package korrel.code;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import korrel.All;
import korrel.Found;
import korrel.Korrel;
import org.junit.jupiter.api.Test;

/** What fields hold, read off example objects. */
class ExamplesTest {
    interface Shape {}

    static final class Circle implements Shape {
        int radius;
    }

    static final class Square implements Shape {
        Circle inside;
    }

    static final class Bag<T> {
        List<T> items = new ArrayList<>();
        Object label;
        Shape first;
        Double weight;
        Bag<T> next;

        static Bag<Integer> of(Object label, Shape first, Integer... items) {
            Bag<Integer> bag = new Bag<>();
            bag.items.addAll(List.of(items));
            bag.label = label;
            bag.first = first;
            bag.weight = 0.5;
            return bag;
        }

        boolean isSorted() {
            for (int at = 1; at < items.size(); at++) {
                if ((Integer) items.get(at - 1) > (Integer) items.get(at)) {
                    return false;
                }
            }
            return true;
        }
    }

    private static <T> int count(All<T> all) {
        return all.list().size();
    }

    @Test
    void whatTypesDoNotSayExamplesShow() {
        // If this failed, a class that was published with fields of Object could only be tried once each field was described.
        Square square = new Square();
        square.inside = new Circle();
        Bag<Integer> empty = Bag.of(null, null);
        All<Bag<Integer>> bags = Korrel.like(Bag.of("x", new Circle(), 1, 2), Bag.of("y", square, 3), empty).where(Bag::isSorted)
            .objects(Circle.class, 1).objects(Square.class, 1).ints(1, 2).length(2).values(String.class, "x", "y");
        // Lists: 1 + 2 + 3. Labels: null, x, y. Shapes: null, circles 2, a square with one of them 2. Always 0.5, and no next one.
        assertEquals(6 * 3 * 5, count(bags));
        assertTrue(bags.list().stream().allMatch(bag -> bag.weight == 0.5 && bag.next == null));
        Found<Bag<Integer>> found = bags.iterator();
        assertEquals(List.of("the examples have Square.inside never null: if that may be otherwise, show such an object, too",
            "the examples have Bag.next always null: if that may be otherwise, show such an object, too"), found.notes());
    }

    @Test
    void whatIsSaidOfAFieldComesFirst() {
        All<Bag<Integer>> bags = Korrel.like(Bag.of("x", null)).where(Bag::isSorted).length(1).ints(0, 0).values("Bag.items[]", 7)
            .values("Bag.label", "a", "b");
        assertEquals(2 * 2, count(bags));
    }
}
