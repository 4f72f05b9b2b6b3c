package korrel;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Stream;

/** From a value to JSON, by its shape in the spec: {@link Reading} turned around. */
final class Writing {
    private final Codec codec;
    private final Order order;
    private final Function<Object, String> reference;
    private final Function<String, String> valued;

    /**
     * @param reference the name of an object
     * @param valued is told of each atom that a value stands for
     */
    Writing(Codec codec, Order order, Function<Object, String> reference, Function<String, String> valued) {
        this.codec = codec;
        this.order = order;
        this.reference = reference;
        this.valued = valued;
    }

    /** A value that does not fit its shape is written as what it is, and refused by who reads it. */
    Object value(Object given, Shape shape) {
        Object value = given instanceof Optional<?> optional ? optional.orElse(null) : given;
        List<Object> elements = Containers.elements(value);
        return switch (shape.form()) {
            case MAP -> value instanceof Map<?, ?> map ? map(map, shape)
                : elements != null ? map(indexed(elements), shape) : untyped(value);
            case REL -> value instanceof Map<?, ?> map ? sorted(pairs(map, shape))
                : elements != null ? sorted(tuples(elements, shape)) : untyped(value);
            case SET -> elements == null ? untyped(value) : sorted(atoms(elements, shape.first()));
            case SEQ -> elements == null ? untyped(value) : atoms(elements, shape.first());
            default -> elements != null && !isOne(value) ? untyped(value) : atom(value, shape.first());
        };
    }

    /** A collection may be an object of the spec, too: a list under test, say. */
    private boolean isOne(Object value) {
        return codec.classes.all().containsValue(value.getClass()) || isValue(value);
    }

    private boolean isValue(Object value) {
        return codec.values.tables().stream().anyMatch(table -> table.atom(value) != null);
    }

    /** A value of which nothing is known: what an operation returns. */
    Object untyped(Object value) {
        List<Object> elements = Containers.elements(value);
        if (value instanceof Optional<?> optional) {
            return untyped(optional.orElse(null));
        } else if (elements != null && !isOne(value)) {
            List<Object> array = new ArrayList<>();
            elements.forEach(element -> array.add(untyped(element)));
            return array;
        } else if (value instanceof Map<?, ?> map && !isOne(value)) {
            Map<String, Object> object = new LinkedHashMap<>();
            map.forEach((key, item) -> object.put(String.valueOf(untyped(key)), untyped(item)));
            return object;
        }
        return value == null ? null : free(value);
    }

    /** Of a value where no type is known: what has a value is that, if only one has. */
    private Object free(Object value) {
        List<Values.Table> tables = codec.values.tables();
        List<Object> found = found(tables, value);
        if (found.size() > 1) {
            throw ambiguous(value, found);
        }
        if (found.isEmpty() && value instanceof Number && codec.values.of("int") != null) {
            throw unknown(value, List.of(codec.values.of("int")));
        }
        return found.isEmpty() ? plain(value) : noted(found.get(0));
    }

    private List<Object> atoms(List<Object> elements, List<String> column) {
        List<Object> atoms = new ArrayList<>();
        elements.forEach(element -> atoms.add(atom(element, column)));
        return atoms;
    }

    private List<Object> sorted(List<Object> atoms) {
        atoms.sort(order);
        for (int i = 1; i < atoms.size(); i++) {
            if (atoms.get(i) != null && atoms.get(i).equals(atoms.get(i - 1))) {
                throw new KorrelException(Json.write(atoms.get(i)) + " stands twice in what is a set");
            }
        }
        return atoms;
    }

    private static Map<Object, Object> indexed(List<Object> elements) {
        Map<Object, Object> map = new LinkedHashMap<>();
        for (int i = 0; i < elements.size(); i++) {
            if (elements.get(i) != null) {
                map.put(i, elements.get(i));
            }
        }
        return map;
    }

    private Map<String, Object> map(Map<?, ?> map, Shape shape) {
        List<Object[]> entries = new ArrayList<>();
        map.forEach((key, value) ->
            entries.add(new Object[] {atom(key, shape.first()), atom(value, shape.columns().get(1))}));
        entries.sort((a, b) -> order.compare(a[0], b[0]));
        Map<String, Object> object = new LinkedHashMap<>();
        entries.forEach(entry -> object.put(String.valueOf(entry[0]), entry[1]));
        return object;
    }

