package korrel;

import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** What is known of all heaps of a stream: shapes, classes, values. */
final class Codec {
    final Header header;
    final Classes classes;
    final Values values;
    private final Classes registered;
    private final Map<Map<String, Class<?>>, Codec> others;
    private final Map<String, Map<String, Slot>> slots = new ConcurrentHashMap<>();

    Codec(Header header, Classes registered, Values values) {
        this(header, registered, values, new ConcurrentHashMap<>());
    }

    private Codec(Header header, Classes registered, Values values, Map<Map<String, Class<?>>, Codec> others) {
        this.header = header;
        this.registered = registered;
        this.values = values;
        this.others = others;
        classes = Inference.complete(header, registered);
    }

    /** The same where objects of these classes are asked for, which may be known from nowhere else. */
    Codec asking(List<Type> types) {
        Map<String, Class<?>> wanted = new LinkedHashMap<>();
        for (Type type : types) {
            Class<?> of = Fit.raw(type);
            String sig = classes.all().containsValue(of) ? null : sigFor(of, wanted);
            if (sig != null) {
                wanted.put(sig, of);
            }
        }
        return wanted.isEmpty() ? this : others.computeIfAbsent(wanted, this::with);
    }

    /** The same where classes that are called like sigs are asked for, also as what collections hold. */
    Codec naming(List<Type> types) {
        Map<String, Class<?>> wanted = new LinkedHashMap<>();
        for (Type type : types) {
            List<Type> all = new ArrayList<>(List.of(type));
            if (type instanceof ParameterizedType of) {
                all.addAll(List.of(of.getActualTypeArguments()));
            }
            for (Type one : all) {
                Class<?> of = Fit.raw(one);
                if (isForObjects(of) && header.has(of.getSimpleName()) && classes.of(of.getSimpleName()) == null) {
                    wanted.put(of.getSimpleName(), of);
                }
            }
        }
        return wanted.isEmpty() ? this : others.computeIfAbsent(wanted, this::with);
    }

    private Codec with(Map<String, Class<?>> wanted) {
        Classes more = new Classes(registered);
        wanted.forEach((sig, of) -> more.add(sig, of, Map.of()));
        return new Codec(header, more, values, others);
    }

    /** A class of a root's name is that root's; else the one sig of a root that has no class yet has this. */
    private String sigFor(Class<?> of, Map<String, Class<?>> wanted) {
        if (!isForObjects(of)) {
            return null;
        }
        List<String> without = header.roots.values().stream().flatMap(shape -> shape.first().stream())
            .filter(type -> header.has(type) && classes.of(type) == null && values.of(type) == null)
            .filter(type -> !wanted.containsKey(type)).distinct().toList();
        String name = of.getSimpleName();
        return without.contains(name) || without.size() != 1 ? header.has(name) ? name : null : without.get(0);
    }

    private static boolean isForObjects(Class<?> of) {
        return !of.isPrimitive() && !of.isArray() && !of.isEnum() && of != HeapObject.class && of != Heap.class
            && !of.getPackageName().equals("java.lang") && !of.isInterface();
    }

    /** How objects of a type are made; null if they are HeapObjects. */
    Layout layout(String type) {
        Class<?> of = classes.of(type);
        return of == null ? null : Layout.of(of);
    }

    Slot slot(String type, String field) {
        Map<String, Slot> fields = slots.get(type);
        if (fields == null) {
            fields = slots.computeIfAbsent(type, absent -> new ConcurrentHashMap<>());
        }
        Slot slot = fields.get(field);
        if (slot == null) {
            slot = new Slot(header.shape(type, field), field, classes.field(type, field), layout(type));
            fields.put(field, slot);
        }
        return slot;
    }
}
