package dev.intellibrix.workspace;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Each kind of pattern with each kind of name, as git takes it: a folder a pattern, with all names in it. */
class IgnoreTableTest {

    private static final List<String> CHARACTERS = List.of(
            "a", "b", "c", "d", "z", "A", "C", "D", "Z", "f", "g", "F", "G", "0", "5", "9", "-", "_", "!", ":", "@",
            "[", "]", "^", "`", "{", "~", "\\", " ", "\t", "\u000b", "\r", "\u0001", "\u001f", "\u007f", "*", "?", "/",
            "\u00e9", "\u20ac");

    private static final List<String> CLASSES = List.of(
            "x[[:alnum:]]",
            "x[[:alpha:]]",
            "x[[:blank:]]",
            "x[[:cntrl:]]",
            "x[[:digit:]]",
            "x[[:graph:]]",
            "x[[:lower:]]",
            "x[[:print:]]",
            "x[[:punct:]]",
            "x[[:space:]]",
            "x[[:upper:]]",
            "x[[:xdigit:]]",
            "x[[:nope:]]",
            "x[[::]]",
            "x[[:alpha:][:digit:]]",
            "x[^[:alpha:]]",
            "x[[:alpha]",
            "x[[:a]",
            "x[[:]",
            "x[[:",
            "x[a[:digit:]z]",
            "x[ac]",
            "x[!ac]",
            "x[^ac]",
            "x[a-c]",
            "x[!a-c]",
            "x[A-C]",
            "x[c-a]",
            "x[a-]",
            "x[-a]",
            "x[]a]",
            "x[!]a]",
            "x[^]a]",
            "x[]-a]",
            "x[a-c-e]",
            "x[\\]]",
            "x[\\\\]",
            "x[a\\-c]",
            "x[\\a-\\c]",
            "x[[]",
            "x[a[]",
            "x[a",
            "x[",
            "x\\",
            "x\\a",
            "x\\A",
            "x\\*",
            "x\\?",
            "x\\[",
            "x?",
            "x??",
            "x???",
            "x*",
            "?a",
            "*a",
            "*A",
            "*",
            "x",
            "X?",
            "xa",
            "XA",
            "!xa\nx*\n!xb",
            "x[a-c]*",
            "x*[!a]",
            "x[!!]",
            "x[^^]",
            "x[ -~]",
            "x[\u00c3-\u00ff]*");

    private static final List<String> PATHS = List.of(
            "a", "b", "ab", "axb", "abc", "axbxc", "a.b", "x.a.b", ".b", "a/b", "a/c", "a/bc", "a/x/b", "a/x/y/b",
            "a/b/c", "a/b.c/d", "b/a", "b/a/b", "x/a/b", "x/b/b", "xaxbxcx", "a/bcb", "aXb", "bcd/a.b", "bcd/e");

    private static final List<String> PLACES = List.of(
            "a",
            "/a",
            "a/",
            "/a/",
            "b",
            "/b",
            "*",
            "/*",
            "*/",
            "**",
            "/**",
            "**/",
            "***",
            "/***/",
            "**/b",
            "**/a/b",
            "/**/b",
            "a/**",
            "a/***",
            "a/**/b",
            "a/***/b",
            "a/**b",
            "a/b**",
            "a/b**/c",
            "a**b",
            "**b",
            "b**",
            "a**/b",
            "a/*",
            "a/*/b",
            "a/*b",
            "a/*b*",
            "a/?",
            "a/?/b",
            "*/b",
            "*/*",
            "*/*/b",
            "a*b",
            "a*b*c",
            "*a*b*",
            "*b*c*",
            "*.b",
            "*.a.b",
            "*.",
            ".*",
            "a.*",
            "*c*b",
            "?.b",
            "a\\/b",
            "a/\\b",
            "\\a/b",
            "a**\\/b",
            "**\\/b",
            "a/[b]",
            "a[/]b",
            "[a]/b",
            "a/b/",
            "a/b/c",
            "b/",
            "ab/",
            "//a",
            "a//b",
            "AxB",
            "*.B",
            "*\n!*/\n!*.b",
            "*\n!a/\n!b",
            "a\n!a/b",
            "a/*\n!a/b",
            "/*\n!/a\n/a/*\n!/a/b",
            "**/b/**",
            "**/**/b",
            "a/**/**/b",
            "a/**/",
            "x/**/b/b");

    /** Whether files can be given names beyond ASCII here: that hangs on the locale in which the JVM was started. */
    private static final boolean NAMES_ARE_UTF_8 = "UTF-8".equalsIgnoreCase(System.getProperty("sun.jnu.encoding"));

    @TempDir
    Path folder;

    @Test
    void charactersAndClassesMeanWhatGitTakesThemFor() throws IOException {
        List<String> names = new ArrayList<>(List.of("x", "xx"));
        for (String character : CHARACTERS) {
            if (!character.equals("/") && (NAMES_ARE_UTF_8 || character.charAt(0) < 0x80)) {
                names.addAll(List.of("x" + character, "x" + character + "y"));
            }
        }
        compare(CLASSES, names, false);
        compare(CLASSES, names, true);
    }

    @Test
    void starsAndSlashesMeanWhatGitTakesThemFor() throws IOException {
        compare(PLACES, PATHS, false);
        compare(PLACES, PATHS, true);
    }

    private void compare(List<String> patterns, List<String> names, boolean ignoreCase) throws IOException {
        GitTree tree = new GitTree(Files.createDirectory(folder.resolve(String.valueOf(ignoreCase)))).init();
        tree.git("", "config", "core.ignoreCase", String.valueOf(ignoreCase));
        for (int i = 0; i < patterns.size(); i++) {
            String place = i + "/";
            tree.file(place + ".gitignore", latin(patterns.get(i)) + "\n");
            for (String name : names) {
                if (!Files.isDirectory(tree.root().resolve(place + name)) && isFree(tree, place, name)) {
                    tree.files(place + name);
                }
            }
        }
        List<String> expected = tree.gitFiles("");
        assertThat(expected.size()).isBetween(patterns.size() * 3, patterns.size() * names.size() - patterns.size());
        List<String> found = Walked.files(tree.root(), ".");
        for (int i = 0; i < patterns.size(); i++) {
            String place = i + "/";
            assertThat(found.stream().filter(path -> path.startsWith(place)))
                    .as("what %s leaves over", patterns.get(i))
                    .containsExactlyElementsOf(expected.stream()
                            .filter(path -> path.startsWith(place))
                            .toList());
        }
    }

    /** A file can not have the name of a folder above another one. */
    private static boolean isFree(GitTree tree, String place, String name) {
        for (int slash = name.indexOf('/'); slash >= 0; slash = name.indexOf('/', slash + 1)) {
            if (Files.isRegularFile(tree.root().resolve(place + name.substring(0, slash)))) {
                return false;
            }
        }
        return true;
    }

    private static String latin(String text) {
        return new String(text.getBytes(StandardCharsets.UTF_8), StandardCharsets.ISO_8859_1);
    }
}
