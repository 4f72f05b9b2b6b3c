package korrel;

import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;

/**
 * The code of a method with other instructions before or instead of some of its own. Jumps, tables of exceptions and
 * frames of the verifier go where their targets have moved. What is only for debuggers is left out.
 */
final class Code {
    static final int GETFIELD = 180;
    static final int PUTFIELD = 181;
    private static final int INVOKEINTERFACE = 185;
    private static final int TABLESWITCH = 170;
    private static final int LOOKUPSWITCH = 171;
    private static final int WIDE = 196;
    private static final int IINC = 132;
    private static final int GOTO_W = 200;
    private static final int JSR_W = 201;
    /** Where the lengths of instructions change: the first that is so long; 0 for what depends. */
    private static final int[][] LENGTHS = {
        {0, 1}, {16, 2}, {17, 3}, {18, 2}, {19, 3}, {21, 2}, {26, 1}, {54, 2}, {59, 1}, {IINC, 3}, {133, 1}, {153, 3}, {169, 2},
        {TABLESWITCH, 0}, {172, 1}, {178, 3}, {INVOKEINTERFACE, 5}, {187, 3}, {188, 2}, {189, 3}, {190, 1}, {192, 3}, {194, 1},
        {WIDE, 0}, {197, 4}, {198, 3}, {GOTO_W, 5}, {202, 1}};
    /** What edits may add to the stack. */
    private static final int MORE_STACK = 3;
    /** Before the first instruction. */
    private static final int HEAD = 8;

    private final ClassFile file;
    private final ByteBuffer in;
    private final ClassFile.Change change;
    private final int length;
    /** What to do about the instruction at each place, and where it comes to stand. */
    private final Edit[] edits;
    private final int[] moved;

    /** Bytes before an instruction, and those instead of it, or null. */
    record Edit(byte[] before, byte[] instead) {}

    Code(ClassFile file, ByteBuffer in, ClassFile.Change change) {
        this.file = file;
        this.in = in;
        this.change = change;
        length = in.getInt(4);
        edits = new Edit[length];
        moved = new int[length + 1];
    }

    /** The attribute's new content; null if it stays. */
    byte[] changed() {
        boolean isChanged = false;
        int to = 0;
        for (int at = 0; at < length; at += length(at)) {
            Edit edit = edits[at] = edit(at);
            isChanged |= edit != null;
            moved[at] = to;
            to += edit == null ? 0 : edit.before.length;
            to += edit != null && edit.instead != null ? edit.instead.length
                : isSwitch(at) ? length(at) - padding(at) + padding(to) : length(at);
        }
        moved[length] = to;
        return isChanged ? written() : null;
    }

    private Edit edit(int at) {
        int opcode = opcode(at);
        boolean isMember = opcode >= GETFIELD && opcode <= INVOKEINTERFACE;
        return change.edit(file, opcode, isMember ? file.member(u2(at + 1)) : null, isJump(opcode) && in.getShort(HEAD + at + 1) <= 0);
    }

    private byte[] written() {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        ClassFile.write(out, to -> {
            to.writeShort(in.getShort(0) + MORE_STACK);
            to.writeShort(in.getShort(2));
            to.writeInt(moved[length]);
            for (int at = 0; at < length; at += length(at)) {
                Edit edit = edits[at];
                to.write(edit == null ? new byte[0] : edit.before);
                if (edit != null && edit.instead != null) {
                    to.write(edit.instead);
                } else {
                    instruction(at, to, to.size() - HEAD);
                }
            }
            int handlers = HEAD + length;
            to.writeShort(in.getShort(handlers));
            int end = handlers + 2 + 8 * in.getShort(handlers);
            for (int at = handlers + 2; at < end; at += 8) {
                for (int place = 0; place < 6; place += 2) {
                    to.writeShort(moved[in.getShort(at + place) & 0xffff]);
                }
                to.writeShort(in.getShort(at + 6));
            }
            frames(end, to);
        });
        return out.toByteArray();
    }

