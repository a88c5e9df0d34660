package dev.intellibrix;

/**
 * Somebody else, such as another process, has written to a stored conversation while a run on it was going on. Nothing of what
 * is stored is lost or changed: it holds what both have said, in the order in which it was kept, up to this moment. What the
 * run had not kept yet is not in it, and no further call of the run was started. Ask again: the next run begins with the
 * conversation as it is now.
 */
public final class ConversationConflictException extends IntelligenceException {

    private static final long serialVersionUID = 1L;

    private final String conversationId;

    ConversationConflictException(String conversationId) {
        super("somebody else has written to conversation " + conversationId
                + " while this run was going on; what is stored is whole, and this run has ended");
        this.conversationId = conversationId;
    }

    /** The conversation. */
    public String conversationId() {
        return conversationId;
    }
}
