package dev.intellibrix.rules;

import java.util.List;
import java.util.Locale;
import java.util.Set;

/** Finds the commands within a command: what sudo, xargs, a shell, find and their like run. */
final class Wrappers {

    /** Programs that run a command whose place among their words depends on more options than are worth a list. */
    private static final Set<String> LOOSE = Set.of(
            "bwrap",
            "cgexec",
            "cpulimit",
            "dbus-run-session",
            "eatmydata",
            "faketime",
            "firejail",
            "gdb",
            "gosu",
            "ltrace",
            "nocache",
            "npx",
            "nsenter",
            "numactl",
            "perf",
            "prlimit",
            "proot",
            "rlwrap",
            "setpriv",
            "strace",
            "su-exec",
            "systemd-inhibit",
            "systemd-run",
            "torsocks",
            "trickle",
            "unshare",
            "valgrind",
            "winpty",
            "xvfb-run");

    private static final Set<String> STANDARD_INPUT = Set.of("/dev/stdin", "/dev/fd/0", "/proc/self/fd/0");

    private static final Set<String> FINDERS = Set.of("find", "gfind", "bfs", "fd", "fdfind");
    private static final Set<String> FIND_ACTIONS =
            Set.of("-exec", "-execdir", "-ok", "-okdir", "-x", "-X", "--exec", "--exec-batch");

    private static final String FOREIGN = "it runs a shell whose syntax is only known in part";

    /** Takes what is found. */
    interface Inside {
        /** Words of the command that are a command of their own. */
        void invocation(int from, int to);

        /** Text that a shell runs. */
        void script(String text);

        /** A shell runs what it reads from its input. */
        void shellInput();

        /** Something that runs can not be read. */
        void doubt(String why);
    }

    private Wrappers() {}

    /**
     * Looks into a command.
     *
     * @param program the canonical name of its first word
     * @param words all its words
     */
    static void open(String program, List<String> words, Inside inside) {
        if (Programs.isShell(program)) {
            if (Programs.isForeignShell(program)) {
                inside.doubt(FOREIGN);
            }
            shell(words, inside);
        } else if (FINDERS.contains(program)) {
            find(words, inside);
        } else if (LOOSE.contains(program)) {
            loose(words, inside);
        } else {
            byName(program, words, inside);
        }
    }

    private static void byName(String program, List<String> words, Inside inside) {
        switch (program) {
            case "eval" -> inside.script(joined(words, 1));
            case ".", "source" -> file(words, 1, inside);
            case "trap" -> inside.script(words.size() > 1 ? words.get(1) : "");
            case "busybox", "toybox" -> inside.invocation(1, words.size());
            case "env" -> env(words, inside);
            case "command" -> {
                if (words.size() > 1 && !words.get(1).toLowerCase(Locale.ROOT).equals("-v")) {
                    prefix(program, words, inside);
                }
            }
            case "su", "runuser", "script" -> {
                commandOption(words, inside);
                loose(words, inside);
            }
            case "flock" -> {
                commandOption(words, inside);
                prefix(program, words, inside);
            }
            case "watch", "ssh", "parallel" -> {
                prefix(program, words, inside);
                inside.script(joined(words, commandIndex(program, words)));
            }
            case "cmd" -> windowsShell(words, inside, "/c", "/k");
            case "powershell", "pwsh" -> windowsShell(words, inside, "-c", "-command");
            default -> prefix(program, words, inside);
        }
    }

    private static int commandIndex(String program, List<String> words) {
        WrapperOptions options = WrapperOptions.of(program);
        return options == null ? words.size() : options.commandIndex(words);
    }

    private static void prefix(String program, List<String> words, Inside inside) {
        inside.invocation(commandIndex(program, words), words.size());
    }

    private static String joined(List<String> words, int from) {
        return String.join(" ", words.subList(Math.min(from, words.size()), words.size()));
    }

