package korrel;

import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.lang.invoke.MethodType;
import java.lang.reflect.Field;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.Pattern;

/**
 * How a class is changed so that its reads are seen.
 *
 * <p>An instruction that reads or writes a field of an enumerated class becomes a call of a method that this class gets for
 * it, which first tells the object's {@link Cell}. {@link Watch} hears of each element of an array before it is read, of
 * each jump back, so that no run is endless, and of calls that ask for the time or for chance.
 */
final class Rewriting implements ClassFile.Change {
    static final String CELL = "korrel$cell";
    private static final String OF_CELL = "Lkorrel/Cell;";
    private static final String WATCH = "korrel/Watch";

    private static final int ALOAD_0 = 42;
    private static final int DUP = 89;
    private static final int DUP2 = 92;
    private static final int BIPUSH = 16;
    private static final int LDC_W = 19;
    private static final int IALOAD = 46;
    private static final int IASTORE = 79;
    private static final int RETURN = 177;
    private static final int INVOKESPECIAL = 183;
    private static final int INVOKESTATIC = 184;
    private static final int INVOKEINTERFACE = 185;
    /** What the instructions IASTORE to SASTORE take, beside an index. */
    private static final String[] STORED = {"[I I", "[J J", "[F F", "[D D", "[Ljava/lang/Object; Ljava/lang/Object;",
        "Ljava/lang/Object; I", "[C I", "[S I"};
    /** Methods that ask for what is none of the heap's. */
    private static final Map<String, Pattern> ASKS = Map.of(
        "the time", Pattern.compile("java/lang/System\\.(nanoTime|currentTimeMillis).*|java/time/.*\\.now\\(.*"
            + "|java/util/Date\\.<init>\\(\\)V"),
        "chance", Pattern.compile("java/lang/Math\\.random.*|java/util/Random\\.<init>\\(\\)V|.*/ThreadLocalRandom\\..*"
            + "|.*/UUID\\.random.*"),
        "a file", Pattern.compile("java/io/(File|RandomAccess).*|java/nio/file/Files\\..*"),
        "fields by reflection", Pattern.compile("java/lang/reflect/Field\\.(get|set)(?!Name|Type|Dec|Mod|Gen|Ann|Acc).*"
            + "|java/lang/invoke/VarHandle\\..*"));

    /** Classes of the JDK whose methods get arrays as objects. */
    private static final Set<String> TAKES_ANY = Set.of("java/lang/System", "java/lang/reflect/Array", "java/util/Objects");

    private final ClassLoader own;
    private final boolean hasArrays;
    /** By class, and by field with its descriptor: the bit. */
    private final Map<String, Map<String, Integer>> bits = new HashMap<>();
    private final Set<String> names = new HashSet<>();
    /** The classes that hold a cell. */
    private final Set<String> tops = new HashSet<>();
    /** Methods that were added to call others. */
    private final Set<String> helpers = ConcurrentHashMap.newKeySet();

    Rewriting(ClassLoader own, Description description) {
        this.own = own;
        hasArrays = description.hasArrays();
        for (Description.Type type : description.types) {
            for (Description.Attribute attribute : type.attributes) {
                Field field = attribute.own;
                String named = field.getName() + " " + field.getType().descriptorString();
                String of = internal(field.getDeclaringClass());
                bits.computeIfAbsent(of, absent -> new LinkedHashMap<>()).put(named, attribute.bit);
                names.add(named);
            }
            Class<?> top = type.own;
            while (!World.isPlatform(top.getSuperclass())) {
                top = top.getSuperclass();
            }
            tops.add(internal(top));
        }
    }

    private static String internal(Class<?> of) {
        return of.getName().replace('.', '/');
    }

    @Override
    public boolean isOpen(ClassFile file, String name, String descriptor) {
        return bits.getOrDefault(file.name, Map.of()).containsKey(name + " " + descriptor);
    }

    // Members

