package korrel;

import java.lang.reflect.Constructor;
import java.lang.reflect.Executable;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.lang.reflect.Parameter;
import java.lang.reflect.Type;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.function.UnaryOperator;

/** A class with a method for each action, for `korrel test --traces` and `--itf`; see {@link KorrelDriver#machine}. */
public final class Machine<M> {
    final Class<M> of;
    /** Null if the objects of the spec are the state. */
    final Function<? super M, ? extends Map<String, ?>> state;
    private final Map<String, List<Executable>> methods = new LinkedHashMap<>();
    UnaryOperator<M> copied;

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

    /** Copies a machine with all that it keeps, but for the spec's objects: then the states that behaviours share are kept. */
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

    /** What the program says of itself. */
    Map<String, ?> told(M program) {
        try {
            return state.apply(program);
        } catch (KorrelException unfit) {
            throw unfit;
        } catch (RuntimeException thrown) {
            throw new KorrelException("the state cannot be told: " + thrown, thrown);
        }
    }

    /** That which makes a program of these values. */
    Constructor<?> constructor(Set<String> there) {
        return (Constructor<?>) chosen(Arrays.asList(of.getDeclaredConstructors()), of.getSimpleName(), there);
    }

    /** Without a method of its own, `init` is what the class makes. */
    Call action(String op, Set<String> there, M program, BiFunction<String, Type, Object> read) {
        if (!methods.containsKey(op)) {
            return () -> null;
        }
        Executable method = chosen(methods.get(op), op, there);
        Object[] arguments = arguments(method, read);
        return () -> made(() -> ((Method) method).invoke(program, arguments));
    }

    /** The types of the parameters of an action. */
    List<Type> types(String op, Set<String> there) {
        return methods.containsKey(op) ? List.of(chosen(methods.get(op), op, there).getGenericParameterTypes()) : List.of();
    }

    static Object made(Call call) throws Throwable {
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

    static Object[] arguments(Executable of, BiFunction<String, Type, Object> read) {
        Parameter[] parameters = of.getParameters();
        Object[] arguments = new Object[parameters.length];
        for (int i = 0; i < parameters.length; i++) {
            String name = name(parameters[i]);
            try {
                arguments[i] = read.apply(name, parameters[i].getParameterizedType());
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
