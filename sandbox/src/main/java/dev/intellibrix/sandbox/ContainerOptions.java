package dev.intellibrix.sandbox;

import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Which containers {@link Sandboxes#containerProvider} makes. What weakens them is not among the options: there is no way to
 * mount a folder or the engine's socket, to share a namespace of this machine, or to be root. Immutable.
 *
 * <pre>{@code
 * Sandboxes.containerProvider(ContainerOptions.builder().image("python:3.12-slim").runtime("runsc").build())
 * }</pre>
 */
public final class ContainerOptions {

    private final @Nullable String image;
    private final @Nullable Path rootfs;
    private final @Nullable String engine;
    private final @Nullable String runtime;
    private final boolean pull;
    private final boolean controlGroups;
    private final int userId;
    private final double cpus;
    private final Duration lifetime;

    private ContainerOptions(Builder builder) {
        this.image = builder.image;
        this.rootfs = builder.rootfs;
        this.engine = builder.engine;
        this.runtime = builder.runtime;
        this.pull = builder.pull;
        this.controlGroups = builder.controlGroups;
        this.userId = builder.userId;
        this.cpus = builder.cpus;
        this.lifetime = builder.lifetime;
    }

    /** A builder; an image or a root folder must be given. */
    public static Builder builder() {
        return new Builder();
    }

    Optional<String> image() {
        return Optional.ofNullable(image);
    }

    Optional<Path> rootfs() {
        return Optional.ofNullable(rootfs);
    }

    Optional<String> engine() {
        return Optional.ofNullable(engine);
    }

    Optional<String> runtime() {
        return Optional.ofNullable(runtime);
    }

    boolean pull() {
        return pull;
    }

    boolean controlGroups() {
        return controlGroups;
    }

    int userId() {
        return userId;
    }

    double cpus() {
        return cpus;
    }

    Duration lifetime() {
        return lifetime;
    }

    /** Collects {@link ContainerOptions}. Not thread-safe. */
    public static final class Builder {

        private static final Pattern IMAGE = Pattern.compile("[A-Za-z0-9][A-Za-z0-9._/:@-]{0,254}");
        private static final Pattern RUNTIME = Pattern.compile("[A-Za-z0-9/][A-Za-z0-9._/-]{0,99}");
        private static final Duration LONGEST = Duration.ofDays(1);

        private @Nullable String image;
        private @Nullable Path rootfs;
        private @Nullable String engine;
        private @Nullable String runtime;
        private boolean pull;
        private boolean controlGroups = true;
        private int userId = 65_532;
        private double cpus = 1;
        private Duration lifetime = Duration.ofHours(1);

        private Builder() {}

        /**
         * The image, which must have {@code sh}, {@code sleep} and {@code tar}, and the languages that are to be run.
         *
         * @throws IllegalArgumentException when it is no name of an image
         */
        public Builder image(String name) {
            if (!IMAGE.matcher(name).matches()) {
                throw new IllegalArgumentException("name must be that of an image, but is \"" + name + "\"");
            }
            this.image = name;
            return this;
        }

        /**
         * A folder with a root file system in place of an image, for podman. Code in a container cannot write to it; podman makes
         * the folders in it that it mounts something on, so it should belong to the user who runs this program.
         *
         * @throws IllegalArgumentException when it is not absolute
         */
        public Builder rootfs(Path folder) {
            if (!folder.isAbsolute()) {
                throw new IllegalArgumentException("folder must be absolute, but is " + folder);
            }
            this.rootfs = folder;
            return this;
        }

        /**
         * {@code docker} or {@code podman}; whichever is found on {@code PATH} when not given, docker first.
         *
         * @throws IllegalArgumentException when it is neither
         */
        public Builder engine(String name) {
            if (!name.equals("docker") && !name.equals("podman")) {
                throw new IllegalArgumentException("name must be docker or podman, but is \"" + name + "\"");
            }
            this.engine = name;
            return this;
        }

        /**
         * The engine's runtime. {@code runsc} (gVisor) puts a kernel of its own between the code and that of this machine, which is
         * the strongest of what this module has; it must be set up with the engine.
         *
         * @throws IllegalArgumentException when it is no name of a runtime
         */
        public Builder runtime(String name) {
            if (!RUNTIME.matcher(name).matches()) {
                throw new IllegalArgumentException("name must be that of a runtime, but is \"" + name + "\"");
            }
            this.runtime = name;
            return this;
        }

        /** Whether an image that is not there is pulled; false when not given. */
        public Builder pull(boolean allowed) {
            this.pull = allowed;
            return this;
        }

        /**
         * Whether the engine can use control groups, by which it limits memory and processes; true when not given. Without them, as
         * on some machines for podman without root, all containers of the user together have that many processes, and the limit
         * of memory is one of each process that does not hold for all kinds of memory, so that it is not promised.
         */
        public Builder controlGroups(boolean there) {
            this.controlGroups = there;
            return this;
        }

        /**
         * The user and group in the container; 65532 when not given.
         *
         * @throws IllegalArgumentException when it is root or negative
         */
        public Builder userId(int id) {
            if (id < 1) {
                throw new IllegalArgumentException("id must be positive, since 0 is root, but is " + id);
            }
            this.userId = id;
            return this;
        }

        /**
         * How many processors it may use; 1 when not given.
         *
         * @throws IllegalArgumentException when it is not positive or more than 1,000
         */
        public Builder cpus(double count) {
            if (!(count > 0 && count <= 1_000)) {
                throw new IllegalArgumentException("count must be between 0 and 1,000, but is " + count);
            }
            this.cpus = count;
            return this;
        }

        /**
         * After which time a container ends by itself, whatever has become of this program; 1 hour when not given.
         *
         * @throws IllegalArgumentException when it is less than a second or more than a day
         */
        public Builder lifetime(Duration duration) {
            if (duration.toSeconds() < 1 || duration.compareTo(LONGEST) > 0) {
                throw new IllegalArgumentException("duration must be between 1 s and a day, but is " + duration);
            }
            this.lifetime = duration;
            return this;
        }

        /**
         * The options.
         *
         * @throws IllegalStateException when there is neither an image nor a root folder, or both
         */
        public ContainerOptions build() {
            if ((image == null) == (rootfs == null)) {
                throw new IllegalStateException("either image or rootfs must be given");
            }
            return new ContainerOptions(this);
        }
    }
}
