package korrel;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Traces: states, each a heap, and what happens between them. */
class TraceTest {
    static final class Node {
        Node link;
        Object key;
    }

    private static List<Trace> traces(Find find) {
        return find.list().stream().map(Heap::trace).toList();
    }

    /** If this failed, a change of one state would be one of all, or an object would be lost between two. */
    @Test
    void statesAreHeapsOfWhichEachHasObjectsOfItsOwn() {
        Trace trace = traces(Korrel.find(Specs.ofTraces())).get(0);
        List<Object> rings = trace.history("Ring$0");
        assertEquals(List.of("OFF", "ON", "ON", "OFF"), rings.stream().map(ring -> ((HeapObject) ring).get("mode")).toList());
        assertNotSame(rings.get(0), rings.get(1));
        assertNull(trace.history("Node$0").get(0));
        HeapObject node = (HeapObject) trace.states().get(2).objects().get("Node$0");
        assertSame(trace.states().get(2).objects().get("Node$1"), node.get("link"));
        ((HeapObject) rings.get(2)).set("mode", "OFF");
        Object states = JsonReader.readObject(trace.toJson()).get("states");
        assertEquals(List.of("OFF", "ON", "OFF", "OFF"), ((List<?>) states).stream()
            .map(state -> Json.map(Json.map(Json.map(state).get("objects")).get("Ring$0")).get("mode")).toList());
    }

    /** If this failed, a test that replays actions would call them with objects of another state. */
    @Test
    void stepsHaveTheObjectsOfTheStatesInWhichTheyBegin() {
        Trace trace = traces(Korrel.find(Specs.ofTraces())).get(0);
        assertEquals(List.of(List.of("add"), List.of("add"), List.of("drop"), List.of("stay")),
            trace.steps().stream().map(step -> step.stream().map(Trace.Action::name).toList()).toList());
        Map<String, Object> arguments = trace.steps().get(2).get(0).arguments();
        assertSame(trace.states().get(2).objects().get("Node$0"), arguments.get("n"));
    }

    /** If this failed, who replays a trace would go on with another state than the one that follows. */
    @Test
    void aLoopGoesRoundForEver() {
        List<Trace> all = traces(Korrel.find(Specs.ofTraces()));
        assertSame(all.get(0).states().get(3), all.get(0).at(99));
        assertSame(all.get(2).states().get(1), all.get(2).at(all.get(2).states().size() + 1));
        Trace beginning = traces(Korrel.find(Specs.ofTraces()).flags("--prefixes")).get(0);
        assertEquals(-1, beginning.loop());
        assertThrows(IndexOutOfBoundsException.class, () -> beginning.at(beginning.states().size()));
    }

    /** If this failed, a stream of changes would be other traces, or a trace another line. */
    @Test
    void changesAreDecodedAsTheWholeAndTracesAreWrittenAsTheyWere() {
        List<Heap> whole = Korrel.find(Specs.ofTraces()).list();
        List<Trace> changes = traces(Korrel.find(Specs.ofTraces()).flags("--changes"));
        assertEquals(whole.size(), changes.size());
        for (int at = 0; at < changes.size(); at++) {
            String line = whole.get(at).toJson();
            changes.get(at).states().forEach(Heap::objects);
            assertEquals(line, changes.get(at).toJson());
            assertEquals(line, whole.get(at).trace().toJson());
        }
    }

    /** If this failed, a test of traces could not have its classes, or a failure not be told. */
    @Test
    void aTestOfTracesHasClassesAndFailsWithTheSmallest() {
        Find find = Korrel.find(Specs.ofTraces()).types(Node.class);
        KorrelFailure failure = assertThrows(KorrelFailure.class, () -> find.forAll(Trace.class, trace ->
            assertTrue(trace.states().stream().allMatch(state -> state.all(Node.class).size() < 2))));
        assertTrue(failure.getMessage().contains("then state 3 for ever"), failure.getMessage());
        KorrelException heap = assertThrows(KorrelException.class, () -> Korrel.find(Specs.ofTraces()).first().get().objects());
        assertTrue(heap.getMessage().contains("heap.trace().states()"));
    }
}
