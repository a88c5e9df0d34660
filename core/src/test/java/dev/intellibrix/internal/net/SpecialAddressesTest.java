package dev.intellibrix.internal.net;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigInteger;
import java.net.InetAddress;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class SpecialAddressesTest {

    @Test
    void knowsEveryRangeOfTheRegistriesFromItsFirstToItsLastAddressAndNoneBeside() {
        for (InetAddress address : SpecialRanges.edges()) {
            assertThat(SpecialAddresses.kindOf(address.getAddress()).isPresent())
                    .as(address.getHostAddress())
                    .isEqualTo(SpecialRanges.contain(address));
        }
    }

    @Test
    void agreesWithTheRegistriesAboutAnyAddress() {
        long seed = 10;
        SplittableRandom random = new SplittableRandom(seed);
        for (int i = 0; i < 4_000; i++) {
            byte[] bytes = new byte[i % 2 == 0 ? 4 : 16];
            random.nextBytes(bytes);
            // Half of those of IPv6 are from the part that was given out, where the special ones are few.
            bytes[0] = bytes.length == 16 && i % 4 == 1 ? (byte) (0x20 | (bytes[0] & 0x1f)) : bytes[0];
            InetAddress address = SpecialRanges.address(new BigInteger(1, bytes), bytes.length);
            assertThat(SpecialAddresses.kindOf(bytes).isPresent())
                    .as("seed %d: %s", seed, address.getHostAddress())
                    .isEqualTo(SpecialRanges.contain(address));
        }
    }

    @ParameterizedTest
    @CsvSource({
        "127.0.0.1, a loopback address",
        "0.0.0.0, an address of this network",
        "10.1.2.3, a private address",
        "100.100.100.200, a shared address of a provider's own network",
        "169.254.169.254, a link-local address",
        "255.255.255.255, a reserved address",
        "::1, a loopback address",
        "::, an address of this network",
        "fd00:ec2::254, a private address",
        "fe80::1, a link-local address",
        "fec0::1, a private address",
        "ff02::1, a multicast address",
        "2001:db8::1, an address for documentation",
        "100::1, an address that leads nowhere",
        "5f00::1, an address for protocols",
        "4000::1, a reserved address",
    })
    void saysWhatAnAddressIs(String address, String kind) {
        assertThat(SpecialAddresses.kindOf(Inside.address(address).getAddress()))
                .contains(kind);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "::127.0.0.1",
                "::8.8.8.8",
                "::ffff:127.0.0.1",
                "::ffff:8.8.8.8",
                "::ffff:0:127.0.0.1",
                "::ffff:0:8.8.8.8",
                "64:ff9b::127.0.0.1",
                "64:ff9b::808:808",
                "64:ff9b:1::7f00:1",
                "64:ff9b:1:fffe:8:808:800:0",
                "2002:7f00:1::",
                "2002:808:808::1",
                "2001:0:4136:e378:8000:63bf:80ff:fffe",
                "2606:4700::5efe:7f00:1",
                "2606:4700::5efe:808:808",
                "2606:4700::200:5efe:10.0.0.1"
            })
    void refusesEveryFormThatWrapsAnAddressOfIpv4WhicheverItIs(String address) {
        assertThat(SpecialAddresses.kindOf(Inside.address(address).getAddress()))
                .contains("an IPv6 form of an IPv4 address");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"8.8.8.8", "93.184.216.34", "1.1.1.1", "223.255.255.255", "2606:4700::1", "2a00:1450::5eff:1"})
    void hasNothingToSayOfHostsOfTheInternet(String address) {
        assertThat(SpecialAddresses.kindOf(Inside.address(address).getAddress()))
                .isEmpty();
    }
}
