package dev.intellibrix.examples;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.lang.module.Configuration;
import java.lang.module.ModuleFinder;
import java.nio.file.Path;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** All other tests run on the class path, which does not read a {@code module-info}. */
class ModulePathTest {
    private static final Set<String> PUBLISHED = Set.of(
            "dev.intellibrix.core",
            "dev.intellibrix.workspace",
            "dev.intellibrix.agenttools",
            "dev.intellibrix.sandbox",
            "dev.intellibrix.mcp",
            "dev.intellibrix.github",
            "dev.intellibrix.testing");

    @Test
    void thePublishedModulesResolveTogetherByTheirOwnDescriptors() {
        Path[] classPath = Pattern.compile(File.pathSeparator, Pattern.LITERAL)
                .splitAsStream(System.getProperty("java.class.path"))
                .map(Path::of)
                .toArray(Path[]::new);

        Configuration found =
                ModuleLayer.boot().configuration().resolve(ModuleFinder.of(classPath), ModuleFinder.of(), PUBLISHED);

        ModuleLayer.boot().defineModulesWithOneLoader(found, ClassLoader.getPlatformClassLoader());
        Stream<String> explicit = found.modules().stream()
                .map(module -> module.reference().descriptor())
                .filter(module -> !module.isAutomatic())
                .map(module -> module.name());
        assertThat(explicit).containsAll(PUBLISHED);
    }
}
