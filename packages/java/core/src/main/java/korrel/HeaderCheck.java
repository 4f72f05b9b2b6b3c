package korrel;

import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import java.util.regex.Pattern;

/** Whether a header says of its instances what a header must. */
final class HeaderCheck {
    private static final Pattern SHAPE = Pattern.compile("[^\\s]+|(set|seq) [^\\s]+|map [^\\s]+ [^\\s]+|rel( [^\\s]+)+");
    private static final Predicate<Object> IS_TEXT = given -> given instanceof String;
    private static final Predicate<Object> ARE_TEXTS = given -> given instanceof List<?> list && list.stream().allMatch(IS_TEXT);
    private static final Predicate<Object> ARE_SHAPES = each(given -> given instanceof String text && SHAPE.matcher(text).matches());
    private static final Map<String, Predicate<Object>> PARTS = new LinkedHashMap<>();

    static {
        PARTS.put("types", each(ARE_SHAPES));
        PARTS.put("enums", each(ARE_TEXTS));
        PARTS.put("roots", ARE_SHAPES);
        PARTS.put("relations", ARE_SHAPES);
        PARTS.put("witness", ARE_SHAPES);
        PARTS.put("abstract", ARE_TEXTS);
        PARTS.put("var", ARE_TEXTS);
        PARTS.put("actions", each(ARE_SHAPES));
        PARTS.put("extends", each(IS_TEXT));
        PARTS.put("sets", each(given -> given instanceof Map<?, ?> set && IS_TEXT.test(set.get("of"))
            && ARE_SHAPES.test(set.get("fields"))));
    }

    private HeaderCheck() {}

    /** Throws for what does not fit, and names the part. */
    static void check(Map<String, Object> header) {
        PARTS.forEach((part, isRight) -> {
            if (header.containsKey(part) && !isRight.test(header.get(part))) {
                throw wrong(part);
            }
        });
        Map<String, Object> types = Json.map(header.get("types"));
        Map<String, Object> supertypes = Json.map(header.get("extends"));
        for (String type : supertypes.keySet()) {
            Set<Object> line = new HashSet<>(Set.of(type));
            for (Object at = supertypes.get(type); at != null; at = supertypes.get(at)) {
                if (!types.containsKey(at) || !line.add(at)) {
                    throw wrong("extends");
                }
            }
        }
    }

    private static Predicate<Object> each(Predicate<Object> isRight) {
        return given -> given instanceof Map<?, ?> members && members.values().stream().allMatch(isRight);
    }

    private static KorrelException wrong(String part) {
        return new KorrelException("this is no stream of heapgraph/1: `" + part + "` of its header says what cannot be");
    }
}
