package korrel.code;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import korrel.Found;
import korrel.Korrel;
import korrel.code.Things.Thing;
import org.junit.jupiter.api.Test;

/** The search against brute force: 400 random predicates over all small heaps; KORREL_PREDICATES=2000 makes it 2,000. */
class BruteTest {
    private static final int PREDICATES = Integer.parseInt(System.getenv().getOrDefault("KORREL_PREDICATES", "400"));
    private static final int LARGE = 40;

    /** All heaps of a size that are reached from one object, one of each class: objects numbered as a walk meets them. */
    private static List<Thing> everyHeap(int size) {
        List<Thing> heaps = new ArrayList<>();
        int ways = (int) Math.pow(size + 1, 2 * size);
        for (int bits = 0; bits < 1 << size; bits++) {
            for (int way = 0; way < ways; way++) {
                Thing[] things = new Thing[size];
                StringBuilder told = new StringBuilder();
                for (int at = 0; at < size; at++) {
                    things[at] = new Thing();
                }
                int left = way;
                for (int at = 0; at < size; at++) {
                    int first = left % (size + 1) - 1;
                    int second = left / (size + 1) % (size + 1) - 1;
                    left /= (size + 1) * (size + 1);
                    things[at].bit = (bits >> at & 1) == 1;
                    things[at].left = first < 0 ? null : things[first];
                    things[at].right = second < 0 ? null : things[second];
                    told.append(things[at].bit ? '1' : '0').append(first < 0 ? "-" : first).append(second < 0 ? "-" : second);
                }
                if (Things.walked(things[0]).equals(told.toString())) {
                    heaps.add(things[0]);
                }
            }
        }
        return heaps;
    }

    private static boolean accepts(int seed, Thing root) {
        try {
            return Things.accepts(seed, root);
        } catch (RuntimeException thrown) {
            return false;
        }
    }

    @Test
    void randomPredicatesAcceptWhatBruteForceFinds() {
        // If this failed, a heap would be missing or come twice, or a larger one before a smaller one.
        List<List<Thing>> bySize = List.of(everyHeap(1), everyHeap(2), everyHeap(3));
        assertEquals(List.of(8, 180, 6_528), bySize.stream().map(List::size).toList());
        long candidates = 0;
        long all = 0;
        for (int number = 0; number < PREDICATES; number++) {
            int seed = number;
            int most = seed < LARGE ? 3 : 2;
            List<String> wanted = bySize.subList(0, most).stream().flatMap(List::stream).filter(root -> accepts(seed, root))
                .map(Things::walked).sorted().toList();
            Found<Thing> search = Korrel.all(Thing.class, root -> Things.accepts(seed, root)).objects(Thing.class, most).iterator();
            List<String> found = new ArrayList<>();
            search.forEachRemaining(root -> found.add(Things.walked(root)));
            assertEquals(wanted, found.stream().sorted().toList(), "seed " + seed);
            assertEquals(found.stream().map(String::length).sorted().toList(), found.stream().map(String::length).toList(), "seed " + seed);
            assertEquals("complete", search.status());
            candidates += search.candidates();
            all += bySize.subList(0, most).stream().mapToInt(List::size).sum();
        }
        assertTrue(candidates < all / 10, candidates + " of " + all + ": what was not read is not tried");
    }
}
