package dev.intellibrix.examples.codingagent;

import dev.intellibrix.examples.support.ExampleModel;
import dev.intellibrix.provider.Provider;
import dev.intellibrix.workspace.ShellOptions;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Optional;
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
        Optional<ExampleModel> real =
                demo && !live && baseUrl == null ? Optional.empty() : ExampleModel.real(baseUrl, model, environment);
        if (live && real.isEmpty()) {
            throw new IllegalArgumentException("--live needs a key in the environment, or --base-url");
        }
        return new Arguments(
                demo,
                help,
                folder(root),
                real.map(ExampleModel::name).orElse(ExampleModel.RECORDED),
                real.map(ExampleModel::provider).orElse(null),
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
