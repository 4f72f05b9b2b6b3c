
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
            heap.id = (Long) record.get("id");
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

    /** Calls for each instance of a stream that `korrel find` wrote. One that breaks off is an error. */
    public static void each(BufferedReader lines, Values values, Consumer<Heap<Roots>> action) throws IOException {
        for (String line = lines.readLine(); line != null; line = lines.readLine()) {
            Map<String, Object> record = fieldsOf(Json.read(line));
            if (record.get("kind").equals("instance")) {
                action.accept(Heap.decode(record, values, new Roots()));
            } else if (record.get("kind").equals("end")) {
                return;
            }
        }
        throw new HeapError("the stream has no end record: these are not all instances");
    }
