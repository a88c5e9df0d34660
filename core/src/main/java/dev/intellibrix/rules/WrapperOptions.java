package dev.intellibrix.rules;

import static java.util.Map.entry;

import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * How to find the command among the arguments of a program that runs one.
 *
 * @param valued the letters of the options that take the next word
 * @param longValued the long options that take the next word
 * @param operands how many words stand between the options and the command
 */
record WrapperOptions(String valued, Set<String> longValued, int operands) {

    private static final Map<String, WrapperOptions> KNOWN = Map.ofEntries(
            entry("and", of("", 0)),
            entry("begin", of("", 0)),
            entry("builtin", of("", 0)),
            entry("caffeinate", of("tw", 0)),
            entry("catchsegv", of("", 0)),
            entry("choom", of("np", 0, "adjust", "pid")),
            entry("chroot", of("", 1, "userspec", "groups")),
            entry("chrt", of("TPD", 1, "sched-runtime", "sched-period", "sched-deadline")),
            entry("command", of("", 0)),
            entry("doas", of("uC", 0)),
            entry("env", of("uCP", 0, "unset", "chdir")),
            entry("exec", of("a", 0)),
            entry("fakeroot", of("lsib", 0, "lib", "faked")),
            entry("flock", of("wE", 1, "timeout", "wait", "conflict-exit-code")),
            entry("ionice", of("cnpPu", 0, "class", "classdata", "pid", "pgid", "uid")),
            entry("linux32", of("", 0)),
            entry("linux64", of("", 0)),
            entry("nice", of("n", 0, "adjustment")),
            entry("nocorrect", of("", 0)),
            entry("noglob", of("", 0)),
            entry("nohup", of("", 0)),
            entry("not", of("", 0)),
            entry("or", of("", 0)),
            entry("parallel", of("jNnLIaSdPsE", 0, "jobs", "max-args", "arg-file", "sshlogin", "delimiter", "colsep")),
            entry("pkexec", of("", 0, "user")),
            entry("repeat", of("", 1)),
            entry("setarch", of("", 1)),
            entry("setsid", of("", 0)),
            entry("ssh", of("BbcDEeFIiJLlmOopQRSWw", 1)),
            entry("stdbuf", of("ioe", 0, "input", "output", "error")),
            entry(
                    "sudo",
                    of(
                            "aCcDghpRrTtUu",
                            0,
                            "auth-type",
                            "chdir",
                            "chroot",
                            "close-from",
                            "command-timeout",
                            "group",
                            "host",
                            "login-class",
                            "other-user",
                            "prompt",
                            "role",
                            "type",
                            "user")),
            entry("taskset", of("", 1)),
            entry("time", of("fo", 0, "format", "output")),
            entry("timeout", of("ks", 1, "kill-after", "signal")),
            entry("gtimeout", of("ks", 1, "kill-after", "signal")),
            entry("unbuffer", of("", 0)),
            entry("watch", of("n", 0, "interval")),
            entry("xargs", of("adEIJLnPRsS", 0, "arg-file", "delimiter", "max-args", "max-chars", "max-procs")));

    static @Nullable WrapperOptions of(String program) {
        return KNOWN.get(program);
    }

    private static WrapperOptions of(String valued, int operands, String... longValued) {
        return new WrapperOptions(valued, Set.of(longValued), operands);
    }

    /** The index of the command in a program's words, or their number when there is none. */
    int commandIndex(List<String> words) {
        int at = 1;
        boolean options = true;
        while (options && at < words.size()) {
            String word = words.get(at);
            if (word.equals("--")) {
                options = false;
            } else if (!word.startsWith("-")) {
                break;
            } else if (takesNext(word)) {
                at++;
            }
            at++;
        }
        return Math.min(at + operands, words.size());
    }

    private boolean takesNext(String option) {
        if (option.startsWith("--")) {
            return longValued.stream().anyMatch(name -> name.startsWith(option.substring(2)));
        }
        for (int i = 1; i < option.length(); i++) {
            if (valued.indexOf(option.charAt(i)) >= 0) {
                return i == option.length() - 1;
            }
        }
        return false;
    }
}
