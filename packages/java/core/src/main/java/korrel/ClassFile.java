package korrel;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.util.HashMap;
import java.util.Map;

/**
 * A class file that is written anew (The Java Virtual Machine Specification, chapter 4): constants, fields and methods
 * are added, the instructions of methods are changed. Java 17 has no library for it, and this needs a small part of one.
 */
final class ClassFile {
    private static final int UTF8 = 1;
    private static final int LONG = 5;
    private static final int DOUBLE = 6;
    private static final int CLASS = 7;
    private static final int STRING = 8;
    static final int FIELD = 9;
    private static final int METHOD = 10;
    private static final int INTERFACE_METHOD = 11;
    private static final int NAME_AND_TYPE = 12;

    private static final int PUBLIC_STATIC_SYNTHETIC = 0x1009;
    private static final int PUBLIC_TRANSIENT_SYNTHETIC = 0x1081;
    private static final int FINAL = 0x10;

    final String name;
    private final byte[] bytes;
    private final ByteBuffer in;
    /** Where each constant stands; 0 for those that are added. */
    private final int[] places;
    private final int constantsEnd;
    private final ByteArrayOutputStream newConstants = new ByteArrayOutputStream();
    private final ByteArrayOutputStream newFields = new ByteArrayOutputStream();
    private final ByteArrayOutputStream newMethods = new ByteArrayOutputStream();
    private final Map<String, Integer> added = new HashMap<>();
    private int constants;
    private int addedFields;
    /** The constant of an interface that is added, or 0. */
    private int addedInterface;
    private int addedMethods;

    /** What an instruction about a field or method names. */
    record Member(int tag, String owner, String name, String descriptor) {}

    /** What is to be changed. */
    interface Change {
        /** Adds members. */
        void begin(ClassFile file);

        /** Whether the field must not be final. */
        boolean isOpen(ClassFile file, String name, String descriptor);

        /** What comes before an instruction, and what instead of it; null if it stays. */
        Code.Edit edit(ClassFile file, int opcode, Member member, boolean isBackwards);
    }

    ClassFile(byte[] bytes) {
        this.bytes = bytes;
        in = ByteBuffer.wrap(bytes);
        constants = u2(8);
        places = new int[constants];
        int at = 10;
        for (int index = 1; index < constants; index++) {
            places[index] = at;
            int tag = bytes[at];
            at += length(tag, at);
            index += tag == LONG || tag == DOUBLE ? 1 : 0;
        }
        constantsEnd = at;
        name = text(u2(at + 2));
    }

    private int length(int tag, int at) {
        return switch (tag) {
            case UTF8 -> 3 + u2(at + 1);
            case CLASS, STRING, 16, 19, 20 -> 3;
            case 15 -> 4;
            case LONG, DOUBLE -> 9;
            default -> 5;
        };
    }

    // Reading

    private int u2(int at) {
        return in.getShort(at) & 0xffff;
    }

    private int constant(int index, int offset) {
        return u2(places[index] + 1 + offset);
    }

    private String utf8(int index) {
        try {
            int at = places[index] + 1;
            return new DataInputStream(new ByteArrayInputStream(bytes, at, bytes.length - at)).readUTF();
        } catch (IOException broken) {
            throw new UncheckedIOException(broken);
        }
    }

    /** The name of a class. */
    private String text(int index) {
        return utf8(constant(index, 0));
    }

    Member member(int index) {
        int named = constant(index, 2);
        return new Member(bytes[places[index]], text(constant(index, 0)), utf8(constant(named, 0)), utf8(constant(named, 2)));
    }

    // Adding

    int utf8(String text) {
        return add("u" + text, UTF8, to -> to.writeUTF(text));
    }

    int classOf(String name) {
        int text = utf8(name);
        return add("c" + name, CLASS, to -> to.writeShort(text));
    }

    int string(String text) {
        int content = utf8(text);
        return add("s" + text, STRING, to -> to.writeShort(content));
    }

    boolean isInterface() {
        return (u2(constantsEnd) & 0x200) != 0;
    }

    int member(int tag, String owner, String name, String descriptor) {
        int of = classOf(owner);
        int first = utf8(name);
        int second = utf8(descriptor);
        int named = add("n" + name + " " + descriptor, NAME_AND_TYPE, to -> {
            to.writeShort(first);
            to.writeShort(second);
        });
        return add(tag + owner + "." + name + " " + descriptor, tag, to -> {
            to.writeShort(of);
            to.writeShort(named);
        });
    }

    void implementing(String name) {
        addedInterface = classOf(name);
    }

    void field(String name, String descriptor) {
        addedFields++;
        write(newFields, to -> {
            to.writeShort(PUBLIC_TRANSIENT_SYNTHETIC);
            to.writeShort(utf8(name));
            to.writeShort(utf8(descriptor));
            to.writeShort(0);
        });
    }

    /** A method of this class or of another one that is no interface. */
    int method(String owner, String name, String descriptor) {
        return member(owner.equals(this.name) && isInterface() ? INTERFACE_METHOD : METHOD, owner, name, descriptor);
    }

