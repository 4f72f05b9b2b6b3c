import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Queues of the JDK under the programs of queue.als: {@code concurrent} is ConcurrentLinkedQueue, {@code plain} an ArrayDeque,
 * which is not for threads, and {@code composite} looks at a ConcurrentLinkedQueue and then takes.
 */
public final class SharedQueue {
    private static final Pattern CALL = Pattern.compile("\\{\"op\":\"(\\w+)\",\"args\":\\{(?:\"x\":\"([^\"]+)\")?\\}\\}");
    private static final int TURNS = 10_000;
    private static final Pattern ID = Pattern.compile("\"id\":(\\d+)");

    private final String how;
    private final Queue<String> queue;
    private final AtomicLong now = new AtomicLong();

    private SharedQueue(String how) {
        this.how = how;
        this.queue = how.equals("plain") ? new ArrayDeque<>() : new ConcurrentLinkedQueue<>();
    }

    /** Makes a client's calls, and tells of each when it began and ended and what it returned. */
    private String client(String calls, AtomicInteger missing) {
        StringBuilder told = new StringBuilder();
        Matcher call = CALL.matcher(calls);
        // Whoever sleeps at a barrier wakes too late to meet the other one.
        missing.getAndDecrement();
        for (int turns = 0; missing.get() > 0; turns++) {
            if (turns < TURNS) {
                Thread.onSpinWait();
            } else {
                Thread.yield();
            }
        }
        while (call.find()) {
            String end = "";
            long from = now.getAndIncrement();
            try {
                String result = null;
                if (call.group(1).equals("offer")) {
                    queue.offer(call.group(2));
                } else if (how.equals("composite")) {
                    result = queue.peek();
                    queue.poll();
                } else {
                    result = queue.poll();
                }
                end = ",\"result\":" + (result == null ? "null" : "\"" + result + "\"");
            } catch (RuntimeException thrown) {
                end = ",\"throw\":{\"type\":\"" + thrown.getClass().getSimpleName() + "\"}";
            }
            long to = now.getAndIncrement();
            told.append(told.isEmpty() ? "" : ",").append("{\"from\":" + from + ",\"to\":" + to + end + "}");
            if (end.startsWith(",\"throw\"")) {
                break;
            }
        }
        return "[" + told + "]";
    }

    private String history(String request, ExecutorService threads) throws Exception {
        String[] clients = request.substring(request.indexOf("\"clients\"")).split("\\],\\[");
        AtomicInteger missing = new AtomicInteger(clients.length);
        List<Future<String>> told =
                List.of(clients).stream().map(calls -> threads.submit(() -> client(calls, missing))).toList();
        StringBuilder history = new StringBuilder();
        for (Future<String> client : told) {
            history.append(history.isEmpty() ? "" : ",").append(client.get());
        }
        return "[" + history + "]";
    }

    public static void main(String[] args) throws Exception {
        BufferedReader lines = new BufferedReader(new InputStreamReader(System.in));
        ExecutorService threads = Executors.newFixedThreadPool(2);
        lines.readLine();
        System.out.println("{\"ready\":true,\"concurrent\":true}");
        SharedQueue queue = new SharedQueue(args[0]);
        for (String line = lines.readLine(); line != null; line = lines.readLine()) {
            Matcher id = ID.matcher(line);
            id.find();
            if (line.startsWith("{\"kind\":\"reset\"")) {
                queue = new SharedQueue(args[0]);
                System.out.println("{\"id\":" + id.group(1) + "}");
            } else {
                System.out.println("{\"id\":" + id.group(1) + ",\"history\":" + queue.history(line, threads) + "}");
            }
        }
        threads.shutdown();
    }
}
