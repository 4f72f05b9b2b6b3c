package korrel;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.concurrent.Callable;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** All sequences of calls: how many, in which order, what is found, and what is said of it. */
class SequencesTest {
    static class Stack {
        final List<Object> items = new ArrayList<>();

        void push(Object item) {
            items.add(item);
        }

        Object pop() {
            return items.remove(items.size() - 1);
        }

        Object top() {
            return items.get(items.size() - 1);
        }
    }

    private static <S extends Stack> Sequences<Object, S, ArrayList<Object>> beside(Callable<S> subject) {
        return Korrel.<Object, S, ArrayList<Object>>sequences(subject, ArrayList::new)
            .run("push", Pool.of(0.0, -0.0, Double.NaN), Stack::push, List::add)
            .call("pop", Stack::pop, list -> list.remove(list.size() - 1))
            .call("top", Stack::top, list -> list.get(list.size() - 1));
    }

    private static String failure(Sequences<?, ?, ?> asked) {
        return assertThrows(AssertionError.class, asked::check).getMessage();
    }

    // Which there are

    /** Those of a length, by recursion, as texts. */
    private static Stream<String> words(int length, List<String> letters) {
        return length == 0 ? Stream.of("") : words(length - 1, letters).flatMap(word -> letters.stream().map(letter -> word + letter));
    }

    @ParameterizedTest
    @CsvSource({"1, 0", "1, 6", "2, 5", "4, 3"})
    void eachOnceShortestFirst(int pushes, int upTo) {
        // If this failed, COMPLETE would be a lie, or a shorter failure could come after a longer one.
        List<Integer> values = IntStream.range(0, pushes).boxed().toList();
        Sequences<?, ?, ?> asked = Korrel.sequences(ArrayList::new, ArrayList::new).call("add", values, List::add).run("clear", List::clear).upTo(upTo);
        List<String> letters = Stream.concat(values.stream().map(value -> "add(" + value + ")"), Stream.of("clear()")).toList();
        List<String> wanted = IntStream.rangeClosed(0, upTo).boxed().flatMap(length -> words(length, letters)).toList();
        List<String> found = new ArrayList<>();
        asked.forEach(calls -> found.add(String.join("", calls.stream().map(Sequences.Call::toString).toList())));
        assertEquals(wanted, found);
        long k = pushes + 1;
        assertEquals(((long) Math.pow(k, upTo + 1) - 1) / (k - 1), asked.total());
        String all = asked.total() + " sequences of up to " + upTo + (upTo == 1 ? " call" : " calls") + " out of " + k;
        assertEquals(all, asked.toString());
        assertEquals("COMPLETE: all " + all, asked.check());
    }

    @Test
    void allCombinationsOfArguments() {
        Sequences<?, ?, ?> asked = Korrel.sequences(ArrayList<Object>::new, ArrayList<Object>::new)
            .run("add", List.of(0, 1), List.of("a", "b"), (it, at, text) -> it.add(at, text)).upTo(1);
        List<String> found = new ArrayList<>();
        asked.forEach(calls -> found.add(calls.toString()));
        assertEquals(List.of("[]", "[add(0, \"a\")]", "[add(0, \"b\")]", "[add(1, \"a\")]", "[add(1, \"b\")]"), found);
        assertEquals("COMPLETE: all 5 sequences of up to 1 call out of 4", asked.check());
    }

    @Test
    void argumentsOfAPoolAreMadeAnew() {
        Sequences<?, ?, ?> asked = Korrel.sequences(ArrayList<Object>::new, ArrayList<Object>::new)
            .call("add", Awkward.lists(), List::add).upTo(1);
        for (List<Sequences.Call> calls : asked) {
            for (Sequences.Call call : calls) {
                assertEquals("add", call.name());
                assertTrue(call.args()[0] != call.args()[0] || call.args()[0].equals(List.of()), call.toString());
            }
        }
    }

    // What is found

    @Test
    void whatHoldsSaysHowManyThereWere() {
        assertEquals("COMPLETE: all 156 sequences of up to 3 calls out of 5", beside(Stack::new).check());
        assertEquals("COMPLETE: all 3 sequences of up to 2 calls out of 1; on both sides pop always threw", Korrel.sequences(Stack::new, Stack::new)
            .call("pop", Stack::pop).upTo(2).check());
    }

    static class Signless extends Stack {
        @Override
        Object pop() {
            return (double) super.pop() + 0.0;
        }
    }

    @Test
    void aFaultThatOnlyAMinusZeroShows() {
        assertEquals("pop: 0.0, expected -0.0\n\nThe shortest sequence that fails; all 14 before it pass.\n"
            + "  signless.push(-0.0);\n  signless.pop();  // 0.0, expected -0.0", failure(beside(Signless::new)));
    }

    static class Identical extends ArrayList<Object> {
        private static final long serialVersionUID = 1;

        @Override
        public boolean contains(Object wanted) {
            return stream().anyMatch(one -> one == wanted);
        }
    }

