package korrel;

import java.io.IOException;
import java.io.InputStream;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import javax.tools.JavaCompiler;
import javax.tools.ToolProvider;

/** What {@code Tree.java:Tree --where repOk --scope "4 Node, 1..4 int"} means: classes, a method, bounds. */
final class ClassesAsked {
    private static final Pattern BOUND = Pattern.compile("(-?\\d+)(?:\\.\\.(-?\\d+))?\\s+([\\w.$]+)");
    private static final Map<String, Class<?>> PLAIN = Map.of("int", int.class, "Int", int.class, "long", long.class, "short", short.class,
        "byte", byte.class);

    private final String place;
    private final String source;
    private final ClassLoader loader;
    private final List<Class<?>> roots = new ArrayList<>();
    private final List<String> names = new ArrayList<>();

    /** @param place a file in Java, or the class path from which Java was started */
    ClassesAsked(String place, String classes) {
        this.place = place;
        source = place.endsWith(".java") ? read(Path.of(place)) : null;
        loader = source == null ? ClassesAsked.class.getClassLoader() : compiled();
        for (String word : classes.split(",")) {
            String name = word.substring(word.indexOf('=') + 1);
            Class<?> root = resolved(name);
            if (root == null) {
                throw new KorrelException(place + " has no class " + name);
            }
            roots.add(root);
            if (word.contains("=")) {
                names.add(word.substring(0, word.indexOf('=')));
            }
        }
    }

    All<Object[]> all(String where, String scope) {
        All<Object[]> all = new All<>(roots, args -> args);
        if (names.size() == roots.size()) {
            all.names(names.toArray(String[]::new));
        }
        if (where != null) {
            Method method = Layout.open(method(where));
            all.where(() -> Lambda.of(method), args -> {
                Object answer = answer(method, args);
                return answer == null || (boolean) answer;
            });
        }
        for (String part : scope.split(",")) {
            if (!part.isBlank()) {
                bound(all, part.strip());
            }
        }
        return all;
    }

    private static Object answer(Method method, Object[] args) throws Throwable {
        boolean isStatic = Modifier.isStatic(method.getModifiers());
        try {
            return isStatic ? method.invoke(null, args) : method.invoke(args[0], Arrays.copyOfRange(args, 1, args.length));
        } catch (InvocationTargetException thrown) {
            throw thrown.getCause();
        }
    }

    /** The text of the classes: what decides which heaps there are. */
    byte[] text() {
        if (source != null) {
            return source.getBytes(java.nio.charset.StandardCharsets.UTF_8);
        }
        Class<?> root = roots.get(0);
        try (InputStream in = root.getResourceAsStream("/" + root.getName().replace('.', '/') + ".class")) {
            return in == null ? new byte[0] : in.readAllBytes();
        } catch (IOException unread) {
            throw new KorrelException(root + " cannot be read", unread);
        }
    }

    // Bounds

    private void bound(All<?> all, String part) {
        Matcher words = BOUND.matcher(part);
        if (!words.matches() || words.group(2) == null && part.startsWith("-")) {
            throw new KorrelException("--scope: `" + part + "` is none of `4 Node`, `1..4 int`, `0..1 Node.color`, `3 seq`");
        }
        int low = Integer.parseInt(words.group(1));
        String name = words.group(3);
        Class<?> of = PLAIN.containsKey(name) ? PLAIN.get(name) : resolved(name);
        if (words.group(2) != null) {
            List<Object> values = new ArrayList<>();
            for (int value = low; value <= Integer.parseInt(words.group(2)); value++) {
                values.add(value);
            }
            if (of == null) {
                all.values(name, values.toArray());
            } else {
                all.values(of, values.toArray());
            }
        } else if (name.equals("seq")) {
            all.length(low);
        } else if (of == null) {
            throw new KorrelException("--scope: there is no class " + name);
        } else {
            all.objects(of, low);
        }
    }

    // Classes

