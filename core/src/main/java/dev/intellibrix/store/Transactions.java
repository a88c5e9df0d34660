package dev.intellibrix.store;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import javax.sql.DataSource;

/** Short transactions, each on a connection of its own. Thread-safe. */
final class Transactions {

    /** How often a transaction is done anew that the database broke off in favour of another one. */
    private static final int MAX_TRIES = 100;

    /** How long it may wait before it is done anew, by chance, so that the same ones do not meet again. */
    private static final long MAX_PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(20);

    private final DataSource dataSource;

    Transactions(DataSource dataSource) {
        this.dataSource = dataSource;
    }

    /** What a transaction does. */
    @FunctionalInterface
    interface Work<T> {
        T on(Connection connection) throws SQLException;
    }

    /**
     * Does something and commits it.
     *
     * @param what for the message, such as {@code write}
     * @throws StoreException when the database refuses
     */
    <T> T run(String what, Work<T> work) {
        boolean interrupted = Thread.interrupted(); // Some drivers break off on it, and some forget it.
        try {
            return repeated(what, work);
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    private <T> T repeated(String what, Work<T> work) {
        for (int tries = 1; ; tries++) {
            try {
                return once(work);
            } catch (SQLException e) {
                if (tries == MAX_TRIES || !wasInTheWay(e)) {
                    throw new StoreException("can not " + what + ": " + e.getMessage(), e);
                }
                LockSupport.parkNanos(ThreadLocalRandom.current().nextLong(MAX_PAUSE_NANOS));
            }
        }
    }

    private <T> T once(Work<T> work) throws SQLException {
        try (Connection connection = dataSource.getConnection()) {
            boolean commits = !connection.getAutoCommit();
            boolean done = false;
            try {
                T result = work.on(connection);
                if (commits) {
                    connection.commit();
                }
                done = true;
                return result;
            } finally {
                if (!done && commits) {
                    rollBack(connection);
                }
            }
        }
    }

    private static void rollBack(Connection connection) {
        try {
            connection.rollback();
        } catch (SQLException e) {
            // What went wrong before is on its way; the connection is given back in any case.
        }
    }

    /** Class 40: a deadlock, or a transaction that can not be put in order with another one. Nothing of it happened. */
    private static boolean wasInTheWay(SQLException e) {
        String state = e.getSQLState();
        return state != null && state.startsWith("40") && !"40003".equals(state);
    }
}
