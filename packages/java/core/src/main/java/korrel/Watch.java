package korrel;

import java.util.function.Consumer;
import java.util.function.IntSupplier;
import java.util.function.ObjIntConsumer;

/**
 * What code that is written anew calls. Each world loads this class anew for itself; it is public for that alone.
 */
public final class Watch {
    /** So many jumps back are left before somebody looks at the clock. */
    static int left;
    /** Who gives new ones. */
    static IntSupplier clock = () -> Integer.MAX_VALUE;
    static ObjIntConsumer<Object> reads = (array, index) -> { };
    static ObjIntConsumer<Object> writes = (array, index) -> { };
    static Consumer<Object> all = array -> { };
    static Consumer<String> asks = what -> { };

    private Watch() {}

    /** Before a jump back. */
    public static void turn() {
        if (--left < 0) {
            left = clock.getAsInt();
        }
    }

    /** Before something is asked for that is none of the heap's. */
    public static void asks(String what) {
        asks.accept(what);
    }

    /** Before an element of an array is read. */
    public static void read(Object array, int index) {
        reads.accept(array, index);
    }

    /** Before a method gets an array whose reads nobody sees. */
    public static void all(Object array) {
        all.accept(array);
    }

    public static void store(int[] array, int index, int value) {
        writes.accept(array, index);
        array[index] = value;
    }

    public static void store(long[] array, int index, long value) {
        writes.accept(array, index);
        array[index] = value;
    }

    public static void store(float[] array, int index, float value) {
        writes.accept(array, index);
        array[index] = value;
    }

    public static void store(double[] array, int index, double value) {
        writes.accept(array, index);
        array[index] = value;
    }

    public static void store(Object[] array, int index, Object value) {
        writes.accept(array, index);
        array[index] = value;
    }

    /** Of bytes or booleans, which have one instruction. */
    public static void store(Object array, int index, int value) {
        writes.accept(array, index);
        if (array instanceof boolean[] booleans) {
            booleans[index] = (value & 1) != 0;
        } else {
            ((byte[]) array)[index] = (byte) value;
        }
    }

    public static void store(char[] array, int index, int value) {
        writes.accept(array, index);
        array[index] = (char) value;
    }

    public static void store(short[] array, int index, int value) {
        writes.accept(array, index);
        array[index] = (short) value;
    }
}
