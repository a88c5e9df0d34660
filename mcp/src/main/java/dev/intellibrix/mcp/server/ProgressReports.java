package dev.intellibrix.mcp.server;

import dev.intellibrix.event.RunEvent;
import dev.intellibrix.event.RunListener;
import dev.intellibrix.internal.json.Json;
import dev.intellibrix.internal.text.CharacterBorder;
import java.io.IOException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * Passes on how far a tool is. The protocol wants each number greater than the one before: where the tool tells a fraction
 * that is the number, otherwise the reports are counted; what does not go on is left out. Used by one call.
 */
final class ProgressReports implements RunListener {

    private static final int MAX_TEXT = 1_000;

    /** A tool that reports more than this is not passed on further. */
    private static final int MAX_REPORTS = 10_000;

    private final JsonNode token;
    private final Outbox outbox;
    private int reports; // All guarded by the run, which tells one event at a time.
    private boolean counts;
    private double last = -1;
    private boolean isGone;

    ProgressReports(JsonNode token, Outbox outbox) {
        this.token = token;
        this.outbox = outbox;
    }

    @Override
    public void on(RunEvent event) {
        if (!(event instanceof RunEvent.ToolProgress progress) || isGone || reports >= MAX_REPORTS) {
            return;
        }
        boolean isKnown = progress.fraction() >= 0 && progress.fraction() <= 1;
        if (reports == 0) {
            counts = !isKnown;
        }
        double value = counts ? reports + 1 : progress.fraction();
        if (!counts && (!isKnown || value <= last)) {
            return;
        }
        reports++;
        last = value;
        send(value, progress.text());
    }

    private static String beginning(String text) {
        return text.substring(0, CharacterBorder.upTo(text, MAX_TEXT));
    }

    private void send(double value, String text) {
        ObjectNode params = Json.object();
        params.set("progressToken", token);
        params.put("progress", value);
        if (!counts) {
            params.put("total", 1);
        }
        params.put("message", beginning(text));
        try {
            outbox.send(Rpc.notification("notifications/progress", params));
        } catch (IOException e) {
            isGone = true;
        }
    }
}
