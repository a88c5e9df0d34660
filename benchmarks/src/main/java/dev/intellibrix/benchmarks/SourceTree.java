package dev.intellibrix.benchmarks;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.SplittableRandom;

/**
 * A repository of so many files that read like Java, some of other kinds, with ignore rules at the top and in each module,
 * and built classes that they exclude. The same number gives the same bytes.
 */
final class SourceTree {

    /** A name that stands in few files, and in no word list. */
    static final String RARE = "quuxFrobnicator";

    private static final int FILES_IN_MODULE = 250;
    private static final int FILES_IN_PACKAGE = 12;
    private static final int FILES_FOR_ONE_RARE = 1_000;

    private static final String[] NOUNS = {
        "order", "account", "customer", "invoice", "payment", "session", "request", "response", "handler", "buffer",
        "channel", "message", "listener", "context", "config", "registry", "factory", "builder", "policy", "resource",
        "index", "cursor", "segment", "token", "parser", "writer", "reader", "store", "cache", "worker"
    };
    private static final String[] VERBS = {
        "find", "create", "update", "remove", "resolve", "apply", "check", "load", "parse", "write", "merge", "notify"
    };
    private static final String[] WORDS = {
        "the",
        "value",
        "of",
        "a",
        "is",
        "returned",
        "when",
        "no",
        "entry",
        "was",
        "found",
        "and",
        "this",
        "method",
        "must",
        "be",
        "called",
        "before",
        "caller",
        "owns",
        "result",
        "thread-safe",
        "default",
        "number",
        "at",
        "most"
    };

    private SourceTree() {}

    /** Writes the tree into a folder, unless it is there already. */
    static void write(Path folder, int files) throws IOException, InterruptedException {
        Path complete = folder.resolveSibling(folder.getFileName() + ".complete");
        if (Files.exists(complete)) {
            return;
        }
        Files.createDirectories(folder);
        ToolCalls.program(folder, 0, List.of("git", "init", "-q"));
        Files.writeString(
                folder.resolve(".gitignore"),
                "*.class\n/build/\ntarget/\n*.log\n.idea/\n!keep.log\ndocs/**/draft-*.md\n");
        for (int from = 0; from < files; from += FILES_IN_MODULE) {
            writeModule(
                    folder.resolve("module" + from / FILES_IN_MODULE), from, Math.min(files, from + FILES_IN_MODULE));
        }
        Files.createFile(complete);
    }

    private static void writeModule(Path module, int from, int to) throws IOException {
        Path classes = Files.createDirectories(module.resolve("target/classes"));
        Files.writeString(module.resolve(".gitignore"), "/generated/\n*.tmp\n");
        Files.writeString(module.resolve("pom.xml"), "<project><artifactId>m" + from + "</artifactId></project>\n");
        for (int i = from + 2; i < to; i++) {
            SplittableRandom random = new SplittableRandom(i);
            String name = upper(pick(random, NOUNS)) + upper(pick(random, NOUNS)) + i;
            String subject = NOUNS[(i - from) / FILES_IN_PACKAGE % NOUNS.length];
            Path folder = module.resolve(i % 10 == 9 ? "src/test/java/org/example" : "src/main/java/org/example")
                    .resolve(subject);
            Files.createDirectories(folder);
            Files.writeString(
                    folder.resolve(name + (i % 25 == 24 ? ".txt" : ".java")), source(random, subject, name, i));
            if (i % 10 == 0) {
                Files.writeString(classes.resolve(name + ".class"), "\0\0" + name);
            }
        }
    }

    private static String source(SplittableRandom random, String subject, String name, int number) {
        StringBuilder text = new StringBuilder(8_000);
        text.append("package org.example.")
                .append(subject)
                .append(";\n\nimport java.util.List;\nimport java.util.Map;\n\n");
        comment(random, text, "");
        text.append("public final class ").append(name).append(" {\n\n");
        text.append("    private static final int MAX_")
                .append(pick(random, NOUNS).toUpperCase(java.util.Locale.ROOT));
        text.append(" = ").append(random.nextInt(1_000)).append(";\n\n");
        int methods = 3 + random.nextInt(14);
        for (int i = 0; i < methods; i++) {
            method(random, text);
        }
        if (number % FILES_FOR_ONE_RARE == 7) {
            text.append("    private final Object ").append(RARE).append(" = new Object();\n");
        }
        return text.append("}\n").toString();
    }

    private static void method(SplittableRandom random, StringBuilder text) {
        String noun = pick(random, NOUNS);
        String other = pick(random, NOUNS);
        comment(random, text, "    ");
        text.append("    public ")
                .append(upper(noun))
                .append(' ')
                .append(pick(random, VERBS))
                .append(upper(other));
        text.append("(String ")
                .append(other)
                .append(", Map<String, ")
                .append(upper(noun))
                .append("> all) {\n");
        text.append("        if (").append(other).append(".isEmpty()) {\n");
        text.append("            throw new Illegal").append(upper(pick(random, NOUNS)));
        text.append("Exception(\"").append(other).append(" is empty\");\n        }\n");
        int lines = random.nextInt(8);
        for (int i = 0; i < lines; i++) {
            text.append("        var ")
                    .append(pick(random, NOUNS))
                    .append(random.nextInt(200))
                    .append(" = ");
            text.append(pick(random, VERBS))
                    .append(upper(pick(random, NOUNS)))
                    .append('(')
                    .append(other)
                    .append(", ");
            text.append(random.nextInt(10_000)).append(");\n");
        }
        text.append("        return all.get(").append(other).append(");\n    }\n\n");
    }

    private static void comment(SplittableRandom random, StringBuilder text, String indent) {
        text.append(indent).append("/**\n").append(indent).append(" *");
        int words = 8 + random.nextInt(20);
        for (int i = 0; i < words; i++) {
            text.append(i % 12 == 11 ? "\n" + indent + " *" : "").append(' ').append(pick(random, WORDS));
        }
        text.append(".\n").append(indent).append(" */\n");
    }

    private static String pick(SplittableRandom random, String[] from) {
        return from[random.nextInt(from.length)];
    }

    private static String upper(String word) {
        return Character.toUpperCase(word.charAt(0)) + word.substring(1);
    }
}
