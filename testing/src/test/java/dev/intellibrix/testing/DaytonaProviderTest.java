package dev.intellibrix.testing;

/** The contract, against what Daytona's documents say. */
class DaytonaProviderTest extends RemoteProviderContract {

    @Override
    LoopbackService service() {
        return new LoopbackDaytona(ServiceMachine::bubblewrap);
    }
}
