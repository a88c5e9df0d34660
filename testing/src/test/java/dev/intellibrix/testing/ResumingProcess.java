package dev.intellibrix.testing;

import dev.intellibrix.ConversationConflictException;
import dev.intellibrix.Intelligence;
import dev.intellibrix.ResumeException;
import dev.intellibrix.RunResult;
import dev.intellibrix.RunState;
import dev.intellibrix.approval.ApprovalAnswer;
import dev.intellibrix.approval.ApprovalDecision;
import dev.intellibrix.message.ToolResultPart;
import dev.intellibrix.store.KeyValueStore;
import dev.intellibrix.tool.Tool;
import java.io.File;
import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.ConcurrentNavigableMap;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * What a process does with one suspended run. Loaded by a class loader of its own it has the library's statics for itself, as
 * a process has, and shares nothing but the map under its store.
 */
public final class ResumingProcess implements Function<List<Object>, String> {

    /** For {@link #start}, which makes it of the other class loader's class. */
    public ResumingProcess() {}

    /** One more process; its methods take and give plain texts, since its classes are not those of this one. */
    @SuppressWarnings("unchecked")
    static Function<List<Object>, String> start() throws ReflectiveOperationException, MalformedURLException {
        List<URL> urls = new ArrayList<>();
        for (String path : System.getProperty("java.class.path").split(File.pathSeparator, -1)) {
            urls.add(Path.of(path).toUri().toURL());
        }
        ClassLoader own = new URLClassLoader(urls.toArray(new URL[0]), ClassLoader.getPlatformClassLoader());
        return (Function<List<Object>, String>)
                own.loadClass(ResumingProcess.class.getName()).getConstructor().newInstance();
    }

    /** The store, which takes its time now and then, so that the others get in between. */
    private record Shared(ConcurrentNavigableMap<String, String> map) implements KeyValueStore {

        private static void others() {
            if (ThreadLocalRandom.current().nextInt(3) == 0) {
                LockSupport.parkNanos(ThreadLocalRandom.current().nextInt(300_000));
            }
        }

        @Override
        public Optional<String> get(String key) {
            others();
            return Optional.ofNullable(map.get(key));
        }

        @Override
        public void put(String key, String value) {
            others();
            map.put(key, value);
        }

        @Override
        public boolean compareAndSet(String key, Optional<String> expected, String value) {
            others();
            return expected.isPresent() ? map.replace(key, expected.get(), value) : map.putIfAbsent(key, value) == null;
        }

        @Override
        public boolean delete(String key) {
            others();
            return map.remove(key) != null;
        }

        @Override
        public List<String> list(String prefix) {
            return map.keySet().stream().filter(key -> key.startsWith(prefix)).toList();
        }
    }

    /** Takes the map under the store, the list of what ran, what is to be done, and the state. */
    @Override
    @SuppressWarnings("unchecked")
    public String apply(List<Object> given) {
        KeyValueStore store = new Shared((ConcurrentNavigableMap<String, String>) given.get(0));
        List<String> ran = (List<String>) given.get(1);
        String what = (String) given.get(2);
        try {
            return switch (what) {
                case "suspend" -> suspend(store, ran);
                case "ask" -> ask(store, ran);
                default -> resume(agent(store, ran, MockTurn.text("done")), (String) given.get(3), what);
            };
        } catch (ConversationConflictException e) {
            return "conflict";
        }
    }

    private static String suspend(KeyValueStore store, List<String> ran) {
        MockTurn two = Suspended.writeCall("0").andCall("write_file", Suspended.input("1"));
        return Suspended.stateOf(agent(store, ran, two).conversation("c").ask("go"))
                .toJson();
    }

    /** The outcomes of the calls, as the next run reads them. */
    private static String ask(KeyValueStore store, List<String> ran) {
        RunResult run = agent(store, ran, MockTurn.text("?")).conversation("c").ask("what happened?");
        return Suspended.results(run).stream()
                .map(ToolResultPart::outcome)
                .map(Enum::name)
                .collect(Collectors.joining(" "));
    }

    private static String resume(Intelligence agent, String json, String what) {
        RunState state = RunState.fromJson(json);
        List<ApprovalAnswer> answers = new ArrayList<>();
        for (int call = 0; call < 2; call++) {
            if (what.contains("allow " + call)) {
                answers.add(Suspended.answer(state, call, ApprovalDecision.allow()));
            } else if (what.contains("deny " + call)) {
                answers.add(Suspended.answer(state, call, ApprovalDecision.deny("no")));
            }
        }
        try {
            return agent.resume(state, answers).stopReason().name();
        } catch (ResumeException e) {
            return e.reason().name().toLowerCase(Locale.ROOT);
        }
    }

    private static Intelligence agent(KeyValueStore store, List<String> ran, MockTurn... turns) {
        Suspended scene = new Suspended();
        return new Intelligence(scene.options(turns)
                .tools(Tool.define("write_file", Suspended.Write.class)
                        .description("Write a file")
                        .needsApproval()
                        .execute((input, context) -> {
                            ran.add(input.content());
                            Shared.others();
                            return "written";
                        }))
                .store(store)
                .build());
    }
}
