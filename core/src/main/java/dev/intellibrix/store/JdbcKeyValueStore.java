package dev.intellibrix.store;

import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.ThreadLocalRandom;
import java.util.regex.Pattern;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/**
 * Texts in a table of a database. Tested on PostgreSQL, HSQLDB and H2; the statements are plain SQL that MySQL, MariaDB and
 * SQLite take as well.
 *
 * <p>Every call takes a connection of its own from the data source, ends its own transaction, committed or rolled back, and
 * gives the connection back, however it ends; it works with autocommit on and off, and at any isolation from read committed
 * upwards. So the data source must not hand out the connection of a transaction that the application has open. A pool is the
 * application's to bring, and so are time limits, which are the driver's.
 *
 * <p>The table is made when it is not there. Where the user of the database may not make one, or another type of database
 * needs other types, make it before:
 *
 * <pre>{@code
 * CREATE TABLE intellibrix_store (
 *     store_key BYTEA NOT NULL PRIMARY KEY,   -- the key in UTF-8; binary, so that no collation makes two keys one
 *     revision  BIGINT NOT NULL,              -- another number after each change
 *     content   TEXT NOT NULL)
 * }</pre>
 *
 * <p>{@code convert_from(store_key, 'UTF8')} shows the keys of PostgreSQL. Thread-safe.
 */
public final class JdbcKeyValueStore implements KeyValueStore {

    private static final String DEFAULT_TABLE = "intellibrix_store";
    private static final Pattern TABLE = Pattern.compile("[A-Za-z_]\\w{0,62}(\\.[A-Za-z_]\\w{0,62})?");

    /** How often a change is tried anew when others change the same key at the same moment. */
    private static final int MAX_TRIES = 100;

    private final Transactions transactions;
    private final String table;

    private JdbcKeyValueStore(DataSource dataSource, String table) {
        this.transactions = new Transactions(dataSource);
        this.table = table;
    }

    /**
     * The store in the table {@code intellibrix_store}.
     *
     * @throws StoreException when there is no such table and none can be made
     */
    public static JdbcKeyValueStore in(DataSource dataSource) {
        return in(dataSource, DEFAULT_TABLE);
    }

    /**
     * The store in a table of this name.
     *
     * @param table a plain name of letters, digits and underscores, at most 63; the name of a schema and a dot may stand before
     * @throws IllegalArgumentException when the name is not plain
     * @throws StoreException when there is no such table and none can be made
     */
    public static JdbcKeyValueStore in(DataSource dataSource, String table) {
        Objects.requireNonNull(dataSource, "dataSource");
        if (!TABLE.matcher(table).matches()) {
            throw new IllegalArgumentException("table must be a plain name, but is " + table);
        }
        JdbcKeyValueStore store = new JdbcKeyValueStore(dataSource, table);
        new TableMaker(store.transactions, table).makeUnlessThere();
        return store;
    }

    @Override
    public Optional<String> get(String key) {
        byte[] name = bytes(KeyValueStore.requireKey(key));
        return transactions
                .run("read", connection -> Optional.ofNullable(find(connection, name)))
                .map(Entry::content);
    }

    @Override
    public void put(String key, String value) {
        byte[] name = bytes(KeyValueStore.requireKey(key));
        KeyValueStore.requireValue(value);
        for (int i = 0; i < MAX_TRIES; i++) {
            if (transactions.run("write", connection -> overwrite(connection, name, value)) || insert(name, value)) {
                return;
            }
        }
        throw new StoreException("can not write: the key is made and deleted all the time");
    }

    @Override
    public boolean compareAndSet(String key, Optional<String> expected, String value) {
        byte[] name = bytes(KeyValueStore.requireKey(key));
        KeyValueStore.requireValue(value);
        if (expected.isEmpty()) {
            return insert(name, value);
        }
        for (int i = 0; i < MAX_TRIES; i++) {
            Entry current = transactions
                    .run("read", connection -> Optional.ofNullable(find(connection, name)))
                    .orElse(null);
            if (current == null || !current.content().equals(expected.get())) {
                return false;
            }
            if (transactions.run("write", connection -> replace(connection, name, current, value))) {
                return true;
            }
        }
        throw new StoreException("can not write: the key is changed all the time");
    }

