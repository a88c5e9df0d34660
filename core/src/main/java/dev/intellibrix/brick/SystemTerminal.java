package dev.intellibrix.brick;

import java.io.Console;
import java.io.File;
import java.io.FileDescriptor;
import java.io.FileInputStream;
import java.io.FileOutputStream;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Finds out what kind of terminal the program was started in. */
final class SystemTerminal {

    private static final boolean IS_WINDOWS = File.separatorChar == '\\';

    private SystemTerminal() {}

    static TerminalBrick open() {
        Charset charset = charset();
        if (!isTerminal(System.console())) {
            return TerminalBrick.plain(System.in, charset, System.out, System.err);
        }
        Map<String, String> environment = System.getenv();
        Tty tty = IS_WINDOWS ? Tty.linesOnly() : SttyTty.find().orElseGet(Tty::linesOnly);
        boolean canRewrite = hasEscapes(environment);
        Style style = new Style(
                canRewrite && environment.getOrDefault("NO_COLOR", "").isEmpty(),
                charset.name().startsWith("UTF-"));
        // Not System.out, which does not tell when nothing can be written any more.
        return TerminalBrick.interactive(
                new FileInputStream(FileDescriptor.in),
                new FileOutputStream(FileDescriptor.out),
                charset,
                tty,
                style,
                canRewrite,
                Silence.TIMED);
    }

    /** Since 22 there is a console also where there is no terminal, and it says so itself. */
    private static boolean isTerminal(@Nullable Console console) {
        if (console == null || Runtime.version().feature() < 22) {
            return console != null;
        }
        try {
            return (boolean) MethodHandles.publicLookup()
                    .findVirtual(Console.class, "isTerminal", MethodType.methodType(boolean.class))
                    .invokeExact(console);
        } catch (Throwable e) {
            return false;
        }
    }

    /** Older consoles of Windows print escape sequences instead of obeying them. */
    private static boolean hasEscapes(Map<String, String> environment) {
        String kind = environment.getOrDefault("TERM", "");
        return IS_WINDOWS ? environment.containsKey("WT_SESSION") : !kind.isEmpty() && !kind.equals("dumb");
    }

    private static Charset charset() {
        return Stream.of("stdout.encoding", "sun.stdout.encoding", "native.encoding")
                .map(System::getProperty)
                .filter(name -> name != null && !name.isEmpty())
                .findFirst()
                .map(SystemTerminal::named)
                .orElse(StandardCharsets.UTF_8);
    }

    private static Charset named(String name) {
        try {
            return Charset.forName(name);
        } catch (IllegalArgumentException e) {
            return StandardCharsets.US_ASCII;
        }
    }
}
