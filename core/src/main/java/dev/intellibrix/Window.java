package dev.intellibrix;

import dev.intellibrix.message.Message;
import dev.intellibrix.message.Role;
import java.util.ArrayList;
import java.util.List;

/** The newest messages, with those that are never left out. */
final class Window implements ContextPolicy.Fitting {

    private final long maxTokens;
    private int start; // Where the newest messages begin; never in the middle of a turn.
    private List<Message> counted = List.of(); // The messages of the step before.
    private long tokens; // Of those from start on.

    Window(int maxTokens) {
        this.maxTokens = maxTokens;
    }

    @Override
    public List<Message> fit(List<Message> messages) {
        int known = counted.size();
        if (messages.size() < known || !messages.subList(0, known).equals(counted)) {
            start = 0; // A policy before this one leaves out something else than it did.
            known = 0;
            tokens = 0;
        }
        tokens += Tokens.of(messages.subList(known, messages.size()));
        counted = List.copyOf(messages);
        List<Message> pinned = pinned(messages);
        long left = maxTokens - Tokens.of(pinned);
        if (tokens > left) {
            moveStart(messages, left - maxTokens / 4);
            pinned = pinned(messages);
        }
        if (pinned.isEmpty() && start == 0) {
            return messages;
        }
        List<Message> sent = new ArrayList<>(pinned);
        sent.addAll(messages.subList(start, messages.size()));
        return sent;
    }

    /** Moves on by whole turns until the rest fits, or the last turn is all that is left. */
    private void moveStart(List<Message> messages, long wanted) {
        while (tokens > wanted) {
            int next = start + 1;
            while (next < messages.size() && messages.get(next).role() == Role.TOOL) {
                next++;
            }
            if (next >= messages.size()) {
                return;
            }
            for (; start < next; start++) {
                tokens -= Tokens.of(messages.get(start));
            }
        }
    }

    /** Of the messages before the start: the system's, and the first and the last of the user's. */
    private List<Message> pinned(List<Message> messages) {
        List<Message> before = messages.subList(0, start);
        int first = -1;
        int last = -1;
        for (int i = 0; i < before.size(); i++) {
            if (before.get(i).role() == Role.USER) {
                first = first < 0 ? i : first;
                last = i;
            }
        }
        boolean lastIsSent =
                messages.subList(start, messages.size()).stream().anyMatch(message -> message.role() == Role.USER);
        List<Message> pinned = new ArrayList<>();
        for (int i = 0; i < before.size(); i++) {
            if (before.get(i).role() == Role.SYSTEM || i == first || (i == last && !lastIsSent)) {
                pinned.add(before.get(i));
            }
        }
        return pinned;
    }
}
