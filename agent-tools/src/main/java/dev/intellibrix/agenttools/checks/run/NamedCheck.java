package dev.intellibrix.agenttools.checks.run;

import dev.intellibrix.agenttools.checks.CheckParser;
import java.util.List;

/**
 * A check that can be run.
 *
 * @param name what the model calls it
 * @param command the program and its arguments
 * @param parser reads its output
 * @param found whether it was found in the workspace, and not given by the developer
 * @param script the script of {@code package.json} that it runs; empty when it runs none
 */
record NamedCheck(String name, List<String> command, CheckParser parser, boolean found, String script) {

    NamedCheck {
        command = List.copyOf(command);
    }

    /** One that a developer gave. */
    static NamedCheck given(String name, List<String> command, CheckParser parser) {
        return new NamedCheck(name, command, parser, false, "");
    }

    /** One of the usual commands of a build tool. */
    static NamedCheck usual(String name, List<String> command, String parser) {
        return new NamedCheck(name, command, CheckParser.named(parser), true, "");
    }

    /** This check under another name. */
    NamedCheck named(String other) {
        return new NamedCheck(other, command, parser, found, script);
    }

    /** The command as a person reads it. */
    String commandLine() {
        return String.join(" ", command);
    }
}
