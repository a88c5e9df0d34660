package dev.intellibrix.internal.net;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class AddressTextTest {

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "1",
                "1.2.3",
                "1.2.3.4.5",
                "1.2.3.",
                ".1.2.3.4",
                "01.2.3.4",
                "1.2.3.04",
                "256.1.1.1",
                "1.2.3.4 ",
                "0x7f.0.0.1",
                "1.2.3.-4",
                "1.2.3.+4",
                "1.2..4",
                "2130706433",
                "127.1",
                "1.2.3.999",
                "١.2.3.4"
            })
    void isNoAddressOfIpv4(String text) {
        assertThat(AddressText.ipv4(text)).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                ":",
                ":::",
                "1",
                "::1::",
                "1::2::3",
                "1:2:3:4:5:6:7",
                "1:2:3:4:5:6:7:8:9",
                "1:2:3:4:5:6:7::8",
                "12345::",
                "::g",
                "::1%eth0",
                "::1.2.3",
                "::1.2.3.4.5",
                "1.2.3.4::",
                "::1.2.3.4:5",
                "1:2:3:4:5:6:7:1.2.3.4",
                ":1::2",
                "1:2:3:4:5:6:7:",
                "::01.2.3.4",
                "::+1",
                "[::1]"
            })
    void isNoAddressOfIpv6(String text) {
        assertThat(AddressText.ipv6(text)).isEmpty();
    }

    @Test
    void readsEveryAddressThatTheJdkWrites() throws UnknownHostException {
        long seed = 11;
        SplittableRandom random = new SplittableRandom(seed);
        for (int i = 0; i < 2_000; i++) {
            byte[] bytes = new byte[i % 2 == 0 ? 4 : 16];
            for (int at = 0; at < bytes.length; at++) {
                bytes[at] = random.nextInt(3) == 0 ? 0 : (byte) random.nextInt();
            }
            String text = InetAddress.getByAddress(bytes).getHostAddress();
            assertThat(bytes.length == 4 ? AddressText.ipv4(text) : AddressText.ipv6(text))
                    .as("seed %d: %s", seed, text)
                    .hasValueSatisfying(read -> assertThat(read).isEqualTo(bytes));
        }
    }

    @Test
    void readsGapsAtBothEndsAndInTheMiddle() {
        assertThat(AddressText.ipv6("::").orElseThrow()).isEqualTo(new byte[16]);
        assertThat(AddressText.ipv6("1::").orElseThrow()[1]).isEqualTo((byte) 1);
        assertThat(AddressText.ipv6("::1").orElseThrow()[15]).isEqualTo((byte) 1);
        assertThat(AddressText.ipv6("1:2:3:4:5:6:7::")).isPresent();
        assertThat(AddressText.ipv6("::ABCD:1.2.3.4").orElseThrow())
                .isEqualTo(new byte[] {0, 0, 0, 0, 0, 0, 0, 0, 0, 0, (byte) 0xab, (byte) 0xcd, 1, 2, 3, 4});
    }
}
