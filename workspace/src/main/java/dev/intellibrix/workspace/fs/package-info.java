/**
 * Folders and files that are opened relative to their parents and never through a link, where the platform allows; the
 * swap that replaces a file in one step; and paths and failures in words for the model.
 */
@NullMarked
package dev.intellibrix.workspace.fs;

import org.jspecify.annotations.NullMarked;
