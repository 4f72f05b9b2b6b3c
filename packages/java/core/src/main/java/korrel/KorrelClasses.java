package korrel;

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Duration;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.zip.CRC32;

/**
 * Heaps of classes as a stream of heapgraph/1: {@code korrel find --classes Tree.java:Tree --where repOk --scope "4 Node, 1..4 int"}
 * starts Java with this. The words are those of {@code python -m pykorrel.classes}, and so are the exit codes, but
 * for one: Java itself ends with 1 if it does not find this class, so that there is no heap is {@link #NOTHING}.
 */
public final class KorrelClasses {
    private static final int SUCCESS = 0;
    private static final int USAGE = 2;
    private static final int INCOMPLETE = 3;
    private static final int INTERNAL = 4;
    private static final int NOTHING = 99;
    private static final Map<String, Double> MILLISECONDS = Map.of("ms", 1.0, "s", 1e3, "", 1e3, "m", 6e4, "h", 3.6e6);
    private static final List<String> SWITCHES = List.of("keys", "bare", "quiet");
    private static final List<String> VALUED = List.of("where", "scope", "limit", "timeout", "run-timeout");

    private final OutputStream out;
    private final Map<String, String> flags = new HashMap<>();
    private final String place;
    private final Map<String, Object> header = new LinkedHashMap<>();
    private final Found<Object[]> found;
    private final CRC32 digest = new CRC32();
    private long count;
    private boolean isOver;

    private KorrelClasses(OutputStream out, String[] words) {
        this.out = out;
        String asked = asked(words);
        int colon = asked.lastIndexOf(':');
        if (colon < 1 || colon == asked.length() - 1) {
            throw new KorrelException(asked + ": expected a file or a class path, and a class in it, such as Tree.java:Tree");
        }
        place = asked.substring(0, colon);
        String names = asked.substring(colon + 1);
        ClassesAsked classes = new ClassesAsked(place, names);
        String where = flags.get("where");
        String scope = flags.getOrDefault("scope", "");
        All<Object[]> all = classes.all(where, scope).runTimeout(time(flags.getOrDefault("run-timeout", "5s")));
        long limit = Long.parseLong(flags.getOrDefault("limit", "0"));
        all.limit(limit == 0 ? Long.MAX_VALUE : limit);
        if (flags.containsKey("timeout")) {
            all.timeout(time(flags.get("timeout")));
        }
        found = all.iterator();
        Map<String, Object> own = found.header();
        for (String name : List.of("kind", "format", "tool")) {
            header.put(name, own.get(name));
        }
        header.put("spec", place);
        header.put("command", own.get("command") + (scope.isEmpty() ? "" : " for " + scope));
        header.put("question", question(classes.text(), names, where == null ? "" : where, scope));
        own.forEach(header::putIfAbsent);
    }

    public static void main(String[] words) {
        OutputStream out = new FileOutputStream(FileDescriptor.out);
        System.setOut(System.err); // what the classes print is no record
        int code = INTERNAL;
        try {
            code = new KorrelClasses(out, words).written();
        } catch (KorrelException wrong) {
            System.err.println("error: " + wrong.getMessage());
            code = USAGE;
        } catch (IOException closed) { // whoever reads has seen enough
            code = SUCCESS;
        } catch (Throwable ours) {
            ours.printStackTrace();
        }
        System.exit(code);
    }

    /** Reads the flags; the one word that is none. */
    private String asked(String[] words) {
        String asked = null;
        boolean isOver = false;
        for (String word : words) {
            String name = word.replaceFirst("^--", "").replaceFirst("(?s)=.*", "");
            if (isOver || !word.startsWith("--")) {
                asked = word;
            } else if (SWITCHES.contains(name) || VALUED.contains(name) && word.contains("=")) {
                flags.put(name, word.substring(word.indexOf('=') + 1));
            } else if (name.isEmpty()) {
                isOver = true;
            } else {
                throw new KorrelException(word + ": there are --" + String.join(", --", SWITCHES) + ", --" + String.join("=…, --", VALUED) + "=…");
            }
        }
        return asked == null ? "no class" : asked;
    }

    private static Duration time(String text) {
        Matcher parts = Pattern.compile("(\\d+(?:\\.\\d+)?)(ms|s|m|h|)").matcher(text);
        if (!parts.matches()) {
            throw new KorrelException(text + ": expected a time such as 500ms, 30s, 5m");
        }
        return Duration.ofMillis((long) (Double.parseDouble(parts.group(1)) * MILLISECONDS.get(parts.group(2))));
    }

    private static String question(byte[] text, String... words) {
        try {
            MessageDigest digest = MessageDigest.getInstance("SHA-256");
            digest.update(text);
            for (String word : words) {
                digest.update((byte) 0);
                digest.update(word.getBytes(StandardCharsets.UTF_8));
            }
            return HexFormat.of().formatHex(digest.digest()).substring(0, 16);
        } catch (NoSuchAlgorithmException impossible) {
            throw new AssertionError(impossible);
        }
    }

    // Writing

    private int written() throws IOException {
        Runtime.getRuntime().addShutdownHook(new Thread(this::interrupted));
        int code = SUCCESS;
        if (!flags.containsKey("bare")) {
            line(header);
        }
        try {
            while (found.hasNext()) {
                found.next();
                line(found.record(flags.containsKey("keys")));
            }
        } catch (KorrelException ended) {
            if (!"timeout".equals(found.status())) {
                isOver = true;
                throw ended;
            }
            code = INCOMPLETE;
        }
        end(found.status());
        if (!flags.containsKey("quiet")) {
            found.notes().forEach(note -> System.err.println("note: " + note));
            System.err.println(found);
        }
        return code == SUCCESS && found.count() == 0 ? NOTHING : code;
    }

    private synchronized void line(Map<String, Object> record) throws IOException {
        if (isOver) {
            return;
        }
        byte[] line = (Json.write(record) + "\n").getBytes(StandardCharsets.UTF_8);
        out.write(line);
        if (record.get("kind").equals("instance")) {
            int from = "{\"kind\":\"instance\",\"id\":".length();
            while (line[from] != ',') {
                from++;
            }
            count++;
            digest.update(line, from + 1, line.length - from - 1);
        }
    }

    private synchronized void end(String status) throws IOException {
        if (!flags.containsKey("bare")) {
            line(Json.object("kind", "end", "status", status, "count", count, "digest", String.format("crc32:%08x", digest.getValue())));
        }
        isOver = true;
    }

    /** Java ends while the search goes on. */
    private void interrupted() {
        try {
            end("interrupted");
        } catch (IOException closed) {
            return;
        }
    }
}
