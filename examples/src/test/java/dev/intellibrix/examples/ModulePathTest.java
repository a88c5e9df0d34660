package dev.intellibrix.examples;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.lang.module.Configuration;
import java.lang.module.ModuleFinder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.spi.ToolProvider;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** All other tests run on the class path, which does not read a {@code module-info}. */
class ModulePathTest {
    private static final Set<String> PUBLISHED = Set.of(
            "dev.intellibrix.core",
            "dev.intellibrix.workspace",
            "dev.intellibrix.agenttools",
            "dev.intellibrix.sandbox",
            "dev.intellibrix.mcp",
            "dev.intellibrix.github",
            "dev.intellibrix.telemetry",
            "dev.intellibrix.testing");

    @Test
    void thePublishedModulesResolveTogetherByTheirOwnDescriptors() {
        Configuration found =
                ModuleLayer.boot().configuration().resolve(ModuleFinder.of(classPath()), ModuleFinder.of(), PUBLISHED);

        ModuleLayer.boot().defineModulesWithOneLoader(found, ClassLoader.getPlatformClassLoader());
        Stream<String> explicit = found.modules().stream()
                .map(module -> module.reference().descriptor())
                .filter(module -> !module.isAutomatic())
                .map(module -> module.name());
        assertThat(explicit).containsAll(PUBLISHED);
    }

    @Test
    void aRecordOfAClosedPackageIsRefusedWhenItsToolIsMade(@TempDir Path folder) throws Exception {
        assertThat(answerOfAProgram(folder, "exports app;"))
                .contains("app.City")
                .contains("add \"opens app to tools.jackson.databind;\" to the module app");
    }

    @Test
    void aRecordOfAnOpenPackageIsBuilt(@TempDir Path folder) throws Exception {
        assertThat(answerOfAProgram(folder, "exports app; opens app to tools.jackson.databind;"))
                .isEqualTo("Reykjavik");
    }

    /** Compiles and runs a module that asks for an answer of a type of its own. */
    private static String answerOfAProgram(Path folder, String directives) throws Exception {
        Path descriptor = Files.writeString(
                folder.resolve("module-info.java"),
                "module app { requires dev.intellibrix.core; requires dev.intellibrix.testing; " + directives + " }");
        Path program = Files.writeString(folder.resolve("Program.java"), """
                package app;

                import dev.intellibrix.*;
                import dev.intellibrix.store.*;
                import dev.intellibrix.testing.*;
                import java.util.Map;

                record City(String name) {}

                public final class Program {
                    public static String answer() {
                        MockProvider model = MockProvider.of(MockTurn.call("final_answer", Map.of("name", "Reykjavik")));
                        Intelligence agent = new Intelligence(IntelligenceOptions.builder()
                                .provider(model)
                                .tools(LargeResults.in(new InMemoryKeyValueStore(), 20_000))
                                .build());
                        try {
                            return agent.ask("Which is the capital of Iceland?", City.class).value().name();
                        } catch (IllegalArgumentException e) {
                            return e.getMessage();
                        }
                    }
                }
                """);
        Path classes = folder.resolve("classes");
        String modulePath = System.getProperty("java.class.path");
        int status = ToolProvider.findFirst("javac")
                .orElseThrow()
                .run(
                        System.out,
                        System.err,
                        "-proc:none",
                        "-p",
                        modulePath,
                        "-d",
                        classes.toString(),
                        descriptor.toString(),
                        program.toString());
        assertThat(status).isZero();
        Configuration found = ModuleLayer.boot()
                .configuration()
                .resolve(
                        ModuleFinder.compose(ModuleFinder.of(classes), ModuleFinder.of(classPath())),
                        ModuleFinder.of(),
                        Set.of("app"));
        ClassLoader loader = ModuleLayer.boot()
                .defineModulesWithOneLoader(found, ClassLoader.getPlatformClassLoader())
                .findLoader("app");
        return (String) loader.loadClass("app.Program").getMethod("answer").invoke(null);
    }

    private static Path[] classPath() {
        return Pattern.compile(File.pathSeparator, Pattern.LITERAL)
                .splitAsStream(System.getProperty("java.class.path"))
                .map(Path::of)
                .toArray(Path[]::new);
    }
}
