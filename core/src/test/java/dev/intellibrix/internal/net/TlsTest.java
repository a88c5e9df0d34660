package dev.intellibrix.internal.net;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import com.sun.net.httpserver.HttpsConfigurator;
import com.sun.net.httpserver.HttpsServer;
import dev.intellibrix.tool.Cancellation;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.Certificate;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.stream.Stream;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;
import javax.net.ssl.X509TrustManager;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TlsTest {

    private static final String ADDRESS = "93.184.216.34";
    private static final char[] PASSWORD = "password".toCharArray();

    @TempDir
    static Path folder;

    private HttpsServer server;
    private final Inside inside = new Inside();

    @BeforeEach
    void open() throws IOException {
        server = HttpsServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/", exchange -> {
            byte[] body = "secret".getBytes(StandardCharsets.UTF_8);
            exchange.sendResponseHeaders(200, body.length);
            exchange.getResponseBody().write(body);
            exchange.close();
        });
        inside.server(ADDRESS, server.getAddress().getPort());
    }

    @AfterEach
    void close() {
        server.stop(0);
    }

    @BeforeAll
    static void makeCertificates() throws Exception {
        keytool("-alias", "ca", "-dname", "CN=ca", "-ext", "bc:c", "-validity", "1000");
        String[] names = {"-dname", "CN=a.example", "-ext", "san=dns:a.example", "-signer", "ca", "-validity", "10"};
        keytool(names, "-alias", "valid", "-startdate", "-1d");
        keytool(names, "-alias", "expired", "-startdate", "-30d");
    }

    private static void keytool(String[] more, String... options) throws Exception {
        keytool(Stream.of(more, options).flatMap(Stream::of).toArray(String[]::new));
    }

    private static void keytool(String... options) throws Exception {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "keytool").toString(),
                "-genkeypair",
                "-keyalg",
                "EC",
                "-storetype",
                "PKCS12",
                "-storepass",
                new String(PASSWORD),
                "-keystore",
                folder.resolve("keys.p12").toString()));
        command.addAll(List.of(options));
        Path log = folder.resolve("keytool.log");
        Process keytool = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(log.toFile())
                .start();
        assertThat(keytool.waitFor()).as(Files.readString(log)).isZero();
    }

    /**
     * Serves with a certificate for a.example that an authority of the test's own signed.
     *
     * @return the certificate of the authority
     */
    private Certificate serve(String alias) throws Exception {
        KeyStore keys = KeyStore.getInstance("PKCS12");
        try (InputStream in = Files.newInputStream(folder.resolve("keys.p12"))) {
            keys.load(in, PASSWORD);
        }
        Certificate authority = keys.getCertificate("ca");
        for (String other : Collections.list(keys.aliases())) {
            if (!other.equals(alias)) {
                keys.deleteEntry(other);
            }
        }
        KeyManagerFactory managers = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
        managers.init(keys, PASSWORD);
        SSLContext context = SSLContext.getInstance("TLS");
        context.init(managers.getKeyManagers(), null, null);
        server.setHttpsConfigurator(new HttpsConfigurator(context));
        server.start();
        return authority;
    }

    private GuardedHttp trusting(Certificate authority) throws GeneralSecurityException, IOException {
        KeyStore trusted = KeyStore.getInstance("PKCS12");
        trusted.load(null, null);
        trusted.setCertificateEntry("ca", authority);
        TrustManagerFactory managers = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
        managers.init(trusted);
        SSLContext context = SSLContext.getInstance("TLS");
        context.init(null, managers.getTrustManagers(), null);
        return inside.client().trusting(context.getSocketFactory(), (X509TrustManager) managers.getTrustManagers()[0]);
    }

    private static NetRequest get(String url) {
        return NetRequest.of(WebUrl.parse(url))
                .deadline(Deadline.in(Duration.ofSeconds(60)))
                .build();
    }

    private static void assertRefused(GuardedHttp client, String url) {
        NetException failure =
                catchThrowableOfType(NetException.class, () -> client.send(get(url), Cancellation.none()));
        assertThat(failure.kind()).isEqualTo(NetException.Kind.TLS);
        assertThat(failure).hasMessageContaining("can not be skipped").hasMessageNotContaining("java");
    }

    @Test
    void readsNothingBehindACertificateThatNobodyVouchesFor() throws Exception {
        serve("valid");
        inside.name("a.example", ADDRESS);
        assertRefused(inside.client(), "https://a.example/");
    }

    @Test
    void readsWhatIsBehindATrustedOneAndNothingUnderAnotherName() throws Exception {
        GuardedHttp client = trusting(serve("valid"));
        inside.name("a.example", ADDRESS).name("b.example", ADDRESS);
        NetAnswer answer = client.send(get("https://a.example/"), Cancellation.none());
        assertThat(answer.body()).asString(StandardCharsets.UTF_8).isEqualTo("secret");
        assertThat(inside.connections()).containsExactly(ADDRESS + " 443");
        assertRefused(client, "https://b.example/");
        assertRefused(client, "https://" + ADDRESS + "/");
    }

    @Test
    void readsNothingBehindACertificateThatHasExpired() throws Exception {
        GuardedHttp client = trusting(serve("expired"));
        inside.name("a.example", ADDRESS);
        assertRefused(client, "https://a.example/");
    }
}
