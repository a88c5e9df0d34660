package dev.intellibrix.agenttools.fetch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.intellibrix.internal.net.Deadline;
import dev.intellibrix.internal.net.GuardedHttp;
import dev.intellibrix.internal.net.NetAnswer;
import dev.intellibrix.internal.net.NetPolicy;
import dev.intellibrix.internal.net.NetRequest;
import dev.intellibrix.internal.net.WebUrl;
import dev.intellibrix.tool.Cancellation;
import dev.intellibrix.tool.CancellationSource;
import dev.intellibrix.tool.ToolException;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.CancellationException;
import java.util.concurrent.Semaphore;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The reading of a page has an end, too. */
class PageReaderTest {

    private static final Deadline LATER = Deadline.in(Duration.ofMinutes(10));
    private static final Deadline OVER = Deadline.in(Duration.ZERO);

    private Web web;

    @BeforeEach
    void open() throws IOException {
        web = new Web();
        web.page("http://a.example/", "text/html", "<p>Some text.</p>".repeat(100))
                .page("http://a.example/plain", "text/plain", "Some text.");
    }

    @AfterEach
    void close() {
        web.close();
    }

    private NetAnswer answer(String url) {
        return GuardedHttp.of(NetPolicy.ofPublicHosts(), web, web)
                .send(NetRequest.of(WebUrl.parse(url)).build(), Cancellation.none());
    }

    private static ReadingTime until(Deadline deadline) {
        return new ReadingTime(Cancellation.none(), deadline);
    }

    @Test
    void endsWhenTheTimeOfTheCallIsUp() {
        PageReader reader = new PageReader(1_000_000, new Semaphore(1));
        NetAnswer answer = answer("http://a.example/");
        assertThatThrownBy(() -> reader.read(answer, Format.MARKDOWN, until(OVER)))
                .isInstanceOf(ToolException.class)
                .hasMessageContaining("in the time that there was");
        assertThat(reader.read(answer, Format.RAW, until(OVER)).content()).contains("<p>");
        assertThat(reader.read(answer, Format.TEXT, until(LATER)).content()).contains("Some text.");
    }

    @Test
    void endsWhenTheCallIsCancelled() {
        CancellationSource source = new CancellationSource();
        source.cancel();
        PageReader reader = new PageReader(1_000_000, new Semaphore(1));
        NetAnswer answer = answer("http://a.example/");
        assertThatThrownBy(() -> reader.read(answer, Format.MARKDOWN, new ReadingTime(source, LATER)))
                .isInstanceOf(CancellationException.class);
        assertThat(new ReadingTime(source, LATER).isCancelled()).isTrue();
        assertThat(until(OVER).isCancelled()).isTrue();
        assertThat(until(LATER).isCancelled()).isFalse();
    }

    @Test
    void waitsForItsTurnNoLongerThanThereIsTime() {
        Semaphore busy = new Semaphore(0);
        PageReader reader = new PageReader(1_000_000, busy);
        NetAnswer page = answer("http://a.example/");
        assertThatThrownBy(() -> reader.read(page, Format.MARKDOWN, until(OVER)))
                .isInstanceOf(ToolException.class);
        assertThat(reader.read(answer("http://a.example/plain"), Format.MARKDOWN, until(LATER))
                        .content())
                .isEqualTo("Some text.");
        busy.release();
        assertThat(reader.read(page, Format.MARKDOWN, until(LATER)).content()).contains("Some text.");
        assertThatThrownBy(() -> reader.read(page, Format.MARKDOWN, until(OVER)))
                .isInstanceOf(ToolException.class);
        assertThat(busy.availablePermits()).isEqualTo(1);
    }
}
