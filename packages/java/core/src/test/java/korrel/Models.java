package korrel;

import java.util.ArrayDeque;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/** Classes for the specs of the library as a user would have them: private, final, records, generics. */
final class Models {
    private Models() {}

    /** A tree with parents and an enum, by the constructor and without. */
    static final class RedBlack {
        enum Color { RED, BLACK }

        private Node root;
        private final Object lock = new Object();

        boolean isReady() {
            return lock != null;
        }

        private static final class Node {
            private final long key;
            private Color color;
            private Node left;
            private Optional<Node> right;
            private Node parent;

            Node(long key) {
                this.key = key;
            }
        }
    }

    /** Inheritance, maps from an enum, a reference that may lead anywhere. */
    static final class Files {
        enum Name { a, b }

        static class FileSystem {
            Directory root;
        }

        abstract static class Object {}

        static class Directory extends Object {
            private final Map<Name, Object> entries = new TreeMap<>();
        }

        static class File extends Object {}

        static class Link extends Object {
            Object target;
        }
    }

    /** Sequences of numbers and of nodes. */
    static final class BTree {
        Node root;

        static class Node {
            int[] keys;
            List<Node> children;
        }
    }

    /** A map from numbers to objects, as the array that a hash table has. */
    static final class HashTable {
        int capacity;
        Entry[] buckets;

        static class Entry {
            Integer key;
            Entry next;
        }
    }

    /** Sets, in a field that is inherited, of objects of several classes. */
    static final class Types {
        abstract static class Type {
            Set<Type> supertypes;
        }

        static final class Class extends Type {}

        static final class Interface extends Type {}
    }

    /** Booleans, and a list of an abstract class. */
    static final class Window {
        Widget content;
        Widget focus;

        abstract static class Widget {
            boolean visible;
            Boolean enabled;
        }

        static final class Panel extends Widget {
            ArrayDeque<Widget> children;
        }

        static final class Button extends Widget {}

        static final class TextField extends Widget {}
    }

    /** Records of a sealed interface. */
    record Document(Value value) {
        sealed interface Value permits Obj, Array, Number, True, False, Null {}

        record Obj(Map<String, Value> members) implements Value {}

        record Array(List<Value> items) implements Value {}

        record Number(int number) implements Value {}

        record True() implements Value {}

        record False() implements Value {}

        record Null() implements Value {}
    }

    /** A cycle in both directions, and objects without fields. */
    static final class Linked {
        static final class List {
            Entry header;
        }

        static final class Entry {
            Object element;
            Entry next;
            Entry previous;
        }
    }

    /** Relations as maps to sets, tuples as lists and arrays. */
    static final class Names {
        static class Value {}

        static final class Root extends Value {}

        static final class Wildcard extends Value {}

        static final class Plain extends Value {}

        static final class Attribute {}

        static final class Service {}

        static class Tree {
            List<List<Object>> attributes;
            Map<Attribute, Set<Value>> values;
        }

        static final class Database extends Tree {
            Object[][] services;
        }

        static final class Query extends Tree {}
    }

    /** The classes that are known by name: all that another class does not lead to. */
    static final class Store {
        LinkedHashMap<Object, Integer> table;
        TreeSet<Short> sizes;
        List<Object> order;
        HashSet<List<Object>> pairs;
        Object first;
        short least;
    }
}
