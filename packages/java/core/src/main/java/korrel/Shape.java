package korrel;

import java.util.List;
import java.util.stream.Stream;

/**
 * What the values of a field look like, as a header says it: {@code Node?}, {@code set Node},
 * {@code map Key int}.
 *
 * @param columns for each column the types whose values can stand there: {@code Dir|File} are two
 */
record Shape(Form form, List<List<String>> columns) {
    enum Form { ONE, LONE, SET, SEQ, MAP, REL }

    static final Shape ANY = of("univ");

    static Shape of(String text) {
        String[] words = text.split(" ");
        if (words.length > 1) {
            Form form = Form.valueOf(words[0].toUpperCase(java.util.Locale.ROOT));
            return new Shape(form, Stream.of(words).skip(1).map(Shape::column).toList());
        }
        boolean isLone = text.endsWith("?");
        String types = isLone ? text.substring(0, text.length() - 1) : text;
        return new Shape(isLone ? Form.LONE : Form.ONE, List.of(column(types)));
    }

    /** Whether its values may be kept by their hash codes. */
    boolean isHashed() {
        return form == Form.SET || form == Form.MAP || form == Form.REL;
    }

    /** As a header says it. */
    @Override
    public String toString() {
        String types = String.join(" ", columns.stream().map(column -> String.join("|", column)).toList());
        return switch (form) {
            case ONE -> types;
            case LONE -> types + "?";
            default -> form.name().toLowerCase(java.util.Locale.ROOT) + " " + types;
        };
    }

    List<String> first() {
        return columns.get(0);
    }

    private static List<String> column(String text) {
        return List.of(text.split("\\|"));
    }
}
