package dev.intellibrix.sandbox;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** What Linux says in {@code /proc} of the memory of processes and of the machine, in bytes. Thread-safe. */
final class ProcessMemory {

    static final Path PROC = Path.of("/proc");

    /** One look misses a process that ends after it has started another one. */
    private static final int LOOKS = 4;

    private static final int MOST_PROCESSES = 20_000;

    private final Path proc;

    /**
     * A reader.
     *
     * @param proc where {@code /proc} is mounted
     */
    ProcessMemory(Path proc) {
        this.proc = proc;
    }

    /** Whether this kernel tells which process started which. */
    boolean tellsChildren() {
        return Files.isReadable(proc.resolve("thread-self/children"));
    }

    /**
     * The memory of the machine.
     *
     * @param total all of it
     * @param available what could be had without taking it from somebody
     */
    record Machine(long total, long available) {}

    /**
     * The machine as it is now.
     *
     * @throws UncheckedIOException when it can not be told
     */
    Machine machine() {
        Map<String, Long> numbers = numbers(proc.resolve("meminfo"));
        return new Machine(numbers.getOrDefault("MemTotal", 0L), numbers.getOrDefault("MemAvailable", Long.MAX_VALUE));
    }

    /**
     * A process and all that it started, itself first. Some that end or begin meanwhile may be missing.
     *
     * @throws UncheckedIOException when it can not be told
     */
    List<Long> family(long process) {
        List<Long> all = new ArrayList<>(List.of(process));
        for (int i = 0; i < all.size() && all.size() < MOST_PROCESSES; i++) {
            all.addAll(children(all.get(i)));
        }
        return all;
    }

    /**
     * Whether a process and all that it started together have more than this of what no file backs: pages that they wrote to,
     * wherever those are now, and the tables that map pages. What several of them share counts once.
     *
     * @throws UncheckedIOException when it can not be told
     */
    boolean isOver(long process, long bytes) {
        boolean over = false;
        boolean whole = false;
        for (int look = 0; look < LOOKS && !over && !whole; look++) {
            List<Long> family = family(process);
            long sum = 0;
            whole = true;
            for (long each : family) {
                long own = atMost(each);
                whole &= own >= 0;
                sum += Math.max(0, own);
            }
            over = sum > bytes && (family.size() == 1 || exact(family) > bytes);
        }
        return over;
    }

    /** Cheap to ask for; what is shared counts for each. Negative when it has ended. */
    private long atMost(long process) {
        Map<String, Long> status = numbers(of(process).resolve("status"));
        if (status.isEmpty()) {
            return -1;
        }
        return sum(status, "RssAnon", "VmSwap", "VmPTE");
    }

    /** The kernel walks through all pages for it. */
    private long exact(List<Long> family) {
        long sum = 0;
        for (long each : family) {
            Map<String, Long> pages = pages(each);
            boolean known = pages.containsKey("Pss_Anon"); // Since 5.12.
            Map<String, Long> status = numbers(of(each).resolve("status"));
            sum += known ? sum(pages, "Pss_Anon", "SwapPss") + sum(status, "VmPTE") : Math.max(0, atMost(each));
        }
        return sum;
    }

    /** Empty where this process may not ask for it; what it has at most counts then. */
    private Map<String, Long> pages(long process) {
        try {
            return numbers(of(process).resolve("smaps_rollup"));
        } catch (UncheckedIOException e) {
            return Map.of();
        }
    }

    private static long sum(Map<String, Long> numbers, String... names) {
        long sum = 0;
        for (String name : names) {
            sum += numbers.getOrDefault(name, 0L);
        }
        return sum;
    }

    private List<Long> children(long process) {
        List<Long> children = new ArrayList<>();
        Path task = of(process).resolve("task");
        try (DirectoryStream<Path> threads = Files.newDirectoryStream(task)) {
            for (Path thread : threads) {
                for (String child : read(thread.resolve("children")).split(" ", -1)) {
                    if (!child.isBlank()) {
                        children.add(Long.parseLong(child.strip()));
                    }
                }
            }
        } catch (IOException e) {
            requireNotThere(task, e);
        } catch (DirectoryIteratorException e) {
            requireNotThere(task, new IOException(e));
        }
        return children;
    }

    private Path of(long process) {
        return proc.resolve(Long.toString(process));
    }

    /** Lines like {@code VmRSS:  1676 kB}; empty when there is no such file any more. */
    private static Map<String, Long> numbers(Path file) {
        Map<String, Long> numbers = new TreeMap<>();
        for (String line : read(file).split("\n", -1)) {
            int colon = line.indexOf(':');
            if (colon > 0 && line.endsWith(" kB")) {
                String number = line.substring(colon + 1, line.length() - 3).strip();
                numbers.put(line.substring(0, colon), Long.parseLong(number) << 10);
            }
        }
        return numbers;
    }

    private static String read(Path file) {
        try {
            return Files.readString(file, StandardCharsets.ISO_8859_1);
        } catch (IOException e) {
            requireNotThere(file, e);
            return "";
        }
    }

    /** What is there and can not be read, as when this process has no descriptor left, is not nothing. */
    private static void requireNotThere(Path path, IOException e) {
        if (!(e instanceof NoSuchFileException) && Files.exists(path)) { // To ask for that takes no descriptor.
            throw new UncheckedIOException("the memory of processes can not be told", e);
        }
    }
}
