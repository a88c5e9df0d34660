package dev.intellibrix.examples;

import static org.assertj.core.api.Assertions.assertThat;

import dev.intellibrix.approval.ApprovalDecision;
import java.io.IOException;
import java.io.StringWriter;
import java.lang.reflect.Constructor;
import java.lang.reflect.Field;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.net.URI;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.tools.JavaFileObject;
import javax.tools.SimpleJavaFileObject;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Every Java sample of every document compiles, and those that bring a scripted model run as well. A sample is the body of a
 * method of a class that extends {@link Sample}, with its imports.
 */
public class DocumentsTest {

    private static final Path PROJECT = Path.of("..").toAbsolutePath().normalize();
    private static final Pattern BLOCK = Pattern.compile("```java\\n(.*?)```", Pattern.DOTALL);
    private static final Pattern TYPE = Pattern.compile("^(?:public )?(?:final )?class (\\w+)", Pattern.MULTILINE);
    private static final Pattern VERSION = Pattern.compile("<version>(\\d+\\.[^<]+)</version>");
    private static final Pattern LINK = Pattern.compile("]\\(([^)#:]*)(?:#([^)]*))?\\)");
    private static final Pattern HEADING = Pattern.compile("^#+ (.*)$", Pattern.MULTILINE);

    @TempDir
    Path folder;

    /** What the samples may use without declaring it. */
    public abstract static class Sample {
        protected Path root = Path.of("");
        protected String apiKey = "key";
        protected Set<String> autoApproved = Set.of();
        protected Logger log = LoggerFactory.getLogger(Sample.class);

        protected ApprovalDecision askHuman(String text) {
            return ApprovalDecision.deny(text);
        }

        /** Runs the sample in a folder. */
        public void runIn(Path where) throws Exception {
            root = where;
            run();
        }

        protected abstract void run() throws Exception;
    }

    private static List<Path> documents() throws IOException {
        try (Stream<Path> all = Files.find(PROJECT, 2, (path, attributes) -> attributes.isRegularFile())) {
            return all.filter(path -> path.toString().endsWith(".md")).sorted().toList();
        }
    }

    @TestFactory
    List<DynamicTest> samplesCompileAndRun() throws IOException {
        List<DynamicTest> tests = new ArrayList<>();
        for (Path document : documents()) {
            List<String> files = new ArrayList<>();
            Matcher blocks = BLOCK.matcher(Files.readString(document));
            for (int number = 1; blocks.find(); number++) {
                String name = PROJECT.relativize(document) + " sample " + number;
                String sample = blocks.group(1);
                if (sample.startsWith("package ")) {
                    files.add(sample);
                    continue;
                }
                Path where = folder.resolve("sample" + tests.size());
                tests.add(DynamicTest.dynamicTest(name, () -> check(sample, Files.createDirectories(where))));
            }
            if (!files.isEmpty()) {
                Path where = folder.resolve("sample" + tests.size());
                tests.add(DynamicTest.dynamicTest(
                        PROJECT.relativize(document) + " files",
                        () -> checkFiles(files, Files.createDirectories(where))));
            }
        }
        assertThat(tests).hasSizeGreaterThanOrEqualTo(2);
        return tests;
    }

    /** A version that the project does not build with has not been tried with the samples. */
    @Test
    void theVersionsOfTheFirstAgentAreThoseOfTheProject() throws IOException {
        String pom = Files.readString(PROJECT.resolve("pom.xml"));
        Matcher versions = VERSION.matcher(Files.readString(PROJECT.resolve("docs/first-agent.md")));
        List<String> found = new ArrayList<>();
        while (versions.find()) {
            found.add(versions.group(1));
            assertThat(pom).contains(">" + versions.group(1) + "</");
        }
        assertThat(found).hasSizeGreaterThanOrEqualTo(3);
    }

    @Test
    void linksBetweenDocumentsLeadSomewhere() throws IOException {
        for (Path document : documents()) {
            Matcher links = LINK.matcher(Files.readString(document));
            while (links.find()) {
                Path target = links.group(1).isEmpty() ? document : document.resolveSibling(links.group(1));
                assertThat(target).as("a link in %s", document).exists();
                if (links.group(2) != null) {
                    assertThat(anchorsOf(target)).as("a link in %s", document).contains(links.group(2));
                }
            }
        }
    }

