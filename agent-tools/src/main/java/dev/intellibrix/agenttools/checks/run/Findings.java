package dev.intellibrix.agenttools.checks.run;

import dev.intellibrix.agenttools.checks.CheckFailure;
import dev.intellibrix.agenttools.checks.CheckRun;
import dev.intellibrix.internal.text.CharacterBorder;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;

/**
 * What was found in one run: of repeated failures one, of very many the first, but not all of them from one file where
 * others have some, too. Not thread-safe.
 */
final class Findings implements CheckRun {

    private static final int MAX_KNOWN = 20_000;
    private static final int MAX_PER_FILE = 25;
    private static final int MAX_MESSAGE = 1_000;
    private static final int MAX_KEY = 300;
    private static final int MAX_REMARKS = 5;

    /** A failure and which one it was. */
    private record Numbered(int number, CheckFailure failure) {}

    private final ProjectFiles files;
    private final Supplier<List<String>> reports;
    private final int max;
    private final Set<String> known = new HashSet<>();
    private final Map<String, Integer> perFile = new HashMap<>();
    private final List<Numbered> first = new ArrayList<>();
    private final List<Numbered> others = new ArrayList<>();
    private final List<String> remarks = new ArrayList<>();
    private int count;

    /**
     * Nothing so far.
     *
     * @param reports the report files that the run wrote, once it has ended
     * @param max how many failures are kept
     */
    Findings(ProjectFiles files, Supplier<List<String>> reports, int max) {
        this.files = files;
        this.reports = reports;
        this.max = max;
    }

    @Override
    public void failed(CheckFailure found) {
        CheckFailure failure = new CheckFailure(
                found.file().map(this::shownPath), found.line(), found.column(), shortened(found.message()));
        if (known.size() < MAX_KNOWN && !known.add(key(failure))) {
            return;
        }
        count++;
        String file = failure.file().orElse("");
        boolean room = perFile.size() < MAX_KNOWN && perFile.merge(file, 1, Integer::sum) <= MAX_PER_FILE;
        List<Numbered> target = room ? first : others;
        if (target.size() < max) {
            target.add(new Numbered(count, failure));
        }
    }

    /** The same place with the same first line is the same failure: build tools repeat themselves in their summaries. */
    private static String key(CheckFailure failure) {
        String head = failure.message().lines().findFirst().orElse("");
        return failure.file() + ":" + failure.line() + ":" + failure.column() + ":"
                + head.substring(0, Math.min(head.length(), MAX_KEY));
    }

    private static String shortened(String message) {
        String text = message.strip();
        if (text.length() <= MAX_MESSAGE) {
            return text;
        }
        int end = CharacterBorder.upTo(text, MAX_MESSAGE);
        return text.substring(0, end) + "... [cut]";
    }

    /** Relative to the workspace when it lies there, otherwise as it was printed. */
    private String shownPath(String printed) {
        String path = printed.startsWith("file://") ? printed.substring("file://".length()) : printed;
        try {
            Path given = Path.of(path);
            Path absolute = files.root().resolve(given).normalize();
            if (!absolute.startsWith(files.root()) || absolute.equals(files.root())) {
                return printed;
            }
            List<String> names = new ArrayList<>();
            files.root().relativize(absolute).forEach(name -> names.add(name.toString()));
            return String.join("/", names);
        } catch (InvalidPathException e) {
            return printed;
        }
    }

    @Override
    public int count() {
        return count;
    }

    @Override
    public void remark(String text) {
        if (remarks.size() < MAX_REMARKS) {
            remarks.add(shortened(text));
        }
    }

    @Override
    public boolean isFile(String path) {
        return files.has(path);
    }

    @Override
    public Optional<byte[]> read(String path, int maxBytes) {
        return files.read(path, maxBytes);
    }

    @Override
    public List<String> reports() {
        return reports.get();
    }

    List<String> remarks() {
        return remarks;
    }

    /** The failures to show, in the order in which they were found, as far as they fit into so many characters. */
    List<CheckFailure> shown(int maxChars) {
        List<Numbered> all = new ArrayList<>(first);
        all.addAll(others.subList(0, Math.min(others.size(), Math.max(0, max - first.size()))));
        all.sort(Comparator.comparingInt(Numbered::number));
        List<CheckFailure> shown = new ArrayList<>();
        int chars = 0;
        for (Numbered each : all) {
            chars += each.failure.message().length()
                    + each.failure.file().map(String::length).orElse(0);
            if (chars > maxChars && !shown.isEmpty()) {
                break;
            }
            shown.add(each.failure);
        }
        return shown;
    }
}
