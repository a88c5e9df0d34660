package dev.intellibrix.agenttools.ask;

import dev.intellibrix.agenttools.contract.QuestionHandlerContract;
import java.io.EOFException;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.locks.ReentrantLock;

/** What all handlers have to do, of one as a program may have it: one person, who reads and types. */
class ConsoleContractTest extends QuestionHandlerContract {

    /** The person: is shown a text, and types a line. */
    @FunctionalInterface
    private interface Person {
        String types(String shown) throws Exception;
    }

    private volatile String shown = "";

    private QuestionHandler console(Person person) {
        ReentrantLock turn = new ReentrantLock();
        return question -> {
            turn.lockInterruptibly();
            try {
                shown = question.describe();
                return Answer.typed(question, person.types(shown));
            } finally {
                turn.unlock();
            }
        };
    }

    @Override
    protected QuestionHandler answering(String typed) {
        return console(text -> typed);
    }

    @Override
    protected QuestionHandler waiting(Runnable onShown) {
        return console(text -> {
            onShown.run();
            new CountDownLatch(1).await();
            return "never";
        });
    }

    @Override
    protected List<QuestionHandler> leftAlone() {
        return List.of(
                QuestionHandler.nobody(),
                question -> null,
                console(text -> ""),
                console(text -> " \t"),
                console(text -> {
                    throw new EOFException("the input has ended");
                }));
    }

    @Override
    protected Optional<String> shown() {
        return Optional.of(shown);
    }
}
