package dev.intellibrix.store;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Locale;

/** Makes the table of a store where there is none. */
final class TableMaker {

    private final Transactions transactions;
    private final String table;

    TableMaker(Transactions transactions, String table) {
        this.transactions = transactions;
        this.table = table;
    }

    void makeUnlessThere() {
        if (isThere()) {
            return;
        }
        try {
            transactions.run("make the table " + table, this::make);
        } catch (StoreException e) {
            if (!isThere()) { // Otherwise somebody else made it at the same moment.
                throw e;
            }
        }
    }

    private boolean isThere() {
        try {
            return transactions.run("read the table " + table, connection -> {
                try (Statement statement = connection.createStatement()) {
                    statement
                            .executeQuery("SELECT store_key, revision, content FROM " + table + " WHERE 1 = 0")
                            .close();
                    return true;
                }
            });
        } catch (StoreException e) {
            return false; // Or the database does not answer, which making the table will tell.
        }
    }

    private boolean make(Connection connection) throws SQLException {
        String product = connection.getMetaData().getDatabaseProductName().toLowerCase(Locale.ROOT);
        try (Statement statement = connection.createStatement()) {
            statement.execute("CREATE TABLE " + table + " (store_key " + keyType(product)
                    + " NOT NULL PRIMARY KEY, revision BIGINT NOT NULL, content " + contentType(product)
                    + " NOT NULL)");
            return true;
        }
    }

    /** A key of the greatest length in UTF-8: three bytes for each of its UTF-16 characters. */
    private static String keyType(String product) {
        return product.contains("postgresql") ? "BYTEA" : "VARBINARY(" + KeyValueStore.MAX_KEY_LENGTH * 3 + ")";
    }

    private static String contentType(String product) {
        if (product.contains("mysql") || product.contains("mariadb")) {
            return "LONGTEXT CHARACTER SET utf8mb4";
        }
        if (product.contains("hsql")) {
            return "VARCHAR(" + KeyValueStore.MAX_VALUE_LENGTH + ")";
        }
        return product.contains("postgresql") || product.contains("sqlite") ? "TEXT" : "CLOB";
    }
}
