package dev.intellibrix.rules;

import java.util.List;

/** The rules that are in force without set-up. Each looks at the program of a command, so its words are free elsewhere. */
final class BuiltInRules {

    /** Operators that redirect, each with a blank, as they stand before the program. */
    private static final String REDIRECTIONS = "(?:[0-9]*[<>&|-]+ )*";

    static final List<InterceptRule> ALL = List.of(
            InterceptRule.block(
                    "write",
                    "^tee(?: |$)|^" + REDIRECTIONS + "1?(?:>|>>|>\\||&>|&>>) " + REDIRECTIONS
                            + "(?:echo|printf|cat)(?: |$)",
                    "Use write_file to write a file, or edit_file to change one."),
            InterceptRule.block("read", "^(?:cat|head|tail|less|more|type)(?: |$)", "Use read_file to read a file."),
            InterceptRule.block("list", "^(?:ls|dir)(?: |$)", "Use list_dir to list a directory."),
            InterceptRule.block(
                    "search",
                    "^(?:grep|egrep|fgrep|rg|find)(?: |$)",
                    "Use grep to search in files and glob to find files by name."),
            InterceptRule.block("date", "^date(?: |$)", "Use datetime to learn the date or the time."));

    private BuiltInRules() {}
}
