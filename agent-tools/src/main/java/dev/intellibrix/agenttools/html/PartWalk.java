package dev.intellibrix.agenttools.html;

import dev.intellibrix.tool.Cancellation;
import java.util.ArrayDeque;
import java.util.Deque;

/** Goes through the parts of a page in their order, without recursion and without those that are dropped. */
final class PartWalk {

    private final Cancellation cancellation;

    PartWalk(Cancellation cancellation) {
        this.cancellation = cancellation;
    }

    /** What is done with each part. */
    interface Visitor {

        /** Begins a part; false when what is in it is not wanted, then it is not left either. */
        boolean enter(Part part);

        /** Ends a part that was entered. */
        default void leave(Part part) {}
    }

    /** Visits a part, dropped or not, and all in it that is not dropped. */
    void over(Part root, Visitor visitor) {
        if (!visitor.enter(root)) {
            return;
        }
        Deque<Frame> open = new ArrayDeque<>();
        open.push(new Frame(root));
        int steps = 0;
        while (!open.isEmpty()) {
            if (++steps % 1024 == 0) {
                cancellation.throwIfCancelled();
            }
            Frame frame = open.peek();
            if (frame.next == frame.part.children().size()) {
                open.pop();
                visitor.leave(frame.part);
                continue;
            }
            Part child = frame.part.children().get(frame.next++);
            if (!child.isDropped() && visitor.enter(child)) {
                open.push(new Frame(child));
            }
        }
    }

    private static final class Frame {

        final Part part;
        int next;

        Frame(Part part) {
            this.part = part;
        }
    }
}
