package korrel;

/** What the classes of a search are; public because they are others' classes. */
public interface Watched {
    /** What an object is to the search; null while it is made, and of one that the predicate has made. */
    Cell korrel$cell();
}
