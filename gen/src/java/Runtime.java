
    /** A record or a heap that does not fit the spec, or values that do not fit either. */
    @SuppressWarnings("serial")
    public static final class HeapError extends RuntimeException {
        public HeapError(String message) {
            super(message);
        }
    }

    /** What is generated for each type, root and set. */
    public interface Readable {
        void $read(Map<String, Object> fields, Reader heap);

        Map<String, Object> $write(Writer heap);
    }

    /**
     * What atoms and integers stand for: {@code new Values(Map.of("Key", List.of("", "é"), "Int", Map.of(-1, "x")))}.
     *
     * <p>The atom Key$n is the n-th value of Key, the integer n >= 0 the n-th of Int; a Map names them
     * singly. The values of a sig are distinct, by equals.
     */
    public static final class Values {
        private final Map<String, Map<Long, Object>> tables = new LinkedHashMap<>();

        public Values(Map<String, ?> given) {
            given.forEach((sig, values) -> {
                checkHasValues(sig);
                Map<Long, Object> table = numbered(sig, values);
                Set<Object> seen = new HashSet<>();
                for (Object value : table.values()) {
                    if (!seen.add(value)) {
                        throw new HeapError("values: " + sig + ": " + value + " stands there twice, and could not be told apart");
                    }
                }
                tables.put(sig, table);
            });
        }

        /** The nearest of a type and those that it extends that has values. */
        private String sigOf(String type) {
            for (String sig : LINES.getOrDefault(type, List.of())) {
                if (tables.containsKey(sig)) {
                    return sig;
                }
            }
            return null;
        }

        private Object value(String sig, long number, String name) {
            Map<Long, Object> table = tables.get(sig);
            if (!table.containsKey(number)) {
                throw new HeapError("values: " + name + " has no value: " + sig + " has " + table.size());
            }
            return table.get(number);
        }

        /** What a value may stand for in a column: atoms by sig and number, or an integer. */
        private List<Map.Entry<String, Long>> numbers(String column, Object value) {
            List<String> types = List.of(column.split("\\|"));
            List<Map.Entry<String, Long>> found = new ArrayList<>();
            tables.forEach((sig, table) -> {
                boolean isIn = types.contains("univ")
                        || (sig.equals("Int") ? types.contains("int") : types.stream().anyMatch(type -> isA(type, sig) || isA(sig, type)));
                if (isIn) {
                    table.forEach((number, known) -> {
                        if (Objects.equals(known, value)) {
                            found.add(Map.entry(sig, number));
                        }
                    });
                }
            });
            return found;
        }

        private static void checkHasValues(String sig) {
            if (!sig.equals("Int") && !LINES.containsKey(sig)) {
                throw new HeapError("values: there is no sig " + sig + " of objects; there are Int, " + String.join(", ", LINES.keySet()));
            }
            for (String type : LINES.keySet()) {
                if (isA(type, sig) && !WITHOUT_FIELDS.contains(type)) {
                    throw new HeapError("values: " + type + " has fields: its atoms are objects, and no values");
                }
            }
            if (!WITH_VALUES.contains(sig)) {
                throw new HeapError("values: these classes know no type of what " + sig + " stands for: generate them with --values " + sig + "=TYPE");
            }
        }

        private static Map<Long, Object> numbered(String sig, Object values) {
            Map<Long, Object> table = new LinkedHashMap<>();
            if (values instanceof Map<?, ?> named) {
                named.forEach((name, value) -> table.put(numberOf(sig, String.valueOf(name)), value));
            } else if (values instanceof Iterable<?> listed) {
                listed.forEach(value -> table.put((long) table.size(), value));
            } else {
                throw new HeapError("values: " + sig + " needs a List, or a Map of values by name");
            }
            return table;
        }

        private static long numberOf(String sig, String name) {
            int dollar = name.lastIndexOf('$');
            boolean isOfIt = dollar < 0 || isA(name.substring(0, dollar), sig);
            String digits = name.substring(dollar + 1);
            if (isOfIt && digits.matches("0|-?[1-9][0-9]*")) {
                return Long.parseLong(digits);
            }
            throw new HeapError("values: " + sig + ": " + name + " names nothing of it; a name is like " + (sig.equals("Int") ? "-1" : sig + "$0"));
        }
    }

    private static boolean isA(String type, String of) {
        return LINES.getOrDefault(type, List.of()).contains(of);
    }

    /** What a name begins with; nothing of a name that is none of Korrel's. */
    private static String typeOf(String name) {
        return name.substring(0, Math.max(0, name.lastIndexOf('$')));
    }

    private static String typeOf(Readable object) {
        Class<?> of = object.getClass();
        while (!NAMES.containsKey(of)) {
            of = of.getSuperclass();
        }
        return NAMES.get(of);
    }

    private static long number(String name) {
        return Long.parseLong(name.substring(name.lastIndexOf('$') + 1));
    }

    @SuppressWarnings("unchecked")
    private static Map<String, Object> fieldsOf(Object json) {
        return json == null ? Map.of() : (Map<String, Object>) json;
    }

    /** Reads a record. A column is what may stand at a place, as the header writes it: `Node`, `Dir|File`. */
    public static final class Reader {
        private final Map<String, Object> record;
        private final Values values;
        private final Map<String, Object> objects = new LinkedHashMap<>();
        private final Map<String, String> types = new HashMap<>();

        private Reader(Map<String, Object> record, Values values) {
            this.record = record;
            this.values = values;
            if (record.containsKey("states") && !record.containsKey("objects")) {
                throw new HeapError("states: this is the record of a trace, not of a heap");
            }
            if (!(record.get("objects") instanceof Map)) {
                throw new HeapError("objects: there are none");
            }
            Map<String, Object> given = fieldsOf(record.get("objects"));
            given.forEach((name, fields) -> at("objects." + name, () -> {
                if (!(fieldsOf(fields).get("$type") instanceof String type)) {
                    throw new HeapError("there is no $type");
                }
                types.put(name, type);
                return objects.put(name, made(name, type));
            }));
            given.forEach((name, fields) -> at("objects." + name, () -> {
                if (values.sigOf(types.get(name)) == null) {
                    ((Readable) objects.get(name)).$read(fieldsOf(fields), this);
                }
                return name;
            }));
        }

        private Object made(String name, String type) {
            String sig = values.sigOf(type);
            if (sig != null) {
                return values.value(sig, number(name), name);
            }
            Supplier<Readable> constructor = CLASSES.get(type);
            if (constructor == null) {
                String why = WITH_VALUES.contains(type) ? ": values are needed" : ": the spec has no objects of type " + type;
                throw new HeapError(name + why);
            }
            return constructor.get();
        }

        private <T extends Readable> T group(T group, String name) {
            if (record.containsKey(name) || name.equals("roots")) {
                at(name, () -> {
                    group.$read(fieldsOf(record.get(name)), this);
                    return group;
                });
            }
            return group;
        }

        /** The objects that the roots lead to. */
        private Set<String> reached() {
            Set<String> found = new HashSet<>();
            ArrayDeque<Object> waiting = new ArrayDeque<>(List.of(fieldsOf(record.get("roots"))));
            while (!waiting.isEmpty()) {
                Object json = waiting.pop();
                if (json instanceof Map<?, ?> fields) {
                    waiting.addAll(fields.keySet());
                    fields.values().stream().filter(Objects::nonNull).forEach(waiting::add);
                } else if (json instanceof List<?> list) {
                    waiting.addAll(list);
                } else if (json instanceof String name && objects.containsKey(name) && found.add(name)) {
                    waiting.add(fieldsOf(record.get("objects")).get(name));
                }
            }
            return found;
        }

        @SuppressWarnings("unchecked")
        public <T> T one(String column, Object json) {
            return (T) scalar(column, json);
        }

        private Object scalar(String column, Object json) {
            List<String> sorts = List.of(column.split("\\|"));
            boolean isAny = sorts.contains("univ");
            if (json instanceof String text && !column.equals("string")) {
                String type = types.get(text);
                if (type != null && (isAny || sorts.stream().anyMatch(sort -> isA(type, sort)))) {
                    return objects.get(text);
                }
                if (type == null && ENUM_VALUES.containsKey(text) && (isAny || sorts.contains(ENUMS.get(text)))) {
                    return ENUM_VALUES.get(text);
                }
                if (type == null && (isAny || sorts.contains("string"))) {
                    return text;
                }
                throw new HeapError(json + " is no " + column + ": there is no such object");
            }
            String plain = json instanceof Long ? "int" : json instanceof Boolean ? "bool" : json instanceof String ? "string" : "";
            if (plain.isEmpty() || !(isAny || sorts.contains(plain))) {
                throw new HeapError(json + " is no " + column);
            }
            if (json instanceof Long number) {
                return values.tables.containsKey("Int") ? values.value("Int", number, "the integer " + number) : (Object) integer(number);
            }
            return json;
        }

        private static int integer(long number) {
            if (WITH_VALUES.contains("Int")) {
                throw new HeapError("the integer " + number + ": values are needed");
            }
            return Math.toIntExact(number);
        }

        public <T> T lone(String column, Object json) {
            return json == null ? null : one(column, json);
        }

        public <T> Set<T> set(String column, Object json) {
            return new LinkedHashSet<>(this.<T>seq(column, json));
        }

        public <T> List<T> seq(String column, Object json) {
            List<T> list = new ArrayList<>();
            itemsOf(json).forEach(item -> list.add(one(column, item)));
            return list;
        }

        private static List<?> itemsOf(Object json) {
            if (json instanceof List<?> items) {
                return items;
            }
            throw new HeapError(json + " is no array");
        }

        /** A field, which must be there. */
        public Object member(Map<String, Object> fields, String name) {
            if (!fields.containsKey(name)) {
                throw new HeapError("there is no " + name);
            }
            return fields.get(name);
        }

        public <K, V> Map<K, V> map(String key, String value, Object json) {
            Map<K, V> map = new LinkedHashMap<>();
            fieldsOf(json).forEach((name, item) -> map.put(one(key, key(key, name)), one(value, item)));
            return map;
        }

        private static Object key(String column, String name) {
            return column.equals("int") ? (Object) Long.valueOf(name) : column.equals("bool") ? (Object) Boolean.valueOf(name) : name;
        }

        public List<List<Object>> rel(List<String> columns, Object json) {
            List<List<Object>> rows = new ArrayList<>();
            for (Object row : itemsOf(json)) {
                if (itemsOf(row).size() != columns.size()) {
                    throw new HeapError(row + " is no row of " + columns.size());
                }
                List<Object> items = new ArrayList<>();
                ((List<?>) row).forEach(item -> items.add(scalar(columns.get(items.size()), item)));
                rows.add(items);
            }
            return rows;
        }
    }

    /** Writes a heap. Objects keep their names; new ones get new names. */
    public static final class Writer {
        private final Heap<?> heap;
        private final Map<Object, String> names = new IdentityHashMap<>();
        private final Map<String, String> atoms = new HashMap<>();
        private final Map<String, Object> objects = new LinkedHashMap<>();
        private final ArrayDeque<String> waiting = new ArrayDeque<>();
        private final Map<String, Readable> made = new HashMap<>();

        private Writer(Heap<?> heap) {
            this.heap = heap;
            heap.objects.forEach((name, object) -> {
                String sig = heap.values.sigOf(object instanceof Readable made ? typeOf(made) : typeOf(name));
                if (sig == null) {
                    names.put(object, name);
                } else {
                    atoms.put(sig + "$" + number(name), name);
                    objects.put(name, typed(typeOf(name), Map.of()));
                }
            });
        }

        /** What the roots lead to is written, and what they did not lead to before either. */
        private Map<String, Object> record() {
            Map<String, Object> record = new LinkedHashMap<>();
            if (heap.id != null) {
                record.put("kind", "instance");
                record.put("id", heap.id);
            }
            if (heap.key != null) {
                record.put("key", heap.key);
            }
            record.put("roots", heap.roots.$write(this));
            heap.objects.forEach((name, object) -> {
                if (!heap.reached.contains(name) && !objects.containsKey(name)) {
                    one("univ", object);
                }
            });
            writeWaiting();
            Map<String, Object> groups = new LinkedHashMap<>();
            heap.groups().forEach((name, group) -> groups.put(name, group.$write(this)));
            writeWaiting();
            Map<String, Object> all = new LinkedHashMap<>();
            heap.objects.keySet().stream().filter(objects::containsKey).forEach(name -> all.put(name, objects.get(name)));
            objects.forEach(all::putIfAbsent);
            record.put("objects", all);
            record.putAll(groups);
            return record;
        }

        private void writeWaiting() {
            while (!waiting.isEmpty()) {
                String name = waiting.remove();
                Readable object = made.get(name);
                objects.put(name, typed(typeOf(object), object.$write(this)));
            }
        }

        private static Map<String, Object> typed(String type, Map<String, Object> fields) {
            Map<String, Object> object = new LinkedHashMap<>();
            object.put("$type", type);
            object.putAll(fields);
            return object;
        }

        public Object one(String column, Object value) {
            List<Map.Entry<String, Long>> numbers = heap.values.numbers(column, value);
            if (numbers.size() > 1) {
                throw new HeapError(value + " stands for " + numbers);
            }
            for (Map.Entry<String, Long> found : numbers) {
                return found.getKey().equals("Int") ? found.getValue() : (Object) atom(found.getKey(), found.getValue());
            }
            if (value instanceof Readable object) {
                return reference(object);
            }
            if (value instanceof Literal literal) {
                return literal.text();
            }
            List<String> sorts = List.of(column.split("\\|"));
            boolean isAny = sorts.contains("univ");
            if (value instanceof Number number && (isAny || sorts.contains("int")) && !heap.values.tables.containsKey("Int")) {
                return number.longValue();
            }
            if ((value instanceof Boolean && (isAny || sorts.contains("bool"))) || (value instanceof String && (isAny || sorts.contains("string")))) {
                return value;
            }
            throw new HeapError(value + " is no " + column + ", and none of the values given");
        }

        private String atom(String sig, long number) {
            String name = atoms.computeIfAbsent(sig + "$" + number, same -> same);
            objects.computeIfAbsent(name, same -> typed(typeOf(same), Map.of()));
            return name;
        }

        private String reference(Readable object) {
            String name = names.get(object);
            if (name == null) {
                name = newName(typeOf(object));
                names.put(object, name);
            }
            if (!objects.containsKey(name)) {
                objects.put(name, null);
                made.put(name, object);
                waiting.add(name);
            }
            return name;
        }

        private String newName(String type) {
            long last = -1;
            for (Collection<String> taken : List.of(names.values(), objects.keySet(), heap.objects.keySet())) {
                for (String name : taken) {
                    boolean isAlike = LINES.containsKey(typeOf(name)) && top(typeOf(name)).equals(top(type));
                    last = isAlike && name.matches(".*\\$[0-9]{1,18}") ? Math.max(last, number(name)) : last;
                }
            }
            return type + "$" + (last + 1);
        }

        private static String top(String type) {
            List<String> line = LINES.get(type);
            return line.get(line.size() - 1);
        }

        public Object lone(String column, Object value) {
            return value == null ? null : one(column, value);
        }

        public Object set(String column, Collection<?> items) {
            return seq(column, items);
        }

        public Object seq(String column, Collection<?> items) {
            List<Object> list = new ArrayList<>();
            items.forEach(item -> list.add(one(column, item)));
            return list;
        }

        public Object map(String key, String value, Map<?, ?> items) {
            Map<String, Object> map = new LinkedHashMap<>();
            items.forEach((name, item) -> map.put(String.valueOf(one(key, name)), one(value, item)));
            return map;
        }

        public Object rel(List<String> columns, Collection<? extends List<?>> rows) {
            List<Object> list = new ArrayList<>();
            for (List<?> row : rows) {
                List<Object> items = new ArrayList<>();
                row.forEach(item -> items.add(one(columns.get(items.size()), item)));
                list.add(items);
            }
            return list;
        }

        /** A subset sig, without what was there when the heap was read and is gone. */
        public Object members(String column, Collection<?> items) {
            List<Object> left = new ArrayList<>(items);
            left.removeIf(item -> {
                String name = names.get(item);
                return name != null && heap.objects.containsKey(name) && !objects.containsKey(name);
            });
            return seq(column, left);
        }

        /** Whether an object is in a subset sig. */
        public boolean isIn(Collection<?> set, Object object) {
            return set.contains(object);
        }
    }

    /** JSON: objects as Maps in their order, integers as Long. */
    public static final class Json {
        private final String text;
        private int at;

        private Json(String text) {
            this.text = text;
        }

        public static Object read(String text) {
            Json json = new Json(text);
            Object value = json.value();
            if (json.peek() != 0) {
                throw json.wrong();
            }
            return value;
        }

        private Object value() {
            switch (peek()) {
                case '{':
                    return object();
                case '[':
                    return array();
                case '"':
                    return string();
                case 't':
                    return word("true", true);
                case 'f':
                    return word("false", false);
                case 'n':
                    return word("null", null);
                default:
                    return number();
            }
        }

        private char peek() {
            while (at < text.length() && text.charAt(at) <= ' ') {
                at++;
            }
            return at < text.length() ? text.charAt(at) : 0;
        }

        private HeapError wrong() {
            return new HeapError("this is no JSON at its character " + at);
        }

        private void take(char expected) {
            if (peek() != expected) {
                throw wrong();
            }
            at++;
        }

        private Map<String, Object> object() {
            Map<String, Object> object = new LinkedHashMap<>();
            take('{');
            while (peek() != '}') {
                if (!object.isEmpty()) {
                    take(',');
                }
                if (peek() != '"') {
                    throw wrong();
                }
                String name = string();
                take(':');
                if (object.containsKey(name)) {
                    throw new HeapError(name + " stands twice in one object");
                }
                object.put(name, value());
            }
            at++;
            return object;
        }

        private List<Object> array() {
            List<Object> array = new ArrayList<>();
            take('[');
            while (peek() != ']') {
                if (!array.isEmpty()) {
                    take(',');
                }
                array.add(value());
            }
            at++;
            return array;
        }

        private String string() {
            StringBuilder string = new StringBuilder();
            for (at++; at < text.length() && text.charAt(at) != '"'; at++) {
                string.append(text.charAt(at) == '\\' ? escaped() : text.charAt(at));
            }
            if (at >= text.length()) {
                throw wrong();
            }
            at++;
            return string.toString();
        }

        private char escaped() {
            at++;
            int known = at < text.length() ? "\"\\/bfnrt".indexOf(text.charAt(at)) : -1;
            if (known >= 0) {
                return "\"\\/\b\f\n\r\t".charAt(known);
            }
            if (at + 4 >= text.length() || text.charAt(at) != 'u') {
                throw wrong();
            }
            at += 4;
            return (char) Integer.parseInt(text.substring(at - 3, at + 1), 16);
        }

        private Object number() {
            int start = at;
            while (at < text.length() && "+-.eE0123456789".indexOf(text.charAt(at)) >= 0) {
                at++;
            }
            String number = text.substring(start, at);
            try {
                return number.matches("-?(0|[1-9][0-9]{0,17})") ? (Object) Long.valueOf(number) : (Object) Double.valueOf(number);
            } catch (NumberFormatException error) {
                throw wrong();
            }
        }

        private Object word(String word, Object value) {
            if (!text.startsWith(word, at)) {
                throw wrong();
            }
            at += word.length();
            return value;
        }

        public static String write(Object json) {
            StringBuilder out = new StringBuilder();
            write(json, out);
            return out.toString();
        }

        private static void write(Object json, StringBuilder out) {
            if (json instanceof Map<?, ?> object) {
                String before = "{";
                for (Map.Entry<?, ?> entry : object.entrySet()) {
                    out.append(before);
                    write(entry.getKey(), out);
                    write(entry.getValue(), out.append(':'));
                    before = ",";
                }
                out.append(object.isEmpty() ? "{}" : "}");
            } else if (json instanceof List<?> array) {
                String before = "[";
                for (Object item : array) {
                    write(item, out.append(before));
                    before = ",";
                }
                out.append(array.isEmpty() ? "[]" : "]");
            } else if (json instanceof String text) {
                write(text, out);
            } else {
                out.append(json);
            }
        }

        private static void write(String text, StringBuilder out) {
            out.append('"');
            for (char c : text.toCharArray()) {
                int known = "\"\\\b\f\n\r\t".indexOf(c);
                if (known >= 0) {
                    out.append('\\').append("\"\\bfnrt".charAt(known));
                } else if (c < ' ' || c == 127) {
                    out.append(String.format("\\u%04x", (int) c));
                } else {
                    out.append(c);
                }
            }
            out.append('"');
        }
    }
