package korrel;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.URL;
import java.net.URLConnection;
import java.util.Map;

/** The user's classes once more, in which reads are watched. The JDK's classes are the same. */
final class World extends ClassLoader {
    private final ClassLoader own;
    private final Rewriting rewriting;

    static {
        registerAsParallelCapable();
    }

    /** Who is told of classes that may print. */
    private final Runnable printing;

    World(ClassLoader own, Description description, Runnable printing) {
        super(own);
        this.printing = printing;
        this.own = own;
        rewriting = new Rewriting(own, description);
        setDefaultAssertionStatus(description.roots.get(0).of().desiredAssertionStatus());
        for (Description.Type type : description.types) {
            type.world = of(type.own);
            if (type.world == type.own) {
                throw new KorrelException(type.name + ": its class file is not found, so what is read of it cannot be seen");
            }
            type.ownLayout = Layout.of(type.own);
            type.worldLayout = Layout.of(type.world);
            for (Description.Attribute attribute : type.attributes) {
                try {
                    attribute.world = Layout.open(of(attribute.own.getDeclaringClass()).getDeclaredField(attribute.own.getName()));
                } catch (NoSuchFieldException impossible) {
                    throw new AssertionError(impossible);
                }
                Layout.open(attribute.own);
                if (attribute.kind != null) {
                    attribute.kind.settle(this);
                }
            }
        }
        description.roots.forEach(root -> root.kind().settle(this));
    }

    /** Sets what {@link Watch} of this world calls, by the names of its fields. */
    void listen(Map<String, Object> listeners) {
        listeners.forEach((field, listener) -> {
            try {
                Layout.open(Class.forName(Watch.class.getName(), true, this).getDeclaredField(field)).set(null, listener);
            } catch (ReflectiveOperationException impossible) {
                throw new AssertionError(impossible);
            }
        });
    }

    /** A class as it is here. */
    Class<?> of(Class<?> of) {
        if (of.isArray()) {
            return of(of.getComponentType()).arrayType();
        }
        try {
            return isPlatform(of) ? of : Class.forName(of.getName(), false, this);
        } catch (ClassNotFoundException impossible) {
            throw new AssertionError(impossible);
        }
    }

    /** A value as it is here: constants of enums are others. */
    Object constant(Object value) {
        return value instanceof Enum<?> constant ? Fit.constant(constant.name(), of(constant.getDeclaringClass())) : value;
    }

    static boolean isPlatform(Class<?> of) {
        ClassLoader loader = of.getClassLoader();
        return loader == null || loader == ClassLoader.getPlatformClassLoader();
    }

    @Override
    protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
        synchronized (getClassLoadingLock(name)) {
            Class<?> known = findLoadedClass(name);
            known = known == null ? anew(name) : known;
            return known == null ? super.loadClass(name, resolve) : known;
        }
    }

    /** Null of what is the JDK's, or this library's. */
    private Class<?> anew(String name) {
        String file = name.replace('.', '/') + ".class";
        boolean isWatch = name.equals(Watch.class.getName());
        URL at = name.startsWith("java.") ? null : own.getResource(file);
        if (at == null || at.getProtocol().equals("jrt") || !isWatch && isOurs(at, name, file)) {
            return null;
        }
        try {
            URLConnection connection = at.openConnection();
            connection.setUseCaches(false);
            try (InputStream in = connection.getInputStream()) {
                byte[] bytes = in.readAllBytes();
                ClassFile read = new ClassFile(bytes);
                if (read.names("java/io/PrintStream") || read.names("printStackTrace") || read.names("dumpStack")) {
                    printing.run();
                }
                byte[] written = isWatch ? bytes : read.changed(rewriting);
                return defineClass(name, written, 0, written.length);
            }
        } catch (IOException unread) {
            throw new UncheckedIOException(unread);
        }
    }

    private static boolean isOurs(URL at, String name, String file) {
        String here = Korrel.class.getResource("Korrel.class").toString();
        return name.startsWith("korrel.")
            && at.toString().equals(here.substring(0, here.length() - "korrel/Korrel.class".length()) + file);
    }
}
