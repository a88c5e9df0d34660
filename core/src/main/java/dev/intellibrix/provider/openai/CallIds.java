package dev.intellibrix.provider.openai;

import dev.intellibrix.internal.hash.Sha256;

/** Call ids as they are sent. */
final class CallIds {

    /** What OpenAI accepts; other providers' ids can be longer. */
    private static final int LONGEST = 40;

    private CallIds() {}

    /** The id itself, or a short one that is the same for the call and for its result. */
    static String sent(String id) {
        return id.length() <= LONGEST ? id : "call_" + Sha256.hex(id).substring(0, 32);
    }
}
