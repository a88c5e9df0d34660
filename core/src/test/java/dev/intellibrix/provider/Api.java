package dev.intellibrix.provider;

import dev.intellibrix.provider.anthropic.AnthropicServer;
import dev.intellibrix.provider.gemini.GeminiServer;
import dev.intellibrix.provider.openai.ChatServer;
import dev.intellibrix.provider.wire.ScriptedServer;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import tools.jackson.databind.JsonNode;

/** The APIs that are spoken, for tests of what holds for each of them. */
enum Api {
    OPENAI {
        @Override
        ScriptedServer<?> open() throws IOException {
            return new ChatServer();
        }

        @Override
        List<String> callIds(JsonNode body) {
            List<String> ids = new ArrayList<>();
            body.path("messages")
                    .forEach(message -> message.path("tool_calls")
                            .forEach(call -> ids.add(call.path("id").stringValue(""))));
            return ids;
        }

        @Override
        List<List<String>> resultIds(JsonNode body) {
            List<List<String>> ids = new ArrayList<>();
            List<String> open = new ArrayList<>();
            for (JsonNode message : body.path("messages")) {
                if (message.path("role").stringValue("").equals("tool")) {
                    open.add(message.path("tool_call_id").stringValue(""));
                } else if (!open.isEmpty()) {
                    ids.add(open);
                    open = new ArrayList<>();
                }
            }
            if (!open.isEmpty()) {
                ids.add(open);
            }
            return ids;
        }
    },
    ANTHROPIC {
        @Override
        ScriptedServer<?> open() throws IOException {
            return new AnthropicServer();
        }

        @Override
        List<String> callIds(JsonNode body) {
            List<String> ids = new ArrayList<>();
            body.path("messages")
                    .forEach(message -> message.path("content").forEach(block -> {
                        if (block.path("type").stringValue("").equals("tool_use")) {
                            ids.add(block.path("id").stringValue(""));
                        }
                    }));
            return ids;
        }

        @Override
        List<List<String>> resultIds(JsonNode body) {
            List<List<String>> ids = new ArrayList<>();
            for (JsonNode message : body.path("messages")) {
                List<String> here = new ArrayList<>();
                message.path("content").forEach(block -> {
                    if (block.path("type").stringValue("").equals("tool_result")) {
                        here.add(block.path("tool_use_id").stringValue(""));
                    }
                });
                if (!here.isEmpty()) {
                    ids.add(here);
                }
            }
            return ids;
        }
    },
    GEMINI {
        @Override
        ScriptedServer<?> open() throws IOException {
            return new GeminiServer();
        }

        @Override
        List<String> callIds(JsonNode body) {
            List<String> ids = new ArrayList<>();
            body.path("contents")
                    .forEach(content -> content.path("parts").forEach(part -> {
                        if (part.has("functionCall")) {
                            ids.add(part.at("/functionCall/id").stringValue(""));
                        }
                    }));
            return ids;
        }

        @Override
        List<List<String>> resultIds(JsonNode body) {
            List<List<String>> ids = new ArrayList<>();
            for (JsonNode content : body.path("contents")) {
                List<String> here = new ArrayList<>();
                content.path("parts").forEach(part -> {
                    if (part.has("functionResponse")) {
                        here.add(part.at("/functionResponse/id").stringValue(""));
                    }
                });
                if (!here.isEmpty()) {
                    ids.add(here);
                }
            }
            return ids;
        }
    };

    /** Whether a request makes the model call a tool. */
    boolean isForced(JsonNode body) {
        return body.has("tool_choice") || body.has("toolConfig");
    }

    /** A server that plays this API. */
    abstract ScriptedServer<?> open() throws IOException;

    /** The ids of all calls in a request, in order. */
    abstract List<String> callIds(JsonNode body);

    /** The ids of all results in a request, by step. */
    abstract List<List<String>> resultIds(JsonNode body);
}
