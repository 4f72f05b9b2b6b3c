import java.io.*;
import java.lang.reflect.Field;
import java.nio.charset.StandardCharsets;
import java.util.*;

@SuppressWarnings("unchecked")
public class Main {
    private final Map<String, Object> made = new HashMap<>();

    public static void main(String[] arguments) throws Exception {
        PrintStream out = new PrintStream(new FileOutputStream(FileDescriptor.out), true, StandardCharsets.UTF_8);
        BufferedReader in = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        for (String line = in.readLine(); line != null; line = in.readLine()) {
            Map<String, Object> vector = (Map<String, Object>) Heaps.Json.read(line);
            Heaps.Heap<Heaps.Roots> heap = Heaps.Heap.decode(Heaps.Json.write(vector.get("record")));
            new Main().change(heap, (Map<String, Object>) vector.get("change"));
            out.println(heap.encode());
        }
    }

    private void change(Heaps.Heap<Heaps.Roots> heap, Map<String, Object> change) throws Exception {
        made.putAll(heap.objects);
        Map<String, Object> objects = members(change, "objects");
        for (String name : objects.keySet()) {
            Object type = members(objects, name).get("$type");
            if (!made.containsKey(name)) made.put(name, Class.forName("Heaps$" + type).getDeclaredConstructor().newInstance());
        }
        for (String name : objects.keySet()) assign(made.get(name), members(objects, name));
        assign(heap.roots, members(change, "roots"));
        assign(heap.sets, members(change, "sets"));
        assign(heap.relations, members(change, "relations"));
    }

    private static Map<String, Object> members(Map<String, Object> json, String name) {
        return (Map<String, Object>) json.getOrDefault(name, Map.of());
    }

    private void assign(Object to, Map<String, Object> members) throws Exception {
        for (Map.Entry<String, Object> member : members.entrySet()) {
            if (member.getKey().equals("$type")) continue;
            Field field = to.getClass().getField(member.getKey().replace('.', '_'));
            Object value = value(member.getValue());
            field.set(to, Set.class == field.getType() ? new LinkedHashSet<>((List<Object>) value) : value);
        }
    }

    private Object value(Object json) {
        if (json instanceof List<?> items) {
            List<Object> values = new ArrayList<>();
            items.forEach(item -> values.add(value(item)));
            return values;
        }
        if (json instanceof Map<?, ?> map) {
            Map<Object, Object> values = new LinkedHashMap<>();
            map.forEach((key, item) -> values.put(value(key), value(item)));
            return values;
        }
        if (json instanceof Long number) return number.intValue();
        return json instanceof String text && !made.containsKey(text) ? Heaps.Color.valueOf(text) : made.getOrDefault(json, json);
    }
}
