package dev.intellibrix.mcp.client;

import dev.intellibrix.internal.json.Json;
import dev.intellibrix.internal.text.VisibleText;
import dev.intellibrix.message.Label;
import dev.intellibrix.message.MediaPart;
import dev.intellibrix.tool.ToolOutput;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;
import tools.jackson.databind.JsonNode;

/** Turns what a tool of a server returned into what the model gets. Nothing that it refers to is ever fetched. */
final class ResultReader {

    private static final Pattern MEDIA_TYPE = Pattern.compile("[a-z0-9][a-z0-9.+-]{0,60}/[a-z0-9][a-z0-9.+-]{0,60}");
    private static final int MAX_BLOCKS = 1000;
    private static final int MAX_MEDIA = 20;
    private static final int MAX_MEDIA_CHARS = 10_000_000;
    private static final int MAX_TEXT = 2_000_000;
    private static final int MAX_QUOTED = 500;

    private final Label label;
    private final StringBuilder text = new StringBuilder();
    private final List<MediaPart> media = new ArrayList<>();
    private int mediaChars;

    private ResultReader(Label label) {
        this.label = label;
    }

    /** The output that this result stands for. */
    static ToolOutput read(JsonNode result, Label label) {
        ResultReader reader = new ResultReader(label);
        reader.add(result);
        ToolOutput output = ToolOutput.text(reader.text.toString());
        for (MediaPart part : reader.media) {
            output = output.with(part);
        }
        return output;
    }

    private void add(JsonNode result) {
        int blocks = 0;
        for (JsonNode block : result.path("content")) {
            if (++blocks > MAX_BLOCKS) {
                line("[cut: the result has more than " + MAX_BLOCKS + " parts]");
                break;
            }
            add(block, block.path("type").stringValue(""));
        }
        JsonNode structured = result.path("structuredContent");
        if (text.isEmpty() && media.isEmpty() && !structured.isMissingNode()) {
            line(Json.writeEscaped(structured));
        }
        if (text.isEmpty() && media.isEmpty()) {
            line("(the tool returned nothing)");
        }
    }

    private void add(JsonNode block, String type) {
        switch (type) {
            case "text" -> line(block.path("text").stringValue(""));
            case "image", "audio" -> media(type, "", block.path("mimeType").stringValue(""), block.path("data"));
            case "resource" -> resource(block.path("resource"));
            case "resource_link" -> line("[link to a resource, not read: " + about(block) + "]");
            default -> line("[a part of the type \"" + quoted(type) + "\" can not be shown]");
        }
    }

    private void resource(JsonNode resource) {
        String uri = quoted(resource.path("uri").stringValue(""));
        if (resource.path("blob").isString()) {
            media("resource", uri, resource.path("mimeType").stringValue(""), resource.path("blob"));
        } else {
            line("[resource " + about(resource) + "]\n" + resource.path("text").stringValue(""));
        }
    }

    private static String about(JsonNode resource) {
        String name = resource.path("name").stringValue("");
        String type = resource.path("mimeType").stringValue("");
        return quoted(resource.path("uri").stringValue(""))
                + (name.isEmpty() ? "" : ", " + quoted(name))
                + (type.isEmpty() ? "" : ", " + quoted(type));
    }

    private void media(String kind, String name, String type, JsonNode data) {
        String mediaType = type.isEmpty() ? "application/octet-stream" : type.toLowerCase(Locale.ROOT);
        String base64 = data.stringValue("");
        if (!MEDIA_TYPE.matcher(mediaType).matches() || !isBase64(base64)) {
            line("[" + kind + " left out: its type or its data can not be read]");
        } else if (media.size() == MAX_MEDIA || base64.length() > MAX_MEDIA_CHARS - mediaChars) {
            line("[" + kind + " left out: a result has at most " + MAX_MEDIA + " of them, of together "
                    + MAX_MEDIA_CHARS + " characters of Base64]");
        } else {
            mediaChars += base64.length();
            media.add(new MediaPart(mediaType, name, base64, null, label));
            line("[" + kind + (name.isEmpty() ? "" : " " + name) + ", " + mediaType + "]");
        }
    }

    private static boolean isBase64(String data) {
        try {
            return !data.isEmpty() && Base64.getDecoder().decode(data).length > 0;
        } catch (IllegalArgumentException e) {
            return false;
        }
    }

    private void line(String more) {
        if (!text.isEmpty() && text.charAt(text.length() - 1) != '\n') {
            text.append('\n');
        }
        int room = MAX_TEXT - text.length();
        if (room <= 0) {
            return;
        }
        text.append(more, 0, Math.min(room, more.length()));
        if (more.length() > room) {
            text.append("\n[cut: the result has more than ").append(MAX_TEXT).append(" characters]");
        }
    }

    /** A few words of the server on one line. */
    static String quoted(String words) {
        String shown = VisibleText.line(words);
        return shown.length() <= MAX_QUOTED ? shown : shown.substring(0, MAX_QUOTED) + "...";
    }
}
