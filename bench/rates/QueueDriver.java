import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import korrel.HeapObject;
import korrel.KorrelDriver;
import korrel.Machine;

/** The same in Java. */
final class QueueDriver {
    final List<HeapObject> jobs = new ArrayList<>();

    void put(@KorrelDriver.Name("j") HeapObject job) {
        jobs.add(job);
    }

    HeapObject take() {
        return jobs.remove(0);
    }

    private Optional<HeapObject> at(int place) {
        return place < jobs.size() ? Optional.of(jobs.get(place)) : Optional.empty();
    }

    private QueueDriver copy() {
        QueueDriver copy = new QueueDriver();
        copy.jobs.addAll(jobs);
        return copy;
    }

    public static void main(String[] arguments) throws Exception {
        Machine<QueueDriver> machine = KorrelDriver.machine(QueueDriver.class,
            queue -> Map.of("Queue", Map.of("first", queue.at(0), "second", queue.at(1))));
        if (List.of(arguments).contains("snapshots")) {
            machine.snapshots(QueueDriver::copy);
        }
        KorrelDriver.serve();
    }
}
