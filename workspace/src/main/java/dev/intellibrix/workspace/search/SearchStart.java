package dev.intellibrix.workspace.search;

import dev.intellibrix.workspace.fs.Root;
import java.nio.file.Path;
import java.util.List;

/**
 * Where a search starts.
 *
 * @param given the path as it was given, for messages
 * @param names where it leads: the names below the root, none of which is a link
 * @param folder whether that is a folder; otherwise it is a regular file
 */
public record SearchStart(Root root, String given, List<Path> names, boolean folder) {}
