package korrel;

import java.lang.reflect.GenericArrayType;
import java.lang.reflect.Modifier;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Guesses the classes of sigs from those that are known, so that a test names one class and not ten.
 *
 * <p>A field of the sig that leads to objects of one other sig says, by its type in Java, of which class
 * these are. For what is left, and for the sigs that extend one whose class is abstract, a class of the
 * sig's name is looked for beside those that are known: nested in them, around them, in their package.
 * What a test has registered is never replaced.
 */
final class Inference {
    private final Header header;
    private final Classes classes;
    private final Set<Class<?>> near = new LinkedHashSet<>();
    private final ArrayDeque<String> open = new ArrayDeque<>();

    private Inference(Header header, Classes classes) {
        this.header = header;
        this.classes = classes;
    }

    static Classes complete(Header header, Classes known) {
        Classes classes = new Classes(known);
        Inference inference = new Inference(header, classes);
        known.all().forEach((type, of) -> {
            inference.near.add(of);
            inference.open.add(type);
        });
        do {
            inference.followFields();
        } while (inference.lookAround());
        return classes;
    }

    private void followFields() {
        while (!open.isEmpty()) {
            String type = open.remove();
            Class<?> of = classes.of(type);
            if (of.isEnum()) {
                continue;
            }
            Layout layout = Layout.of(of);
            header.fields(type).forEach((field, shape) -> {
                String name = classes.field(type, field);
                if (layout.has(name)) {
                    columns(shape, layout.type(name));
                }
            });
        }
    }

    private void columns(Shape shape, Type type) {
        List<Type> parts = parts(type);
        for (int i = 0; i < shape.columns().size() && i < parts.size(); i++) {
            if (shape.columns().get(i).size() == 1) {
                settle(shape.columns().get(i).get(0), parts.get(i));
            }
        }
    }

    /** The types of a container's elements; a plain type is its own. */
    private static List<Type> parts(Type type) {
        List<Type> parts = new ArrayList<>();
        if (type instanceof ParameterizedType generic && isContainer(Fit.raw(type))) {
            for (Type argument : generic.getActualTypeArguments()) {
                parts.add(parts(argument).get(0));
            }
        } else if (type instanceof GenericArrayType array) {
            parts.add(array.getGenericComponentType());
        } else if (type instanceof Class<?> of && of.isArray()) {
            parts.addAll(of.getComponentType().isArray() ? List.of(type) : List.of(of.getComponentType()));
        } else {
            parts.add(type);
        }
        return parts;
    }

    private void settle(String type, Type guess) {
        Class<?> of = Fit.raw(guess);
        if (of == null || classes.of(type) != null || of.isEnum() != header.enums().containsKey(type)) {
            return;
        }
        if (!of.isPrimitive() && !of.isArray() && !of.getPackageName().equals("java.lang") && !isContainer(of)) {
            near.add(of);
            if (!Modifier.isAbstract(of.getModifiers())) {
                add(type, of);
            }
        }
    }

    private void add(String type, Class<?> of) {
        classes.add(type, of, Map.of());
        near.add(of);
        open.add(type);
    }

    private static boolean isContainer(Class<?> of) {
        return Collection.class.isAssignableFrom(of) || Map.class.isAssignableFrom(of) || of == Optional.class;
    }

    /** Whether a class was found. */
    private boolean lookAround() {
        List<String> missing = new ArrayList<>(header.types());
        missing.addAll(header.enums().keySet());
        missing.removeIf(type -> classes.of(type) != null);
        for (String type : missing) {
            String name = type.substring(type.lastIndexOf('/') + 1);
            near.stream().map(of -> beside(of, name)).filter(found -> suits(type, found)).findFirst()
                .ifPresent(found -> add(type, found));
        }
        return !open.isEmpty();
    }

    private boolean suits(String type, Class<?> found) {
        return found != null && found.isEnum() == header.enums().containsKey(type)
            && !Modifier.isAbstract(found.getModifiers()) && !found.isInterface();
    }

    private static Class<?> beside(Class<?> of, String name) {
        for (Class<?> at = of; at != null; at = at.getEnclosingClass()) {
            for (Class<?> nested : at.getDeclaredClasses()) {
                if (nested.getSimpleName().equals(name)) {
                    return nested;
                }
            }
        }
        String prefix = of.getPackageName().isEmpty() ? "" : of.getPackageName() + ".";
        try {
            return of.getPackageName().startsWith("java.") ? null : Class.forName(prefix + name, false, of.getClassLoader());
        } catch (ClassNotFoundException | LinkageError none) {
            return null;
        }
    }
}
