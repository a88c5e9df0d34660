package dev.intellibrix.sandbox;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * A program for the kernel's filter of system calls (seccomp with BPF): everything is allowed but what a program for computing
 * and writing files has no use for, and what gets around a limit. The call numbers are those of the kernel's tables
 * ({@code arch/x86/entry/syscalls/syscall_64.tbl}, {@code include/uapi/asm-generic/unistd.h}).
 */
final class SystemCallFilter {

    private static final int LOAD = 0x20; // BPF_LD | BPF_W | BPF_ABS
    private static final int JUMP_EQUAL = 0x15; // BPF_JMP | BPF_JEQ | BPF_K
    private static final int JUMP_AT_LEAST = 0x35; // BPF_JMP | BPF_JGE | BPF_K
    private static final int JUMP_ANY_BIT = 0x45; // BPF_JMP | BPF_JSET | BPF_K
    private static final int AND = 0x54; // BPF_ALU | BPF_AND | BPF_K
    private static final int RETURN = 0x06; // BPF_RET | BPF_K

    private static final int ALLOW = 0x7fff0000;
    private static final int KILL_PROCESS = 0x80000000;
    private static final int FAIL = 0x00050000; // SECCOMP_RET_ERRNO, the error in the low half.

    private static final int NOT_PERMITTED = 1;
    private static final int NOT_IMPLEMENTED = 38;
    private static final int NO_SUCH_FAMILY = 97;

    private static final int NUMBER = 0; // Offsets into struct seccomp_data.
    private static final int ARCHITECTURE = 4;
    private static final int ARGUMENTS = 16;

    private static final int X32 = 0x40000000; // A second numbering of calls on x86_64.
    private static final int NEW_NAMESPACES = 0x7e020000; // The flags CLONE_NEW* that clone takes.
    private static final int SHARED_ANONYMOUS = 0x21; // MAP_SHARED | MAP_ANONYMOUS: memory that no limit counts.
    private static final int GROWS_DOWN = 0x100; // MAP_GROWSDOWN: memory that counts as a stack, not as data.

    /** Sockets of these families stay within the sandbox's own network; others, such as vsock, know no namespaces. */
    private static final List<Integer> FAMILIES = List.of(1 /* unix */, 2 /* IPv4 */, 10 /* IPv6 */, 16 /* netlink */);

    /** Put characters into a terminal's input, or do other things to it than to use it. */
    private static final List<Integer> TERMINAL_REQUESTS =
            List.of(0x5412 /* TIOCSTI */, 0x541c /* TIOCLINUX */, 0x5423 /* TIOCSETD */);

    private record Machine(
            int audit,
            int socket,
            int socketpair,
            int cloning,
            int ioctl,
            int mmap,
            boolean hasX32,
            List<Integer> refused) {}

    private static final List<Integer> REFUSED_EVERYWHERE = List.of(
            425, // io_uring_setup
            426, // io_uring_enter
            427, // io_uring_register
            428, // open_tree
            429, // move_mount
            430, // fsopen
            431, // fsconfig
            432, // fsmount
            433, // fspick
            438, // pidfd_getfd
            440, // process_madvise
            442, // mount_setattr
            443, // quotactl_fd
            447, // memfd_secret
            448, // process_mrelease
            453, // map_shadow_stack: memory that counts as a stack
            467 // open_tree_attr
            );

    private static final int UNKNOWN_EVERYWHERE =
            435; // clone3, whose flags lie in memory; libraries fall back to clone.

    private static final Machine X86_64 = new Machine(
            0xc000003e,
            41,
            53,
            56,
            16,
            9,
            true,
            List.of(
                    101, // ptrace
                    310, // process_vm_readv
                    311, // process_vm_writev
                    312, // kcmp
                    248, // add_key
                    249, // request_key
                    250, // keyctl
                    321, // bpf
                    298, // perf_event_open
                    323, // userfaultfd
                    165, // mount
                    166, // umount2
                    155, // pivot_root
                    272, // unshare
                    308, // setns
                    161, // chroot
                    167, // swapon
                    168, // swapoff
                    169, // reboot
                    246, // kexec_load
                    320, // kexec_file_load
                    175, // init_module
                    313, // finit_module
                    176, // delete_module
                    163, // acct
                    179, // quotactl
                    103, // syslog
                    164, // settimeofday
                    227, // clock_settime
                    305, // clock_adjtime
                    159, // adjtimex
                    172, // iopl
                    173, // ioperm
                    154, // modify_ldt
                    303, // name_to_handle_at
                    304, // open_by_handle_at
                    300, // fanotify_init
                    212, // lookup_dcookie
                    153, // vhangup
                    206, // io_setup
                    319, // memfd_create
                    278, // vmsplice: a pipe keeps pages that no process has any more
                    29, // shmget
                    30, // shmat
                    31, // shmctl
                    68, // msgget
                    64, // semget
                    240, // mq_open
                    279, // move_pages
                    256, // migrate_pages
                    237, // mbind
                    238 // set_mempolicy
                    ));

