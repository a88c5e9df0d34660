package dev.intellibrix.sandbox;

import dev.intellibrix.tool.Cancellation;
import java.time.Duration;
import java.util.Set;
import java.util.UUID;

/** Sandboxes at a hosted service. */
final class RemoteProvider implements SandboxProvider {

    private final RemoteService service;

    RemoteProvider(RemoteService service) {
        this.service = service;
    }

    @Override
    public String name() {
        return service.settings().service();
    }

    @Override
    public Set<SandboxPromise> promises() {
        return service.promises();
    }

    @Override
    public void check(SandboxLimits limits) {
        service.check(limits);
        Duration life = service.settings().lifetime();
        Duration needed = limits.timeout().plus(service.settings().requestTimeout());
        if (needed.compareTo(life) >= 0) {
            throw new IllegalArgumentException(
                    "lifetime must be longer than a program and a request may take, which is " + needed.toSeconds()
                            + " s, but is " + life.toSeconds() + " s");
        }
        try {
            service.settings().key();
        } catch (RemoteFailure e) {
            throw e.neverRan();
        }
    }

    @Override
    public Sandbox open(SandboxLimits limits, Cancellation cancellation) {
        check(limits);
        cancellation.throwIfCancelled();
        String label = "intellibrix-" + UUID.randomUUID();
        RemoteBox box;
        try {
            box = Attempts.of(cancellation, () -> service.create(label, limits, cancellation));
        } catch (RemoteFailure e) {
            throw SandboxException.neverRan("no sandbox could be opened: " + e.reason(), e);
        }
        RemoteSandbox sandbox = new RemoteSandbox(service.settings(), limits, box);
        boolean isOpen = false;
        try {
            sandbox.prepare(cancellation);
            isOpen = true;
            return sandbox;
        } catch (RemoteFailure e) {
            throw SandboxException.neverRan("the sandbox can not be used: " + e.reason(), e);
        } finally {
            if (!isOpen) {
                sandbox.close();
            }
        }
    }

    @Override
    public String toString() {
        return service.settings().toString();
    }
}
