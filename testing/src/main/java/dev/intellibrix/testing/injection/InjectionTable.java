package dev.intellibrix.testing.injection;

import java.util.ArrayList;
import java.util.List;

/** Results in columns. */
final class InjectionTable {

    private static final List<String> HEAD =
            List.of("scenario", "carrier", "goal", "outcome", "shown to who was asked, or why");

    private InjectionTable() {}

    static String of(List<InjectionResult> results) {
        List<List<String>> rows = new ArrayList<>(List.of(HEAD));
        results.forEach(each -> rows.add(row(each)));
        int[] widths = new int[HEAD.size()];
        rows.forEach(row -> widen(widths, row));
        StringBuilder table = new StringBuilder();
        rows.forEach(row -> append(table, row, widths));
        return table.toString();
    }

    private static List<String> row(InjectionResult result) {
        boolean saysDetail =
                result.outcome() == InjectionOutcome.BREACH || result.shown().isEmpty();
        return List.of(
                result.scenario().id(),
                result.scenario().carrier(),
                result.scenario().goal(),
                result.outcome().toString(),
                saysDetail ? result.detail() : result.shown());
    }

    private static void widen(int[] widths, List<String> row) {
        for (int i = 0; i < widths.length; i++) {
            widths[i] = Math.max(widths[i], row.get(i).length());
        }
    }

    private static void append(StringBuilder table, List<String> row, int[] widths) {
        StringBuilder line = new StringBuilder();
        for (int i = 0; i < widths.length; i++) {
            line.append(row.get(i)).append(" ".repeat(widths[i] - row.get(i).length() + 2));
        }
        table.append(line.toString().stripTrailing()).append('\n');
    }
}
