package dev.intellibrix.brick;

/**
 * The marks and colours of a terminal. Marks stand in the first column, where text from outside never begins.
 *
 * @param hasColors whether colours may be used
 * @param isUnicode whether there is more than ASCII
 */
record Style(boolean hasColors, boolean isUnicode) {

    String prompt() {
        return isUnicode ? "\u203a " : "> ";
    }

    String call() {
        return isUnicode ? "\u2022 " : "* ";
    }

    String bar() {
        return isUnicode ? "\u2502 " : "| ";
    }

    /** Before the rest of a line that was too long for one. */
    String brokenBar() {
        return isUnicode ? "\u2506 " : ": ";
    }

    String top() {
        return isUnicode ? "\u256d " : "+ ";
    }

    String bottom() {
        return isUnicode ? "\u2570 " : "+ ";
    }

    String failure() {
        return isUnicode ? "\u2717 " : "! ";
    }

    String ellipsis() {
        return isUnicode ? "\u2026" : "...";
    }

    String dot() {
        return isUnicode ? " \u00b7 " : " - ";
    }

    /** A bar that is so full; {@code width} columns wide. */
    String progress(double fraction, int width) {
        int full = (int) Math.round(Math.max(0, Math.min(1, fraction)) * width);
        return (isUnicode ? "\u2588" : "#").repeat(full) + (isUnicode ? "\u2591" : ".").repeat(width - full);
    }

    String bold(String text) {
        return colored("1", text);
    }

    String dim(String text) {
        return colored("2", text);
    }

    String red(String text) {
        return colored("31", text);
    }

    String green(String text) {
        return colored("32", text);
    }

    String yellow(String text) {
        return colored("33", text);
    }

    String cyan(String text) {
        return colored("36", text);
    }

    private String colored(String code, String text) {
        return hasColors && !text.isEmpty() ? "\u001b[" + code + "m" + text + "\u001b[0m" : text;
    }
}
