package dev.intellibrix.testing;

/** The contract, against what E2B's documents say. */
class E2bProviderTest extends RemoteProviderContract {

    @Override
    LoopbackService service() {
        return new LoopbackE2b(ServiceMachine::bubblewrap);
    }
}
