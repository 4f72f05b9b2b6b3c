package korrel;

import java.lang.invoke.MethodType;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.TypeVariable;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;

/** What is to be enumerated: the types that roots reach, what their fields hold, and bounds. */
final class Description {
    private static final int FEW = 3;
    private static final int MOST_FIELDS = 62;
    private static final Map<Class<?>, String> NAMES = Map.of(int.class, "int", long.class, "int", short.class, "int",
        byte.class, "int", boolean.class, "boolean", char.class, "char", String.class, "String", double.class, "double",
        float.class, "float");

    final List<Type> types = new ArrayList<>();
    final List<Root> roots = new ArrayList<>();
    /** The values of plain types, as far as they occur. */
    final Map<String, Object[]> values = new LinkedHashMap<>();
    private boolean hasArrays;
    private boolean hasMaps;
    private final Bounds bounds;
    private final Map<Class<?>, Type> byClass = new HashMap<>();
    private final Map<TypeVariable<?>, java.lang.reflect.Type> arguments = new HashMap<>();
    private final Set<Class<?>> referred = new HashSet<>();
    private final Set<Object> used = new HashSet<>();

    /** What a user has said. Values are by class, or by the name of a field. */
    static final class Bounds {
        final Map<Class<?>, Integer> objects = new LinkedHashMap<>();
        final Map<Object, Object[]> values = new LinkedHashMap<>(Map.of(
            int.class, new Object[] {0, 1, 2}, boolean.class, new Object[] {false, true},
            char.class, new Object[] {'a', 'b'}, String.class, new Object[] {"a", "b"}));
        /** Fields that are never null. */
        final Set<String> notNull = new LinkedHashSet<>();
        int length = FEW;
        int size = Integer.MAX_VALUE;
        /** What shows what fields hold; null where their types alone say it. */
        Examples examples;
        /** Of the roots; null if they have those of their classes. */
        List<String> names;
    }

    record Root(String name, Class<?> of, Kind kind) {}

    /** A class whose objects are enumerated. */
    static final class Type {
        final String name;
        final Class<?> own;
        final int index;
        /** All fields, and those that are enumerated. */
        final List<Attribute> attributes = new ArrayList<>();
        final List<Attribute> enumerated = new ArrayList<>();
        int bound;
        /** The class in the world of the search, and its objects there: so many of them are in use. */
        Class<?> world;
        Layout ownLayout;
        Layout worldLayout;
        Cell[] pool;
        int used;

        private Attribute[] fields;

        Type(String name, Class<?> own, int index) {
            this.name = name;
            this.own = own;
            this.index = index;
        }

        /** Those that are enumerated, for loops that are run for each heap. */
        Attribute[] fields() {
            if (fields == null) {
                fields = enumerated.toArray(Attribute[]::new);
            }
            return fields;
        }
    }

    /** A field: the one of the user's class, and the one of the world of the search. */
    static final class Attribute {
        final String name;
        final Field own;
        final int bit;
        /** Null if it is not enumerated: a transient field, whose value is that of a new object. */
        Kind kind;
        Field world;

        Attribute(String name, Field own, int bit) {
            this.name = name;
            this.own = own;
            this.bit = bit;
        }
    }

    Description(List<Class<?>> given, Bounds bounds) {
        this.bounds = bounds;
        for (Class<?> root : given) {
            long same = given.stream().filter(root::equals).count();
            long before = roots.stream().filter(other -> other.of == root).count();
            String name = bounds.names != null ? bounds.names.get(roots.size())
                : root.getSimpleName() + (same > 1 ? String.valueOf(before + 1) : "");
            roots.add(new Root(name, root, kind(root, root.getSimpleName(), false)));
        }
        for (Type type : types) {
            int asRoot = (int) given.stream().filter(type.own::equals).count();
            type.bound = bounds.objects.getOrDefault(type.own, referred.contains(type.own) ? FEW : asRoot);
        }
        Stream.of(bounds.objects.keySet(), bounds.values.keySet(), bounds.notNull).forEach(keys -> keys.forEach(this::isReached));
    }

    private void isReached(Object bound) {
        if (!used.contains(bound) && !NAMES.containsKey(bound)) {
            throw new KorrelException((bound instanceof Class<?> of ? of.getSimpleName() : bound)
                + ": no class or field of this name is reached from the roots; there are " + String.join(", ", names()));
        }
    }

    boolean hasMaps() {
        return hasMaps;
    }

    boolean hasArrays() {
        return hasArrays;
    }

    private List<String> names() {
        return types.stream().map(type -> type.name).toList();
    }

    // What a field holds

