package dev.intellibrix.rules;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** What a shell text holds: its simple commands, those of substitutions included, and what could not be read. */
final class ShellScript {

    private final List<ShellCommand> commands = new ArrayList<>();
    private final Set<String> doubts = new LinkedHashSet<>();

    void add(ShellCommand command) {
        commands.add(command);
    }

    void doubt(String why) {
        doubts.add(why);
    }

    List<ShellCommand> commands() {
        return commands;
    }

    Set<String> doubts() {
        return doubts;
    }
}
