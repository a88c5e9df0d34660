package dev.intellibrix.github;

import dev.intellibrix.internal.net.NetException;
import dev.intellibrix.internal.net.WebUrl;
import dev.intellibrix.message.Origin;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** What an event says, in words, and where it comes from. */
final class EventText {

    private static final List<String> SUBJECTS = List.of("pull_request", "issue", "discussion", "release");
    private static final List<String> WRITTEN = List.of("comment", "review");
    private static final int MAX_CHARS = 100_000;
    private static final int MAX_COMMITS = 50;

    private final GitHubEvent event;
    private final ApiJson payload;
    private final String kind;
    private final ApiJson subject;

    EventText(GitHubEvent event, ApiJson payload) {
        this.event = event;
        this.payload = payload;
        this.kind = SUBJECTS.stream()
                .filter(each -> payload.at(each).isObject())
                .findFirst()
                .orElse("");
        this.subject = payload.at(kind);
    }

    int number() {
        long number = subject.number("number");
        return number > 0 && number <= Integer.MAX_VALUE ? (int) number : 0;
    }

    List<Origin> origins() {
        List<Origin> origins = new ArrayList<>();
        origins.add(Origin.of(Origin.Kind.WEBHOOK, "github " + event.name()));
        String url = page();
        if (!url.isEmpty()) {
            origins.add(Origin.of(Origin.Kind.URL, url));
        }
        return origins;
    }

    /** The page of the subject, where GitHub names one that is below the repository's. */
    private String page() {
        String written = subject.text("html_url");
        String repository = event.repository().orElse("");
        if (written.isEmpty() || repository.isEmpty()) {
            return "";
        }
        try {
            WebUrl url = WebUrl.parse(written);
            boolean isBelow = url.pathAndQuery().toLowerCase(Locale.ROOT).startsWith("/" + repository + "/");
            return url.isHttps() && isBelow ? url.toString() : "";
        } catch (NetException e) {
            return "";
        }
    }

    String shown() {
        StringBuilder text = new StringBuilder("GitHub event: ").append(event.name());
        event.action().ifPresent(action -> text.append(' ').append(action));
        event.repository().ifPresent(name -> text.append("\nRepository: ").append(name));
        text.append("\nBy: ").append(payload.user("sender"));
        if (!kind.isEmpty()) {
            String title = subject.text("title").isEmpty() ? subject.text("name") : subject.text("title");
            text.append('\n').append(kind.replace('_', ' ')).append(number() > 0 ? " #" + number() : "");
            text.append(": ").append(Texts.line(title));
        }
        text.append("\n\n").append(written());
        return Texts.head(text.toString(), MAX_CHARS);
    }

    /** What somebody wrote just now: a comment, a review, messages of commits, or the subject itself. */
    private String written() {
        for (String field : WRITTEN) {
            ApiJson item = payload.at(field);
            if (item.isObject()) {
                return "The " + field + " of " + item.user("user") + ":\n" + Texts.body(item.text("body"));
            }
        }
        if (payload.at("commits").isArray()) {
            return commits(payload.at("commits").items());
        }
        return kind.isEmpty() ? "" : Texts.body(subject.text("body"));
    }

    private String commits(List<ApiJson> commits) {
        StringBuilder text =
                new StringBuilder("To ").append(Texts.line(payload.text("ref"))).append(":\n");
        commits.stream()
                .limit(MAX_COMMITS)
                .forEach(commit -> text.append(Texts.line(commit.text("id")))
                        .append('\n')
                        .append(Texts.body(commit.text("message"))));
        return commits.size() <= MAX_COMMITS
                ? text.toString()
                : text + "[" + (commits.size() - MAX_COMMITS) + " more]\n";
    }
}
