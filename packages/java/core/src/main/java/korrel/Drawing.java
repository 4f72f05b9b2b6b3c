package korrel;

import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** A heap for people: the roots, and a line for each object. */
final class Drawing {
    private final Map<String, Object> objects;
    private final Codec codec;
    private final Values values;
    private final StringBuilder text = new StringBuilder();

    private Drawing(Map<String, Object> record, Codec codec) {
        objects = Json.map(record.get("objects"));
        this.codec = codec;
        values = codec.values;
        for (String part : List.of("roots", "sets", "relations", "witness")) {
            members(Json.map(record.get(part)));
        }
        objects.forEach(this::object);
    }

    static String of(Map<String, Object> record, Codec codec) {
        return new Drawing(record, codec).text.toString().strip();
    }

    private void object(String name, Object json) {
        Map<String, Object> fields = Json.map(json);
        text.append("\n  ").append(name);
        ValueTable own = values.of((String) fields.get("$type"));
        if (own != null && own.has(name)) {
            text.append(" = ").append(ValueTable.shown(own.value(name)));
        }
        members(fields);
    }

    private void members(Map<String, Object> members) {
        members.forEach((name, value) -> {
            if (!name.equals("$type")) {
                text.append(' ').append(name).append('=').append(shown(value));
            }
        });
    }

    private String shown(Object json) {
        if (json instanceof List<?> list) {
            return list.stream().map(this::shown).collect(Collectors.joining(", ", "[", "]"));
        } else if (json instanceof Map<?, ?> map) {
            return map.entrySet().stream().map(entry -> key((String) entry.getKey()) + ": " + shown(entry.getValue()))
                .collect(Collectors.joining(", ", "{", "}"));
        } else if (json instanceof Number number) {
            ValueTable integers = values.of("int");
            boolean hasValue = integers != null && integers.has(number.toString());
            return hasValue ? ValueTable.shown(integers.value(number.toString())) : number.toString();
        }
        boolean isText = json instanceof String text && !objects.containsKey(text) && codec.header.enumPlace(text) == null;
        return isText ? Json.write(json) : String.valueOf(json);
    }

    /** Keys of maps are texts in JSON, whatever they are. */
    private String key(String key) {
        return key.matches("-?[0-9]+") ? shown(JsonReader.read(key)) : key;
    }
}