    private static final Machine AARCH64 = new Machine(
            0xc00000b7,
            198,
            199,
            220,
            29,
            222,
            false,
            List.of(
                    117, // ptrace
                    270, // process_vm_readv
                    271, // process_vm_writev
                    272, // kcmp
                    217, // add_key
                    218, // request_key
                    219, // keyctl
                    280, // bpf
                    241, // perf_event_open
                    282, // userfaultfd
                    40, // mount
                    39, // umount2
                    41, // pivot_root
                    97, // unshare
                    268, // setns
                    51, // chroot
                    224, // swapon
                    225, // swapoff
                    142, // reboot
                    104, // kexec_load
                    294, // kexec_file_load
                    105, // init_module
                    273, // finit_module
                    106, // delete_module
                    89, // acct
                    60, // quotactl
                    116, // syslog
                    170, // settimeofday
                    112, // clock_settime
                    266, // clock_adjtime
                    171, // adjtimex
                    264, // name_to_handle_at
                    265, // open_by_handle_at
                    262, // fanotify_init
                    18, // lookup_dcookie
                    58, // vhangup
                    0, // io_setup
                    279, // memfd_create
                    75, // vmsplice
                    194, // shmget
                    196, // shmat
                    195, // shmctl
                    186, // msgget
                    190, // semget
                    180, // mq_open
                    239, // move_pages
                    238, // migrate_pages
                    235, // mbind
                    237 // set_mempolicy
                    ));

    private record Instruction(int code, int ifTrue, int ifFalse, int value) {}

    private final List<Instruction> program = new ArrayList<>();

    /**
     * The filter for a machine.
     *
     * @param architecture as in {@code os.arch}
     */
    static Optional<SystemCallFilter> of(String architecture) {
        return switch (architecture) {
            case "amd64", "x86_64" -> Optional.of(new SystemCallFilter(X86_64));
            case "aarch64" -> Optional.of(new SystemCallFilter(AARCH64));
            default -> Optional.empty();
        };
    }

    private SystemCallFilter(Machine machine) {
        add(LOAD, 0, 0, ARCHITECTURE);
        add(JUMP_EQUAL, 1, 0, machine.audit);
        add(RETURN, 0, 0, KILL_PROCESS); // Another architecture's calls have other numbers.
        add(LOAD, 0, 0, NUMBER);
        if (machine.hasX32) {
            failIf(JUMP_AT_LEAST, X32, NOT_IMPLEMENTED);
        }
        for (int number : machine.refused) {
            failIf(JUMP_EQUAL, number, NOT_PERMITTED);
        }
        for (int number : REFUSED_EVERYWHERE) {
            failIf(JUMP_EQUAL, number, NOT_PERMITTED);
        }
        failIf(JUMP_EQUAL, UNKNOWN_EVERYWHERE, NOT_IMPLEMENTED);
        namespaces(machine.cloning);
        sockets(machine.socket);
        sockets(machine.socketpair);
        terminals(machine.ioctl);
        memory(machine.mmap);
        add(RETURN, 0, 0, ALLOW);
    }

    private void namespaces(int clone) {
        add(JUMP_EQUAL, 0, 4, clone);
        add(LOAD, 0, 0, argument(0));
        add(JUMP_ANY_BIT, 0, 1, NEW_NAMESPACES);
        add(RETURN, 0, 0, FAIL | NOT_PERMITTED);
        add(RETURN, 0, 0, ALLOW);
    }

    private void sockets(int socket) {
        add(JUMP_EQUAL, 0, 2 + 2 * FAMILIES.size(), socket);
        add(LOAD, 0, 0, argument(0));
        for (int family : FAMILIES) {
            add(JUMP_EQUAL, 0, 1, family);
            add(RETURN, 0, 0, ALLOW);
        }
        add(RETURN, 0, 0, FAIL | NO_SUCH_FAMILY);
    }

    private void terminals(int ioctl) {
        add(JUMP_EQUAL, 0, 2 + 2 * TERMINAL_REQUESTS.size(), ioctl);
        add(LOAD, 0, 0, argument(1));
        for (int request : TERMINAL_REQUESTS) {
            failIf(JUMP_EQUAL, request, NOT_PERMITTED);
        }
        add(RETURN, 0, 0, ALLOW);
    }

    private void memory(int mmap) {
        add(JUMP_EQUAL, 0, 7, mmap);
        add(LOAD, 0, 0, argument(3));
        add(JUMP_ANY_BIT, 0, 1, GROWS_DOWN);
        add(RETURN, 0, 0, FAIL | NOT_PERMITTED);
        add(AND, 0, 0, SHARED_ANONYMOUS);
        failIf(JUMP_EQUAL, SHARED_ANONYMOUS, NOT_PERMITTED);
        add(RETURN, 0, 0, ALLOW);
    }

    private void failIf(int jump, int value, int error) {
        add(jump, 0, 1, value);
        add(RETURN, 0, 0, FAIL | error);
    }

    /** The low half of an argument: what these calls look at is 32 bits wide, whatever stands above. */
    private static int argument(int index) {
        return ARGUMENTS + 8 * index; // Both machines are little-endian.
    }

    private void add(int code, int ifTrue, int ifFalse, int value) {
        program.add(new Instruction(code, ifTrue, ifFalse, value));
    }

    /** The program as {@code bwrap --seccomp} reads it. */
    byte[] bytes() {
        ByteBuffer bytes = ByteBuffer.allocate(8 * program.size()).order(ByteOrder.LITTLE_ENDIAN);
        for (Instruction each : program) {
            bytes.putShort((short) each.code)
                    .put((byte) each.ifTrue)
                    .put((byte) each.ifFalse)
                    .putInt(each.value);
        }
        return bytes.array();
    }
}
