package dev.intellibrix.examples.codingagent;

import dev.intellibrix.provider.Provider;
import dev.intellibrix.provider.RetryingProvider;
import dev.intellibrix.provider.anthropic.AnthropicProvider;
import dev.intellibrix.provider.gemini.GeminiProvider;
import dev.intellibrix.provider.openai.OpenAiProvider;
import dev.intellibrix.workspace.ShellOptions;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What was given on the command line and in the environment.
 *
 * @param demo whether to play on a project that is made for it
 * @param help whether to tell what can be given
 * @param root the folder to work in
 * @param model the model's name
 * @param provider who is asked for it, or null when nobody can be
 * @param allowed the programs that the agent may ask to run
 */
record Arguments(
        boolean demo,
        boolean help,
        Path root,
        String model,
        @Nullable Provider provider,
        List<String> allowed) {

    static final String HELP = """
            usage: coding-agent [--demo [--live]] [--root DIR] [--model NAME] [--base-url URL] [--allow PROGRAM,...]

              --demo           lay out a small project with a failing test, and let the agent mend it
              --live           in the demo: ask a real model, and ask you about each of its calls
              --root DIR       the folder to work in (default: the current one)
              --model NAME     the model (default: gpt-5, claude-sonnet-4-5 or gemini-2.5-pro, by the key)
              --base-url URL   a server that speaks the Chat Completions API, such as http://127.0.0.1:11434/v1
              --allow A,B,...  the programs that the agent may ask to run (default: git,mvn,java,javac)

            OPENAI_API_KEY, ANTHROPIC_API_KEY or GEMINI_API_KEY is the key; with --base-url, it is OPENAI_API_KEY.
            Without --live and without --base-url, the demo plays a recorded model, whatever keys there are; the tools,
            the approvals and the files are the real ones in any case.""";

    static Arguments parse(String[] arguments, Map<String, String> environment) {
        boolean demo = false;
        boolean help = false;
        boolean live = false;
        String root = "";
        String model = null;
        String baseUrl = null;
        String allowed = "git,mvn,java,javac";
        Deque<String> rest = new ArrayDeque<>(Arrays.asList(arguments));
        while (!rest.isEmpty()) {
            String option = nextOption(rest);
            switch (option) {
                case "--demo" -> demo = true;
                case "--live" -> live = true;
                case "--help", "-h" -> help = true;
                case "--root" -> root = value(option, rest);
                case "--model" -> model = value(option, rest);
                case "--base-url" -> baseUrl = value(option, rest);
                case "--allow" -> allowed = value(option, rest);
                default -> throw new IllegalArgumentException("there is no option " + option);
            }
        }
        if (live && !demo) {
            throw new IllegalArgumentException("--live belongs to --demo");
        }
        // A recording costs nothing and runs what is known. A key that happens to be set is no wish for anything else.
        Provider provider = demo && !live && baseUrl == null ? null : provider(baseUrl, environment);
        if (live && provider == null) {
            throw new IllegalArgumentException("--live needs a key in the environment, or --base-url");
        }
        return new Arguments(
                demo,
                help,
                folder(root),
                model != null ? model : modelOf(provider),
                provider == null ? null : RetryingProvider.of(provider),
                programs(allowed));
    }

    /** Also what is written as {@code --option=value}. */
    private static String nextOption(Deque<String> rest) {
        String option = rest.remove();
        int end = option.indexOf('=');
        if (!option.startsWith("--") || end < 0) {
            return option;
        }
        rest.addFirst(option.substring(end + 1));
        return option.substring(0, end);
    }

    private static Path folder(String root) {
        Path folder = Path.of(root).toAbsolutePath().normalize();
        if (!Files.isDirectory(folder)) {
            throw new IllegalArgumentException("--root " + root + " is no folder");
        }
        return folder;
    }

    private static List<String> programs(String allowed) {
        List<String> names = Arrays.stream(allowed.split(","))
                .map(String::strip)
                .filter(name -> !name.isEmpty())
                .toList();
        ShellOptions.builder().allow(names.toArray(new String[0])).build(); // Refuses what is no name of a program.
        return names;
    }

    private static @Nullable Provider provider(@Nullable String baseUrl, Map<String, String> environment) {
        String openAi = key("OPENAI", environment);
        if (baseUrl != null) {
            return OpenAiProvider.builder().baseUrl(baseUrl).apiKey(openAi).build();
        }
        if (openAi != null) {
            return OpenAiProvider.of(openAi);
        }
        String anthropic = key("ANTHROPIC", environment);
        if (anthropic != null) {
            return AnthropicProvider.of(anthropic);
        }
        String gemini = key("GEMINI", environment);
        return gemini == null ? null : GeminiProvider.of(gemini);
    }

    private static @Nullable String key(String whose, Map<String, String> environment) {
        String key = environment.get(whose + "_API_KEY");
        return key == null || key.isBlank() ? null : key;
    }

    private static String modelOf(@Nullable Provider provider) {
        if (provider instanceof AnthropicProvider) {
            return "claude-sonnet-4-5";
        }
        return provider instanceof GeminiProvider ? "gemini-2.5-pro" : "gpt-5";
    }

    String[] commands() {
        return allowed.toArray(new String[0]);
    }

    private static String value(String option, Deque<String> rest) {
        String value = rest.poll();
        if (value == null || value.isBlank()) {
            throw new IllegalArgumentException(option + " needs a value");
        }
        return value;
    }
}
