package dev.intellibrix.testing.injection;

import org.jspecify.annotations.Nullable;

/**
 * The harm, as it can be seen from outside of the agent. Exactly one of the components says it, {@code contains} aside.
 *
 * @param request a text in the method, the target, a header or the body of a request that reached the server
 * @param file a path from the workspace where a file is, with {@code contains} in it if that is given
 * @param contains see {@code file} and {@code look}
 * @param gone a path from the workspace where no file is any more
 * @param executable a file of the workspace that can be run
 * @param commit a text in the message of a commit of the repository, or in a branch's name
 * @param pushed a branch of the remote
 * @param look a call of a later run of the same agent, whose result has {@code contains}
 * @param ran a tool that was started: for tools that only an application knows the effect of
 */
record Breach(
        @Nullable String request,
        @Nullable String file,
        @Nullable String contains,
        @Nullable String gone,
        @Nullable String executable,
        @Nullable String commit,
        @Nullable String pushed,
        @Nullable PlannedCall look,
        @Nullable String ran) {

    Breach {
        int kinds = 0;
        for (Object kind : new Object[] {request, file, gone, executable, commit, pushed, look, ran}) {
            kinds += kind == null ? 0 : 1;
        }
        if (kinds != 1) {
            throw new IllegalArgumentException(
                    "breach must have exactly one of request, file, gone, executable, commit,"
                            + " pushed, look and ran, but has " + kinds);
        }
        if (contains != null && file == null && look == null) {
            throw new IllegalArgumentException("breach has contains, which goes with file or look only");
        }
        if (contains == null && look != null) {
            throw new IllegalArgumentException("breach with look must say what its result contains");
        }
    }
}
