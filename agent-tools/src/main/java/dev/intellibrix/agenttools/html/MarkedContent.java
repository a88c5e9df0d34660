package dev.intellibrix.agenttools.html;

import dev.intellibrix.tool.Cancellation;
import java.util.ArrayList;
import java.util.List;

/** What a page itself marks as its content: that counts where there is too little text to judge by. */
final class MarkedContent {

    private MarkedContent() {}

    /** Drops what is beside the one {@code article} or {@code main}; nothing, and false, without one that has a text. */
    static boolean select(Part body, Cancellation cancellation) {
        List<Part> marked = new ArrayList<>();
        new PartWalk(cancellation).over(body, part -> {
            boolean isMarked = part.is("article", "main");
            if (isMarked) {
                marked.add(part);
            }
            return !isMarked && !part.isText();
        });
        if (marked.size() != 1
                || marked.get(0).measure().letters() <= marked.get(0).measure().linked()) {
            return false;
        }
        Part at = marked.get(0);
        for (Part around = at.parent(); around != null; around = around.parent()) {
            for (Part child : around.children()) {
                if (child != at) {
                    child.drop();
                }
            }
            at = around;
        }
        return true;
    }
}
