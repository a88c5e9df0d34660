package dev.intellibrix.brick;

import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Proxy;

/**
 * The signal that Ctrl-C sends where the terminal does not hand it over as a key: on Windows, and while a line is typed. The
 * JDK's class for it is not part of Java; where it is missing, the signal ends the program, as it always does.
 */
final class Interrupts {

    private Interrupts() {}

    /** Does this instead of ending the program; what is returned undoes it. */
    static Runnable handle(Runnable action) {
        try {
            Class<?> signal = Class.forName("sun.misc.Signal");
            Class<?> handler = Class.forName("sun.misc.SignalHandler");
            Object interrupt = signal.getConstructor(String.class).newInstance("INT");
            InvocationHandler handle = (proxy, method, arguments) -> {
                switch (method.getName()) {
                    case "handle" -> action.run();
                    case "hashCode" -> {
                        return System.identityHashCode(proxy);
                    }
                    case "equals" -> {
                        return proxy == arguments[0];
                    }
                    default -> {
                        return "Ctrl-C of a terminal";
                    }
                }
                return null;
            };
            Object ours = Proxy.newProxyInstance(Interrupts.class.getClassLoader(), new Class<?>[] {handler}, handle);
            Object before = signal.getMethod("handle", signal, handler).invoke(null, interrupt, ours);
            return () -> restore(signal, handler, interrupt, before);
        } catch (ReflectiveOperationException | RuntimeException e) {
            return () -> {};
        }
    }

    private static void restore(Class<?> signal, Class<?> handler, Object interrupt, Object before) {
        try {
            signal.getMethod("handle", signal, handler).invoke(null, interrupt, before);
        } catch (ReflectiveOperationException | RuntimeException e) {
            throw new IllegalStateException("the signal handler can not be put back", e);
        }
    }
}
