package korrel.junit;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.params.provider.ArgumentsSource;

/**
 * The inputs of a test: all instances of a spec's command, smallest first.
 *
 * <pre>
 * {@literal @}KorrelTest                     // one item, which tries all inputs
 * {@literal @}KorrelSource(spec = "tree.als", command = "repOk")
 * void isSorted(Tree tree) { … }
 *
 * {@literal @}ParameterizedTest              // an item for each input, named by its key
 * {@literal @}KorrelSource(spec = "tree.als", command = "repOk", limit = 1000)
 * void isSorted(Tree tree) { … }
 * </pre>
 *
 * A parameter is a {@link korrel.Heap}, or takes the first root that fits its type and is not taken yet.
 * A stream that is empty or not complete is a failure. A limit is none: it is published as a note.
 */
@Documented
@Retention(RetentionPolicy.RUNTIME)
@Target({ElementType.METHOD, ElementType.ANNOTATION_TYPE})
@ArgumentsSource(KorrelArguments.class)
public @interface KorrelSource {
    /** A file, from the folder in which the tests run, else a resource beside the class of the test. */
    String spec();

    /** A label, a predicate, an assertion, or an index; the first command if there is none. */
    String command() default "";

    /** Replaces the command's scope. */
    String scope() default "";

    /** No more than so many inputs. */
    long limit() default 0;

    /** In seconds; a search that takes longer is a failure. */
    double timeout() default 0;

    /** Only the input of this key. */
    String key() default "";

    /** Other flags of {@code korrel find}. */
    String[] flags() default {};

    /** Classes of the sigs of their names; mostly the types of the parameters are enough. */
    Class<?>[] types() default {};

    /**
     * A static method of the test's class that sets what an annotation cannot: {@code static void
     * keys(Find find) { find.values(…); }}.
     */
    String configure() default "";
}
