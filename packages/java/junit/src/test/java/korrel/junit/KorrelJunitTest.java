package korrel.junit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.platform.engine.discovery.DiscoverySelectors.selectClass;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.platform.engine.TestExecutionResult;
import org.junit.platform.engine.TestExecutionResult.Status;
import org.junit.platform.engine.reporting.ReportEntry;
import org.junit.platform.launcher.Launcher;
import org.junit.platform.launcher.TestExecutionListener;
import org.junit.platform.launcher.TestIdentifier;
import org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder;
import org.junit.platform.launcher.core.LauncherFactory;
import org.opentest4j.AssertionFailedError;

/** What JUnit's launcher says of {@link Samples}. */
class KorrelJunitTest {
    private static final String SCOPE = "of run repOk for exactly 1 Tree, 3 Node, 1..3 Int";

    @Test
    void whatPasses() {
        Samples.Passing.PAIRS.clear();
        Events events = run(Samples.Passing.class);
        assertEquals(Map.of(), events.failed);
        assertEquals(Set.of(1, 2), Samples.Passing.PAIRS);
        assertEquals("COMPLETE: 15 inputs " + SCOPE, events.notes.get("one(Tree, TestInfo)"));
        assertEquals("stopped at the limit: 3 inputs of run key_pre for exactly 1 Tree, 2 Node, 1..2 Int, and there may be more",
            events.notes.get("each(Words, String, TestInfo)"), "a limit is a note");
        assertEquals(3, events.items.stream().filter(name -> name.startsWith("[")).count());
    }

    /** If this failed, a test of behaviours would pass whatever the program does, or not say what is wrong. */
    @Test
    void behavioursAreTests() {
        Events events = run(BehaviourSamples.Cases.class);
        assertEquals(Set.of("fails()", "misnamed()"), events.failed.keySet(), events.failed.toString());
        assertEquals("COMPLETE: 27 calls, scope up to 5 calls (6 states)", events.notes.get("passes()"));
        assertEquals("COMPLETE: 18 calls, scope of 3 traces", events.notes.get("quint()"));
        String message = events.failed.get("fails()").getMessage();
        assertTrue(message.contains("2. put(j Job$1)  fails"), message);
        assertTrue(message.contains("again: KORREL_REPLAY=7c948d283f5d608f in the environment"), message);
        assertTrue(!message.contains("-cp"), message);
        assertTrue(events.failed.get("misnamed()").getMessage().startsWith("error["), events.failed.toString());
    }

    /** If this failed, a test would miss databases, see one twice, or see what another one wrote. */
    @Test
    void databasesAreInputs() {
        DatabaseSamples.Cases.SEEN.clear();
        Events events = run(DatabaseSamples.Cases.class);
        Set<String> failed = Set.of("fails(Connection)", "isNoSchema(Connection)", "takesNoConnection(String)");
        assertEquals(failed, events.failed.keySet(), events.failed.toString());
        String remark = events.notes.get("eachOnce(Connection, TestInfo)");
        assertTrue(remark.matches("COMPLETE: " + DatabaseSamples.Cases.SEEN.size() + " databases of .*library.sql"), remark);
        assertTrue(DatabaseSamples.Cases.SEEN.size() > 50 && DatabaseSamples.Cases.SEEN.toString().contains("it's"));
        assertTrue(events.notes.get("items(Connection)").startsWith("stopped at the limit: 3 databases of "), events.notes.toString());
        assertEquals(3, events.items.stream().filter(name -> name.matches("\\[\\d\\] (connection=)?database \\d")).count(), events.items.toString());
        String message = events.failed.get("fails(Connection)").getMessage();
        assertTrue(message.contains("an author without books is lost") && message.contains("; the one before it passes."), message);
        assertTrue(Pattern.compile("\nrows: korrel init --rows 2 --text=x '--text=it'\\\\''s' --dialect sqlite -o schema.als -- .*library.sql; "
            + "korrel find schema.als --format sql --key [0-9a-f]{16}\n  INSERT INTO author").matcher(message).find(), message);
        events.says("takesNoConnection(String)", "its one parameter for a database is a java.sql.Connection");
    }

    /** If this failed, a test over one's own classes would pass whatever the program does, or not say on what it fails. */
    @Test
    void ownClassesAreInputs() {
        Events events = run(EverySamples.Cases.class);
        assertEquals(Set.of("fails(Tree, int)", "ofNone(Tree)", "ofNothing(Tree)"), events.failed.keySet(), events.failed.toString());
        String within = "; 145 candidates within Tree=1, Node=3, int=0..2";
        assertEquals("COMPLETE: 15 inputs of Tree where Tree.repOk" + within, events.notes.get("passes(Tree, TestInfo)"));
        assertTrue(events.notes.get("skips(Tree)").endsWith("; 1 skipped"), events.notes.toString());
        assertEquals("COMPLETE: 45 inputs of Tree, int where Tree.repOk" + within, events.notes.get("each(Tree, int)"));
        assertEquals(45, events.items.stream().filter(name -> name.matches("\\[\\d+\\] (tree=)?[0-9a-f]{16}, .*")).count(), events.items.toString());
        String message = events.failed.get("fails(Tree, int)").getMessage();
        assertTrue(message.contains("\n\nThe smallest input that fails; all 816 before it pass.\ninput: "), message);
        assertTrue(message.contains("\n  Tree=Tree$0 int=1\n  Tree$0 root=Node$0\n  Node$0 key=1 left=Node$1 right=Node$2\n"), message);
        assertTrue(Pattern.compile("\nagain: KORREL_REPLAY=[0-9a-f]{16} in").matcher(message).find(), message);
        events.says("ofNone(Tree)", "there is no input: COMPLETE: 0 heaps of Tree where a lambda in EverySamples$Cases");
        events.says("ofNothing(Tree)", "there is no `static All<…> nowhere()`");
    }

