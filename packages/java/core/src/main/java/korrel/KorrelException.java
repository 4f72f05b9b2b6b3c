package korrel;

/** What a user can mend: a spec with a mistake, a program that is not there, objects that do not fit. */
public class KorrelException extends RuntimeException {
    private static final long serialVersionUID = 1;

    /** Whether the message says in which field of which object it is. */
    final boolean isPlaced;

    public KorrelException(String message) {
        this(message, (Throwable) null);
    }

    public KorrelException(String message, Throwable cause) {
        super(message, cause);
        isPlaced = false;
    }

    KorrelException(String place, KorrelException mistake) {
        super(place + ": " + mistake.getMessage(), mistake);
        isPlaced = true;
    }
}