    @Override
    public void begin(ClassFile file) {
        if (tops.contains(file.name)) {
            file.field(CELL, OF_CELL);
            file.implementing("korrel/Watched");
            file.method(false, "korrel$cell", "()" + OF_CELL, 1, 1, bytes(to -> {
                cell(file, to);
                to.writeByte(176);
            }));
            if (!file.hasMethod("hashCode", "()I") && file.superName().equals("java/lang/Object")) {
                file.method(false, "hashCode", "()I", 1, 1, bytes(to -> {
                    cell(file, to);
                    call(file, to, "korrel/Cell", "hash", "(" + OF_CELL + ")I");
                    to.writeByte(172);
                }));
            }
        }
        bits.getOrDefault(file.name, Map.of()).forEach((named, bit) -> {
            String[] words = named.split(" ");
            accessors(file, words[0], words[1], bit);
        });
    }

    /** A method that reads a field, and one that writes it. */
    private static void accessors(ClassFile file, String name, String type, int bit) {
        int kind = kind(type);
        int field = file.member(ClassFile.FIELD, file.name, name, type);
        int size = kind == 1 || kind == 3 ? 2 : 1;
        file.method(true, reader(name), "(L" + file.name + ";)" + type, 3, 1, bytes(to -> {
            tell(file, to, "read", bit);
            to.writeByte(ALOAD_0);
            to.writeByte(Code.GETFIELD);
            to.writeShort(field);
            to.writeByte(172 + kind);
        }));
        file.method(true, writer(name), "(L" + file.name + ";" + type + ")V", 3, 1 + size, bytes(to -> {
            tell(file, to, "write", bit);
            to.writeByte(ALOAD_0);
            to.writeByte(27 + 4 * kind); // xLOAD_1
            to.writeByte(Code.PUTFIELD);
            to.writeShort(field);
            to.writeByte(RETURN);
        }));
    }

    private static void tell(ClassFile file, DataOutputStream to, String how, int bit) throws IOException {
        to.writeByte(ALOAD_0);
        cell(file, to);
        to.writeByte(BIPUSH);
        to.writeByte(bit);
        call(file, to, "korrel/Cell", how, "(Ljava/lang/Object;" + OF_CELL + "I)V");
    }

    private static void cell(ClassFile file, DataOutputStream to) throws IOException {
        to.writeByte(ALOAD_0);
        to.writeByte(Code.GETFIELD);
        to.writeShort(file.member(ClassFile.FIELD, file.name, CELL, OF_CELL));
    }

    private static String reader(String field) {
        return "korrel$read$" + field;
    }

    private static String writer(String field) {
        return "korrel$write$" + field;
    }

    // Instructions

    @Override
    public Code.Edit edit(ClassFile file, int opcode, ClassFile.Member member, boolean isBackwards) {
        if (isBackwards) {
            return before(to -> call(file, to, WATCH, "turn", "()V"));
        } else if (opcode == Code.GETFIELD || opcode == Code.PUTFIELD) {
            return field(file, opcode, member);
        } else if (member != null) {
            return called(file, opcode, member);
        } else if (hasArrays && opcode >= IALOAD && opcode < IALOAD + STORED.length) {
            return before(to -> {
                to.writeByte(DUP2);
                call(file, to, WATCH, "read", "(Ljava/lang/Object;I)V");
            });
        } else if (hasArrays && opcode >= IASTORE && opcode < IASTORE + STORED.length) {
            String[] types = STORED[opcode - IASTORE].split(" ");
            return instead(to -> call(file, to, WATCH, "store", "(" + types[0] + "I" + types[1] + ")V"));
        }
        return null;
    }

    private Code.Edit field(ClassFile file, int opcode, ClassFile.Member member) {
        String owner = names.contains(member.name() + " " + member.descriptor()) ? declaring(member) : null;
        if (owner == null) {
            return null;
        }
        boolean isRead = opcode == Code.GETFIELD;
        String type = member.descriptor();
        String name = isRead ? reader(member.name()) : writer(member.name());
        return instead(to -> call(file, to, owner, name, "(L" + owner + ";" + (isRead ? ")" + type : type + ")V")));
    }

    /** The enumerated class that declares a field, which an instruction may name by a class below; null if there is none. */
    private String declaring(ClassFile.Member member) {
        String named = member.name() + " " + member.descriptor();
        for (String at = member.owner(); at != null; at = superclass(at)) {
            if (bits.getOrDefault(at, Map.of()).containsKey(named)) {
                return at;
            }
        }
        return null;
    }

    private String superclass(String name) {
        try {
            Class<?> above = Class.forName(name.replace('/', '.'), false, own).getSuperclass();
            return above == null ? null : internal(above);
        } catch (ClassNotFoundException | LinkageError none) {
            return null;
        }
    }

