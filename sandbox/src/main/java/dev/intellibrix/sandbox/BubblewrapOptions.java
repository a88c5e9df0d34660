package dev.intellibrix.sandbox;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * How {@link Sandboxes#bubblewrapProvider} works. It needs Linux, {@code bwrap} 0.8.0 or newer and {@code tar};
 * as root also {@code setpriv}. What the sandbox sees of the machine is {@code /usr}, read-only, so that its Python,
 * Node.js and shell are those that are installed there. Immutable.
 */
public final class BubblewrapOptions {

    private final Path folder;
    private final List<Path> readOnly;
    private final int firstUserId;
    private final int userIds;

    private BubblewrapOptions(Builder builder) {
        this.folder = builder.folder;
        this.readOnly = List.copyOf(builder.readOnly);
        this.firstUserId = builder.firstUserId;
        this.userIds = builder.userIds;
    }

    /** The options that hold when nothing else is said. */
    public static BubblewrapOptions defaults() {
        return builder().build();
    }

    /** Starts with the defaults. */
    public static Builder builder() {
        return new Builder();
    }

    Path folder() {
        return folder;
    }

    List<Path> readOnly() {
        return readOnly;
    }

    int firstUserId() {
        return firstUserId;
    }

    int userIds() {
        return userIds;
    }

    /** Collects {@link BubblewrapOptions}. Not thread-safe. */
    public static final class Builder {

        private static final int LARGEST_ID = 2_000_000_000;

        private Path folder =
                Path.of(System.getProperty("java.io.tmpdir", "/tmp")).toAbsolutePath();
        private final List<Path> readOnly = new ArrayList<>();
        private int firstUserId = 61_001;
        private int userIds = 183; // Up to where systemd gives out ids of its own.

        private Builder() {}

        /** Where the files of sandboxes are kept between two calls, in a folder that only this user can read; {@code java.io.tmpdir}. */
        public Builder folder(Path path) {
            this.folder = absolute(path, "path");
            return this;
        }

        /**
         * Shows more of this machine to the sandboxes, read-only and at the same place, such as a folder of Python packages. Code in
         * the sandbox can read all of it, and print it. It can also connect to a socket that has a name in there, which
         * read-only does not prevent: show no folder of a running service.
         *
         * @throws IllegalArgumentException when a path is relative, or one of those that the sandbox has of its own
         */
        public Builder readOnly(Path... paths) {
            for (Path path : paths) {
                Path plain = absolute(path, "paths").normalize();
                boolean own = plain.getNameCount() == 0
                        || List.of("proc", "dev", "sys", "work", "tmp", "run")
                                .contains(plain.getName(0).toString());
                if (own) {
                    throw new IllegalArgumentException(
                            "paths must lie outside of /proc, /dev, /sys, /run, /tmp and /work, but one is " + path);
                }
                readOnly.add(plain);
            }
            return this;
        }

        /**
         * The user ids that sandboxes run with when this process is root, one each; 61001 to 61183 when not given. No user of this
         * machine should have one of them.
         *
         * @param first the first of them
         * @param count how many, which is also how many sandboxes there can be at a time
         */
        public Builder userIds(int first, int count) {
            if (first < 1000 || count < 1 || first > LARGEST_ID - count) {
                throw new IllegalArgumentException(
                        "first must be at least 1000 and count positive, but are " + first + " and " + count);
            }
            this.firstUserId = first;
            this.userIds = count;
            return this;
        }

        /** The options. */
        public BubblewrapOptions build() {
            return new BubblewrapOptions(this);
        }

        private static Path absolute(Path path, String name) {
            if (!path.isAbsolute()) {
                throw new IllegalArgumentException(name + " must be absolute, but is " + path);
            }
            return path;
        }
    }
}
