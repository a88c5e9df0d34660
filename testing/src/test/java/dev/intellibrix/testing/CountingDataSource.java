package dev.intellibrix.testing;

import java.io.PrintWriter;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.SQLFeatureNotSupportedException;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.logging.Logger;
import javax.sql.DataSource;

/** A pool of real connections by a JDBC address, which counts them; a commit can be made to fail. */
final class CountingDataSource implements DataSource {

    /** Something that may fail as a database does. */
    @FunctionalInterface
    interface Trap {
        void spring() throws SQLException;
    }

    private final String address;
    private final boolean autoCommit;
    private final int isolation;
    private final AtomicInteger opened = new AtomicInteger();
    private final AtomicInteger open = new AtomicInteger();
    private final Queue<Connection> idle = new ConcurrentLinkedQueue<>();
    private volatile Trap beforeCommit = () -> {};

    CountingDataSource(String address, boolean autoCommit) {
        this(address, autoCommit, Connection.TRANSACTION_READ_COMMITTED);
    }

    CountingDataSource(String address, boolean autoCommit, int isolation) {
        this.address = address;
        this.autoCommit = autoCommit;
        this.isolation = isolation;
    }

    int opened() {
        return opened.get();
    }

    int open() {
        return open.get();
    }

    void beforeCommit(Trap trap) {
        beforeCommit = trap;
    }

    @Override
    public Connection getConnection() throws SQLException {
        Connection connection = idle.poll();
        if (connection == null) {
            connection = DriverManager.getConnection(address);
            connection.setAutoCommit(autoCommit);
            connection.setTransactionIsolation(isolation);
        }
        opened.incrementAndGet();
        open.incrementAndGet();
        return lent(connection);
    }

    private Connection lent(Connection connection) {
        AtomicBoolean given = new AtomicBoolean();
        return (Connection) Proxy.newProxyInstance(
                Connection.class.getClassLoader(), new Class<?>[] {Connection.class}, (proxy, method, arguments) -> {
                    if (method.getName().equals("close")) {
                        if (given.compareAndSet(false, true)) {
                            open.decrementAndGet();
                            idle.add(connection);
                        }
                        return null;
                    }
                    if (method.getName().equals("commit")) {
                        beforeCommit.spring();
                    }
                    try {
                        return method.invoke(connection, arguments);
                    } catch (InvocationTargetException e) {
                        throw e.getCause();
                    }
                });
    }

    /** Ends the connections that were given back. */
    void close() throws SQLException {
        for (Connection connection = idle.poll(); connection != null; connection = idle.poll()) {
            connection.close();
        }
    }

    @Override
    public Connection getConnection(String user, String password) throws SQLException {
        throw new SQLFeatureNotSupportedException();
    }

    @Override
    public PrintWriter getLogWriter() {
        return null;
    }

    @Override
    public void setLogWriter(PrintWriter out) {}

    @Override
    public void setLoginTimeout(int seconds) {}

    @Override
    public int getLoginTimeout() {
        return 0;
    }

    @Override
    public Logger getParentLogger() throws SQLFeatureNotSupportedException {
        throw new SQLFeatureNotSupportedException();
    }

    @Override
    public <T> T unwrap(Class<T> type) throws SQLException {
        throw new SQLException("nothing is wrapped");
    }

    @Override
    public boolean isWrapperFor(Class<?> type) {
        return false;
    }
}
