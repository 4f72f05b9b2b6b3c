package korrel;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** If one of these failed, a heap would be read as another one, or written so. */
class JsonTest {
    @Test
    void escapesAreWhatTheyStandFor() {
        assertEquals("\"\\/\b\f\n\r\té", JsonReader.read("\"\\\"\\\\\\/\\b\\f\\n\\r\\t\\u00e9\""));
        assertEquals("😀", JsonReader.read("\"\\ud83d\\uDE00\""));
        assertEquals("😀", JsonReader.read("\"😀\""));
        assertEquals("", JsonReader.read("\"\""));
    }

    @Test
    void aLoneSurrogateComesBackAsItWas() {
        String lone = "\"a\\ud800b\"";
        assertEquals("a\ud800b", JsonReader.read(lone));
        assertEquals(lone, Json.write(JsonReader.read(lone)));
        assertEquals("\"\\udc00\\ud800\"", Json.write("\udc00\ud800"));
    }

    @Test
    void whatDeceivesIsWrittenAsTheProgramWritesIt() {
        assertEquals("\"\\u001b\\u007f\\u0085\\u00ad\\u200b\\u202e\\ufeff\"", Json.write("\u001b\u007f\u0085\u00ad\u200b\u202e\ufeff"));
        assertEquals("\"\\udb40\\udc41\"", Json.write(Character.toString(0xe0041)), "a tag character, as two units");
        assertEquals("\"é😀\\b\\t\\n\\f\\r\\\"\\\\\"", Json.write("é😀\b\t\n\f\r\"\\"));
    }

    @Test
    void numbersKeepAllDigits() {
        assertEquals(0, JsonReader.read("0"));
        assertEquals(-2147483648, JsonReader.read("-2147483648"));
        assertEquals(2147483648L, JsonReader.read("2147483648"));
        assertEquals(Long.MIN_VALUE, JsonReader.read("-9223372036854775808"));
        assertEquals(new BigInteger("9223372036854775808"), JsonReader.read("9223372036854775808"));
        assertEquals(new BigDecimal("0.10"), JsonReader.read("0.10"));
        assertEquals(new BigDecimal("-1.5E+300"), JsonReader.read("-1.5e300"));
        String long1000 = "1" + "0".repeat(1000);
        assertEquals(long1000, Json.write(JsonReader.read(long1000)));
    }

    @Test
    void orderStaysAndSpacesDoNot() {
        String text = " { \"b\" : [ 1 , null,true , false ,\"\" ] ,\t\"a\":{ } , \"c\" : [ ] }\r\n";
        assertEquals("{\"b\":[1,null,true,false,\"\"],\"a\":{},\"c\":[]}", Json.write(JsonReader.read(text)));
    }

    @Test
    void aNameInAMapIsNoOther() {
        assertEquals(Map.of("", List.of()), JsonReader.read("{\"\":[]}"));
        assertEquals(Map.of("$type", "a:b,c]}"), JsonReader.read("{\"$type\":\"a:b,c]}\"}"));
    }

    @Test
    void aNameThatStandsTwiceIsRefusedWithItsPath() {
        String text = "{\"o\":{\"p\":[0,{\"a\":1,\"b\":{},\"a\":2}]}}";
        KorrelException refused = assertThrows(KorrelException.class, () -> JsonReader.read(text));
        assertEquals("o.p[1].a: it stands there twice", refused.getMessage());
    }

    @ParameterizedTest
    @ValueSource(strings = {
        "", " ", "{", "}", "[", "]", "[1,]", "[,1]", "[1 2]", "{\"a\"}", "{\"a\":}", "{\"a\":1,}", "{a:1}", "{\"a\" 1}",
        "\"", "\"\\\"", "\"\\x\"", "\"\\u12\"", "\"\\u12g4\"", "\"\\u١٢٣٤\"", "\"\n\"", "\"\\", "tru", "nul", "True", "NaN",
        "-", "01", "1.", ".5", "1e", "1e+", "+1", "0x1", "1 1", "[1]]", "1e99999999999", "'a'", "\u0000",
        "[1,\u00a02]"})
    void whatIsNoJsonIsRefused(String text) {
        KorrelException refused = assertThrows(KorrelException.class, () -> JsonReader.read(text));
        assertTrue(refused.getMessage().startsWith("JSON: character "), refused.getMessage());
    }

    @ParameterizedTest
    @ValueSource(strings = {"[", "{\"a\":", "[{\"a\":"})
    void depthHasALimitAndNoStackOverflows(String open) {
        assertThrows(KorrelException.class, () -> JsonReader.read(open.repeat(100_000)));
    }

    @Test
    void aRecordMayBeDeepEnough() {
        String deep = "[".repeat(500) + "]".repeat(500);
        assertEquals(deep, Json.write(JsonReader.read(deep)));
    }
}
