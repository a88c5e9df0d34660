/**
 * The tool {@code json_query}: a subset of jq with jq's meaning, over files that are read value by value. A query is read into
 * {@link dev.intellibrix.agenttools.json.Filter}s, which push their results to whoever asked and stop when nobody wants more.
 */
@NullMarked
package dev.intellibrix.agenttools.json;

import org.jspecify.annotations.NullMarked;
