package dev.intellibrix.sandbox;

import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;

/** Names of files that no system takes for something else. */
final class PathNames {

    private static final int DEPTH = 16;
    private static final int NAME_BYTES = 200;
    private static final String REFUSED = "\\:*?\"<>|";

    /** Names that are devices on Windows, whatever their ending. */
    private static final Pattern DEVICE = Pattern.compile("(con|prn|aux|nul|com[0-9]|lpt[0-9])(\\..*)?");

    private PathNames() {}

    static boolean arePath(String path) {
        String[] names = path.split("/", -1);
        if (names.length > DEPTH) {
            return false;
        }
        for (String name : names) {
            if (!isName(name)) {
                return false;
            }
        }
        return true;
    }

    /** Whether one of these paths is a file and the folder of another one as well. */
    static boolean collide(Set<String> paths) {
        for (String path : paths) {
            for (int slash = path.indexOf('/'); slash > 0; slash = path.indexOf('/', slash + 1)) {
                if (paths.contains(path.substring(0, slash))) {
                    return true;
                }
            }
        }
        return false;
    }

    private static boolean isName(String name) {
        if (name.isEmpty() || name.getBytes(StandardCharsets.UTF_8).length > NAME_BYTES) {
            return false;
        }
        char first = name.charAt(0);
        char last = name.charAt(name.length() - 1);
        return first != ' '
                && first != '-'
                && last != ' '
                && last != '.' // "." and ".." as well.
                && !DEVICE.matcher(name.toLowerCase(Locale.ROOT)).matches()
                && name.codePoints().allMatch(PathNames::isShown);
    }

    static boolean isShown(int c) {
        return switch (Character.getType(c)) {
            case Character.CONTROL,
                    Character.FORMAT,
                    Character.SURROGATE,
                    Character.UNASSIGNED,
                    Character.PRIVATE_USE,
                    Character.LINE_SEPARATOR,
                    Character.PARAGRAPH_SEPARATOR -> false;
            case Character.SPACE_SEPARATOR -> c == ' ';
            default -> REFUSED.indexOf(c) < 0 && c != 0xFFFD;
        };
    }
}
