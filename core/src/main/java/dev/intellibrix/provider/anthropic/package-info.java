/** Models behind Anthropic's Messages API. */
@NullMarked
package dev.intellibrix.provider.anthropic;

import org.jspecify.annotations.NullMarked;