    @Test
    void aFaultThatOnlyABoxOf128Shows() {
        // If this failed, one box would be handed to both calls, and no number could tell == from equals.
        Pool<Integer> pool = Pool.of(0, 127, 128);
        Sequences<?, ?, ?> asked = Korrel.sequences(Identical::new, ArrayList<Object>::new).call("add", pool, List::add).call("contains", pool, List::contains);
        assertTrue(failure(asked).endsWith("\n  identical.add(128);  // true\n  identical.contains(128);  // false, expected true"), failure(asked));
        assertEquals("COMPLETE: all 259 sequences of up to 3 calls out of 6", Korrel.sequences(Identical::new, ArrayList<Object>::new)
            .call("add", Pool.of(0, 1, 127), List::add).call("contains", Pool.of(0, 1, 127), List::contains).check());
    }

    /** Answers whether the letters so far end in a word. */
    static final class Word {
        private final String wanted;
        private String done = "";

        Word(String wanted) {
            this.wanted = wanted;
        }

        boolean add(String letter) {
            done += letter;
            return !wanted.isEmpty() && done.endsWith(wanted);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "b", "cb", "aca", "ccc", "abca"})
    void aFaultIsFoundIfAndOnlyIfALoopFindsIt(String word) {
        String first = IntStream.rangeClosed(0, 3).boxed().flatMap(length -> words(length, List.of("a", "b", "c")))
            .filter(letters -> !word.isEmpty() && letters.endsWith(word)).findFirst().orElse(null);
        Sequences<?, ?, ?> asked = Korrel.sequences(() -> new Word(word), () -> new Word("")).call("add", List.of("a", "b", "c"), Word::add);
        if (first == null) {
            assertEquals("COMPLETE: all 40 sequences of up to 3 calls out of 3", asked.check());
        } else {
            assertEquals(first, String.join("", failure(asked).lines().filter(line -> line.startsWith("  word.add(\""))
                .map(line -> line.substring(12, 13)).toList()));
        }
    }

    @Test
    void allFailuresAreToldByTheirCauses() {
        // Of up to four letters b*a+b are 1 + 2 + 3; what begins as one of them is ab with one letter or two more, aab and bab with one: 6 + 4.
        String text = failure(Korrel.sequences(() -> new Word("ab"), () -> new Word("")).call("add", List.of("a", "b"), Word::add).upTo(4).allFailures());
        assertEquals("6 of 21 sequences fail, by 1 cause\n\n1. add: true, expected false  (6 sequences)\n"
            + "     word.add(\"a\");  // false\n     word.add(\"b\");  // true, expected false\n\n"
            + "COMPLETE: all 31 sequences of up to 4 calls out of 2, but for 10 that begin as one that fails", text);
    }

    static final class Loses extends Stack {
        @Override
        Object pop() {
            Object last = super.pop();
            items.clear();
            return last;
        }
    }

    @Test
    void whatIsLookedAtInTheEnd() {
        Sequences<?, ?, ?> asked = Korrel.sequences(Loses::new, ArrayList<Object>::new).run("push", List.of("a"), Stack::push, List::add)
            .call("pop", Stack::pop, list -> list.remove(list.size() - 1));
        assertEquals("COMPLETE: all 15 sequences of up to 3 calls out of 2", asked.check(), "nobody has looked");
        asked.upTo(4);
        assertTrue(failure(asked).startsWith("pop: it threw IndexOutOfBoundsException: Index -1 out of bounds for length 0, expected \"a\"\n"), failure(asked));
        Sequences<?, ?, ?> looks = Korrel.sequences(Loses::new, ArrayList<Object>::new).run("push", List.of("a"), Stack::push, List::add)
            .call("pop", Stack::pop, list -> list.remove(list.size() - 1)).atEnd(stack -> stack.items, list -> list);
        assertEquals("in the end: [], expected [\"a\"]\n\nThe shortest sequence that fails; all 8 before it pass.\n"
            + "  loses.push(\"a\");\n  loses.push(\"a\");\n  loses.pop();  // \"a\"", failure(looks));
    }

    @Test
    void whatIsThrownIsAResult() {
        Sequences<Stack, Stack, Stack> asked = Korrel.<Stack, Stack, Stack>sequences(Stack::new, () -> new Stack() {
            @Override
            Object pop() {
                if (items.isEmpty()) {
                    throw new NoSuchElementException("none");
                }
                return super.pop();
            }
        }).call("pop", Stack::pop).run("push", List.of(1), Stack::push);
        assertEquals("COMPLETE: all 15 sequences of up to 3 calls out of 2", asked.check());
        String text = failure(asked.sameExceptions());
        assertTrue(text.startsWith("pop: it threw IndexOutOfBoundsException: Index -1 out of bounds for length 0, expected NoSuchElementException: none\n"), text);
        String none = failure(Korrel.sequences(Stack::new, Stack::new).call("top", stack -> null, Stack::top));
        assertTrue(none.startsWith("top: it returned null, expected a throw (IndexOutOfBoundsException: "), none);
    }

