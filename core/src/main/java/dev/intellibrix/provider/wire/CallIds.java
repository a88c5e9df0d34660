package dev.intellibrix.provider.wire;

import dev.intellibrix.internal.hash.Sha256;
import java.util.regex.Pattern;

/** Call ids as they are sent: an id that a server would refuse, since another one made it, is replaced. */
public final class CallIds {

    private static final Pattern PLAIN = Pattern.compile("[a-zA-Z0-9_-]+");

    private CallIds() {}

    /** The id itself, or a short one that is the same for the call and for its result. */
    public static String ofLength(String id, int longest) {
        return id.length() <= longest ? id : digest(id);
    }

    /** The same for a server that takes nothing but letters, digits, {@code _} and {@code -}. */
    public static String plain(String id, int longest) {
        return id.length() <= longest && PLAIN.matcher(id).matches() ? id : digest(id);
    }

    private static String digest(String id) {
        return "call_" + Sha256.hex(id).substring(0, 32);
    }
}
