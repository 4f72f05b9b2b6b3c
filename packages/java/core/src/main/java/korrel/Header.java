package korrel;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** The first record of a stream: what the command is, and what objects and fields look like. */
public final class Header {
    private final Map<String, Object> json;
    private final Map<String, Map<String, Shape>> types = new LinkedHashMap<>();
    private final Map<String, List<String>> enums = new LinkedHashMap<>();
    private final Map<String, Integer> places = new LinkedHashMap<>();
    private final Set<String> hashed = new HashSet<>();
    private final Map<String, Integer> topPlaces = new HashMap<>();
    private final Map<String, Integer> enumPlaces = new LinkedHashMap<>();
    private final Map<String, Map<String, Shape>> sets = new LinkedHashMap<>();
    private final Map<String, String> supertypes;
    final Map<String, Shape> roots;
    final Map<String, Shape> relations;
    final Map<String, Shape> witness;
    /** What changes within a trace: types, subset sigs, and fields as {@code Type.field}. */
    final Set<String> variable = new HashSet<>();
    /** The parameters of each action that a step of a trace may have. */
    final Map<String, Map<String, Shape>> actions = new LinkedHashMap<>();

    Header(Map<String, Object> json) {
        this.json = json;
        Json.map(json.get("types")).forEach((type, fields) -> {
            places.put(type, places.size());
            types.put(type, shapes(fields));
        });
        Json.map(json.get("enums")).forEach((name, values) ->
            enums.put(name, ((List<?>) values).stream().map(String.class::cast).toList()));
        enums.values().forEach(values -> values.forEach(value -> enumPlaces.put(value, enumPlaces.size())));
        Json.map(json.get("sets")).forEach((set, of) -> sets.put(set, shapes(Json.map(of).get("fields"))));
        supertypes = new LinkedHashMap<>();
        Json.map(json.get("extends")).forEach((type, parent) -> supertypes.put(type, (String) parent));
        boolean inSubsets = sets.values().stream().anyMatch(Header::areHashed);
        types.forEach((type, fields) -> {
            if (inSubsets || areHashed(fields)) {
                hashed.add(type);
            }
        });
        types.keySet().forEach(type -> topPlaces.put(type, places.get(top(type))));
        roots = shapes(json.get("roots"));
        relations = shapes(json.get("relations"));
        witness = shapes(json.get("witness"));
        if (json.get("var") instanceof List<?> names) {
            names.forEach(name -> variable.add((String) name));
        }
        Json.map(json.get("actions")).forEach((action, parameters) -> actions.put(action, shapes(parameters)));
    }

    /** {@code run repOk for exactly 1 Tree, 3 Node}. */
    public String command() {
        return String.valueOf(json.get("command"));
    }

    /** The record itself. */
    public String toJson() {
        return Json.write(json);
    }

    /** The spec's sigs, without its enums and subset sigs. */
    public List<String> types() {
        return List.copyOf(types.keySet());
    }

    /** The values of each enum, in order. */
    public Map<String, List<String>> enums() {
        return Collections.unmodifiableMap(enums);
    }

    Map<String, Object> json() {
        return json;
    }

    boolean has(String type) {
        return types.containsKey(type);
    }

    boolean isAbstract(String type) {
        return json.get("abstract") instanceof List<?> names && names.contains(type);
    }

    boolean isSubset(String name) {
        return sets.containsKey(name);
    }

    /** The fields of a type, inherited ones too, without those of subset sigs. */
    Map<String, Shape> fields(String type) {
        return types.getOrDefault(type, Map.of());
    }

    Set<String> subsets() {
        return sets.keySet();
    }

    Map<String, Shape> fieldsOfSubset(String set) {
        return sets.getOrDefault(set, Map.of());
    }

    /** Whether an object of a type may have a set, a map or a relation. */
    boolean hasHashed(String type) {
        return hashed.contains(type);
    }

    /** What a subset sig is a subset of. */
    List<String> columnOfSubset(String set) {
        return Shape.of((String) Json.map(Json.map(json.get("sets")).get(set)).get("of")).first();
    }

    /** The shape of a field of an object, whether of its type or of a subset sig that it is in. */
    Shape shape(String type, String field) {
        Shape own = fields(type).get(field);
        if (own != null) {
            return own;
        }
        return sets.values().stream().filter(fields -> fields.containsKey(field)).findFirst()
            .map(fields -> fields.get(field)).orElse(Shape.ANY);
    }

    /** A type and all that extend it. */
    List<String> family(String type) {
        return types.keySet().stream().filter(other -> isA(other, type)).toList();
    }

    boolean isA(String type, String of) {
        for (String at = type; at != null; at = supertypes.get(at)) {
            if (at.equals(of)) {
                return true;
            }
        }
        return false;
    }

    /** The types that this one extends, the nearest first. */
    List<String> above(String type) {
        List<String> above = new ArrayList<>();
        for (String at = supertypes.get(type); at != null; at = supertypes.get(at)) {
            above.add(at);
        }
        return above;
    }

    String top(String type) {
        List<String> above = above(type);
        return above.isEmpty() ? type : above.get(above.size() - 1);
    }

    /** Whether an object of a type may be in some states of a trace only. */
    boolean comesAndGoes(String type) {
        return variable.contains(type) && variable.containsAll(above(type));
    }

    /** Whether a field of the objects of a type may change, whichever type or subset sig declares it. */
    boolean isVariableField(String type, String field) {
        List<String> all = new ArrayList<>(above(type));
        all.add(type);
        all.addAll(sets.keySet());
        return all.stream().anyMatch(of -> variable.contains(of + "." + field));
    }

    /** The place of a type's top-level sig: objects are written in this order. */
    int place(String type) {
        return topPlaces.getOrDefault(type, places.size());
    }

    /** The place of an enum's value among all, or null for any other text. */
    Integer enumPlace(String value) {
        return enumPlaces.get(value);
    }

    private static boolean areHashed(Map<String, Shape> fields) {
        return fields.values().stream().anyMatch(Shape::isHashed);
    }

    static Map<String, Shape> shapes(Object fields) {
        Map<String, Shape> shapes = new LinkedHashMap<>();
        Json.map(fields).forEach((field, shape) -> shapes.put(field, Shape.of((String) shape)));
        return shapes;
    }
}
