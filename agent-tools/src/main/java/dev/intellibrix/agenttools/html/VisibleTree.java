package dev.intellibrix.agenttools.html;

import dev.intellibrix.tool.Cancellation;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import org.jsoup.nodes.Document;
import org.jsoup.nodes.Element;
import org.jsoup.nodes.Node;
import org.jsoup.nodes.TextNode;

/** The part of a page's tree that its readers see. */
final class VisibleTree {

    private final Part body;
    private final long hidden;

    private VisibleTree(Part body, long hidden) {
        this.body = body;
        this.hidden = hidden;
    }

    static VisibleTree of(Document document, Cancellation cancellation) {
        Builder builder = new Builder(Hiding.of(document), cancellation);
        Element body = document.body();
        Part root = builder.build(body);
        return new VisibleTree(root, builder.hidden);
    }

    Part body() {
        return body;
    }

    /** Whether more text was left out than kept, and not just a little. */
    boolean hidesMost() {
        return hidden > 500 && hidden > 2L * body.measure().letters();
    }

    private static final class Builder {

        private final Hiding hiding;
        private final Cancellation cancellation;
        private final Deque<Frame> open = new ArrayDeque<>();
        private long hidden;

        Builder(Hiding hiding, Cancellation cancellation) {
            this.hiding = hiding;
            this.cancellation = cancellation;
        }

        Part build(Element body) {
            Part root = Part.root(body);
            open.push(new Frame(root, body.childNodes()));
            int steps = 0;
            while (!open.isEmpty()) {
                if (++steps % 1024 == 0) {
                    cancellation.throwIfCancelled();
                }
                Frame frame = open.peek();
                if (frame.next == frame.nodes.size()) {
                    open.pop();
                    frame.endText();
                    finish(frame);
                } else {
                    take(frame, frame.nodes.get(frame.next++));
                }
            }
            return root;
        }

        private void take(Frame frame, Node node) {
            if (Elements.MEDIA.contains(frame.part.name())) {
                takeSource(frame, node);
            } else if (node instanceof TextNode text) {
                frame.text.append(text.getWholeText());
            } else if (node instanceof Element element && !Elements.NEVER_TEXT.contains(element.normalName())) {
                if (hiding.hides(element)) {
                    hidden += lettersOf(element);
                } else {
                    frame.endText();
                    open.push(new Frame(frame.part.add(element), element.childNodes()));
                }
            }
        }

        /** What is in a film or a frame is for browsers that can not show it; only where it comes from counts. */
        private static void takeSource(Frame frame, Node node) {
            if (node instanceof Element element && element.nameIs("source")) {
                frame.part.add(element);
            }
        }

        private void finish(Frame frame) {
            MeasureSum sum = new MeasureSum(Elements.isBlock(frame.part.name()));
            frame.part.children().forEach(sum::add);
            Measure measure = sum.total();
            boolean link = frame.part.is("a") && frame.part.hasAttribute("href");
            frame.part.measure(link ? measure.asLink() : measure);
        }

        /** The letters of hidden text, for the note alone: scripts and the like do not count. */
        private long lettersOf(Element root) {
            long letters = 0;
            Deque<Node> todo = new ArrayDeque<>(List.of(root));
            while (!todo.isEmpty()) {
                cancellation.throwIfCancelled();
                Node node = todo.pop();
                if (node instanceof TextNode text) {
                    letters += Measure.ofText(text.getWholeText()).letters();
                } else if (node instanceof Element element && !Elements.NEVER_TEXT.contains(element.normalName())) {
                    element.childNodes().forEach(todo::push);
                }
            }
            return letters;
        }
    }

    private static final class Frame {

        final Part part;
        final List<Node> nodes;

        /** What has been read since the last part: comments and what is hidden do not end a text. */
        final StringBuilder text = new StringBuilder(0);

        int next;

        Frame(Part part, List<Node> nodes) {
            this.part = part;
            this.nodes = nodes;
        }

        void endText() {
            if (text.length() > 0) {
                String visible = Characters.visible(text.toString());
                text.setLength(0);
                if (!visible.isEmpty()) {
                    part.addText(visible);
                }
            }
        }
    }
}
