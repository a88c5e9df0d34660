package dev.intellibrix.internal.net;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class AddressRangeTest {

    @ParameterizedTest
    @CsvSource({
        "172.16.0.0/12, 172.16.0.0, true",
        "172.16.0.0/12, 172.31.255.255, true",
        "172.16.0.0/12, 172.32.0.0, false",
        "172.16.0.0/12, 172.15.255.255, false",
        "172.16.0.0/12, 173.16.0.0, false",
        "10.0.0.0/8, 10.255.0.1, true",
        "198.51.100.7/32, 198.51.100.7, true",
        "198.51.100.7/32, 198.51.100.6, false",
        "fc00::/7, fdff::1, true",
        "fc00::/7, fe00::1, false",
        "::/8, 10.0.0.1, false",
        "0.0.0.0/8, ::1, false"
    })
    void holdsTheAddressesThatBeginWithItsBits(String block, String address, boolean inside) {
        byte[] bytes = (address.indexOf(':') < 0 ? AddressText.ipv4(address) : AddressText.ipv6(address)).orElseThrow();

        assertThat(AddressRange.of(block, "a kind").contains(bytes)).isEqualTo(inside);
    }
}
