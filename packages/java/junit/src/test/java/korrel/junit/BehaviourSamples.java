package korrel.junit;

import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import korrel.HeapObject;
import korrel.KorrelDriver;

/** Tests of behaviours as users write them, run by those of {@link KorrelJunitTest}. */
final class BehaviourSamples {
    private BehaviourSamples() {}

    static class Queue {
        static boolean overtakes;
        HeapObject first;
        HeapObject second;

        void put(@KorrelDriver.Name("j") HeapObject job) {
            System.out.println("what a program prints is no reply");
            if (first == null) {
                first = job;
            } else {
                second = overtakes ? first : job;
                first = overtakes ? job : first;
            }
        }

        HeapObject take() {
            HeapObject taken = first;
            first = second;
            second = null;
            return taken;
        }

        Map<String, ?> state() {
            return Map.of("Queue", Map.of("first", Optional.ofNullable(first), "second", Optional.ofNullable(second)));
        }
    }

    static class Bank {
        final Map<String, Long> balances = new HashMap<>(Map.of("alice", 0L, "bob", 0L));

        void deposit(@KorrelDriver.Name("account") String account, @KorrelDriver.Name("amount") long amount) {
            balances.merge(account, amount, Long::sum);
        }

        void withdraw(@KorrelDriver.Name("account") String account, @KorrelDriver.Name("amount") long amount) {
            balances.merge(account, -amount, Long::sum);
        }
    }

    static class Cases {
        private static final String QUEUE = "../../../examples/queue/queue.als";
        private static final String BANK = "../../../examples/quint/bank_";

        @KorrelBehaviours(spec = QUEUE, command = "behaviours", steps = "6")
        void passes() {
            KorrelDriver.machine(Queue.class, Queue::state);
        }

        @KorrelBehaviours(spec = QUEUE, command = "behaviours")
        void fails() {
            Queue.overtakes = true;
            KorrelDriver.machine(Queue.class, Queue::state);
        }

        @KorrelBehaviours(spec = QUEUE, command = "behaviour")
        void misnamed() {
            KorrelDriver.machine(Queue.class, Queue::state);
        }

        @KorrelBehaviours(itf = {BANK + "0.itf.json", BANK + "1.itf.json", BANK + "2.itf.json"})
        void quint() {
            KorrelDriver.machine(Bank.class, bank -> Map.of("balances", bank.balances));
        }
    }
}
