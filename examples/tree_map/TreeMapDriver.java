import java.util.TreeMap;
import java.util.function.BiConsumer;
import korrel.KorrelDriver;

/** A real java.util.TreeMap under `korrel explore` and `korrel test`. */
public final class TreeMapDriver {
    private TreeMapDriver() {}

    public static void main(String[] args) throws Exception {
        KorrelDriver.type(TreeMap.class);
        KorrelDriver.constructor("empty", a -> new TreeMap<Integer, Object>());
        operation("put", (map, key) -> map.put(key, null));
        operation("remove", (map, key) -> map.remove(key));
        KorrelDriver.serve();
    }

    @SuppressWarnings("unchecked")
    private static void operation(String name, BiConsumer<TreeMap<Integer, Object>, Integer> change) {
        KorrelDriver.operation(name, a -> {
            TreeMap<Integer, Object> map = (TreeMap<Integer, Object>) a[0];
            change.accept(map, (Integer) a[1]);
            // Which way the calls went, as far as it is seen from outside.
            KorrelDriver.cover(name + " to " + map.size());
            return null;
        });
    }
}
