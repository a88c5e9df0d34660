package dev.intellibrix.testing;

import static org.assertj.core.api.Assertions.assertThat;

import dev.intellibrix.store.JdbcKeyValueStore;
import dev.intellibrix.store.KeyValueStore;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The store in a real PostgreSQL, which this test starts. */
@Tag("thorough")
class PostgresKeyValueStoreTest {

    private static final AtomicInteger TABLES = new AtomicInteger();

    @TempDir
    static Path folder;

    private static Postgres postgres;

    @BeforeAll
    static void start() throws IOException {
        postgres = Postgres.startIn(folder);
    }

    @AfterAll
    static void stop() throws IOException {
        if (postgres != null) {
            postgres.close();
        }
    }

    /** Each test has a table of its own; every connection comes back. */
    abstract static class OnPostgres extends KeyValueStoreContract {

        private final String table = "store_" + TABLES.incrementAndGet();
        private final CountingDataSource dataSource;

        OnPostgres(boolean autoCommit, int isolation) {
            dataSource = new CountingDataSource(postgres.address(), autoCommit, isolation);
        }

        @Override
        protected KeyValueStore open() {
            return JdbcKeyValueStore.in(dataSource, table);
        }

        @AfterEach
        void everyConnectionIsGivenBack() throws SQLException {
            assertThat(dataSource.opened()).isPositive();
            assertThat(dataSource.open()).isZero();
            dataSource.close();
        }
    }

    @Nested
    class AtReadCommitted extends OnPostgres {
        AtReadCommitted() {
            super(true, Connection.TRANSACTION_READ_COMMITTED);
        }
    }

    @Nested
    class AtReadCommittedWithoutAutoCommit extends OnPostgres {
        AtReadCommittedWithoutAutoCommit() {
            super(false, Connection.TRANSACTION_READ_COMMITTED);
        }
    }

    @Nested
    class AtSerializable extends OnPostgres {
        AtSerializable() {
            super(false, Connection.TRANSACTION_SERIALIZABLE);
        }
    }

    @Test
    void thoseWhoMakeTheTableAtOnceAllGetIt() throws Exception {
        CountingDataSource dataSource =
                new CountingDataSource(postgres.address(), true, Connection.TRANSACTION_READ_COMMITTED);
        int count = 8;
        CyclicBarrier start = new CyclicBarrier(count);
        List<Callable<KeyValueStore>> openings = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            openings.add(() -> {
                start.await();
                return JdbcKeyValueStore.in(dataSource, "made_at_once");
            });
        }
        ExecutorService threads = Executors.newFixedThreadPool(count);
        try {
            List<KeyValueStore> stores = new ArrayList<>();
            for (Future<KeyValueStore> each : threads.invokeAll(openings)) {
                stores.add(each.get());
            }
            stores.get(0).put("a", "1");
            assertThat(stores).allSatisfy(store -> assertThat(store.get("a")).contains("1"));
        } finally {
            threads.shutdownNow();
        }
    }
}
