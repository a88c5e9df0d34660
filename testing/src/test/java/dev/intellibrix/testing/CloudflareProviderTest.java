package dev.intellibrix.testing;

/** The contract, against what Cloudflare's documents say. */
class CloudflareProviderTest extends RemoteProviderContract {

    @Override
    LoopbackService service() {
        return new LoopbackCloudflare(ServiceMachine::bubblewrap);
    }
}
