package korrel;

import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Stream;

/** From one value to the atom that it stands for, by the types that can stand at its place. */
final class Atoms {
    private final Codec codec;
    private final Function<Object, String> reference;
    private final Function<String, String> valued;

    /**
     * @param reference the name of an object
     * @param valued is told of each atom that a value stands for
     */
    Atoms(Codec codec, Function<Object, String> reference, Function<String, String> valued) {
        this.codec = codec;
        this.reference = reference;
        this.valued = valued;
    }

    /**
     * Where some of the types have values of the caller's own, {@code ""} may be {@code Key$0}, a text, or
     * nothing at all: what the types allow must leave one answer.
     */
    Object atom(Object given, List<String> column) {
        Object value = given instanceof Optional<?> optional ? optional.orElse(null) : given;
        if (value == null || codec.values.isEmpty()) {
            return value == null ? null : plain(value);
        }
        List<String> types = everyType(column).toList();
        List<ValueTable> tables = types.stream().map(codec.values::of).filter(table -> table != null).toList();
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

    /** Of a value where no type is known: what has a value is that, if only one has. */
    Object untyped(Object value) {
        List<ValueTable> tables = codec.values.tables();
        List<Object> found = found(tables, value);
        if (found.size() > 1) {
            throw ambiguous(value, found);
        }
        if (found.isEmpty() && value instanceof Number && codec.values.of("int") != null) {
            throw unknown(value, List.of(codec.values.of("int")));
        }
        return found.isEmpty() ? plain(value) : noted(found.get(0));
    }

    boolean isValue(Object value) {
        return codec.values.tables().stream().anyMatch(table -> table.atom(value) != null);
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
        if (ValueTable.normal(value) instanceof Long number) {
            return number == (int) (long) number ? (Object) (int) (long) number : (Object) number;
        }
        throw new KorrelException(value + " is no integer of 64 bits");
    }

    private static List<Object> found(List<ValueTable> tables, Object value) {
        return tables.stream().map(table -> table.atom(value)).filter(atom -> atom != null).toList();
    }

    private Object noted(Object atom) {
        return atom instanceof String name ? valued.apply(name) : atom;
    }

    private static KorrelException ambiguous(Object value, List<Object> found) {
        return Values.error(ValueTable.shown(value) + " may be " + found + (found.size() > 1 ? "" : " or itself") + " here");
    }

    private static KorrelException unknown(Object value, List<ValueTable> tables) {
        String sigs = String.join(" or ", tables.stream().map(table -> table.sig).toList());
        return new UnknownValue(ValueTable.shown(value) + " is no value of " + sigs, sigs);
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
