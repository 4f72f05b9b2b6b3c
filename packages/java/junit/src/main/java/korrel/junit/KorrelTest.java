package korrel.junit;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * One item that tries all inputs of its {@link KorrelSource}, {@link KorrelEvery} or {@link KorrelDatabases} and reports the smallest that fails.
 *
 * <p>What is to be done before each test is done once, before the first input.
 */
@Documented
@Retention(RetentionPolicy.RUNTIME)
@Target({ElementType.METHOD, ElementType.ANNOTATION_TYPE})
@Test
@ExtendWith(KorrelExtension.class)
public @interface KorrelTest {
}
