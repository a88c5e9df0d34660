package dev.intellibrix.testing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.intellibrix.store.JdbcKeyValueStore;
import dev.intellibrix.store.KeyValueStore;
import dev.intellibrix.store.StoreException;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

/** The store in embedded databases. */
class JdbcKeyValueStoreTest {

    private static CountingDataSource hsqldb(boolean autoCommit) {
        return new CountingDataSource("jdbc:hsqldb:mem:" + UUID.randomUUID(), autoCommit);
    }

    private static CountingDataSource h2(boolean autoCommit) {
        return new CountingDataSource("jdbc:h2:mem:" + UUID.randomUUID() + ";DB_CLOSE_DELAY=-1", autoCommit);
    }

    /** Each test has a database of its own; every connection comes back. */
    abstract static class OnADatabase extends KeyValueStoreContract {

        private final CountingDataSource dataSource;

        OnADatabase(CountingDataSource dataSource) {
            this.dataSource = dataSource;
        }

        @Override
        protected KeyValueStore open() {
            return JdbcKeyValueStore.in(dataSource);
        }

        @AfterEach
        void everyConnectionIsGivenBack() throws SQLException {
            assertThat(dataSource.opened()).isPositive();
            assertThat(dataSource.open()).isZero();
            try (Connection connection = dataSource.getConnection();
                    Statement statement = connection.createStatement()) {
                statement.execute("SHUTDOWN");
            }
        }
    }

    @Nested
    class OnHsqldb extends OnADatabase {
        OnHsqldb() {
            super(hsqldb(true));
        }
    }

    @Nested
    class OnHsqldbWithoutAutoCommit extends OnADatabase {
        OnHsqldbWithoutAutoCommit() {
            super(hsqldb(false));
        }
    }

    @Nested
    class OnH2 extends OnADatabase {
        OnH2() {
            super(h2(true));
        }
    }

    @Nested
    class OnH2WithoutAutoCommit extends OnADatabase {
        OnH2WithoutAutoCommit() {
            super(h2(false));
        }
    }

    @Test
    void tablesOfOneDatabaseAreStoresOfTheirOwn() {
        CountingDataSource dataSource = hsqldb(true);
        KeyValueStore one = JdbcKeyValueStore.in(dataSource, "one");
        KeyValueStore other = JdbcKeyValueStore.in(dataSource, "PUBLIC.other");
        one.put("a", "1");

        assertThat(other.get("a")).isEmpty();
        assertThat(JdbcKeyValueStore.in(dataSource, "one").get("a")).contains("1");
    }

    @Test
    void refusesATableThatIsNoPlainName() {
        for (String table : new String[] {"", "a b", "a;drop table x", "a.b.c", "1a", "a\"b", "ä", "a--"}) {
            assertThatThrownBy(() -> JdbcKeyValueStore.in(hsqldb(true), table))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("table");
        }
    }

    @Test
    void aTableThatIsGivenIsUsedAsItIs() throws SQLException {
        CountingDataSource dataSource = hsqldb(true);
        try (Connection connection = dataSource.getConnection();
                Statement statement = connection.createStatement()) {
            statement.execute("CREATE TABLE given (store_key VARBINARY(1536) PRIMARY KEY, revision BIGINT,"
                    + " content VARCHAR(1000), since TIMESTAMP DEFAULT CURRENT_TIMESTAMP)");
        }
        KeyValueStore store = JdbcKeyValueStore.in(dataSource, "given");
        store.put("a", "1");

        assertThat(store.get("a")).contains("1");
        assertThatThrownBy(() -> store.put("b", "x".repeat(1001))).isInstanceOf(StoreException.class);
        assertThat(store.list("")).containsExactly("a");
        assertThat(dataSource.open()).isZero();
    }

    @Test
    void aDatabaseThatRefusesIsAStoreExceptionAndKeepsNoConnection() throws SQLException {
        CountingDataSource dataSource = hsqldb(false);
        KeyValueStore store = JdbcKeyValueStore.in(dataSource);
        try (Connection connection = dataSource.getConnection();
                Statement statement = connection.createStatement()) {
            statement.execute("DROP TABLE intellibrix_store");
            connection.commit();
        }
        assertThatThrownBy(() -> store.get("a"))
                .isInstanceOf(StoreException.class)
                .hasMessageStartingWith("can not read");
        assertThatThrownBy(() -> store.put("a", "1")).isInstanceOf(StoreException.class);
        assertThatThrownBy(() -> store.list("a")).isInstanceOf(StoreException.class);
        assertThat(dataSource.open()).isZero();
    }

    @Test
    void aWriteThatFailsLeavesNothingOfItself() {
        CountingDataSource dataSource = hsqldb(false);
        KeyValueStore store = JdbcKeyValueStore.in(dataSource);
        store.put("a", "1");
        AtomicInteger commits = new AtomicInteger();
        dataSource.beforeCommit(() -> {
            commits.incrementAndGet();
            throw new SQLException("no commit today");
        });
        assertThatThrownBy(() -> store.put("a", "2")).isInstanceOf(StoreException.class);
        dataSource.beforeCommit(() -> {});

        assertThat(commits).hasPositiveValue();
        assertThat(store.get("a")).contains("1");
        assertThat(dataSource.open()).isZero();
    }
}
