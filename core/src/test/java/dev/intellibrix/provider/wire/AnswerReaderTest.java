package dev.intellibrix.provider.wire;

import static org.assertj.core.api.Assertions.assertThat;

import dev.intellibrix.internal.http.Secrets;
import dev.intellibrix.message.Label;
import dev.intellibrix.message.Message;
import dev.intellibrix.message.TextPart;
import dev.intellibrix.provider.FinishReason;
import dev.intellibrix.provider.ModelResponse;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.util.List;
import java.util.Optional;
import okhttp3.Protocol;
import okhttp3.Request;
import okhttp3.Response;
import okhttp3.ResponseBody;
import okio.Buffer;
import okio.Okio;
import okio.Source;
import okio.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

class AnswerReaderTest {

    private static final int BLANKS = 3_000_000;

    /** White space without end must not fill the memory; some servers send it until they have an answer. */
    @ParameterizedTest
    @ValueSource(strings = {"{\"text\":\"hi\"}", "data: {\"text\":\"hi\"}\n\n"})
    void whiteSpaceBeforeAnAnswerIsDroppedAsItComes(String answer) throws Exception {
        Blanks source = new Blanks(answer);
        Response response = new Response.Builder()
                .request(new Request.Builder().url("http://127.0.0.1/").build())
                .protocol(Protocol.HTTP_1_1)
                .code(200)
                .message("OK")
                .body(ResponseBody.create(Okio.buffer(source), null, -1))
                .build();
        Failures failures = new Failures("here", Secrets.of(List.of()), Clock.systemUTC());

        ModelResponse read = new AnswerReader(response, new Said(), failures).read();

        assertThat(read.message().text()).isEqualTo("hi");
        assertThat(source.mostHeld).isLessThan(100_000);
    }

    /** White space, then an answer; knows how much of it was held at once. */
    private static final class Blanks implements Source {

        private final String answer;
        private long sent;
        private long mostHeld;

        Blanks(String answer) {
            this.answer = answer;
        }

        @Override
        public long read(Buffer sink, long byteCount) {
            mostHeld = Math.max(mostHeld, sink.size());
            if (sent > BLANKS) {
                return -1;
            }
            String more = sent == BLANKS ? answer : " \r\n\t".repeat(250);
            sink.write(more.getBytes(StandardCharsets.UTF_8));
            sent += sent == BLANKS ? 1 : more.length();
            return more.length();
        }

        @Override
        public Timeout timeout() {
            return Timeout.NONE;
        }

        @Override
        public void close() {}
    }

    /** Takes the field {@code text} of whatever comes as the whole turn. */
    private static final class Said implements TurnReader {

        private String text = "";

        @Override
        public void document(JsonNode body) {
            text = body.path("text").stringValue("");
        }

        @Override
        public boolean event(String name, JsonNode data) {
            document(data);
            return true;
        }

        @Override
        public boolean reads(String name) {
            return false;
        }

        @Override
        public boolean isWhole() {
            return !text.isEmpty();
        }

        @Override
        public ModelResponse finish() {
            return new ModelResponse(
                    Message.assistant(List.of(TextPart.of(text, Label.untrusted()))),
                    FinishReason.STOP,
                    Optional.empty(),
                    "");
        }

        @Override
        public String partialText() {
            return text;
        }

        @Override
        public boolean emitted() {
            return false;
        }
    }
}
