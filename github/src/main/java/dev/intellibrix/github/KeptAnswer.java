package dev.intellibrix.github;

import dev.intellibrix.internal.net.NetAnswer;
import java.util.Optional;

/**
 * An answer that GitHub may say is still right.
 *
 * @param etag what it is asked with
 * @param answer the answer
 */
record KeptAnswer(String etag, NetAnswer answer) {

    private static final int OVERHEAD = 1_000;
    private static final int MAX_ETAG = 200;

    /** What is to be kept of an answer: one that is whole and has a tag that fits a header. */
    static Optional<KeptAnswer> of(NetAnswer answer) {
        return answer.status() != 200 || answer.isCut()
                ? Optional.empty()
                : answer.header("ETag")
                        .filter(tag -> tag.length() <= MAX_ETAG && tag.chars().allMatch(c -> c >= ' ' && c < 0x7f))
                        .map(tag -> new KeptAnswer(tag, answer));
    }

    /** How many bytes it takes up, with its URL, which is a part of its key as well. */
    int weight() {
        int url = answer.url().toString().length();
        return (int) Math.min(Integer.MAX_VALUE, answer.body().length + answer.headerBytes() + 2L * url + OVERHEAD);
    }
}
