
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
            answer.put("post", writer.record());
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