    @Override
    public boolean delete(String key) {
        byte[] name = bytes(KeyValueStore.requireKey(key));
        return transactions.run("delete", connection -> {
            try (PreparedStatement statement =
                    connection.prepareStatement("DELETE FROM " + table + " WHERE store_key = ?")) {
                statement.setBytes(1, name);
                return statement.executeUpdate() > 0;
            }
        });
    }

    @Override
    public List<String> list(String prefix) {
        byte[] from = bytes(KeyValueStore.requirePrefix(prefix));
        List<String> keys = transactions.run("list", connection -> keysFrom(connection, from));
        keys.sort(null);
        return keys;
    }

    /** A value as it was at some time. */
    private record Entry(long revision, String content) {}

    private @Nullable Entry find(Connection connection, byte[] name) throws SQLException {
        try (PreparedStatement statement =
                connection.prepareStatement("SELECT revision, content FROM " + table + " WHERE store_key = ?")) {
            statement.setBytes(1, name);
            try (ResultSet row = statement.executeQuery()) {
                return row.next() ? new Entry(row.getLong(1), content(row)) : null;
            }
        }
    }

    /** An empty text is null for some databases. */
    private static String content(ResultSet row) throws SQLException {
        String text = row.getString(2);
        return text == null ? "" : text;
    }

    private boolean overwrite(Connection connection, byte[] name, String value) throws SQLException {
        try (PreparedStatement statement =
                connection.prepareStatement("UPDATE " + table + " SET revision = ?, content = ? WHERE store_key = ?")) {
            statement.setLong(1, newRevision());
            statement.setString(2, value);
            statement.setBytes(3, name);
            return statement.executeUpdate() > 0;
        }
    }

    /** Compares the revision, not the content: databases do not agree on when two texts are equal. */
    private boolean replace(Connection connection, byte[] name, Entry current, String value) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(
                "UPDATE " + table + " SET revision = ?, content = ? WHERE store_key = ? AND revision = ?")) {
            statement.setLong(1, newRevision());
            statement.setString(2, value);
            statement.setBytes(3, name);
            statement.setLong(4, current.revision());
            return statement.executeUpdate() > 0;
        }
    }

    /** Whether the key was new. The error of a key that is there looks different in each database, so look. */
    private boolean insert(byte[] name, String value) {
        Entry entry = new Entry(newRevision(), value);
        try {
            return transactions.run("write", connection -> insert(connection, name, entry));
        } catch (StoreException e) {
            Entry found = transactions
                    .run("read", connection -> Optional.ofNullable(find(connection, name)))
                    .orElseThrow(() -> e);
            return found.revision() == entry.revision(); // Ours, when only the answer was lost.
        }
    }

    private boolean insert(Connection connection, byte[] name, Entry entry) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(
                "INSERT INTO " + table + " (store_key, revision, content) VALUES (?, ?, ?)")) {
            statement.setBytes(1, name);
            statement.setLong(2, entry.revision());
            statement.setString(3, entry.content());
            return statement.executeUpdate() > 0;
        }
    }

    private List<String> keysFrom(Connection connection, byte[] from) throws SQLException {
        byte[] to = after(from);
        String range = (from.length > 0 ? " WHERE store_key >= ?" : "") + (to.length > 0 ? " AND store_key < ?" : "");
        try (PreparedStatement statement = connection.prepareStatement("SELECT store_key FROM " + table + range)) {
            if (from.length > 0) {
                statement.setBytes(1, from);
            }
            if (to.length > 0) {
                statement.setBytes(2, to);
            }
            List<String> keys = new ArrayList<>();
            try (ResultSet rows = statement.executeQuery()) {
                while (rows.next()) {
                    keys.add(new String(rows.getBytes(1), StandardCharsets.UTF_8));
                }
            }
            return keys;
        }
    }

    /** The first bytes after all that start so; no byte of UTF-8 is the highest one, so it is there. */
    private static byte[] after(byte[] prefix) {
        byte[] next = Arrays.copyOf(prefix, prefix.length);
        if (next.length > 0) {
            next[next.length - 1]++;
        }
        return next;
    }

    private static byte[] bytes(String key) {
        return key.getBytes(StandardCharsets.UTF_8);
    }

    /** A number that no earlier change had, even when the key was deleted and made anew in between. */
    private static long newRevision() {
        return ThreadLocalRandom.current().nextLong();
    }
}
