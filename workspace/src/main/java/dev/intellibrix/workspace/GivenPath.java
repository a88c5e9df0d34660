package dev.intellibrix.workspace;

import dev.intellibrix.tool.ToolException;
import dev.intellibrix.workspace.fs.Shown;
import java.io.File;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.regex.Pattern;

/** Reads a path as a model gives it: what it can not mean is refused before anything is looked at. */
final class GivenPath {

    private static final boolean WINDOWS = File.separatorChar == '\\';

    /** Names that Windows takes for devices, in any folder and with any extension, and short forms of other names. */
    private static final Pattern WINDOWS_NAME = Pattern.compile(
            "(?i)(con|prn|aux|nul|conin\\$|conout\\$|(com|lpt)[0-9\u00b9\u00b2\u00b3])\\s*([.:].*)?|.*~[0-9].*");

    private GivenPath() {}

    /**
     * The path, relative to the root or absolute.
     *
     * @throws ToolException when it is not a path here, or begins with {@code ~}
     */
    static Path parse(String path) {
        if (path.startsWith("~")) {
            throw new JailEscapeException("~ is not expanded; give the path relative to the workspace, and a name that"
                    + " begins with ~ as ./" + Shown.text(path));
        }
        if (path.indexOf('\0') >= 0) {
            throw new ToolException("the path holds a NUL character");
        }
        try {
            Path parsed = Path.of(path);
            if (WINDOWS) {
                requireOrdinary(parsed, path);
            }
            return parsed;
        } catch (InvalidPathException e) {
            throw new ToolException(
                    "not a path that this system can name: " + Shown.text(path) + " (" + e.getReason() + ")", e);
        }
    }

    /** One name in a folder. */
    static Path name(String name) {
        Path parsed = parse("./" + name).normalize();
        boolean single = parsed.getNameCount() == 1 && parsed.toString().equals(name);
        if (!single || name.isEmpty() || name.equals("..")) {
            throw new IllegalArgumentException("name must be a single name, but is " + Shown.text(name));
        }
        return parsed;
    }

    private static void requireOrdinary(Path parsed, String path) {
        if (parsed.getRoot() != null && !parsed.isAbsolute()) {
            throw new JailEscapeException("the path leads outside the workspace: " + Shown.text(path));
        }
        for (Path name : parsed) {
            if (isDevice(name.toString())) {
                throw new ToolException(Shown.text(path) + " has a name that stands for a device or is a short form");
            }
        }
    }

    static boolean isDevice(String name) {
        return WINDOWS_NAME.matcher(name).matches();
    }
}
