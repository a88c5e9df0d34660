package dev.intellibrix.agenttools.json;

import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;

/** What jq has and this subset has not, with the reason and the way around it. */
final class Unsupported {

    private static final Map<String, String> REASONS = reasons();

    private Unsupported() {}

    /** Why there is no function of a name. */
    static String function(String name) {
        String reason = REASONS.get(name);
        return reason == null ? "there is no function " + name : name + " is not supported: " + reason;
    }

    /** Why a keyword can not be used. */
    static String keyword(String word) {
        return switch (word) {
            case "def" -> "def is not supported: there are no functions of one's own";
            case "import", "include" -> word + " is not supported: a query reads no other files";
            case "label", "break" -> word + " is not supported; use limit, first, until or isempty";
            default -> word + " is not supported: there are no variables; use add, map, any, all, limit or range";
        };
    }

    private static Map<String, String> reasons() {
        Map<String, String> all = new HashMap<>();
        put(
                all,
                "there are no regular expressions; use contains, startswith, endswith, split, index or ascii_downcase",
                "test match capture scan splits sub gsub");
        put(
                all,
                "a query sees neither the environment nor the program that runs it",
                "env halt halt_error input_filename input_line_number get_search_list modulemeta get_prog_origin"
                        + " get_jq_origin builtins debug stderr");
        put(all, "a query sees one value of the file at a time", "input inputs");
        put(
                all,
                "there are no dates; use the tool datetime",
                "now mktime gmtime localtime strftime strflocaltime strptime todate fromdate dateadd datesub date"
                        + " todateiso8601 fromdateiso8601");
        put(all, "there are no streams of paths; use paths, getpath or ..", "tostream fromstream truncate_stream");
        put(all, "it is not part of the subset; use group_by or unique_by", "INDEX GROUP_BY JOIN");
        put(all, "it is not part of the subset; formats are not", "format ascii");
        put(
                all,
                "of the mathematical functions there are floor, ceil, round, trunc, abs, sqrt, pow, exp and log",
                "sin cos tan asin acos atan atan2 sinh cosh tanh asinh acosh atanh cbrt significand gamma lgamma tgamma"
                        + " lgamma_r frexp modf ldexp scalb scalbln nearbyint rint logb drem fma fmin fmax fmod hypot"
                        + " copysign nextafter nexttoward expm1 log1p erf erfc j0 j1 jn y0 y1 yn remainder fdim pow10");
        put(all, "it is not part of the subset", "combinations have_decnum have_literal_numbers");
        return Map.copyOf(all);
    }

    private static void put(Map<String, String> all, String reason, String names) {
        Arrays.stream(names.split(" ")).forEach(name -> all.put(name, reason));
    }
}
