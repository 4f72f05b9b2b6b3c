package korrel;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Whether a record fits its header: nothing is taken for granted of what stands in a file. */
final class Schema {
    private final Header header;
    private final Set<String> types = new LinkedHashSet<>();

    Schema(Header header) {
        this.header = header;
        header.types().stream().filter(type -> !header.isAbstract(type) || header.family(type).size() == 1).forEach(types::add);
    }

    /** Throws for what does not fit, with its path. */
    void check(Map<String, Object> record) {
        Object place = record.getOrDefault("id", "");
        try {
            if (Changed.isTrace(record)) {
                trace(record);
            } else {
                new Check(record).all();
            }
        } catch (KorrelException misfit) {
            throw new KorrelException(("instance " + place).strip(), misfit);
        }
    }

    private void trace(Map<String, Object> record) {
        List<Map<String, Object>> states = Changed.wholeStates(record);
        List<Check> checks = new ArrayList<>();
        for (int at = 0; at < states.size(); at++) {
            Map<String, Object> state = states.get(at);
            checks.add(Changed.within(at, () -> {
                Check check = new Check(state);
                check.all();
                return check;
            }));
        }
        Map<String, String> types = Agreement.check(header, states);
        boolean loops = record.containsKey("loop");
        if (loops && !(record.get("loop") instanceof Integer loop && 0 <= loop && loop < states.size())) {
            throw wrong("loop", shown(record.get("loop")) + " is not the index of a state");
        }
        if (record.containsKey("steps")) {
            steps(record.get("steps"), states.size() - (loops ? 0 : 1), checks);
        }
        new Check(record, types).witness();
    }

    private void steps(Object told, int count, List<Check> states) {
        if (!(told instanceof List<?> steps) || steps.size() != count) {
            throw wrong("steps", "this is not an array of " + count + " steps");
        }
        for (int at = 0; at < count; at++) {
            if (!(steps.get(at) instanceof List<?> step)) {
                throw wrong("steps[" + at + "]", "this is not an array of actions");
            }
            for (int place = 0; place < step.size(); place++) {
                action("steps[" + at + "][" + place + "]", step.get(place), states.get(at));
            }
        }
    }

    private void action(String path, Object told, Check state) {
        Map<?, ?> action = told instanceof Map<?, ?> members ? members : Map.of();
        if (!(action.get("action") instanceof String name) || !header.actions.containsKey(name)) {
            throw wrong(path + ".action", "the header has no such action");
        }
        Map<String, Shape> shapes = header.actions.get(name);
        if (!(action.get("args") instanceof Map<?, ?> args) || !args.keySet().equals(shapes.keySet())) {
            throw wrong(path + ".args", "its arguments are " + (shapes.isEmpty() ? "none" : String.join(", ", shapes.keySet())));
        }
        state.members(path + ".args", Json.map(args), shapes);
    }

    /** One record. */
    private final class Check {
        private final Map<String, Object> record;
        private final Map<String, Object> objects;
        private final Map<String, String> typeOf = new LinkedHashMap<>();

        Check(Map<String, Object> record) {
            this.record = record;
            objects = section("objects", true);
            objects.forEach((name, fields) -> typeOf.put(name, type("objects." + name, fields)));
        }

        /** Of a trace, whose objects are those of its states. */
        Check(Map<String, Object> record, Map<String, String> types) {
            this.record = record;
            objects = Map.of();
            typeOf.putAll(types);
        }

        void all() {
            members("roots", section("roots", !header.roots.isEmpty()), header.roots);
            Map<String, Object> sets = section("sets", false);
            sets.forEach((set, members) -> {
                if (!header.isSubset(set)) {
                    throw unknown("sets." + set);
                }
                value("sets." + set, members, new Shape(Shape.Form.SET, List.of(header.columnOfSubset(set))));
            });
            objects.forEach((name, fields) -> members("objects." + name, Json.map(fields), shapes(name, sets)));
            if (record.containsKey("relations")) {
                members("relations", section("relations", true), header.relations);
            }
            witness();
        }

        void witness() {
            Map<String, Shape> witness = new LinkedHashMap<>(header.witness);
            witness.keySet().retainAll(section("witness", false).keySet());
            members("witness", section("witness", false), witness);
        }

        private Map<String, Object> section(String part, boolean isNeeded) {
            Object found = record.get(part);
            if (found instanceof Map<?, ?> || found == null && !isNeeded && !record.containsKey(part)) {
                return Json.map(found);
            }
            throw wrong(part, record.containsKey(part) ? shown(found) + " is no object" : "missing");
        }

        private String type(String path, Object fields) {
            if (!(fields instanceof Map<?, ?> object)) {
                throw wrong(path, shown(fields) + " is no object");
            }
            Object type = object.get("$type");
            if (type instanceof String name && types.contains(name)) {
                return name;
            }
            boolean isAbstract = type instanceof String name && header.isAbstract(name);
            throw wrong(path + ".$type", !object.containsKey("$type") ? "missing; the types are " + types
                : isAbstract ? type + " is abstract: an object is of a type that extends it"
                : "there is no type " + shown(type) + "; the types are " + types);
        }

