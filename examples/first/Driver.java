import java.io.PrintWriter;
import java.util.Scanner;

class Driver {
    static final PrintWriter OUT = new PrintWriter(System.out, true);

    static void say(String reply) {
        OUT.println(reply);
    }

    public static void main(String[] args) {
        Scanner lines = new Scanner(System.in);
        lines.nextLine(); // the header: what types there are
        say("{\"ready\":true}");
        while (lines.hasNextLine()) {
            String id = lines.nextLine().replaceFirst(".*?\"id\":(\\d+).*", "$1");
            // your code goes here
            say("{\"id\":" + id + ",\"pass\":true}");
        }
    }
}
