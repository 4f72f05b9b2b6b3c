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
    private final Search search;

    Cell(Search search, Description.Type type, int place) {
        this.search = search;
        this.type = type;
        this.place = place;
        Layout layout = Layout.of(type.world);
        object = layout.make();
        places = new Place[type.attributes.size()];
        type.attributes.forEach(attribute -> places[attribute.bit] = new Place.OfField(this, attribute));
        type.enumerated.forEach(attribute -> unread |= 1L << attribute.bit);
        layout.set(object, Rewriting.CELL, this);
    }

    String name() {
        return type.name + "$" + place;
    }

    /** Before a field is read. */
    public static void read(Object object, Cell cell, int bit) {
        if (cell != null && (cell.unread >>> bit & 1) != 0) {
            cell.search.read(object, cell, bit);
        }
    }

    /** Before a field is written. */
    public static void write(Object object, Cell cell, int bit) {
        if (cell != null) {
            cell.search.write(object, cell, bit);
        }
    }

    /** In place of the hash code of an identity, so that sets have the same order each time. */
    public static int hash(Cell cell) {
        return cell == null ? 0 : 31 * cell.type.index + cell.place + 1;
    }
}
