package korrel.junit;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.params.provider.ArgumentsSource;

/**
 * The inputs of a test: all heaps of the user's own classes that a method in Java accepts, smallest first.
 *
 * <pre>
 * static All&lt;Tree&gt; trees() {
 *     return Korrel.all(Tree.class, Tree::repOk).objects(Node.class, 5).ints(0, 4);
 * }
 *
 * {@literal @}KorrelTest                     // one item, which tries all inputs; or {@literal @}ParameterizedTest, an item for each
 * {@literal @}KorrelEvery("trees")
 * void removes(Tree tree, int key) { … }
 * </pre>
 *
 * The first parameters are the roots. Those after them are enumerated, too, by the same bounds.
 */
@Documented
@Retention(RetentionPolicy.RUNTIME)
@Target({ElementType.METHOD, ElementType.ANNOTATION_TYPE})
@ArgumentsSource(KorrelArguments.class)
public @interface KorrelEvery {
    /** A static method of the test's class that returns a {@link korrel.All}; it has the test's name if nothing is said. */
    String value() default "";
}