        /** The fields of an object's type, and of the subset sigs that it is in. */
        private Map<String, Shape> shapes(String name, Map<String, Object> sets) {
            Map<String, Shape> shapes = new LinkedHashMap<>(header.fields(typeOf.get(name)));
            for (String set : header.subsets()) {
                Map<String, Shape> added = header.fieldsOfSubset(set);
                boolean isIn = sets.get(set) instanceof List<?> members ? members.contains(name)
                    : added.keySet().stream().anyMatch(Json.map(objects.get(name))::containsKey);
                if (isIn) {
                    shapes.putAll(added);
                }
            }
            return shapes;
        }

        private void members(String path, Map<String, Object> given, Map<String, Shape> shapes) {
            shapes.forEach((name, shape) -> {
                if (!given.containsKey(name)) {
                    throw wrong(path + "." + name, "missing; it is declared " + shape);
                }
                value(path + "." + name, given.get(name), shape);
            });
            for (String name : given.keySet()) {
                if (!shapes.containsKey(name) && !name.equals("$type")) {
                    throw unknown(path + "." + name);
                }
            }
        }

        private void value(String path, Object value, Shape shape) {
            switch (shape.form()) {
                case ONE -> atom(path, value, shape.first());
                case LONE -> {
                    if (value != null) {
                        atom(path, value, shape.first());
                    }
                }
                case SET, SEQ -> items(path, value, shape, (at, item) -> atom(at, item, shape.first()));
                case REL -> items(path, value, shape, (at, item) -> tuple(at, item, shape));
                case MAP -> {
                    if (!(value instanceof Map<?, ?>)) {
                        throw wrong(path, shown(value) + " has the wrong form; it is declared " + shape);
                    }
                    Json.map(value).forEach((key, item) -> {
                        key(path + "." + key, key, shape.first());
                        atom(path + "." + key, item, shape.columns().get(1));
                    });
                }
            }
        }

        private void items(String path, Object value, Shape shape, java.util.function.BiConsumer<String, Object> item) {
            if (!(value instanceof List<?> items)) {
                throw wrong(path, shown(value) + " has the wrong form; it is declared " + shape);
            }
            for (int at = 0; at < items.size(); at++) {
                item.accept(path + "[" + at + "]", items.get(at));
            }
        }

        private void tuple(String path, Object value, Shape shape) {
            int size = shape.columns().size();
            if (!(value instanceof List<?> cells) || cells.size() != size) {
                throw wrong(path, shown(value) + " is no array of " + size + " values");
            }
            for (int at = 0; at < size; at++) {
                atom(path + "[" + at + "]", cells.get(at), shape.columns().get(at));
            }
        }

        /** A map's key is a text in JSON, whatever it stands for. */
        private void key(String path, String key, List<String> column) {
            boolean fits = switch (column.get(0)) {
                case "int" -> key.matches("0|-?[1-9][0-9]*");
                case "bool" -> key.equals("true") || key.equals("false");
                default -> isA(key, column);
            };
            if (!fits) {
                throw wrong(path, no(key, column));
            }
        }

        private void atom(String path, Object value, List<String> column) {
            if (!isA(value, column)) {
                throw wrong(path, no(value, column));
            }
        }

        private boolean isA(Object value, List<String> column) {
            boolean isAny = column.contains("univ");
            if (value instanceof String text) {
                String type = typeOf.get(text);
                if (type != null) {
                    return isAny || column.stream().anyMatch(of -> header.isA(type, of));
                }
                boolean isOfEnum = header.enums().entrySet().stream()
                    .anyMatch(of -> (isAny || column.contains(of.getKey())) && of.getValue().contains(text));
                boolean hasObjects = isAny || column.stream().anyMatch(header::has);
                return isOfEnum || (isAny || column.contains("string")) && !(hasObjects && isLikeAName(text));
            }
            boolean isNumber = value instanceof Integer || value instanceof Long;
            return isNumber ? isAny || column.contains("int") : value instanceof Boolean && (isAny || column.contains("bool"));
        }

        /** Beside objects a text {@code Node$7} names one that nothing has. */
        private boolean isLikeAName(String text) {
            int dollar = text.lastIndexOf('$');
            return dollar > 0 && header.has(text.substring(0, dollar)) && text.substring(dollar + 1).matches("[0-9]+");
        }

        private String no(Object value, List<String> column) {
            String type = value instanceof String name ? typeOf.get(name) : null;
            if (type != null) {
                return shown(value) + ", of type " + type + ", is no value of type " + String.join("|", column);
            }
            boolean isName = value instanceof String && column.stream().anyMatch(of -> header.has(of) || of.equals("univ"));
            return isName ? "there is no object " + shown(value) : shown(value) + " is no value of type " + String.join("|", column);
        }
    }

    private static KorrelException unknown(String path) {
        return wrong(path, "the spec declares nothing of this name");
    }

    static KorrelException wrong(String path, String why) {
        return new KorrelException(path, new KorrelException(why));
    }

    private static String shown(Object value) {
        return JsonScanner.shortened(Json.write(value));
    }
}
