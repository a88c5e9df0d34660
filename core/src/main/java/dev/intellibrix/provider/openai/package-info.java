/** Models behind the Chat Completions API, which OpenAI and most other servers speak. */
@NullMarked
package dev.intellibrix.provider.openai;

import org.jspecify.annotations.NullMarked;
