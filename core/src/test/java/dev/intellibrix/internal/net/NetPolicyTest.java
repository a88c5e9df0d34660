package dev.intellibrix.internal.net;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class NetPolicyTest {

    private static final NetPolicy PUBLIC = NetPolicy.ofPublicHosts().withOwnAddresses(Set::of);

    @ParameterizedTest
    @ValueSource(
            strings = {
                "localhost",
                "LOCALHOST",
                "LocalHost",
                "localhost.",
                "foo.localhost",
                "foo.LOCALHOST.",
                "localhost.localdomain",
                "printer.local",
                "metadata.google.internal",
                "nas.home.arpa",
                "intranet",
                "ｌocalhost"
            })
    void refusesNamesOfTheLocalNetworkWithoutALookUp(String host) {
        assertRefused(PUBLIC, "http://" + host + "/", "local network");
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 22, 25, 70, 79, 81, 1023})
    void refusesPortsThatAreNotOfTheWeb(int port) {
        assertRefused(PUBLIC, "http://example.com:" + port + "/", "port " + port);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "http://example.com/",
                "https://example.com/",
                "http://example.com:8080/",
                "http://example.com:443/"
            })
    void allowsPublicHosts(String url) {
        assertThatCode(() -> PUBLIC.check(WebUrl.parse(url))).doesNotThrowAnyException();
    }

    @Test
    void refusesTheAddressesOfThisMachineThoughTheyArePublic() {
        NetPolicy policy = PUBLIC.withOwnAddresses(() -> Set.of(Inside.address("93.184.216.34")));
        assertRefused(policy, "http://93.184.216.34/", "of this machine");
        assertThatThrownBy(() -> policy.check("own.example", Inside.address("93.184.216.34")))
                .isInstanceOf(RefusedAddressException.class);
        assertThatCode(() -> policy.check("a.example", Inside.address("93.184.216.35")))
                .doesNotThrowAnyException();
    }

    @Test
    void refusesEveryAddressWhenTheMachineDoesNotTellItsOwn() {
        NetPolicy policy = PUBLIC.withOwnAddresses(() -> {
            throw new UncheckedIOException(new IOException("no"));
        });
        assertRefused(policy, "http://93.184.216.34/", "may be this machine's");
    }

    @Test
    void knowsTheAddressesOfThisMachine() {
        assertThat(Addresses.ofThisMachine()).anyMatch(InetAddress::isLoopbackAddress);
    }

    @ParameterizedTest
    @CsvSource({
        "example.org, http://example.org/, true",
        "EXAMPLE.org., http://example.org/, true",
        "example.org, http://Example.ORG.:8080/x, true",
        "example.org, http://www.example.org/, false",
        "example.org, http://notexample.org/, false",
        "example.org, http://example.org.evil.example/, false",
        "*.example.org, http://www.example.org/, true",
        "*.example.org, http://a.b.example.org/, true",
        "*.example.org, http://example.org/, false",
        "*.example.org, http://notexample.org/, false",
        "*.example.org, http://www.example.org.evil.example/, false",
        "bücher.example, http://xn--bcher-kva.example/, true",
        "xn--bcher-kva.example, http://bücher.example/, true",
    })
    void matchesHostsAsTheyAreMeant(String pattern, String url, boolean matches) {
        NetPolicy policy = PUBLIC.withHosts(List.of("other.example", pattern));
        if (matches) {
            assertThatCode(() -> policy.check(WebUrl.parse(url))).doesNotThrowAnyException();
        } else {
            assertRefused(policy, url, "not among the hosts");
        }
    }

    @Test
    void namesTheHostsThatAreAllowed() {
        assertRefused(
                PUBLIC.withHosts(List.of("a.example", "*.b.example")), "http://c.example/", "a.example, *.b.example");
    }

    @Test
    void checksAddressesOfListedHostsAllTheSame() {
        NetPolicy policy = PUBLIC.withHosts(List.of("127.0.0.1", "localhost", "a.example"));
        assertRefused(policy, "http://127.0.0.1/", "loopback");
        assertRefused(policy, "http://localhost/", "local network");
        assertThatThrownBy(() -> policy.check("a.example", Inside.address("10.0.0.1")))
                .isInstanceOf(RefusedAddressException.class);
    }

    @Test
    void letsEveryAddressPassWhenThePrivateNetworkIsAllowedButNoOtherHost() {
        NetPolicy policy = PUBLIC.withHosts(List.of("localhost")).withPrivateNetwork(true);
        assertThatCode(() -> policy.check(WebUrl.parse("http://localhost:81/"))).doesNotThrowAnyException();
        assertThatCode(() -> policy.check("localhost", Inside.address("127.0.0.1")))
                .doesNotThrowAnyException();
        assertRefused(policy, "http://127.0.0.1/", "not among the hosts");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "*",
                "*.",
                "**.example.org",
                "www.*.org",
                "http://example.org",
                "example.org:80",
                "example.org/x",
                "a b",
                "*.127.0.0.1",
                "user@example.org",
                "0x7f.1",
                "*.5"
            })
    void refusesPatternsThatAreNone(String pattern) {
        assertThatThrownBy(() -> PUBLIC.withHosts(List.of(pattern)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("\"" + pattern + "\"");
    }

    private static void assertRefused(NetPolicy policy, String url, String message) {
        WebUrl parsed = WebUrl.parse(url);
        assertThatThrownBy(() -> policy.check(parsed))
                .isInstanceOf(NetException.class)
                .hasMessageContaining(message);
    }
}
