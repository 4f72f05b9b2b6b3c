
    /** An instance. What the roots lead to is written, whether it is in {@code objects} or not. */
    public static final class Heap<R extends Readable> {
        public R roots;
        /** By name, in order; for whoever makes a heap: what no root leads to. */
        public Map<String, Object> objects = new LinkedHashMap<>();
        // fields
        public Long id;
        public String key;
        public final Values values;
        /** What the roots led to when it was read. */
        private Set<String> reached = new HashSet<>();

        public Heap(R roots, Values values) {
            this.roots = roots;
            this.values = values;
        }

        public Heap(R roots) {
            this(roots, new Values(Map.of()));
        }

        public static Heap<Roots> decode(String record) {
            return decode(record, new Values(Map.of()));
        }

        /** A record as objects; see Values. */
        public static Heap<Roots> decode(String record, Values values) {
            return decode(fieldsOf(Json.read(record)), values, new Roots());
        }

        private static <R extends Readable> Heap<R> decode(Map<String, Object> record, Values values, R roots) {
            Reader reader = new Reader(record, values);
            Heap<R> heap = new Heap<>(reader.group(roots, "roots"), values);
            heap.objects = reader.objects;
            // read
            heap.id = record.get("id") instanceof Long id ? id : null;
            heap.key = (String) record.get("key");
            heap.reached = reader.reached();
            return heap;
        }

        /** The record. Objects that were read keep their names; those that nothing leads to any more are gone. */
        public String encode() {
            return Json.write(new Writer(this).record());
        }

        private Map<String, Readable> groups() {
            Map<String, Readable> groups = new LinkedHashMap<>();
            // groups
            return groups;
        }
    }

    /**
     * Calls for each instance of a stream that `korrel find` wrote. One that breaks off is an error, and so are lines that
     * were lost, added or changed; of lines that another program wrote anew, only their number is compared, and a note says so.
     */
    public static void each(BufferedReader lines, Values values, Consumer<Heap<Roots>> action) throws IOException {
        CRC32 crc = new CRC32();
        String begin = "{\"kind\":\"instance\",";
        boolean isAsWritten = true;
        long count = 0;
        Map<String, Object> end = null;
        String first = lines.readLine();
        String start = first != null && first.startsWith("\ufeff") ? first.substring(1) : first; // a byte order mark
        for (String line = start; line != null; line = lines.readLine()) {
            if (line.isBlank()) {
                continue;
            }
            if (end != null) {
                throw new HeapError("the stream goes on after its end record");
            }
            Map<String, Object> record = fieldsOf(Json.read(line));
            if (!(record.get("kind") instanceof String kind)) {
                throw new HeapError("no record of a stream: " + line);
            }
            if (kind.equals("instance")) {
                isAsWritten &= line.startsWith(begin);
                String rest = isAsWritten ? line.substring(begin.length()).replaceFirst("^\"id\":[^,]*,", "") + "\n" : "";
                crc.update(rest.getBytes(StandardCharsets.UTF_8));
                Object id = record.getOrDefault("id", count);
                Heap<Roots> heap = at("instance " + id, () -> Heap.decode(record, values, new Roots()));
                action.accept(heap);
                count++;
            } else if (kind.equals("end")) {
                end = record;
            }
        }
        if (end == null) {
            throw new HeapError("the stream has no end record: these are not all instances");
        }
        if (!Objects.equals(end.get("count"), count)) {
            throw new HeapError("the end record counts " + end.get("count") + " instances, but " + count + " were read");
        }
        Object given = end.get("digest");
        boolean isKnown = given instanceof String digest && digest.startsWith("crc32:");
        if (given != null && !(isAsWritten && isKnown)) {
            String why = isAsWritten ? given + " is of no known kind" : "another program has written the instances anew";
            System.err.println("note: the digest of the stream says nothing: " + why);
        } else if (given != null && !given.equals(String.format("crc32:%08x", crc.getValue()))) {
            throw new HeapError("the instances do not have the digest of the end record: lines were changed");
        }
    }

    /** Says of what does not fit where it stands. */
    private static <T> T at(String path, Supplier<T> read) {
        try {
            return read.get();
        } catch (HeapError | ClassCastException | ArithmeticException | NumberFormatException wrong) {
            throw new HeapError(path + ": " + wrong.getMessage());
        }
    }
