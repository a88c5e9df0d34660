package dev.intellibrix.testing;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * Gives a test of JUnit a recorded model: its parameter of the type {@link dev.intellibrix.provider.Provider} or {@link
 * Cassette} plays a file. The test fails when it asks otherwise than it was recorded, and when it passes without having asked
 * for all that was recorded.
 *
 * <pre>{@code
 * @Test
 * @UseCassette(value = "rename", source = Live.class)
 * void renamesAMethod(Provider model) { ... }
 *
 * static final class Live implements CassetteSource {
 *     @Override
 *     public Provider provider() {
 *         return OpenAiProvider.of(System.getenv("OPENAI_API_KEY"));
 *     }
 * }
 * }</pre>
 *
 * <p>Nothing is sent anywhere unless JUnit is told so by its configuration parameter {@value #MODE}, which can be given as a
 * system property: {@code play}, the default, plays; {@code record} asks the {@link #source} and writes the file anew, and
 * fails where the environment variable {@code CI} is set; {@code record-in-ci} records there as well.
 *
 * <p>Neither headers nor keys are written: what has the shape of a key is masked, and so is each value of an environment
 * variable whose name says that it is a key, a token, a secret or a password ({@code API_KEY}, {@code ACCESSTOKEN}, {@code
 * GITHUB_PAT}, {@code DB_PWD}), and each that is a URL with a password, together with that password. Values of less than 8
 * characters are left as they are, since they may be any word. Look through a recording before it is checked in all the same: it
 * holds what was said.
 *
 * <p>It needs JUnit 6 or newer on the test's class path, which this module does not bring.
 */
@Documented
@Target({ElementType.METHOD, ElementType.ANNOTATION_TYPE})
@Retention(RetentionPolicy.RUNTIME)
@ExtendWith(CassetteExtension.class)
@SuppressWarnings("exports") // Whoever uses it in a test has JUnit, and nobody but JUnit makes the extension.
public @interface UseCassette {

    /** The configuration parameter that says whether to play or to record. */
    String MODE = "intellibrix.cassettes";

    /**
     * The file's name below {@link #folder}, without {@code .json}: letters, digits, dots, dashes, underscores and slashes. Empty
     * for the simple name of the test's class, a slash, and the name of the method. The number of the invocation follows where
     * a test has several: {@code rename-2.json} is for the second of a parameterized or repeated test.
     */
    String value() default "";

    /** The folder of the cassettes, relative to the folder in which the tests run: the module's. */
    String folder() default "src/test/cassettes";

    /** Whom a recording asks; a class with a constructor without parameters. Needed only to record. */
    Class<? extends CassetteSource> source() default CassetteSource.None.class;
}