    /** A method without branches, so that it needs no frames. */
    void method(boolean isStatic, String name, String descriptor, int stack, int locals, byte[] code) {
        addedMethods++;
        write(newMethods, to -> {
            to.writeShort(isStatic ? PUBLIC_STATIC_SYNTHETIC : 1);
            to.writeShort(utf8(name));
            to.writeShort(utf8(descriptor));
            to.writeShort(1);
            to.writeShort(utf8("Code"));
            to.writeInt(12 + code.length);
            to.writeShort(stack);
            to.writeShort(locals);
            to.writeInt(code.length);
            to.write(code);
            to.writeInt(0);
        });
    }

    private int add(String key, int tag, Writing content) {
        Integer known = added.get(key);
        if (known != null) {
            return known;
        }
        if (constants >= 0xffff) {
            throw new KorrelException(name.replace('/', '.') + " has too many constants to be watched");
        }
        write(newConstants, to -> {
            to.writeByte(tag);
            content.write(to);
        });
        added.put(key, constants);
        return constants++;
    }

    interface Writing {
        void write(DataOutputStream to) throws IOException;
    }

    static void write(ByteArrayOutputStream out, Writing content) {
        try {
            content.write(new DataOutputStream(out));
        } catch (IOException impossible) {
            throw new UncheckedIOException(impossible);
        }
    }

    // The whole

    byte[] changed(Change change) {
        change.begin(this);
        ByteArrayOutputStream body = new ByteArrayOutputStream();
        write(body, to -> {
            int interfaces = u2(constantsEnd + 6);
            int at = constantsEnd + 8 + 2 * interfaces;
            to.write(bytes, constantsEnd, 6);
            to.writeShort(interfaces + (addedInterface == 0 ? 0 : 1));
            to.write(bytes, constantsEnd + 8, 2 * interfaces);
            to.write(new byte[] {(byte) (addedInterface >> 8), (byte) addedInterface}, 0, addedInterface == 0 ? 0 : 2);
            at = members(at, to, false, change);
            at = members(at, to, true, change);
            to.write(bytes, at, bytes.length - at);
        });
        ByteArrayOutputStream whole = new ByteArrayOutputStream();
        write(whole, to -> {
            to.write(bytes, 0, 8);
            to.writeShort(constants);
            to.write(bytes, 10, constantsEnd - 10);
            newConstants.writeTo(to);
            body.writeTo(to);
        });
        return whole.toByteArray();
    }

    /** The fields or the methods; returns where they end. */
    private int members(int from, DataOutputStream to, boolean areMethods, Change change) throws IOException {
        ByteArrayOutputStream old = new ByteArrayOutputStream();
        int[] end = new int[1];
        write(old, out -> end[0] = oldMembers(from, out, areMethods, change)); // which may add others
        to.writeShort(u2(from) + (areMethods ? addedMethods : addedFields));
        old.writeTo(to);
        (areMethods ? newMethods : newFields).writeTo(to);
        return end[0];
    }

    private int oldMembers(int from, DataOutputStream to, boolean areMethods, Change change) throws IOException {
        int number = u2(from);
        int at = from + 2;
        for (int i = 0; i < number; i++) {
            boolean isOpen = !areMethods && change.isOpen(this, utf8(u2(at + 2)), utf8(u2(at + 4)));
            to.writeShort(isOpen ? u2(at) & ~FINAL : u2(at));
            to.write(bytes, at + 2, 6);
            int attributes = u2(at + 6);
            at += 8;
            for (int attribute = 0; attribute < attributes; attribute++) {
                int length = in.getInt(at + 2);
                ByteBuffer content = in.slice(at + 6, length);
                byte[] code = areMethods && utf8(u2(at)).equals("Code") ? new Code(this, content, change).changed() : null;
                to.writeShort(u2(at));
                to.writeInt(code == null ? length : code.length);
                to.write(code == null ? bytes : code, code == null ? at + 6 : 0, code == null ? length : code.length);
                at += 6 + length;
            }
        }
        return at;
    }

    /** Whether a text is among its constants, the name of a class, field or method. */
    boolean names(String text) {
        for (int index = 1; index < places.length; index++) {
            if (places[index] != 0 && bytes[places[index]] == UTF8 && isText(index, text)) {
                return true;
            }
        }
        return false;
    }

    boolean isText(int index, String text) {
        return utf8(index).equals(text);
    }

    String superName() {
        return text(u2(constantsEnd + 4));
    }

    boolean hasMethod(String name, String descriptor) {
        int at = skipped(constantsEnd + 8 + 2 * u2(constantsEnd + 6));
        int number = u2(at);
        at += 2;
        for (int i = 0; i < number; i++) {
            if (isText(u2(at + 2), name) && isText(u2(at + 4), descriptor)) {
                return true;
            }
            at = memberEnd(at);
        }
        return false;
    }

    /** Where a list of members ends. */
    private int skipped(int from) {
        int at = from + 2;
        for (int i = 0; i < u2(from); i++) {
            at = memberEnd(at);
        }
        return at;
    }

    private int memberEnd(int member) {
        int at = member + 8;
        for (int attribute = 0; attribute < u2(member + 6); attribute++) {
            at += 6 + in.getInt(at + 2);
        }
        return at;
    }
}
