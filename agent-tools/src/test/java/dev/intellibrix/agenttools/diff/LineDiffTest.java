package dev.intellibrix.agenttools.diff;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.intellibrix.agenttools.Workbench;
import dev.intellibrix.agenttools.text.Lines;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.CancellationException;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** The comparison itself. */
class LineDiffTest {

    private static List<Change> compare(List<String> a, List<String> b) {
        return LineDiff.of(new LineIds(linesOf(a), linesOf(b)), () -> {});
    }

    private static Lines linesOf(List<String> lines) {
        return Lines.of(String.join("", lines).getBytes(UTF_8));
    }

    private static List<String> random(SplittableRandom random, int count, int alphabet) {
        List<String> lines = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            lines.add(random.nextInt(alphabet) + "\n");
        }
        return lines;
    }

    private static List<String> applied(List<String> a, List<String> b, List<Change> changes) {
        List<String> made = new ArrayList<>();
        int next = 0;
        for (Change change : changes) {
            made.addAll(a.subList(next, change.aStart()));
            made.addAll(b.subList(change.bStart(), change.bEnd()));
            next = change.aEnd();
        }
        made.addAll(a.subList(next, a.size()));
        return made;
    }

    private static int cost(List<Change> changes) {
        return changes.stream()
                .mapToInt(change -> change.added() + change.removed())
                .sum();
    }

    /** The cost of the shortest script, by the textbook's table. */
    private static int shortest(List<String> a, List<String> b) {
        int[][] common = new int[a.size() + 1][b.size() + 1];
        for (int i = a.size() - 1; i >= 0; i--) {
            for (int j = b.size() - 1; j >= 0; j--) {
                common[i][j] = a.get(i).equals(b.get(j))
                        ? common[i + 1][j + 1] + 1
                        : Math.max(common[i + 1][j], common[i][j + 1]);
            }
        }
        return a.size() + b.size() - 2 * common[0][0];
    }

    @Test
    void theChangesMakeTheSecondOfTheFirst() {
        Workbench.forSeeds(2_000, random -> {
            int alphabet = 1 + random.nextInt(20);
            List<String> a = random(random, random.nextInt(40), alphabet);
            List<String> b = random(random, random.nextInt(40), alphabet);
            assertThat(applied(a, b, compare(a, b))).isEqualTo(b);
        });
    }

    @Test
    void withoutUniqueLinesTheScriptIsAShortestOne() {
        Workbench.forSeeds(500, random -> {
            List<String> a = random(random, 30 + random.nextInt(20), 3);
            List<String> b = random(random, 30 + random.nextInt(20), 3);
            assertThat(cost(compare(a, b))).isEqualTo(shortest(a, b));
        });
    }

    @Test
    void aFewChangesInALargeTextAreFoundAsTheyAre() {
        SplittableRandom random = new SplittableRandom(7);
        List<String> a = random(random, 20_000, 300);
        List<String> b = new ArrayList<>(a);
        for (int i = 0; i < 20; i++) {
            b.set(500 + i * 900, "new " + i + "\n");
        }
        assertThat(cost(compare(a, b))).isEqualTo(40);
    }

    @Test
    void aComparisonThatNobodyWaitsForEnds() {
        SplittableRandom random = new SplittableRandom(9);
        LineIds ids = new LineIds(linesOf(random(random, 3_000, 50)), linesOf(random(random, 3_000, 50)));
        AtomicInteger looks = new AtomicInteger();
        assertThatThrownBy(() -> LineDiff.of(ids, () -> {
                    if (looks.incrementAndGet() == 5) {
                        throw new CancellationException("nobody waits");
                    }
                }))
                .isInstanceOf(CancellationException.class);
        assertThat(looks).hasValue(5);
    }

    @Test
    void textsThatShareNearlyNothingAreStillComparedToTheEnd() {
        SplittableRandom random = new SplittableRandom(8);
        List<String> a = random(random, 30_000, 50);
        List<String> b = random(random, 30_000, 50);
        assertThat(applied(a, b, compare(a, b))).isEqualTo(b);
    }
}