    private List<Object> pairs(Map<?, ?> map, Shape shape) {
        List<Object> pairs = new ArrayList<>();
        map.forEach((key, values) -> {
            List<Object> elements = Containers.elements(values);
            for (Object value : elements == null ? List.of(values) : elements) {
                pairs.add(tuple(Arrays.asList(key, value), shape));
            }
        });
        return pairs;
    }

    private List<Object> tuples(List<Object> elements, Shape shape) {
        List<Object> tuples = new ArrayList<>();
        for (Object element : elements) {
            List<Object> atoms = Containers.elements(element);
            tuples.add(atoms == null ? untyped(element) : tuple(atoms, shape));
        }
        return tuples;
    }

    private Object tuple(List<Object> atoms, Shape shape) {
        List<Object> tuple = new ArrayList<>();
        for (int i = 0; i < atoms.size(); i++) {
            tuple.add(i < shape.columns().size() ? atom(atoms.get(i), shape.columns().get(i)) : untyped(atoms.get(i)));
        }
        return tuple;
    }

    /**
     * The atom that a value stands for, by the types that can stand at its place. Where some of these have
     * values, {@code ""} may be {@code Key$0}, a text, or nothing at all: what the types allow must leave
     * one answer.
     */
    Object atom(Object given, List<String> column) {
        Object value = given instanceof Optional<?> optional ? optional.orElse(null) : given;
        if (value == null || codec.values.isEmpty()) {
            return value == null ? null : plain(value);
        }
        List<String> types = everyType(column).toList();
        List<Values.Table> tables = types.stream().map(codec.values::of).filter(table -> table != null).toList();
        List<Object> found = found(tables, value);
        boolean isOther = types.stream().anyMatch(type -> codec.values.of(type) == null && mayBe(value, type))
            && (found.isEmpty() || isPlain(value));
        if (found.size() + (isOther ? 1 : 0) > 1) {
            throw ambiguous(value, found);
        }
        if (found.isEmpty() && !isOther && !tables.isEmpty()) {
            throw unknown(value, tables);
        }
        return found.isEmpty() ? plain(value) : noted(found.get(0));
    }

    private Stream<String> everyType(List<String> column) {
        if (column.contains("univ")) {
            return Stream.of(Stream.of("int", "bool", "string"), codec.header.types().stream(),
                codec.header.enums().keySet().stream()).flatMap(types -> types);
        }
        return column.stream().flatMap(type -> codec.header.has(type) ? codec.header.family(type).stream() : Stream.of(type));
    }

    private boolean mayBe(Object value, String type) {
        Object plain = isPlain(value) ? plain(value) : null;
        return switch (type) {
            case "int" -> plain instanceof Number;
            case "bool" -> plain instanceof Boolean;
            case "string" -> plain instanceof String text && codec.header.enumPlace(text) == null;
            default -> codec.header.enums().containsKey(type)
                ? plain instanceof String text && codec.header.enums().get(type).contains(text) : !isPlain(value);
        };
    }

    private static boolean isPlain(Object value) {
        return value instanceof String || value instanceof Boolean || value instanceof Number
            || value instanceof Enum || value instanceof Character;
    }

    private Object plain(Object value) {
        if (value instanceof String || value instanceof Boolean) {
            return value;
        } else if (value instanceof Enum<?> constant) {
            return constant.name();
        } else if (value instanceof Character) {
            return value.toString();
        } else if (!(value instanceof Number)) {
            return reference.apply(value);
        }
        if (Values.normal(value) instanceof Long number) {
            return number == (int) (long) number ? (Object) (int) (long) number : (Object) number;
        }
        throw new KorrelException(value + " is no integer of 64 bits");
    }

    private static List<Object> found(List<Values.Table> tables, Object value) {
        return tables.stream().map(table -> table.atom(value)).filter(atom -> atom != null).toList();
    }

    private Object noted(Object atom) {
        return atom instanceof String name ? valued.apply(name) : atom;
    }

    private static KorrelException ambiguous(Object value, List<Object> found) {
        return Values.error(Values.shown(value) + " may be " + found + (found.size() > 1 ? "" : " or itself") + " here");
    }

    private static KorrelException unknown(Object value, List<Values.Table> tables) {
        String sigs = String.join(" or ", tables.stream().map(table -> table.sig).toList());
        return new UnknownValue(Values.shown(value) + " is no value of " + sigs, sigs);
    }

    /** So that a driver can group its failures. */
    static final class UnknownValue extends KorrelException {
        private static final long serialVersionUID = 1;
        final String sigs;

        UnknownValue(String message, String sigs) {
            super("values: " + message);
            this.sigs = sigs;
        }
    }
}
