/**
 * Tools that let an agent read, search and change the files below one folder, use git there and run programs. Every path
 * passes through one jail, which no symbolic link or race leads out of.
 */
@NullMarked
package dev.intellibrix.workspace;

import org.jspecify.annotations.NullMarked;
