package korrel;

import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The behaviour of a system: states one after the other, each a heap with objects of its own, and what happens between
 * them.
 *
 * <p>An object that keeps its name is one and the same: {@code trace.states().get(1).objects().get("Node$0")}.
 */
public final class Trace {
    private final Map<String, Object> record;
    private final Header header;
    private final List<Heap> states;

    /** What happens in a step: an action, and its arguments by name. Objects are those of the state in which it begins. */
    public record Action(String name, Map<String, Object> arguments) {}

    Trace(Codec codec, Map<String, Object> record) {
        this.record = record;
        header = codec.header;
        states = Changed.wholeStates(record).stream().map(state -> new Heap(codec, state)).toList();
    }

    public List<Heap> states() {
        return states;
    }

    /** The index of the state after the last one; -1 in the beginning of a trace, of which nothing more is known. */
    public int loop() {
        return record.get("loop") instanceof Number loop ? loop.intValue() : -1;
    }

    /** All actions of each step, the last one of a loop leading back; empty if the spec has no actions. */
    public List<List<Action>> steps() {
        List<List<Action>> steps = new ArrayList<>();
        if (record.get("steps") instanceof List<?> told) {
            for (int at = 0; at < told.size(); at++) {
                Heap state = states.get(at);
                steps.add(((List<?>) told.get(at)).stream().map(action -> action(Json.map(action), state)).toList());
            }
        }
        return steps;
    }

    private Action action(Map<String, Object> told, Heap state) {
        String name = (String) told.get("action");
        Map<String, Object> arguments = new LinkedHashMap<>();
        Json.map(told.get("args")).forEach((of, json) ->
            arguments.put(of, state.member(json, header.actions.get(name).get(of))));
        return new Action(name, Collections.unmodifiableMap(arguments));
    }

    /** For which values an assertion fails. An object is that of the first state that has it. */
    public Map<String, Object> witness() {
        Map<String, Object> witness = new LinkedHashMap<>();
        Json.map(record.get("witness")).forEach((name, json) -> witness.put(name,
            states.stream().filter(state -> !(json instanceof String object) || state.objects().containsKey(object)).findFirst()
                .orElse(states.get(0)).member(json, header.witness.getOrDefault(name, Shape.ANY))));
        return witness;
    }

    /** The state at a time from 0 on: the loop goes round for ever. */
    public Heap at(long time) {
        int count = states.size();
        if (time < 0 || time >= count && loop() < 0) {
            throw new IndexOutOfBoundsException(
                "there is no state " + time + ": nothing is known of what follows state " + (count - 1));
        }
        return states.get((int) (time < count ? time : loop() + (time - loop()) % (count - loop())));
    }

    /** The object of this name in each state; null where it is not there. */
    public List<Object> history(String name) {
        return Collections.unmodifiableList(states.stream().map(state -> state.objects().get(name)).collect(
            ArrayList::new, ArrayList::add, ArrayList::addAll));
    }

    /** The record of what the objects are now, each state whole: unchanged it is the line that was read, if that is so, too. */
    public String toJson() {
        return Json.write(written());
    }

    Map<String, Object> written() {
        Map<String, Object> now = new LinkedHashMap<>(record);
        now.put("states", states.stream().map(state -> (Object) state.encode().record()).toList());
        return now;
    }

    /** A drawing of each state. */
    @Override
    public String toString() {
        StringBuilder text = new StringBuilder();
        for (int at = 0; at < states.size(); at++) {
            text.append("state ").append(at).append(": ").append(states.get(at)).append('\n');
        }
        return text + (loop() < 0 ? "(nothing is known of what follows)" : "then state " + loop() + (loop() + 1 == states.size() ? " for ever" : ""));
    }
}
