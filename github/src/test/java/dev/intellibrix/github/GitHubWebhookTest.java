package dev.intellibrix.github;

import static dev.intellibrix.github.Deliveries.SECRET;
import static dev.intellibrix.github.Deliveries.bytes;
import static dev.intellibrix.github.Deliveries.headers;
import static dev.intellibrix.github.Deliveries.issue;
import static dev.intellibrix.github.Deliveries.signature;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import dev.intellibrix.message.Label;
import dev.intellibrix.message.Origin;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalInt;
import java.util.SplittableRandom;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(120)
class GitHubWebhookTest {

    private final BlockingQueue<GitHubEvent> events = new LinkedBlockingQueue<>();
    private final List<GitHubWebhook> open = new ArrayList<>();
    private final GitHubWebhook webhook = build(GitHubWebhook.builder(SECRET).onEvent(events::add));

    private GitHubWebhook build(GitHubWebhook.Builder builder) {
        GitHubWebhook built = builder.build();
        open.add(built);
        return built;
    }

    @AfterEach
    void close() {
        open.forEach(each -> each.close(Duration.ZERO));
    }

    private int post(Map<String, List<String>> headers, byte[] body) {
        return webhook.handle(headers, body).status();
    }

    private GitHubEvent next() throws InterruptedException {
        return java.util.Objects.requireNonNull(events.poll(60, TimeUnit.SECONDS));
    }

    // Signatures.

    @Test
    void verifiesTheVectorOfTheDocumentation() {
        byte[] body = bytes("Hello, World!");
        String documented = "sha256=757107ea0eb2509fc211221cce984b8a37570b6d7586c22c46f4379c8b043e17";
        assertThat(signature(SECRET, body)).isEqualTo(documented);
        Signatures signatures = Signatures.of(List.of(SECRET));
        assertThat(signatures.verify(new WebhookHeaders(Map.of("X-Hub-Signature-256", List.of(documented))), body))
                .isPresent();
        // It is verified, and then found to be no JSON.
        Map<String, List<String>> headers = headers("d-1", body);
        assertThat(headers.get("X-Hub-Signature-256")).containsExactly(documented);
        assertThat(post(headers, body)).isEqualTo(400);
    }

    static Stream<List<String>> badSignatures() {
        byte[] body = issue(5);
        String right = signature(SECRET, body);
        String hex = right.substring("sha256=".length());
        return Stream.of(
                List.of(),
                List.of(""),
                List.of("sha256="),
                List.of(hex),
                List.of(right.substring(0, right.length() - 1)),
                List.of(right.substring(0, right.length() - 2)),
                List.of(right + "0"),
                List.of(right + "00"),
                List.of(right + " "),
                List.of(" " + right),
                List.of(right + "\n"),
                List.of("sha256=" + hex.toUpperCase(Locale.ROOT)),
                List.of("SHA256=" + hex),
                List.of("sha256:" + hex),
                List.of("sha256=0x" + hex.substring(2)),
                List.of(right, right),
                List.of(right, "sha256=" + "0".repeat(64)),
                List.of("sha256=" + "0".repeat(64), right),
                List.of(right + ", " + right),
                List.of(right + "," + right),
                List.of("sha1=" + Deliveries.hmac("HmacSHA1", SECRET, body)),
                List.of("sha512=" + Deliveries.hmac("HmacSHA512", SECRET, body)),
                List.of("md5=" + Deliveries.hmac("HmacMD5", SECRET, body)),
                List.of("sha256=" + Deliveries.hmac("HmacSHA512", SECRET, body).substring(0, 64)),
                List.of(signature("another secret", body)),
                List.of(signature(SECRET, issue(6))),
                List.of("sha256=" + "0".repeat(64)),
                List.of("sha256=" + "é".repeat(64)),
                List.of("sha256=" + "\uff10".repeat(64)));
    }

    @ParameterizedTest
    @MethodSource("badSignatures")
    void refusesEverySignatureButTheRightOne(List<String> values) {
        Map<String, List<String>> headers = headers("d-1", issue(5));
        headers.put("X-Hub-Signature-256", values);
        assertThat(webhook.handle(headers, issue(5)))
                .isEqualTo(new GitHubWebhook.Answer(401, "x-hub-signature-256 is missing, or not that of this body"));
    }

