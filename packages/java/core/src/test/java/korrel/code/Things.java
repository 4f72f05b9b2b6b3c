package korrel.code;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.Predicate;

/** Random small predicates about objects with a bit and two references. */
final class Things {
    private static final Map<Integer, Predicate<Thing>> KNOWN = new HashMap<>();

    private Things() {}

    static final class Thing {
        boolean bit;
        Thing left;
        Thing right;

        Thing along(String path) {
            Thing at = this;
            for (int step = 0; step < path.length() && at != null; step++) {
                at = path.charAt(step) == 'l' ? at.left : at.right;
            }
            return at;
        }
    }

    /** The heap as a text, its objects numbered as a walk meets them. */
    static String walked(Thing root) {
        List<Thing> met = new ArrayList<>(List.of(root));
        StringBuilder text = new StringBuilder();
        for (int at = 0; at < met.size(); at++) {
            text.append(met.get(at).bit ? '1' : '0');
            for (Thing one : new Thing[] {met.get(at).left, met.get(at).right}) {
                if (one != null && !met.contains(one)) {
                    met.add(one);
                }
                text.append(one == null ? "-" : String.valueOf(met.indexOf(one)));
            }
        }
        return text.toString();
    }

    static boolean accepts(int seed, Thing root) {
        return KNOWN.computeIfAbsent(seed, Things::predicate).test(root);
    }

    private static Predicate<Thing> predicate(int seed) {
        Random chance = new Random(seed);
        List<Predicate<Thing>> terms = new ArrayList<>();
        for (int left = 1 + chance.nextInt(4); left > 0; left--) {
            terms.add(term(chance));
        }
        return chance.nextBoolean() ? root -> terms.stream().allMatch(term -> term.test(root))
            : root -> terms.stream().anyMatch(term -> term.test(root));
    }

    private static String path(Random chance) {
        StringBuilder path = new StringBuilder();
        for (int left = chance.nextInt(3); left > 0; left--) {
            path.append(chance.nextBoolean() ? 'l' : 'r');
        }
        return path.toString();
    }

    private static Predicate<Thing> term(Random chance) {
        String path = path(chance);
        String other = path(chance);
        boolean wanted = chance.nextBoolean();
        return switch (chance.nextInt(10)) {
            case 0 -> root -> (root.along(path) == null) == wanted;
            case 1 -> root -> root.along(path) == null || root.along(path).bit == wanted;
            case 2 -> root -> (root.along(path) == root.along(other)) == wanted;
            case 3 -> root -> root.along(path) == null || root.along(other) == null || (root.along(path).bit == root.along(other).bit) == wanted;
            case 4 -> root -> root.along(path).bit == wanted; // it throws where there is none
            case 5 -> root -> {
                try {
                    return root.along(path).bit == wanted;
                } catch (NullPointerException none) {
                    return (root.along(other) == null) == wanted || root.left.bit;
                }
            };
            case 6 -> root -> ends(root, path) == wanted;
            case 7 -> root -> counted(root, path) == other.length();
            case 8 -> root -> written(root.along(path), root.along(other), wanted);
            default -> root -> switched(root, path) == other.length() % 3;
        };
    }

    private static boolean ends(Thing root, String path) {
        List<Thing> met = new ArrayList<>();
        Thing at = root;
        while (at != null && !met.contains(at)) {
            met.add(at);
            at = path.isEmpty() || path.charAt(0) == 'l' ? at.left : at.right;
        }
        return at == null;
    }

    private static int counted(Thing root, String path) {
        int count = 0;
        Thing[] met = new Thing[8];
        for (Thing at = root; at != null && count < met.length; at = path.startsWith("r") ? at.right : at.left) {
            met[count] = at;
            count += at.bit ? 1 : 2;
        }
        return count;
    }

    /** As on objects of one's own, a write stays until the end of the run, and no longer. */
    private static boolean written(Thing thing, Thing other, boolean wanted) {
        if (thing == null) {
            return wanted;
        }
        boolean before = thing.bit;
        thing.bit = !before;
        boolean answer = (other != null && other.bit) == wanted;
        thing.bit = before;
        return answer;
    }

    private static int switched(Thing root, String path) {
        Thing at = root.along(path);
        switch (at == null ? 7 : at.left == null ? 1 : at.left == at ? 2 : 3) {
            case 1:
                return at.bit ? 1 : 0;
            case 2:
                return 2;
            case 3:
                return at.right == null ? 1 : 0;
            default:
                return 0;
        }
    }
}
