
    /** Thrown by an operation that is not content; failures are grouped by cause. */
    @SuppressWarnings("serial")
    public static final class Fail extends RuntimeException {
        private final String reason;

        public Fail(String reason, String message) {
            super(message);
            this.reason = reason;
        }
    }

    /** Thrown by an operation that is not applicable to its input. */
    @SuppressWarnings("serial")
    public static final class Skip extends RuntimeException {
        public Skip(String reason) {
            super(reason);
        }
    }

    private static Map<String, Object> reply(Map<String, Object> request, Values values) {
        Map<String, Object> answer = new LinkedHashMap<>();
        answer.put("id", request.get("id"));
        try {
            Readable roots = ROOTS.get((String) request.get("op")).get();
            Heap<Readable> heap = Heap.decode(request, values, roots);
            heap.id = null;
            heap.key = null;
            Object result = call((String) request.get("op"), roots);
            Writer writer = new Writer(heap);
            Object written = result(writer, result);
            answer.putAll(changes(request, writer.record()));
            answer.put("result", written);
        } catch (Skip skip) {
            answer.put("skip", skip.getMessage());
        } catch (Fail fail) {
            answer.put("fail", Map.of("cause", fail.reason, "message", String.valueOf(fail.getMessage())));
        } catch (Throwable thrown) {
            String message = String.valueOf(thrown.getMessage());
            answer.put("throw", Map.of("type", thrown.getClass().getSimpleName(), "message", message));
        }
        return answer;
    }

    /** What is not as it was: fields of objects, all of a new one, null for one that is gone, and what stands beside. */
    private static Map<String, Object> changes(Map<String, Object> before, Map<String, Object> after) {
        Map<String, Object> given = fieldsOf(before.get("objects"));
        Map<String, Object> objects = fieldsOf(after.get("objects"));
        Map<String, Object> changed = new LinkedHashMap<>();
        given.keySet().stream().filter(name -> !objects.containsKey(name)).forEach(name -> changed.put(name, null));
        objects.forEach((name, object) -> {
            Map<String, Object> fields = fieldsOf(object);
            Map<String, Object> was = given.containsKey(name) ? fieldsOf(given.get(name)) : Map.of();
            Map<String, Object> told = was.keySet().equals(fields.keySet()) ? different(was, fields) : fields;
            if (!told.isEmpty()) {
                changed.put(name, told);
            }
        });
        Map<String, Object> answer = new LinkedHashMap<>();
        answer.put("changed", changed);
        for (String part : List.of("roots", "sets", "relations")) {
            Map<String, Object> none = Map.of();
            Map<String, Object> was = before.containsKey(part) ? fieldsOf(before.get(part)) : none;
            Map<String, Object> told = different(was, after.containsKey(part) ? fieldsOf(after.get(part)) : none);
            if (!told.isEmpty()) {
                answer.put(part, told);
            }
        }
        return answer;
    }

    private static Map<String, Object> different(Map<String, Object> before, Map<String, Object> after) {
        Map<String, Object> told = new LinkedHashMap<>();
        after.forEach((name, value) -> {
            if (!before.containsKey(name) || !Json.write(value).equals(Json.write(before.get(name)))) {
                told.put(name, value);
            }
        });
        return told;
    }

    private static Object result(Writer writer, Object result) {
        if (result instanceof Collection<?> items) {
            List<Object> written = new ArrayList<>();
            items.forEach(item -> written.add(result(writer, item)));
            return written;
        }
        return writer.lone("univ", result);
    }

    /** Answers `korrel test` until there are no more inputs. What is printed goes to standard error. */
    public static void serve(Values values) throws IOException {
        PrintStream replies = new PrintStream(System.out, true, StandardCharsets.UTF_8);
        System.setOut(System.err);
        BufferedReader requests = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        requests.readLine();
        replies.print(Json.write(Map.of("ready", true, "window", 64, "ops", new ArrayList<>(ROOTS.keySet()))) + "\n");
        replies.flush();
        for (String line = requests.readLine(); line != null; line = requests.readLine()) {
            replies.print(Json.write(reply(fieldsOf(Json.read(line)), values)) + "\n");
            replies.flush();
        }
    }

    public static void main(String[] arguments) throws IOException {
        serve(new Values(Map.of()));
    }