    private Kind kind(java.lang.reflect.Type given, String place, boolean isNullable) {
        java.lang.reflect.Type type = resolved(given);
        Class<?> raw = Fit.raw(type);
        boolean isShown = bounds.examples != null && place.contains(".");
        boolean mayBeNull = isNullable && !bounds.notNull.contains(place) && !(isShown && bounds.examples.isNeverNull(place));
        used.add(place);
        if (bounds.values.containsKey(place)) {
            return new Kind.One(checked(place, bounds.values.get(place), raw), List.of());
        } else if (isShown && isOpen(raw, place)) {
            return shown(raw, place, mayBeNull);
        }
        if (raw.isArray()) {
            hasArrays = true;
            return new Kind.Array(kind(Fit.component(type), place + "[]", true), bounds.length, raw.getComponentType());
        } else if (raw == List.class || raw == Collection.class) {
            return new Kind.Sequence(kind(Fit.argument(type, 0), place + "[]", false), bounds.length);
        } else if (raw == Set.class) {
            return new Kind.Members(distinct(Fit.argument(type, 0), place), bounds.length);
        } else if (raw == Map.class) {
            hasMaps = true;
            return new Kind.Entries(new Kind.Members(distinct(Fit.argument(type, 0), place), bounds.length),
                kind(Fit.argument(type, 1), place + "{}", false));
        }
        Class<?> plain = MethodType.methodType(raw).unwrap().returnType();
        Object[] values = valuesOf(plain, place);
        if (values != null) {
            return new Kind.One(plain != raw && mayBeNull ? withNull(values) : values, List.of());
        }
        List<Type> choices = choices(raw, place);
        referred.addAll(place.contains(".") ? choices.stream().map(one -> one.own).toList() : List.of());
        return new Kind.One(mayBeNull ? new Object[] {null} : new Object[0], choices);
    }

    /** Whether a type says less than the examples. */
    private boolean isOpen(Class<?> raw, String place) {
        if (raw.isArray() || Map.class == raw || raw.isInterface() && Collection.class.isAssignableFrom(raw)) {
            return false;
        }
        Class<?> plain = MethodType.methodType(raw).unwrap().returnType();
        boolean isOfUser = !World.isPlatform(raw) && !raw.isEnum();
        return bounds.examples.isAlwaysNull(place) || (isOfUser ? !bounds.examples.classes(place).equals(List.of(raw)) && !bounds.examples.classes(place).isEmpty()
            : !raw.isEnum() && !NAMES.getOrDefault(plain, "double").matches("int|boolean|char|String") && !bounds.values.containsKey(plain));
    }

    /** What the examples have at a place: of each class of the user's objects, of plain types the values of these, else the values that were seen. */
    private Kind.One shown(Class<?> raw, String place, boolean mayBeNull) {
        List<Object> values = new ArrayList<>(mayBeNull && !raw.isPrimitive() ? Arrays.asList((Object) null) : List.of());
        List<Type> types = new ArrayList<>();
        for (Class<?> of : bounds.examples.classes(place)) {
            Class<?> plain = MethodType.methodType(of).unwrap().returnType();
            Class<?> key = NAMES.getOrDefault(plain, "").equals("int") && !bounds.values.containsKey(plain) ? int.class : plain;
            if (!World.isPlatform(of) && !of.isEnum()) {
                types.add(type(of));
                referred.add(of);
            } else if (bounds.values.containsKey(key) || of.isEnum()) {
                values.addAll(Arrays.asList(valuesOf(plain, place)));
            } else {
                Stream.of(bounds.examples.values(place)).filter(of::isInstance).forEach(values::add);
            }
        }
        return new Kind.One(values.toArray(), types);
    }

    /** What a variable stands for where its class was reached. */
    private java.lang.reflect.Type resolved(java.lang.reflect.Type given) {
        java.lang.reflect.Type type = given;
        while (type instanceof TypeVariable<?> variable && arguments.containsKey(variable)) {
            type = arguments.get(variable);
        }
        if (type instanceof ParameterizedType generic) {
            TypeVariable<?>[] variables = Fit.raw(type).getTypeParameters();
            for (int at = 0; at < variables.length; at++) {
                if (generic.getActualTypeArguments()[at] != variables[at]) {
                    arguments.putIfAbsent(variables[at], generic.getActualTypeArguments()[at]);
                }
            }
        }
        return type;
    }

    /** The values of what is no class of the user's, or for which values are given; else null. */
    private Object[] valuesOf(Class<?> of, String place) {
        boolean isInt = NAMES.getOrDefault(of, "").equals("int");
        Class<?> key = bounds.values.containsKey(of) || !isInt ? of : int.class;
        Object[] given = bounds.values.get(key);
        if (given == null && of.isEnum()) {
            return of.getEnumConstants();
        } else if (given != null) {
            used.add(key);
            Object[] values = checked(place, given, of);
            if (!of.isEnum() && of != boolean.class) {
                this.values.put(NAMES.getOrDefault(key, of.getSimpleName()), given);
            }
            return values;
        } else if (World.isPlatform(of)) {
            boolean isContainer = Collection.class.isAssignableFrom(of) || Map.class.isAssignableFrom(of);
            throw new KorrelException(place + (isContainer
                ? ": " + of.getName() + "'s inner fields cannot be seen: declare it as List, Set or Map, or give"
                : ": there are no values for the type " + of.getSimpleName() + ": give") + " values(\"" + place + "\", …)");
        }
        return null;
    }