    @Test
    void aHeaderThatIsThereTwiceInTwoSpellingsIsNone() {
        Map<String, List<String>> headers = headers("d-1", issue(5));
        headers.put("x-hub-signature-256", headers.get("X-Hub-Signature-256"));
        assertThat(post(headers, issue(5))).isEqualTo(401);
        headers.remove("x-hub-signature-256");
        headers.remove("X-Hub-Signature-256");
        headers.put("X-Hub-Signature", List.of("sha1=" + Deliveries.hmac("HmacSHA1", SECRET, issue(5))));
        assertThat(post(headers, issue(5))).isEqualTo(401);
    }

    @Test
    void headersWithoutANameOrAValueAreNoFault() {
        Map<String, List<String>> headers = headers("d-1", issue(5));
        headers.put(null, List.of("x"));
        headers.put("Nothing", null);
        headers.put("X-Hub-Signature-256", Arrays.asList((String) null));
        assertThat(post(headers, issue(5))).isEqualTo(401);
    }

    @Test
    void oneBitThatIsAnotherIsAnotherBody() {
        byte[] body = issue(5);
        Map<String, List<String>> headers = headers("d-1", body);
        SplittableRandom random = new SplittableRandom(7);
        for (int i = 0; i < 500; i++) {
            byte[] changed = body.clone();
            changed[random.nextInt(changed.length)] ^= (byte) (1 << random.nextInt(8));
            assertThat(post(headers, changed)).isEqualTo(401);
        }
        assertThat(post(headers, body)).isEqualTo(202);
    }

    @Test
    void takesEitherSecretWhileTheyAreExchanged() {
        GitHubWebhook both = build(GitHubWebhook.builder("new secret", SECRET).onEvent(events::add));
        assertThat(both.handle(headers("d-1", issue(5)), issue(5)).status()).isEqualTo(202);
        Map<String, List<String>> headers = headers("d-2", issue(6));
        headers.put("X-Hub-Signature-256", List.of(signature("new secret", issue(6))));
        assertThat(both.handle(headers, issue(6)).status()).isEqualTo(202);
        // The same body under the other secret is the same delivery.
        headers.put("X-GitHub-Delivery", List.of("d-3"));
        headers.put("X-Hub-Signature-256", List.of(signature(SECRET, issue(6))));
        assertThat(both.handle(headers, issue(6)).status()).isEqualTo(200);
    }

    @ParameterizedTest
    @ValueSource(strings = {"\n", "\r\n", "\n\n"})
    void theEndOfAFileIsNoPartOfASecret(String end) {
        GitHubWebhook fromFile = build(GitHubWebhook.builder(SECRET + end).onEvent(events::add));
        assertThat(post(fromFile, 5)).isEqualTo(202);
        GitHubWebhook withBlank = build(GitHubWebhook.builder(SECRET + " ").onEvent(events::add));
        assertThat(post(withBlank, 5)).isEqualTo(401);
    }

    @Test
    void secretsAreNeededAndNotShown() {
        assertThatIllegalArgumentException().isThrownBy(GitHubWebhook::builder);
        assertThatIllegalArgumentException()
                .isThrownBy(() -> GitHubWebhook.builder(SECRET, " "))
                .withMessageNotContaining(SECRET);
        assertThatIllegalStateException()
                .isThrownBy(() -> GitHubWebhook.builder(SECRET).build());
        assertThat(webhook.toString()).doesNotContain(SECRET);
    }

    // What else a delivery must have.

