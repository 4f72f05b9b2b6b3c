package korrel;

import java.math.BigDecimal;
import java.math.BigInteger;

/** The words of a JSON text: strings and numbers. */
class JsonScanner {
    final String text;
    int at;

    JsonScanner(String text) {
        this.text = text;
    }

    String string() {
        int from = ++at;
        int end = from;
        while (plain(end)) {
            end++;
        }
        at = end;
        if (peek() == '"') {
            at++;
            return text.substring(from, end);
        }
        return escaped(new StringBuilder(text.substring(from, end)));
    }

    private boolean plain(int place) {
        return place < text.length() && text.charAt(place) >= ' ' && text.charAt(place) != '"'
            && text.charAt(place) != '\\';
    }

    private String escaped(StringBuilder string) {
        while (true) {
            if (plain(at)) {
                string.append(text.charAt(at++));
            } else if (peek() == '"') {
                at++;
                return string.toString();
            } else if (peek() == '\\') {
                at++;
                string.append(escape());
            } else {
                throw error("the end of the string");
            }
        }
    }

    private char escape() {
        char kind = peek();
        int place = "\"\\/bfnrt".indexOf(kind);
        if (kind == '\0' || kind != 'u' && place < 0) {
            throw error("an escape");
        }
        at++;
        return kind == 'u' ? unit() : "\"\\/\b\f\n\r\t".charAt(place);
    }

    private char unit() {
        int unit = 0;
        for (int i = 0; i < 4; i++) {
            int digit = peek() < 128 ? Character.digit(peek(), 16) : -1;
            if (digit < 0) {
                throw error("four hexadecimal digits");
            }
            unit = unit * 16 + digit;
            at++;
        }
        return (char) unit;
    }

    Object number() {
        int from = at;
        if (peek() == '-') {
            at++;
        }
        if (peek() == '0') {
            at++;
        } else {
            digits();
        }
        int end = at;
        if (peek() == '.') {
            at++;
            digits();
        }
        if (peek() == 'e' || peek() == 'E') {
            at++;
            if (peek() == '+' || peek() == '-') {
                at++;
            }
            digits();
        }
        String digits = text.substring(from, at);
        return at == end ? integer(digits) : decimal(digits);
    }

    private void digits() {
        int from = at;
        while (peek() >= '0' && peek() <= '9') {
            at++;
        }
        if (at == from) {
            throw error("a value");
        }
    }

    private static Object integer(String digits) {
        if (digits.length() > 18) {
            BigInteger big = new BigInteger(digits);
            return big.bitLength() < 64 ? (Object) big.longValue() : big;
        }
        long number = Long.parseLong(digits);
        return number == (int) number ? (Object) (int) number : (Object) number;
    }

    private BigDecimal decimal(String digits) {
        try {
            return new BigDecimal(digits);
        } catch (NumberFormatException tooLarge) {
            throw error("a number that has an exponent of nine digits at most");
        }
    }

    /** The next character that is no space, or NUL at the end. */
    char next() {
        char c = peek();
        while (c == ' ' || c == '\t' || c == '\n' || c == '\r') {
            at++;
            c = peek();
        }
        return c;
    }

    /** NUL at the end; it stands nowhere in JSON. */
    private char peek() {
        return at < text.length() ? text.charAt(at) : '\0';
    }

    KorrelException error(String wanted) {
        return new KorrelException("JSON: character " + (at + 1) + ": " + wanted + " was expected: " + shortened(text));
    }

    static String shortened(String text) {
        return text.length() <= 200 ? text : text.substring(0, 200) + "…";
    }
}
