package dev.intellibrix.benchmarks;

import java.util.concurrent.TimeUnit;

/** What the tools of both sides do. */
final class Work {

    static final long WAIT_MILLIS = 50;

    private Work() {}

    static String arguments(int step, int call) {
        return "{\"key\":\"item " + step + "/" + call + "\",\"count\":3}";
    }

    static String found(String key) {
        return "found " + key;
    }

    static String waited(String key) throws InterruptedException {
        TimeUnit.MILLISECONDS.sleep(WAIT_MILLIS);
        return found(key);
    }
}