    /** What is not verified is not parsed, whatever else it is: each of these would be another answer if it were looked at. */
    @Test
    void nothingIsSaidAboutWhatIsNotVerified() {
        for (byte[] body : List.of(
                bytes(""), bytes("{"), bytes("[".repeat(100_000)), bytes("payload=%7B%7D"), new byte[] {(byte) 0xff})) {
            Map<String, List<String>> headers = new HashMap<>();
            headers.put("Content-Type", List.of("text/html"));
            headers.put("X-Hub-Signature-256", List.of("sha256=" + "0".repeat(64)));
            assertThat(post(headers, body)).isEqualTo(401);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "{", "[]", "null", "7", "\"x\"", "{} {}", "{\"a\":}", "\ufeff{}", "nonsense"})
    void aVerifiedBodyThatIsNoObjectIsSaidToBeNone(String text) {
        assertThat(webhook.handle(headers("d-1", bytes(text)), bytes(text)))
                .isEqualTo(new GitHubWebhook.Answer(400, "the body is no JSON object"));
    }

    @Test
    void aVerifiedBodyThatIsDeeperThanAnythingIsNoFault() {
        byte[] deep = bytes("{\"a\":" + "[".repeat(1_000_000));
        assertThat(post(headers("d-1", deep), deep)).isEqualTo(400);
        byte[] notUtf8 = {'{', '"', 'a', '"', ':', '"', (byte) 0xff, '"', '}'};
        assertThat(post(headers("d-2", notUtf8), notUtf8)).isEqualTo(202);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "application/x-www-form-urlencoded",
                "text/plain",
                "",
                "application/jsonx",
                "multipart/form-data; boundary=x",
                "application/json, text/plain"
            })
    void refusesOtherContentTypes(String type) {
        Map<String, List<String>> headers = headers("d-1", issue(5));
        headers.put("Content-Type", List.of(type));
        assertThat(post(headers, issue(5))).isEqualTo(415);
        headers.remove("Content-Type");
        assertThat(post(headers, issue(5))).isEqualTo(415);
    }

    @Test
    void takesJsonWithACharset() {
        Map<String, List<String>> headers = headers("d-1", issue(5));
        headers.put("content-type", List.of("Application/JSON ; charset=utf-8"));
        headers.remove("Content-Type");
        assertThat(post(headers, issue(5))).isEqualTo(202);
    }

    @Test
    void needsAnIdAndANameOnceEach() {
        for (String header : List.of("X-GitHub-Delivery", "X-GitHub-Event")) {
            for (List<String> values : List.of(
                    List.<String>of(), List.of("a", "b"), List.of("a\nb"), List.of(""), List.of("x".repeat(200)))) {
                Map<String, List<String>> headers = headers("d-1", issue(5));
                headers.put(header, values);
                assertThat(post(headers, issue(5))).isEqualTo(400);
            }
        }
    }

    @Test
    void takesWhatGitHubSendsAtMostAndNoMore() throws Exception {
        int max = 25 * 1024 * 1024;
        byte[] body = bytes("{\"issue\":{\"number\":5,\"title\":\"T\",\"body\":\"" + "x".repeat(15_000_000)
                + "\"},\"pad\":\"" + "y".repeat(8_000_000) + "\"}");
        byte[] full = Arrays.copyOf(body, max);
        Arrays.fill(full, body.length, max, (byte) ' ');
        assertThat(post(headers("d-1", full), full)).isEqualTo(202);
        GitHubEvent event = next();
        assertThat(event.part().text()).hasSizeLessThan(101_000).contains("more characters are not shown]");
        byte[] more = Arrays.copyOf(full, max + 1);
        more[max] = ' ';
        assertThat(post(headers("d-2", more), more)).isEqualTo(413);
    }

    @Test
    void whatTheCallerDoesToItsBytesLaterChangesNothing() throws Exception {
        byte[] body = issue(5);
        assertThat(post(headers("d-1", body), body)).isEqualTo(202);
        Arrays.fill(body, (byte) ' ');
        assertThat(next().payload()).containsKey("issue");
    }

    // Replays.

    @Test
    void dropsWhatItHasSeen() throws Exception {
        assertThat(post(headers("d-1", issue(5)), issue(5))).isEqualTo(202);
        assertThat(post(headers("d-1", issue(5)), issue(5))).isEqualTo(200);
        assertThat(post(headers("d-2", issue(6)), issue(6))).isEqualTo(202);
        // In any order, since there are several workers.
        assertThat(List.of(next().number(), next().number()))
                .containsExactlyInAnyOrder(OptionalInt.of(5), OptionalInt.of(6));
        assertThat(events).isEmpty();
    }

    /** The id is in a header that is not signed: who sends a body that was captured again can choose another one. */
    @Test
    void dropsABodyThatItHasSeenUnderAnotherIdOrAsAnotherEvent() {
        assertThat(post(headers("d-1", issue(5)), issue(5))).isEqualTo(202);
        Map<String, List<String>> headers = headers("d-2", issue(5));
        headers.put("X-GitHub-Event", List.of("pull_request"));
        assertThat(post(headers, issue(5))).isEqualTo(200);
    }

    @Test
    void whatIsNotVerifiedIsNotRemembered() {
        Map<String, List<String>> forged = headers("d-1", issue(5));
        forged.put("X-Hub-Signature-256", List.of("sha256=" + "0".repeat(64)));
        assertThat(post(forged, issue(5))).isEqualTo(401);
        assertThat(post(headers("d-1", issue(5)), issue(5))).isEqualTo(202);
    }

    @Test
    void whatCouldNotBeReadIsNotRemembered() {
        assertThat(post(headers("d-1", bytes("{")), bytes("{"))).isEqualTo(400);
        assertThat(post(headers("d-1", issue(5)), issue(5))).isEqualTo(202);
    }

    @Test
    void remembersABoundedNumber() {
        GitHubWebhook small = build(
                GitHubWebhook.builder(SECRET).onEvent(events::add).workers(1).remembered(3));
        for (int i = 1; i <= 4; i++) {
            assertThat(post(small, i)).isEqualTo(202);
        }
        assertThat(post(small, 2)).isEqualTo(200);
        int status;
        do { // It is known until the other three are finished.
            status = post(small, 1);
        } while (status == 200);
        assertThat(status).isEqualTo(202);
    }

    @Test
    void whatIsNotFinishedIsKnownHoweverFewAreRemembered() throws Exception {
        Held held = new Held();
        GitHubWebhook small =
                build(GitHubWebhook.builder(SECRET).onEvent(held).workers(1).remembered(1));
        assertThat(List.of(post(small, 1), post(small, 2), post(small, 3))).containsExactly(202, 202, 202);
        assertThat(List.of(post(small, 1), post(small, 2), post(small, 3))).containsExactly(200, 200, 200);
        held.let.countDown();
        assertThat(small.close(Duration.ofSeconds(60))).isEmpty();
        assertThat(held.handled).hasValue(3);
    }

    // The queue.

    /** A handler that waits until it is let go. */
    private static final class Held implements GitHubWebhook.Handler {

        private final CountDownLatch begun = new CountDownLatch(1);
        private final CountDownLatch let = new CountDownLatch(1);
        private final AtomicInteger handled = new AtomicInteger();

        @Override
        public void handle(GitHubEvent event) throws InterruptedException {
            begun.countDown();
            let.await();
            handled.incrementAndGet();
        }
    }

    private int post(GitHubWebhook to, int number) {
        return to.handle(headers("d-" + number, issue(number)), issue(number)).status();
    }

    @Test
    void saysThatItIsFullAndTakesTheDeliveryWhenItComesAgain() throws Exception {
        Held held = new Held();
        GitHubWebhook small =
                build(GitHubWebhook.builder(SECRET).onEvent(held).workers(1).maxWaiting(2));
        assertThat(post(small, 1)).isEqualTo(202);
        assertThat(held.begun.await(60, TimeUnit.SECONDS)).isTrue();
        assertThat(List.of(post(small, 2), post(small, 3), post(small, 4), post(small, 4)))
                .containsExactly(202, 202, 503, 503);
        assertThat(post(small, 3)).isEqualTo(200);
        held.let.countDown();
        int status;
        do {
            status = post(small, 4);
        } while (status == 503);
        assertThat(status).isEqualTo(202);
        assertThat(small.close(Duration.ofSeconds(60))).isEmpty();
        assertThat(held.handled).hasValue(4);
    }

    @Test
    void whatWaitsIsBoundedInBytesAsWell() throws Exception {
        Held held = new Held();
        GitHubWebhook small = build(GitHubWebhook.builder(SECRET).onEvent(held).maxWaitingBytes(issue(1).length * 2L));
        assertThat(List.of(post(small, 1), post(small, 2), post(small, 3))).containsExactly(202, 202, 503);
        held.let.countDown();
        int status;
        do {
            status = post(small, 3);
        } while (status == 503);
        assertThat(status).isEqualTo(202);
    }

    @Test
    void oneThatIsLargerThanAllMayBeIsTakenAlone() {
        GitHubWebhook small =
                build(GitHubWebhook.builder(SECRET).onEvent(events::add).maxWaitingBytes(1));
        assertThat(post(small, 1)).isEqualTo(202);
    }

    @Test
    void aDeliveryWhoseHandlerFailedCanComeAgain() throws Exception {
        BlockingQueue<String> tries = new LinkedBlockingQueue<>();
        GitHubWebhook failing = build(GitHubWebhook.builder(SECRET).workers(1).onEvent(event -> {
            tries.add(event.deliveryId());
            if (tries.size() == 1) {
                throw new AssertionError("the first time");
            }
        }));
        assertThat(post(failing, 1)).isEqualTo(202);
        int status;
        do {
            status = post(failing, 1);
        } while (status == 200);
        assertThat(status).isEqualTo(202);
        assertThat(failing.close(Duration.ofSeconds(60))).isEmpty();
        assertThat(tries).hasSize(2);
    }

    /** The log is read by line, and what a handler says of an event may hold what strangers wrote. */
    @Test
    void whatAHandlerThrewIsLoggedWithoutLinesOfSomebodyElse() {
        Exception thrown = new IllegalStateException(
                "can not label \n2026-01-01 WARN forged", new RuntimeException("\u202ewhy\r\nWARN forged as well"));
        StringWriter trace = new StringWriter();
        HandlerFailure.of(thrown).printStackTrace(new PrintWriter(trace));
        assertThat(trace.toString().lines())
                .contains(
                        HandlerFailure.class.getName()
                                + ": java.lang.IllegalStateException: can not label \\n2026-01-01 WARN forged",
                        "Caused by: " + HandlerFailure.class.getName()
                                + ": java.lang.RuntimeException: \\u{202E}why\\r\\nWARN forged as well")
                .anyMatch(line -> line.contains("at ") && line.contains("GitHubWebhookTest"))
                .noneMatch(line -> line.startsWith("WARN") || line.startsWith("2026"));
        assertThat(HandlerFailure.of(new Error("x".repeat(10_000))).toString()).hasSizeLessThan(600);
    }

    @Test
    void aHandlerThatClosesIsToldInsteadOfWaitingForItself() throws Exception {
        AtomicReference<GitHubWebhook> self = new AtomicReference<>();
        BlockingQueue<Exception> told = new LinkedBlockingQueue<>();
        self.set(build(GitHubWebhook.builder(SECRET).onEvent(event -> {
            try {
                self.get().close();
            } catch (IllegalStateException e) {
                told.add(e);
            }
        })));
        assertThat(post(self.get(), 1)).isEqualTo(202);
        assertThat(told.poll(60, TimeUnit.SECONDS)).hasMessageContaining("must not close the webhook");
        assertThat(post(self.get(), 2)).isEqualTo(202);
    }

    @Test
    void closingWaitsForWhatWasTaken() {
        AtomicInteger handled = new AtomicInteger();
        GitHubWebhook busy =
                build(GitHubWebhook.builder(SECRET).workers(1).onEvent(event -> handled.incrementAndGet()));
        for (int i = 1; i <= 50; i++) {
            assertThat(post(busy, i)).isEqualTo(202);
        }
        assertThat(busy.close(Duration.ofSeconds(60))).isEmpty();
        assertThat(handled).hasValue(50);
        assertThat(busy.handle(headers("d-99", issue(99)), issue(99)))
                .isEqualTo(
                        new GitHubWebhook.Answer(503, "not taken: this server is being stopped; send it again later"));
    }

    @Test
    void closingGivesBackWhatIsNotFinished() throws Exception {
        Held held = new Held();
        GitHubWebhook busy = build(GitHubWebhook.builder(SECRET).workers(1).onEvent(held));
        for (int i = 1; i <= 3; i++) {
            assertThat(post(busy, i)).isEqualTo(202);
        }
        assertThat(held.begun.await(60, TimeUnit.SECONDS)).isTrue();
        assertThat(busy.close(Duration.ofMillis(1)).stream().map(GitHubEvent::deliveryId))
                .containsExactly("d-1", "d-2", "d-3");
        assertThat(held.handled).hasValue(0);
    }

    @Test
    void closingMayWaitForEverForWhatEnds() throws Exception {
        AtomicInteger handled = new AtomicInteger();
        GitHubWebhook patient = build(GitHubWebhook.builder(SECRET).onEvent(event -> handled.incrementAndGet()));
        assertThat(post(patient, 1)).isEqualTo(202);

        assertThat(patient.close(ChronoUnit.FOREVER.getDuration())).isEmpty();
        assertThat(handled).hasValue(1);
    }

    @Test
    void aTimeForBodiesThatCanNotBeCountedIsRefusedByName() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> GitHubWebhook.builder(SECRET).bodyTimeout(ChronoUnit.FOREVER.getDuration()))
                .withMessageStartingWith("duration must be from 1 ms to an hour");
    }

    /** Each of many at once is taken once, or is told that it was not taken. */
    @Test
    void tenThousandAtOnceAreEachHandledOrRefused() throws Exception {
        int count = 10_000;
        java.util.Set<String> handled = java.util.concurrent.ConcurrentHashMap.newKeySet();
        AtomicInteger twice = new AtomicInteger();
        GitHubWebhook busy = build(GitHubWebhook.builder(SECRET).maxWaiting(50).onEvent(event -> {
            if (!handled.add(event.deliveryId())) {
                twice.incrementAndGet();
            }
        }));
        java.util.Set<String> taken = java.util.concurrent.ConcurrentHashMap.newKeySet();
        AtomicInteger other = new AtomicInteger();
        List<Thread> threads = new ArrayList<>();
        for (int t = 0; t < 8; t++) {
            Thread thread = new Thread(() -> {
                for (int i = 0; i < count; i++) { // Every thread sends every delivery.
                    int status = post(busy, i);
                    boolean isTwice = status == 202 && !taken.add("d-" + i);
                    if (isTwice || !List.of(200, 202, 503).contains(status)) {
                        other.incrementAndGet();
                    }
                }
            });
            threads.add(thread);
            thread.start();
        }
        for (Thread thread : threads) {
            thread.join();
        }
        assertThat(busy.close(Duration.ofSeconds(60))).isEmpty();
        assertThat(other).hasValue(0);
        assertThat(twice).hasValue(0);
        assertThat(handled).isEqualTo(taken).isNotEmpty();
    }

    // Events.

    private static GitHubEvent event(String name, String json) throws Exception {
        return GitHubEvent.of(name, "d-1", bytes(json));
    }

    @Test
    void tellsWhatHappened() throws Exception {
        GitHubEvent event = GitHubEvent.of("issues", "d-1", issue(5));
        assertThat(event.name()).isEqualTo("issues");
        assertThat(event.action()).contains("opened");
        assertThat(event.repository()).contains("octo/hello");
        assertThat(event.number()).hasValue(5);
        assertThat(event.sender()).isEqualTo("ada");
        assertThat(event.deliveryId()).isEqualTo("d-1");
        assertThat(event.toString()).isEqualTo("GitHubEvent[issues.opened octo/hello#5, d-1]");
        assertThat(event.part().text())
                .isEqualTo("GitHub event: issues opened\nRepository: octo/hello\nBy: ada\nissue #5: T\n\n  B\n");
        assertThat(event.part().label()).isEqualTo(Label.untrusted(Origin.of(Origin.Kind.WEBHOOK, "github issues")));
    }

    @Test
    void showsWhatWasWrittenJustNow() throws Exception {
        String subject = "\"issue\":{\"number\":5,\"title\":\"T\",\"body\":\"OLD\"}";
        assertThat(event(
                                "issue_comment",
                                "{" + subject + ",\"comment\":{\"user\":{\"login\":\"eve\"},\"body\":\"NEW\"}}")
                        .part()
                        .text())
                .contains("The comment of eve:\n  NEW\n")
                .doesNotContain("OLD");
        assertThat(event("push", "{\"ref\":\"refs/heads/main\",\"commits\":[{\"id\":\"abc\",\"message\":\"m1\\nm2\"}]}")
                        .part()
                        .text())
                .contains("To refs/heads/main:\nabc\n  m1\n  m2\n");
        assertThat(event("ping", "{\"zen\":\"x\"}").part().text()).isEqualTo("GitHub event: ping\nBy: nobody\n\n");
    }

    @Test
    void whatIsHiddenInAnEventIsShown() throws Exception {
        String text = event(
                        "issues", "{\"issue\":{\"number\":5,\"title\":\"T\",\"body\":\"a\u202eb\u200b\udb40\udc41\"}}")
                .part()
                .text();
        assertThat(text).contains("  a\\u{202E}b\\u{200B}\\u{E0041}\n");
    }

    @Test
    void aTitleCanNotPassForAnotherEvent() throws Exception {
        String text = event(
                        "issues",
                        "{\"issue\":{\"number\":5,\"title\":\"x\\nRepository: evil/secret\\u2028By: octocat\",\"body\":\"\\nBy: octocat\"},"
                                + "\"sender\":{\"login\":\"mal\\nBy: octocat\"}}")
                .part()
                .text();
        assertThat(text.lines().filter(line -> line.startsWith("By:"))).containsExactly("By: mal By: octocat");
        assertThat(text.lines().filter(line -> line.startsWith("Repository:"))).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "https://evil.example/x",
                "http://github.com/octo/hello/issues/5",
                "javascript:alert(1)",
                "https://github.com/evil/secret/issues/5",
                "https://user@github.com/octo/hello/issues/5",
                "",
                "https://github.com/octo/hello2/issues/5"
            })
    void aPageThatIsNotBelowTheRepositoryIsNoOrigin(String url) throws Exception {
        String json =
                "{\"issue\":{\"number\":5,\"html_url\":\"" + url + "\"},\"repository\":{\"full_name\":\"octo/hello\"}}";
        assertThat(event("issues", json).part().origins().stream()
                        .filter(each -> each.kind() == Origin.Kind.URL)
                        .map(Origin::name))
                .allMatch(name -> name.endsWith("/octo/hello/issues/5") || name.isEmpty())
                .allMatch(name -> name.startsWith("https://"))
                .hasSize(0);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"issue\":7,\"repository\":[],\"sender\":\"x\",\"action\":{}}",
                "{\"issue\":{\"number\":\"x\",\"title\":[],\"body\":{}},\"action\":\"<b>\"}",
                "{\"issue\":{\"number\":99999999999999},\"repository\":{\"full_name\":\"a/b/../c\"}}",
                "{\"commits\":[1,null,{}]}",
                "{\"comment\":{}}",
                "{\"a\":1,\"a\":2}"
            })
    void fieldsOfOtherTypesAreLeftOut(String json) throws Exception {
        GitHubEvent event = event("issues", json);
        assertThat(event.action()).isEmpty();
        assertThat(event.repository()).isEmpty();
        assertThat(event.number()).isEmpty();
        assertThat(event.part().text()).startsWith("GitHub event: issues\n");
        assertThat(event.payload()).isNotEmpty();
    }

    @Test
    void thePayloadCanNotBeChanged() throws Exception {
        GitHubEvent event = event("issues", "{\"a\":{\"b\":[1,2.50,null,true,\"x\"]}}");
        assertThat(event.payload().toString()).isEqualTo("{a={b=[1, 2.50, null, true, x]}}");
        assertThat(org.assertj.core.api.Assertions.catchThrowable(
                        () -> event.payload().put("c", 1)))
                .isInstanceOf(UnsupportedOperationException.class);
    }
}
