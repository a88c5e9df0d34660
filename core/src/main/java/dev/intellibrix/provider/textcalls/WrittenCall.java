package dev.intellibrix.provider.textcalls;

/**
 * A call as a model wrote it in its text.
 *
 * @param arguments the arguments; where the call is broken, a text that is no JSON, so that the gate says where
 * @param repaired whether the JSON was mended
 * @param isBroken whether the markup is whole but its JSON can not be read
 */
record WrittenCall(String name, String arguments, boolean repaired, boolean isBroken) {}
