package dev.intellibrix.github;

import dev.intellibrix.internal.http.Secrets;
import dev.intellibrix.internal.json.Json;
import dev.intellibrix.internal.json.JsonFault;
import dev.intellibrix.internal.net.NetAnswer;
import dev.intellibrix.tool.ToolException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import tools.jackson.databind.JsonNode;

/**
 * JSON that GitHub sent. What is not there, or is of another type, is empty. Immutable.
 *
 * @param secrets is taken out of each text when it is read, before anything cuts it
 */
record ApiJson(JsonNode node, Optional<String> link, Secrets secrets) {

    /**
     * What an answer says.
     *
     * @throws ToolException when it is too long, or no JSON
     */
    static ApiJson of(NetAnswer answer, Secrets secrets) {
        if (answer.isCut()) {
            throw new ToolException("GitHub's answer is longer than what is received; ask for less");
        }
        try {
            return new ApiJson(
                    Json.parseLeniently(new String(answer.body(), StandardCharsets.UTF_8)),
                    answer.header("Link"),
                    secrets);
        } catch (JsonFault e) {
            throw new ToolException("GitHub's answer can not be read; try again once");
        }
    }

    private ApiJson of(JsonNode part) {
        return new ApiJson(part, Optional.empty(), secrets);
    }

    /** A field that holds a text; a number is one as well. */
    String text(String field) {
        JsonNode value = node.path(field);
        return secrets.redact(value.isString() ? value.stringValue() : value.isNumber() ? value.asString() : "");
    }

    /** The login of a user in a field; deleted users have none. */
    String user(String field) {
        String login = at(field).text("login");
        return login.isEmpty() ? "nobody" : Texts.line(login);
    }

    long number(String field) {
        return node.path(field).asLong(0);
    }

    boolean flag(String field) {
        return node.path(field).asBoolean(false);
    }

    boolean isObject() {
        return node.isObject();
    }

    /**
     * This, which must be an object.
     *
     * @throws ToolException when it is not
     */
    ApiJson requireObject() {
        if (!node.isObject()) {
            throw new ToolException("GitHub's answer is not of the form that was asked for; try again once");
        }
        return this;
    }

    boolean isArray() {
        return node.isArray();
    }

    ApiJson at(String field) {
        return of(node.path(field));
    }

    /** The elements of this array. */
    List<ApiJson> items() {
        List<ApiJson> items = new ArrayList<>();
        if (node.isArray()) {
            node.forEach(item -> items.add(of(item)));
        }
        return items;
    }
}
