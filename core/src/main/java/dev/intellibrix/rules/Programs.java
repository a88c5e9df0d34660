package dev.intellibrix.rules;

import java.util.Locale;
import java.util.Set;

/** What is known of programs by their names. */
final class Programs {

    private static final Set<String> SHELLS = Set.of(
            "sh", "bash", "dash", "zsh", "ksh", "ksh93", "mksh", "ash", "rbash", "rzsh", "yash", "fish", "csh", "tcsh",
            "posh", "oksh");

    /** Shells with a syntax of their own. */
    private static final Set<String> FOREIGN_SHELLS = Set.of("fish", "csh", "tcsh");

    private static final Set<String> RUNNING = Set.of(
            "PATH",
            "BASH_ENV",
            "PROMPT_COMMAND",
            "EDITOR",
            "VISUAL",
            "PAGER",
            "GIT_ASKPASS",
            "GIT_EDITOR",
            "GIT_EXEC_PATH",
            "GIT_EXTERNAL_DIFF",
            "GIT_PAGER",
            "GIT_PROXY_COMMAND",
            "GIT_SEQUENCE_EDITOR");

    private static final String[] WINDOWS_SUFFIXES = {".exe", ".cmd", ".bat", ".com"};

    private Programs() {}

    /** The name without the directories before it. */
    static String baseName(String program) {
        int slash = Math.max(program.lastIndexOf('/'), program.lastIndexOf('\\'));
        return slash < 0 || slash == program.length() - 1 ? program : program.substring(slash + 1);
    }

    /** The base name as file systems that ignore case know it, without the suffixes that Windows adds. */
    static String canonicalName(String program) {
        String name = TextFolding.fold(baseName(program)).toLowerCase(Locale.ROOT);
        for (String suffix : WINDOWS_SUFFIXES) {
            if (name.length() > suffix.length() && name.endsWith(suffix)) {
                return name.substring(0, name.length() - suffix.length());
            }
        }
        return name;
    }

    static boolean isShell(String canonicalName) {
        return SHELLS.contains(canonicalName);
    }

    /** Whether a shell reads quotes and control flow in another way than those that POSIX describes. */
    static boolean isForeignShell(String canonicalName) {
        return FOREIGN_SHELLS.contains(canonicalName);
    }

    /** Whether a variable decides which program a name stands for, or names a program that another one runs. */
    static boolean isInfluential(String variable) {
        return RUNNING.contains(variable)
                || variable.startsWith("LD_")
                || variable.startsWith("DYLD_")
                || variable.startsWith("GIT_SSH")
                || variable.startsWith("GIT_CONFIG");
    }
}
