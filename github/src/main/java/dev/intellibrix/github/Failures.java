package dev.intellibrix.github;

import dev.intellibrix.internal.http.Secrets;
import dev.intellibrix.internal.json.Json;
import dev.intellibrix.internal.json.JsonFault;
import dev.intellibrix.internal.net.NetAnswer;
import dev.intellibrix.internal.net.NetException;
import dev.intellibrix.internal.text.VisibleText;
import dev.intellibrix.tool.ToolException;
import java.nio.charset.StandardCharsets;
import java.util.StringJoiner;
import tools.jackson.databind.JsonNode;

/** Puts what went wrong into words for the model. What GitHub says itself is quoted, on one line and not at length. */
final class Failures {

    private static final int QUOTED = 500;
    private static final int REQUEST_TIMEOUT = 408;
    private static final int MAX_ERRORS = 10;
    private static final String UNKNOWN =
            "; whether it was done is not known, so look before trying again, since it would be done twice";

    private static final String LATER = "; try again later";

    private Failures() {}

    /** The failure that an answer without success is. */
    static ToolException of(NetAnswer answer, Secrets secrets, Repository repository, String about, boolean isWrite) {
        int status = answer.status();
        if (status >= 500) {
            return new ToolException("GitHub has a fault (" + status + ")" + (isWrite ? UNKNOWN : LATER));
        }
        if (status == REQUEST_TIMEOUT) {
            return new ToolException("GitHub gave up waiting (408)" + (isWrite ? UNKNOWN : LATER));
        }
        if (isWrite && status < 400) {
            return new ToolException("GitHub answered with status " + status + UNKNOWN);
        }
        String effect = isWrite ? "nothing was done: " : "";
        return new ToolException(effect + meaning(status, repository, about) + quoted(answer, secrets));
    }

    private static String meaning(int status, Repository repository, String about) {
        return switch (status) {
            case 401 -> "GitHub does not accept the token (401); trying again does not help, so tell the user";
            case 403 -> "GitHub does not allow this (403); the token may lack a permission, so tell the user";
            case 404 ->
                "there is no " + about + " in " + repository
                        + " that the token may see (404); check the number or the name";
            case 409 -> "GitHub says that this is in conflict with what is there (409); look again first";
            case 410 -> about + " of " + repository + " is gone (410); do without it";
            case 422 -> "GitHub does not take this input (422); change it";
            default -> "GitHub answered with status " + status + "; do without it";
        };
    }

    /** The failure of a request that had no answer. */
    static ToolException of(NetException failure, boolean isWrite) {
        String what = switch (failure.kind()) {
            case TIMEOUT -> "GitHub did not answer in time";
            case BAD_ANSWER -> "GitHub's answer broke off or is damaged";
            case TOO_LARGE -> "GitHub's answer is larger than what is received";
            case REDIRECT ->
                isWrite
                        ? "nothing was done: the repository was renamed or moved; read it once to see where it is now"
                        : "GitHub redirects in circles; do without it";
            case REFUSED -> "GitHub is, or sends this on to, a host that may not be reached; do without it";
            case UNKNOWN_HOST, UNREACHABLE, TLS -> "GitHub can not be reached";
        };
        String next = switch (failure.kind()) {
            case REDIRECT, REFUSED -> "";
            case UNKNOWN_HOST -> LATER;
            // Of these each may come after GitHub received the whole request; TLS too can fail at any time.
            case TIMEOUT, UNREACHABLE, TLS -> isWrite ? UNKNOWN : LATER;
            case BAD_ANSWER -> isWrite ? UNKNOWN : "; try again once";
            case TOO_LARGE -> isWrite ? UNKNOWN : "; ask for less";
        };
        return new ToolException(what + next);
    }

    private static String quoted(NetAnswer answer, Secrets secrets) {
        JsonNode said;
        try {
            said = Json.parseLeniently(new String(answer.body(), StandardCharsets.UTF_8));
        } catch (JsonFault e) {
            return "";
        }
        StringJoiner all = new StringJoiner("; ");
        String message = said.path("message").stringValue("");
        if (!message.isEmpty()) {
            all.add(message);
        }
        int count = 0;
        for (JsonNode error : said.path("errors")) {
            if (count++ < MAX_ERRORS) {
                all.add(describe(error));
            }
        }
        String text = VisibleText.line(secrets.redact(all.toString()));
        return text.isEmpty() ? "" : ". GitHub says: " + Texts.cut(text, QUOTED);
    }

    private static String describe(JsonNode error) {
        if (error.isString()) {
            return error.stringValue();
        }
        String message = error.path("message").stringValue("");
        String field = error.path("field").stringValue("");
        return message.isEmpty() ? field + " " + error.path("code").stringValue("") : message;
    }
}
