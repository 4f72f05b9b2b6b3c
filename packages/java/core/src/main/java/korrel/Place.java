package korrel;

import java.lang.reflect.Array;

/** Where a choice is put: a field of an object, an element, a root. */
abstract class Place {
    /** Stands where nothing was chosen yet. */
    static final Object UNREAD = new Object();

    final Kind kind;

    Place(Kind kind) {
        this.kind = kind;
    }

    abstract Object get();

    abstract void put(Object value);

    abstract void clear();

    /** It is about to be written by others. */
    abstract void open();

    abstract boolean isUnread();

    /** A field; the object itself holds its value, with its own type, and the cell whether it was read. */
    static final class OfField extends Place {
        private final Cell cell;
        private final java.lang.reflect.Field field;
        private final long bit;

        OfField(Cell cell, Description.Attribute attribute) {
            super(attribute.kind);
            this.cell = cell;
            field = attribute.world;
            bit = 1L << attribute.bit;
        }

        @Override
        boolean isUnread() {
            return (cell.unread & bit) != 0;
        }

        @Override
        Object get() {
            try {
                return isUnread() ? UNREAD : field.get(cell.object);
            } catch (IllegalAccessException impossible) {
                throw new AssertionError(impossible);
            }
        }

        @Override
        void put(Object value) {
            try {
                field.set(cell.object, value);
                cell.unread &= ~bit;
            } catch (IllegalAccessException impossible) {
                throw new AssertionError(impossible);
            }
        }

        @Override
        void clear() {
            cell.unread |= bit;
        }

        @Override
        void open() {
            cell.unread &= ~bit;
        }
    }

    /** A root, or an element of a list. */
    static final class Element extends Place {
        private final Object[] of;
        private final int at;

        Element(Object[] of, int at, Kind kind) {
            super(kind);
            this.of = of;
            this.at = at;
            of[at] = UNREAD;
        }

        @Override
        boolean isUnread() {
            return of[at] == UNREAD;
        }

        @Override
        Object get() {
            return of[at];
        }

        @Override
        void put(Object value) {
            of[at] = value;
        }

        @Override
        void clear() {
            of[at] = UNREAD;
        }

        @Override
        void open() {
            throw new AssertionError("a list refuses writes");
        }
    }

    /** An element of an array, which holds values of its own type. */
    static final class OfArray extends Place {
        private final Object array;
        private final int at;
        private boolean isUnread = true;

        OfArray(Object array, int at, Kind kind) {
            super(kind);
            this.array = array;
            this.at = at;
        }

        @Override
        boolean isUnread() {
            return isUnread;
        }

        @Override
        Object get() {
            return isUnread ? UNREAD : Array.get(array, at);
        }

        @Override
        void put(Object value) {
            isUnread = false;
            if (array instanceof int[] ints) {
                ints[at] = (int) value;
            } else {
                Array.set(array, at, value);
            }
        }

        @Override
        void clear() {
            isUnread = true;
        }

        @Override
        void open() {
            isUnread = false;
        }
    }
}
