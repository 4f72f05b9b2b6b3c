package korrel;

import java.lang.reflect.Constructor;
import java.lang.reflect.Executable;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.lang.reflect.Parameter;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.function.UnaryOperator;

/** A class with a method for each action, for `korrel test --itf`; see {@link KorrelDriver#machine}. */
public final class Machine<M> {
    private final Class<M> of;
    private final Function<? super M, ? extends Map<String, ?>> state;
    private final Map<String, List<Executable>> methods = new LinkedHashMap<>();
    private final Map<Object, M> kept = new HashMap<>();
    private UnaryOperator<M> copied;
    private M program;

    Machine(Class<M> of, Function<? super M, ? extends Map<String, ?>> state) {
        this.of = of;
        this.state = state;
        for (Class<?> at = of; at != null && at != Object.class; at = at.getSuperclass()) {
            for (Method method : at.getDeclaredMethods()) {
                if ((method.getModifiers() & (Modifier.PRIVATE | Modifier.STATIC)) == 0 && !method.isSynthetic()) {
                    add(method);
                }
            }
        }
    }

    /** A method that a class overrides is the class's own. */
    private void add(Method method) {
        List<Executable> known = methods.computeIfAbsent(method.getName(), name -> new ArrayList<>());
        if (known.stream().noneMatch(one -> Arrays.equals(one.getParameterTypes(), method.getParameterTypes()))) {
            known.add(method);
        }
    }

    /** Copies a machine with all that it keeps: then the states that behaviours share are kept. */
    public Machine<M> snapshots(UnaryOperator<M> copy) {
        copied = copy;
        return this;
    }

    /** A call with its arguments; what the code under test throws is thrown as it is. */
    interface Call {
        Object call() throws Throwable;
    }

    /** Throws where calls of these parameters can never be made. */
    Map<String, Object> ready(Map<String, Object> header) {
        Json.map(header.get("ops")).forEach((op, about) -> {
            if (methods.containsKey(op)) {
                chosen(methods.get(op), op, Json.map(Json.map(about).get("parameters")).keySet());
            }
        });
        List<String> ops = new ArrayList<>(methods.keySet());
        if (!ops.contains("init")) {
            ops.add("init");
        }
        Map<String, Object> ready = Json.object("ready", true, "ops", ops);
        if (copied != null) {
            ready.put("snapshots", true);
        }
        return ready;
    }

    /** What a request asks for, to be called. */
    Call asked(Map<String, Object> request) {
        return switch ((String) request.get("kind")) {
            case "reset" -> begun(Json.map(request.get("state")));
            case "snapshot" -> () -> kept.put(request.get("as"), copied.apply(program));
            case "restore" -> () -> program = copied.apply(kept.get(request.get("from")));
            default -> action((String) request.get("op"), Json.map(request.get("args")));
        };
    }

    /** The values of variables. */
    Object told() {
        try {
            return Itf.write(state.apply(program), "state");
        } catch (KorrelException unfit) {
            throw unfit;
        } catch (RuntimeException thrown) {
            throw new KorrelException("the state cannot be told: " + thrown, thrown);
        }
    }

    private Call begun(Map<String, Object> values) {
        Executable constructor = chosen(Arrays.asList(of.getDeclaredConstructors()), of.getSimpleName(), values.keySet());
        Object[] arguments = arguments(constructor, values);
        return () -> program = of.cast(made(() -> ((Constructor<?>) constructor).newInstance(arguments)));
    }

    /** Without a method of its own, `init` is what the class makes. */
    private Call action(String op, Map<String, Object> values) {
        if (!methods.containsKey(op)) {
            return () -> null;
        }
        Executable method = chosen(methods.get(op), op, values.keySet());
        Object[] arguments = arguments(method, values);
        return () -> made(() -> ((Method) method).invoke(program, arguments));
    }

    private static Object made(Call call) throws Throwable {
        try {
            return call.call();
        } catch (InvocationTargetException thrown) {
            throw thrown.getCause();
        }
    }

    /** That with the most parameters of those whose parameters are all there: a model may pick values for other actions. */
    private static Executable chosen(List<? extends Executable> all, String name, Set<String> there) {
        Comparator<Executable> byCount = Comparator.comparingInt(Executable::getParameterCount);
        Executable found = all.stream().filter(one -> there.containsAll(names(one))).max(byCount).orElseThrow(() -> {
            List<List<String>> taken = all.stream().map(Machine::names).toList();
            return new KorrelException(name + " takes " + taken.get(0) + ", and the traces' calls have " + there);
        });
        found.setAccessible(true);
        return found;
    }

    private static Object[] arguments(Executable of, Map<String, Object> values) {
        Parameter[] parameters = of.getParameters();
        Object[] arguments = new Object[parameters.length];
        for (int i = 0; i < parameters.length; i++) {
            String name = name(parameters[i]);
            try {
                arguments[i] = Itf.read(values.get(name), parameters[i].getParameterizedType());
            } catch (KorrelException unfit) {
                throw new KorrelException(of.getName() + ", " + name + ": " + unfit.getMessage(), unfit);
            }
        }
        return arguments;
    }

    private static List<String> names(Executable of) {
        return Arrays.stream(of.getParameters()).map(Machine::name).toList();
    }

    private static String name(Parameter parameter) {
        KorrelDriver.Name given = parameter.getAnnotation(KorrelDriver.Name.class);
        if (given == null && !parameter.isNamePresent()) {
            throw new KorrelException("the names of the parameters of " + parameter.getDeclaringExecutable()
                + " are not there: compile with `javac -parameters`, or write `@KorrelDriver.Name(\"…\")` before each");
        }
        return given == null ? parameter.getName() : given.value();
    }
}