    /** If this failed, the line that says how to try an input again would not do it. */
    @Test
    void oneInputIsTriedAgain() {
        String message = run(EverySamples.Cases.class).failed.get("fails(Tree, int)").getMessage();
        try {
            System.setProperty("KORREL_REPLAY", message.replaceAll("(?s).*\ninput: ([0-9a-f]{16})\n.*", "$1"));
            Events events = run(EverySamples.Cases.class);
            assertTrue(events.failed.get("fails(Tree, int)").getMessage().contains("; it is the first."), events.failed.toString());
            System.setProperty("KORREL_REPLAY", "0123456789abcdef");
            assertEquals("nothing was tried: no input is 0123456789abcdef", run(EverySamples.Cases.class).notes.get("fails(Tree, int)"));
        } finally {
            System.clearProperty("KORREL_REPLAY");
        }
    }

    @Test
    void oneItemNamesTheSmallestThatFails() {
        Events events = run(Samples.Failing.class);
        String message = events.failed.get("one(Tree)").getMessage();
        assertTrue(message.startsWith("too high ==> expected: <true> but was: <false>\n\nThe smallest input that fails; all 4 before it pass.\ninput: "), message);
        assertTrue(Pattern.compile("\nagain: KORREL_REPLAY=[0-9a-f]{16} in").matcher(message).find(), message);
        AssertionFailedError compared = (AssertionFailedError) events.failed.get("compared(Tree)");
        assertEquals(List.of(), compared.getExpected().getValue(), "for editors that show the two side by side");
        assertEquals(List.of(1), compared.getActual().getValue());
    }

    @Test
    void itemsAreNamedByTheirKeys() {
        Events events = run(Samples.Failing.class);
        List<String> items = events.items.stream().filter(name -> name.startsWith("[")).toList();
        assertEquals(15, items.size());
        assertTrue(items.stream().allMatch(name -> name.matches("\\[\\d+\\] (tree=)?[0-9a-f]{16}")), items.toString());
        assertEquals(11, events.failed.keySet().stream().filter(items::contains).count());
    }

    @Test
    void whatIsEmptyIncompleteOrMistakenFails() {
        Events events = run(Samples.Broken.class);
        events.says("oneOfNone(Tree)", "there is no input");
        events.says("eachOfNone(Tree)", "there is no input");
        events.says("oneOfTooMany(Heap)", "the stream is incomplete: timeout after ");
        events.says("eachOfTooMany(Heap)", "the stream is incomplete: timeout after ");
        events.says("noSuchCommand(Heap)", "nowhere");
        events.says("noSuchSpec(Heap)", "nowhere.als");
        events.says("noSuchRoot(Tree, Header)", "no root is left for korrel.Header; the roots are {t=Tree}");
        events.says("notConfigured(Tree)", "there is no `static void nowhere(Find find)`");
        events.says("noSource(Tree)", "has no @KorrelSource");
    }

    /** If this failed, the first item would wait for the last input: the program here waits for the first item. */
    @Test
    @DisabledOnOs(OS.WINDOWS)
    void itemsBeginWhileInputsAreSearchedFor(@TempDir Path folder) throws Exception {
        Path tried = folder.resolve("tried");
        Path program = folder.resolve("korrel");
        Files.writeString(program, "#!/bin/sh\n" + record("\"kind\":\"header\",\"format\":\"heapgraph/1\",\"command\":\"run\"")
            + record("\"kind\":\"instance\",\"id\":0,\"key\":\"first\"")
            + "for i in $(seq 300); do [ -e '" + tried + "' ] && break; sleep 0.1; done\n[ -e '" + tried + "' ] || exit 3\n"
            + record("\"kind\":\"instance\",\"id\":1,\"key\":\"second\"") + record("\"kind\":\"end\",\"status\":\"complete\",\"count\":2"));
        assertTrue(program.toFile().setExecutable(true));
        String before = System.getProperty("KORREL");
        System.setProperty("KORREL", program.toString());
        System.setProperty("korrel.tried", tried.toString());
        try {
            assertEquals(Map.of(), run(Samples.Lazy.class).failed);
            assertEquals("first\nsecond\n", Files.readString(tried));
        } finally {
            System.clearProperty("korrel.tried");
            if (before == null) {
                System.clearProperty("KORREL");
            } else {
                System.setProperty("KORREL", before);
            }
        }
    }

    private static String record(String members) {
        return "echo '{" + members + ",\"roots\":{},\"objects\":{}}'\n";
    }

    private static Events run(Class<?> sample) {
        Launcher launcher = LauncherFactory.create();
        Events events = new Events();
        launcher.execute(LauncherDiscoveryRequestBuilder.request().selectors(selectClass(sample)).build(), events);
        return events;
    }

    private static final class Events implements TestExecutionListener {
        final Map<String, Throwable> failed = new LinkedHashMap<>();
        final Map<String, String> notes = new LinkedHashMap<>();
        final List<String> items = new ArrayList<>();

        void says(String item, String text) {
            String message = String.valueOf(failed.get(item));
            assertTrue(message.contains(text), item + ": " + message);
        }

        @Override
        public void executionFinished(TestIdentifier item, TestExecutionResult result) {
            if (item.isTest()) {
                items.add(item.getDisplayName());
            }
            if (result.getStatus() != Status.SUCCESSFUL) {
                failed.put(item.getDisplayName(), result.getThrowable().orElseThrow());
            }
        }

        @Override
        public void reportingEntryPublished(TestIdentifier item, ReportEntry entry) {
            notes.put(item.getDisplayName(), entry.getKeyValuePairs().get("korrel"));
        }
    }
}
