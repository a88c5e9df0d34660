package dev.intellibrix.agenttools;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.intellibrix.tool.Tool;
import java.nio.file.Path;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FetchOptionsTest {

    @Test
    void hasTheDocumentedDefaults() {
        FetchOptions options = FetchOptions.builder().build();
        assertThat(options.allowHosts()).isEmpty();
        assertThat(options.allowPrivateNetwork()).isFalse();
        assertThat(options.needsApproval()).isTrue();
        assertThat(options.respectRobotsTxt()).isFalse();
        assertThat(options.maxBytes()).isEqualTo(5_000_000);
        assertThat(options.maxChars()).isEqualTo(50_000);
        assertThat(options.maxRedirects()).isEqualTo(5);
        assertThat(options.timeout()).isEqualTo(Duration.ofSeconds(30));
    }

    @Test
    void keepsEverythingInACopy() {
        FetchOptions options = FetchOptions.builder()
                .allowHosts("a.example")
                .allowPrivateNetwork(true)
                .needsApproval(true)
                .respectRobotsTxt(true)
                .userAgent("x/1")
                .maxBytes(1)
                .maxChars(2)
                .maxRedirects(0)
                .timeout(Duration.ofSeconds(3))
                .maxRequestsPerMinute(4)
                .build();
        assertThat(options.toBuilder().build()).usingRecursiveComparison().isEqualTo(options);
    }

    @Test
    void refusesValuesThatMakeNoSense() {
        FetchOptions.Builder builder = FetchOptions.builder();
        assertThatThrownBy(() -> builder.allowHosts("https://a.example")).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> builder.allowHosts("*")).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> builder.userAgent("a\r\nX: y")).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> builder.userAgent("")).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> builder.maxBytes(0)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> builder.maxChars(0)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> builder.maxRedirects(-1)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> builder.timeout(Duration.ZERO)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> builder.timeout(Duration.ofDays(1))).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> builder.timeout(ChronoUnit.FOREVER.getDuration()))
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> builder.maxRequestsPerMinute(0)).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void addsTheToolOnlyWhenItIsAskedFor(@TempDir Path root) {
        assertThat(AgentTools.in(root).tools()).extracting(Tool::name).doesNotContain("fetch_url");
        assertThat(AgentTools.builder(root)
                        .fetch(FetchOptions.builder().build())
                        .build()
                        .tools())
                .extracting(Tool::name)
                .contains("fetch_url");
    }
}