    private void instruction(int at, DataOutputStream to, int here) throws IOException {
        int opcode = opcode(at);
        if (isSwitch(at)) {
            int table = at + 1 + padding(at);
            to.writeByte(opcode);
            to.write(new byte[padding(here)]);
            to.writeInt(moved[at + s4(table)] - here);
            boolean hasKeys = opcode == LOOKUPSWITCH;
            int first = table + (hasKeys ? 8 : 12);
            to.write(bytes(table + 4, first - table - 4));
            for (int entry = first; entry < at + length(at); entry += hasKeys ? 8 : 4) {
                to.write(bytes(entry, hasKeys ? 4 : 0));
                to.writeInt(moved[at + s4(entry + (hasKeys ? 4 : 0))] - here);
            }
        } else if (isJump(opcode)) {
            int far = moved[at + in.getShort(HEAD + at + 1)] - here;
            if (far != (short) far) {
                throw new KorrelException(file.name.replace('/', '.') + " has a method that is too long to be watched");
            }
            to.writeByte(opcode);
            to.writeShort(far);
        } else if (opcode == GOTO_W || opcode == JSR_W) {
            to.writeByte(opcode);
            to.writeInt(moved[at + s4(at + 1)] - here);
        } else {
            to.write(bytes(at, length(at)));
        }
    }

    // The frames: each says how far it is from the one before

    private void frames(int from, DataOutputStream to) throws IOException {
        int at = from + 2;
        for (int left = in.getShort(from); left > 0; left--) {
            int size = in.getInt(at + 2);
            if (file.isText(in.getShort(at) & 0xffff, "StackMapTable")) {
                byte[] table = new Frames(at + 6).written();
                to.writeShort(1);
                to.writeShort(in.getShort(at));
                to.writeInt(table.length);
                to.write(table);
                return;
            }
            at += 6 + size;
        }
        to.writeShort(0);
    }

    private final class Frames {
        private int at;
        private int offset = -1;
        private int before = -1;

        Frames(int at) {
            this.at = at;
        }

        byte[] written() {
            ByteArrayOutputStream out = new ByteArrayOutputStream();
            ClassFile.write(out, to -> {
                int number = next2();
                to.writeShort(number);
                for (int i = 0; i < number; i++) {
                    frame(next1(), to);
                }
            });
            return out.toByteArray();
        }

        private void frame(int type, DataOutputStream to) throws IOException {
            boolean hasDelta = type >= 247;
            boolean isOneOnStack = type >= 64 && type < 128 || type == 247;
            offset += 1 + (hasDelta ? next2() : type & 63);
            to.writeByte(hasDelta ? type : isOneOnStack ? 247 : 251); // with a delta of its own
            to.writeShort(moved[offset] - before - 1);
            before = moved[offset];
            if (type == 255) {
                types(number(to), to);
                types(number(to), to);
            } else {
                types(isOneOnStack ? 1 : type > 251 ? type - 251 : 0, to);
            }
        }

        private int number(DataOutputStream to) throws IOException {
            int number = next2();
            to.writeShort(number);
            return number;
        }

        private void types(int number, DataOutputStream to) throws IOException {
            for (int i = 0; i < number; i++) {
                int type = next1();
                to.writeByte(type);
                if (type == 7) {
                    to.writeShort(next2());
                } else if (type == 8) { // where a new object is made
                    to.writeShort(moved[next2()]);
                }
            }
        }

        private int next1() {
            return in.get(at++) & 0xff;
        }

        private int next2() {
            at += 2;
            return in.getShort(at - 2) & 0xffff;
        }
    }

    // Instructions

    private static boolean isJump(int opcode) {
        return opcode >= 153 && opcode <= 168 || opcode == 198 || opcode == 199;
    }

    private boolean isSwitch(int at) {
        return opcode(at) == TABLESWITCH || opcode(at) == LOOKUPSWITCH;
    }

    private static int padding(int at) {
        return 3 - at % 4;
    }

    private int length(int at) {
        int opcode = opcode(at);
        if (isSwitch(at)) {
            int table = at + 1 + padding(at);
            return table - at + (opcode == TABLESWITCH ? 12 + 4 * (s4(table + 8) - s4(table + 4) + 1) : 8 + 8 * s4(table + 4));
        } else if (opcode == WIDE) {
            return opcode(at + 1) == IINC ? 6 : 4;
        }
        int found = 1;
        for (int[] run : LENGTHS) {
            found = run[0] <= opcode ? run[1] : found;
        }
        return found;
    }

    private int opcode(int at) {
        return in.get(HEAD + at) & 0xff;
    }

    private int u2(int at) {
        return in.getShort(HEAD + at) & 0xffff;
    }

    private int s4(int at) {
        return in.getInt(HEAD + at);
    }

    private byte[] bytes(int at, int number) {
        byte[] bytes = new byte[number];
        in.get(HEAD + at, bytes);
        return bytes;
    }
}
