package dev.intellibrix.examples.support;

import dev.intellibrix.provider.Provider;
import dev.intellibrix.provider.RetryingProvider;
import dev.intellibrix.provider.anthropic.AnthropicProvider;
import dev.intellibrix.provider.gemini.GeminiProvider;
import dev.intellibrix.provider.openai.OpenAiProvider;
import dev.intellibrix.testing.Cassette;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Who is asked in an example: a recording that belongs to it, or a real model. A recording costs nothing and does what is known, so
 * a key that happens to be in the environment is no wish for anything else: a real model is asked with {@code --live} or
 * {@code --base-url} only.
 *
 * @param provider who is asked
 * @param name the name of the model
 */
public record ExampleModel(Provider provider, String name) {

    /** The name of the model in a recording. */
    public static final String RECORDED = "recorded";

    private static final String USAGE = """
            usage: [--live | --base-url URL] [--model NAME]

              --live           ask a real model, by OPENAI_API_KEY, ANTHROPIC_API_KEY or GEMINI_API_KEY
              --base-url URL   ask a server that speaks the Chat Completions API, such as http://127.0.0.1:11434/v1
              --model NAME     the model (default: gpt-5, claude-sonnet-4-5 or gemini-2.5-pro, by the key)

            Without the first two, a recording is played.""";

    /** The model for a command line, which is told when it is no good. */
    public static ExampleModel orExit(String[] arguments, Supplier<? extends Provider> recording) {
        try {
            ExampleModel model = of(arguments, System.getenv(), recording);
            System.err.println("The model: " + (model.name().equals(RECORDED) ? "a recording" : model.name()));
            return model;
        } catch (IllegalArgumentException e) {
            System.err.println(e.getMessage() + "\n\n" + USAGE);
            System.exit(2);
            throw e;
        }
    }

    static ExampleModel of(
            String[] arguments, Map<String, String> environment, Supplier<? extends Provider> recording) {
        boolean live = false;
        String baseUrl = null;
        String name = null;
        Deque<String> rest = new ArrayDeque<>(List.of(arguments));
        while (!rest.isEmpty()) {
            String option = rest.remove();
            switch (option) {
                case "--live" -> live = true;
                case "--base-url" -> baseUrl = value(option, rest);
                case "--model" -> name = value(option, rest);
                default -> throw new IllegalArgumentException("there is no option " + option);
            }
        }
        if (!live && baseUrl == null) {
            return new ExampleModel(recording.get(), RECORDED);
        }
        return real(baseUrl, name, environment)
                .orElseThrow(() -> new IllegalArgumentException("--live needs a key in the environment"));
    }

    /**
     * A real model; empty when there is neither an address nor a key.
     *
     * @param baseUrl the address of a server that speaks the Chat Completions API, where one is given
     * @param name the model, where one is given
     * @param environment holds the keys
     */
    public static Optional<ExampleModel> real(
            @Nullable String baseUrl, @Nullable String name, Map<String, String> environment) {
        String openAi = key("OPENAI", environment);
        String anthropic = key("ANTHROPIC", environment);
        String gemini = key("GEMINI", environment);
        if (baseUrl != null) {
            Provider server =
                    OpenAiProvider.builder().baseUrl(baseUrl).apiKey(openAi).build();
            return model(server, name, "gpt-5");
        }
        if (openAi != null) {
            return model(OpenAiProvider.of(openAi), name, "gpt-5");
        }
        if (anthropic != null) {
            return model(AnthropicProvider.of(anthropic), name, "claude-sonnet-4-5");
        }
        return gemini == null ? Optional.empty() : model(GeminiProvider.of(gemini), name, "gemini-2.5-pro");
    }

    /** Plays the recording that lies beside a class, under its name. */
    public static Cassette recordingOf(Class<?> example) {
        String name = example.getSimpleName() + ".json";
        try (InputStream recorded = example.getResourceAsStream(name)) {
            if (recorded == null) {
                throw new IllegalStateException(name + " is missing");
            }
            Path file = Files.createTempFile("recording", ".json");
            try {
                Files.write(file, recorded.readAllBytes());
                return Cassette.play(file).redacting(ExampleModel::withoutNoise);
            } finally {
                Files.delete(file);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** A text without what differs from run to run: times, and what a JVM says about its environment. */
    public static String withoutNoise(String text) {
        return text.replaceAll("Picked up [A-Z_]+: .*?\\\\n", "").replaceAll("\"durationMs\":\\d+", "\"durationMs\":1");
    }

    private static Optional<ExampleModel> model(Provider provider, @Nullable String name, String otherwise) {
        return Optional.of(new ExampleModel(RetryingProvider.of(provider), name == null ? otherwise : name));
    }

    private static @Nullable String key(String whose, Map<String, String> environment) {
        String key = environment.get(whose + "_API_KEY");
        return key == null || key.isBlank() ? null : key;
    }

    private static String value(String option, Deque<String> rest) {
        String value = rest.poll();
        if (value == null || value.isBlank()) {
            throw new IllegalArgumentException(option + " needs a value");
        }
        return value;
    }
}
