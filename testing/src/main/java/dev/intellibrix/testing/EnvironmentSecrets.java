package dev.intellibrix.testing;

import dev.intellibrix.internal.json.Json;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** Takes the secrets of this process's environment out of texts. */
final class EnvironmentSecrets {

    /** Shorter values are words that may stand anywhere. */
    private static final int MIN_LENGTH = 8;

    /** {@code PWD} and {@code OLDPWD} are folders, so a short word has to stand alone or behind an underscore. */
    private static final Pattern NAME = Pattern.compile("(?i).*(API_?KEY|ACCESS_?KEY|PRIVATE_?KEY|TOKEN|SECRET|PASSWORD"
            + "|PASSWD|PASSPHRASE|CREDENTIAL)S?|(.*_)?(KEYS?|PAT|PASS|AUTH)|.*_(PWD|PW)");

    /** A URL with a password, or with one word for both, as tokens are given to git: {@code scheme://user:password@host}. */
    private static final Pattern USER_INFO =
            Pattern.compile("(?i)[a-z][a-z0-9+.:-]*://(?:[^/?#\\s@:]*:)?([^/?#\\s]+)@.*");

    /** A URL of a database with a password among its parameters. */
    private static final Pattern PARAMETER =
            Pattern.compile("(?i)[a-z][a-z0-9+.:-]*:.*[?&;](?:password|pwd)=([^&;]+).*");

    private EnvironmentSecrets() {}

    /**
     * The text with the values of variables with such names replaced by {@code [secret]}, and so the values that are URLs with a
     * password, and these passwords.
     */
    static String masked(Map<String, String> environment, String text) {
        List<String> secrets = environment.entrySet().stream()
                .flatMap(each -> secrets(each.getKey(), each.getValue()))
                .filter(each -> each.length() >= MIN_LENGTH)
                .flatMap(EnvironmentSecrets::written)
                .sorted(Comparator.comparingInt(String::length).reversed())
                .toList();
        String masked = text;
        for (String secret : secrets) {
            masked = masked.replace(secret, "[secret]");
        }
        return masked;
    }

    private static Stream<String> secrets(String name, String value) {
        if (NAME.matcher(name).matches()) {
            return Stream.of(value);
        }
        Stream<String> passwords = Stream.of(USER_INFO, PARAMETER)
                .map(pattern -> pattern.matcher(value))
                .filter(Matcher::matches)
                .map(found -> found.group(1));
        List<String> all =
                passwords.flatMap(each -> Stream.of(each, decoded(each))).toList();
        return all.isEmpty() ? Stream.of() : Stream.concat(Stream.of(value), all.stream());
    }

    private static String decoded(String password) {
        try {
            return URLDecoder.decode(password.replace("+", "%2B"), StandardCharsets.UTF_8);
        } catch (IllegalArgumentException e) {
            return password; // It only looks as if it were encoded.
        }
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
