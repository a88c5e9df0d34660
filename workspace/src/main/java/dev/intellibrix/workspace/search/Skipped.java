package dev.intellibrix.workspace.search;

import java.util.ArrayList;
import java.util.List;

/** Counts what a walk or a search passed over, so that no result looks more complete than it is. Not thread-safe. */
public final class Skipped {

    private int ignored;
    private int binary;
    private int unreadable;
    private int links;
    private int tooDeep;
    private int tooLarge;

    /** A file or a folder that an ignore rule excludes; what is in the folder is not counted. */
    void ignored() {
        ignored++;
    }

    void binary() {
        binary++;
    }

    void unreadable() {
        unreadable++;
    }

    void link() {
        links++;
    }

    void tooDeep() {
        tooDeep++;
    }

    /** A file that does not fit into the memory that a search may take. */
    void tooLarge() {
        tooLarge++;
    }

    /** Adds what was counted elsewhere. */
    void add(Skipped more) {
        ignored += more.ignored;
        binary += more.binary;
        unreadable += more.unreadable;
        links += more.links;
        tooDeep += more.tooDeep;
        tooLarge += more.tooLarge;
    }

    public int ignoredCount() {
        return ignored;
    }

    /** The counts in words, such as {@code 3 ignored, 1 binary}; empty when nothing was skipped. */
    public String inWords() {
        List<String> words = new ArrayList<>();
        add(words, ignored, "ignored");
        add(words, binary, "binary");
        add(words, unreadable, "unreadable");
        add(words, links, links == 1 ? "link" : "links");
        add(words, tooDeep, "too deep");
        add(words, tooLarge, "too large");
        return String.join(", ", words);
    }

    private static void add(List<String> words, int count, String what) {
        if (count > 0) {
            words.add(count + " " + what);
        }
    }
}
