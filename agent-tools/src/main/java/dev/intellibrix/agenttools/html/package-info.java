/** Web pages as Markdown or plain text: what a reader sees of them, without menus, scripts and hidden text. */
@NullMarked
package dev.intellibrix.agenttools.html;

import org.jspecify.annotations.NullMarked;
