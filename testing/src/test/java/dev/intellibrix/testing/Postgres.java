package dev.intellibrix.testing;

import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Locale;
import org.junit.jupiter.api.Assumptions;

/**
 * A real PostgreSQL that listens on loopback for as long as it is open. Its programs come in a jar; for root, which the server
 * refuses, they are started in a user namespace.
 */
final class Postgres implements AutoCloseable {

    private final EmbeddedPostgres server;

    private Postgres(EmbeddedPostgres server) {
        this.server = server;
    }

    /** Starts one in a folder, or skips the test where its programs can not run. */
    static Postgres startIn(Path folder) throws IOException {
        String system = System.getProperty("os.name").toLowerCase(Locale.ROOT) + " " + System.getProperty("os.arch");
        Assumptions.assumeTrue(system.equals("linux amd64"), "PostgreSQL's programs are here for Linux on amd64 only");
        return new Postgres(EmbeddedPostgres.builder()
                .setOverrideWorkingDirectory(folder.toFile())
                .setLocaleConfig("locale", "C.UTF-8")
                .setPGStartupWait(Duration.ofMinutes(2))
                .start());
    }

    /** The server's JDBC address; its user is {@code postgres}. */
    String address() {
        return server.getJdbcUrl("postgres", "postgres");
    }

    @Override
    public void close() throws IOException {
        server.close();
    }
}
