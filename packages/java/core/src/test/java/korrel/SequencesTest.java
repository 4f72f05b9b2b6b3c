package korrel;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedList;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.concurrent.Callable;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;
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
        var asked = Korrel.sequences(ArrayList<Object>::new, ArrayList<Object>::new).call("add", values, List::add).run("clear", List::clear).upTo(upTo);
        List<String> letters = Stream.concat(values.stream().map(value -> "add(" + value + ")"), Stream.of("clear()")).toList();
        List<String> wanted = IntStream.rangeClosed(0, upTo).boxed().flatMap(length -> words(length, letters)).toList();
        List<String> found = new ArrayList<>();
        asked.forEach(calls -> found.add(String.join("", calls.stream().map(Sequences.Call::toString).toList())));
        assertEquals(wanted, found);
        long k = pushes + 1;
        assertEquals(((long) Math.pow(k, upTo + 1) - 1) / (k - 1), asked.total());
        String all = asked.total() + (upTo == 0 ? " sequence" : " sequences") + " of up to " + upTo + (upTo == 1 ? " call" : " calls") + " out of " + k;
        assertEquals(all, asked.toString());
        if (upTo == 0) {
            assertMistake(NOTHING, asked::check);
            assertEquals("COMPLETE: " + all, asked.atEnd(ArrayList::new).check());
        } else {
            assertEquals("COMPLETE: all " + all, asked.check());
        }
    }

    private static final String NOTHING = "nothing is compared but exceptions and arguments: add call(…) or atEnd(…)";

    @Test
    void allCombinationsOfArguments() {
        Sequences<?, ?, ?> asked = Korrel.sequences(ArrayList<Object>::new, ArrayList<Object>::new)
            .run("add", List.of(0, 1), List.of("a", "b"), (it, at, text) -> it.add(at, text)).atEnd(ArrayList::new).upTo(1);
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
        assertEquals("COMPLETE: all 7 sequences of up to 2 calls out of 2; on both sides pop always threw", Korrel.sequences(Stack::new, Stack::new)
            .call("pop", Stack::pop).call("size", stack -> stack.items.size()).upTo(2).check());
    }

    @Test
    void aCheckThatComparesNothingIsAMistake() {
        // If this failed, a test that looks at nothing would pass.
        assertMistake("limit: 0: nothing would be tried", () -> beside(Stack::new).limit(0));
        assertMistake("on both sides pop always threw, which compares nothing: ArrayIndexOutOfBoundsException: 7, and the model IllegalStateException: empty",
            () -> Korrel.sequences(Stack::new, Stack::new).call("pop", stack -> thrown(new ArrayIndexOutOfBoundsException("7")),
                stack -> thrown(new IllegalStateException("empty"))).check());
        assertMistake("on both sides atEnd(…) always threw, which compares nothing: IllegalStateException: one, and the model IllegalStateException: two",
            () -> beside(Stack::new).atEnd(stack -> thrown(new IllegalStateException("one")), list -> thrown(new IllegalStateException("two"))).check());
        assertEquals("COMPLETE: all 15 sequences of up to 3 calls out of 2", Korrel.sequences(Stack::new, Stack::new).run("push", List.of(1), Stack::push)
            .call("size", stack -> stack.items.size()).atEnd(Stack::top).check(), "it throws of an empty stack alone");
    }

    @Test
    void aCheckOfWhichNothingIsComparedIsAMistakeHoweverItEnds() {
        var pushes = Korrel.sequences(Stack::new, ArrayList<Object>::new).run("push", Pool.of(1, 2), (stack, item) -> { }, List::add);
        assertMistake(NOTHING, pushes::check);
        assertMistake(NOTHING, pushes.limit(4)::check);
        assertTrue(failure(pushes.atEnd(stack -> stack.items, list -> list)).startsWith("in the end: [], expected [1]"));
        var pops = Korrel.sequences(Stack::new, Stack::new).run("push", List.of(1), Stack::push).call("pop", stack -> thrown(new IllegalStateException("never")));
        assertMistake("on both sides pop always threw, which compares nothing: IllegalStateException: never, and the model IllegalStateException: never", pops::check);
        assertMistake("on both sides pop always threw, which compares nothing: IllegalStateException: never, and the model IllegalStateException: never",
            pops.limit(4)::check);
        assertMistake("on both sides atEnd(…), pop always threw, which compares nothing: IllegalStateException: end, and the model IllegalStateException: end",
            pops.atEnd(stack -> thrown(new IllegalStateException("end")))::check);
        assertEquals("stopped at the limit: 2 of 15 sequences of up to 3 calls out of 2, all of up to 0 calls; on both sides atEnd(…) always threw",
            Korrel.sequences(Stack::new, Stack::new).run("push", List.of(1), Stack::push).run("clear", stack -> stack.items.clear()).limit(2)
                .atEnd(stack -> stack.items.get(1)).check(), "nobody knows what all calls do");
    }

    private static Object thrown(Throwable error) throws Throwable {
        throw error;
    }

    private static void assertMistake(String text, Executable asked) {
        assertEquals(text, assertThrows(KorrelException.class, asked).getMessage());
    }

    @Test
    void anErrorIsNoExceptionThatAModelExpects() {
        // If this failed, a stack overflow or a failed assert in a library would count as the exception that was expected.
        String text = failure(Korrel.sequences(Stack::new, Stack::new).call("pop", stack -> thrown(new StackOverflowError()), Stack::pop));
        assertTrue(text.startsWith("pop: it threw StackOverflowError, expected IndexOutOfBoundsException: "), text);
    }

    // What is not the fault of a sequence

    @Test
    void whatDoesNotFailAgainIsNoShortestFailure() {
        int[] asks = {0};
        String text = failure(Korrel.sequences(Stack::new, Stack::new).run("push", List.of(1), Stack::push)
            .call("size", stack -> ++asks[0] == 2 ? 7 : stack.items.size(), stack -> stack.items.size()));
        assertEquals("size: 7, expected 1\n\nA sequence that failed; all 4 before it pass.\n"
            + "  stack.push(1);\n  stack.size();  // 7, expected 1\n\n"
            + "Made again, it passes.\nThe subject or the model depends on something else: a clock, a random number, or what earlier sequences left.", text);
        int[] others = {0};
        String all = failure(Korrel.sequences(Stack::new, Stack::new).call("size", stack -> ++others[0], stack -> 0).allFailures().upTo(1));
        assertEquals("1 of 2 sequences fail, by 1 cause\n\n1. size: another Integer  (1 sequence)\n     stack.size();  // 1, expected 0\n"
            + "   size: 1, expected 0\n   Made again, it fails otherwise: size: 2, expected 0\n"
            + "   The subject or the model depends on something else: a clock, a random number, or what earlier sequences left.\n\n"
            + "COMPLETE: all 2 sequences of up to 1 call out of 1", all);
    }

    @Test
    void whatSequencesShareIsTold() {
        Stack one = new Stack();
        String text = failure(Korrel.sequences(() -> one, Stack::new).run("push", List.of(1), Stack::push).call("size", stack -> stack.items.size()));
        assertEquals("size: 1, expected 0\n\nThe shortest sequence that fails; all 2 before it pass.\n  stack.size();  // 1, expected 0\n\n"
            + "All sequences work on one Stack, which may keep what earlier ones did: make a new one each time.", text);
    }

    @Test
    void anArgumentThatAllSequencesShareAndOneChangesIsTold() {
        // If this failed, later sequences would be others than those that are said to have been tried.
        String text = failure(Korrel.sequences(ArrayList<Object>::new, ArrayList<Object>::new).call("addAll", List.of(new ArrayList<>(List.of(1, 2))),
            (it, some) -> it.addAll(some) & some.removeIf(one -> true), (it, some) -> it.addAll(some)));
        assertTrue(text.endsWith("addAll: the argument [1, 2] has become []: all calls get this one object, and a Pool makes it anew"), text);
        assertMistake("add: the argument [] has become [1, 1, 1, 1, 1, 1, 1, 1, 1, 1]: all calls get this one object, and a Pool makes it anew",
            () -> Korrel.sequences(ArrayList<Object>::new, ArrayList<Object>::new).run("add", List.of(new ArrayList<Object>()), (it, list) -> list.add(1))
                .upTo(2).atEnd(it -> 0).call("size", ArrayList::size).check());
    }

    static final class Counter {
        int number;

        int next() {
            return ++number;
        }
    }

    @Test
    void anArgumentWhoseTextStaysTheSameIsLookedInto() {
        // If these failed, COMPLETE would be said of arguments that were others each time.
        assertMistake("next: the argument a Counter is no longer what it was: all calls get this one object, and a Pool makes it anew",
            () -> Korrel.sequences(Stack::new, Stack::new).call("next", List.of(new Counter()), (stack, counter) -> counter.next() > 0).check());
        List<Object> list = new ArrayList<>();
        assertMistake("add: the argument [] has become [1, 1]: all calls get this one object, where Pool.and(text, () -> …) makes it anew",
            () -> Korrel.sequences(Stack::new, Stack::new).call("add", Pool.of(list), (stack, one) -> one.add(1)).upTo(1).check());
        List<Object> many = new ArrayList<>(IntStream.range(0, 200).boxed().toList());
        assertMistake("set: the argument " + Written.of(many) + " is no longer what it was: all calls get this one object, and a Pool makes it anew",
            () -> Korrel.sequences(Stack::new, Stack::new).run("set", List.of(many), (stack, one) -> one.set(150, -1)).atEnd(stack -> 1).check());
        List<Object> part = new ArrayList<>();
        List<Object> twice = new ArrayList<>(List.of(part, part));
        assertMistake("set: the argument [[], []] is no longer what it was: all calls get this one object, and a Pool makes it anew",
            () -> Korrel.sequences(Stack::new, Stack::new).run("set", List.of(twice), (stack, one) -> one.set(1, new ArrayList<>())).atEnd(stack -> 1).check());
        assertEquals("COMPLETE: all 4 sequences of up to 3 calls out of 1", Korrel.sequences(Stack::new, Stack::new)
            .call("next", Pool.<Counter>of().and("new Counter()", Counter::new), (stack, counter) -> counter.next()).check(), "it is made anew");
    }

    @Test
    void whatIsSharedIsWrittenOnce() {
        // If each part were written as often as it is there, this would not come to an end.
        List<Object> deep = new ArrayList<>();
        for (int level = 0; level < 60; level++) {
            deep = new ArrayList<>(List.of(deep, deep));
        }
        List<Object> top = deep;
        assertTimeoutPreemptively(Duration.ofSeconds(60), () -> assertTrue(State.of(top).length() < 10_000));
    }

    @Test
    void aMistakeSaysWhereItIsInTheTest() {
        // If this failed, nobody would know which of many checks in a test it was: the calls are made in another thread.
        KorrelException mistake = assertThrows(KorrelException.class, () -> Korrel.<Object, Object, Object>sequences(() -> null, Object::new)
            .call("toString", Object::toString).check());
        assertTrue(Arrays.stream(mistake.getStackTrace()).anyMatch(at -> at.getClassName().startsWith(SequencesTest.class.getName())));
    }

    @Test
    void manyArgumentsAreWrittenOnce() {
        // If each call wrote all values for itself, this would take minutes.
        List<Integer> values = IntStream.range(0, 30_000).boxed().toList();
        assertTimeoutPreemptively(Duration.ofSeconds(60), () -> assertEquals(30_001, Korrel.sequences(ArrayList<Object>::new, ArrayList<Object>::new)
            .call("add", values, List::add).upTo(1).total()));
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
        assertTrue(none.endsWith("stack.top();  // null, expected that it threw IndexOutOfBoundsException"), none);
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
        assertTrue(changed.startsWith("argument 1 of add, in the end: [0], expected []\n"), changed);
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
        assertEquals("stopped at the limit: 20 of more than 9,223,372,036,854,775,807 sequences of up to 100 calls out of 5, all of up to 1 call",
            beside(Stack::new).upTo(100).limit(20).check());
        String text = assertThrows(KorrelException.class, () -> beside(Stack::new).upTo(12).timeout(Duration.ofSeconds(2)).check()).getMessage();
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
        assertTrue(all.contains("     stack.pop();  // 1, and the model has no result\n"), all);
        assertTrue(all.endsWith("INCOMPLETE (a call without an end): 9 of 15 sequences of up to 3 calls out of 2, all of up to 2 calls"), all);
        Endless.goesOn = false;
        assertEquals("COMPLETE: all 15 sequences of up to 3 calls out of 2", asked.check());
    }

    private static Object slow(Object result) throws InterruptedException {
        Thread.sleep(400);
        return result;
    }

    @Test
    void slowCallsBeforeTheLastAreTold() {
        String text = failure(Korrel.sequences(Stack::new, Stack::new).call("slow", stack -> slow(1), stack -> 1).inputTimeout(Duration.ofSeconds(1)));
        assertTrue(text.startsWith("slow: it did not come to an end within 1.0 s (inputTimeout), and what came before it took most of this\n"), text);
        String model = failure(Korrel.sequences(Stack::new, Stack::new).call("slow", stack -> slow(1), stack -> slow(1)).inputTimeout(Duration.ofSeconds(1)).upTo(2));
        assertTrue(model.startsWith("the model's slow: it did not come to an end within 1.0 s (inputTimeout), and what came before it took most"), model);
    }

    @RepeatedTest(30)
    void whoIsInterruptedIsToldOfTheCallThatRuns() {
        // If this failed, a call that gives up when it is interrupted would be told with what it did afterwards.
        Thread here = Thread.currentThread();
        String text = failure(Korrel.sequences(Stack::new, Stack::new).call("wait", stack -> {
            here.interrupt();
            return slow(1);
        }, stack -> 1));
        assertTrue(Thread.interrupted(), "the interrupt is kept");
        assertEquals("wait: it was interrupted\n\nThe shortest sequence that fails; the one before it passes.\n  stack.wait();  // no result", text);
    }

    @RepeatedTest(30)
    void whoIsInterruptedBeforeASequenceBlamesNone() {
        var asked = Korrel.sequences(Stack::new, Stack::new).atEnd(stack -> slow(1)).call("size", stack -> slow(1));
        Thread.currentThread().interrupt();
        String text = assertThrows(Throwable.class, asked::check).getMessage();
        assertTrue(Thread.interrupted(), "the interrupt is kept");
        boolean hasBegun = String.valueOf(text).contains(": it was interrupted\n\nThe shortest sequence that fails; it is the first.\n");
        assertTrue(hasBegun || "it was interrupted".equals(text), text);
    }

    @Test
    void whereMemoryEndsIsTold() {
        // No real one: the end of memory would be that of all tests.
        AssertionError failure = assertThrows(AssertionError.class, () -> Korrel.sequences(Stack::new, Stack::new).run("push", List.of(1), Stack::push)
            .call("pop", Stack::pop, stack -> stack.items.isEmpty() ? stack.pop() : thrown(new OutOfMemoryError("made up"))).check());
        assertEquals("the model's pop: it threw OutOfMemoryError: made up\n\nNo other sequence is tried behind this one.\n"
            + "  stack.push(1);\n  stack.pop();  // 1, and the model has no result", failure.getMessage());
        assertEquals("made up", failure.getCause().getMessage());
        int[] asks = {0};
        String again = failure(Korrel.sequences(Stack::new, Stack::new).call("size", stack -> ++asks[0] > 1 ? thrown(new OutOfMemoryError("made up")) : 1, stack -> 0));
        assertTrue(again.contains("size: 1, expected 0\n\nA sequence that failed; the one before it passes.\n"), again);
        assertTrue(again.contains("Made again, it fails otherwise: size: it threw OutOfMemoryError: made up\n"), again);
    }

    @Test
    void aFailureIsToldEvenIfItHasNoEndWhenItIsMadeAgain() {
        Endless.goesOn = true;
        int[] asks = {0};
        String text = failure(Korrel.sequences(Stack::new, Stack::new).call("size", stack -> {
            while (++asks[0] > 1 && Endless.goesOn) {
                Thread.onSpinWait();
            }
            return 1;
        }, stack -> 0).inputTimeout(Duration.ofSeconds(1)));
        Endless.goesOn = false;
        assertEquals("size: 1, expected 0\n\nA sequence that failed; the one before it passes.\n  stack.size();  // 1, expected 0\n\n"
            + "Made again, it did not come to an end within 1.0 s (inputTimeout).", text);
    }

    @Test
    void aConstructorThatThrowsSaysWhoseItIs() {
        String text = failure(Korrel.<Object, Object, Object>sequences(Object::new, () -> {
            throw new IllegalStateException("no");
        }).call("toString", Object::toString));
        String all = failure(Korrel.<Object, Object, Object>sequences(() -> {
            throw new IllegalStateException("no");
        }, Object::new).call("toString", Object::toString).call("hashCode", Object::hashCode).upTo(100).limit(20).allFailures());
        assertTrue(all.startsWith("1 of 1 sequences fail, by 1 cause\n\n1. constructor: it threw IllegalStateException: no  (1 sequence)\n"), all);
        assertTrue(all.endsWith("COMPLETE: all more than 9,223,372,036,854,775,807 sequences of up to 100 calls out of 2, but for those that begin as one that fails"), all);
        assertTrue(text.startsWith("the model's constructor: it threw IllegalStateException: no\n\nThe shortest sequence that fails; it is the first.\n"), text);
    }

    @ParameterizedTest
    @CsvSource({"true, atEnd", "false, the model's atEnd"})
    void whatHasNoEndBesideTheCallsIsNamed(boolean isMine, String named) {
        Endless.goesOn = true;
        Callable<Object> loop = () -> {
            while (Endless.goesOn) {
                Thread.onSpinWait();
            }
            return 1;
        };
        String text = failure(Korrel.sequences(Stack::new, Stack::new).run("push", List.of(1), Stack::push)
            .atEnd(stack -> isMine ? loop.call() : 1, stack -> isMine ? 1 : loop.call()).inputTimeout(Duration.ofSeconds(1)));
        String making = failure(Korrel.<Object, Object, Object>sequences(isMine ? loop : Stack::new, isMine ? Stack::new : loop)
            .call("size", stack -> 1).inputTimeout(Duration.ofSeconds(1)));
        Endless.goesOn = false;
        assertTrue(making.startsWith(named.replace("atEnd", "constructor") + ": it did not"), making);
        assertTrue(text.startsWith(named + ": it did not come to an end within 1.0 s (inputTimeout)\n"), text);
    }

    @Test
    void timesThatNobodyCanReach() {
        assertEquals("COMPLETE: all 156 sequences of up to 3 calls out of 5",
            beside(Stack::new).timeout(Duration.ofDays(1_000_000)).inputTimeout(Duration.ofDays(1_000_000)).check());
        assertMistake("inputTimeout: null is no time: Duration.ZERO sets no limit", () -> beside(Stack::new).inputTimeout(null).check());
        assertMistake("inputTimeout: PT-1S: a time is not below 0", () -> beside(Stack::new).inputTimeout(Duration.ofSeconds(-1)).check());
        assertMistake("INCOMPLETE (timeout): 0 of 156 sequences of up to 3 calls out of 5",
            () -> beside(Stack::new).timeout(Duration.ZERO).forEach(calls -> { }));
    }

    @Test
    void whatIsAskedAnewIsCountedAnew() {
        Sequences<Object, Stack, ArrayList<Object>> asked = beside(Stack::new);
        asked.check();
        assertEquals("31 sequences of up to 2 calls out of 5", asked.upTo(2).toString());
    }

    @Test
    void aViewThatThrowsIsADifferenceOfItsCall() {
        String text = failure(Korrel.sequences(ArrayList<Object>::new, ArrayList<Object>::new).run("add", List.of(1), List::add)
            .call("part", list -> list.subList(0, list.size()), ArrayList::new).upTo(2));
        assertEquals("part, when the last call is over: a SubList that throws ConcurrentModificationException, expected [] "
            + "(to compare them throws ConcurrentModificationException)\n\nThe shortest sequence that fails; all 5 before it pass.\n"
            + "  arrayList.part();  // a SubList that throws ConcurrentModificationException, expected []\n  arrayList.add(1);", text);
        assertEquals("COMPLETE: all 7 sequences of up to 2 calls out of 2", Korrel.sequences(ArrayList<Object>::new, LinkedList<Object>::new).run("add", List.of(1), List::add)
            .call("part", list -> list.subList(0, list.size())).upTo(2).check(), "both views throw");
    }

    @Test
    void mistakesAreTold() {
        assertEquals("no sequences: there is no call", Korrel.sequences(Stack::new, Stack::new).toString());
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
