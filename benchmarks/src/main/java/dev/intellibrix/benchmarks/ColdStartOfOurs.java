package dev.intellibrix.benchmarks;

/** A process that answers once, with a tool on the way, and ends. */
final class ColdStartOfOurs {

    private ColdStartOfOurs() {}

    public static void main(String[] args) {
        System.out.println(OurAgent.looking(1, 1).ask());
    }
}
