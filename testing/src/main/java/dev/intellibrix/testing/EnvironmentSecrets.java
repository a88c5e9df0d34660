package dev.intellibrix.testing;

import dev.intellibrix.internal.json.Json;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** Takes the secrets of this process's environment out of texts. */
final class EnvironmentSecrets {

    /** Shorter values are words that may stand anywhere. */
    private static final int MIN_LENGTH = 8;

    private static final Pattern NAME =
            Pattern.compile("(?i)(.*_)?(API_?KEY|KEY|TOKEN|SECRET|PASSWORD|PASSWD|CREDENTIALS?)");

    private EnvironmentSecrets() {}

    /** The text with each value of a variable with such a name replaced by {@code [secret]}. */
    static String masked(Map<String, String> environment, String text) {
        List<String> secrets = environment.entrySet().stream()
                .filter(each -> each.getValue().length() >= MIN_LENGTH)
                .filter(each -> NAME.matcher(each.getKey()).matches())
                .map(Map.Entry::getValue)
                .flatMap(EnvironmentSecrets::written)
                .sorted(Comparator.comparingInt(String::length).reversed())
                .toList();
        String masked = text;
        for (String secret : secrets) {
            masked = masked.replace(secret, "[secret]");
        }
        return masked;
    }

    /** A value as it is, in JSON, and in JSON within JSON, as the arguments of a call are; a private key has line breaks. */
    private static Stream<String> written(String value) {
        String once = quoted(value);
        return Stream.of(value, once, quoted(once)).distinct();
    }

    private static String quoted(String value) {
        String json = Json.writeEscaped(value);
        return json.substring(1, json.length() - 1);
    }
}
