/**
 * Tools for issues, pull requests and files on GitHub, and the bridge that turns signed webhooks into runs of an agent.
 * What strangers wrote there reaches the model as untrusted text.
 */
@NullMarked
package dev.intellibrix.github;

import org.jspecify.annotations.NullMarked;