    private static List<String> anchorsOf(Path document) throws IOException {
        return HEADING.matcher(Files.readString(document))
                .results()
                .map(heading -> heading.group(1)
                        .toLowerCase(Locale.ROOT)
                        .replaceAll("[^\\w -]", "")
                        .replace(' ', '-'))
                .toList();
    }

    private static void compile(List<Source> sources, Path where) {
        StringWriter errors = new StringWriter();
        boolean compiles = ToolProvider.getSystemJavaCompiler()
                .getTask(
                        errors,
                        null,
                        null,
                        List.of("-d", where.toString(), "-cp", System.getProperty("java.class.path"), "-proc:none"),
                        null,
                        sources)
                .call();
        assertThat(compiles).as("%s%n%s", errors, sources).isTrue();
    }

    private static void check(String sample, Path where) throws Exception {
        compile(List.of(new Source("TheSample", wrapped(sample))), where);
        if (sample.contains("MockProvider")) {
            run(where);
        }
    }

    private static void run(Path where) throws Exception {
        Path root = Files.createDirectories(where.resolve("root"));
        Files.writeString(root.resolve("README.md"), "read me\n");
        try (URLClassLoader loader = new URLClassLoader(new URL[] {where.toUri().toURL()})) {
            loader.setDefaultAssertionStatus(true);
            Sample sample = (Sample)
                    loader.loadClass("TheSample").getDeclaredConstructor().newInstance();
            sample.runIn(root);
        } catch (InvocationTargetException e) {
            throw new AssertionError(e.getCause());
        }
    }

    /** The whole files of a document are compiled together, and the tests among them are run. */
    private static void checkFiles(List<String> files, Path where) throws Exception {
        Map<String, String> byName = new TreeMap<>();
        for (String file : files) {
            Matcher type = TYPE.matcher(file);
            assertThat(type.find()).as(file).isTrue();
            byName.put(type.group(1), file);
        }
        List<Source> sources = new ArrayList<>();
        byName.forEach((name, text) -> sources.add(new Source(name, text)));
        compile(sources, where);
        try (URLClassLoader loader = new URLClassLoader(new URL[] {where.toUri().toURL()})) {
            for (Map.Entry<String, String> file : byName.entrySet()) {
                String inPackage = file.getValue()
                        .substring("package ".length(), file.getValue().indexOf(';'));
                runTests(loader.loadClass(inPackage + "." + file.getKey()), where);
            }
        }
    }

    private static void runTests(Class<?> type, Path where) throws Exception {
        for (Method method : type.getDeclaredMethods()) {
            if (!method.isAnnotationPresent(Test.class)) {
                continue;
            }
            Constructor<?> constructor = type.getDeclaredConstructor();
            constructor.setAccessible(true);
            Object test = constructor.newInstance();
            for (Field field : type.getDeclaredFields()) {
                if (field.isAnnotationPresent(TempDir.class)) {
                    field.setAccessible(true);
                    field.set(test, Files.createTempDirectory(where, "root"));
                }
            }
            method.setAccessible(true);
            method.invoke(test);
        }
    }

    private static String wrapped(String sample) {
        String imports =
                sample.lines().filter(line -> line.startsWith("import ")).collect(Collectors.joining("\n"));
        String body = sample.lines().filter(line -> !line.startsWith("import ")).collect(Collectors.joining("\n"));
        return imports + "\nimport java.nio.file.*;\nimport java.time.*;\nimport java.util.*;\n"
                + "public class TheSample extends dev.intellibrix.examples.DocumentsTest.Sample {\n"
                + "@Override protected void run() throws Exception {\n" + body + "\n}\n}\n";
    }

    private static final class Source extends SimpleJavaFileObject {

        private final String text;

        Source(String name, String text) {
            super(URI.create("string:///" + name + ".java"), JavaFileObject.Kind.SOURCE);
            this.text = text;
        }

        @Override
        public CharSequence getCharContent(boolean ignoreEncodingErrors) {
            return text;
        }
    }
}
