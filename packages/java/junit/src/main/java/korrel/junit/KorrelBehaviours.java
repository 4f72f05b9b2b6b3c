package korrel.junit;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * A test of all behaviours of a spec's command, or of traces in ITF, against a program that keeps its state.
 *
 * <pre>
 * {@literal @}KorrelBehaviours(spec = "queue.als", command = "behaviours")
 * void queue() {
 *     KorrelDriver.machine(Queue.class, Queue::state);
 * }
 * </pre>
 *
 * The method declares the machine, in a Java of its own, where a new instance of the test's class has it called.
 */
@Documented
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.METHOD)
@Test
@ExtendWith(BehavioursExtension.class)
public @interface KorrelBehaviours {
    /** A file, from the folder in which the tests run, else a resource beside the class of the test. */
    String spec() default "";

    /** A label, a predicate, or an index. */
    String command() default "";

    /** Instead of a spec: files of traces, found as a spec is. */
    String[] itf() default {};

    /** The number of states: k states are k − 1 calls. */
    String steps() default "";

    /** Replaces the command's scope. */
    String scope() default "";

    /** Other flags of {@code korrel test}. */
    String[] flags() default {};
}
