package dev.intellibrix.provider.textcalls;

import static org.assertj.core.api.Assertions.assertThat;

import dev.intellibrix.provider.textcalls.TextToolCalls.Format;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** Texts of all markup there is, put together by chance. */
class AnyTextTest {

    private static final String[] PIECES = {
        "<tool_call>",
        "</tool_call>",
        "<tool_call>{\"name\":\"add\",\"arguments\":{\"a\":1}}</tool_call>",
        "<tool_call>{\"name\":\"nothing\",\"arguments\":{\"t\":\"</tool_call>\"}}</tool_call>",
        "{\"name\":\"add\",\"arguments\":{\"a\":1}}",
        "{\"name\":\"add\",\"parameters\":{}}",
        "{\"name\":\"write\",",
        "\"arguments\":{",
        "\"",
        "\\",
        "{",
        "}",
        "[",
        "]",
        ";",
        " ",
        "\n",
        "\r\n",
        "<|python_tag|>",
        "<|eom_id|>",
        "[TOOL_CALLS]",
        "[CALL_ID]",
        "[ARGS]",
        "add",
        "```",
        "````",
        "```json\n",
        "\n```json\n{\"name\":\"add\",\"arguments\":{}}\n```\n",
        "~~~",
        "`",
        "> ",
        "<think>",
        "</think>",
        "<function=add>",
        "<function=",
        "<parameter=a>",
        "</parameter>",
        "</function>",
        "<function=write><parameter=path>x</parameter></function>",
        "<function_calls>",
        "</function_calls>",
        "<invoke name=\"add\">",
        "<parameter name=\"a\">",
        "</invoke>",
        "<",
        ">",
        "text",
        "\ud83d",
        "\ud83d\ude00"
    };

    private static String anyText(SplittableRandom random) {
        StringBuilder text = new StringBuilder();
        for (int i = random.nextInt(14); i >= 0; i--) {
            String piece = PIECES[random.nextInt(PIECES.length)];
            int cut = random.nextInt(8) == 0 ? random.nextInt(piece.length() + 1) : piece.length();
            text.append(piece, 0, cut);
        }
        return text.toString();
    }

    private static Format[] anyFormats(SplittableRandom random) {
        Format[] all = Format.values();
        return random.nextBoolean()
                ? all
                : new Format[] {all[random.nextInt(all.length)], all[random.nextInt(all.length)]};
    }

    @Test
    void isTheSameHoweverItIsCutAndLosesNothing() {
        long seed = Long.getLong("seed", 1);
        SplittableRandom random = new SplittableRandom(seed);
        int withCalls = 0;
        for (int round = 0; round < 4_000; round++) {
            String text = anyText(random);
            Format[] formats = anyFormats(random);
            String as = "seed " + seed + ", round " + round + ", " + List.of(formats) + ":\n" + text;
            try {
                Divided whole = Divided.of(text, formats);
                assertThat(whole.whole()).as(as).isEqualTo(text);
                withCalls += whole.calls.isEmpty() ? 0 : 1;
                for (int most : new int[] {1, 3, 30}) {
                    Divided cut = new Divided(formats);
                    for (int at = 0; at < text.length(); ) {
                        int end = Math.min(text.length(), at + 1 + random.nextInt(most));
                        cut.add(text.substring(at, end));
                        assertThat(whole.text.toString()).as(as).startsWith(cut.text.toString());
                        at = end;
                    }
                    assertThat(cut.end().pieces).as(as).isEqualTo(whole.pieces);
                    assertThat(cut.calls).as(as).isEqualTo(whole.calls);
                }
            } catch (RuntimeException e) {
                throw new AssertionError(as, e);
            }
        }
        assertThat(withCalls).as("seed %d: texts with calls", seed).isGreaterThan(400);
    }

    /** Each call is made by its own markup, and by all of it. */
    @Test
    void makesNoCallThatTheWholeMarkupDoesNotMake() {
        long seed = Long.getLong("seed", 2);
        SplittableRandom random = new SplittableRandom(seed);
        int checked = 0;
        for (int round = 0; round < 3_000; round++) {
            Format[] formats = anyFormats(random);
            Divided divided = Divided.of(anyText(random), formats);
            for (String markup : divided.markup) {
                String as = "seed " + seed + ", round " + round + ", " + List.of(formats) + ":\n" + markup;
                Divided alone = Divided.of(markup, formats);
                assertThat(alone.text).as(as).isEmpty();
                assertThat(divided.calls).as(as).containsAll(alone.calls);
                String lacking = markup.replaceFirst("(?:<\\|eo[mt]_id\\|>|;\\s*)$", "");
                lacking = lacking.substring(0, lacking.length() - 1);
                assertThat(Divided.of(lacking, formats).calls)
                        .as("that can be run without its end, %s", as)
                        .allMatch(WrittenCall::isBroken);
                checked++;
            }
        }
        assertThat(checked).as("seed %d", seed).isGreaterThan(300);
    }

    /** What is shown while more is to come is never half of a marker, unless it is quoted. */
    @Test
    void showsNoHalfOfAMarker() {
        long seed = Long.getLong("seed", 3);
        SplittableRandom random = new SplittableRandom(seed);
        String[] openings = {
            "<tool_call>", "<|python_tag|>", "[TOOL_CALLS]", "<function=", "<function_calls>", "<invoke name=\""
        };
        for (int round = 0; round < 500; round++) {
            String text = anyText(random).replaceAll("[`~>]|think", "");
            Divided divided = new Divided(Format.values());
            for (int at = 0; at < text.length(); at++) {
                divided.add(text.substring(at, at + 1));
                String shown = divided.endsInText() ? divided.text.toString() : "";
                String held = text.substring(divided.whole().length(), at + 1);
                for (String opening : openings) {
                    for (int length = 1; length < opening.length(); length++) {
                        boolean isHalf = shown.endsWith(opening.substring(0, length))
                                && (held.startsWith(opening.substring(length)) || opening.startsWith(held, length));
                        assertThat(isHalf)
                                .as("seed %d, round %d: %s shown, %s held, of %s", seed, round, shown, held, text)
                                .isFalse();
                    }
                }
            }
        }
    }
}