    private Code.Edit called(ClassFile file, int opcode, ClassFile.Member member) {
        String named = member.owner() + "." + member.name() + member.descriptor();
        for (Map.Entry<String, Pattern> known : ASKS.entrySet()) {
            if (known.getValue().matcher(named).matches()) {
                return before(to -> {
                    to.writeByte(LDC_W);
                    to.writeShort(file.string(known.getKey()));
                    call(file, to, WATCH, "asks", "(Ljava/lang/String;)V");
                });
            }
        }
        if (hasArrays && opcode == INVOKESPECIAL) {
            boolean isArrayLast = member.owner().startsWith("java/") && member.descriptor().matches(".*\\[(.|L[^;]*;)\\)V");
            return isArrayLast ? before(to -> {
                to.writeByte(DUP);
                call(file, to, WATCH, "all", "(Ljava/lang/Object;)V");
            }) : null;
        }
        return hasArrays ? taking(file, opcode, member) : null;
    }

    /** A method of the JDK that gets arrays reads elements unseen: it is called by one that reads them all before. */
    private Code.Edit taking(ClassFile file, int opcode, ClassFile.Member member) {
        boolean isOfArray = member.owner().startsWith("[");
        String receiver = opcode == INVOKESTATIC ? "" : isOfArray ? member.owner() : "L" + member.owner() + ";";
        MethodType type = MethodType.fromMethodDescriptorString("(" + receiver + member.descriptor().substring(1), own);
        boolean takesAny = TAKES_ANY.contains(member.owner());
        boolean takesArrays = type.parameterList().stream().anyMatch(one -> one.isArray() || takesAny && one == Object.class);
        if (!takesArrays || !isOfArray && !member.owner().startsWith("java/")) {
            return null;
        }
        String name = "korrel$taking$" + member.owner().replaceAll("[/;\\[]", "_") + "$" + member.name();
        String descriptor = type.toMethodDescriptorString();
        if (helpers.add(file.name + "." + name + descriptor)) {
            int slots = type.parameterList().stream().mapToInt(Rewriting::slots).sum();
            file.method(true, name, descriptor, slots + 2, slots, bytes(to -> helper(file, opcode, member, type, to)));
        }
        return instead(to -> call(file, to, file.name, name, descriptor));
    }

    private static void helper(ClassFile file, int opcode, ClassFile.Member member, MethodType type, DataOutputStream to)
            throws IOException {
        ByteArrayOutputStream loads = new ByteArrayOutputStream();
        int slot = 0;
        for (Class<?> parameter : type.parameterList()) {
            byte[] load = {(byte) (21 + kind(parameter.descriptorString())), (byte) slot}; // xLOAD
            if (parameter.isArray() || parameter == Object.class) {
                to.write(load);
                call(file, to, WATCH, "all", "(Ljava/lang/Object;)V");
            }
            loads.write(load);
            slot += slots(parameter);
        }
        loads.writeTo(to);
        to.writeByte(opcode);
        to.writeShort(file.member(member.tag(), member.owner(), member.name(), member.descriptor()));
        if (opcode == INVOKEINTERFACE) {
            to.writeByte(slot);
            to.writeByte(0);
        }
        to.writeByte(type.returnType() == void.class ? RETURN : 172 + kind(type.returnType().descriptorString()));
    }

    private static int slots(Class<?> of) {
        return of == long.class || of == double.class ? 2 : 1;
    }

    /** The place in the order of xLOAD and xRETURN: int, long, float, double, reference. */
    private static int kind(String type) {
        return Math.min("JFDL[".indexOf(type.charAt(0)) + 1, 4);
    }

    private static Code.Edit instead(ClassFile.Writing code) {
        return new Code.Edit(new byte[0], bytes(code));
    }

    private static Code.Edit before(ClassFile.Writing code) {
        return new Code.Edit(bytes(code), null);
    }

    private static void call(ClassFile file, DataOutputStream to, String owner, String name, String descriptor)
            throws IOException {
        to.writeByte(INVOKESTATIC);
        to.writeShort(file.method(owner, name, descriptor));
    }

    private static byte[] bytes(ClassFile.Writing code) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        ClassFile.write(out, code);
        return out.toByteArray();
    }
}
