package dev.intellibrix.benchmarks;

import dev.intellibrix.tool.Description;
import dev.intellibrix.tool.Range;
import java.util.List;

/** Inputs of tools that both sides describe and bind, and arguments as a model writes them. */
final class Shop {

    enum Speed {
        NORMAL,
        FAST
    }

    record Search(
            @Description("Words to look for") String text,
            @Description("The dearest that is shown") double maxPrice,

            @Description("How many are shown") @Range(min = 1, max = 100)
            int count,

            boolean available,
            Speed delivery,
            List<String> brands) {}

    record Address(String street, String city, String country) {}

    record Item(
            @Description("The number in the catalogue") String article,
            @Range(min = 1, max = 100) int count,
            double price) {}

    record Order(
            @Description("Who orders") String customer,
            Address address,
            @Description("What is ordered") List<Item> items,
            Speed delivery) {}

    static final String SEARCH =
            "{\"text\":\"blue bicycle with basket\",\"maxPrice\":499.5,\"count\":20,\"available\":true,"
                    + "\"delivery\":\"FAST\",\"brands\":[\"Adler\",\"Falke\",\"Specht\"]}";

    static final String ORDER =
            "{\"customer\":\"Erika Muster\",\"address\":{\"street\":\"Lange Gasse 7\",\"city\":\"Ulm\","
                    + "\"country\":\"DE\"},\"items\":[{\"article\":\"B-1007\",\"count\":1,\"price\":499.5},"
                    + "{\"article\":\"B-2040\",\"count\":2,\"price\":12.9},{\"article\":\"L-0031\",\"count\":2,\"price\":8.0}],"
                    + "\"delivery\":\"NORMAL\"}";

    private Shop() {}
}
