package korrel;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.reflect.Type;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Machines under {@code korrel test --itf}. */
class MachineTest {
    static class Bank {
        final Map<String, Long> balances = new HashMap<>(Map.of("alice", 0L, "bob", 0L));
        static List<String> how = List.of();

        Bank deposit(@KorrelDriver.Name("account") String account, @KorrelDriver.Name("amount") int amount) {
            System.out.println("what a program prints is no reply");
            balances.merge(account, (long) amount, Long::sum);
            return this;
        }

        void withdraw(@KorrelDriver.Name("amount") BigInteger amount, @KorrelDriver.Name("account") String account) {
            boolean isMuch = amount.intValueExact() > 2;
            if (isMuch && how.contains("throws")) {
                throw new IllegalStateException("too much");
            }
            balances.merge(account, -amount.longValueExact() - (isMuch && how.contains("costs") ? 1 : 0), Long::sum);
        }

        Bank copy() {
            Bank copy = new Bank();
            copy.balances.putAll(balances);
            return copy;
        }
    }

    static final class Misnamed extends Bank {
        Bank deposit(@KorrelDriver.Name("account") String account, @KorrelDriver.Name("sum") long sum) {
            return this;
        }

        @Override
        Bank deposit(@KorrelDriver.Name("of") String account, @KorrelDriver.Name("amount") int amount) {
            return this;
        }
    }

    static final class Nameless {
        void deposit(String account, int amount) {
            throw new UnsupportedOperationException();
        }
    }

    /** Runs by itself. */
    static final class Driver {
        public static void main(String[] args) throws Exception {
            Bank.how = List.of(args);
            if (Bank.how.contains("nameless")) {
                KorrelDriver.machine(Nameless.class, bank -> Map.of());
            } else if (Bank.how.contains("misnamed")) {
                KorrelDriver.machine(Misnamed.class, bank -> Map.of());
            } else {
                Object unsayable = 1.5;
                Machine<Bank> machine = KorrelDriver.machine(Bank.class,
                    bank -> Map.of("balances", Bank.how.contains("unsayable") ? unsayable : bank.balances));
                if (Bank.how.contains("snapshots")) {
                    machine.snapshots(Bank::copy);
                }
            }
            KorrelDriver.serve();
        }
    }

    /** If this failed, a right program would not pass, or the report depend on how the driver goes back. */
    @Test
    void theTracesFindTheFaultAndNothingElse() throws Exception {
        for (String snapshots : List.of("", "snapshots")) {
            assertTrue(replay(0, snapshots).contains("COMPLETE: 18 calls, scope of 3 traces"));
            String told = replay(1, snapshots, "costs");
            assertTrue(told.contains("smallest: c1f845e7ddf67b91 (6 calls)"), told);
            assertTrue(told.contains("6. withdraw(account \"bob\", amount 3)   fails"), told);
        }
    }

    @Test
    void whatGoesWrongIsTold() throws Exception {
        assertTrue(replay(1, "throws").contains("1. IllegalStateException: too much"));
        assertTrue(replay(1, "unsayable").contains("state.balances: 1.5 is no value of a trace"));
        String misnamed = replay(2, "misnamed");
        assertTrue(misnamed.contains("deposit takes [") && misnamed.contains("and the traces' calls have [account, amount]"), misnamed);
        String nameless = replay(2, "nameless");
        assertTrue(nameless.contains("compile with `javac -parameters`"), nameless);
    }

    record Move(String tag, long value) {}

    enum Light { RED, GREEN }

    @Test
    void valuesHaveTheTypesOfParameters() {
        assertEquals(Set.of(1L), read("{\"#set\":[{\"#bigint\":\"1\"}]}", Object.class));
        assertEquals(List.of(true, "x"), read("{\"#tup\":[true,\"x\"]}", List.class));
        assertEquals(Map.of(1L, "x"), read("{\"#map\":[[{\"#bigint\":\"1\"},\"x\"]]}", Map.class));
        assertEquals(new Move("Some", 3), read("{\"tag\":\"Some\",\"value\":{\"#bigint\":\"3\"}}", Move.class));
        assertEquals(Light.GREEN, read("{\"tag\":\"GREEN\",\"value\":{\"#tup\":[]}}", Light.class));
        String great = "18446744073709551616";
        assertEquals(new BigInteger(great), read("{\"#bigint\":\"" + great + "\"}", Object.class));
        assertThrows(KorrelException.class, () -> read("{\"#bigint\":\"" + great + "\"}", long.class));
        Map<Object, Object> state = new HashMap<>();
        state.put(1, new BigInteger(great));
        assertEquals("{\"#map\":[[1,{\"#bigint\":\"" + great + "\"}]]}", Json.write(Itf.write(state, "x")));
        assertEquals("{\"tag\":\"Some\",\"value\":3}", Json.write(Itf.write(new Move("Some", 3), "x")));
    }

    private static Object read(String json, Type type) {
        return Itf.read(JsonReader.read(json), type);
    }

    private static String replay(int code, String... how) throws Exception {
        String java = ProcessHandle.current().info().command().orElseThrow();
        String korrel = System.getProperty("KORREL", System.getenv().getOrDefault("KORREL", "korrel"));
        List<String> words = new ArrayList<>(List.of(korrel, "test", "--itf"));
        words.addAll(Specs.traces());
        words.addAll(List.of("--start-timeout", "60s", "--", java, "-cp", System.getProperty("java.class.path"),
            "korrel.MachineTest$Driver"));
        words.addAll(List.of(how));
        Process process = new ProcessBuilder(words).redirectErrorStream(true).start();
        String report = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertEquals(code, process.waitFor(), report);
        return report;
    }
}