    /** A class by its name, also without its package and the class in which it stands. */
    private Class<?> resolved(String name) {
        String dotted = name.replace('.', '$');
        Set<String> tried = new LinkedHashSet<>(List.of(name));
        for (int dot = name.lastIndexOf('.'); dot >= 0; dot = name.lastIndexOf('.', dot - 1)) {
            tried.add(name.substring(0, dot) + name.substring(dot).replace('.', '$'));
        }
        Stream.concat(Stream.of(packageOf(source)), roots.stream().map(Class::getPackageName)).filter(in -> !in.isEmpty())
            .forEach(in -> tried.add(in + "." + dotted));
        for (Class<?> root : roots) {
            for (Class<?> at = root; at != null; at = at.getEnclosingClass()) {
                tried.add(at.getName() + "$" + dotted);
            }
        }
        if (source != null) { // beside each other in the file's own class
            String own = Path.of(place).getFileName().toString().replace(".java", "");
            tried.add((packageOf(source).isEmpty() ? "" : packageOf(source) + ".") + own + "$" + dotted);
        }
        for (String full : tried) {
            try {
                return Class.forName(full, false, loader);
            } catch (ClassNotFoundException | LinkageError none) {
                continue;
            }
        }
        return null;
    }

    /** Of the root's class or one above, without parameters; or static, with the roots. */
    private Method method(String name) {
        int dot = name.lastIndexOf('.');
        Class<?> owner = dot < 0 ? roots.get(0) : resolved(name.substring(0, dot));
        for (Class<?> at = owner; at != null; at = at.getSuperclass()) {
            for (Method method : at.getDeclaredMethods()) {
                boolean isStatic = Modifier.isStatic(method.getModifiers());
                List<Class<?>> given = isStatic ? roots : roots.subList(1, roots.size());
                boolean fits = method.getParameterCount() == given.size() && (isStatic || at.isAssignableFrom(roots.get(0)));
                for (int place = 0; fits && place < given.size(); place++) {
                    fits = method.getParameterTypes()[place].isAssignableFrom(given.get(place));
                }
                if (fits && method.getName().equals(name.substring(dot + 1)) && !method.isSynthetic()) {
                    return checked(method);
                }
            }
        }
        throw new KorrelException("--where " + name + ": " + (owner == null ? "there is no such class"
            : owner.getSimpleName() + " has no method of this name that takes nothing, or is static and takes the roots"));
    }

    private static Method checked(Method method) {
        Class<?> answer = method.getReturnType();
        if (answer != boolean.class && answer != Boolean.class && answer != void.class) {
            throw new KorrelException("--where " + method.getName() + ": it returns " + answer.getSimpleName()
                + ": a predicate returns a boolean, or nothing and throws on a bad heap");
        }
        return method;
    }

    // Compiling

    /** The file and what it needs beside it. */
    private ClassLoader compiled() {
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        if (compiler == null) {
            throw new KorrelException(place + ": this Java has no compiler: give the class path with the compiled classes, target/classes:Tree");
        }
        try {
            Path to = Files.createTempDirectory("korrel-classes");
            Runtime.getRuntime().addShutdownHook(new Thread(() -> delete(to)));
            Path folder = Path.of(place).toAbsolutePath().getParent();
            for (String part : packageOf(source).split("\\.")) {
                folder = part.isEmpty() || folder.getParent() == null ? folder : folder.getParent();
            }
            int code = compiler.run(null, System.err, System.err, "-d", to.toString(), "-encoding", "UTF-8", "-proc:none", "-nowarn",
                "-sourcepath", folder.toString(), "-cp", System.getProperty("java.class.path"), place);
            if (code != 0) {
                throw new KorrelException(place + " cannot be compiled");
            }
            URLClassLoader loader = new URLClassLoader(new URL[] {url(to)}, ClassesAsked.class.getClassLoader());
            loader.setDefaultAssertionStatus(ClassesAsked.class.desiredAssertionStatus());
            return loader;
        } catch (IOException unwritten) {
            throw new KorrelException("there is no place for compiled classes: " + unwritten.getMessage(), unwritten);
        }
    }

    private static URL url(Path folder) throws MalformedURLException {
        return folder.toUri().toURL();
    }

    private static void delete(Path folder) {
        try (Stream<Path> all = Files.walk(folder)) {
            all.sorted(java.util.Comparator.reverseOrder()).forEach(one -> one.toFile().delete());
        } catch (IOException gone) {
            return;
        }
    }

    private static String packageOf(String source) {
        Matcher found = Pattern.compile("(?m)^\\s*package\\s+([\\w.]+)\\s*;").matcher(source == null ? "" : source);
        return found.find() ? found.group(1) : "";
    }

    private static String read(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException unread) {
            throw new KorrelException(file + ": there is no such file", unread);
        }
    }
}
