package dev.intellibrix.testing;

import dev.intellibrix.provider.Provider;

/** Whom a recording of {@link UseCassette} asks, and what is left out of it. */
public interface CassetteSource {

    /** The model; called only to record, so that a test that plays needs no key. */
    Provider provider();

    /**
     * Takes out of a text what must not be written or what differs from run to run, such as paths; done to what is recorded and
     * to what is compared with it.
     */
    default String redacted(String text) {
        return text;
    }

    /** No model: a test with it plays, and cannot record. */
    final class None implements CassetteSource {

        /** Made by JUnit. */
        public None() {}

        @Override
        public Provider provider() {
            throw new IllegalStateException(
                    "this test can not record: name whom to ask, with source in @UseCassette, and run it again");
        }
    }
}
