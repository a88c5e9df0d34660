package dev.intellibrix.testing;

import dev.intellibrix.internal.json.Json;
import dev.intellibrix.message.MediaPart;
import dev.intellibrix.message.Message;
import dev.intellibrix.message.Part;
import dev.intellibrix.message.ReasoningPart;
import dev.intellibrix.message.TextPart;
import dev.intellibrix.message.ToolCallPart;
import dev.intellibrix.message.ToolResultPart;
import dev.intellibrix.provider.ModelRequest;
import dev.intellibrix.provider.ModelResponse;
import dev.intellibrix.provider.ProviderException;
import dev.intellibrix.provider.StreamSink;
import dev.intellibrix.provider.ToolSpec;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * One recorded turn.
 *
 * @param request what was new in the request
 * @param pieces what was streamed
 * @param response the whole answer, or null when there was none
 * @param failure how the provider failed, or null
 */
record CassetteTurn(
        Request request,
        List<Piece> pieces,
        @Nullable ModelResponse response,
        @Nullable ProviderException failure) {

    /**
     * A piece of a stream.
     *
     * @param reasoning whether it is reasoning, or else text
     * @param afterMs how long after the piece before it came
     */
    record Piece(boolean reasoning, String text, long afterMs) {
        void playTo(StreamSink sink) {
            if (reasoning) {
                sink.reasoning(text);
            } else {
                sink.text(text);
            }
        }
    }

    CassetteTurn redacted(UnaryOperator<String> redaction) {
        return new CassetteTurn(
                request.redacted(redaction),
                redacted(pieces, redaction),
                response == null ? null : redacted(response, redaction),
                failure == null ? null : redacted(failure, redaction));
    }

    /** A model streams a secret in several pieces; one that only the pieces together show makes one piece of them. */
    private static List<Piece> redacted(List<Piece> pieces, UnaryOperator<String> redaction) {
        List<Piece> redacted = new ArrayList<>();
        int from = 0;
        for (int to = 1; to <= pieces.size(); to++) {
            if (to == pieces.size()
                    || pieces.get(to).reasoning() != pieces.get(from).reasoning()) {
                redacted.addAll(redactedTogether(pieces.subList(from, to), redaction));
                from = to;
            }
        }
        return List.copyOf(redacted);
    }

    private static List<Piece> redactedTogether(List<Piece> pieces, UnaryOperator<String> redaction) {
        String whole = redaction.apply(textOf(pieces));
        List<Piece> each = pieces.stream()
                .map(piece -> new Piece(piece.reasoning(), redaction.apply(piece.text()), piece.afterMs()))
                .toList();
        Piece first = pieces.get(0);
        return textOf(each).equals(whole) ? each : List.of(new Piece(first.reasoning(), whole, first.afterMs()));
    }

    private static String textOf(List<Piece> pieces) {
        return pieces.stream().map(Piece::text).collect(Collectors.joining());
    }

    ModelResponse responseOrFail() {
        if (response == null) {
            throw new AssertionError("a recorded turn has neither a response nor a failure");
        }
        return response;
    }

    private static ModelResponse redacted(ModelResponse response, UnaryOperator<String> redaction) {
        Message message = Message.fromJson(redaction.apply(response.message().toJson()));
        return new ModelResponse(message, response.finishReason(), response.usage(), response.model());
    }

    private static ProviderException redacted(ProviderException failure, UnaryOperator<String> redaction) {
        String message = failure.getMessage();
        return ProviderException.builder(redaction.apply(message == null ? "" : message))
                .status(failure.status())
                .retryable(failure.isRetryable())
                .partialText(redaction.apply(failure.partialText()))
                .build();
    }

    /**
     * What the model was asked, as lines that can be compared and read.
     *
     * @param run the number of the run that asks, from 1; 0 where a recording of version 1 does not say it
     * @param model the model
     * @param tools a line for each tool: name, description, schema
     * @param newMessages the messages since the turn before, a line for each part
     */
    record Request(int run, String model, List<String> tools, List<String> newMessages) {

        static Request of(ModelRequest request, CassetteRuns.Place place) {
            List<String> lines = new ArrayList<>();
            for (Message message :
                    request.messages().subList(place.from(), request.messages().size())) {
                String role = message.role().name().toLowerCase(Locale.ROOT);
                message.parts().forEach(part -> lines.add(role + " " + line(part)));
            }
            return new Request(
                    place.run(),
                    request.model(),
                    request.tools().stream().map(Request::line).toList(),
                    lines);
        }

        Request redacted(UnaryOperator<String> redaction) {
            return new Request(
                    run,
                    redaction.apply(model),
                    tools.stream().map(redaction).toList(),
                    newMessages.stream().map(redaction).toList());
        }

        void requireSame(Request asked, String where) {
            requireSame(model, asked.model, where + ": the model");
            requireSame(tools, asked.tools, where + ": tool");
            requireSame(newMessages, asked.newMessages, where + ": new message part");
            if (run != 0) {
                requireSame("run " + run, "run " + asked.run, where + ": which run goes on");
            }
        }

        private static void requireSame(List<String> recorded, List<String> asked, String where) {
            for (int i = 0; i < Math.max(recorded.size(), asked.size()); i++) {
                requireSame(
                        i < recorded.size() ? recorded.get(i) : "(nothing)",
                        i < asked.size() ? asked.get(i) : "(nothing)",
                        where + " " + (i + 1));
            }
        }

        private static void requireSame(String recorded, String asked, String where) {
            if (!recorded.equals(asked)) {
                throw new AssertionError(
                        where + " differs from the recording.\n  recorded: " + recorded + "\n  now:      " + asked);
            }
        }

        private static String line(ToolSpec tool) {
            return tool.name() + ": " + tool.description() + " " + tool.inputSchema();
        }

        private static String line(Part part) {
            if (part instanceof TextPart text) {
                return "text: " + text.text();
            }
            if (part instanceof ToolCallPart call) {
                return "call " + call.toolName() + ": " + call.arguments();
            }
            if (part instanceof ToolResultPart result) {
                return "result of " + result.toolName() + " ("
                        + result.outcome().name().toLowerCase(Locale.ROOT) + "): " + result.text();
            }
            if (part instanceof ReasoningPart reasoning) {
                return "reasoning: " + reasoning.text();
            }
            return part instanceof MediaPart media ? "media: " + Json.write(media.mimeType()) : "";
        }
    }
}
