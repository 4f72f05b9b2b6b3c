package korrel;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Machines under {@code korrel test --traces}. */
class BehaviourTest {
    static final class Key {
        int weight;
        int year;
    }

    static final class Node {
        Key key;
        Node link;
        Key by;

        Node(Key key, Node link) {
            this.key = key;
            this.link = link;
            by = key;
        }
    }

    static final class Ring {
        int capacity;
        String mode;
        List<Key> log;
        Map<Key, Node> owner;
        Map<Node, Set<Key>> pairs;
    }

    /** Its root is decoded and changed in place; nodes come and go. */
    static final class Chain {
        static List<String> how = List.of();
        final Ring ring;
        List<Node> nodes = new ArrayList<>();

        Chain(@KorrelDriver.Name("Ring") Ring ring) {
            this.ring = ring;
        }

        void add(@KorrelDriver.Name("k") Key key) {
            System.out.println("what a program prints is no reply");
            nodes.add(new Node(key, nodes.isEmpty() ? null : nodes.get(0)));
            ring.log.add(key);
            told("ON");
        }

        void drop(@KorrelDriver.Name("n") Node node, @KorrelDriver.Name("keys") Set<Key> keys) {
            if (!nodes.remove(node) || !Set.of(node.key).containsAll(keys)) {
                throw new IllegalStateException("these are others");
            }
            nodes.forEach(other -> other.link = how.contains("keeps") ? other.link : null);
            ring.log = new ArrayList<>();
            told("OFF");
        }

        void stay() {}

        private void told(String mode) {
            ring.mode = mode;
            ring.owner = new LinkedHashMap<>();
            ring.pairs = new LinkedHashMap<>();
            nodes.forEach(node -> {
                ring.owner.put(node.key, node);
                ring.pairs.put(node, Set.of(node.key));
            });
        }

        Chain copy() {
            Chain copy = new Chain(ring);
            copy.nodes = new ArrayList<>(nodes);
            return copy;
        }

        Map<String, Object> state() {
            Map<String, Object> state = new HashMap<>();
            state.put("Node", nodes);
            state.put("Marked", nodes.stream().filter(node -> node.link != null).toList());
            if (how.contains("misnamed")) {
                state.put("Nood", List.of());
            }
            return state;
        }
    }

    /** It tells the spec's view of it. */
    static class Jobs {
        final Deque<HeapObject> jobs = new ArrayDeque<>();

        void put(@KorrelDriver.Name("j") HeapObject job) {
            if (Chain.how.contains("wrong")) {
                jobs.addFirst(job);
            } else {
                jobs.addLast(job);
            }
        }

        HeapObject take() {
            return jobs.removeFirst();
        }

        Map<String, Object> state() {
            Iterator<HeapObject> all = jobs.iterator();
            HeapObject first = all.hasNext() ? all.next() : null;
            HeapObject second = all.hasNext() ? all.next() : null;
            return Map.of("Queue", Map.of("first", Optional.ofNullable(first), "second", Optional.ofNullable(second)));
        }
    }

    /** The object of a root. */
    static final class Queue {
        HeapObject first;
        HeapObject second;

        void put(@KorrelDriver.Name("j") HeapObject job) {
            if (first == null) {
                first = job;
            } else if (Chain.how.contains("wrong")) {
                second = first;
                first = job;
            } else {
                second = job;
            }
        }

        HeapObject take() {
            HeapObject taken = first;
            first = second;
            second = null;
            return taken;
        }

        Queue copy() {
            Queue copy = new Queue();
            copy.first = first;
            copy.second = second;
            return copy;
        }
    }

    /** Runs by itself. */
    static final class Driver {
        public static void main(String[] args) throws Exception {
            Chain.how = List.of(args);
            boolean snapshots = Chain.how.contains("snapshots");
            if (Chain.how.contains("jobs")) {
                KorrelDriver.machine(Jobs.class, Jobs::state);
            } else if (Chain.how.contains("queue")) {
                KorrelDriver.type(Queue.class);
                Machine<Queue> machine = KorrelDriver.machine(Queue.class);
                if (snapshots) {
                    machine.snapshots(Queue::copy);
                }
            } else {
                Machine<Chain> machine = KorrelDriver.machine(Chain.class, Chain::state);
                if (snapshots) {
                    machine.snapshots(Chain::copy);
                }
            }
            KorrelDriver.serve();
        }
    }

    /**
     * If this failed, objects that come and go would not keep their names, sets and relations not be told, or the report
     * depend on how the driver goes back.
     */
    @Test
    void objectsComeAndGoAndKeepTheirNames() throws Exception {
        for (String snapshots : List.of("", "snapshots")) {
            String right = replay(0, Specs.ofTraces(), "p", "1..6", snapshots);
            assertTrue(right.contains("add: 10 calls, 10 pass") && right.contains("COMPLETE: 22 calls"), right);
            String wrong = replay(1, Specs.ofTraces(), "p", "1..6", "keeps", snapshots);
            assertTrue(wrong.contains("Node' is {Node$0, Node$1}"), wrong);
            assertTrue(wrong.contains("3. drop(n Node$0, keys [\"Key$0\"])  fails"), wrong);
        }
        String misnamed = replay(1, Specs.ofTraces(), "p", "1..6", "misnamed");
        assertTrue(misnamed.contains("the state has `Nood`, and the spec has first, Ring, Key, Node"), misnamed);
    }

    /** If this failed, a program could not tell its state, or not be an object of the spec. */
    @Test
    void aProgramTellsItsStateOrIsAnObject() throws Exception {
        for (List<String> how : List.of(List.of("jobs"), List.of("queue"), List.of("queue", "snapshots"))) {
            assertTrue(replay(0, Specs.queue(), "behaviours", "6", how.toArray(String[]::new)).contains("COMPLETE: 27 calls"));
            List<String> wrong = new ArrayList<>(how);
            wrong.add("wrong");
            String told = replay(1, Specs.queue(), "behaviours", "6", wrong.toArray(String[]::new));
            assertTrue(told.contains("2. put(j Job$1)  fails") && told.contains("COMPLETE: 15 calls"), told);
        }
    }

    /** If this failed, the skeleton of a machine would have to be mended before it is filled in. */
    @Test
    void aMachineOfGenIsCompiled(@TempDir Path folder) throws Exception {
        String korrel = System.getProperty("KORREL", System.getenv().getOrDefault("KORREL", "korrel"));
        Path file = folder.resolve("Skeleton.java");
        Process process = new ProcessBuilder(korrel, "gen", "java", "--traces", Specs.ofTraces(), "-o", file.toString()).start();
        assertEquals(0, process.waitFor());
        String classes = System.getProperty("java.class.path");
        assertEquals(0, ToolProvider.getSystemJavaCompiler().run(null, null, null, "-encoding", "UTF-8", "-cp", classes, "-d",
            folder.toString(), file.toString()));
    }

    private static String replay(int code, String spec, String command, String steps, String... how) throws Exception {
        String java = ProcessHandle.current().info().command().orElseThrow();
        String korrel = System.getProperty("KORREL", System.getenv().getOrDefault("KORREL", "korrel"));
        List<String> words = new ArrayList<>(List.of(korrel, "test", spec, "--traces", command, "--steps", steps,
            "--start-timeout", "60s", "--", java, "-cp", System.getProperty("java.class.path"), "korrel.BehaviourTest$Driver"));
        words.addAll(List.of(how));
        Process process = new ProcessBuilder(words).redirectErrorStream(true).start();
        String report = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertEquals(code, process.waitFor(), report);
        return report;
    }
}