    /** {@code sh -c text}, in any cluster of options; a shell without operands runs its input. */
    private static void shell(List<String> words, Inside inside) {
        boolean command = false;
        int at = 1;
        while (at < words.size() && isOption(words.get(at))) {
            String option = words.get(at);
            at++;
            if (option.equals("--") || option.equals("-")) {
                break;
            }
            if (option.equals("--version") || option.equals("--help")) {
                return;
            }
            command |= isCommandOption(option);
            if (takesNext(option)) {
                at++;
            }
        }
        if (at >= words.size()) {
            inside.shellInput();
        } else if (command) {
            inside.script(words.get(at));
        } else {
            file(words, at, inside);
        }
    }

    /** A file that a shell runs is not looked into, unless it is the shell's input or a substitution. */
    private static void file(List<String> words, int at, Inside inside) {
        String file = at < words.size() ? words.get(at) : "";
        if (STANDARD_INPUT.contains(file)) {
            inside.shellInput();
        } else if (file.startsWith("<(")) {
            inside.doubt("a shell runs what a substitution gives it");
        }
    }

    private static boolean isOption(String word) {
        return word.startsWith("-") || word.startsWith("+");
    }

    private static boolean isCommandOption(String option) {
        return option.equals("--command") || (!option.startsWith("--") && option.indexOf('c') > 0);
    }

    private static boolean takesNext(String option) {
        return option.equals("--rcfile")
                || option.equals("--init-file")
                || (!option.startsWith("--") && (option.indexOf('o') > 0 || option.indexOf('O') > 0));
    }

    /** Every command that {@code -exec} and its like run. */
    private static void find(List<String> words, Inside inside) {
        for (int i = 1; i < words.size(); i++) {
            if (FIND_ACTIONS.contains(words.get(i))) {
                int end = i + 1;
                while (end < words.size()
                        && !words.get(end).equals(";")
                        && !words.get(end).equals("+")) {
                    end++;
                }
                inside.invocation(i + 1, end);
                i = end;
            }
        }
    }

    private static void env(List<String> words, Inside inside) {
        for (int i = 1; i < words.size() && words.get(i).startsWith("-"); i++) {
            String option = words.get(i);
            if (option.startsWith("--split-string=")) {
                inside.script(option.substring(option.indexOf('=') + 1) + " " + joined(words, i + 1));
            } else if (option.startsWith("--split")) {
                inside.script(joined(words, i + 1));
            } else if (!option.startsWith("--") && option.indexOf('S') > 0) {
                inside.script(option.substring(option.indexOf('S') + 1) + " " + joined(words, i + 1));
            }
        }
        prefix("env", words, inside);
    }

    /** {@code -c text}, {@code --command text} and {@code --command=text}. */
    private static void commandOption(List<String> words, Inside inside) {
        for (int i = 1; i < words.size(); i++) {
            String word = words.get(i);
            if (word.startsWith("--command=")) {
                inside.script(word.substring(word.indexOf('=') + 1));
            } else if (isOption(word) && isCommandOption(word) && i + 1 < words.size()) {
                inside.script(words.get(i + 1));
                return;
            }
        }
    }

    /** The first word that is no option and, since options may take words, each that follows an option. */
    private static void loose(List<String> words, Inside inside) {
        boolean afterOption = true;
        for (int i = 1; i < words.size(); i++) {
            boolean option = words.get(i).startsWith("-");
            if (!option) {
                inside.invocation(i, words.size());
                if (!afterOption) {
                    return;
                }
            }
            afterOption = option || i == 1;
        }
    }

    private static void windowsShell(List<String> words, Inside inside, String... options) {
        List<String> run = List.of(options);
        for (int i = 1; i < words.size(); i++) {
            String word = words.get(i).toLowerCase(Locale.ROOT);
            if (run.contains(word)) {
                inside.doubt(FOREIGN);
                inside.script(joined(words, i + 1));
                return;
            }
            if (word.startsWith("-e") && !word.startsWith("-ex")) {
                inside.doubt("a command is encoded");
            }
        }
    }
}
