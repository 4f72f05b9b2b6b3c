package korrel.code;

import java.util.ArrayList;
import java.util.List;

/** The classes of packages/choices/heaps.jsonl, and their predicates: terms with paths, {@code less:key,left.key}. */
public final class Chosen {
    private Chosen() {}

    /** What has fields by name. */
    public interface Fields {
        List<String> names();

        Object get(String field);
    }

    public static final class Bit implements Fields {
        int a;
        int b;

        @Override
        public List<String> names() {
            return List.of("a", "b");
        }

        @Override
        public Object get(String field) {
            return field.equals("a") ? a : b;
        }
    }

    public static final class Node implements Fields {
        int key;
        Node left;
        Node right;

        @Override
        public List<String> names() {
            return List.of("key", "left", "right");
        }

        @Override
        public Object get(String field) {
            return field.equals("key") ? key : field.equals("left") ? left : right;
        }
    }

    public static final class Ring implements Fields {
        @Structures.NonNull Ring next;
        Ring other;

        @Override
        public List<String> names() {
            return List.of("next", "other");
        }

        @Override
        public Object get(String field) {
            return field.equals("next") ? next : other;
        }
    }

    public static final class A implements Fields {
        B b;
        int n;

        @Override
        public List<String> names() {
            return List.of("b", "n");
        }

        @Override
        public Object get(String field) {
            return field.equals("b") ? b : n;
        }
    }

    public static final class B implements Fields {
        @Structures.NonNull A a;
        B more;

        @Override
        public List<String> names() {
            return List.of("a", "more");
        }

        @Override
        public Object get(String field) {
            return field.equals("a") ? a : more;
        }
    }

    /** Lists have nodes of their own. */
    public static final class Lists {
        private Lists() {}

        public static final class Node implements Fields {
            Node next;

            @Override
            public java.util.List<String> names() {
                return java.util.List.of("next");
            }

            @Override
            public Object get(String field) {
                return next;
            }
        }

        public static final class List implements Fields {
            Node first;
            Node last;

            @Override
            public java.util.List<String> names() {
                return java.util.List.of("first", "last");
            }

            @Override
            public Object get(String field) {
                return field.equals("first") ? first : last;
            }
        }
    }

    public static boolean holds(String terms, Object root) {
        for (String term : terms.split(";")) {
            if (!term.isEmpty() && !isTrue(term.split("[:,]", -1), root)) {
                return false;
            }
        }
        return true;
    }

    private static boolean isTrue(String[] term, Object root) {
        Object one = along(term[1], root);
        Object other = term.length > 2 ? along(term[2], root) : null;
        return switch (term[0]) {
            case "null" -> one == null;
            case "some" -> one != null;
            case "same" -> one == other;
            default -> one != null && other != null && (int) one < (int) other;
        };
    }

    private static Object along(String path, Object root) {
        Object at = root;
        for (String field : path.split("[.]")) {
            at = at == null || field.isEmpty() ? at : ((Fields) at).get(field);
        }
        return at;
    }

    /** The heap as a walk meets its objects: each as its class, and what its fields hold. */
    public static List<List<Object>> walked(Object root) {
        List<Object> met = new ArrayList<>(List.of(root));
        List<List<Object>> all = new ArrayList<>();
        for (int at = 0; at < met.size(); at++) {
            Fields one = (Fields) met.get(at);
            List<Object> told = new ArrayList<>(List.of(one.getClass().getSimpleName()));
            for (String field : one.names()) {
                Object held = one.get(field);
                if (held instanceof Fields && !met.contains(held)) {
                    met.add(held);
                }
                told.add(held instanceof Fields ? "@" + met.indexOf(held) : held);
            }
            all.add(told);
        }
        return all;
    }
}
