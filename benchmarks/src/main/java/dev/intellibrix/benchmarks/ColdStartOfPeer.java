package dev.intellibrix.benchmarks;

/** A process that answers once, with a tool on the way, and ends. */
final class ColdStartOfPeer {

    private ColdStartOfPeer() {}

    public static void main(String[] args) {
        System.out.println(PeerAgent.looking(1, 1).ask());
    }
}
