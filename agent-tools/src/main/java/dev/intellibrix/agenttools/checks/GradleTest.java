package dev.intellibrix.agenttools.checks;

import com.google.re2j.Matcher;
import com.google.re2j.Pattern;

/** A test that Gradle's output says has failed, with the lines below it: what was thrown, and where. */
final class GradleTest {

    private static final Pattern FRAME =
            Pattern.compile("^at (?:\\S*/)?([^\\s()/]+)\\.[^.()]+\\(([^():]+):(\\d{1,7})\\)$");

    /** Without the frames, the place stands behind the name of the exception. */
    private static final Pattern SHORT = Pattern.compile("^(\\S.*) at ([^\\s:]+\\.[a-z]+):(\\d{1,7})$");

    private final String name;
    private final String module;
    private String thrown = "";
    private String file = "";
    private int line;

    /**
     * A test.
     *
     * @param name as Gradle prints it: the class without its package, and what is in it
     * @param module the folder of its module with a slash at its end; empty for the root
     */
    GradleTest(String name, String module) {
        this.name = name;
        this.module = module;
    }

    /** Another line of what belongs to it. */
    void add(String text) {
        String more = text.strip();
        if (thrown.isEmpty()) {
            Matcher match = SHORT.matcher(more);
            boolean placed = match.matches();
            thrown = placed ? match.group(1) : more;
            if (placed) {
                at(match.group(2), Place.number(match, 3));
            }
        } else if (line == 0 && more.startsWith("at ")) {
            frame(FRAME.matcher(more));
        }
    }

    private void frame(Matcher match) {
        if (!match.matches()) {
            return;
        }
        String frameClass = match.group(1);
        int dot = frameClass.lastIndexOf('.');
        String simple = frameClass.substring(dot + 1);
        int blank = name.indexOf(' ');
        String own = name.substring(name.lastIndexOf('.', blank) + 1, blank);
        if (simple.equals(own) || simple.startsWith(own + "$")) {
            String folder = frameClass.substring(0, dot + 1).replace('.', '/');
            at(folder + match.group(2), Place.number(match, 3));
        }
    }

    private void at(String path, int number) {
        file = path;
        line = number;
    }

    /** What is told of it, with its file where the sources of its module have it. */
    CheckFailure failure(CheckRun run) {
        String text = thrown.isEmpty() ? name : name + ": " + thrown;
        return line == 0
                ? CheckFailure.of(text)
                : CheckFailure.at(TestCase.inSources(module, file, run), line, 0, text);
    }
}