    static final class Aliased extends Stack {
        List<Object> all() {
            return items;
        }
    }

    @Test
    void earlierResultsAndArgumentsMustStayRight() {
        String text = failure(Korrel.sequences(Aliased::new, ArrayList<Object>::new).call("all", Aliased::all, ArrayList::new)
            .run("push", List.of(1), Stack::push, List::add));
        assertEquals("all, when the last call is over: [1], expected []\n\nThe shortest sequence that fails; all 4 before it pass.\n"
            + "  aliased.all();  // [1], expected []\n  aliased.push(1);", text);
        String changed = failure(Korrel.sequences(ArrayList<Object>::new, ArrayList<Object>::new)
            .run("add", Pool.<List<Object>>of().and("new ArrayList<>()", ArrayList::new), (it, list) -> list.add(it.size()), (it, list) -> { }));
        assertTrue(changed.startsWith("an argument in the end: [0], expected []\n"), changed);
    }

    @Test
    void whatWasGivenMustComeBackItself() {
        Pool<Object> objects = Pool.<Object>of().and("new Object()", Object::new);
        String text = failure(Korrel.sequences(() -> new Stack() {
            @Override
            void push(Object item) {
                super.push(new Object());
            }
        }, Stack::new).run("push", objects, Stack::push).call("top", Stack::top));
        assertTrue(text.startsWith("top: another object, expected the same as one that was given\n"), text);
        assertTrue(text.endsWith("  subject.push(new Object());\n  subject.top();  // an Object"), text);
    }

    // Budgets and ends

    @Test
    void whatIsCutSaysUpToWhichLengthAllWereTried() {
        assertEquals("stopped at the limit: 40 of 156 sequences of up to 3 calls out of 5, all of up to 2 calls", beside(Stack::new).limit(40).check());
        assertEquals("stopped at the limit: 30 of 156 sequences of up to 3 calls out of 5, all of up to 1 call", beside(Stack::new).limit(30).check());
        String text = assertThrows(KorrelException.class, () -> beside(Stack::new).upTo(12).timeout(Duration.ofMillis(300)).check()).getMessage();
        assertTrue(text.matches("INCOMPLETE \\(timeout\\): [0-9,]+ of 305,175,781 sequences of up to 12 calls out of 5, all of up to [1-9] calls?.*"), text);
    }

    static final class Endless extends Stack {
        static volatile boolean goesOn = true;

        @Override
        Object pop() {
            while (items.size() == 2 && goesOn) {
                Thread.onSpinWait();
            }
            return super.pop();
        }
    }

    @Test
    void aCallWithoutAnEndIsNamed() {
        // If this failed, a test would never end, and nobody could say for which calls.
        Endless.goesOn = true;
        Sequences<?, ?, ?> asked = Korrel.sequences(Endless::new, Stack::new).run("push", List.of(1), Stack::push).call("pop", Stack::pop)
            .inputTimeout(Duration.ofSeconds(1));
        AssertionError failure = assertThrows(AssertionError.class, asked::check);
        assertEquals("pop: it did not come to an end within 1.0 s (inputTimeout)\n\nThe shortest sequence that fails; all 8 before it pass.\n"
            + "  endless.push(1);\n  endless.push(1);\n  endless.pop();  // no result", failure.getMessage());
        assertTrue(Arrays.stream(failure.getCause().getStackTrace()).anyMatch(at -> at.getMethodName().equals("pop")), "it says where");
        String all = failure(Korrel.sequences(Stack::new, Endless::new).run("push", List.of(1), Stack::push).call("pop", Stack::pop)
            .inputTimeout(Duration.ofSeconds(1)).allFailures());
        assertTrue(all.contains("1. the model's pop: it did not come to an end"), all);
        assertTrue(all.endsWith("INCOMPLETE (a call without an end): 9 of 15 sequences of up to 3 calls out of 2, all of up to 2 calls"), all);
        Endless.goesOn = false;
        assertEquals("COMPLETE: all 15 sequences of up to 3 calls out of 2", asked.check());
    }

    @Test
    void mistakesAreTold() {
        assertEquals("there is no call: say call(…) or run(…)",
            assertThrows(KorrelException.class, () -> Korrel.sequences(Stack::new, Stack::new).check()).getMessage());
        assertEquals("push: there are no values for an argument", assertThrows(KorrelException.class,
            () -> Korrel.sequences(Stack::new, Stack::new).run("push", List.of(), Stack::push)).getMessage());
        assertThrows(KorrelException.class, () -> beside(Stack::new).upTo(-1));
        assertEquals("upTo: 40: there are more than 9,223,372,036,854,775,807 sequences",
            assertThrows(KorrelException.class, () -> beside(Stack::new).upTo(40).check()).getMessage());
        assertEquals("subject: it makes null, which has no methods", assertThrows(KorrelException.class,
            () -> Korrel.<Object, Object, Object>sequences(() -> null, Object::new).call("toString", Object::toString).check()).getMessage());
    }
}
