package dev.intellibrix.examples.codingagent;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/** A small Java project with a mistake in it, in a git repository of its own. It needs a JDK and git, and nothing else. */
final class DemoProject {

    private static final String README = """
            # Price list

            `Prices.discounted` takes a percentage off a price, in cents, rounded to the nearest cent.

            To run the test: `javac -d out src/shop/Prices.java src/shop/PricesTest.java`, then
            `java -cp out shop.PricesTest`.
            """;

    private static final String PRICES = """
            package shop;

            /** Computes prices, in cents. */
            final class Prices {

                private Prices() {}

                /** The price after a discount, rounded to the nearest cent. */
                static long discounted(long cents, int percent) {
                    return cents - cents * percent / 1000;
                }
            }
            """;

    private static final String TEST = """
            package shop;

            final class PricesTest {

                private static int failures;

                public static void main(String[] arguments) {
                    check("no discount", 1999, Prices.discounted(1999, 0));
                    check("a quarter off", 7500, Prices.discounted(10000, 25));
                    check("everything off", 0, Prices.discounted(4200, 100));
                    System.out.println(failures == 0 ? "3 checks passed" : failures + " checks failed");
                    System.exit(failures == 0 ? 0 : 1);
                }

                private static void check(String name, long expected, long actual) {
                    if (expected != actual) {
                        failures++;
                        System.out.println("FAILED " + name + ": expected " + expected + ", but was " + actual);
                    }
                }
            }
            """;

    private DemoProject() {}

    static Path layOut() throws IOException {
        Path root = Files.createTempDirectory("coding-agent-demo").toRealPath();
        write(root.resolve("README.md"), README);
        write(root.resolve(".gitignore"), "out/\n");
        write(root.resolve("src/shop/Prices.java"), PRICES);
        write(root.resolve("src/shop/PricesTest.java"), TEST);
        run(root, "git", "init", "-q", "-b", "main");
        run(root, "git", "add", ".");
        run(root, "git", "-c", "user.name=Demo", "-c", "user.email=demo@localhost", "commit", "-qm", "A price list");
        return root;
    }

    /** What was changed since the project was laid out. */
    static String changes(Path root) throws IOException {
        return run(root, "git", "--no-pager", "diff", "--no-color").output();
    }

    /** Compiles the project anew and runs its test. */
    static boolean testPasses(Path root) throws IOException {
        Path fresh = Files.createTempDirectory("coding-agent-demo-classes");
        try {
            return run(root, "javac", "-d", fresh.toString(), "src/shop/Prices.java", "src/shop/PricesTest.java")
                                    .status()
                            == 0
                    && run(root, "java", "-cp", fresh.toString(), "shop.PricesTest")
                                    .status()
                            == 0;
        } finally {
            delete(fresh);
        }
    }

    private static void delete(Path folder) throws IOException {
        List<Path> all;
        try (Stream<Path> walk = Files.walk(folder)) {
            all = walk.sorted(Comparator.reverseOrder()).toList();
        }
        for (Path path : all) {
            Files.delete(path);
        }
    }

    private record Finished(int status, String output) {}

    private static Finished run(Path root, String... command) throws IOException {
        Process process = new ProcessBuilder(new ArrayList<>(List.of(command)))
                .directory(root.toFile())
                .redirectErrorStream(true)
                .start();
        process.getOutputStream().close();
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        try {
            return new Finished(process.waitFor(), output);
        } catch (InterruptedException e) {
            process.destroyForcibly();
            Thread.currentThread().interrupt();
            throw new IOException("interrupted while running " + command[0], e);
        }
    }

    private static void write(Path file, String text) throws IOException {
        Files.createDirectories(file.getParent());
        Files.writeString(file, text, StandardCharsets.UTF_8);
    }
}
