package dev.intellibrix.testing;

import dev.intellibrix.Conversation;
import dev.intellibrix.Intelligence;
import dev.intellibrix.IntelligenceOptions;
import dev.intellibrix.store.FileKeyValueStore;
import dev.intellibrix.store.JdbcKeyValueStore;
import dev.intellibrix.store.KeyValueStore;
import dev.intellibrix.tool.Tool;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** A program of its own that works on a store: {@code count PLACE TIMES} or {@code talk PLACE}. */
final class StoreChild {

    private StoreChild() {}

    /** Starts the program with the class path of the tests. */
    static Process start(String... arguments) throws IOException {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "-XX:+UseSerialGC",
                "-cp",
                System.getProperty("java.class.path"),
                StoreChild.class.getName()));
        command.addAll(List.of(arguments));
        return new ProcessBuilder(command)
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
    }

    /** The store of a JDBC address or of a folder. */
    static KeyValueStore open(String place) {
        return place.startsWith("jdbc:")
                ? JdbcKeyValueStore.in(new CountingDataSource(place, true))
                : FileKeyValueStore.in(Path.of(place));
    }

    public static void main(String[] arguments) {
        KeyValueStore store = open(arguments[1]);
        if (arguments[0].equals("count")) {
            count(store, Integer.parseInt(arguments[2]));
        } else {
            talk(store);
        }
    }

    private static void count(KeyValueStore store, int times) {
        for (int i = 0; i < times; i++) {
            Optional<String> old = store.get("counter");
            String next = String.valueOf(Integer.parseInt(old.orElse("0")) + 1);
            if (!store.compareAndSet("counter", old, next)) {
                i--;
            }
        }
    }

    /** Asks without end, and says so after each answer. */
    private static void talk(KeyValueStore store) {
        Tool work =
                Tool.define("work", "{\"type\":\"object\"}").description("Work").execute((input, context) -> "worked");
        while (!System.out.checkError()) { // It ends with who reads it.
            MockProvider model =
                    MockProvider.of(MockTurn.call("work", Map.of()).andCall("work", Map.of()), MockTurn.text("answer"));
            Conversation conversation = new Intelligence(IntelligenceOptions.builder()
                            .provider(model)
                            .store(store)
                            .tools(work)
                            .build())
                    .conversation("talk");
            int size = conversation.ask("question").messages().size();
            System.out.println(size);
        }
    }
}
