package dev.intellibrix.internal.json;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

class JsonNumbersTest {

    @Test
    void anExponentThatNoNumberCanHaveIsAFaultOfTheText() {
        assertThatThrownBy(() -> Json.parse("{\"a\":1e99999999999999999999}"))
                .isInstanceOf(JsonFault.class)
                .hasMessage("a number out of all bounds");
        assertThatThrownBy(() -> Json.parseLeniently("[-1E-99999999999999999999]"))
                .isInstanceOf(JsonFault.class);
    }
}
