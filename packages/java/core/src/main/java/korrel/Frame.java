package korrel;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Map;
import java.util.zip.CRC32;

/**
 * The lines of a stream: its header, its instances, and the end record, which says what they are to be.
 *
 * <p>Records of kinds that later versions may add are passed over, and so are blank lines.
 */
final class Frame {
    /** How an instance begins that no other program has written anew. */
    private static final byte[] INSTANCE = "{\"kind\":\"instance\",".getBytes(StandardCharsets.UTF_8);
    /** What some editors write before a text. */
    private static final byte[] BYTE_ORDER_MARK = "\ufeff".getBytes(StandardCharsets.UTF_8);
    private static final byte[] ID = "\"id\":".getBytes(StandardCharsets.UTF_8);

    private final InputStream in;
    private final byte[] buffer = new byte[1 << 16];
    private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    private final CRC32 crc = new CRC32();
    private boolean isAsWritten = true;
    private boolean isWhole;
    private int at;
    private int filled;
    private long place;
    private long count;
    private Map<String, Object> end;
    private String note = "";

    Frame(InputStream in) {
        this.in = in;
    }

    /** How many instances were read. */
    long count() {
        return count;
    }

    /** The last record; null before it, and if there is none. */
    Map<String, Object> end() {
        return end;
    }

    /** Why its digest says nothing. */
    String note() {
        return note;
    }

    /** The first record; null if nothing was written. */
    Map<String, Object> header() {
        Map<String, Object> header = record(next());
        if (header != null && !("header".equals(header.get("kind")) && "heapgraph/1".equals(header.get("format")))) {
            throw new KorrelException("this is no stream of heapgraph/1: it begins with " + shown());
        }
        return header;
    }

    /** The next instance; null after the last one. */
    Map<String, Object> instance() {
        while (true) {
            byte[] line = next();
            Map<String, Object> record = record(line);
            if (record == null) {
                return null;
            }
            switch ((String) record.get("kind")) {
                case "instance" -> {
                    count++;
                    add(line);
                    return record;
                }
                case "header" -> throw wrong("a second header: the stream before it has no end record");
                case "end" -> {
                    finish(record);
                    return null;
                }
                default -> { }
            }
        }
    }

    /** A whole line as a record; null where no whole one is left. */
    private Map<String, Object> record(byte[] line) {
        if (line == null) {
            return null;
        }
        Object record;
        try {
            record = JsonReader.read(new String(line, StandardCharsets.UTF_8));
        } catch (JsonReader.Twice twice) {
            throw new KorrelException("instance " + count, twice);
        } catch (KorrelException broken) {
            if (!isWhole) {
                return null;
            }
            throw wrong(broken.getMessage());
        }
        if (record instanceof Map<?, ?> object && object.get("kind") instanceof String) {
            return Json.map(record);
        }
        throw wrong("no record of heapgraph/1, for it has no `kind`: " + shown());
    }

    /** The digest is of what follows the id, so that shards, whose ids are others', have it too. */
    private void add(byte[] line) {
        if (!begins(line, INSTANCE, 0)) {
            isAsWritten = false;
            return;
        }
        int begin = INSTANCE.length;
        if (begins(line, ID, begin)) {
            int comma = begin;
            while (comma < line.length && line[comma] != ',') {
                comma++;
            }
            begin = comma < line.length ? comma + 1 : begin;
        }
        crc.update(line, begin, line.length - begin);
        crc.update('\n');
    }

    private static boolean begins(byte[] line, byte[] with, int from) {
        int to = from + with.length;
        return line.length >= to && Arrays.equals(line, from, to, with, 0, with.length);
    }

    private void finish(Map<String, Object> last) {
        Object counted = last.get("count");
        if (!(last.get("status") instanceof String)) {
            throw wrong("an end record without a status");
        }
        boolean isNumber = counted instanceof Integer || counted instanceof Long;
        if (!isNumber || ((Number) counted).longValue() != count) {
            throw new KorrelException("the end record "
                + (isNumber ? "counts " + counted + " instances" : "does not count its instances") + ", but " + count
                + (count == 1 ? " was" : " were") + " read: lines were lost or added (korrel explain E0046)");
        }
        compare(last.get("digest"), String.format("crc32:%08x", crc.getValue()));
        if (next() != null) {
            throw wrong("this stands after the end record, where nothing is read: " + shown());
        }
        end = last;
    }

    private void compare(Object digest, String own) {
        if (digest == null || digest.equals(own) && isAsWritten) {
            return;
        }
        if (!isAsWritten) {
            note = "another program has written the instances anew: the digest of the stream says nothing of them";
        } else if (!(digest instanceof String text && text.startsWith("crc32:"))) {
            note = "the digest of the stream says nothing: " + Json.write(digest) + " is of no kind that this version knows";
        } else {
            throw new KorrelException("the digest of the instances is " + own + ", and not " + digest
                + " as the end record says: lines were changed, or stand in another order (korrel explain E0046)");
        }
    }

    /** The next line that is not blank, without its line feed; null after the last one. */
    private byte[] next() {
        do {
            bytes.reset();
            isWhole = false;
            while (!isWhole && (at < filled || fill())) {
                int from = at;
                while (at < filled && buffer[at] != '\n') {
                    at++;
                }
                bytes.write(buffer, from, at - from);
                isWhole = at < filled;
                at += isWhole ? 1 : 0;
            }
            if (!isWhole && bytes.size() == 0) {
                return null;
            }
            place++;
            skipByteOrderMark();
        } while (bytes.toString(StandardCharsets.UTF_8).isBlank());
        return bytes.toByteArray();
    }

    private void skipByteOrderMark() {
        byte[] line = bytes.toByteArray();
        if (place == 1 && begins(line, BYTE_ORDER_MARK, 0)) {
            bytes.reset();
            bytes.write(line, BYTE_ORDER_MARK.length, line.length - BYTE_ORDER_MARK.length);
        }
    }

    private boolean fill() {
        try {
            filled = Math.max(in.read(buffer), 0);
        } catch (IOException closed) {
            filled = 0;
        }
        at = 0;
        return filled > 0;
    }

    private String shown() {
        return JsonScanner.shortened(bytes.toString(StandardCharsets.UTF_8));
    }

    private KorrelException wrong(String what) {
        return new KorrelException("line " + place + ": " + what);
    }
}
