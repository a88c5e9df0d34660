package dev.intellibrix.sandbox;

import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;

/** What {@link SandboxTools.Builder} collects. */
record SandboxSettings(
        SandboxLimits limits,
        boolean alwaysApprove,
        boolean perRun,
        int maxSandboxes,
        Duration idle,
        Optional<Path> artefacts,
        Map<String, String> environment) {}
