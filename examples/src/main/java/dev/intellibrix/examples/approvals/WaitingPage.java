package dev.intellibrix.examples.approvals;

import dev.intellibrix.approval.ApprovalRequest;
import dev.intellibrix.message.Trust;
import java.util.Map;

/** The page as HTML. Everything that is shown is text; there is no script. */
final class WaitingPage {

    static final String STYLE = """
            :root { color-scheme: light dark; --line: #c5cad3; --code: #f4f5f7; --good: #1b7f4b; --bad: #c2410c }
            @media (prefers-color-scheme: dark) { :root { --line: #454c58; --code: #23272e; --good: #5fcf94; --bad: #ff9a62 } }
            body { font: 16px/1.5 system-ui, sans-serif; max-width: 60rem; margin: 2rem auto; padding: 0 1rem }
            article { border: 1px solid var(--line); border-left: 6px solid var(--good); border-radius: 6px; padding: 1rem; margin: 1rem 0 }
            article.untrusted { border-left-color: var(--bad) }
            pre { background: var(--code); padding: .75rem; white-space: pre-wrap; overflow-wrap: anywhere }
            .trust { font-weight: 600; color: var(--good); margin-top: 0 } .untrusted .trust { color: var(--bad) }
            button { font: inherit; padding: .3rem 1rem } input { font: inherit; width: 20rem }
            """;

    private final StringBuilder html = new StringBuilder();
    private final String token;

    private WaitingPage(String token) {
        this.token = token;
    }

    /**
     * The page.
     *
     * @param token is sent along with each answer
     */
    static String html(WaitingRuns.Look look, String token) {
        WaitingPage page = new WaitingPage(token);
        page.append(look);
        return page.html.toString();
    }

    private void append(WaitingRuns.Look look) {
        int calls = look.waiting().stream()
                .mapToInt(run -> run.pendingApprovals().size())
                .sum();
        html.append("<!doctype html><html lang=\"en\"><head><meta charset=\"utf-8\"><title>Approvals</title>"
                        + "<link rel=\"stylesheet\" href=\"style.css\"></head><body><h1>Approvals</h1><p id=\"count\">")
                .append(calls)
                .append(" waiting, ")
                .append(look.goingOn())
                .append(" runs going on. <a href=\"./\">Look again</a></p>");
        look.waiting().forEach(run -> run.pendingApprovals().forEach(this::append));
        look.unreadable().forEach(text -> append("unreadable", text));
        look.news().forEach(text -> append("ended", text));
        html.append("</body></html>");
    }

    private void append(String kind, String text) {
        html.append("<p class=\"")
                .append(kind)
                .append("\">")
                .append(escaped(text))
                .append("</p>");
    }

    /** Describing a request makes what is invisible visible, and shows the whole input. */
    private void append(ApprovalRequest request) {
        boolean untrusted = request.trust() == Trust.UNTRUSTED;
        html.append("<article class=\"")
                .append(untrusted ? "untrusted" : "trusted")
                .append("\"><p class=\"trust\">")
                .append(
                        untrusted
                                ? "What led to this call comes from outside."
                                : "Only you and the developer led to this call.")
                .append("</p><pre>")
                .append(escaped(request.describe()))
                .append("</pre><form method=\"post\" action=\"answer\">");
        Map.of("token", token, "run", request.runId(), "call", request.callId(), "digest", request.digest())
                .forEach(this::appendHidden);
        html.append(
                "<button name=\"decision\" value=\"deny\">Deny</button> <label>because <input name=\"reason\"></label>"
                        + " <button name=\"decision\" value=\"allow\">Allow</button></form></article>");
    }

    private void appendHidden(String name, String value) {
        html.append("<input type=\"hidden\" name=\"")
                .append(name)
                .append("\" value=\"")
                .append(escaped(value))
                .append("\">");
    }

    private static String escaped(String text) {
        return text.replace("&", "&amp;")
                .replace("<", "&lt;")
                .replace(">", "&gt;")
                .replace("\"", "&quot;")
                .replace("'", "&#39;");
    }
}
