package korrel;

/**
 * What a watched object is to the search. Classes that are written anew keep it in a field and call these methods: they are
 * public for that alone.
 */
public final class Cell {
    /** Which fields were not read yet: their bits. */
    long unread;
    final Description.Type type;
    final int place;
    final Object object;
    final Place[] places;
    /** What was made of it for the user last. */
    Object own;
    private final int hash;
    /** Null of an object that nobody watches. */
    private final Search search;

    Cell(Search search, Description.Type type, int place) {
        this.search = search;
        this.type = type;
        this.place = place;
        hash = 31 * type.index + place + 1;
        Layout layout = type.worldLayout;
        object = layout.make();
        places = new Place[type.attributes.size()];
        type.attributes.forEach(attribute -> places[attribute.bit] = new Place.OfField(this, attribute));
        type.enumerated.forEach(attribute -> unread |= 1L << attribute.bit);
        layout.set(object, Rewriting.CELL, this);
    }

    private Cell(Object object, int hash) {
        this.object = object;
        this.hash = hash;
        search = null;
        type = null;
        place = 0;
        places = null;
    }

    /** Gives an object that nobody watches a hash code of its own, for where all are the same, {@code equals} is asked. */
    static void hashed(Object object, int number) {
        Layout.of(object.getClass()).set(object, Rewriting.CELL, new Cell(object, number * 0x9E3779B9));
    }

    /** Of an object of the heap; null of a value, and of an object that nobody watches. */
    static Cell of(Object value) {
        Cell cell = value instanceof Watched watched ? watched.korrel$cell() : null;
        return cell == null || cell.search == null ? null : cell;
    }

    String name() {
        return type.name + "$" + place;
    }

    /** Before a field is read. */
    public static void read(Object object, Cell cell, int bit) {
        if (cell != null && (cell.unread >>> bit & 1) != 0) {
            Apart.read(cell.search, object, cell, bit);
        }
    }

    /** Before a field is written. */
    public static void write(Object object, Cell cell, int bit) {
        if (cell != null && cell.search != null) {
            cell.search.write(object, cell, bit);
        }
    }

    /** In place of the hash code of an identity, so that sets have the same order each time. */
    public static int hash(Cell cell) {
        return cell == null ? 0 : cell.hash;
    }
}
