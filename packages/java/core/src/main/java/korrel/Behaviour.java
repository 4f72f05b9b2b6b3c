package korrel;

import java.lang.reflect.Constructor;
import java.lang.reflect.Type;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** A program that is called again and again, by the requests of behaviours. */
abstract class Behaviour<M> {
    final Machine<M> machine;
    M program;

    Behaviour(Machine<M> machine) {
        this.machine = machine;
    }

    /** What a request asks for, to be called. */
    Machine.Call asked(Map<String, Object> request) {
        return switch ((String) request.get("kind")) {
            case "reset" -> begun(request);
            case "snapshot" -> () -> keep(request.get("as"));
            case "restore" -> () -> goBack(request.get("from"));
            default -> called((String) request.get("op"), Json.map(request.get("args")));
        };
    }

    abstract Machine.Call begun(Map<String, Object> request);

    abstract Machine.Call called(String op, Map<String, Object> values);

    abstract Object keep(Object number);

    abstract Object goBack(Object number);

    /** Adds to a reply what the program is after a call. */
    abstract void told(String op, Object result, Map<String, Object> reply);

    Machine.Call made(Constructor<?> constructor, Object[] arguments) {
        return () -> program = machine.of.cast(Machine.made(() -> constructor.newInstance(arguments)));
    }

    /** The values of variables, as the Informal Trace Format has them. */
    static final class OfTraces<M> extends Behaviour<M> {
        private final Map<Object, M> kept = new HashMap<>();

        OfTraces(Machine<M> machine) {
            super(machine);
        }

        @Override
        Machine.Call begun(Map<String, Object> request) {
            Map<String, Object> values = Json.map(request.get("state"));
            Constructor<?> constructor = machine.constructor(values.keySet());
            return made(constructor, Machine.arguments(constructor, (name, type) -> Itf.read(values.get(name), type)));
        }

        @Override
        Machine.Call called(String op, Map<String, Object> values) {
            return machine.action(op, values.keySet(), program, (name, type) -> Itf.read(values.get(name), type));
        }

        @Override
        Object keep(Object number) {
            return kept.put(number, machine.copied.apply(program));
        }

        @Override
        Object goBack(Object number) {
            return program = machine.copied.apply(kept.get(number));
        }

        @Override
        void told(String op, Object result, Map<String, Object> reply) {
            if (machine.state == null) {
                throw new KorrelException("the state of " + machine.of.getSimpleName()
                    + " is not told: write `KorrelDriver.machine(Class, state)`");
            }
            reply.put("state", Itf.write(machine.told(program), "state"));
            try {
                reply.put("result", Itf.write(result, "result"));
            } catch (KorrelException noValue) {
                reply.remove("result"); // a trace has no results: one that is no value of a trace is left out
            }
        }
    }

    /** The objects of a spec. */
    static final class OfSpec<M> extends Behaviour<M> {
        private record Kept<M>(M program, Lasting heap) {}

        private final Codec codec;
        private final Map<String, Map<String, Shape>> parameters = new LinkedHashMap<>();
        private final Map<String, Shape> results = new HashMap<>();
        private final Map<Object, Kept<M>> kept = new HashMap<>();
        private Lasting heap;

        OfSpec(Machine<M> machine, Codec known) {
            super(machine);
            List<Type> asked = new ArrayList<>();
            if (!known.classes.all().containsValue(machine.of)) { // else it is an object of the spec
                asked.addAll(List.of(machine.constructor(known.header.roots.keySet()).getGenericParameterTypes()));
            }
            Json.map(known.header.json().get("ops")).forEach((op, about) -> {
                Map<String, Shape> shapes = Header.shapes(Json.map(about).get("parameters"));
                parameters.put(op, shapes);
                if (Json.map(about).get("result") instanceof String result) {
                    results.put(op, Shape.of(result));
                }
                asked.addAll(machine.types(op, shapes.keySet()));
            });
            codec = known.naming(asked);
        }

        @Override
        Machine.Call begun(Map<String, Object> request) {
            heap = new Lasting(codec, request);
            // The program may be an object of the spec; else it is made, with the roots that it takes.
            for (Object root : heap.roots.values()) {
                if (root != null && root.getClass() == machine.of) {
                    return () -> program = machine.of.cast(root);
                }
            }
            Constructor<?> constructor = machine.constructor(heap.roots.keySet());
            return made(constructor, Machine.arguments(constructor, heap::root));
        }

        @Override
        Machine.Call called(String op, Map<String, Object> values) {
            Map<String, Shape> shapes = parameters.get(op);
            return machine.action(op, shapes.keySet(), program,
                (name, type) -> heap.graph.reading.value(values.get(name), shapes.get(name), type));
        }

        @Override
        Object keep(Object number) {
            M copy = machine.copied.apply(program);
            return kept.put(number, new Kept<>(copy, new Lasting(heap, program, copy)));
        }

        @Override
        Object goBack(Object number) {
            Kept<M> from = kept.get(number);
            program = machine.copied.apply(from.program());
            heap = new Lasting(from.heap(), from.program(), program);
            heap.graph.refill();
            return program;
        }

        @Override
        void told(String op, Object result, Map<String, Object> reply) {
            if (machine.state != null) {
                heap.tell(machine.told(program));
            }
            heap.step(result, results.get(op), reply);
        }
    }
}
