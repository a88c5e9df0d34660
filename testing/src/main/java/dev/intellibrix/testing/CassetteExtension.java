package dev.intellibrix.testing;

import dev.intellibrix.provider.Provider;
import java.lang.reflect.Method;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.function.UnaryOperator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.ExtensionConfigurationException;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolver;
import org.junit.platform.commons.support.AnnotationSupport;
import org.junit.platform.commons.support.ReflectionSupport;

/** Plays and records the cassettes of {@link UseCassette}. */
final class CassetteExtension implements ParameterResolver, AfterEachCallback {

    private static final ExtensionContext.Namespace HERE = ExtensionContext.Namespace.create(CassetteExtension.class);
    private static final Pattern NAME = Pattern.compile("[A-Za-z0-9_-][A-Za-z0-9._-]*(/[A-Za-z0-9_-][A-Za-z0-9._-]*)*");

    /** Part of the id of a repeated or parameterized test, or of a test in a parameterized class. */
    private static final Pattern INVOCATION = Pattern.compile("-template-invocation:#(\\d+)]");

    CassetteExtension() {}

    @Override
    public boolean supportsParameter(ParameterContext parameter, ExtensionContext context) {
        Class<?> type = parameter.getParameter().getType();
        return (type == Provider.class || type == Cassette.class)
                && context.getTestMethod()
                        .filter(method -> find(method) != null)
                        .isPresent();
    }

    @Override
    public Object resolveParameter(ParameterContext parameter, ExtensionContext context) {
        Cassette cassette = context.getStore(HERE).get(Cassette.class, Cassette.class);
        if (cassette == null) {
            cassette = open(context);
            context.getStore(HERE).put(Cassette.class, cassette);
        }
        return cassette;
    }

    @Override
    public void afterEach(ExtensionContext context) {
        Cassette cassette = context.getStore(HERE).get(Cassette.class, Cassette.class);
        if (context.getExecutionException().isPresent()) {
            return;
        }
        if (cassette == null) {
            throw new ExtensionConfigurationException("@UseCassette at " + context.getRequiredTestMethod()
                    + " does nothing: give the test a parameter of the type Provider or Cassette");
        }
        cassette.assertDone();
    }

    private static Cassette open(ExtensionContext context) {
        Method test = context.getRequiredTestMethod();
        UseCassette use = find(test);
        if (use == null) {
            throw new ExtensionConfigurationException("@UseCassette is missing at " + test);
        }
        Path file = file(use, context);
        CassetteSource source = ReflectionSupport.newInstance(use.source());
        UnaryOperator<String> redaction = text -> EnvironmentSecrets.masked(System.getenv(), source.redacted(text));
        if (records(context)) {
            return Cassette.record(file, source.provider()).redacting(redaction);
        }
        if (!Files.exists(file)) {
            throw new AssertionError("there is no recording " + file + "; make it by running this test with -D"
                    + UseCassette.MODE
                    + "=record, where source in @UseCassette names the model to ask and its key is at"
                    + " hand, and check it in");
        }
        return Cassette.play(file).redacting(redaction);
    }

    private static @Nullable UseCassette find(Method test) {
        return AnnotationSupport.findAnnotation(test, UseCassette.class).orElse(null);
    }

    private static Path file(UseCassette use, ExtensionContext context) {
        String name = (use.value().isEmpty() ? ownName(context) : use.value()) + invocation(context);
        if (!NAME.matcher(name).matches()) {
            throw new ExtensionConfigurationException(
                    "the name of a cassette has letters, digits, dots, dashes, underscores and slashes, and no part of it"
                            + " begins with a dot, but it is \"" + name + "\"");
        }
        return Path.of(use.folder()).resolve(name + ".json");
    }

    private static String ownName(ExtensionContext context) {
        Class<?> testClass = context.getRequiredTestClass();
        Method test = context.getRequiredTestMethod();
        for (Method other : testClass.getDeclaredMethods()) {
            if (other.getName().equals(test.getName()) && !other.equals(test) && isUnnamed(other)) {
                throw new ExtensionConfigurationException("two tests named " + test.getName() + " in "
                        + testClass.getName() + " would have one recording: name it with @UseCassette(\"...\")");
            }
        }
        return testClass.getSimpleName() + "/" + test.getName();
    }

    private static boolean isUnnamed(Method test) {
        UseCassette use = find(test);
        return use != null && use.value().isEmpty();
    }

    /** The number of each invocation on the way to this one, since a test that is run several times asks several things. */
    private static String invocation(ExtensionContext context) {
        StringBuilder numbers = new StringBuilder();
        Matcher each = INVOCATION.matcher(context.getUniqueId());
        while (each.find()) {
            numbers.append('-').append(each.group(1));
        }
        return numbers.toString();
    }

    private static boolean records(ExtensionContext context) {
        String mode = context.getConfigurationParameter(UseCassette.MODE).orElse("play");
        return switch (mode) {
            case "play" -> false;
            case "record-in-ci" -> true;
            case "record" -> {
                if (isCi(System.getenv("CI"))) {
                    throw new AssertionError("nothing is recorded in CI (the variable CI is set): record elsewhere and"
                            + " check the file in, or say -D" + UseCassette.MODE + "=record-in-ci");
                }
                yield true;
            }
            default ->
                throw new ExtensionConfigurationException(
                        UseCassette.MODE + " must be play, record or record-in-ci, but is \"" + mode + "\"");
        };
    }

    static boolean isCi(@Nullable String variable) {
        return variable != null && !variable.isBlank() && !variable.equalsIgnoreCase("false");
    }
}
