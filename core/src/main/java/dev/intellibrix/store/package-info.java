/** Texts that are kept between runs, by key: in memory, in a folder or in a database. */
@NullMarked
package dev.intellibrix.store;

import org.jspecify.annotations.NullMarked;
