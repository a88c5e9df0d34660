package dev.intellibrix.provider;

/**
 * A language model. One instance serves many runs at once and keeps nothing of any of them; implementations are
 * thread-safe. Retries, recording and the like are providers around a provider.
 */
public interface Provider {

    /** Names the wire format, such as {@code openai}; what a provider adds to a part is replayed to the same id only. */
    String id();

    /**
     * Asks the model for its next turn and blocks until it is complete.
     *
     * <p>Text and reasoning are given to {@code sink} as they arrive, on the calling thread; the response holds them again,
     * whole. A sink that throws ends the call with that exception. The call ends soon after
     * {@link ModelRequest#cancellation()} fires or its thread is interrupted, by any exception, and not later than the
     * request's deadline.
     *
     * @return the whole turn; never a part of one
     * @throws ProviderException when there is no whole turn
     */
    ModelResponse generate(ModelRequest request, StreamSink sink);
}
