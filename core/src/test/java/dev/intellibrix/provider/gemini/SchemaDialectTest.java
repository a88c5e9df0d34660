package dev.intellibrix.provider.gemini;

import static dev.intellibrix.provider.gemini.GeminiServer.quoted;
import static org.assertj.core.api.Assertions.assertThat;

import dev.intellibrix.internal.json.Json;
import dev.intellibrix.internal.json.JsonFault;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SchemaDialectTest {

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '~',
            value = {
                "{'$schema':'x','type':'object','properties':{'a':{'type':'string','x-own':1}},'additionalProperties':false}"
                        + "|{'type':'object','properties':{'a':{'type':'string'}},'additionalProperties':false}",
                "{'type':'string','pattern':'^a$','maxLength':3}|{'type':'string','description':'(pattern: ^a$; maxLength: 3)'}",
                "{'type':'integer','exclusiveMinimum':0,'minimum':-5,'description':'How many.'}"
                        + "|{'type':'integer','minimum':-5,'description':'How many. (exclusiveMinimum: 0)'}",
                "{'const':'x'}|{'enum':['x'],'type':'string'}",
                "{'const':true}|{'description':'(const: true)'}",
                "{'enum':['a',1]}|{'enum':['a',1]}",
                "{'enum':['a',null]}|{'description':'(enum: !a!, null)'}",
                "{'type':'string','format':'date'}|{'type':'string','format':'date'}",
                "{'type':'string','format':'uuid'}|{'type':'string','description':'(format: uuid)'}",
                "{'type':['string','null']}|{'type':['string','null']}",
                "{'type':'array','items':{'type':'string','minLength':1},'minItems':1,'uniqueItems':true}"
                        + "|{'type':'array','items':{'type':'string','description':'(minLength: 1)'},'minItems':1,"
                        + "'description':'(uniqueItems: true)'}",
                "{'anyOf':[{'const':1},{'$ref':'#/$defs/a','description':'lost'}]}|{'anyOf':[{'enum':[1]},{'$ref':'#/$defs/a'}]}",
                "{'definitions':{'a':{'pattern':'b'}},'$ref':'#/definitions/a'}"
                        + "|{'$ref':'#/$defs/a','$defs':{'a':{'description':'(pattern: b)'}}}",
                "{'properties':{'a':true,'pattern':{'type':'string'}}}|{'properties':{'a':{},'pattern':{'type':'string'}}}",
                "{'required':['a'],'properties':{'a':{}},'allOf':[{'properties':{'b':{}},'required':['b'],'title':'t'},{'not':{}}]}"
                        + "|{'required':['a','b'],'properties':{'a':{},'b':{}},'title':'t'}",
                "{'not':{},'if':{},'then':{},'patternProperties':{'a':{}},'dependentRequired':{}}|{}",
                "true|true"
            })
    void aSchemaIsWrittenInThePartThatTheApiTakes(String schema, String taken) throws JsonFault {
        assertThat(SchemaDialect.of(Json.parse(quoted(schema))).toString()).isEqualTo(quoted(taken));
    }

    @Test
    void anInputWithoutAnythingIsEmpty() throws JsonFault {
        assertThat(isEmpty("{'type':'object','properties':{},'additionalProperties':false}"))
                .isTrue();
        assertThat(isEmpty("{'type':'object'}")).isTrue();
        assertThat(isEmpty("{'type':'object','properties':{'a':{}}}")).isFalse();
        assertThat(isEmpty("{'type':'object','additionalProperties':{'type':'string'}}"))
                .isFalse();
        assertThat(isEmpty("{'$ref':'#/$defs/a'}")).isFalse();
        assertThat(isEmpty("{'type':'object','anyOf':[]}")).isFalse();
    }

    private static boolean isEmpty(String schema) throws JsonFault {
        return SchemaDialect.isEmpty(Json.parse(quoted(schema)));
    }
}
