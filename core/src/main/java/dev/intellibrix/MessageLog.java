package dev.intellibrix;

import dev.intellibrix.message.Message;
import java.util.AbstractList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.RandomAccess;

/**
 * Messages in order, to be appended to. A view is taken in constant time and never changes: it shares the array, of which
 * no filled place is ever written again. So the thousandth step copies no more than the first.
 */
final class MessageLog {

    private Message[] items;
    private int size;

    MessageLog(List<Message> start) {
        items = Arrays.copyOf(start.toArray(new Message[0]), start.size() + 16);
        size = start.size();
    }

    void append(Message message) {
        if (size == items.length) {
            items = Arrays.copyOf(items, size * 2);
        }
        items[size++] = message;
    }

    Message last() {
        return items[size - 1];
    }

    List<Message> view() {
        return new View(items, size);
    }

    private static final class View extends AbstractList<Message> implements RandomAccess {

        private final Message[] items;
        private final int size;

        View(Message[] items, int size) {
            this.items = items;
            this.size = size;
        }

        @Override
        public Message get(int index) {
            return items[Objects.checkIndex(index, size)];
        }

        @Override
        public int size() {
            return size;
        }
    }
}