    private static Object[] checked(String place, Object[] values, Class<?> of) {
        if (values.length == 0) {
            throw new KorrelException(place + ": there are no values");
        }
        return Arrays.stream(values).map(value -> {
            if (value != null && !(value instanceof Enum) && !World.isPlatform(value.getClass())) {
                throw new KorrelException(place + ": an object of " + value.getClass().getSimpleName()
                    + " cannot be a value, for its reads would not be seen: values are of the JDK's own classes, or of enums");
            }
            return Fit.single(value, of);
        }).toArray();
    }

    private static Object[] withNull(Object[] values) {
        return Stream.concat(Stream.of((Object) null), Arrays.stream(values)).toArray();
    }

    /** Members of sets and keys of maps: they must not change their hash codes while a set holds them. */
    private Kind.One distinct(java.lang.reflect.Type type, String place) {
        if (!(kind(type, place + "{}", false) instanceof Kind.One one)) {
            throw new KorrelException(place + ": sets hold values and objects, and so do the keys of maps");
        }
        for (Type of : one.types) {
            if (isOverridden(of.own)) {
                throw new KorrelException(place + ": objects of " + of.name
                    + " in sets and keys must compare by identity, and this class has its own equals or hashCode");
            }
        }
        return one;
    }

    private static boolean isOverridden(Class<?> of) {
        try {
            return of.getMethod("equals", Object.class).getDeclaringClass() != Object.class
                || of.getMethod("hashCode").getDeclaringClass() != Object.class;
        } catch (NoSuchMethodException impossible) {
            throw new AssertionError(impossible);
        }
    }

    // Classes

    private List<Type> choices(Class<?> of, String place) {
        Set<Class<?>> found = new LinkedHashSet<>();
        if (!of.isInterface() && !Modifier.isAbstract(of.getModifiers())) {
            found.add(of);
        }
        bounds.objects.keySet().stream().filter(of::isAssignableFrom).forEach(found::add);
        if (found.isEmpty()) {
            throw new KorrelException(place + ": " + of.getSimpleName()
                + " is abstract: give bounds for classes that extend it, objects(….class, 3)");
        }
        return found.stream().map(this::type).toList();
    }

    private Type type(Class<?> of) {
        used.add(of);
        Type known = byClass.get(of);
        if (known != null) {
            return known;
        }
        checkClass(of);
        Type type = new Type(names().contains(of.getSimpleName()) ? of.getName() : of.getSimpleName(), of, types.size());
        byClass.put(of, type);
        types.add(type);
        List<Field> fields = fields(of);
        for (Field field : fields) {
            boolean isHidden = fields.subList(fields.indexOf(field) + 1, fields.size()).stream()
                .anyMatch(below -> below.getName().equals(field.getName()));
            String name = (isHidden ? field.getDeclaringClass().getSimpleName() + "." : "") + field.getName();
            type.attributes.add(new Attribute(name, field, type.attributes.size()));
        }
        if (type.attributes.size() > MOST_FIELDS) {
            throw new KorrelException(type.name + " has more than " + MOST_FIELDS + " fields");
        }
        for (Attribute attribute : type.attributes) {
            Field field = attribute.own;
            if (!Modifier.isTransient(field.getModifiers())) {
                type.enumerated.add(attribute);
                attribute.kind = kind(field.getGenericType(), type.name + "." + attribute.name, !isNeverNull(field));
            }
        }
        return type;
    }

    private static boolean isNeverNull(Field field) {
        return Stream.concat(Stream.of(field.getAnnotations()), Stream.of(field.getAnnotatedType().getAnnotations()))
            .anyMatch(note -> note.annotationType().getSimpleName().matches("(?i)no[nt]null"));
    }

    /** All that an object holds, of superclasses first. */
    static List<Field> fields(Class<?> of) {
        List<Field> fields = World.isPlatform(of) ? new ArrayList<>() : new ArrayList<>(fields(of.getSuperclass()));
        if (!World.isPlatform(of)) {
            Stream.of(of.getDeclaredFields()).filter(field -> !field.isSynthetic() && !Modifier.isStatic(field.getModifiers()))
                .forEach(fields::add);
        }
        return fields;
    }

    private static void checkClass(Class<?> of) {
        String name = of.getSimpleName();
        if (of.isRecord()) {
            throw new KorrelException(name + " is a record, whose fields nobody can fill: make it a class");
        }
        if (of.getEnclosingClass() != null && !Modifier.isStatic(of.getModifiers())) {
            throw new KorrelException(name + " is an inner class, which holds an outer object: make it static");
        }
        for (Class<?> at = of.getSuperclass(); at != Object.class; at = at.getSuperclass()) {
            boolean holds = Stream.of(at.getDeclaredFields()).anyMatch(field -> !Modifier.isStatic(field.getModifiers()));
            if (World.isPlatform(at) && holds && !Modifier.isAbstract(at.getModifiers())) {
                throw new KorrelException(name + " extends " + at.getName() + ", whose fields cannot be seen");
            }
        }
    }
}
