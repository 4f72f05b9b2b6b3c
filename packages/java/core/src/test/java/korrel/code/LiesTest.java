package korrel.code;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.PrintStream;
import java.time.Duration;
import java.util.stream.Stream;
import korrel.All;
import korrel.Found;
import korrel.Korrel;
import korrel.KorrelException;
import korrel.code.Trees.Node;
import korrel.code.Trees.Tree;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Predicates whose answers cannot be trusted are refused, and none of them ends as COMPLETE. */
class LiesTest {
    private static All<Tree> search(All.Where<Tree> where) {
        return Korrel.all(Tree.class, where).objects(Node.class, 3).ints(1, 3).runTimeout(Duration.ofMillis(300));
    }

    static Stream<String> lies() {
        return Trees.LIES.keySet().stream().sorted();
    }

    static Stream<String> honest() {
        return Trees.HONEST.keySet().stream().sorted();
    }

    @AfterEach
    void forget() {
        Trees.greatest = Integer.MAX_VALUE;
    }

    @ParameterizedTest
    @MethodSource("lies")
    void refused(String name) {
        // If this failed, a search would say COMPLETE of heaps that depend on something else than their fields.
        Trees.greatest = name.startsWith("a static") ? 3 : Integer.MAX_VALUE;
        All<Tree> all = search(Trees.LIES.get(name));
        KorrelException refused = assertThrows(KorrelException.class, all::list);
        assertTrue(refused.getMessage().startsWith("the predicate cannot be used: it "), refused.getMessage());
        assertFalse(all.toString().startsWith("COMPLETE"), all.toString());
    }

    @Test
    void lateAndSeldom() {
        // If this failed, one would get away with a lie that is told of few trees among half a million candidates.
        All<Tree> all = Korrel.all(Tree.class, Trees.LATE).objects(Node.class, 8).ints(1, 8);
        KorrelException refused = assertThrows(KorrelException.class, all::list);
        assertTrue(refused.getMessage().startsWith("the predicate cannot be used: it says something else about other objects"), refused.getMessage());
    }

    @ParameterizedTest
    @MethodSource("honest")
    void accepted(String name) {
        All<Tree> all = search(Trees.HONEST.get(name));
        assertEquals(15, all.list().stream().map(Tree::toString).distinct().count());
        assertTrue(all.toString().startsWith("COMPLETE: 15 heaps of Tree where a lambda in Trees; "), all.toString());
    }

    @Test
    void whatIsPrintedIsCounted() {
        // If this failed, a predicate would print a million lines, or swallow those of the test.
        PrintStream before = System.out;
        All<Tree> all = search(Trees.HONEST.get("it prints"));
        String said = all.forAll(tree -> assertSame(before, System.out));
        assertSame(before, System.out);
        assertTrue(said.matches("COMPLETE: .*; the predicate printed [0-9,]+ lines, which is not shown: looking at null"), said);
    }
}
