package dev.intellibrix.provider.textcalls;

import static org.assertj.core.api.Assertions.assertThat;

import dev.intellibrix.internal.json.Json;
import dev.intellibrix.internal.json.JsonFault;
import dev.intellibrix.provider.textcalls.TextToolCalls.Format;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What models write. In the tables a backslash and an n stand for a line break, and single quotes for double ones. */
class FormatsTest {

    private static final Format[] ALL = Format.values();

    private static String text(String written) {
        return written.replace("\\n", "\n").replace('\'', '"');
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '~',
            ignoreLeadingAndTrailingWhitespace = false,
            value = {
                "<tool_call>\\n{'name': 'add', 'arguments': {'a': 1}}\\n</tool_call>|add({'a':1})",
                "<tool_call>{'name':'add','parameters':{'a':1}}</tool_call>|add({'a':1})",
                "<tool_call>{'arguments':'{}','name':'x'}</tool_call>|x({})",
                "<tool_call>{'name':'add'}</tool_call>|add({})",
                "<tool_call>{'name':'add','arguments':null}</tool_call>|add({})",
                "<tool_call>[{'name':'a','arguments':{}},{'name':'b','arguments':{}}]</tool_call>|a({}) b({})",
                "<tool_call>{'type':'function','function':{'name':'a','arguments':{}}}</tool_call>|a({})",
                "<tool_call>{'name':'a','arguments':{'x':1.50,'y':[1,]}}</tool_call>|a({'x':1.50,'y':[1]})",
                "<tool_call>{'name':'a','arguments':{'t':'</tool_call>'}}</tool_call>|a({'t':'</tool_call>'})",
                "[TOOL_CALLS][{'name':'a','arguments':{}},{'name':'b','arguments':{'x':1}}]|a({}) b({'x':1})",
                "[TOOL_CALLS] {'name':'a','arguments':{}}|a({})",
                "[TOOL_CALLS]add[ARGS]{'a':1}[TOOL_CALLS]b[ARGS]{}|add({'a':1}) b({})",
                "[TOOL_CALLS]add[CALL_ID]Ab12[ARGS] {'a':1}|add({'a':1})",
                "[TOOL_CALLS]add{'a':1}|add({'a':1})",
                "<~python_tag~>{'name':'a','parameters':{'x':1}}<~eom_id~>|a({'x':1})",
                "<~python_tag~>{'name':'a','parameters':{}}; {'name':'b','parameters':{}}|a({}) b({})",
                "{'name': 'add', 'parameters': {'a': 1}}|add({'a':1})",
                " {'name':'add','parameters':{}};\\n{'name':'write','parameters':{}}\\n|add({}) write({})",
                "<think>so {</think>\\n{'name':'add','parameters':{}}|add({})",
                "```json\\n{'name':'add','arguments':{'a':1}}\\n```|add({'a':1})",
                "```\\n[{'name':'add','arguments':{}},{'name':'write','parameters':{}}]\\n```\\n|add({}) write({})",
                "  ````tool_call  \\n\\n{'name':'add','arguments':{}}\\n  ````  |add({})",
                "<function=add>\\n{'a':1}\\n</function>|add({'a':1})",
                "<function=add></function>|add({})",
                "<function=add>\\n<parameter=a>\\n1\\n</parameter>\\n</function>|add({'a':1})",
                "<tool_call>\\n<function=write>\\n<parameter=path>\\n1\\n</parameter>\\n<parameter=lines>[1, 2]</parameter>"
                        + "</function>\\n</tool_call>|write({'path':'1','lines':[1,2]})",
                "<function=write><parameter=path></function></parameter></parameter></function>|"
                        + "write({'path':'</function></parameter>'})",
                "<function=write><parameter=any>null</parameter></function>|write({'any':'null'})",
                "<function=x><parameter=n>7</parameter><parameter=s>seven</parameter></function>|x({'n':7,'s':'seven'})",
                "<invoke name='write'><parameter name='path'>a.txt</parameter></invoke>|write({'path':'a.txt'})",
                "<function_calls>\\n<invoke name='add'>\\n<parameter name='a'>1</parameter>\\n</invoke>\\n"
                        + "<invoke name='x'>\\n</invoke>\\n</function_calls>|add({'a':1}) x({})"
            })
    void readsWhatModelsWrite(String written, String calls) {
        Divided divided = Divided.of(text(written.replace('~', '|')), ALL);

        assertThat(divided.calls.stream().map(call -> call.name() + "(" + call.arguments() + ")"))
                .containsExactly(text(calls).split(" "));
        assertThat(divided.calls).noneMatch(WrittenCall::isBroken);
        assertThat(divided.text.toString().replaceAll("<think>.*</think>", "")).isBlank();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "a < b and <tool_calling> and [TOOLS] and ``` and {",
                "I can use <tool_call> for this, or [TOOL_CALLS], <|python_tag|>, <function=x>, <invoke name='x'>.",
                "<tool_call>{'name':'add','arguments':{}}",
                "<tool_call>{'name':'add','arguments':{}}</tool_call",
                "<tool_call>{'arguments':{}}</tool_call>",
                "<tool_call>[]</tool_call>",
                "<tool_call>{'name':'','arguments':{}}</tool_call>",
                "[TOOL_CALLS][{'name':'add','arguments':{}}",
                "[TOOL_CALLS][{'name':'add'},{'arguments':{}}]",
                "[TOOL_CALLS]add",
                "[TOOL_CALLS]add[ARGS]",
                "[TOOL_CALLS]add[ARGS]{'a':1",
                "[TOOL_CALLS]add[OTHER]{'a':1}",
                "<|python_tag|>{'name':'add','parameters':{}",
                "<|python_tag|>print(1)",
                "{'name':'add','parameters':{}} is what I would write",
                "Here: {'name':'add','parameters':{}}",
                "{'name':'other','parameters':{}}",
                "{'name':'add'}",
                "{'name':'add','parameters':{}};",
                "{'name':'add','parameters':{}",
                "{'name':'add','parameters':{}}{'name':'add','parameters':{}}",
                "```json\n{'name':'other','arguments':{}}\n```",
                "```json\n{'name':'add'}\n```",
                "```json\n{'name':'add','arguments':{}}",
                "```json\n{'name':'add','arguments':{}}\nmore\n```",
                "```json\n{'name':'add','arguments':{}}```",
                "````json\n{'name':'add','arguments':{}}\n```",
                "```java\n{'name':'add','arguments':{}}\n```",
                "So ```json\n{'name':'add','arguments':{}}\n```",
                "<function=add>",
                "<function=add><parameter=a>1</parameter>",
                "<function=add><parameter=a>1</function>",
                "<function=add>a</function>",
                "<function=add><parameter=a>1</parameter><parameter=a>2</parameter></function>",
                "<function=>{}</function>",
                "<tool_call><function=add></function>",
                "<invoke name='add'><parameter name='a'>1</parameter>",
                "<function_calls><invoke name='add'></invoke>",
                "<function_calls></function_calls>",
                "<function_calls><invoke name='add'></invoke>done</function_calls>"
            })
    void everythingElseIsText(String written) {
        Divided divided = Divided.of(text(written), ALL);

        assertThat(divided.pieces).containsExactly(text(written));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "```\n%s\n```\n",
                "```xml\n%s\n```",
                "~~~~\n%s\n~~~~",
                "- like this:\n   ```\n   %s\n   ```",
                "Never write `%s` here.",
                "Never write ``a ` %s`` here.",
                "> %s\n",
                "  > so: %s",
                "<think>\nI could write %s.\n</think>\nNo.",
                "```\nan open block\n%s",
                "```a\n``` b\n%s"
            })
    void whatIsQuotedIsText(String frame) {
        String call = "<tool_call>{\"name\":\"add\",\"arguments\":{}}</tool_call>";
        String quoted = String.format(frame, call);

        assertThat(Divided.of(quoted, ALL).pieces).containsExactly(quoted);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "```\nquoted\n```\n%s",
                "A `code span` and %s",
                "An open ` here\nand %s",
                "``` a code span ``` and %s",
                "> a quotation\n%s",
                "a > b: %s",
                "<think>\n```\nan open block\n</think>\n%s",
                "I <think>: %s",
                "~~struck~~ %s",
                "a<b %s"
            })
    void whatComesBehindAQuotationIsRead(String frame) {
        String call = "<tool_call>{\"name\":\"add\",\"arguments\":{}}</tool_call>";

        assertThat(Divided.of(String.format(frame, call), ALL).pieces)
                .containsExactly(frame.replace("%s", ""), "add({})");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "<tool_call>{'name':'add','arguments':{'a':1}</tool_call>",
                "<tool_call>{'name':'add' 'arguments':{'a':1}}</tool_call>",
                "<tool_call>{'name':'add','arguments':{'a':'b'c'}}</tool_call>",
                "<tool_call>{'name':'add','arguments':{'a':'b}}</tool_call>",
                "<tool_call>{'name':'add','name':'write','arguments':{}}</tool_call>",
                "<tool_call>{'name':'add','arguments':'a=1'}</tool_call>",
                "[TOOL_CALLS][{'name':'add','arguments':{'a':}}]",
                "[TOOL_CALLS]add[ARGS]{'a':}",
                "<|python_tag|>{'name':'add','parameters':{a:1}}",
                "<function=add>{'a':}</function>"
            })
    void brokenJsonInWholeMarkupIsACallThatCanNotBeRun(String written) {
        Divided divided = Divided.of(text(written), ALL);

        assertThat(divided.calls).hasSize(1);
        assertThat(divided.calls.get(0).name()).isEqualTo("add");
        assertThat(divided.calls.get(0).isBroken()).isTrue();
        assertThat(isNoObject(divided.calls.get(0).arguments())).isTrue();
    }

    private static boolean isNoObject(String json) {
        try {
            return !Json.parse(json).isObject();
        } catch (JsonFault e) {
            return true;
        }
    }

    @Test
    void lineBreaksInStringsAreMended() {
        String written = "<tool_call>{\"name\":\"add\",\"arguments\":{\"a\":\"x\n\ty\"}}</tool_call>";

        assertThat(Divided.of(written, ALL).calls)
                .containsExactly(new WrittenCall("add", "{\"a\":\"x\\n\\ty\"}", true, false));
    }

    @Test
    void textAroundCallsStays() {
        String call = "<tool_call>{\"name\":\"add\",\"arguments\":{}}</tool_call>";

        assertThat(Divided.of("one\n" + call + "\ntwo" + call + " three", ALL).pieces)
                .containsExactly("one\n", "add({})", "\ntwo", "add({})", " three");
    }

    @ParameterizedTest
    @EnumSource(Format.class)
    void aFormatAloneReadsNothingOfTheOthers(Format format) {
        Defused defused = new Defused(Set.of());
        for (Format other : Format.values()) {
            String written = other.syntax().write("add", "{\"a\":1}", defused);
            assertThat(Divided.of(written, format).calls).hasSize(other == format ? 1 : 0);
        }
    }

    @ParameterizedTest
    @EnumSource(Format.class)
    void whatIsWrittenIsReadAgain(Format format) {
        Defused defused = new Defused(Set.copyOf(format.syntax().markers()));
        String arguments = "{\"path\":\"a \\\"b\\\" \\u00e9 \\\\ {[<>`\\n\",\"lines\":[1.50,{\"x\":null}]}";

        Divided divided = Divided.of(format.syntax().write("write", arguments, defused), format);

        assertThat(divided.calls).hasSize(1);
        assertThat(divided.calls.get(0).arguments()).isEqualTo(arguments.replace("\\u00e9", "\u00e9"));
        assertThat(divided.text).isEmpty();
    }

    @ParameterizedTest
    @EnumSource(Format.class)
    void severalThatAreWrittenAreReadAgain(Format format) {
        Defused defused = new Defused(Set.copyOf(format.syntax().markers()));
        CallSyntax syntax = format.syntax();
        String two = syntax.write("add", "{}", defused) + syntax.separator() + syntax.write("write", "{}", defused);

        assertThat(Divided.of(two, format).calls).extracting(WrittenCall::name).containsExactly("add", "write");
    }

    /** A call goes back to the model with its arguments, and these may hold what others wrote. */
    @ParameterizedTest
    @EnumSource(Format.class)
    void argumentsThatHoldMarkupDoNotBreakOutOfTheirCall(Format format) {
        Defused defused = new Defused(Set.copyOf(format.syntax().markers()));
        StringBuilder all = new StringBuilder();
        for (Format other : Format.values()) {
            all.append(other.syntax().write("add", "{\"a\":1}", new Defused(Set.of())));
        }
        String arguments = Json.write(Json.object().put("path", all.toString()));

        Divided divided = Divided.of(format.syntax().write("write", arguments, defused), format);

        assertThat(divided.calls).extracting(WrittenCall::name).containsExactly("write");
        assertThat(divided.text).isEmpty();
    }
}
