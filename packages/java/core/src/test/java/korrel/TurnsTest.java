package korrel;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** A test that does not come to an end on an input. If these failed, nobody could say on which. */
class TurnsTest {
    private static volatile boolean goesOn = true;

    static final class Box {
        int number;
    }

    private static void loop() {
        while (goesOn) {
            Thread.onSpinWait();
        }
    }

    @AfterEach
    void letItGo() {
        goesOn = false;
    }

    @Test
    void onHeapsOfOnesOwn() {
        goesOn = true;
        All<Object[]> all = Korrel.all(Box.class).ints(1, 3).inputTimeout(Duration.ofSeconds(1)).and(boolean.class);
        KorrelFailure failure = assertThrows(KorrelFailure.class, () -> all.forAll(roots -> {
            if (((Box) roots[0]).number == 2) {
                loop();
            }
        }));
        assertTrue(failure.getMessage().startsWith("it did not come to an end within 1.0 s (inputTimeout)\n\nThe smallest input that fails; "
            + "the one before it passes.\n"), failure.getMessage());
        assertTrue(failure.getMessage().contains("Box$0 number=2"), failure.getMessage());
        assertTrue(Arrays.stream(failure.getCause().getStackTrace()).anyMatch(at -> at.getMethodName().equals("loop")), "it says where");
        assertTrue(all.forAll(roots -> { }).startsWith("COMPLETE: 6 inputs of Box"));
    }

    @Test
    void onHeapsOfASpec() {
        goesOn = true;
        KorrelFailure failure = assertThrows(KorrelFailure.class, () -> Korrel.find(Specs.library("red_black_tree"))
            .inputTimeout(Duration.ofSeconds(1)).forAll(heap -> {
                if (heap.objects().size() > 2) {
                    loop();
                }
            }));
        assertTrue(failure.getMessage().contains("The smallest input that fails; all 7 before it pass.\n"), failure.getMessage());
        assertEquals(3, failure.heap().objects().size());
    }

    @Test
    void whatIsThrownIsAsWithoutALimit() {
        Duration second = Duration.ofSeconds(1);
        Thread here = Thread.currentThread();
        KorrelFailure failure = assertThrows(KorrelFailure.class, () -> Korrel.all(Box.class).inputTimeout(second).forAll(box -> {
            assertNotSame(here, Thread.currentThread());
            throw new IllegalStateException("no");
        }));
        assertEquals("no", failure.getCause().getMessage());
        assertTrue(Arrays.stream(failure.getStackTrace()).anyMatch(at -> at.getMethodName().equals("whatIsThrownIsAsWithoutALimit")),
            "it says where in the test, which waits in its own thread");
        Korrel.all(Box.class).forAll(box -> assertSame(here, Thread.currentThread(), "without a limit a test stays where it is"));
    }

    @Test
    void timesThatNobodyCanReachAndTimesBelowNone() {
        Duration longer = Duration.ofDays(1_000_000);
        String said = Korrel.all(Box.class).timeout(longer).runTimeout(longer).inputTimeout(longer).forAll(box -> { });
        assertTrue(said.startsWith("COMPLETE: "), said);
        assertEquals("inputTimeout: PT-1S: a time is not below 0", assertThrows(KorrelException.class,
            () -> Korrel.all(Box.class).inputTimeout(Duration.ofSeconds(-1)).forAll(box -> { })).getMessage());
    }

    @Test
    void manyShortTurnsAreNoLongOne() {
        // If this failed, the limit of one input would be that of all.
        String said = Korrel.all(Box.class).ints(1, 8).inputTimeout(Duration.ofSeconds(1)).forAll(box -> Thread.sleep(200));
        assertTrue(said.startsWith("COMPLETE: 8 inputs of Box"), said);
    }

    @Test
    void whoIsInterruptedNamesTheInput() {
        // JUnit's @Timeout interrupts the thread of a test.
        goesOn = true;
        Thread here = Thread.currentThread();
        KorrelFailure failure = assertThrows(KorrelFailure.class,
            () -> Korrel.all(Box.class).ints(1, 3).inputTimeout(Duration.ofSeconds(60)).forAll(box -> {
                here.interrupt();
                loop();
            }));
        assertTrue(Thread.interrupted(), "the interrupt is kept");
        assertTrue(failure.getMessage().startsWith("it was interrupted\n\nThe smallest input that fails; it is the first."), failure.getMessage());
    }

    @Test
    void whoIsInterruptedBeforeAnInputBlamesNone() {
        Thread here = Thread.currentThread();
        here.interrupt();
        KorrelException stopped = assertThrows(KorrelException.class, () -> Korrel.all(Box.class).where(box -> {
            Thread.sleep(2000);
            return true;
        }).inputTimeout(Duration.ofSeconds(60)).forAll(box -> { }));
        assertTrue(Thread.interrupted(), "the interrupt is kept");
        assertEquals("it was interrupted", stopped.getMessage());
        here.interrupt();
        stopped = assertThrows(KorrelException.class,
            () -> Korrel.find(Specs.library("red_black_tree")).inputTimeout(Duration.ofSeconds(60)).forAll(heap -> Thread.sleep(100)));
        assertTrue(Thread.interrupted(), "the interrupt is kept");
        assertEquals("it was interrupted", stopped.getMessage());
    }

    @Test
    void aPathIsNoDebugger() {
        assertFalse(Turns.isDebugged(List.of("-Duser.dir=/home/me/jdwp", "-javaagent:jdwp.jar")));
        assertTrue(Turns.isDebugged(List.of("-Xmx1g", "-agentlib:jdwp=transport=dt_socket,server=y")));
        assertTrue(Turns.isDebugged(List.of("-Xrunjdwp:transport=dt_socket")));
    }
}
