package korrel;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.opentest4j.TestAbortedException;

/** One test over all inputs: what passes, what fails, and what only seems to have been tried. */
class TrialTest {
    private static Find trees() {
        return Korrel.find(Specs.library("red_black_tree"));
    }

    @Test
    void allPass() {
        AtomicInteger tried = new AtomicInteger();
        assertEquals("COMPLETE: 16 inputs of run repOk for exactly 1 Tree, 3 Node, 1..3 Int",
            trees().forAll(heap -> tried.incrementAndGet()));
        assertEquals(16, tried.get());
    }

    @Test
    void theSmallestThatFailsIsNamed() {
        KorrelFailure failure = assertThrows(KorrelFailure.class, () -> trees().forAll(heap -> {
            if (heap.objects().size() > 2) {
                throw new IllegalStateException("too large");
            }
        }));
        assertEquals(3, failure.heap().objects().size());
        assertEquals(IllegalStateException.class, failure.getCause().getClass());
        String key = failure.heap().key();
        assertTrue(failure.getMessage().startsWith("java.lang.IllegalStateException: too large\n\n"
            + "The smallest input that fails; all 7 before it pass.\ninput: " + key + "\n  t=Tree$0\n  Tree$0 root=Node$0\n  Node$0 key=2 color=BLACK left=Node$1 "),
            failure.getMessage());
        assertNotNull(trees().key(key).first().orElseThrow());
    }

    @Test
    void aLimitIsANote() {
        assertEquals("stopped at the limit: 2 inputs of run repOk for exactly 1 Tree, 3 Node, 1..3 Int, and there may be more",
            trees().limit(2).forAll(heap -> { }));
    }

    @Test
    void aTestOfNoInputFails() {
        String message = assertThrows(KorrelException.class,
            () -> Korrel.find(Specs.own("contradiction")).forAll(heap -> { })).getMessage();
        assertTrue(message.startsWith("there is no input: a test of none says nothing\nnote: no instance exists"), message);
        assertThrows(KorrelException.class, () -> Korrel.find(Specs.own("contradiction")).inputs(note -> { }).count());
    }

    @Test
    void whatIsAssumedIsSkipped() {
        assertEquals("COMPLETE: 16 inputs (1 skipped) of run repOk for exactly 1 Tree, 3 Node, 1..3 Int",
            trees().forAll(heap -> assumeTrue(heap.objects().size() > 1)));
        assertThrows(TestAbortedException.class, () -> trees().forAll(heap -> assumeTrue(false)), "nothing was tried");
    }

    @Test
    void aClassThatFitsNoRootIsSaid() {
        String message = assertThrows(KorrelFailure.class, () -> trees().forAll(String.class, text -> { })).getMessage();
        assertTrue(message.contains("not one root is a java.lang.String, but 0; the roots are {t=Tree}"), message);
    }

    @Test
    void oneAloneIsReplayed() {
        String key = trees().keys().list().get(7).key();
        System.setProperty("KORREL_REPLAY", key);
        try {
            AtomicInteger tried = new AtomicInteger();
            assertEquals("only " + key + " was tried", trees().limit(2).forAll(heap -> {
                assertEquals(key, heap.key());
                tried.incrementAndGet();
            }));
            assertEquals(1, tried.get());
            System.setProperty("KORREL_REPLAY", "0123456789abcdef");
            assertEquals("nothing was tried: no input is 0123456789abcdef", trees().forAll(heap -> { }));
        } finally {
            System.clearProperty("KORREL_REPLAY");
        }
    }
}
