package dev.intellibrix.event;

/** A scope with nothing in it. */
enum NoRunScope implements RunScope {
    INSTANCE;

    @Override
    public void close() {}
}
