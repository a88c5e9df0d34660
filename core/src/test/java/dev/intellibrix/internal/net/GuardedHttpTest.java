package dev.intellibrix.internal.net;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.intellibrix.message.Label;
import dev.intellibrix.message.Origin;
import dev.intellibrix.tool.Cancellation;
import dev.intellibrix.tool.CancellationSource;
import java.io.IOException;
import java.net.Inet6Address;
import java.net.InetAddress;
import java.net.Proxy;
import java.net.ProxySelector;
import java.net.SocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class GuardedHttpTest {

    private static final String PUBLIC = "93.184.216.34";
    private static final String OTHER = "93.184.216.35";

    private final Inside inside = new Inside();
    private final List<RawServer> servers = new CopyOnWriteArrayList<>();

    @AfterEach
    void closeServers() throws IOException {
        for (RawServer server : servers) {
            server.close();
        }
    }

    private RawServer serve(String name, String address, RawServer.Handler handler) {
        RawServer server = new RawServer(handler);
        servers.add(server);
        inside.name(name, address).server(address, server.port());
        return server;
    }

    private RawServer serveText(String name, String address, String text) {
        return serve(
                name,
                address,
                (path, out) ->
                        out.write(RawServer.answer("200 OK", "Content-Type: text/plain\r\n", text + " " + path)));
    }

    private RawServer serveRedirect(String name, String address, String location) {
        return serve(
                name,
                address,
                (path, out) -> out.write(RawServer.answer("302 Found", "Location: " + location + "\r\n", "")));
    }

    private static NetRequest.Builder get(String url) {
        return NetRequest.of(WebUrl.parse(url)).deadline(Deadline.in(Duration.ofSeconds(60)));
    }

    private String textOf(String url) {
        return new String(
                inside.client().send(get(url).build(), Cancellation.none()).body(), StandardCharsets.UTF_8);
    }

    private NetException failure(String url) {
        return failure(inside.client(), get(url).build());
    }

    private static NetException failure(GuardedHttp client, NetRequest request) {
        return catchThrowableOfType(NetException.class, () -> client.send(request, Cancellation.none()));
    }

    @Test
    void readsAPageOfAPublicHostAtTheAddressThatWasChecked() {
        RawServer server = serveText("a.example", PUBLIC, "hello");
        assertThat(textOf("http://a.example/x?y=1#z")).isEqualTo("hello /x?y=1");
        assertThat(inside.connections()).containsExactly(PUBLIC + " 80");
        assertThat(server.requests().get(0))
                .startsWith("GET /x?y=1 HTTP/1.1\n")
                .contains("Host: a.example\n")
                .contains("Accept-Encoding: identity\n")
                .doesNotContainIgnoringCase("cookie")
                .doesNotContainIgnoringCase("authorization");
    }

    @Test
    void handsNoAddressOfASpecialRangeToTheConnectorNeitherLiteralNorByNameNorByRedirectNorByRebinding() {
        GuardedHttp client = inside.client();
        String[] target = {""};
        RawServer redirecting = serve(
                "redirect.example",
                PUBLIC,
                (path, out) -> out.write(RawServer.answer("302 Found", "Location: " + target[0] + "\r\n", "")));
        for (InetAddress address : SpecialRanges.edges()) {
            boolean isSpecial = SpecialRanges.contain(address);
            String literal = "http://" + SpecialRanges.inUrl(address) + "/";
            inside.name("name.example", address);
            inside.name("rebind.example", PUBLIC).then("rebind.example", address);
            for (String url :
                    List.of(literal, "http://name.example/", "http://redirect.example/", "http://rebind.example/")) {
                target[0] = url.contains("rebind") ? "/again" : literal;
                inside.forget();
                NetException refused = failure(client, get(url).build());
                List<String> reached = inside.connections().stream()
                        .filter(each -> !each.equals(PUBLIC + " 80"))
                        .toList();
                String seen = address.getHostAddress() + " by " + url;
                assertThat(reached).as(seen).hasSize(isSpecial ? 0 : 1);
                assertThat(refused.kind())
                        .as(seen)
                        .isEqualTo(isSpecial ? NetException.Kind.REFUSED : NetException.Kind.UNREACHABLE);
            }
        }
        assertThat(redirecting.requests()).isNotEmpty();
    }

    @Test
    void looksNothingUpForWhatIsRefusedByItsSpelling() {
        for (String url : List.of("http://127.0.0.1/", "http://localhost/", "http://[::1]/", "http://x.localhost/")) {
            assertThat(failure(url).kind()).isEqualTo(NetException.Kind.REFUSED);
        }
        assertThat(inside.lookUps()).isEmpty();
        assertThat(inside.connections()).isEmpty();
    }

    @Test
    void refusesANameThatLeadsToAPrivateAddress() {
        inside.name("127.0.0.1.nip.example", "127.0.0.1");
        NetException refused = failure("http://127.0.0.1.nip.example/");
        assertThat(refused).hasMessageContaining("leads to a loopback address");
        assertThat(refused.kind()).isEqualTo(NetException.Kind.REFUSED);
        assertThat(inside.connections()).isEmpty();
    }

    @Test
    void refusesANameOfWhichOneAddressIsPrivate() {
        inside.name("multi.example", PUBLIC, "10.0.0.1");
        assertThat(failure("http://multi.example/").kind()).isEqualTo(NetException.Kind.REFUSED);
        inside.name("multi.example", "10.0.0.1", PUBLIC);
        assertThat(failure("http://multi.example/").kind()).isEqualTo(NetException.Kind.REFUSED);
        assertThat(inside.connections()).isEmpty();
    }

    @Test
    void connectsToTheCheckedAddressThoughTheNameChangesItsAnswer() {
        serveText("rebind.example", PUBLIC, "public");
        inside.name("rebind.example", PUBLIC).then("rebind.example", "127.0.0.1");
        assertThat(textOf("http://rebind.example/")).startsWith("public");
        assertThat(inside.lookUps()).containsExactly("rebind.example");
        // A second client has no open connection, and looks the name up again.
        assertThat(failure("http://rebind.example/").kind()).isEqualTo(NetException.Kind.REFUSED);
        assertThat(inside.connections()).containsExactly(PUBLIC + " 80");
    }

    @Test
    void refusesARebindingBetweenTwoHops() {
        serveRedirect("rebind.example", PUBLIC, "/again");
        inside.name("rebind.example", PUBLIC).then("rebind.example", "169.254.169.254");
        NetException refused = failure("http://rebind.example/");
        assertThat(refused.kind()).isEqualTo(NetException.Kind.REFUSED);
        assertThat(inside.connections()).containsExactly(PUBLIC + " 80");
    }

    @Test
    void checksTheAddressAgainInTheSocketItself() {
        for (String address : List.of("127.0.0.1", "10.0.0.1", "169.254.169.254")) {
            try (GuardedSocket socket =
                    new GuardedSocket(NetPolicy.ofPublicHosts(), inside, new WireAllowance(1_000))) {
                assertThatThrownBy(() -> socket.connect(new java.net.InetSocketAddress(Inside.address(address), 80)))
                        .isInstanceOf(RefusedAddressException.class);
                assertThatThrownBy(() -> socket.connect(java.net.InetSocketAddress.createUnresolved("a.example", 80)))
                        .isInstanceOf(IOException.class);
            } catch (IOException e) {
                throw new AssertionError(e);
            }
        }
        assertThat(inside.connections()).isEmpty();
    }

    @Test
    void triesTheNextAddressWhenOneDoesNotAnswer() {
        serveText("a.example", OTHER, "second");
        inside.name("a.example", PUBLIC, OTHER);
        assertThat(textOf("http://a.example/")).startsWith("second");
        assertThat(inside.connections()).contains(OTHER + " 80");
    }

    @Test
    void followsRedirectsWithEveryCheckAgain() {
        serveRedirect("a.example", PUBLIC, "//b.example/b?c");
        serveText("b.example", OTHER, "there");
        NetAnswer answer = inside.client().send(get("http://a.example/").build(), Cancellation.none());
        assertThat(answer.url()).hasToString("http://b.example/b?c");
        assertThat(inside.connections()).containsExactly(PUBLIC + " 80", OTHER + " 80");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "http://127.0.0.1/",
                "http://localhost/",
                "http://[::1]/",
                "http://2130706433/",
                "file:///etc/passwd",
                "ftp://b.example/",
                "gopher://b.example/",
                "data:text/plain,hi",
                "javascript:alert(1)",
                "jar:http://b.example/x!/",
                "http://u@b.example/",
                "http://b.example:22/",
                "http://b.exam%70le/"
            })
    void refusesARedirectAtTheHop(String location) {
        serveRedirect("a.example", PUBLIC, location);
        inside.name("b.example", OTHER);
        NetException refused = failure("http://a.example/");
        assertThat(refused.kind()).isEqualTo(NetException.Kind.REFUSED);
        assertThat(refused).hasMessageStartingWith("http://a.example/ redirects");
        assertThat(inside.connections()).containsExactly(PUBLIC + " 80");
    }

    @Test
    void followsNoRedirectToAHostThatIsNotListed() {
        serveRedirect("a.example", PUBLIC, "http://b.example/");
        serveText("b.example", OTHER, "secret");
        GuardedHttp client = inside.client(NetPolicy.ofPublicHosts().withHosts(List.of("a.example")));
        assertThat(failure(client, get("http://a.example/").build()).kind()).isEqualTo(NetException.Kind.REFUSED);
        assertThat(inside.connections()).containsExactly(PUBLIC + " 80");
    }

    @Test
    void endsALoopOfRedirects() {
        RawServer server = serveRedirect("a.example", PUBLIC, "/");
        NetException ended = failure("http://a.example/");
        assertThat(ended.kind()).isEqualTo(NetException.Kind.REDIRECT);
        assertThat(ended).hasMessageContaining("more than 5 times");
        assertThat(server.requests()).hasSize(6);
    }

    @Test
    void wantsARedirectToSayWhereTo() {
        serve("a.example", PUBLIC, (path, out) -> out.write(RawServer.answer("302 Found", "", "")));
        assertThat(failure("http://a.example/")).hasMessageContaining("does not say where to");
    }

    @Test
    void readsLocationsWithBlanksAndLettersBeyondAscii() {
        RawServer server = serve(
                "a.example",
                PUBLIC,
                (path, out) -> out.write(
                        path.equals("/")
                                ? RawServer.answer(
                                        "302 Found",
                                        "Location: /b c/"
                                                + new String(
                                                        "ü".getBytes(StandardCharsets.UTF_8),
                                                        StandardCharsets.ISO_8859_1)
                                                + "\r\n",
                                        "")
                                : RawServer.answer("200 OK", "", "x")));
        assertThat(textOf("http://a.example/")).isEqualTo("x");
        assertThat(server.requests().get(1)).startsWith("GET /b%20c/%C3%BC ");
    }

    @Test
    void givesAKeyToTheHostThatItIsForAndToNoOther() {
        RawServer first = serve(
                "a.example",
                PUBLIC,
                (path, out) -> out.write(
                        path.equals("/last")
                                ? RawServer.answer("200 OK", "", "end")
                                : RawServer.answer(
                                        "302 Found",
                                        "Location: " + (path.equals("/") ? "/same" : "http://b.example/") + "\r\n",
                                        "")));
        RawServer second = serveRedirect("b.example", OTHER, "http://a.example/last");
        NetRequest request = get("http://a.example/")
                .header("User-Agent", "ours")
                .secretHeader("X-Api-Key", "key-1234567890")
                .build();
        inside.client().send(request, Cancellation.none());
        assertThat(first.requests().get(0)).contains("X-Api-Key: key-1234567890");
        assertThat(first.requests().get(1)).contains("X-Api-Key: key-1234567890");
        assertThat(second.requests().get(0)).contains("User-Agent: ours").doesNotContain("key-1234567890");
        assertThat(first.requests().get(2)).doesNotContain("key-1234567890");
        assertThat(request.toString()).doesNotContain("key-1234567890");
    }

    @Test
    void saysNoValueOfAHeaderThatIsNotAllowed() {
        assertThatThrownBy(() -> get("http://a.example/").secretHeader("X-Key", "abc\ndef"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("X-Key")
                .hasMessageNotContaining("abc");
    }

    @Test
    void postsOnceAndFollowsNoRedirectOfAPost() {
        RawServer server = serveRedirect("a.example", PUBLIC, "/again");
        NetException refused = failure(
                inside.client(),
                get("http://a.example/").post("application/json", "{}").build());
        assertThat(refused.kind()).isEqualTo(NetException.Kind.REDIRECT);
        assertThat(server.requests()).hasSize(1);
        assertThat(server.requests().get(0)).startsWith("POST / ").contains("Content-Type: application/json\n");
    }

    @Test
    void keepsNoCookies() {
        RawServer server = serve(
                "a.example",
                PUBLIC,
                (path, out) -> out.write(
                        path.equals("/")
                                ? RawServer.answer("302 Found", "Set-Cookie: a=b\r\nLocation: /x\r\n", "")
                                : RawServer.answer("200 OK", "", "")));
        textOf("http://a.example/");
        assertThat(server.requests().get(1)).doesNotContainIgnoringCase("cookie");
    }

    @Test
    void answersNoDemandForCredentials() {
        RawServer server = serve(
                "a.example",
                PUBLIC,
                (path, out) ->
                        out.write(RawServer.answer("401 Unauthorized", "WWW-Authenticate: Basic realm=\"x\"\r\n", "")));
        assertThat(inside.client()
                        .send(get("http://a.example/").build(), Cancellation.none())
                        .status())
                .isEqualTo(401);
        assertThat(server.requests()).hasSize(1);
    }

    @Test
    void usesNoProxyOfTheSystem() {
        List<URI> asked = new CopyOnWriteArrayList<>();
        ProxySelector before = ProxySelector.getDefault();
        ProxySelector.setDefault(new ProxySelector() {
            @Override
            public List<Proxy> select(URI uri) {
                asked.add(uri);
                return List.of(Proxy.NO_PROXY);
            }

            @Override
            public void connectFailed(URI uri, SocketAddress address, IOException failure) {}
        });
        try {
            serveText("a.example", PUBLIC, "hello");
            assertThat(textOf("http://a.example/")).startsWith("hello");
            // Not even for SOCKS, which a plain socket asks it for.
            assertThat(asked).isEmpty();
        } finally {
            ProxySelector.setDefault(before);
        }
    }

    @Test
    void readsNothingOfATypeThatIsNotWanted() {
        serve(
                "a.example",
                PUBLIC,
                (path, out) ->
                        out.write(RawServer.answer("200 OK", "Content-Type: Image/PNG; x=y\r\n", new byte[100])));
        NetAnswer answer = inside.client()
                .send(
                        get("http://a.example/")
                                .wanted(type -> type.type().equals("text/html"))
                                .build(),
                        Cancellation.none());
        assertThat(answer.isRead()).isFalse();
        assertThat(answer.body()).isEmpty();
        assertThat(answer.contentType().type()).isEqualTo("image/png");
        assertThat(answer.header("content-length")).contains("100");
    }

    @Test
    void runsTheCheckOfTheRequestBeforeEachHop() {
        serveRedirect("a.example", PUBLIC, "http://b.example/b");
        serveText("b.example", OTHER, "x");
        List<String> hops = new CopyOnWriteArrayList<>();
        inside.client()
                .send(
                        get("http://a.example/")
                                .beforeEach(url -> hops.add(url.toString()))
                                .build(),
                        Cancellation.none());
        assertThat(hops).containsExactly("http://a.example/", "http://b.example/b");
    }

    /** Servers close idle connections when they like, and those of HTTP/1.0 after each answer without a word. */
    @Test
    void opensAConnectionForEachRequest() {
        serve(
                "a.example",
                PUBLIC,
                (path, out) -> out.write(RawServer.ascii("HTTP/1.0 200 OK\r\nContent-Length: 1\r\n\r\nx")));
        GuardedHttp client = inside.client();
        for (int i = 0; i < 3; i++) {
            client.send(get("http://a.example/").build(), Cancellation.none());
        }
        assertThat(inside.connections()).hasSize(3);
    }

    @Test
    void endsAtOnceWhenItIsCancelled() {
        CountDownLatch asked = new CountDownLatch(1);
        serve("a.example", PUBLIC, (path, out) -> {
            asked.countDown();
            new CountDownLatch(1).await(); // Never answers.
        });
        CancellationSource source = new CancellationSource();
        Thread canceller = new Thread(() -> {
            try {
                asked.await();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
            source.cancel();
        });
        canceller.start();
        assertThatThrownBy(() -> inside.client().send(get("http://a.example/").build(), source))
                .isInstanceOf(CancellationException.class);
    }

    @Test
    void asksNothingWhenItWasCancelledBefore() {
        serveText("a.example", PUBLIC, "hello");
        CancellationSource source = new CancellationSource();
        source.cancel();
        assertThatThrownBy(() -> inside.client().send(get("http://a.example/").build(), source))
                .isInstanceOf(CancellationException.class);
        assertThat(inside.lookUps()).isEmpty();
    }

    @Test
    void saysWhyThereIsNoAnswer() {
        assertThat(failure("http://nowhere.example/").kind()).isEqualTo(NetException.Kind.UNKNOWN_HOST);
        inside.name("closed.example", PUBLIC);
        assertThat(failure("http://closed.example/").kind()).isEqualTo(NetException.Kind.UNREACHABLE);
        serve("hangup.example", OTHER, (path, out) -> {});
        assertThat(failure("http://hangup.example/").kind()).isEqualTo(NetException.Kind.BAD_ANSWER);
    }

    /** Each address may be tried, and it is the owner of the name who chooses them. */
    @Test
    void triesNoMoreThanTheFirstFewAddressesOfAName() {
        String[] many =
                IntStream.rangeClosed(1, 200).mapToObj(i -> "93.184.216." + i).toArray(String[]::new);
        inside.name("many.example", many);
        assertThat(failure("http://many.example/").kind()).isEqualTo(NetException.Kind.UNREACHABLE);
        assertThat(inside.connections()).hasSize(8);
        inside.forget();
        many[199] = "127.0.0.1";
        inside.name("many.example", many);
        assertThat(failure("http://many.example/").kind()).isEqualTo(NetException.Kind.REFUSED);
        assertThat(inside.connections()).isEmpty();
    }

    @Test
    void namesTheServersThatLedToAFailure() {
        serveRedirect("a.example", PUBLIC, "http://b.example/" + "x".repeat(3_000));
        NetException failure = failure("http://a.example/");
        assertThat(failure.label()).isEqualTo(Label.untrusted(Origin.of(Origin.Kind.URL, "http://a.example/")));
        assertThat(failure.getMessage()).hasSizeLessThan(500);
        assertThat(failure.kind()).isEqualTo(NetException.Kind.UNKNOWN_HOST);
        assertThat(failure("http://10.0.0.1/").label()).isEqualTo(Label.TRUSTED);
    }

    /** A look-up may hand out an IPv6 address with IPv4 inside that Java does not unwrap, or one with a zone. */
    @Test
    void refusesAddressesInFormsThatJavaDoesNotUnwrap() throws IOException {
        byte[] mapped = new byte[16];
        mapped[10] = (byte) 0xff;
        mapped[11] = (byte) 0xff;
        System.arraycopy(new byte[] {127, 0, 0, 1}, 0, mapped, 12, 4);
        byte[] loopback = new byte[16];
        loopback[15] = 1;
        byte[] linkLocal = Inside.address("fe80::1").getAddress();
        for (byte[] bytes : List.of(mapped, loopback, linkLocal)) {
            for (int zone : new int[] {-1, 0, 3}) {
                inside.name("six.example", Inet6Address.getByAddress("six.example", bytes, zone));
                assertThat(failure("http://six.example/").kind()).isEqualTo(NetException.Kind.REFUSED);
            }
        }
        assertThat(inside.connections()).isEmpty();
    }

    /** The addresses of a name that are not tried are checked as well, and in whatever order they come. */
    @Test
    void refusesANameOfWhichAnyAddressIsPrivateWhereverItStands() {
        for (int at = 0; at < 12; at++) {
            String[] addresses = new String[12];
            Arrays.setAll(addresses, i -> "93.184.216." + (i + 1));
            addresses[at] = at % 2 == 0 ? "::1" : "192.168.0.1";
            inside.name("mixed.example", addresses);
            assertThat(failure("http://mixed.example/").kind()).isEqualTo(NetException.Kind.REFUSED);
        }
        assertThat(inside.connections()).isEmpty();
    }

    /** A host that was reached once is no way to another that shares its address. */
    @Test
    void looksUpAndConnectsForEachHostByItself() {
        RawServer server = serveText("a.example", PUBLIC, "hello");
        inside.name("b.example", PUBLIC);
        GuardedHttp client = inside.client();
        for (String host : List.of("a.example", "b.example", "a.example")) {
            client.send(get("http://" + host + "/").build(), Cancellation.none());
        }
        assertThat(inside.lookUps()).containsExactly("a.example", "b.example", "a.example");
        assertThat(inside.connections()).hasSize(3);
        assertThat(server.requests()).element(1).asString().contains("Host: b.example\n");
    }

    /** What a server says of a better place, or of what to load, is no redirect. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "Refresh: 0; url=http://127.0.0.1/",
                "Alt-Svc: h2=\"127.0.0.1:80\", h3=\":443\"",
                "Link: <http://127.0.0.1/>; rel=preload",
                "Content-Location: http://127.0.0.1/",
                "Location: http://127.0.0.1/",
                "Upgrade: h2c\r\nConnection: Upgrade",
                "Proxy-Authenticate: Basic realm=x\r\nWWW-Authenticate: Negotiate",
                "Strict-Transport-Security: max-age=1"
            })
    void doesNothingThatAHeaderOfAPageAsksFor(String header) {
        RawServer server = serve(
                "a.example", PUBLIC, (path, out) -> out.write(RawServer.answer("200 OK", header + "\r\n", "page")));
        assertThat(textOf("http://a.example/")).isEqualTo("page");
        assertThat(textOf("http://a.example/")).isEqualTo("page");
        assertThat(inside.connections()).containsExactly(PUBLIC + " 80", PUBLIC + " 80");
        assertThat(server.requests())
                .allMatch(head -> !head.toLowerCase(Locale.ROOT).contains("authorization"));
    }

    /** A line break that is written as a code stays one: no URL ends its line and begins a header. */
    @Test
    void sendsOneLineAndOneHostWhateverIsInTheUrl() {
        RawServer server = serveText("a.example", PUBLIC, "hello");
        for (String rest : List.of(
                "/%0d%0aX-Evil:%20y",
                "/x?q=%0D%0AHost:%20b.example", "/\u560a\u560d", "/\u010d\u010a", "/a b", "/?\u2028")) {
            textOf("http://a.example" + rest);
        }
        for (String head : server.requests()) {
            assertThat(head.lines().filter(line -> line.startsWith("Host:"))).containsExactly("Host: a.example");
            assertThat(head).matches("GET \\S+ HTTP/1.1\\n(?s).*").doesNotContain("X-Evil: y");
        }
    }
}
