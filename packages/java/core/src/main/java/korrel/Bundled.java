package korrel;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.Locale;

/**
 * The program for this platform, if the jar korrel-program is on the class path. A system starts only files, so it is
 * copied into the user's cache, under a name that its bytes determine: one copy serves all later runs of this version.
 */
final class Bundled {
    private static final String SYSTEM = System.getProperty("os.name").toLowerCase(Locale.ROOT);
    private static String copied;

    private Bundled() {}

    /** Its path, or null if there is none for this platform. */
    static synchronized String path() {
        if (copied == null) {
            try (InputStream bytes = Bundled.class.getResourceAsStream("/korrel/program/" + platform() + "/" + file())) {
                copied = bytes == null ? null : copy(bytes.readAllBytes(), cache()).toString();
            } catch (IOException failure) {
                throw new KorrelException("the program of the jar korrel-program cannot be copied to " + cache() + ": "
                    + failure + "; KORREL=/path/to/korrel in the environment names an installed one", failure);
            }
        }
        return copied;
    }

    /** As node calls it, and the packages for npm. */
    static String platform() {
        String system = SYSTEM.startsWith("windows") ? "win32" : SYSTEM.startsWith("mac") ? "darwin" : SYSTEM;
        String processor = System.getProperty("os.arch");
        return system + "-" + switch (processor) {
            case "amd64", "x86_64" -> "x64";
            case "aarch64" -> "arm64";
            default -> processor;
        };
    }

    private static String file() {
        return SYSTEM.startsWith("windows") ? "korrel.exe" : "korrel";
    }

    private static Path cache() {
        Path home = Path.of(System.getProperty("user.home"));
        if (SYSTEM.startsWith("windows")) {
            return set("LOCALAPPDATA", home.resolve("AppData/Local")).resolve("korrel");
        }
        return SYSTEM.startsWith("mac") ? home.resolve("Library/Caches/korrel") : set("XDG_CACHE_HOME", home.resolve(".cache")).resolve("korrel");
    }

    private static Path set(String variable, Path otherwise) {
        String value = System.getenv(variable);
        return value == null || value.isEmpty() ? otherwise : Path.of(value);
    }

    /** Other processes may do so at the same time: each writes a file of its own, and the last name stays. */
    static Path copy(byte[] program, Path cache) throws IOException {
        Path place = cache.resolve(digest(program)).resolve(file());
        if (Files.isExecutable(place) && Files.size(place) == program.length) {
            return place;
        }
        Files.createDirectories(place.getParent());
        Path written = Files.createTempFile(place.getParent(), "korrel", null);
        try {
            Files.write(written, program);
            if (!written.toFile().setExecutable(true)) {
                throw new IOException(written + " cannot be made executable");
            }
            Files.move(written, place, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        } catch (IOException failure) {
            if (Files.isExecutable(place) && Files.size(place) == program.length) {
                return place; // another process was faster, and runs it: Windows replaces no file that runs
            }
            throw failure;
        } finally {
            Files.deleteIfExists(written);
        }
        return place;
    }

    private static String digest(byte[] program) {
        try {
            return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(program), 0, 8);
        } catch (NoSuchAlgorithmException absent) {
            throw new AssertionError("every Java has SHA-256", absent);
        }
    }
}
